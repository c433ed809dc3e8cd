"""What each key of a template, a pack, a blueprint and a mapping file means, in one sentence.

For editors and for docs/reference.md. By the class that has the key; a class inherits the meanings of the class that it
comes from.
"""

from __future__ import annotations

from collections.abc import Mapping

Meanings = Mapping[str, Mapping[str, str]]

TEMPLATE: Meanings = {
    "Template": {
        "id": "What files and command lines call it: letters, digits, `_` and `-`; one of its kind in the pack.",
        "title": "Its name for people.",
        "level": "1 Recognition, 2 Application, 3 Analysis, 4 Synthesis, 5 Mastery; its folder says the same.",
        "label": "A short name such as `L2.3`; the id if not given.",
        "cell": "The row of the pack's scenario matrix that it covers.",
        "skills": "What it trains, in the pack's own words.",
        "links": "What to read again: `glossary:`, `topic:`, `skill:` or `template:`, and a name.",
        "continues": "The id of a template that it goes on from: same draw, same steps, other questions.",
        "constant_key": "A key that is the same in every variant is meant to be so.",
        "log": "The base of `log`; the pack's if not given.",
        "decimal": "How answers write the decimal sign; the pack's if not given.",
        "defaults": "The precision that is asked for, and how values are shown; the pack's if not given.",
        "marks": "What opens and closes an insertion, where the text itself needs `<<`.",
        "params": "What changes from variant to variant, by name.",
        "let": "Given values that follow from the params, by name; they may be shown and aren't explained.",
        "symbols": "Letters that stay open, by name, as in an answer such as `2x + 1`.",
        "where": "Conditions that every draw meets; they may use lets and steps.",
        "example": "The pinned variant: each param with its value.",
        "steps": "The solution, in order: the key, the traps and the worked solution come from it.",
        "verify": "What holds in every variant, known apart from the steps; it is checked, and told at the end.",
        "traps": "Known mistakes that go through the whole problem: steps that go wrong, and what to say.",
        "stem": "The text that poses the problem.",
        "forecast": "A question to guess at before reckoning.",
        "figure": "A figure beside the stem; it shows params, lets and tables only.",
        "solution_figure": "A figure in the worked solution.",
        "parts": "What is asked.",
    },
    "Quantity": {
        "unit": "The unit that it is measured, shown and asked in.",
        "symbol": "LaTeX for it; made from the name if not given.",
        "aliases": "Other spellings of the name that an answer may use.",
        "noun": "What is counted, one and many: `[device, devices]`.",
        "means": "What it is, in a few words, for whoever reads the template.",
    },
    "Param": {
        "draw": "The values that it may take: a list, a range, a table, a formula, or a pick or shuffle of these.",
        "as": "`text` if drawn numbers are texts; else how its values are shown.",
        "hidden": "It isn't listed among what is given.",
    },
    "Let": {
        "is": "Its formula.",
        "hidden": "It isn't listed among what is given.",
    },
    "Symbol": {
        "positive": "It stands for positive numbers only.",
        "integer": "It stands for whole numbers only.",
        "complex": "It stands for complex numbers, not only for real ones.",
        "range": "The interval that it stays in, such as `[0, 1)` or `[0, oo)`.",
        "constant": "It is a constant of integration: any number, and in an answer any letter.",
        "function of": "The letters that it is a function of: `y` with `x` here is written y(x).",
    },
    "Step": {
        "name": "What formulas call its value; a step of words has none.",
        "is": "Its formula; it may use all that stands above, and verbs.",
        "do": "What is done, as an order without its full stop; a step without it isn't told.",
        "why": "The reason, for the worked solution.",
        "show": "How its value is shown, or `no` if the step isn't told.",
        "when": "A condition on which it is told.",
    },
    "Verify": {
        "that": "The condition.",
        "say": "What it says, in words.",
    },
    "Trap": {
        "name": "Its name; a trap of the pack with this name can give the words.",
        "instead": "Steps with the formulas that someone uses by mistake.",
        "gives": "The wrong value of this part.",
        "picks": "Which options are picked by mistake: a condition on `it`.",
        "when": "A condition on which there is such a mistake at all.",
        "credit": "What the mistake still earns, from 0 to below 1; 0 if not given.",
        "say": "What is said to whoever made it; the pack's words if not given.",
    },
    "Part": {
        "id": "Its name within the template.",
        "ask": "The question.",
        "answer": "What is asked for: one key names the type of answer, others say how it is judged.",
        "traps": "Known mistakes in this part alone.",
        "hints": "Help, from faint to plain; none of them tells the answer.",
        "points": "What it is worth; 1 if not given.",
        "otherwise": "What is said of a wrong answer that no trap explains; `it` is what was picked.",
        "reveals": "Steps that are shown once this part is done.",
        "carry": "Later parts may rest on a wrong answer to this one; so if not given.",
        "carried_credit": "The share of the points for what rightly follows from a wrong answer; 1 if not given.",
        "constant_key": "The key of this part is the same in every variant, and meant to be so.",
    },
    "Defaults": {
        "asked": "The precision of answers: `3 sf` or `2 dp`; `3 sf` if not given.",
        "shown": "How values are shown: any display; `4 sf` if not given.",
    },
    "DrawList": {"values": "The values."},
    "DrawFormula": {"formula": "The formula."},
    "_Modified": {
        "shape": "Rows and columns: a matrix is drawn whose entries are all such values; one number makes a vector.",
        "except": "Values that are left out.",
        "apart_from": "Earlier params whose values are left out.",
    },
    "DrawRange": {
        "from": "The first value.",
        "to": "The greatest value; no more than this is drawn.",
        "step": "What each value adds to the one before; 1 if not given.",
        "times": "What each value multiplies the one before by.",
    },
    "DrawFrom": {"of": "The draw that the value comes from."},
    "DrawPick": {
        "pick": "How many different values are drawn.",
        "of": "The draw that they come from.",
        "order": "The order in which they stand; as drawn if not given.",
        "distinct": "Always `yes`.",
        "sorted": "`yes` means the same as `order: rising`.",
    },
    "DrawShuffle": {"shuffle": "The draw whose values are put in a drawn order."},
}  # fmt: skip

