"""What a pack holds: what is known of each template without reading it, and the files that can't be used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quizgen.errors import SourceError
from quizgen.packs.pack_folders import PackFolder, TemplateFile

if TYPE_CHECKING:
    from quizgen.template import Template


class Entry(NamedTuple):
    """What is known of a template without reading it. `id` is `pack/id`; `continues` an id of the same pack, or ""."""

    id: str
    label: str
    title: str
    level: int
    cell: str
    skills: tuple[str, ...]
    continues: str
    path: Path

    @property
    def pack(self) -> str:
        """The pack's id."""
        return self.id.partition("/")[0]

    @property
    def name(self) -> str:
        """The template's id within its pack."""
        return self.id.partition("/")[2]


class Broken(NamedTuple):
    """A file that can't be used: why, and what it may be called by who looks for it."""

    problem: SourceError
    calls: frozenset[str] = frozenset()


class Index(NamedTuple):
    """What a pack holds: its sound templates, and its broken files."""

    entries: tuple[Entry, ...]
    broken: tuple[Broken, ...] = ()


def read(file: TemplateFile) -> Template:
    """A template as authored. Raises SourceError."""
    from quizgen import yaml_files
    from quizgen.template import parse_template

    template = parse_template(yaml_files.load(file.path))
    if template.level != file.level:
        what = f"a template of level {template.level} lies in the folder of level {file.level}"
        raise template.error(what, ("level",), mend=f"move the file to level{template.level}, or change the level")
    return template


def from_sources(pack: PackFolder, files: Sequence[TemplateFile]) -> tuple[tuple[Entry, ...], tuple[Broken, ...]]:
    """The sound templates of these files, and the files that can't be used."""
    entries: list[Entry] = []
    broken: list[Broken] = []
    for file in files:
        try:
            template = read(file)
            entry = _entry(pack, template, file)
            _refuse_taken(template, entry, entries)
        except SourceError as problem:
            broken.append(Broken(problem, _calls_of_broken(pack, file)))
        else:
            entries.append(entry)
    return tuple(entries), tuple(broken)


def _refuse_taken(template: Template, entry: Entry, others: Sequence[Entry]) -> None:
    """Raise SourceError where another template has the id or the label; a template without a label goes by its id."""
    for other in others:
        for key, mine, theirs in (("id", entry.id, other.id), ("label", entry.label, other.label)):
            if mine == theirs:
                where = key if getattr(template, key) else "id"
                whose = "id" if key == "label" and other.label == other.name else key
                what = f"`{getattr(template, where)}` is the {whose} of another template too: {other.path}"
                raise template.error(what, (where,), mend="rename one of them")


_CALLED = re.compile(r"^(?:id|label): *['\"]?([^'\"\n#]+)", re.MULTILINE)


def _calls_of_broken(pack: PackFolder, file: TemplateFile) -> frozenset[str]:
    """What a file that can't be read may be called, in small letters: by its name, and by lines that look like it."""
    try:
        text = file.path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    calls = {file.path.stem, *(found[1].strip() for found in _CALLED.finditer(text))}
    return frozenset(each.casefold() for call in calls for each in (call, f"{pack.name}/{call}"))


def _entry(pack: PackFolder, template: Template, file: TemplateFile) -> Entry:
    return Entry(
        id=f"{pack.name}/{template.id}",
        label=template.label or template.id,
        title=template.title,
        level=template.level,
        cell=template.cell,
        skills=template.skills,
        continues=template.continues or "",
        path=file.path,
    )
