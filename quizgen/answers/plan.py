"""`plan: {name: …}`: values for some names are chosen freely, and must together satisfy conditions (POSITIONS 33).

The author's sample is only one of the plans that are right: it is what the key shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from quizgen.answers import Asked, BasicType, Box, KeyLine, Match, PublicAnswer, Sample, Scope, rules
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.worked import evaluator
from quizgen.answers.written import is_finished
from quizgen.errors import KindError, MathsError, ReadingError, TooMuchWork, Undecided
from quizgen.maths import reader
from quizgen.maths.arithmetic import whole
from quizgen.maths.expr import CONSTANTS, names
from quizgen.maths.fold import fold
from quizgen.maths.kinds import NUMBER, PURE, TRUTH
from quizgen.maths.symbols import default_symbol
from quizgen.prose import Display, Insertion, Prose
from quizgen.verdict import Malformed, Reading

MOST = 20
"""Values that a plan has at most."""
LARGEST = 10**15
"""A value beyond this belongs to no plan."""
CONDITION_KEYS: Mapping[str, AnswerField] = MappingProxyType(
    {
        "that": AnswerField("What the plan must meet; it may name params and steps too.", ("formula",), needed=True),
        "say": AnswerField("What is said to whoever doesn't meet it.", needed=True),
        "credit": AnswerField("What meeting it earns where another one isn't met; nothing if not given.", ("share",)),
    }
)
BOX_KEYS: Mapping[str, AnswerField] = MappingProxyType(
    {
        "integer": AnswerField("Whether it is a whole number, 1 or more; yes if not given.", SWITCH),
        "least": AnswerField("The least value; 1 for a whole number, none for another one, if not given.", ("number",)),
        "means": AnswerField("What it stands for, in a word or two."),
    }
)
Plan = tuple[int | Fraction, ...]

_NAMED = re.compile(r"(?<![^\W\d])([^\W\d]\w{0,60}+)\s*(?::=|=|:|≈)")
_BETWEEN = re.compile(r"\s*[,;]\s*|\s+and\s+|\s+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LEAST = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15}|/[1-9][0-9]{0,14})?")


class PlanAnswer(BasicType):
    """A plan that meets every condition is right, whatever the sample."""

    name = "plan"
    takes = AnswerField("The values to choose, by name.", ("named",), BOX_KEYS)
    keys: Mapping[str, AnswerField] = MappingProxyType(
        {
            "such_that": AnswerField("The conditions.", ("items",), CONDITION_KEYS, needed=True),
            "sample": AnswerField("A plan that meets them, in every variant.", ("values",), needed=True),
        }
    )

    # ------------------------------------------------------------------------------------------------ the author's
    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        given = authored["plan"]
        if not isinstance(given, Mapping) or not 1 <= len(given) <= MOST:
            raise ReadingError(f"`plan` names 1 to {MOST} values", mend="write `b: {means: …}` lines")
        boxes = tuple(_box(name, fields, scope) for name, fields in given.items())
        conditions = tuple(_condition(each, tuple(given), scope) for each in _listed(authored, "such_that"))
        if not conditions:
            raise ReadingError("a plan has conditions", mend="add `such_that: [{that: …, say: …}]`")
        if sum(each["credit"] for each in conditions) > 1:
            raise ReadingError("the conditions' credits sum up to more than 1", mend="lower them")
        return {"boxes": boxes, "such_that": conditions, "sample": _sample(authored.get("sample"), given, scope)}

    # ------------------------------------------------------------------------------------------------ the key
    def key(self, asked: Asked) -> Plan:
        """The author's sample. Raises MathsError."""
        return tuple(whole(evaluator(expr, asked.log)(asked.values)) for expr in asked.spec["sample"])

    def show(self, value: Any, asked: Asked) -> str:
        """`b=1 k=4 a=8`."""
        return " ".join(f"{box['name']}={each}" for box, each in zip(asked.spec["boxes"], value, strict=True))

    def public(self, asked: Asked) -> PublicAnswer:
        """A box for each name."""
        boxes = tuple(Box(box["name"], box["symbol"], box["means"]) for box in asked.spec["boxes"])
        integers = all(box["integer"] for box in asked.spec["boxes"])
        return PublicAnswer("whole numbers" if integers else "", boxes=boxes, way="plan")

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """The sample."""
        insertions = [
            Insertion(expr, Display("plain"), box["symbol"])
            for box, expr in zip(asked.spec["boxes"], asked.spec["sample"], strict=True)
        ]
        pieces = [piece for each in insertions for piece in (", ", each)][1:]
        return (KeyLine("", Prose(("One plan that works: ", *pieces, "."))),)

    # ------------------------------------------------------------------------------------------------ reading
    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """`b=1 k=4 a=8` in any order, or a tuple in the order asked; `Reading.value` are exact values in that order."""
        if reader.is_blank(raw):
            return None
        known = [box["name"] for box in asked.spec["boxes"]]
        mend = f"write `{' '.join(f'{name}=…' for name in known)}`"
        try:
            text = fold(raw).text
        except TooMuchWork as error:
            return Malformed(raw, error.what, mend=mend)
        given = _named(text) if _NAMED.search(text) else _in_order(text, known)
        if isinstance(given, str):
            return Malformed(raw, given, mend=mend)
        if wrong := _misnamed(given, known):
            return Malformed(raw, wrong, mend=mend)
        return _reading(raw, [(name, dict(given)[name]) for name in known], asked, mend)

    # ------------------------------------------------------------------------------------------------ judging
    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Right if all conditions are met; each that isn't is named."""
        spec, plan = asked.spec, reading.value
        odd = [wrong for box, each in zip(spec["boxes"], plan, strict=True) if (wrong := _is_out_of_range(box, each))]
        if odd:
            return Match("condition", evidence="; ".join(odd))
        values = {**asked.values, **{box["name"]: each for box, each in zip(spec["boxes"], plan, strict=True)}}
        failed = [each for each in spec["such_that"] if not _holds(each, values, asked.log)]
        if not failed:
            return Match("right", 1)
        credit = sum((each["credit"] for each in spec["such_that"] if each not in failed), Fraction(0))
        count = f"{len(failed)} of {len(spec['such_that'])} conditions {'is' if len(failed) == 1 else 'are'} not met"
        return Match("condition", whole(credit), count, says=tuple(each["say"] for each in failed))

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The sample in many spellings, values that are no plan, and plans that aren't whole."""
        pairs = self.show(key, asked).split()
        values = [str(each) for each in key]
        found = [Sample(text, "correct") for text in (" ".join(pairs), ", ".join(pairs[::-1]), "; ".join(pairs))]
        found += [Sample(text, "correct") for text in (", ".join(values), f"({', '.join(values)})", " ".join(values))]
        found += [Sample("", "blank"), Sample("nothing", "malformed"), Sample(f"{pairs[0]} zz=3", "malformed")]
        found += [Sample(" ".join([*pairs, pairs[0]]), "malformed"), Sample(" ".join([*values, "1"]), "malformed")]
        if asked.spec["boxes"][0]["integer"]:
            broken = " ".join([f"{asked.spec['boxes'][0]['name']}=-3", *pairs[1:]])
            found.append(Sample(broken, "incorrect", "condition"))
        return found


