"""A template becomes plain data once: names and kinds checked, units folded, verbs carried out, forms closed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quizgen import generator, yaml_files
from quizgen.compiled import CompiledTemplate
from quizgen.errors import SourceError
from quizgen.maths.printing import plain
from quizgen.pack import Pack, parse_pack
from quizgen.solver import compile_template
from quizgen.template import parse_template

PACK = """
title: Trial
version: 1
units: [ms, s, GB, GB/s, Gbit/s]
formulas:
  speedup: {of: [T, k, c], is: T / (T / k + c)}
constants:
  g0: {is: 3, unit: ms}
tables:
  links:
    columns: {name: text, rate: {type: number, unit: Gbit/s}}
    rows:
      slow: {name: slow, rate: 10}
      fast: {name: fast, rate: 100}
traps:
  ideal: {say: That leaves communication out.}
"""

TEMPLATE = """
id: trial
title: Trial
level: 2
params:
  T: {draw: [400, 600], unit: ms}
  k: {draw: [2, 4]}
  c: {draw: [50, 100], unit: ms}
where:
  - c < T / k
example: {T: 400, k: 4, c: 50}
steps:
  - name: slice
    is: T / k
    unit: ms
    do: Share the work.
  - name: S
    is: T / (slice + c)
    do: Divide.
traps:
  - name: ideal
    instead: {S: k}
stem: One takes <<T>> on <<k>>, and <<c =>>.
parts:
  - id: S
    ask: What is $S$?
    answer: {number: S}
"""


def pack(text: str = PACK) -> Pack:
    return parse_pack(yaml_files.loads(text, "trial/pack.yaml"), "trial")


def compiled(text: str = TEMPLATE, of: Pack | None = None) -> CompiledTemplate:
    return compile_template(parse_template(yaml_files.loads(text, "trial.yaml")), of or pack())


def changed(*changes: tuple[str, str]) -> str:
    text = TEMPLATE
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return text


def closed(template: CompiledTemplate) -> dict[str, str]:
    return {each.name: plain(each.closed) if each.closed is not None else each.why_not for each in template.derived}


def test_each_numeric_step_has_a_closed_form_in_the_params() -> None:
    assert closed(compiled()) == {"slice": "T/k", "S": "T/(T/k + c)"}


def test_values_are_exact_and_in_base_units() -> None:
    values = generator.example(compiled()).values
    assert (values["T"], values["slice"], values["S"]) == (Fraction(2, 5), Fraction(1, 10), Fraction(8, 3))


def test_a_formula_of_the_pack_is_written_out() -> None:
    template = compiled(changed(("is: T / (slice + c)", "is: speedup(T, k, c)")))
    assert closed(template)["S"] == "T/(T/k + c)"


def test_a_limit_is_carried_out_once_and_evaluated_exactly() -> None:
    text = changed(
        ("  k: {draw: [2, 4]}\n", ""), ("  - c < T / k\n", "  - c < T\n"), (", k: 4", ""),
        ("steps:", "symbols:\n  k: {positive: yes}\nsteps:"), ("on <<k>>, and", "and"),
        ("  - name: slice\n    is: T / k\n    unit: ms\n    do: Share the work.\n", ""),
        ("is: T / (slice + c)", "is: limit(speedup(T, k, c), k, oo)"), ("instead: {S: k}", "instead: {S: T / c / 2}"),
    )  # fmt: skip
    template = compiled(text)
    assert closed(template) == {"S": "T/c"}
    assert generator.example(template).values["S"] == 8


def test_solve_gives_its_one_root_in_the_params() -> None:
    text = changed(("is: T / (slice + c)", "is: solve(x * (slice + c) = T, x)"))
    assert closed(compiled(text))["S"] == "k*T/(k*c + T)" or generator.example(compiled(text)).values["S"] == Fraction(
        8, 3
    )


def test_a_constant_of_the_pack_is_known_and_measured() -> None:
    template = compiled(changed(("is: T / (slice + c)", "is: T / (slice + c + g0)")))
    assert generator.example(template).values["S"] == Fraction(400, 153)


def test_a_row_brings_its_cells_in_base_units() -> None:
    text = changed(
        ("  k: {draw: [2, 4]}", "  k: {draw: [2, 4]}\n  link: {draw: links}"), ("k: 4,", "k: 4, link: fast,"),
        ("is: T / (slice + c)", "is: T * link.rate / unit(1, GB)"),
    )  # fmt: skip
    assert generator.example(compiled(text)).values["S"] == Fraction(2, 5) * 100 / 8


def test_params_that_a_where_ties_are_drawn_together_and_others_alone() -> None:
    text = changed(("  - c < T / k", "  - c < T / 2"))
    assert [group.params for group in compiled(text).groups] == [("T", "c"), ("k",)]
    assert [group.params for group in compiled().groups] == [("T", "k", "c")]


def test_a_where_may_name_steps_and_ties_the_params_below_them() -> None:
    group = compiled(changed(("  - c < T / k", "  - S > 2"))).groups[0]
    assert group.params == ("T", "k", "c")
    assert group.derived == ("slice", "S")


def test_a_key_that_is_whole_in_every_variant_is_judged_exactly() -> None:
    assert compiled(changed(("number: S", "number: k"))).parts[0].spec["whole"]
    assert not compiled().parts[0].spec.get("whole")


WRONG = {
    "a step that names a later one": (("is: T / k", "is: S / k"), "`S` comes later", (14, 9)),
    "an unknown name": (("is: T / k", "is: T / m"), "m", (14, 13)),
    "a unit of the wrong dimension": (("    unit: ms\n", "    unit: GB\n"), "GB measures information", (14, 9)),
    "a missing unit": (("    unit: ms\n", ""), "no unit says how to show it", (14, 9)),
    "quantities that can't be added": (("is: T / (slice + c)", "is: T / (slice + k)"), "added", (18, 22)),
    "a step in the stem": (("<<c =>>", "<<S>>"), "is a step", (23, 39)),
    "a broken formula": (("is: T / k", "is: T / (k"), "isn't closed", (14, 13)),
    "a solve with two roots": (("is: T / (slice + c)", "is: solve(x^2 = T / c, x)"), "found 2", (18, 9)),
    "a verb in an answer": (("number: S", "number: solve(x = k)"), "step or let only", (27, 13)),
    "a trap of no step": (("instead: {S: k}", "instead: {T: 1}"), "is no step", (22, 15)),
    "a trap without words": (("name: ideal", "name: nameless"), "nothing is said", (21, 5)),
    "an example that isn't drawn": (("k: 4", "k: 3"), "isn't among the values", (11, 22)),
    "an example without a param": ((", k: 4", ""), "the example has no `k`", (11, 10)),
    "a where that nothing satisfies": (("c < T / k", "c > T"), "c > T", (10, 3)),
    "a where that is no condition": (("c < T / k", "c + T"), "condition", (10, 5)),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_place(case: str) -> None:
    change, said, place = WRONG[case]
    with pytest.raises(SourceError) as caught:
        compiled(changed(change))
    assert said in caught.value.what
    assert (caught.value.file, caught.value.line, caught.value.column) == ("trial.yaml", *place)


def test_layout_and_comments_move_no_digest_but_values_steps_and_words_move_their_own() -> None:
    first = compiled().digests
    assert compiled(f"# a comment\n{TEMPLATE}").digests == first
    drawn = compiled(changed(("[400, 600]", "[400, 600, 800]"))).digests
    keyed = compiled(changed(("is: T / (slice + c)", "is: T / (slice + 2 * c)"))).digests
    worded = compiled(changed(("Share the work.", "Share it."))).digests
    assert drawn[0] != first[0]
    assert [a != b for a, b in zip(keyed, first, strict=True)] == [False, True, False]
    assert [a != b for a, b in zip(worded, first, strict=True)] == [False, False, True]


def test_a_template_that_continues_another_has_its_draw_and_its_steps(tmp_path: Path) -> None:
    parent = parse_template(yaml_files.loads(TEMPLATE, "trial.yaml"))
    child = """
