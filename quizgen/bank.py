"""The packs that were found, and each of their templates: listed, looked up, read, and compiled or taken from a store.

Neither YAML nor pydantic is loaded unless a source must be read: the wheel's store and the user's cache answer first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from quizgen import __version__, resources
from quizgen.errors import NotFound, QuizgenError, SourceError
from quizgen.located import nearest
from quizgen.packs.pack_entries import Broken, Entry, Index, from_sources, read
from quizgen.packs.pack_folders import PACK_FILE, PackFolder, TemplateFile, find_banks, template_files
from quizgen.packs.store import FORMAT, digest_of, read_json, write_json

if TYPE_CHECKING:
    from quizgen.cards import Card
    from quizgen.compiled import CompiledTemplate
    from quizgen.pack import Pack
    from quizgen.template import Template


class Bank:
    """All packs found. `packs` are those of `find_banks()` unless given.

    `cache` is a folder, None for no cache, or "user" for the user's own; one that can't be read or written is worth
    nothing and harms nothing.
    """

    def __init__(
        self, packs: Sequence[PackFolder] | None = None, *, cache: Path | Literal["user"] | None = "user"
    ) -> None:
        self.packs = tuple(find_banks() if packs is None else packs)
        self._given_cache = cache
        self._indices: dict[str, Index] = {}
        self._read_packs: dict[str, Pack] = {}
        self._cards: dict[str, tuple[Card, ...]] = {}

    def templates(self) -> tuple[Entry, ...]:
        """Every template, by pack, level and file name. Raises SourceError for the first file that can't be used."""
        return tuple(entry for pack in self.packs for entry in self._index(pack))

    def index(self, name: str) -> tuple[Entry, ...]:
        """The templates of one pack. Raises NotFound, and SourceError as `templates` does."""
        return self._index(self._folder(name))

    def sound(self) -> tuple[Entry, ...]:
        """The same without the files that can't be used, which `problems` tells of: one of them hides no other."""
        return tuple(entry for pack in self.packs for entry in self._looked(pack).entries)

    def find(self, key: str) -> Entry:
        """The template that goes by an id, `pack/id` or a label (`L2.3`; `cell C` or `C`), whatever the case.

        A cell (`B`, `cell B`) names the only template in it. Raises NotFound, with the nearest name, or with the
        candidates if there is more than one; SourceError where the file that is meant can't be used.
        """
        entries, wanted = self.sound(), key.strip()
        exact = [each for each in entries if each.id == wanted] or [each for each in entries if wanted in _calls(each)]
        found = exact or [each for each in entries if wanted.casefold() in _folded(each)]
        if not found:
            self._meant_broken(wanted, entries)
            cell = wanted.casefold().removeprefix("cell ").strip()
            found = [each for each in entries if each.cell and each.cell.casefold() == cell]
        if len(found) == 1:
            return found[0]
        if found:
            candidates = (each.id if each.label == each.name else f"{each.id} ({each.label})" for each in found)
            raise NotFound(f"`{key}` is more than one template: " + ", ".join(candidates))
        raise NotFound(f"no template goes by `{key}`; {_instead(wanted, entries)}")

    def pack(self, name: str) -> Pack:
        """A pack's own file, as authored. Raises NotFound, SourceError."""
        from quizgen import yaml_files
        from quizgen.pack import parse_pack

        if name not in self._read_packs:
            folder = self._folder(name)
            self._read_packs[name] = parse_pack(yaml_files.load(folder.folder / PACK_FILE), folder.name)
        return self._read_packs[name]

    def cards(self, name: str) -> tuple[Card, ...]:
        """The recall cards of a pack. Raises NotFound, SourceError."""
        from quizgen.cards import cards

        if name not in self._cards:
            self._cards[name] = cards(self.pack(name))
        return self._cards[name]

    def source(self, entry: Entry) -> Template:
        """A template as authored. Raises SourceError."""
        return read(TemplateFile(entry.path, entry.level))

    def parents(self, entry: Entry) -> tuple[Entry, ...]:
        """The templates that this one continues, the first of them first.

        Raises SourceError if the pack has no such template, or if they continue each other in a circle.
        """
        siblings = {each.name: each for each in self._looked(self._folder(entry.pack)).entries}
        chain = [entry]
        while chain[0].continues:
            parent = siblings.get(chain[0].continues)
            if parent is None or parent in chain:
                raise self._wrong_parent(chain[0], siblings)
            chain.insert(0, parent)
        return tuple(chain[:-1])

    def compiled(self, entry: Entry) -> CompiledTemplate:
        """The template, ready to be drawn: from the wheel, from the cache, or from its source.

        Raises SourceError, MathsError or SpaceError where the source is wrong.
        """
        stored = self._stored(self._folder(entry.pack))
        if stored and (found := _decoded(stored["templates"][entry.name])):
            return found
        digest = self._digest(entry)
        cached = read_json(self._cache_file(entry))
        if cached and cached.get("digest") == digest and (found := _decoded(cached)):
            return found
        compiled = self._compile(entry)
        write_json(self._cache_file(entry), {"format": FORMAT, "digest": digest, "compiled": _encoded(compiled)})
        return compiled

    def problems(self) -> list[SourceError]:
        """What is wrong with the files of all packs, one error a file at most; empty if `templates` works."""
        return [problem for pack in self.packs for problem in self._problems(pack)]

    def _meant_broken(self, wanted: str, entries: Sequence[Entry]) -> None:
        """Raise what is wrong with the file that is meant, or with all there is."""
        broken = [each for pack in self.packs for each in self._looked(pack).broken]
        for each in broken:
            if wanted.casefold() in each.calls or not entries:
                raise each.problem

    def _wrong_parent(self, entry: Entry, siblings: Mapping[str, Entry]) -> SourceError:
        if entry.continues in siblings:
            what, mend = f"`{entry.continues}` continues this template in turn", "break the circle"
        else:
            self._meant_broken(f"{entry.pack}/{entry.continues}".casefold(), (entry,))
            near = nearest(entry.continues, siblings)
            what = f"there is no template `{entry.continues}` in this pack"
            mend = f"did you mean `{near}`?" if near else "name the id of a template"
        return self.source(entry).error(what, ("continues",), mend=mend)

    def _compile(self, entry: Entry) -> CompiledTemplate:
        from quizgen.solver import compile_template

        parents = [self.source(each) for each in self.parents(entry)]
        return compile_template(self.source(entry), self.pack(entry.pack), parents)

    def _problems(self, pack: PackFolder) -> list[SourceError]:
        cards = _problem_of(lambda: self.cards(pack.name))
        broken = [each.problem for each in self._looked(pack).broken]
        known = cards is None or any(each.file == cards.file for each in broken)
        return broken if cards is None or known else [cards, *broken]

    def _folder(self, name: str) -> PackFolder:
        for pack in self.packs:
            if pack.name == name:
                return pack
        raise NotFound(f"no pack goes by `{name}`; there are: " + ", ".join(each.name for each in self.packs))

    def _index(self, pack: PackFolder) -> tuple[Entry, ...]:
        looked = self._looked(pack)
        if looked.broken:
            raise looked.broken[0].problem
        return looked.entries

    def _looked(self, pack: PackFolder) -> Index:
        if pack.name not in self._indices:
            stored = self._stored(pack)
            entries = _entries(pack, stored) if stored else None
            self._indices[pack.name] = Index(entries) if entries is not None else self._indexed(pack)
        return self._indices[pack.name]

    def _indexed(self, pack: PackFolder) -> Index:
        """The index from the cache, or from the sources; a pack whose own file is broken has no sound template."""
        try:
            files = template_files(pack)
        except SourceError as problem:
            return Index((), (Broken(problem),))
        digest = digest_of(resources.engine(), pack.folder, [pack.folder / PACK_FILE, *(each.path for each in files)])
        cached = read_json(self._index_file(pack))
        if cached and cached.get("digest") == digest and (entries := _entries(pack, cached)) is not None:
            return Index(entries)
        wrong = _problem_of(lambda: self.pack(pack.name))
        entries, broken = from_sources(pack, files)
        if wrong is not None:
            return Index((), (Broken(wrong), *broken))
        if not broken:
            write_json(self._index_file(pack), {"format": FORMAT, "digest": digest, "templates": _metas(pack, entries)})
        return Index(entries, broken)

    def _stored(self, pack: PackFolder) -> dict[str, Any] | None:
        """The wheel's record of an embedded pack: both came in one wheel, so it is as fresh as the pack."""
        return self._wheel.get(pack.name) if pack.origin == "embedded" else None

    @cached_property
    def _wheel(self) -> dict[str, dict[str, Any]]:
        store = resources.compiled_store()
        names = [pack.name for pack in self.packs if pack.origin == "embedded"] if store else []
        read = {name: read_json(store / stored_name(name)) for name in names if store}
        return {name: data for name, data in read.items() if data and data.get("engine") == __version__}

    def _digest(self, entry: Entry) -> str:
        """Of all that the compiled template comes from."""
        folder = self._folder(entry.pack).folder
        files = [folder / PACK_FILE, *(each.path for each in (*self.parents(entry), entry))]
        return digest_of(resources.engine(), folder, files)

    @cached_property
    def _cache(self) -> Path | None:
        if self._given_cache != "user":
            return self._given_cache
        from platformdirs import user_cache_path

        try:
            return user_cache_path("quizgen", appauthor=False)
        except (OSError, RuntimeError, KeyError):
            return None

    def _index_file(self, pack: PackFolder) -> Path | None:
        return self._cache and self._cache / f"{pack.name}-{_where(pack)}.json"

    def _cache_file(self, entry: Entry) -> Path | None:
        return self._cache and self._cache / f"{entry.pack}-{_where(self._folder(entry.pack))}.{entry.name}.json"


