"""Letters that are complex, and letters with the name of a constant (POSITIONS 3, 21)."""

from __future__ import annotations

import pytest

from quizgen.answers.free import pose
from quizgen.answers.open_letters import OpenLetter
from quizgen.answers.trial import tried
from quizgen.maths.domains import Domain, Letter
from quizgen.maths.expr import Name
from quizgen.maths.same import same
from quizgen.maths.sameness.spread import Spread

Z = {"z": OpenLetter(complex=True)}


def is_same(key: str, answer: str, letters: dict[str, OpenLetter]) -> bool | None:
    found = tried(*pose("expression", key, {}, letters), answer).found
    assert found is not None
    return found.same


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("z*conjugate(z)", "abs(z)^2"),
        ("z^2 + 1", "(z + i)(z - i)"),
        ("re(z) + i*im(z)", "z"),
        ("1/(z+1)", "conjugate(z+1)/abs(z+1)^2"),
        ("exp(z)^2", "exp(2z)"),
        ("conjugate(z*w)", "conjugate(z) conjugate(w)"),
    ],
)
def test_what_holds_for_every_complex_number_is_the_same(key: str, answer: str):
    assert is_same(key, answer, {**Z, "w": OpenLetter(complex=True)}) is True


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("z*conjugate(z)", "z^2"),
        ("re(z)", "z"),
        ("ln(exp(z))", "z"),
        ("sqrt(z^2)", "z"),
        ("abs(z)^2", "z^2"),
        ("conjugate(z)", "z"),
    ],
)
def test_what_holds_for_real_numbers_only_is_not(key: str, answer: str):
    assert is_same(key, answer, Z) is False


def test_a_refuting_point_names_the_complex_letter():
    found = tried(*pose("expression", "conjugate(z)", {}, Z), "z").found
    assert found is not None
    assert found.point is not None
    assert set(found.point) == {"z"}
    assert f"z = {found.point['z']}" in found.evidence
    assert " re" not in found.evidence


@pytest.mark.parametrize(("name", "value"), [("e", "exp(1)"), ("pi", "4*atan(1)")])
def test_a_declared_letter_with_the_name_of_a_constant_is_no_constant(name: str, value: str):
    declared = {name: OpenLetter()}
    assert is_same(f"3*{name} + x", f"{name} 3 + x", declared) is True
    assert is_same(f"3*{name} + x", f"3*{value} + x", declared) is False
    assert is_same(f"3*{name} + x", f"3*{value} + x", {}) is True


def test_what_is_said_of_such_a_letter_holds():
    positive = {"e": OpenLetter("positive")}
    assert is_same("sqrt(e^2)", "e", positive) is True
    assert is_same("sqrt(e^2)", "e", {"e": OpenLetter()}) is False


def test_most_domains_need_nothing():
    assert not Spread(Domain({"x": Letter("positive"), "i": Letter(complex=True)}, complex=True))
    assert same(Name("x"), Name("x"), Domain({"x": Letter("positive")})).same
