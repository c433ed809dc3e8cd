"""The packs of the page as they were bundled: compiled templates, decoded when they are first asked for.

A bundle is what `quizgen.site.bundle` writes: JSON with `format`, the engine's version and the pack's templates, whose
equal parts (units, tables) are written once.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from quizgen import __version__
from quizgen.codec import from_json
from quizgen.compiled import CompiledTemplate
from quizgen.errors import NotFound
from quizgen.generator import from_params, instantiate, params_from_json
from quizgen.page_calls.fields import RequestError
from quizgen.variant import Variant

FORMAT = 1
SHARED = ("units", "tables", "texts", "glossary", "letters")
"""Fields of a compiled template that other templates of its pack may have alike."""


class PagePack(NamedTuple):
    """One pack: its bundle, and the templates that were decoded so far (by name)."""

    bundle: Mapping[str, Any]
    decoded: dict[str, CompiledTemplate]


def opened(data: Any) -> PagePack:
    """A bundle as it was parsed. Raises RequestError for another format, or another version of the engine."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RequestError("this isn't a bundle of a pack, or one of another format", "build the site anew")
    if data.get("engine") != __version__:
        what = f"the pack was bundled by quizgen {data.get('engine')}, and this page runs {__version__}"
        raise RequestError(what, "build the site anew, with one version of quizgen")
    return PagePack(data, {})


def template(packs: Mapping[str, PagePack], name: str) -> CompiledTemplate:
    """The template `pack/id`. Raises NotFound, DamagedError."""
    pack, record = _record(packs, name)
    short = name.partition("/")[2]
    if short not in pack.decoded:
        pack.decoded[short] = from_json(_whole(record["compiled"], pack.bundle["common"]))
    return pack.decoded[short]


def drawn(packs: Mapping[str, PagePack], name: str, seed: str) -> Variant:
    """The variant of a seed; of a template whose variants were made when the site was built, one of those.

    Raises NotFound, SpaceError, MathsError.
    """
    made, stored = template(packs, name), _record(packs, name)[1].get("stored")
    if not stored:
        return instantiate(made, seed)
    digest = blake2b(f"{name}\x00{seed}".encode(), digest_size=8).digest()
    return from_params(made, params_from_json(made, stored[int.from_bytes(digest) % len(stored)]), seed)


def shared(compiled: Mapping[str, Any], common: dict[str, Any], key: str) -> dict[str, Any]:
    """A template's JSON with the fields of SHARED replaced by where they stand in `common`, which takes them in."""
    return {**compiled, **{name: _place(compiled[name], common, key) for name in SHARED if compiled.get(name)}}


def _place(value: Any, common: dict[str, Any], key: str) -> dict[str, str]:
    known = next((place for place, each in common.items() if each == value), None)
    if known is None:
        known = f"{key}{len(common)}"
        common[known] = value
    return {"common": known}


def _whole(compiled: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    placed = {name: compiled[name] for name in SHARED if name in compiled}
    return {**compiled, **{name: _found(value, common) for name, value in placed.items()}}


def _found(value: Any, common: Mapping[str, Any]) -> Any:
    return common[value["common"]] if isinstance(value, dict) and set(value) == {"common"} else value


def _record(packs: Mapping[str, PagePack], name: str) -> tuple[PagePack, Mapping[str, Any]]:
    pack_name, _, short = name.partition("/")
    pack = packs.get(pack_name)
    record = pack.bundle["templates"].get(short) if pack else None
    if pack is None or record is None:
        raise NotFound(f"this page has no problem `{name}`")
    return pack, record