def stored_name(pack: str) -> str:
    """The file of the store that holds a pack."""
    return f"{pack}.json"


def write_compiled(bank: Path, into: Path) -> list[Path]:
    """Compile every template of a folder of packs into one JSON file a pack, for a wheel; the files, by name.

    The same sources give the same bytes. Raises what `Bank.compiled` raises.
    """
    packs = Bank(find_banks([bank]), cache=None)
    return [_write_pack(packs, pack, into) for pack in packs.packs]


def _write_pack(bank: Bank, pack: PackFolder, into: Path) -> Path:
    entries = bank._index(pack)  # noqa: SLF001 - of the same module
    metas = _metas(pack, entries)
    for entry in entries:
        metas[entry.name]["compiled"] = _encoded(bank._compile(entry))  # noqa: SLF001 - as above
    source = bank.pack(pack.name)
    about = {"id": pack.name, "title": source.title, "version": source.version}
    file = into / stored_name(pack.name)
    if not write_json(file, {"format": FORMAT, "engine": __version__, "pack": about, "templates": metas}):
        raise SourceError("the store can't be written", file=str(file), mend="check the folder's permissions")
    return file


def _calls(entry: Entry) -> set[str]:
    """What a template may be called."""
    label = entry.label
    calls = {entry.id, entry.name, label, f"{entry.pack}/{label}", label.removeprefix("cell ")}
    return calls | {f"cell {label}"} if len(label) == 1 else calls


