"""The worked solution, told from the steps."""

from __future__ import annotations

import pytest

from quizgen.explainer import SolutionStep, checks, solution
from quizgen.generator import example, from_params
from quizgen.pages.terminal_text import terminal_line
from quizgen.prose import Prose, markdown
from quizgen.variant import Variant
from tests.hand_made import BUDGET, PACK, SPEEDUP, compiled

HEAD = """
id: trial
title: Trial
level: 2
params:
  T: {draw: [400, 500], unit: ms}
  k: {draw: [2, 3, 4], noun: [device, devices]}
  R: {draw: [10, 20], unit: Gbit/s}
  times: {draw: {pick: 3, of: [90, 95, 100], order: rising}, unit: ms}
  mode: {draw: modes}
symbols:
  n: {positive: yes}
example: {T: 400, k: 3, R: 10, times: [90, 95, 100], mode: async}
stem: Nothing.
parts:
  - {id: p, ask: 'What?', answer: {number: k}}
steps:
"""


def variant(steps: str, **params: object) -> Variant:
    template = compiled(HEAD + steps)
    return from_params(template, {**template.example, **params})


def chains(steps: str, **params: object) -> list[str]:
    return [step.unicode.replace("\u00a0", " ") for step in solution(variant(steps, **params))]


def words(step: SolutionStep, of: Variant) -> str:
    assert step.told is not None
    return terminal_line(step.told.prose, step.told.values, of.template.texts)


def test_the_example_of_the_format_is_worked_out():
    assert [step.unicode.replace("\u00a0", " ") for step in solution(example(compiled(SPEEDUP)))] == [
        "T_slice = T_compute/k = 400 ms/4 = 100 ms",
        "T_iter = T_slice + T_comm = 100 ms + 50 ms = 150 ms",
        "S = T_compute/T_iter = 400 ms/150 ms ≈ 2.667",
    ]


def test_the_chain_is_there_in_latex_too():
    step = solution(example(compiled(SPEEDUP)))[2]
    assert step.latex == r"S = \frac{T_{compute}}{T_{iter}} = \frac{400\,\mathrm{ms}}{150\,\mathrm{ms}} \approx 2.667"


def test_units_are_converted_between_the_numbers_and_the_value():
    assert (
        solution(example(compiled(BUDGET)))[0].unicode.replace("\u00a0", " ") == "T_comm = V/W = 2 GB/(40 GB/s) = 50 ms"
    )


@pytest.mark.parametrize(
    ("steps", "chain"),
    [
        ("  - {name: v, is: 1, do: Count}", "v = 1"),
        ("  - {name: v, is: k, do: Take it}", "v = k = 3"),
        ("  - {name: v, is: T / k, unit: ms, do: Share}", "v = T/k = 400 ms/3 ≈ 133.3 ms"),
        ("  - {name: v, is: 2 * k, noun: [GPU, GPUs], do: Double}", "v = 2k = 2 × 3 = 6 GPUs"),
        ("  - {name: v, is: k ^ 2, do: Square}", "v = k² = 3² = 9"),
        ("  - {name: v, is: 'max(times)', unit: ms, do: Wait}", "v = max(times) = max(90, 95, 100 ms) = 100 ms"),
        ("  - {name: v, is: 2 + 3, do: Add}", "v = 2 + 3 = 5"),
        ("  - {name: v, is: k - 5, do: Subtract}", "v = k − 5 = 3 − 5 = −2"),
        ("  - {name: v, is: 'if(k > 2, k + 1, k - 1)', do: Choose}", "v = k + 1 = 3 + 1 = 4"),
        ("  - {name: v, is: 'solve(n / 2 = k, n)', do: Solve}", "v = 2k = 2 × 3 = 6"),
        ("  - {name: v, is: 'unit(0, ms)', unit: ms, do: Nothing}", "v = 0 ms"),
        ("  - {name: v, is: k, symbol: 'k', do: Again}", "k = 3"),
    ],
)  # fmt: skip
def test_each_side_stands_there_only_if_it_says_something_new(steps, chain):
    assert chains(steps)[0] == chain


def test_a_sum_over_a_list_is_written_out():
    steps = "  - {name: v, is: 'sum(1 / t, t in times)', unit: 1/s, do: Add the rates}"
    assert chains(steps)[0].endswith(" = 1/(90 ms) + 1/(95 ms) + 1/(100 ms) ≈ 31.64 s⁻¹")


def test_what_follows_from_rounded_numbers_is_not_equal_to_them():
    steps = "  - {name: a, is: T / k, unit: ms, do: Share}\n  - {name: b, is: 3 * a, unit: ms, do: Put together}"
    assert chains(steps)[1] == "b = 3a ≈ 3 × 133.3 ms ≈ 400 ms"


