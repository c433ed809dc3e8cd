"""Templates whose parts are answered with formulas, graded from draw to verdict (POSITIONS 21 to 31)."""

from __future__ import annotations

import pytest

from quizgen import codec, generator
from quizgen.grader import grade
from quizgen.result import PartResult
from tests.hand_made import compiled

SPEEDUP = """
id: written
title: Speedup, written down
level: 2
params:
  T_compute: {draw: [240, 400, 600, 1200], unit: ms}
  k: {draw: [2, 4, 6, 8]}
  T_comm: {draw: {from: 10, to: 100, step: 5}, unit: ms}
example: {T_compute: 400, k: 4, T_comm: 45}
steps:
  - {name: T_slice, is: T_compute / k, unit: ms, do: Share the work}
  - {name: T_iter, is: T_slice + T_comm, unit: ms, do: Add}
  - {name: S, is: T_compute / T_iter, do: Divide}
  - {name: S_max, is: T_compute / T_comm, do: Let k grow}
traps:
  - {name: ideal, instead: {T_iter: T_slice}, say: Communication was left out.}
stem: How fast with <<T_compute =>>, <<k>> and <<T_comm =>>?
parts:
  - id: S
    ask: 'S in terms of k?'
    answer: {expression: S, in: [k]}
    traps: [{name: turned, gives: T_iter / T_compute, say: No.}]
  - {id: T, ask: 'One iteration in ms, in terms of k?', answer: {expression: T_iter, in: [k]}}
  - {id: M, ask: 'The bound?', answer: {expression: S_max, in: [T_compute, T_comm], numbers: accepted}}
"""
CALCULUS = """
id: calculus
title: A function
level: 2
symbols: {x: {}}
params:
  a: {draw: [2, 3, 4]}
  n: {draw: [2, 3]}
example: {a: 3, n: 2}
steps:
  - {name: f, is: a*x^n + a*x, do: Take it}
  - {name: D, is: 'diff(f, x)', do: Differentiate}
  - {name: H, is: D + x, do: Add}
  - {name: G, is: factor(f), do: Factor}
  - {name: F, is: 'integrate(f, x)', do: Integrate}
  - {name: r, is: 'solutions(x^2 = a^2, x)', do: Solve}
traps:
  - {name: kept-exponent, instead: {D: a*n*x^n + a}, say: Lower the exponent.}
stem: Let $f(x) = <<f>>$.
parts:
  - {id: D, ask: Differentiate., answer: {expression: D, in: [x], show_counterexample: yes}}
  - {id: H, ask: Add x to that., answer: {expression: H, in: [x]}}
  - {id: G, ask: Factor., answer: {expression: G, in: [x], form: factored}}
  - {id: F, ask: Integrate., answer: {expression: F, in: [x]}}
  - {id: r, ask: 'Solve $x^2 = <<a^2>>$.', answer: {equation: r, in: [x]}}
  - {id: s, ask: 'Which numbers?', answer: {set: r}}
  - {id: i, ask: 'Where is the square less?', answer: {interval: x^2 < a^2, in: [x]}}
  - {id: z, ask: 'What is 0?', answer: {equation: x = 0, in: [x]}, constant_key: yes}
"""
CALCULUS = CALCULUS.replace("stem: Let $f(x) = <<f>>$.", "stem: Let $f(x) = <<a*x^n + a*x>>$.")


def graded(source: str, responses: dict[str, str]) -> dict[str, PartResult]:
    template = compiled(source)
    params = generator.example(template).params
    found = {part.part: part for part in grade(template, params, responses).parts}
    again = grade(codec.from_json(codec.to_json(template)), params, responses)
    assert [part.verdict for part in again.parts] == [part.verdict for part in found.values()]
    return found


def verdict(source: str, part: str, response: str) -> tuple[str, str, tuple[str, ...]]:
    found = graded(source, {part: response})[part].verdict
    return found.outcome, found.reason, found.traps


@pytest.mark.parametrize("raw", ["400/(400/k + 45)", "400k/(400 + 45k)", "80k/(80+9k)", "1/(1/k + 0.1125)"])
def test_a_param_that_stays_open_is_written_out_through_the_steps(raw: str):
    assert verdict(SPEEDUP, "S", raw)[0] == "correct"


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [("S = 400/(400/k + 45)", "correct"), ("S(k) = 400/(400/k + 45)", "correct"), ("k(S) = 400/k", "malformed"),
     ("T(k) = 400/(400/k + 45)", "malformed"), ("S(2) = 400/245", "malformed")],
)  # fmt: skip
def test_a_left_side_may_say_which_letter_the_formula_is_in(raw: str, outcome: str):
    assert verdict(SPEEDUP, "S", raw)[0] == outcome


