"""A template is read strictly: every slip is found, named, placed and mended; nothing is guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.authoring.authored import number
from quizgen.authoring.draw_forms import DrawFormula, DrawFrom, DrawList, DrawPick, DrawRange, DrawShuffle
from quizgen.errors import SourceError
from quizgen.template import Template, parse_template
from quizgen.yaml_files import loads

BASE = """\
id: speed
label: T1
title: How fast
level: 2
cell: B
skills: [speed]
links: [glossary:speed, topic:roads]
params:
  s: {draw: [30, 60, 3/2], unit: km, means: way}
  t: {draw: {from: 1, to: 5}, unit: h, noun: [hour, hours]}
let:
  half: t / 2
where:
  - s > t
example: {s: 60, t: 2}
steps:
  - name: v
    is: s / t
    unit: km/h
    do: Divide
    why: Speed is way over time.
  - do: Say so
verify:
  - {that: v * t = s, say: Undo it.}
traps:
  - name: upside-down
    instead: {v: t / s}
    say: Turn it over.
stem: |
  A tram goes <<s>> in <<t>>.
forecast: Fast?
figure: {kind: road, at: s}
parts:
  - id: v
    ask: How fast is it?
    answer: {number: v, precision: 3 sf}
    traps:
      - {name: added, gives: s + t, say: Divide.}
    hints:
      - Way over time.
    points: 2
