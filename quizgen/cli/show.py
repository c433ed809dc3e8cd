"""`quiz show`: problems, with or without their solutions and keys, in any format."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import BankPaths, Example, Seed, chosen, open_bank
from quizgen.cli.screen import guarded, screen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quizgen.compiled import CompiledTemplate, Derived
    from quizgen.variant import Variant


class Format(StrEnum):
    """What `--format` takes."""

    text = "text"
    md = "md"
    html = "html"
    json = "json"


_SUFFIXES = frozenset({"html", "htm", "md", "markdown", "json"})


@guarded
def show(
    templates: Annotated[list[str], typer.Argument(metavar="ID...", help='L2.3, "cell C", speedup, or pack/id.')],
    seed: Seed = "",
    example: Example = False,
    solution: Annotated[bool, typer.Option("--solution", help="The worked solution too.")] = False,
    ledger: Annotated[bool, typer.Option("--ledger", help="All keys in one list, behind everything else.")] = False,
    symbolic: Annotated[bool, typer.Option("--symbolic", help="Each step as one formula in the params.")] = False,
    form: Annotated[Format | None, typer.Option("--format", help="How it is written; else as FILE ends.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it there.")] = None,
    bank: BankPaths = None,
) -> None:
    """Show problems, with or without their solutions.

    \b
      quiz show L2.3                       as its author pinned it
      quiz show L2.3 --seed 7 --solution   a fresh one, worked out
      quiz show L2.1 L2.2 L2.3 --ledger    several, and their keys
      quiz show L2.3 --symbolic            its steps as formulas
      quiz show L2.3 --format html --out sheet.html
    """
    packs = open_bank(bank)
    compiled = [packs.compiled(packs.find(name)) for name in templates]
    if symbolic and (solution or ledger):
        raise typer.BadParameter("--symbolic shows formulas without numbers: leave --solution and --ledger out")
    form = form or _by_suffix(out)
    if symbolic:
        text = _symbolic(compiled, form)
    else:
        variants = [chosen(each, seed, pinned=example) for each in compiled]
        text = _written(variants, form, solution=solution, ledger=ledger)
    if out is None:
        typer.echo(text.rstrip("\n"))
    else:
        from quizgen.batch.files import write_whole

        write_whole(out, text.rstrip("\n") + "\n")


def _by_suffix(out: Path | None) -> Format:
    """What a file's name promises; text where it promises nothing."""
    suffix = "" if out is None else out.suffix.lower().lstrip(".")
    return Format({"htm": "html", "markdown": "md"}.get(suffix, suffix)) if suffix in _SUFFIXES else Format.text


def _written(variants: Sequence[Variant], form: Format, *, solution: bool, ledger: bool) -> str:
    from quizgen import page_api, renderer
    from quizgen.generator import public

    shown = [public(variant, recall=_stands_alone(variant, variants)) for variant in variants]
    numbered = list(enumerate(zip(shown, variants, strict=True), 1))
    several, width = len(variants) > 1, screen().width
    match form:
        case Format.json:
            if solution or ledger:
                return _json([page_api.solved(variant) for variant in variants])
            return _json([page_api.posed(each) for each in shown])
        case Format.html:
            blocks = [renderer.sheet_html(each, number) for number, (each, _) in numbered]
            solved = [renderer.solution_html(variant, number) for number, (_, variant) in numbered]
            keys = renderer.ledger_html(variants) if ledger else ""
            title = f"{len(variants)} problems" if several else f"{shown[0].label} {shown[0].title}"
            return renderer.page_html(title, _together(blocks, solved, keys, solution=solution))
        case Format.md:
            blocks = [renderer.sheet_markdown(each, number) for number, (each, _) in numbered]
            solved = [renderer.solution_markdown(variant, number) for number, (_, variant) in numbered]
            keys = renderer.ledger_markdown(variants) if ledger else ""
        case Format.text:
            blocks = [renderer.sheet_text(each, width, number) for number, (each, _) in numbered]
            solved = [renderer.solution_text(variant, width, number) for number, (_, variant) in numbered]
            keys = renderer.ledger_text(variants, width) if ledger else ""
    gap = "\n\n\n" if several and form is Format.text else "\n\n"
    return gap.join(block.rstrip() for block in _together(blocks, solved, keys, solution=solution))


def _together(blocks: Sequence[str], solved: Sequence[str], keys: str, *, solution: bool) -> list[str]:
    """Each problem with its solution, and the keys behind all of them."""
    pairs = zip(blocks, solved, strict=True)
    return [*(text for pair in pairs for text in (pair if solution else pair[:1])), *([keys] if keys else [])]


def _stands_alone(variant: Variant, variants: Sequence[Variant]) -> bool:
    """Whether no other problem here is of its family: then what it continues may be told."""
    root = variant.template.continues or variant.template.id
    return sum((each.template.continues or each.template.id) == root for each in variants) == 1


def _json(records: Sequence[object]) -> str:
    return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False, indent=2)


def _symbolic(templates: Sequence[CompiledTemplate], form: Format) -> str:
    """`S = T_compute/(T_compute/k + T_comm)` for every let and step, or why there is no such formula."""
    rows = [_formulas(each) for each in templates]
    if form is Format.json:
        return _json(rows)
    if form is Format.text:
        return "\n\n".join(
            "\n".join(line for derived in each.derived for line in _lines(derived)) for each in templates
        )
    if form is Format.html:
        from quizgen.renderer import formula_html, page_html

        bodies = [formula_html(row["latex"]) if row["latex"] else _no_formula(row) for each in rows for row in each]
        return page_html("Formulas", bodies)
    return "\n\n".join(_in_markdown(row) for each in rows for row in each)


def _no_formula(row: dict[str, str | None]) -> str:
    from html import escape

    return f"<p><code>{escape(str(row['name']))}</code>: {escape(str(row['why_not']))}</p>"


def _lines(derived: Derived) -> Iterator[str]:
    """A name's formula; where it is chosen by conditions, one line for each branch."""
    from quizgen.maths.branches import branches
    from quizgen.maths.printing import plain

    if derived.closed is None:
        yield f"{derived.name} = no formula: {derived.why_not}"
        return
    for conditions, formula in branches(derived.closed):
        where = " where " + " and ".join(conditions) if conditions else ""
        yield f"{derived.name} = {plain(formula)}{where}"


def _in_markdown(row: dict[str, str | None]) -> str:
    from quizgen.escaping import markdown_display

    return markdown_display(row["latex"]) if row["latex"] else f"`{row['name']}`: {row['why_not']}"


def _formulas(compiled: CompiledTemplate) -> list[dict[str, str | None]]:
    from quizgen.maths.printing import latex, plain

    symbols = {name: named.symbol for name, named in compiled.names.items()}
    rows: list[dict[str, str | None]] = []
    for each in compiled.derived:
        row: dict[str, str | None] = {"name": each.name, "closed": None, "latex": None, "why_not": each.why_not}
        if each.closed is not None:
            row |= {"closed": plain(each.closed), "latex": f"{symbols[each.name]} = {latex(each.closed, symbols)}"}
        rows.append(row)
    return rows
