"""Lists and tuples: order and repeats count (POSITIONS 26)."""

from __future__ import annotations

import pytest

from tests.answers.symbolic_parts import match, part, standing

PAIR = part({"list": "(a, x + 1)", "in": "x"}, {"a": 2})


@pytest.mark.parametrize("raw", ["(2, x+1)", "2, 1+x", "[2, x + 1]", "(4/2, (2x+2)/2)"])
def test_values_in_their_order_are_right(raw: str):
    assert standing(PAIR, raw) == "right"


@pytest.mark.parametrize("raw", ["(x+1, 2)", "(2)", "2", "(2, x+1, 0)", "(2, x)", "(2, 2, x+1)"])
def test_another_order_or_length_is_another_list(raw: str):
    assert standing(PAIR, raw) == "value"


@pytest.mark.parametrize("raw", ["(2, x+1", "{2, x+1}", "(2, 1/0)", "±2, 1", "(2, y)", "x = 2"])
def test_what_is_no_list_is_malformed(raw: str):
    assert standing(PAIR, raw) in ("malformed", "value" if raw == "{2, x+1}" else "malformed")


def test_each_entry_may_earn_its_share():
    made = part({"list": "[1, 2, 3, 4]", "credit": "each"})
    assert match(made, "1, 2, 9, 4").credit * 4 == 3
    assert match(made, "1, 2").credit * 4 == 2
    assert match(made, "2, 1, 4, 3").credit == 0
    assert match(part({"list": "[1, 2]"}), "1, 3").credit == 0


@pytest.mark.parametrize(("raw", "expected"), [("0.33, 2", "right"), ("0.3, 2", "value"), ("1/3, 2", "right")])
def test_entries_may_be_rounded(raw: str, expected: str):
    assert standing(part({"list": "(1/3, 2)", "precision": "2 dp"}), raw) == expected


def test_a_decimal_comma_parts_entries_by_semicolons():
    kind, asked = part({"list": "(1/2, 2)"}, decimal="comma")
    assert standing((kind, asked), "(0,5; 2)") == "right"
    assert standing((kind, asked), kind.show(kind.key(asked), asked)) == "right"


def test_the_evidence_names_the_entry():
    assert match(part({"list": "(1, 2)"}), "1, 3").evidence == "entry 2 is another one"
    assert match(part({"list": "(1, 2)"}), "1, 2, 3").evidence == "3 entries where 2 are asked"


def test_later_parts_may_rest_on_the_values():
    kind, asked = part({"list": "(1, 2)"})
    assert kind.own(kind.read("1, 7/2", asked), asked)[0] == 1