"""


def parsed(text: str = BASE) -> Template:
    return parse_template(loads(text, "t.yaml"))


def refused(old: str, new: str) -> SourceError:
    assert BASE.count(old) == 1, "the case must change one place"
    with pytest.raises(SourceError) as caught:
        parsed(BASE.replace(old, new))
    return caught.value


# One case a line: a piece of BASE, what it becomes, line, column, a piece of what is said, a piece of the mend.
REFUSALS = [
    ("title: How fast\n", "", 1, 1, "`title` is missing", "add `title: …`"),
    ("title:", "titel:", 3, 1, "`titel` is no key here", "did you mean `title`?"),
    ("    why:", "    wy:", 21, 5, "`wy` is no key here", "did you mean `why`?"),
    ("means: way", "mean: way", 9, 38, "`mean` is no key here", "did you mean `means`?"),
    ("label: T1", "name: T1", 2, 1, "`name` is no key here", "write `id`"),
    ("    unit: km/h", "    as: percent", 19, 5, "`as` is no key here", "write `show`"),
    ("label: T1", "xyzzy: T1", 2, 1, "`xyzzy` is no key here", "it takes `id`, `title`"),
    ("forecast: Fast?", "texts: {a: b}", 31, 1, "`texts` isn't supported yet", "take it away"),
    ("id: speed\n", "id: ../speed\n", 1, 5, "`../speed` is no id", "letters"),
    ("id: speed\n", "id: a b\n", 1, 5, "is no id", "letters"),
    ("id: speed\n", "id: " + "x" * 61 + "\n", 1, 5, "is no id", "60 at most"),
    ("id: speed\n", "id: [a]\n", 1, 5, "a text is wanted here, not a list", "quote it"),
    ("label: T1", "label: {a: b}", 2, 8, "a text is wanted here, not a mapping", "quote it"),
    ("title: How fast", "title: ''", 3, 8, "a text is wanted here, and there is none", "write one"),
    ("level: 2", "level: two", 4, 8, "a number is wanted", "`3`"),
    ("level: 2", "level: 5/2", 4, 8, "a whole number is wanted", "digits"),
    ("level: 2", "level: 6", 4, 8, "a level is 1, 2, 3, 4 or 5", ""),
    ("skills: [speed]", "skills: speed", 6, 9, "a list is wanted here, not a text", "write [speed]"),
    ("glossary:speed", "speed", 7, 9, "`speed` is no link", "glossary:"),
    ("glossary:speed", "book:speed", 7, 9, "no link of the kind `book`", "`glossary`"),
    ("params:\n  s:", "params:\n  2s:", 9, 3, "`2s` is no name", "a letter"),
    ("params:\n  s:", "params:\n  not:", 9, 3, "`not` is a word of the maths language", "another name"),
    ("draw: [30, 60, 3/2]", "draw: []", 9, 13, "at least 1", ""),
    ("[30, 60, 3/2]", "[30, 60, x]", 9, 22, "numbers and texts are mixed: `x`", "as: text"),
    ("[30, 60, 3/2]", "[a, b, 2]", 9, 20, "numbers and texts are mixed: `2`", "as: text"),
    ("[30, 60, 3/2]", "[{a: b}]", 9, 14, "a text is wanted here, not a mapping", ""),
    ("means: way", "as: record", 9, 42, "`as: record` isn't supported yet", "draw numbers"),
    ("{from: 1, to: 5}", "{from: 1}", 10, 13, "`to` is missing", "add `to"),
    ("{from: 1, to: 5}", "{from: 5, to: 1}", 10, 27, "ends before it starts", "smaller end"),
    ("{from: 1, to: 5}", "{from: 1, to: 5, step: 0}", 10, 36, "step must be positive", "`from`"),
    ("{from: 1, to: 5}", "{from: 1, to: 5, step: 1, times: 2}", 10, 13, "not both", "keep"),
    ("{from: 1, to: 5}", "{from: 1, to: 5, times: 1}", 10, 37, "a factor above 1", ""),
    ("{from: 1, to: 5}", "{from: 1, to: 5, shape: 7}", 10, 37, "a matrix has 1 to 6 rows and columns", "shape: [2, 3]"),
    ("{from: 1, to: 5}", "{from: 1, to: 5, normal: 3}", 10, 30, "`normal` isn't supported yet", "take it away"),
    ("{from: 1, to: 5}", "{normal: {mean: 1}, times: 5}", 10, 14, "`normal` isn't supported yet", ""),
    ("{from: 1, to: 5}", "{pick: 0, of: [1, 2]}", 10, 20, "1 to 100 values", ""),
    ("{from: 1, to: 5}", "{pick: 2, of: [1, b]}", 10, 31, "mixed: `b`", ""),
    ("{from: 1, to: 5}", "{pick: 2, of: [1, 2], order: up}", 10, 42, "'drawn', 'rising' or 'falling'", ""),
    ("{from: 1, to: 5}", "{pick: 2, of: [1, 2], distinct: no}", 10, 45, "isn't supported yet", ""),
    ("{from: 1, to: 5}", "{pick: 2, of: {from: 1}}", 10, 27, "`to` is missing", ""),
    ("noun: [hour, hours]", "noun: [hour]", 10, 46, "two texts are wanted", "[one, other]"),
    ("noun: [hour, hours]", "hidden: maybe", 10, 48, "yes or no is wanted", "`yes` or `no`"),
    ("let:\n  half: t / 2", "let:\n  half: {unit: h}", 12, 9, "`is` is missing", ""),
    ("let:\n  half: t / 2", "let:\n  s: t / 2", 12, 3, "`s` stands for two things", "rename"),
    ("  - s > t", "  - ' '", 14, 5, "a formula is wanted here, and there is none", ""),
    ("  - s > t", "  - a: b", 14, 5, "a formula is wanted here", "single quotes"),
    ("where:\n  - s > t", "where: s > t", 13, 8, "a list is wanted", "write [s > t]"),
    ("    is: s / t\n", "", 17, 11, "a step with a name needs a formula", "add `is"),
    ("  - name: v\n    is", "  - is", 17, 5, "a step with `is` needs a name", "add `name"),
    ("  - do: Say so", "  - why: Say so", 22, 5, "needs `is` or `do`", "formula, or words"),
    ("  - do: Say so", "  - {name: v, is: 2}", 22, 12, "`v` stands for two things", "rename"),
    ("{that: v * t = s, say: Undo it.}", "{that: v * t = s}", 24, 5, "`say` is missing", "add"),
    ("    instead: {v: t / s}\n", "    gives: t / s\n", 26, 5, "a template's trap replaces steps", "into a part"),
    ("    instead: {v: t / s}\n", "", 26, 5, "exactly one of `instead`, `gives` and `picks`", "keep"),
    ("gives: s + t", "gives: s, picks: it", 38, 9, "exactly one of", "keep"),
    ("gives: s + t", "gives: s, credit: 2", 38, 41, "from 0 to below 1", ""),
    ("{name: added, gives: s + t, say: Divide.}", "{name: a, gives: s}\n      - {name: a, gives: t}", 39, 16,
     "`a` names two traps of this part", "rename"),
    ("example: {s: 60, t: 2}", "example: {s: 60, u: 2}", 15, 18, "`u` is no param", "`s`, `t`"),
    ("example: {s: 60, t: 2}", "example: {s: 60, tt: 2}", 15, 18, "`tt` is no param", "did you mean `t`?"),
    ("instead: {v: t / s}", "instead: {w: t / s}", 27, 15, "`w` is no step", "`v`"),
    ("    points: 2", "    reveals: [vv]", 41, 15, "`vv` is no step", "did you mean `v`?"),
    ("figure: {kind: road, at: s}", "figure: {at: s}", 32, 9, "a figure needs its kind", "add `kind"),
    ("    ask: How fast is it?\n", "", 34, 5, "`ask` is missing", "add"),
    ("    ask:", "    question:", 35, 5, "`question` is no key here", "write `ask`"),
    ("{number: v, precision: 3 sf}", "v", 36, 13, "a mapping is wanted here", "lines"),
    ("{number: v, precision: 3 sf}", "{precision: 3 sf}", 36, 13, "the answer has no type", "`number`"),
    ("{number: v, precision: 3 sf}", "{nubmer: v}", 36, 14, "the answer has no type", "did you mean `number`?"),
    ("{number: v, precision: 3 sf}", "{number: v, quantity: v}", 36, 25, "an answer has one type", "keep one"),
    ("{number: v, precision: 3 sf}", "{date: v}", 36, 14, "`date` isn't supported yet", "there are"),
    ("    points: 2", "    points: 0", 41, 13, "more than 0", ""),
    ("    points: 2", "    carried_credit: 2", 41, 21, "from 0 to 1", ""),
    ("    points: 2", "  - {id: v, ask: Again, answer: {number: v}}", 41, 10, "`v` is the id of two parts", "rename"),
    ("    points: 2", "    hints2:\n      - x", 41, 5, "`hints2` is no key here", "`hints`"),
    ("cell: B", "log: 7", 5, 6, "'natural', '10' or '2'", ""),
    ("cell: B", "decimal: semicolon", 5, 10, "'point' or 'comma'", ""),
    ("cell: B", "constant_key: on", 5, 15, "yes or no", ""),
    ("example: {s: 60, t: 2}", "example: {s: {a: b}, t: 2}", 15, 14, "a text is wanted", ""),
    ("forecast: Fast?", "marks: ['<<']", 31, 8, "two texts are wanted", "[one, other]"),
    ("  - s > t", "  - '" + "s + " * 600 + "s > t'", 14, 5, "longer than 2,000", "split it into steps"),
    ("  - s > t", "  - s > t\n" * 101, 14, 3, "more than 100", "split"),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS, ids=[case[1] for case in REFUSALS])
def test_a_slip_is_refused_where_it_stands_with_its_mend(case):
    old, new, line, column, what, mend = case
    error = refused(old, new)
    assert what in error.what
    assert mend in error.mend
    assert (error.line, error.column) == (line, column)


def test_what_stands_first_in_the_file_is_refused_first():
    with pytest.raises(SourceError, match=r"t\.yaml:2:1: `lable`"):
        parsed(BASE.replace("label:", "lable:").replace("level: 2", "level: 9").replace("points: 2", "points: x"))


@pytest.mark.parametrize("text", ["- a\n- b", "just words", "id:x"])
def test_a_file_that_is_no_mapping_is_refused(text):
    with pytest.raises(SourceError, match=r"t\.yaml:1:1: a mapping is wanted here"):
        parsed(text)


def test_names_may_be_those_of_the_template_that_it_continues():
    text = (
        BASE.replace("cell: B", "continues: other")
        .replace("{v: t / s}", "{w: t / s}")
        .replace("points: 2", "reveals: [x]")
    )
    assert parsed(text.replace("{s: 60, t: 2}", "{q: 60}")).continues == "other"


def test_formulas_and_texts_stay_as_they_were_written():
    template = parsed()
    assert template.where == ("s > t",)
    assert template.let["half"].is_ == "t / 2"
    assert template.steps[0].is_ == "s / t"
    assert template.stem == "A tram goes <<s>> in <<t>>.\n"
    assert template.parts[0].answer == {"number": "v", "precision": "3 sf"}
    assert template.parts[0].type == "number"
    assert template.params["t"].noun == ("hour", "hours")
    assert template.traps[0].instead == {"v": "t / s"}


def test_what_is_left_out_has_its_default():
    template = parsed()
    assert template.continues is None
    assert template.marks == ("<<", ">>")
    assert not template.constant_key
    assert (template.log, template.decimal) == (None, None)
    part = template.parts[0]
    assert (part.points, part.carry, part.carried_credit, part.otherwise) == (2, True, 1, "")
    assert template.traps[0].credit == 0


DRAWS = [
    ("[1, 2, 2]", DrawList(values=["1", "2", "2"])),
    ("strategies", DrawFormula(formula="strategies")),
    ("s.cues", DrawFormula(formula="s.cues")),
    ("'collectives[s.collective].cues'", DrawFormula(formula="collectives[s.collective].cues")),
    ("{from: 10, to: 100, step: 5}", DrawRange(**{"from": "10", "to": "100", "step": "5"})),
    ("{from: 1, to: 64, times: 2}", DrawRange(**{"from": "1", "to": "64", "times": "2"})),
    ("{of: links, except: [e1], apart_from: old}",
     DrawFrom(**{"of": "links", "except": ["e1"], "apart_from": ["old"]})),
    ("{pick: 3, of: {from: 80, to: 120, step: 5}, order: rising}",
     DrawPick(pick="3", of={"from": "80", "to": "120", "step": "5"}, order="rising")),
    ("{pick: 2, of: [1, 2, 3], sorted: yes}", DrawPick(pick="2", of=["1", "2", "3"], sorted="yes")),
    ("{shuffle: [a, b, c]}", DrawShuffle(shuffle=["a", "b", "c"])),
]  # fmt: skip


@pytest.mark.parametrize(("text", "draw"), DRAWS, ids=[each[0] for each in DRAWS])
def test_each_form_of_a_draw_is_told_from_the_others(text, draw):
    assert parsed(BASE.replace("{from: 1, to: 5}", text)).params["t"].draw == draw


def test_a_list_of_literals_is_numbers_unless_the_author_says_text():
    numbers = parsed().params["s"]
    assert numbers.draw.numbers == (30, 60, Fraction(3, 2))
    assert numbers.kind == ""
    texts = parsed(BASE.replace("means: way", "as: text")).params["s"]
    assert texts.kind == "text"
    assert texts.draw.values == ("30", "60", "3/2")
    shown = parsed(BASE.replace("means: way", "as: billion")).params["s"]
    assert (shown.kind, shown.display) == ("", "billion")
    assert parsed(BASE.replace("[30, 60, 3/2]", "[few, many]")).params["s"].draw.numbers is None


NUMBERS = [
    ("3", 3), ("-7", -7), ("+2", 2), ("0.05", Fraction(1, 20)), (".5", Fraction(1, 2)), ("5.", 5), ("20e9", 20 * 10**9),
    ("1.5e3", 1500), ("2E-2", Fraction(1, 50)), ("3/2", Fraction(3, 2)), ("-3/2", Fraction(-3, 2)), ("6/3", 2),
    ("1e3/3", Fraction(1000, 3)), ("007", 7), ("3/0", None), ("1,000", None), ("1_000", None), ("0x10", None),
    ("nan", None), ("", None), ("e5", None), ("1/2/3", None), ("1e9999", None), ("9" * 101, None), ("٣", None),
    ("1 2", None), ("inf", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), NUMBERS)
def test_a_number_literal_is_exact(text, value):
    assert number(text) == value
    assert type(number(text)) is type(value)


@given(st.fractions(max_denominator=10**9))
def test_any_fraction_reads_back(value):
    assert number(str(value)) == value


def test_a_later_stage_can_point_into_a_formula():
    template = parsed()
    assert template.place(("steps", 0, "is"), 4) == (18, 13)
    assert template.place(("steps", 0, "symbol")) == (17, 5)
    error = template.error("what", ("verify", 0, "that"), offset=8, mend="how")
    assert (error.file, error.line, error.column, error.mend) == ("t.yaml", 24, 20, "how")


def test_the_canonical_form_depends_on_content_alone():
    moved = BASE.replace("cell: B\n", "").replace("level: 2\n", "# a comment\nlevel:   '2'\ncell: B\n")
    moved = moved.replace("{from: 1, to: 5}", "{to: 5, from: 1}").replace("points: 2", "points: 4/2")
    assert parsed(moved).canonical() == parsed().canonical()
    assert parsed(BASE.replace("points: 2", "points: 3")).canonical() != parsed().canonical()
    assert (
        parsed(BASE.replace("points: 2", "carry: yes")).canonical()
        == parsed(BASE.replace("    points: 2\n", "")).canonical()
    )
    assert '"is":"s / t"' in parsed().canonical()


def test_a_template_is_frozen():
    with pytest.raises(ValueError, match="frozen"):
        parsed().level = 3
