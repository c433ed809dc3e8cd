"""A compiled template and a seed make a Variant; a Variant makes its public view, which holds no key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from quizgen import sampler
from quizgen.answers import Asked, answer_type
from quizgen.compiled import CompiledTemplate, Part
from quizgen.errors import MathsError, NotFound
from quizgen.maths.expr import Expr, Name
from quizgen.maths.printing import symbol_text
from quizgen.prose import Insertion, Prose
from quizgen.variant import PublicPart, PublicVariant, Variant

NAMES_TERMS = frozenset({"text", "choice", "match"})
"""Answers that may be a term of the glossary."""
Params = Mapping[str, Any]
"""Param -> value in its own unit: an int or Fraction, a text, a row's id, or a tuple of these."""


def instantiate(template: CompiledTemplate, seed: str) -> Variant:
    """The variant that a seed draws: the same seed, the same variant, on every machine and in every later version.

    Raises SpaceError where nothing satisfies the template's `where`, MathsError where a step has no value.
    """
    return from_params(template, sampler.draw(template, seed), seed)


def from_params(template: CompiledTemplate, params: Params, seed: str = "") -> Variant:
    """The variant that has these params (in their own units). Raises NotFound for a missing one, MathsError."""
    try:
        values = template.solve(template.base(params))
    except MathsError as error:
        drawn = ", ".join(f"{name} = {value}" for name, value in params.items())
        raise type(error)(f"{template.id} at {drawn}: {error.what}", mend=error.mend) from error
    return Variant(template, seed, dict(params), values, variant_id(template, params))


def example(template: CompiledTemplate) -> Variant:
    """The variant that the author pinned. Raises NotFound where the template names none."""
    if not template.example:
        raise NotFound(f"{template.id} has no example")
    return from_params(template, template.example)


def variant_id(template: CompiledTemplate, params: Params) -> str:
    """Sixteen hex digits that name the variant within its template, whatever seed drew it."""
    text = "\x00".join(f"{param.name}={params[param.name]}" for param in template.params)
    return blake2b(f"{template.id}\x01{text}".encode(), digest_size=8).hexdigest()


def params_to_json(params: Params) -> dict[str, Any]:
    """Params as JSON values; a Fraction becomes "3/2"."""
    return {name: _stored(value) for name, value in params.items()}


def params_from_json(template: CompiledTemplate, data: Mapping[str, Any]) -> dict[str, Any]:
    """Stored params again. Raises NotFound for a missing one."""
    try:
        return {
            each.name: _restored(data[each.name], number=_is_number(template, each.name)) for each in template.params
        }
    except KeyError as missing:
        raise NotFound(f"{template.id}: param {missing} has no stored value") from missing


def _stored(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_stored(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def _restored(value: Any, *, number: bool) -> Any:
    if isinstance(value, list):
        return tuple(_restored(item, number=number) for item in value)
    return Fraction(value) if number and isinstance(value, str) else value


def _is_number(template: CompiledTemplate, name: str) -> bool:
    kind = template.names[name].kind
    return (kind.of or kind).what in ("number", "matrix")


def asked(variant: Variant, part: Part) -> Asked:
    """One part as its answer type sees it."""
    template = variant.template
    return Asked(
        part.id, part.spec, variant.values, template.tables, template.texts, template.units, spellings(template),
        variant.id, template.log, template.decimal, _open_formulas(template, part),
    )  # fmt: skip


def _open_formulas(template: CompiledTemplate, part: Part) -> tuple[Expr, ...]:
    """What the stem and the part itself show with open letters: given back, it earns nothing (POSITIONS 25)."""
    pieces = (*template.stem.pieces, *part.ask.pieces)
    return tuple(piece.formula for piece in pieces if isinstance(piece, Insertion) and piece.open)


def spellings(template: CompiledTemplate) -> Mapping[str, str]:
    """Every way in which a learner may write a name of the template, with the name (POSITIONS 4)."""
    made: dict[str, str] | None = template._made.get("spellings")  # noqa: SLF001 - its own store of made things
    if made is None:
        # A name itself comes before what is only a symbol of another one.
        made = {name: name for name, each in template.names.items() if each.kind.what in ("number", "expression")}
        for name, named in template.names.items():
            if named.kind.what in ("number", "expression"):
                plain = symbol_text(named.symbol)
                for spelling in (name, plain, plain.replace("_", ""), name.replace("_", ""), *named.aliases):
                    made.setdefault(spelling, name)
        template._made["spellings"] = made  # noqa: SLF001 - what a template has made once
    return made


def public(variant: Variant, *, recall: bool = False) -> PublicVariant:
    """What may be shown before an answer: params, lets, tables and texts, no step, no key, no trap.

    `recall` adds the results of the problem that this one continues. They are answers there, so it is for a sheet that
    holds no other problem of that family (the same `continues`, or the continued one).
    """
    template = variant.template
    recalled = template.recalls if recall else ()
    values = {name: variant.values[name] for name in (*_public_names(template), *recalled)}
    return PublicVariant(
        variant.id, template.id, template.label, template.title, template.level, template.stem, template.forecast,
        template.figure, tuple(_public_part(variant, part) for part in template.parts), values, template.texts,
        tuple(_recalled(template, name) for name in recalled), _reread(template),
    )  # fmt: skip


def reread(template: CompiledTemplate) -> tuple[str, ...]:
    """What its links name, in their order."""
    return tuple(dict.fromkeys(link.partition(":")[2].strip() for link in template.links))


def _reread(template: CompiledTemplate) -> tuple[str, ...]:
    """The same as far as no name in it may be the answer: a problem that asks for a term points at no entry."""
    made: tuple[str, ...] | None = template._made.get("reread")  # noqa: SLF001 - what a template has made once
    if made is None:
        asks_terms = any(part.answer in NAMES_TERMS for part in template.parts)
        links = tuple(link for link in template.links if not (asks_terms and link.startswith("glossary:")))
        made = template._made["reread"] = reread(replace(template, links=links))  # noqa: SLF001 - what a template has made once
    return made


def _recalled(template: CompiledTemplate, name: str) -> Prose:
    named = template.names[name]
    return Prose((Insertion(Name(name), named.display._replace(noun=None), named.symbol),))


def _public_part(variant: Variant, part: Part) -> PublicPart:
    shows = answer_type(part.answer).public(asked(variant, part))
    return PublicPart(part.id, part.ask, part.answer, str(part.points), shows, part.hints)


def _public_names(template: CompiledTemplate) -> tuple[str, ...]:
    made: tuple[str, ...] | None = template._made.get("public")  # noqa: SLF001 - what a template has made once
    if made is None:
        drawn = tuple(name for name, named in template.names.items() if named.public and named.role != "symbol")
        made = template._made["public"] = (*drawn, *template.tables)  # noqa: SLF001 - what a template has made once
    return made
