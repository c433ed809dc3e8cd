"""`quiz show`: one problem, with or without its solution, in any format."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import BankPaths, Example, Seed, TemplateName, chosen, open_bank
from quizgen.cli.screen import guarded, screen
from quizgen.errors import OutputError

if TYPE_CHECKING:
    from quizgen.compiled import CompiledTemplate
    from quizgen.variant import Variant


class Format(StrEnum):
    """What `--format` takes."""

    text = "text"
    md = "md"
    html = "html"
    json = "json"


@guarded
def show(
    template: TemplateName,
    seed: Seed = "",
    example: Example = False,
    solution: Annotated[bool, typer.Option("--solution", help="The worked solution too.")] = False,
    symbolic: Annotated[bool, typer.Option("--symbolic", help="Each step as one formula in the params.")] = False,
    form: Annotated[Format, typer.Option("--format", help="How it is written.")] = Format.text,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it there.")] = None,
    bank: BankPaths = None,
) -> None:
    """Show one problem, with or without its solution.

    \b
      quiz show L2.3                       as its author pinned it
      quiz show L2.3 --seed 7 --solution   a fresh one, worked out
      quiz show L2.3 --symbolic            its steps as formulas
      quiz show L2.3 --format html --out sheet.html
    """
    packs = open_bank(bank)
    compiled = packs.compiled(packs.find(template))
    if symbolic:
        text = _symbolic(compiled, form)
    else:
        text = _written(chosen(compiled, seed, pinned=example), form, solution=solution)
    if out is None:
        typer.echo(text.rstrip("\n"))
    else:
        _write(out, text.rstrip("\n") + "\n")


def _written(variant: Variant, form: Format, *, solution: bool) -> str:
    from quizgen import page_api, renderer
    from quizgen.generator import public

    shown = public(variant)
    match form:
        case Format.json:
            return json.dumps(
                page_api.solved(variant) if solution else page_api.posed(shown), ensure_ascii=False, indent=2
            )
        case Format.html:
            bodies = [renderer.sheet_html(shown), *([renderer.solution_html(variant)] if solution else [])]
            return renderer.page_html(f"{shown.label} {shown.title}", bodies)
        case Format.md:
            return "\n\n".join(
                [renderer.sheet_markdown(shown).rstrip(), *([renderer.solution_markdown(variant)] if solution else [])]
            )
        case Format.text:
            width = screen().width
            sheet = renderer.sheet_text(shown, width).rstrip()
            return f"{sheet}\n\n{renderer.solution_text(variant, width)}" if solution else sheet


def _symbolic(compiled: CompiledTemplate, form: Format) -> str:
    """`S = T_compute/(T_compute/k + T_comm)` for every let and step, or why there is no such formula."""
    from quizgen.maths.printing import latex, plain

    symbols = {name: named.symbol for name, named in compiled.names.items()}
    rows: list[dict[str, str | None]] = []
    for each in compiled.derived:
        row: dict[str, str | None] = {"name": each.name, "closed": None, "latex": None, "why_not": each.why_not}
        if each.closed is not None:
            row |= {"closed": plain(each.closed), "latex": f"{symbols[each.name]} = {latex(each.closed, symbols)}"}
        rows.append(row)
    if form is Format.json:
        return json.dumps(rows, ensure_ascii=False, indent=2)
    if form is Format.text:
        return "\n".join(f"{row['name']} = {row['closed'] or 'no formula: ' + str(row['why_not'])}" for row in rows)
    return "\n\n".join(f"$${row['latex']}$$" if row["latex"] else f"`{row['name']}`: {row['why_not']}" for row in rows)


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise OutputError(f"{out} can't be written: {error.strerror or error}") from error
