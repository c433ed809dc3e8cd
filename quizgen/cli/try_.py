"""`quiz try`: how one answer is read and judged, with the evidence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import AsJson, BankPaths, Example, Seed, TemplateName, chosen, open_bank
from quizgen.cli.screen import guarded, screen
from quizgen.errors import NotFound

if TYPE_CHECKING:
    from quizgen.result import PartResult
    from quizgen.variant import Variant


@guarded
def try_(
    template: TemplateName,
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="As a learner would type it, in quotes.")],
    part: Annotated[str, typer.Option("--part", metavar="S", help="Which part; needed where there are several.")] = "",
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
    part = part or _only_part(variant)
    result = _judged(variant, part, {**_pairs(earlier or [], variant), part: answer})
    if as_json:
        from quizgen.page_api import judged

        typer.echo(json.dumps({"template": compiled.id, "variant": variant.id, **judged(result, compiled.texts)},
                              ensure_ascii=False, indent=2))  # fmt: skip
    else:
        _tell(variant, result)


def _judged(variant: Variant, part: str, responses: dict[str, str]) -> PartResult:
    from quizgen.grader import grade

    _check_part(part, variant)
    result = grade(variant.template, variant.params, responses)
    return next(each for each in result.parts if each.part == part)


def _only_part(variant: Variant) -> str:
    parts = [part.id for part in variant.template.parts]
    if len(parts) > 1:
        raise NotFound(f"{variant.template.id} has parts {', '.join(parts)}: say which with --part")
    return parts[0]


def _check_part(part: str, variant: Variant) -> None:
    parts = [each.id for each in variant.template.parts]
    if part not in parts:
        raise NotFound(f"{variant.template.id} has no part {part}; it has {', '.join(parts)}")


def _pairs(earlier: list[str], variant: Variant) -> dict[str, str]:
    pairs = {}
    for text in earlier:
        part, equals, answer = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"--earlier {text}: write it as PART=ANSWER")
        _check_part(part.strip(), variant)
        pairs[part.strip()] = answer.strip()
    return pairs


def _tell(variant: Variant, result: PartResult) -> None:
    from quizgen.cli.telling import amount, tell_verdict
    from quizgen.verdict import Reading

    on, verdict = screen(), result.verdict
    on.say(f"{variant.template.label} · part {result.part} · {_which(variant)}", style="title")
    if isinstance(result.reading, Reading):
        on.say(f"reading   {result.reading.echo}")
    on.say(f"verdict   {verdict.outcome}" + (f", reason {verdict.reason}" if verdict.reason else ""))
    on.say(f"points    {amount(result.points)} of {amount(result.of)}")
    if verdict.traps:
        on.say(f"traps     {', '.join(verdict.traps)}")
    tell_verdict(on, result, variant.template.texts, reading=False, evidence=True)


def _which(variant: Variant) -> str:
    return f"seed {variant.seed}" if variant.seed else "the pinned example"