# ---------------------------------------------------------------------------------------------------- compiling
def _box(name: Any, given: Any, scope: Scope) -> dict[str, Any]:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ReadingError(f"`{name}` is no name", mend="a name is a letter, then letters, digits and `_`")
    fields = {} if given in (None, "") else given
    if not isinstance(fields, Mapping):
        raise ReadingError(f"`{name}` has fields", mend=f"write `{name}: {{means: …}}`")
    rules.refuse_other_keys(fields, f"`{name}`", BOX_KEYS)
    integer = rules.truth({"integer": fields.get("integer", True)}, "integer")
    least = fields.get("least", "1" if integer else "")
    return {
        "name": name, "symbol": default_symbol(name), "integer": integer, "least": _least(str(least)),
        "means": scope.prose(str(fields.get("means", "")), public=True),
    }  # fmt: skip


def _least(text: str) -> int | Fraction | None:
    if not text.strip():
        return None
    if not _LEAST.fullmatch(text.strip()):
        raise ReadingError(f"`least: {text}` is no number", mend="write `least: 0`")
    return whole(Fraction(text.strip()))  # type: ignore[no-any-return]  # untyped beneath


def _condition(given: Any, plan: tuple[str, ...], scope: Scope) -> dict[str, Any]:
    if not isinstance(given, Mapping) or "that" not in given or "say" not in given:
        raise ReadingError("a condition has `that` and `say`", mend="write `- {that: …, say: …}`")
    rules.refuse_other_keys(given, "a condition", CONDITION_KEYS)
    bound = dict.fromkeys(plan, NUMBER)
    expr, kind = scope.formula(str(given["that"]), **bound)
    if kind != TRUTH:
        raise KindError(f"`that: {given['that']}` is neither true nor false", mend="write a comparison")
    say = scope.prose(str(given["say"]))
    return {"that": expr, "say": say, "credit": rules.credit(given, "credit", 0)}