PACK: Meanings = {
    "Pack": {
        "title": "Its name for people; its id is its folder's name.",
        "version": "A whole number that grows when something changes.",
        "log": "The base of `log`.",
        "decimal": "How answers write the decimal sign.",
        "defaults": "The precision that is asked for, and how values are shown.",
        "units": "The units that templates and learners may use: a list, or `allow` and `own`; all if not given.",
        "formulas": "Formulas that templates may call, by name.",
        "constants": "Numbers that every template may name.",
        "tables": "Rows that params are drawn from and answers are taken from, by name.",
        "glossary": "Terms and what they mean.",
        "topics": "Neighbouring subjects that links may name.",
        "traps": "Words for mistakes that several templates share, by the name of the trap.",
        "cells": "The rows of the scenario matrix, by name.",
        "cards": "Recall cards.",
    },
    "PackFormula": {
        "of": "Its arguments.",
        "is": "Its body, a formula of the arguments.",
        "means": "What it is, in a few words.",
    },
    "Constant": {
        "is": "Its value.",
        "unit": "The unit of the value.",
        "symbol": "LaTeX for it; made from the name if not given.",
        "means": "What it is, in a few words.",
    },
    "Units": {
        "allow": "Units, or what they measure (`time`: all its units), or `all`.",
        "own": "Units of the pack's own, by name, each in terms of known ones.",
    },
    "Table": {
        "columns": "The columns with their types; a column `name` names the rows, `aliases` and `not` serve `text`.",
        "rows": "The rows by id; each fills every column.",
    },
    "Column": {
        "type": "`text`, `texts`, `number`, or the name of a table whose rows the cells name.",
        "unit": "The unit of its numbers.",
        "as": "How its numbers are shown.",
    },
    "PackTrap": {"say": "What is said to whoever made the mistake."},
    "ScenarioCell": {
        "special": "What is special about the case.",
        "trap": "The mistake that it tests.",
        "title": "Its name for people.",
    },
    "Card": {
        "id": "Its name.",
        "front": "The question.",
        "back": "The answer.",
        "skills": "What it trains.",
        "each": "A table: one card for each of its rows, which the texts call `it`.",
    },
}  # fmt: skip

