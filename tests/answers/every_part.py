"""A part of every answer type, with each of the fields that change how it judges."""

from __future__ import annotations

from quizgen.answers import AnswerType, Asked
from tests.answers.symbolic_parts import part
from tests.hand_made import MODES, HandScope, number, posed, quantity

OPTIONS = [
    {"say": "Yes", "right": "k > 3"},
    {"say": "No", "right": "not (k > 3)"},
    {"say": "Perhaps", "right": "false"},
]
TICKED = [
    {"say": "One, two", "right": "k > 1", "else": "It is."},
    {"say": "Three", "right": "k > 2"},
    {"say": "Nine", "right": "k > 8", "else": "It isn't."},
    {"say": "Ten", "right": "no", "last": "yes"},
]
PAIRS = {"France": "Paris", "Italy": "Rome", "Vatican": "Rome", "Spain": "Madrid"}
PLAN = {
    "plan": {"b": {"means": "samples"}, "k": {}, "a": {"integer": "yes"}},
    "such_that": [
        {"that": "k = G", "say": "Use all <<G>>.", "credit": "1/4"}, {"that": "b*k*a = B", "say": "Not the batch."},
    ],
    "sample": {"b": "1", "k": "G", "a": "B/G"},
}  # fmt: skip
POINTS = [
    {"point": "It gets smaller.", "finds": ["smaller|less", "shrink*"], "unless": ["not|never"]},
    {"point": "There are <<k>> of them.", "finds": ["<<k>> of"], "credit": "2"},
]
PARTS: dict[str, tuple[AnswerType, Asked]] = {
    "number": number("8/3"),
    "number, whole": number(128, whole=True),
    "number, zero": number(0),
    "number, reduced": number("8/3", form="reduced"),
    "number, mixed": number("-8/3", form="mixed"),
    "number, scientific": number("123456", form="scientific"),
    "number, strict": number("8/3", strict="yes"),
    "number, places": number("8/3", precision="2 dp"),
    "number, within": number("8/3", within="1 %"),
    "number, per cent": number("0.95", percent="yes"),
    "number, stored in per cent": number("95.123", percent="stored"),
    "number, arithmetic": number("8/3", arithmetic="yes"),
    "number, no credit": number("8/3", precision_credit="0"),
    "quantity": quantity("50", "ms"),
    "quantity, optional": quantity("1.36", "GB", unit="optional"),
    "quantity, given": quantity("-4.5", "°C", unit="given"),
    "quantity, exactly this": quantity("12.3456", "m/s", unit="exactly this"),
    "quantity, unit credit": quantity("12.3456", "m/s", unit_credit="0.5"),
    "text, row": posed({"text": "m"}, HandScope({"m": MODES["async"]}, tables={"modes": MODES})),
    "text": posed({"text": "t", "case": "yes"}, HandScope({"t": "Frog"})),
    "choice, rows": posed({"choice": "m"}, HandScope({"m": MODES["async"]}, tables={"modes": MODES})),
    "choice, options": posed({"choice": "one", "options": OPTIONS}, HandScope({"k": 4})),
    "choice, several": posed({"choice": "several", "options": TICKED}, HandScope({"k": 4})),
    "choice, several, all or nothing": posed(
        {"choice": "several", "options": TICKED, "all_or_nothing": "yes"}, HandScope({"k": 4})
    ),
    "choice, several, none right": posed({"choice": "several", "options": TICKED}, HandScope({"k": 0})),
    "order": posed({"order": ["Read", "Add <<k>>", "Divide", "Write"]}, HandScope({"k": 4})),
    "order, all or nothing": posed({"order": ["Read", "Add", "Write"], "all_or_nothing": "yes"}, HandScope({"k": 4})),
    "match": posed({"match": PAIRS, "distractors": ["Oslo"]}, HandScope({"k": 4})),
    "match, all or nothing": posed({"match": PAIRS, "all_or_nothing": "yes"}, HandScope({"k": 4})),
    "plan": posed(PLAN, HandScope({"B": 32, "G": 4})),
    "explain": posed({"explain": POINTS}, HandScope({"k": 4})),
    "expression": part({"expression": "a*x^2 + 1", "in": ["x"]}, {"a": 3}),
    "expression, factored": part({"expression": "(x - 2)*(x + a)", "in": "x", "form": "factored"}, {"a": 3}),
    "expression, antiderivative": part({"expression": "x^3/a", "in": "x", "plus_constant": "required"}, {"a": 3}),
    "expression, own constant": part({"expression": "sin(x) + C", "in": "x"}, letters="x C"),
    "expression, infinity": part({"expression": "oo", "in": "x"}),
    "expression, decimal comma": part({"expression": "x/2 + 1", "in": "x"}, decimal="comma"),
    "equation": part({"equation": "y = a*x + 1", "in": "x, y"}, {"a": 3}),
    "equation, solved": part({"equation": "{a, -a}", "in": "x"}, {"a": 2}),
    "equation, system": part({"equation": "x + y = a and x - y = 1", "in": "x, y"}, {"a": 2}),
    "inequality": part({"inequality": "x^2 < a", "in": "x"}, {"a": 4}),
    "inequality, chain": part({"inequality": "1 < x and x <= a", "in": "x"}, {"a": 4}),
    "interval": part({"interval": "[a, 5)", "in": "x"}, {"a": 2}),
    "interval, unbounded": part({"interval": "(-oo, a]"}, {"a": 2}),
    "interval, inequality": part({"interval": "x < 1 or x >= a", "in": "x"}, {"a": 2}),
    "interval, rounded": part({"interval": "(1/3, 2]", "precision": "2 dp"}),
    "set": part({"set": "{a, sqrt(2), 1/2}"}, {"a": 2}),
    "set, each": part({"set": "{a, 5, 7}", "credit": "each"}, {"a": 2}),
    "set, decimal comma": part({"set": "{1/2, 5}"}, decimal="comma"),
    "list": part({"list": "[a, x + 1]", "in": "x"}, {"a": 2}),
    "list, each": part({"list": "(a, 5, 7)", "credit": "each"}, {"a": 2}),
    "matrix": part({"matrix": "[[1, a], [x, 4]]", "in": "x"}, {"a": 2}),
    "matrix, each": part({"matrix": "[[1, a], [3, 4]]", "credit": "each"}, {"a": 2}),
    "matrix, vector": part({"matrix": "[1, a, 3]"}, {"a": 2}),
}