def _sample(given: Any, plan: Mapping[str, Any], scope: Scope) -> tuple[Any, ...]:
    wanted = f"write `sample: {{{', '.join(f'{name}: …' for name in plan)}}}`"
    if not isinstance(given, Mapping) or set(given) != set(plan):
        raise ReadingError("a plan has a sample with a value for each of its names", mend=wanted)
    found = []
    for name in plan:
        expr, kind = scope.formula(str(given[name]))
        if kind.what != "number" or kind.dimension != PURE:
            raise KindError(f"`{given[name]}` is no number without a unit", mend=wanted)
        found.append(expr)
    return tuple(found)


def _listed(authored: Mapping[str, Any], name: str) -> Sequence[Any]:
    given = authored.get(name, ())
    if not isinstance(given, list | tuple):
        raise ReadingError(f"`{name}` is a list", mend="begin each item with `- `")
    return given


# ---------------------------------------------------------------------------------------------------- responses
Given = list[tuple[str, str]]
"""Names with the texts of their values."""


def _named(text: str) -> Given | str:
    found = list(_NAMED.finditer(text))
    if text[: found[0].start()].strip("({[ \t"):
        return f"{text[: found[0].start()].strip()!r} has no name"
    ends = [*(match.start() for match in found[1:]), len(text)]
    values = [text[match.end() : end].strip().strip(",;)}] \t") for match, end in zip(found, ends, strict=True)]
    return [(match[1], value.removesuffix(" and").strip(" ,")) for match, value in zip(found, values, strict=True)]


def _in_order(text: str, known: list[str]) -> Given | str:
    bare = text.strip().rstrip(".").strip("()[]{} \t")
    pieces = [piece for piece in (_BETWEEN.split(bare) if bare else []) if piece]
    if len(pieces) != len(known):
        wanted = f"{len(known)} numbers are wanted, for {', '.join(known)}"
        return wanted if len(known) > 1 else f"one number is wanted, for {known[0]}"
    return list(zip(known, pieces, strict=True))


def _misnamed(given: Given, known: list[str]) -> str:
    """What is wrong with the names: one that isn't asked, one twice, one missing."""
    names_given = [name for name, _ in given]
    for name in names_given:
        if name not in known:
            near = next((each for each in known if each.lower() == name.lower()), "")
            return f"there is no {name}; did you mean {near}?" if near else f"there is no {name} in this plan"
        if names_given.count(name) > 1:
            return f"{name} stands there twice"
    missing = [name for name in known if name not in names_given]
    return f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing" if missing else ""


def _reading(raw: str, given: Given, asked: Asked, mend: str) -> Reading | Malformed:
    values = []
    for name, text in given:
        value = _number(text, asked)
        if value is None:
            return Malformed(raw, f"{name}: {text or 'nothing'} is no number", mend=mend)
        values.append(value)
    echo = ", ".join(f"{name} = {value}" for (name, _), value in zip(given, values, strict=True))
    return Reading(raw, tuple(values), echo.replace("-", "−"))


def _number(text: str, asked: Asked) -> int | Fraction | None:
    """A finished number of ordinary size, None for anything else."""
    read = reader.read_answer(text, reader.Vocabulary(log=asked.log, decimal=asked.decimal))
    if isinstance(read, Malformed) or names(read.expr) - CONSTANTS or not is_finished(read.expr):
        return None
    try:
        value = whole(evaluator(read.expr, asked.log)({}))
    except MathsError:
        return None
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return None
    return value if -LARGEST <= Fraction(value) <= LARGEST else None


def _is_out_of_range(box: Mapping[str, Any], value: int | Fraction) -> str:
    """Why a value can't stand in a box; "" if it can."""
    least: int | Fraction | None = box["least"]
    is_large_enough = least is None or Fraction(value) >= least
    if is_large_enough and (isinstance(value, int) or not box["integer"]):
        return ""
    kind = "a whole number" if box["integer"] else "a number"
    return f"{box['name']} must be {kind}" + (f" of at least {least}" if least is not None else "")


def _holds(condition: Mapping[str, Any], values: Mapping[str, Any], log: str) -> bool:
    try:
        return evaluator(condition["that"], log)(values) is True
    except (Undecided, TooMuchWork):
        raise
    except MathsError:
        return False


TYPE = PlanAnswer()