id: next
title: Next
level: 3
continues: trial
steps:
  - {name: E, is: S / k, do: Compare.}
stem: Go on from <<T =>>.
parts:
  - id: E
    ask: Which efficiency?
    answer: {number: E}
"""
    template = compile_template(parse_template(yaml_files.loads(child, "next.yaml")), pack(), (parent,))
    for seed in ("a", "b", "c"):
        assert generator.instantiate(template, seed).params == generator.instantiate(compiled(), seed).params
    assert generator.example(template).values["E"] == Fraction(2, 3)
    assert template.continues == "trial/trial"


def test_a_pack_may_take_log_to_base_ten() -> None:
    text = changed(("is: T / (slice + c)", "is: log(k * 25)"), ("instead: {S: k}", "instead: {S: ln(k)}"))
    template = compiled(text, pack(PACK.replace("version: 1", "version: 1\nlog: 10")))
    assert generator.example(template).values["S"] == 2


CELSIUS_PACK = "title: Warm\nversion: 1\nunits: [degC, K]\n"
CELSIUS = """
id: warm
title: Warm
level: 1
params:
  a: {draw: [20, 25], unit: degC}
  b: {draw: [30, 40], unit: degC}
example: {a: 20, b: 30}
steps:
  - {name: x, is: 'FORMULA', unit: UNIT, do: Subtract., why: That is how far they lie apart.}
stem: From <<a =>> to <<b =>>.
parts:
  - {id: x, ask: How far, answer: {quantity: x, difference: yes}}
"""


def warm(formula: str, unit: str) -> CompiledTemplate:
    pack = parse_pack(yaml_files.loads(CELSIUS_PACK, "pack.yaml"), "warm")
    text = CELSIUS.replace("FORMULA", formula).replace("UNIT", unit)
    return compile_template(parse_template(yaml_files.loads(text, "warm.yaml")), pack)


@pytest.mark.parametrize("formula", ["b - a", "-(a - b)", "2 * (b - a)", "abs(a - b)", "(b - a) / 2"])
def test_a_difference_of_temperatures_has_no_unit_with_an_offset(formula: str):
    with pytest.raises(SourceError, match="difference of two temperatures") as caught:
        warm(formula, "degC")
    assert "delta_degC" in caught.value.mend
    assert warm(formula, "delta_degC").names["x"].display.offset == 0


@pytest.mark.parametrize("formula", ["b", "(a + b) / 2", "b + (b - a)", "max(a, b)", "a + unit(5, delta_degC)"])
def test_a_temperature_itself_keeps_its_unit(formula: str):
    assert warm(formula, "degC").names["x"].kind.unit == "°C"