BLUEPRINT: Meanings = {
    "Blueprint": {
        "id": "The set's name for files and records; made from its secret if not given.",
        "title": "Its name for people.",
        "instructions": "What stands above the first problem.",
        "sections": "Its sections, in order.",
        "order": "Whether each student's problems come in another order.",
        "repeats": "Whether two students may get the same variant: `never`, or with a warning.",
        "deadline": "When it is due, a day or a moment with its time zone; a student of the roster may have their own.",
        "late": "What happens to late submissions.",
        "attempts": "2 or more: only so many submissions count, the earliest; 1, as if not given: any number.",
        "counts": "Which of them counts: the `last`, the `first`, or the `best`.",
        "afterwards": "What students get back; all of it if not given.",
        "hints": "The sheets have hints.",
        "carry": "Errors carried forward may earn credit.",
    },
    "Section": {
        "title": "Its heading.",
        "count": "How many problems it has; one for each id if not given.",
        "levels": "The levels that fit.",
        "skills": "The skills that fit.",
        "cells": "The cells that fit.",
        "ids": "The templates that fit.",
        "points": "What each problem is worth; the sum of its parts if not given.",
        "pick": "Whether all students get the same templates, or each a choice of their own.",
        "variants": "Whether each student gets fresh numbers, or all the same.",
        "order": "Whether its problems come in another order for each student.",
    },
    "LateRules": {
        "accept": "Late submissions are taken.",
        "grace": "How long after the deadline nothing is lost: `15 minutes`.",
        "off": "The share of the points that each day begun costs: `10%`.",
        "closes": "How long after the deadline nothing is taken any more.",
    },
}  # fmt: skip

COLUMNS: Meanings = {
    "ColumnMap": {
        "form": "The heading of the column with form codes.",
        "student": "The heading of the column with ids.",
        "email": "The heading of the column with e-mail addresses.",
        "name": "The heading of the column with full names.",
        "first": "The heading of the column with first names.",
        "last": "The heading of the column with last names.",
        "time": "The heading of the column that says when it was handed in.",
        "attempt": "The heading of the column with the number of the attempt.",
        "problem": "With a row for each answer: the heading of the column with the problem's number.",
        "part": "With a row for each answer: the heading of the column with the part, `1.S`, or `S` beside `problem`.",
        "response": "With a row for each answer: the heading of the column with the answer.",
        "answers": "With a row for each submission: the part (`1.S`) or problem (`1`) and the heading of its column.",
        "blank": "Cells that mean no answer, beside empty ones; `-` if not given.",
        "decimal": "How numbers are written; as the templates read them if not given.",
        "dates": "Whether the day or the month stands first; moments where that matters are refused if not given.",
        "zone": "The offset from UTC of moments that name none, `+01:00`; that of the deadline if not given.",
        "sheet": "The sheet of a workbook; the first one if not given.",
        "damage": "Whether cells that look as if a spreadsheet had changed them wait for a person, or are trusted.",
        "zeros": "Whether ids that have lost the zeros in front are refused, or found.",
    },
}  # fmt: skip

ROSTER: Mapping[str, str] = {
    "id": "What the student is called in all files; where there is none, the e-mail address.",
    "name": "The full name, for people.",
    "first": "The first name, if there is no full one.",
    "last": "The last name, if there is no full one.",
    "email": "Answer files may name students by it.",
    "section": "A group or course; it is kept in the records.",
    "deadline": "Their own deadline instead of the set's; without an offset in the zone of the set's.",
    "extra_time": "How much later than the others they may hand in: `2 days`, `90 minutes`.",
}
"""What the columns of a roster hold; any other column is kept as it is."""

MEANINGS: Meanings = {**TEMPLATE, **PACK, **BLUEPRINT, **COLUMNS}


def meaning(model: type, key: str) -> str:
    """What a key of a model means; "" if nobody has said it."""
    return next((said[key] for each in model.__mro__ if key in (said := MEANINGS.get(each.__name__, {}))), "")