def test_a_formula_with_an_open_letter_keeps_it_and_has_no_value():
    steps = (
        "  - {name: v, is: T / n + T, unit: ms, do: Leave it open}\n"
        "  - {name: w, is: 'limit(v, n, oo)', unit: ms, do: Let it grow}"
    )
    assert chains(steps) == ["v = T/n + T = 400 ms/n + 400 ms", "w = T = 400 ms"]


@pytest.mark.parametrize(
    ("condition", "chain"),
    [
        ("k <= 4", "k = 3 ≤ 4"),
        ("k > 4", "k = 3 < 4"),
        ("k = 3", "k = 3 = 3"),
        ("k != 3", "k = 3 = 3"),
        ("T / k >= T / 4", "T/k = 400 ms/3 ≥ 400 ms/4 = T/4"),
        ("2 * k > T / unit(1, ms)", "2k = 2 × 3 < 400 ms/(1 ms) = T/(1 ms)"),
    ],
)
def test_a_comparison_prints_the_relation_that_holds(condition, chain):
    assert chains(f"  - {{name: ok, is: '{condition}', do: Compare}}") == [chain]


def test_two_numbers_that_differ_are_shown_to_as_many_figures_as_tell_them_apart():
    steps = "  - {name: a, is: k / 9}\n  - {name: b, is: k / 9 + 1 / 10000000}\n  - {name: ok, is: a < b, do: Compare}"
    assert chains(steps) == ["a ≈ 0.3333333 < 0.3333334 ≈ b"]


def test_a_step_that_gives_a_text_or_a_row_tells_it_in_words():
    of = variant(
        "  - {name: a, is: mode, do: Look}\n"
        '  - {name: b, is: \'if(k > 2, "more than $<<k as bare>>$", "few")\', do: Say}\n'
    )
    steps = solution(of)
    assert [words(step, of) for step in steps] == ["asynchronous SGD", "more than 3"]
    assert not steps[0].sides


def test_a_step_without_what_to_do_is_not_told_and_one_without_a_formula_is_only_words():
    steps = solution(variant("  - {name: a, is: 2 * k}\n  - {do: 'Look at <<a>>', why: 'Because of <<k>>'}"))
    assert len(steps) == 1
    assert not steps[0].sides
    assert steps[0].told is None
    assert markdown(steps[0].do.prose, steps[0].do.values, {}) == "Look at 6"
    assert markdown(steps[0].why.prose, steps[0].why.values, {}).replace("\u00a0", " ") == "Because of 3 devices"


def test_a_step_is_told_only_where_its_condition_holds():
    steps = "  - {name: a, is: k, do: One, when: k > 2}\n  - {name: b, is: k, do: Other, when: k <= 2}"
    assert [step.name for step in solution(variant(steps))] == ["a"]
    assert [step.name for step in solution(variant(steps, k=2))] == ["b"]


def test_what_is_verified_is_told_as_a_check():
    says = checks(example(compiled(SPEEDUP)))
    assert [markdown(say.prose, say.values, {}) for say in says] == ["Speedup stays below the number of devices."]


LINKS = """
  links:
    columns: {name: text, rate: {type: number, unit: Gbit/s}}
    rows:
      a: {name: A, rate: 10}
      b: {name: B, rate: 20}
"""


def linked(stem: str) -> Variant:
    text = HEAD.replace("  mode:", "  new: {draw: links}\n  old: {draw: links}\n  mode:")
    text = text.replace("mode: async}", "mode: async, new: b, old: a}").replace("Nothing.", stem)
    return example(compiled(text + "  - {name: r, is: new.rate / old.rate, do: Divide}", PACK + LINKS.lstrip("\n")))


def test_a_cell_of_a_row_is_shown_as_the_stem_shows_it():
    (step,) = solution(linked("<<new.rate as Gbit/s>> or <<old.rate as Gbit/s>>?"))
    assert step.unicode.replace("\u00a0", " ") == "r = rate_new/rate_old = (20 Gbit/s)/(10 Gbit/s) = 2"


def test_a_cell_that_no_text_shows_has_no_number():
    (step,) = solution(linked("Nothing."))
    assert step.unicode == "r = rate_new/rate_old = 2"


def test_an_empty_why_is_no_text():
    (step,) = solution(variant("  - {name: a, is: k, do: Take it}"))
    assert step.why.prose == Prose()


def test_numbers_have_as_many_figures_as_give_the_value_that_is_shown():
    steps = "  - {name: a, is: 'T / unit(105, ms)', do: Divide}\n  - {name: b, is: a / 4, do: Divide again}\n"
    steps += "  - {name: c, is: 'T / unit(110, ms)'}\n  - {name: d, is: a - c, do: Subtract}"
    assert chains(steps)[1] == "b = a/4 ≈ 3.8095/4 ≈ 0.9524"
    assert chains(steps)[2] == "d = a − c ≈ 3.80952 − 3.63636 ≈ 0.1732"
