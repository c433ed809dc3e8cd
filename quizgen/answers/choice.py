"""`choice`: an option is picked, a row of a table (`choice: M`, `among`) or one that the author wrote (`choice: one`).

The order is a pure function of the variant: the same variant shows the same letters whatever seed drew it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from quizgen.answers import Asked, BasicType, Match, PublicAnswer, PublicOption, Sample, Scope, folding, rules
from quizgen.answers.number import evaluator
from quizgen.answers.text import name_column
from quizgen.errors import KindError, ReadingError
from quizgen.maths.expr import Expr, Field, Name
from quizgen.maths.kinds import TRUTH, Kind
from quizgen.maths.values import Row
from quizgen.prose import Display, Insertion, Prose, markdown
from quizgen.verdict import Malformed, Reading

_LETTER = re.compile(r"[(\[]?([a-z]{1,2})[)\].:]*")
_LETTERED = re.compile(r"[(\[]?([a-z]{1,2})[)\].:]+\s+(.+)", re.DOTALL)
_MARKUP = str.maketrans("", "", "$*`{}\\")
MODES = ("one", "several")
OPTION_KEYS = frozenset({"say", "right", "else", "last", "each"})


class Shown(NamedTuple):
    """An option of one variant: `id` within the part, its text, the names that this adds, and what `it` stands for."""

    id: str
    say: Prose
    names: Mapping[str, Any]
    it: Any
    option: int = -1
    last: bool = False


class ChoiceAnswer(BasicType):
    """One option is right, or more than one of which any will do; a learner gives its letter or its text."""

    name = "choice"
    keys = frozenset({"among", "offer", "say", "options", "all_or_nothing", "shuffle"})

    # ------------------------------------------------------------------------------------------------ the author's
    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType. `table` is "" where the author wrote the options."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        given = str(authored["choice"])
        if given in MODES and "options" in authored:
            return _compile_options(given, authored, scope)
        return _compile_rows(given, authored, scope)

    # ------------------------------------------------------------------------------------------------ the key
    def key(self, asked: Asked) -> Any:
        """The right row, or the ids of the right options. Raises MathsError."""
        if asked.spec["table"]:
            return evaluator(asked.spec["is"], asked.log)(asked.values)
        return frozenset(option.id for option in _options(asked) if self._is_right(option, asked))

    def show(self, value: Any, asked: Asked) -> str:
        """The letter of a right option."""
        return next((letter for letter, option in lettered(asked) if _is_among(option, value)), "")

    def public(self, asked: Asked) -> PublicAnswer:
        """The options in the order that this variant shows."""
        options = tuple(PublicOption(letter, each.say, each.names) for letter, each in lettered(asked))
        return PublicAnswer(options=options)

    def _is_right(self, option: Shown, asked: Asked) -> bool:
        right = asked.spec["options"][option.option]["right"]
        return bool(evaluator(right, asked.log)({**asked.values, **option.names}))

    # ------------------------------------------------------------------------------------------------ reading
    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """A letter, with or without a bracket or full stop, or an option's text; `Reading.value` is the `Shown`."""
        text = folding.visible(raw)
        if not text:
            return None
        options = lettered(asked)
        said = [pair for pair in options if folding.same(_bare(text), _bare(_text(pair[1], asked)))]
        picked = _picked(text, options, asked)
        if isinstance(picked, str):
            return _reading(raw, *said[0], asked) if said else Malformed(raw, picked, mend=_letters_mend(options))
        if said and said[0][0] != picked[0]:
            asks = tuple(f"{letter}) {_text(option, asked)}" for letter, option in (picked, said[0]))
            return Malformed(raw, f"did you mean {asks[0]} or {asks[1]}?", asks=asks)
        return _reading(raw, *picked, asked)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Right, or value with what the author says of the option picked."""
        option: Shown = reading.value
        if _is_among(option, key):
            return Match("right", 1)
        said = asked.spec["options"][option.option]["else"] if option.option >= 0 else Prose()
        return Match("value", says=(said,) if said else ())

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """The trap's row or options."""
        return self.differs(value, key, asked) and _is_among(reading.value, value)

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:  # noqa: ARG002 - nothing but the two matters
        """Another row, or other options."""
        if isinstance(value, Row) and isinstance(key, Row):
            return (value.table, value.id) != (key.table, key.id)
        return bool(value != key)

    def it(self, reading: Reading, asked: Asked) -> Any:  # noqa: ARG002
        """The row, or the item of `each`, that was picked."""
        return reading.value.it

    def own(self, reading: Reading, asked: Asked) -> Any:  # noqa: ARG002
        """The row that was picked; an option that the author wrote stands in for nothing."""
        return reading.value.it if isinstance(reading.value.it, Row) else None

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """Every letter, in several spellings, and letters that aren't offered."""
        found = [Sample("", "blank"), Sample("zz", "malformed"), Sample("none that is offered", "malformed")]
        for letter, option in lettered(asked):
            outcome = "correct" if _is_among(option, key) else "incorrect"
            found += [Sample(text, outcome) for text in (letter, f"{letter.upper()})", f"({letter})")]
        return found


