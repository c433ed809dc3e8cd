"""The calculus pack's pinned variants give the values that were worked out by hand, and know the usual mistakes."""

from __future__ import annotations

from functools import lru_cache

import pytest

from quizgen.answers.choice import lettered
from quizgen.bank import Bank
from quizgen.compiled import CompiledTemplate
from quizgen.generator import asked, example
from quizgen.grader import grade
from quizgen.packs.pack_folders import find_banks
from quizgen.prose import markdown
from quizgen.resources import embedded_bank
from quizgen.variant import Variant

BANK = Bank(find_banks([embedded_bank()]), cache=None)
PACK = "calculus/"

RIGHT: dict[tuple[str, str], tuple[str, ...]] = {
    # x^5 + cos 3x
    ("C1.2", "mix"): ("5x^4 - 3sin(3x)", "5x⁴ − 3 sin 3x"),
    # f = 2x^4 - 3x^2 + 7
    ("C1.3", "D"): ("8x^3 - 6x", "f'(x) = 8x^3 - 6x", "2x(4x^2 - 3)", r"8x^{3}-6x"),
    ("C1.3", "slope"): ("2", "f'(1) = 2"),
    # f = 6x^2 - 8x + 5
    ("C1.4", "F"): ("2x^3 - 4x^2 + 5x + C", "c + 5x + 2x^2(x - 2)", "2x³ − 4x² + 5x + 7K"),
    # (3x^2 - 6x)/(4x^2 + 7)
    ("C1.5", "L"): ("3/4", "0.75"),
    # the product 2(x + 3)(x - 5)
    ("C1.6", "zeros"): ("{-3, 5}", "5, -3", r"\{-3; 5\}"),
    ("C1.6", "poly"): ("2x^2 - 4x - 30", "-30 - 4x + 2x²"),
    # A = [[1, 2], [3, 5]], B = [[-1, 4], [2, -1]], v = (4, -1)
    ("C1.7", "Av"): ("(2, 7)", "[2, 7]", r"\begin{pmatrix}2\\7\end{pmatrix}", "[[2], [7]]"),
    ("C1.7", "AB"): ("[[3, 2], [7, 7]]", r"\begin{pmatrix}3&2\\7&7\end{pmatrix}"),
    # (3x^2 + 7) sin x
    ("C2.1", "D"): ("6x sin(x) + (3x^2 + 7) cos(x)", "3x^2 cos x + 7cos x + 6x sin x"),
    # (2x + 3)/(x^2 + 1)
    ("C2.2", "D"): ("(2 - 6x - 2x^2)/(x^2 + 1)^2", "-2(x^2 + 3x - 1)/(x^2 + 1)^2"),
    # sqrt(3x^2 + 5)
    ("C2.3", "D"): ("3x/sqrt(3x^2 + 5)", "6x/(2 sqrt(3x^2 + 5))", r"\frac{3x}{\sqrt{3x^2+5}}"),
    # x^3 - 4x + 1 at 2: height 1, slope 8
    ("C2.4", "line"): ("y = 8x - 15", "y - 1 = 8(x - 2)", "8x - y = 15"),
    # 3x^2 + 4x + 5 from 1 to 3: 60 - 8
    ("C2.5", "F"): ("x^3 + 2x^2 + 5x", "x^3 + 2x^2 + 5x + 1", "x(x^2 + 2x + 5) + C"),
    ("C2.5", "area"): ("52", "A = 52"),
    # 2x^2 - 4x - 30
    ("C2.6", "fact"): ("2(x + 3)(x - 5)", "2(x-5)(x+3)"),
    ("C2.6", "roots"): ("x = -3 or x = 5", "{5, -3}", "x = 1 ± 4"),
    # the quotient 2(x - 3)(x + 1)/(x - 3)
    ("C2.7", "g"): ("2x + 2", "2(x + 1)"),
    ("C2.7", "L"): ("8",),
    # the matrix [[3, 4], [2, 4]]
    ("C2.8", "D"): ("4",),
    ("C2.8", "inverse"): ("[[1, -1], [-1/2, 3/4]]", "1/4 * [[4, -4], [-2, 3]]"),
    # 5 exp(t/5) = 20
    ("C2.9", "when"): ("t = 5 ln 4", "t = 10 ln(2)", "t = ln(4)/0.2"),
    ("C2.9", "T"): ("6.93", "6.931"),
    # |2x - 6| <= 8
    ("C2.10", "inside"): ("-1 <= x <= 7", "x >= -1 and x <= 7", "7 ≥ x ≥ −1", "[-1, 7]"),
    ("C2.10", "outside"): ("x < -1 or x > 7", r"x<-1 \lor x>7"),
    # 3x - 2y = 8, x + 4y = -2
    ("C2.11", "sol"): ("(2, -1)", "2, -1"),
    # x^3 - 3x^2 - 9x
    ("C3.1", "crit"): ("{-1, 3}", "3, -1"),
    ("C3.1", "rising"): (
        "(-oo, -1) U (3, oo)",
        "x < -1 or x > 3",
        r"(-\infty,-1)\cup(3,\infty)",
        "]-oo, -1[ ∪ ]3, oo[",
    ),
    # 2x^2 + 12x + 23
    ("C3.2", "square"): ("2(x + 3)^2 + 5", "5 + 2(x+3)²"),
    ("C3.2", "best"): ("5",),
    ("C3.2", "reach"): ("[5, oo)", "[5, ∞)"),
    # (4x - 17)/(x^2 - x - 6)
    ("C3.3", "split"): ("5/(x + 2) - 1/(x - 3)", "-1/(x-3) + 5/(x+2)"),
    ("C3.3", "F"): ("5 ln|x + 2| - ln|x - 3| + C", "ln(|x+2|^5/|x-3|) + C"),
    # (6x + 1) cos(2x)
    ("C3.4", "F"): ("(6x + 1) sin(2x)/2 + 3/2 cos(2x) + C", "3x sin 2x + 0.5 sin 2x + 1.5 cos 2x + C"),
    # 6x (2x^2 + 7)^3
    ("C3.5", "F"): ("3/8 (2x^2 + 7)^4 + C", "0.375(2x^2+7)^4 + C"),
    # 3 ln(1 + 2x)
    ("C3.6", "T"): ("6x - 6x^2 + 8x^3", "2x(4x^2 - 3x + 3)"),
    # 6 + 12/5 + 24/25 + ..., and 6 sum ((x - 2)/5)^k
    ("C3.7", "S"): ("10",),
    ("C3.7", "I"): ("(-3, 7)", "-3 < x < 7", "|x - 2| < 5"),
    ("C3.7", "g"): ("30/(7 - x)", "6/(1 - (x - 2)/5)"),
    # the matrix [[-4, 6], [-3, 5]]
    ("C3.8", "chi"): ("lambda^2 - lambda - 2", "(λ - 2)(λ + 1)", r"(-4-\lambda)(5-\lambda)+18"),
    ("C3.8", "ev"): ("{-1, 2}", "2, -1"),
    # (x + 3) sqrt(x + 2)/(x - 4), ln(x^2 - 2x - 8)
    ("C3.9", "F"): ("[-2, 4) U (4, oo)", "x >= -2 and x != 4"),
    ("C3.9", "G"): ("(-oo, -2) U (4, oo)", "x < -2 or x > 4"),
    # to solve 3/(x - 2) >= 3
    ("C3.10", "S"): ("2 < x <= 3", "(2, 3]", "x > 2 and x <= 3"),
    # u^2 - u - 6 = 0
    ("C3.11", "us"): ("{-2, 3}",),
    ("C3.11", "xs"): ("x = ln 3", "ln(3)", "x = ln(6)-ln(2)"),
    # 80 litres, bottom 5 EUR, walls 2 EUR: 5s^2 + 640/s
    ("C4.1", "K"): ("5s^2 + 640/s", "(5s^3 + 640)/s"),
    ("C4.1", "best"): ("4",),
    ("C4.1", "least"): ("240",),
    # x^2 + xy + 2y^2 = 8 at (3, -1)
    ("C4.2", "dy"): ("-(2x + y)/(x + 4y)", "(2x + y)/(-x - 4y)"),
    ("C4.2", "m"): ("5",),
    ("C4.2", "line"): ("y = 5x - 16", "y + 1 = 5(x - 3)"),
    # x = t^2 + 6t, y = t^3 - 12t at t = 1: (7, -11), slope -9/8
    ("C4.3", "slope"): ("(3t^2 - 12)/(2t + 6)", "3(t-2)(t+2)/(2(t+3))"),
    ("C4.3", "flat"): ("{-2, 2}", "±2"),
    ("C4.3", "line"): ("y = -9/8 (x - 7) - 11", "9x + 8y = -25"),
    # -x^2 + 3x + 1 and 2x - 1
    ("C4.4", "meet"): ("{-1, 2}",),
    ("C4.4", "area"): ("9/2", "4.5"),
    # (exp(3x) - 1 - 3x)/(5x^2)
    ("C4.5", "T"): ("9/2 x^2", "4.5x^2"),
    ("C4.5", "L"): ("9/10", "0.9"),
    # 5 m long, foot at 3 m, 6 cm/s
    ("C4.6", "h"): ("4 m", "400 cm"),
    ("C4.6", "w"): ("4.5 cm/s", "0.045 m/s"),
    # the cubic (x - 1)^3 - 12(x - 1) + 4
    ("C5.1", "df"): ("3(x + 1)(x - 3)",),
    ("C5.1", "crit"): ("{-1, 3}",),
    ("C5.1", "high"): ("20",),
    ("C5.1", "line"): ("y = 16 - 12x", "y - 4 = -12(x - 1)"),
    ("C5.1", "levels"): ("(-12, 20)",),
    # 20 % leave, 30 % come, all start in the first
    ("C5.2", "v"): ("(4/5, 1/5)", "(0.8, 0.2)"),
    ("C5.2", "ev"): ("{1/2, 1}", "{1, 0.5}"),
    ("C5.2", "q"): ("3/5", "60 %", "0.6"),
    ("C5.2", "u"): ("3/5 + 2/5 (1/2)^n", "0.6 + 0.4*2^(-n)", "(3 + 2^(1-n))/5"),
    # x exp(-x/2)
    ("C5.3", "G"): ("-(2x + 4) exp(-x/2)", "-2x e^(-x/2) - 4 e^(-x/2)", "-(2x+4)e^(-x/2) + C"),
    ("C5.3", "c"): ("1/4", "0.25"),
    ("C5.3", "F"): ("1 - (1 + x/2) e^(-x/2)",),
    ("C5.3", "mode"): ("2",),
    ("C5.3", "P"): ("0.406", "40.6 %"),
    # y' = 120 - y/50, 1500 g at first
    ("C5.4", "rate"): ("120 - y/50", "120 - 0.02y", "(6000 - y)/50"),
    ("C5.4", "Y"): ("6000",),
    ("C5.4", "sol"): ("6000 - 4500 e^(-t/50)", "1500 + 4500(1 - exp(-0.02t))"),
    ("C5.4", "half"): ("t = 50 ln 2", "t = -50 ln(1/2)"),
    # sqrt(27) from sqrt(25)
    ("C5.5", "line"): ("y = 5 + (x - 25)/10", "y = x/10 + 5/2"),
    ("C5.5", "r_1"): ("26/5", "5.2"),
    ("C5.5", "T"): ("5 + (x - 25)/10 - (x - 25)^2/1000",),
    ("C5.5", "r_2"): ("5.196", "5.19600"),
}
"""What is right in the pinned variant of each part, in some of the forms that a learner writes."""

