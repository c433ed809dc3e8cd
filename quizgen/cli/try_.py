"""`quiz try`: how one answer is read and judged, with the evidence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import AsJson, BankPaths, Example, Seed, chosen, open_bank
from quizgen.cli.screen import escaped, guarded, screen
from quizgen.cli.try_key import Options, try_key
from quizgen.errors import NotFound

if TYPE_CHECKING:
    from quizgen.result import PartResult
    from quizgen.variant import Variant


@guarded
def try_(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="ID ANSWER",
            help='A template (L2.3, "cell C", speedup, pack/id) and an answer as a learner would type it, in quotes; '
            "with --key only the answer, or several.",
        ),
    ],
    key: Annotated[str | None, typer.Option("--key", metavar="KEY", help="Judge by this, not by a template.")] = None,
    part: Annotated[
        str, typer.Option("--part", metavar="S", help="Which part, by id or number; needed where there are several.")
    ] = "",
    earlier: Annotated[
        list[str] | None,
        typer.Option("--earlier", metavar="PART=ANSWER", help="The learner's answer to an earlier part."),
    ] = None,
    answer_type: Annotated[
        str, typer.Option("--as", metavar="TYPE", help="With --key: the answer type; else by the key's shape.")
    ] = "",
    domain: Annotated[
        list[str] | None,
        typer.Option("--domain", metavar="SAID", help="With --key: what letters are: x>0, 'k integer', 'z complex'."),
    ] = None,
    form: Annotated[str, typer.Option("--form", metavar="FORM", help="With --key: the form that is asked.")] = "",
    within: Annotated[
        str, typer.Option("--within", metavar="AMOUNT", help="With --key: how far numbers may be off, as 1%.")
    ] = "",
    decimal: Annotated[str, typer.Option("--decimal", metavar="MARK", help="With --key: point or comma.")] = "",
    log: Annotated[str, typer.Option("--log", metavar="BASE", help="With --key: what log is, natural or 10.")] = "",
    fields: Annotated[
        list[str] | None,
        typer.Option("--field", metavar="NAME=VALUE", help="With --key: any field of the answer type."),
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
      quiz try --key 'sqrt(x^2)' x --domain 'x>0'
      quiz try --key '(x-1)(x+1)' 'x^2-1' --form factored
      quiz try --key '(0, 1]' '0 < x <= 1'
    """
    said = Options(answer_type, domain or (), fields or (), form, within, decimal, log)
    if key is not None:
        _refuse({"--part": part, "--earlier": earlier, "--seed": seed, "--example": example, "--bank": bank}, "without")
        try_key(key, words, said, as_json=as_json)
        return
    _refuse({f"--{name}": value for name, value in said.named().items()}, "with")
    template, answer = _template_and_answer(words)
    packs = open_bank(bank)
    compiled = packs.compiled(packs.find(template))
    variant = chosen(compiled, seed, pinned=example)
    part = _named(part, variant) if part else _only_part(variant)
    result = _judged(variant, part, answer, _pairs(earlier or [], part, variant))
    if as_json:
        from quizgen.page_api import judged

        told = {"template": compiled.id, "variant": variant.id, **judged(result, compiled.texts, for_teachers=True)}
        typer.echo(escaped(json.dumps(told, ensure_ascii=False, indent=2)))
    else:
        _tell(variant, result)


def _refuse(given: dict[str, object], how: str) -> None:
    """Refuse options that mean nothing with, or without, --key."""
    for name, value in given.items():
        if value:
            raise typer.BadParameter(f"{name} only goes {how} --key")


def _template_and_answer(words: list[str]) -> tuple[str, str]:
    if len(words) != 2:
        what = "the answer is missing" if len(words) == 1 else f"there are {len(words)} words where 2 are asked"
        raise typer.BadParameter(f"{what}: give a template and an answer, each in quotes")
    return words[0], words[1]


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
    tell_verdict(on, result, variant.template.texts, reading=False, evidence=True, for_teachers=True)


def _which(variant: Variant) -> str:
    return f"seed {variant.seed}" if variant.seed else "the pinned example"