def test_other_params_have_their_values():
    assert verdict(SPEEDUP, "S", "T_compute/(T_compute/k + 45)")[0] == "malformed"


def test_a_formula_of_a_quantity_is_in_its_own_unit():
    assert verdict(SPEEDUP, "T", "400/k + 45")[0] == "correct"
    assert verdict(SPEEDUP, "T", "0.4/k + 0.045")[0] == "incorrect"


def test_traps_are_met_as_formulas_too():
    assert verdict(SPEEDUP, "S", "k") == ("incorrect", "trap", ("ideal",))
    assert verdict(SPEEDUP, "S", "(400/k + 45)/400") == ("incorrect", "trap", ("turned",))
    assert verdict(CALCULUS, "D", "6x^2 + 3") == ("incorrect", "trap", ("kept-exponent",))


@pytest.mark.parametrize(
    ("raw", "outcome"), [("T_compute/T_comm", "correct"), ("8.89", "correct"), ("80/9", "correct"), ("8", "incorrect")]
)
def test_the_number_is_accepted_where_the_author_says_so(raw: str, outcome: str):
    assert verdict(SPEEDUP, "M", raw)[0] == outcome


def test_a_wrong_formula_is_carried_to_what_rests_on_it():
    found = graded(CALCULUS, {"D": "6x^2", "H": "6x^2 + x"})
    assert (found["H"].verdict.outcome, found["H"].verdict.reason) == ("correct", "carried")
    assert found["D"].verdict.outcome == "incorrect"


def test_what_the_stem_shows_earns_nothing_in_any_part():
    assert verdict(CALCULUS, "G", "3x^2 + 3x")[:2] == ("incorrect", "given")
    assert verdict(CALCULUS, "D", "3x + 3x^2")[:2] == ("incorrect", "given")
    assert verdict(CALCULUS, "G", "3x(x+1)")[0] == "correct"


def test_form_and_the_constant_have_their_own_reasons():
    assert verdict(CALCULUS, "G", "x(3x+3)")[:2] == ("incorrect", "form")
    assert verdict(CALCULUS, "F", "x^3 + 3x^2/2")[:2] == ("incorrect", "constant")
    assert verdict(CALCULUS, "F", "x^3 + 3x^2/2 + c")[0] == "correct"


@pytest.mark.parametrize(
    ("part", "raw", "outcome"),
    [
        ("r", "x = ±3", "correct"),
        ("r", "x^2 = 9", "incorrect"),
        ("s", "{3, -3}", "correct"),
        ("s", "3", "incorrect"),
        ("i", "(-3, 3)", "correct"),
        ("i", "|x| < 3", "correct"),
        ("i", "[-3, 3]", "incorrect"),
    ],
)
def test_sets_equations_and_intervals_from_steps(part: str, raw: str, outcome: str):
    assert verdict(CALCULUS, part, raw)[0] == outcome


def test_what_cannot_be_decided_is_for_a_person_to_mark():
    template = compiled(CALCULUS)
    result = grade(template, {"a": 3, "n": 2}, {"z": "sin(x) = 0"})
    found = next(part for part in result.parts if part.part == "z")
    assert (found.verdict.outcome, found.verdict.reason) == ("undecided", "work")
    assert result.to_mark == found.of


def test_a_refuting_point_is_said_only_where_it_is_allowed():
    found = graded(CALCULUS, {"D": "6x", "H": "6x"})
    assert "yours is" in str(found["D"].says[0].prose.pieces[0])
    assert found["H"].says == ()
    assert "x = " in found["H"].verdict.evidence


def test_a_sheet_tells_letters_forms_and_the_constant():
    template = compiled(CALCULUS)
    rules = {part.id: part.shows.rule for part in generator.public(generator.example(template)).parts}
    assert rules["D"] == "in terms of x"
    assert "product" in rules["G"]
    assert rules["F"].endswith("with a constant of integration")
    assert rules["r"] == "in terms of x; solved"