WRONG: list[tuple[str, str, str, str, str]] = [
    ("C1.3", "D", "8x^4 - 6x^2", "trap", "exponent-kept"),
    ("C1.3", "slope", "6", "trap", "height"),
    ("C1.4", "F", "2x^3 - 4x^2 + 5x", "constant", ""),
    ("C1.4", "F", "12x - 8", "trap", "differentiated"),
    ("C1.5", "L", "1", "value", ""),
    ("C1.5", "L", "-3/11", "trap", "all-coefficients"),
    ("C1.6", "zeros", "{3, -5}", "trap", "roots-negated"),
    ("C1.6", "poly", "2(x + 3)(x - 5)", "given", ""),
    ("C1.7", "AB", "[[-1, 8], [6, -5]]", "trap", "entry-by-entry"),
    ("C2.1", "D", "6x cos x", "trap", "product-of-derivatives"),
    ("C2.2", "D", "1/x", "trap", "one-by-one"),
    ("C2.2", "D", "2/(x^2 + 1) - 2x(2x + 3)/(x^2 + 1)^2", "form", ""),
    ("C2.3", "D", "1/(2 sqrt(3x^2 + 5))", "trap", "inner-factor"),
    ("C2.4", "line", "y = 8x + 1", "trap", "height-at-zero"),
    ("C2.5", "area", "60", "trap", "lower-end-forgotten"),
    ("C2.6", "fact", "(2x + 6)(x - 5)", "form", ""),
    ("C2.6", "fact", "(x + 3)(x - 5)", "trap", "factor-lost"),
    ("C2.6", "roots", "x = 3 or x = -5", "trap", "roots-negated"),
    ("C2.7", "L", "0", "trap", "zero-over-zero"),
    ("C2.7", "g", "(2x^2 - 4x - 6)/(x - 3)", "given", ""),
    ("C2.8", "inverse", "[[4, -4], [-2, 3]]", "trap", "not-divided"),
    ("C2.9", "when", "t = ln(20)/0.2", "trap", "first-amount-kept"),
    ("C2.10", "inside", "-1 < x < 7", "trap", "ends-left-out"),
    ("C2.11", "sol", "(-1, 2)", "trap", "swapped"),
    ("C3.1", "rising", "(-1, 3)", "trap", "other-sign"),
    ("C3.2", "square", "2x^2 + 12x + 23", "given", ""),
    ("C3.2", "best", "-3", "trap", "place-for-value"),
    ("C3.3", "split", "(4x - 17)/((x + 2)(x - 3))", "form", ""),
    ("C3.4", "F", "(6x + 1) sin(2x)/2 + C", "trap", "rest-forgotten"),
    ("C3.5", "F", "1.5 (2x^2 + 7)^4 + C", "trap", "factor-not-divided"),
    ("C3.6", "T", "6x - 12x^2 + 48x^3", "trap", "no-factorials"),
    ("C3.7", "I", "[-3, 7]", "trap", "ends-kept"),
    ("C3.8", "ev", "{-4, 5}", "trap", "diagonal-entries"),
    ("C3.9", "F", "[-2, oo)", "trap", "zero-below-kept"),
    ("C3.10", "S", "x <= 3", "trap", "multiplied-without-sign"),
    ("C3.11", "xs", "x = -2 or x = 3", "trap", "not-back"),
    ("C4.1", "K", "10s^2 + 640/s", "trap", "with-a-lid"),
    ("C4.2", "dy", "(2x + y)/(x + 4y)", "trap", "sign-lost"),
    ("C4.3", "slope", "(2t + 6)/(3t^2 - 12)", "trap", "upside-down"),
    ("C4.4", "area", "-9/2", "trap", "negative-area"),
    ("C4.5", "L", "4.5", "trap", "factor-below-lost"),
    ("C4.6", "w", "8 cm/s", "trap", "upside-down"),
    ("C5.1", "levels", "[-12, 20]", "trap", "ends-kept"),
    ("C5.2", "u", "2/5 (1/2)^n", "trap", "lasting-share-lost"),
    ("C5.3", "F", "(1 + x/2) e^(-x/2)", "trap", "waiting-longer"),
    ("C5.4", "rate", "120 - 4y", "trap", "all-leaves"),
    ("C5.5", "line", "y = 5 + (x - 25)/5", "trap", "half-forgotten"),
]
"""Label, part, response, reason and trap of mistakes in pinned variants."""