def _folded(entry: Entry) -> set[str]:
    return {call.casefold() for call in _calls(entry)}


def _instead(wanted: str, entries: Sequence[Entry]) -> str:
    # A word of a letter or two, or a cell, is near to anything: nothing that is near is meant.
    short = len(wanted.casefold().removeprefix("cell ").strip()) <= 2
    near = "" if short else nearest(wanted, {call for each in entries for call in _calls(each)})
    for entry in entries:
        if near in _calls(entry):
            return f"did you mean {entry.name} ({entry.label})?"
    return "`quiz bank` lists what there is" if entries else "there are no templates at all"


def _where(pack: PackFolder) -> str:
    """Tells packs of one name in different folders apart, in names of cache files."""
    return digest_of(str(pack.folder), pack.folder, [])[:8]


def _metas(pack: PackFolder, entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    return {
        entry.name: {**entry._asdict(), "path": entry.path.relative_to(pack.folder).as_posix()} for entry in entries
    }


def _entries(pack: PackFolder, record: dict[str, Any]) -> tuple[Entry, ...] | None:
    """The entries of a stored index; None if it isn't one."""
    try:
        return tuple(
            Entry(
                **{
                    **{name: meta[name] for name in Entry._fields},
                    "skills": tuple(meta["skills"]),
                    "path": pack.folder / meta["path"],
                }
            )
            for meta in record["templates"].values()
        )
    except (KeyError, TypeError, AttributeError):
        return None


def _encoded(compiled: CompiledTemplate) -> dict[str, Any]:
    from quizgen.codec import to_json

    return to_json(compiled)


def _decoded(record: Any) -> CompiledTemplate | None:
    """The template of a stored record; None if it is damaged."""
    from quizgen.codec import from_json

    try:
        return from_json(record["compiled"])
    except (QuizgenError, KeyError, TypeError, ValueError):
        return None


def _problem_of(read: Callable[[], object]) -> SourceError | None:
    try:
        read()
    except SourceError as problem:
        return problem
    return None
