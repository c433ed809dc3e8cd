"""`quiz try`: how one answer is read and judged, with the evidence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import AsJson, BankPaths, Example, Seed, TemplateName, chosen, open_bank
from quizgen.cli.screen import escaped, guarded, screen
from quizgen.errors import NotFound

if TYPE_CHECKING:
    from quizgen.result import PartResult
    from quizgen.variant import Variant


@guarded
def try_(
    template: TemplateName,
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="As a learner would type it, in quotes.")],
    part: Annotated[
        str, typer.Option("--part", metavar="S", help="Which part, by id or number; needed where there are several.")
    ] = "",
    earlier: Annotated[
        list[str] | None,
        typer.Option("--earlier", metavar="PART=ANSWER", help="The learner's answer to an earlier part."),
    ] = None,
    seed: Seed = "",
    example: Example = False,
    as_json: AsJson = False,
    bank: BankPaths = None,
) -> None:
    """Judge one answer and say why.

    \b
      quiz try L2.3 2.7                 right, to too few figures
      quiz try L2.3 '400/150' --part S  a fraction is a number
      quiz try L2.3 --json -- -3        after -- a minus is no option
      quiz try L5.1 1.714 --part S --earlier T_comm='500 ms'
    """
    packs = open_bank(bank)
    compiled = packs.compiled(packs.find(template))
    variant = chosen(compiled, seed, pinned=example)
    part = _named(part, variant) if part else _only_part(variant)
    result = _judged(variant, part, answer, _pairs(earlier or [], part, variant))
    if as_json:
        from quizgen.page_api import judged

        told = {"template": compiled.id, "variant": variant.id, **judged(result, compiled.texts)}
        typer.echo(escaped(json.dumps(told, ensure_ascii=False, indent=2)))
    else:
        _tell(variant, result)


def _judged(variant: Variant, part: str, response: str, earlier: dict[str, str]) -> PartResult:
    from quizgen.grader import grade

    results = grade(variant.template, variant.params, {**earlier, part: response}).parts
    for each in results:
        if each.part in earlier:
            _check_read(each)
    return next(each for each in results if each.part == part)


def _check_read(result: PartResult) -> None:
    """Refuse an earlier answer that stands for nothing."""
    from quizgen.verdict import Malformed

    reading = result.reading
    if reading is None:
        raise NotFound(f"--earlier {result.part}: nothing was answered")
    if isinstance(reading, Malformed):
        raise NotFound(f"--earlier {result.part}={reading.raw} can't be read: {reading.what}")


def _only_part(variant: Variant) -> str:
    parts = [part.id for part in variant.template.parts]
    if len(parts) > 1:
        raise NotFound(f"{variant.template.id} has parts {', '.join(parts)}: say which with --part")
    return parts[0]


def _named(said: str, variant: Variant) -> str:
    """The id of a part that goes by its id in any case, or by its number: `2`, or `1.2` as sheets print it."""
    parts = [each.id for each in variant.template.parts]
    found = [each for each in parts if each == said] or [each for each in parts if each.casefold() == said.casefold()]
    number = said.removeprefix("1.")
    if not found and number.isascii() and number.isdecimal() and 0 < int(number[:9]) <= len(parts):
        return parts[int(number) - 1]
    if len(found) != 1:
        raise NotFound(f"{variant.template.id} has no part {said}; it has {', '.join(parts)}")
    return found[0]


def _pairs(earlier: list[str], part: str, variant: Variant) -> dict[str, str]:
    """The earlier answers by part. Raises for anything that wouldn't count."""
    pairs: dict[str, str] = {}
    order = [each.id for each in variant.template.parts]
    for text in earlier:
        name, equals, answer = text.partition("=")
        name = name.strip()
        if not equals:
            raise typer.BadParameter(f"--earlier {text}: write it as PART=ANSWER")
        name = _named(name, variant)
        if order.index(name) >= order.index(part):
            where = "is the part that is judged" if name == part else f"comes after part {part}"
            raise NotFound(f"--earlier {text}: {name} {where}; only parts before it count")
        if name in pairs:
            raise NotFound(f"--earlier {text}: there is an answer to {name} already")
        pairs[name] = answer.strip()
    return pairs


def _tell(variant: Variant, result: PartResult) -> None:
    from quizgen.cli.telling import amount, tell_verdict
    from quizgen.verdict import Reading

    on, verdict = screen(), result.verdict
    on.say(f"{variant.template.label} · part {result.part} · {_which(variant)}", style="title")
    if isinstance(result.reading, Reading):
        on.say(f"reading   {' '.join(result.reading.echo.split(chr(10)))}")
    on.say(f"verdict   {verdict.outcome}" + (f", reason {verdict.reason}" if verdict.reason else ""))
    on.say(f"points    {amount(result.points)} of {amount(result.of)}")
    if verdict.traps:
        on.say(f"traps     {', '.join(verdict.traps)}")
    tell_verdict(on, result, variant.template.texts, reading=False, evidence=True)


def _which(variant: Variant) -> str:
    return f"seed {variant.seed}" if variant.seed else "the pinned example"