@lru_cache(maxsize=64)
def compiled(label: str) -> CompiledTemplate:
    return BANK.compiled(BANK.find(label))


@lru_cache(maxsize=64)
def pinned(label: str) -> Variant:
    return example(compiled(label))


def pack() -> list[CompiledTemplate]:
    return [compiled(entry.label) for entry in BANK.templates() if entry.id.startswith(PACK)]


def verdict(label: str, part: str, response: str) -> tuple[str, str, tuple[str, ...]]:
    """Outcome, reason and traps of a response to one part of the pinned variant."""
    variant = pinned(label)
    result = grade(variant.template, variant.params, {part: response})
    found = next(each.verdict for each in result.parts if each.part == part)
    return found.outcome, found.reason, found.traps


def picked(label: str, part: str, words: str) -> str:
    """The letter of the option that has some words."""
    variant = pinned(label)
    given = asked(variant, next(each for each in variant.template.parts if each.id == part))
    says = {
        letter: markdown(option.say, {**given.values, **option.names}, given.texts)
        for letter, option in lettered(given)
    }
    return next(letter for letter, say in says.items() if words in say)


@pytest.mark.parametrize(("label", "part"), RIGHT)
def test_what_was_worked_out_by_hand_is_right_in_every_form(label: str, part: str):
    for response in RIGHT[label, part]:
        assert verdict(label, part, response)[0] == "correct", response