# ---------------------------------------------------------------------------------------------------- compiling
def _compile_rows(given: str, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    expr, kind = scope.formula(given)
    table = str(authored.get("among", kind.table))
    if kind.what != "row" or kind.table != table:
        what = f"`choice: {given}` is no row of {table or 'a table'}"
        raise KindError(what, mend="write `choice: one` and `options`")
    rows, offer = scope.table(table), _offer(authored)
    if offer and offer > len(rows):
        raise ReadingError(f"`offer: {offer}`, but {table} has {len(rows)} rows", mend="offer fewer, or `all`")
    bound = {"it": Kind("row", table=table)}
    column = name_column(rows)
    default = Prose((Insertion(Field(Name("it"), column), Display()),))
    say = scope.prose(str(authored["say"]), public=True, **bound) if "say" in authored else default
    return {
        "is": expr, "name": expr.name if isinstance(expr, Name) else "", "mode": "one", "table": table, "say": say,
        "offer": offer, "shuffle": _shuffle(authored), "options": (),
    }  # fmt: skip


def _compile_options(mode: str, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    if mode == "several":
        raise ReadingError("`choice: several` isn't known yet", mend="write `choice: one`")
    given = authored["options"]
    if not isinstance(given, list | tuple) or len(given) < 1:
        raise ReadingError("`options` is a list", mend="write `- {say: …, right: …}` for each option")
    options = tuple(_compile_option(each, scope) for each in given)
    return {"mode": mode, "table": "", "offer": 0, "shuffle": _shuffle(authored), "options": options}


def _compile_option(given: Any, scope: Scope) -> dict[str, Any]:
    if not isinstance(given, Mapping) or "say" not in given or "right" not in given:
        raise ReadingError("an option has `say` and `right`", mend="write `{say: …, right: true}`")
    rules.refuse_other_keys(given, "an option", OPTION_KEYS)
    each, of, bound = _each(given, scope)
    right = {"yes": "true", "no": "false"}.get(str(given["right"]).strip().lower(), str(given["right"]))
    expr, kind = scope.formula(right, **bound)
    if kind != TRUTH:
        raise KindError(f"`right: {given['right']}` is neither true nor false", mend="write a comparison")
    return {
        "say": scope.prose(str(given["say"]), public=True, **bound), "right": expr,
        "else": scope.prose(str(given.get("else", "")), public=False, **bound), "last": rules.truth(given, "last"),
        "each": each, "of": of,
    }  # fmt: skip


def _each(given: Mapping[str, Any], scope: Scope) -> tuple[str, Expr | None, dict[str, Kind]]:
    """`each: x in xs`: one option for each item of a list, which `x` and `it` name."""
    if "each" not in given:
        return "", None, {}
    name, _, source = str(given["each"]).partition(" in ")
    if not name.strip().isidentifier() or not source.strip():
        raise ReadingError(f"`each: {given['each']}` names no list", mend="write `each: x in xs`")
    expr, kind = scope.formula(source)
    if kind.what not in ("list", "set") or kind.of is None:
        raise KindError(f"`{source}` is no list", mend="name a list")
    return name.strip(), expr, {name.strip(): kind.of, "it": kind.of}


def _offer(authored: Mapping[str, Any]) -> int:
    given = str(authored.get("offer", "all")).strip()
    if given == "all":
        return 0
    if not given.isdecimal() or not 2 <= int(given) <= 26:
        raise ReadingError(f"`offer: {given}` is no number of options", mend="write a number from 2 to 26, or `all`")
    return int(given)


def _shuffle(authored: Mapping[str, Any]) -> bool:
    return rules.truth({"shuffle": authored.get("shuffle", True)}, "shuffle")


# ---------------------------------------------------------------------------------------------------- the options
def lettered(asked: Asked) -> tuple[tuple[str, Shown], ...]:
    """The options of a variant with their letters, in the order in which they are shown."""
    options = _rows(asked) if asked.spec["table"] else list(_options(asked))
    if asked.spec["shuffle"]:
        options.sort(key=lambda option: _digest(asked, "order", option.id))
    options.sort(key=lambda option: option.last)
    return tuple((_letter(place), option) for place, option in enumerate(options))


def _rows(asked: Asked) -> list[Shown]:
    """The rows that are offered: the key's and, of the others, those of least digest."""
    spec = asked.spec
    rows = list(asked.tables[spec["table"]].values())
    if spec["offer"]:
        key = evaluator(spec["is"], asked.log)(asked.values)
        others = sorted((row for row in rows if row.id != key.id), key=lambda row: _digest(asked, "offer", row.id))
        offered = {key.id, *(row.id for row in others[: spec["offer"] - 1])}
        rows = [row for row in rows if row.id in offered]
    return [Shown(row.id, spec["say"], {"it": row}, row) for row in rows]


def _options(asked: Asked) -> Iterator[Shown]:
    """What the author wrote, `each` spelled out."""
    for number, option in enumerate(asked.spec["options"]):
        if not option["each"]:
            yield Shown(str(number), option["say"], {}, None, number, option["last"])
            continue
        items = evaluator(option["of"], asked.log)(asked.values)
        for place, item in enumerate(items):
            names = {option["each"]: item, "it": item}
            yield Shown(f"{number}.{place}", option["say"], names, item, number, option["last"])


def _digest(asked: Asked, purpose: str, name: str) -> bytes:
    return blake2b(f"{asked.variant}\x00{asked.part}\x00{purpose}\x00{name}".encode(), digest_size=8).digest()


def _letter(place: int) -> str:
    """From `a` to `z`, then `aa`, `ab` and so on."""
    first, second = divmod(place, 26)
    return (chr(96 + first) if first else "") + chr(97 + second)


def _is_among(option: Shown, key: Any) -> bool:
    return option.id == key.id if isinstance(key, Row) else option.id in key


# ---------------------------------------------------------------------------------------------------- responses
def _picked(text: str, options: Sequence[tuple[str, Shown]], asked: Asked) -> tuple[str, Shown] | str:
    """The option of a letter, alone or in front of the option's own text; else what is wrong."""
    folded = folding.strict_fold(text)
    match, rest = _LETTER.fullmatch(folded), ""
    if match is None:
        match = _LETTERED.fullmatch(folded)
        rest = match[2] if match is not None else ""
    if match is None:
        return "that is none of the options"
    for letter, option in options:
        if letter == match[1]:
            fits = not rest or folding.same(_bare(rest), _bare(_text(option, asked)))
            return (letter, option) if fits else f"option {letter} says something else"
    return f"there is no option {match[1]}"


def _reading(raw: str, letter: str, option: Shown, asked: Asked) -> Reading:
    return Reading(raw, option, f"{letter}) {_text(option, asked)}")


def _letters_mend(options: Sequence[tuple[str, Shown]]) -> str:
    return f"answer with a letter from {options[0][0]} to {options[-1][0]}"


def _text(option: Shown, asked: Asked) -> str:
    return markdown(option.say, {**asked.values, **option.names}, asked.texts)


def _bare(text: str) -> str:
    """An option's text without the marks of Markdown and maths, as a learner would type it."""
    return text.translate(_MARKUP)


TYPE = ChoiceAnswer()
__all__ = ["TYPE", "ChoiceAnswer", "Shown", "lettered"]