@pytest.mark.parametrize(("label", "part", "response", "reason", "trap"), WRONG)
def test_a_mistake_is_known_by_its_name(label: str, part: str, response: str, reason: str, trap: str):
    outcome, why, traps = verdict(label, part, response)
    assert (outcome in ("incorrect", "partly"), why) == (True, reason)
    assert traps == ((trap,) if trap else ())


def test_the_parts_without_formulas_are_right_too():
    assert verdict("C1.1", "rule", picked("C1.1", "rule", "chain rule"))[0] == "correct"
    assert verdict("C1.5", "kind", picked("C1.5", "kind", "It goes to $0$"))[0] == "correct"
    assert verdict("C5.5", "side", picked("C5.5", "side", "Too large"))[0] == "correct"


def test_every_part_with_a_typed_answer_is_pinned():
    typed = {
        (template.label, part.id)
        for template in pack()
        for part in template.parts
        if part.answer not in ("choice", "match")
    }
    assert typed == set(RIGHT)
    assert len(pack()) == 40


def test_the_pack_asks_for_every_type_with_open_letters_and_for_several_forms():
    parts = [part for template in pack() for part in template.parts]
    assert {part.answer for part in parts} == {
        "choice", "equation", "expression", "inequality", "interval", "list", "match", "matrix", "number", "quantity",
        "set",
    }  # fmt: skip
    forms = {form for part in parts for form in part.spec.get("form", ()) if isinstance(part.spec.get("form"), tuple)}
    assert forms >= {"factored", "expanded", "completed square", "partial fractions", "single fraction", "simplified"}


def test_a_slip_in_an_early_part_is_carried_through_a_problem_of_level_5():
    variant = pinned("C5.5")
    result = grade(variant.template, variant.params, {"r_1": "5.4", "r_2": "5.396"})
    found = {part.part: part.verdict for part in result.parts}
    assert found["r_1"].outcome == "incorrect"
    assert (found["r_2"].outcome, found["r_2"].reason) == ("correct", "carried")
