"""`choice`: an option is picked, a row of a table (`choice: M`, `among`) or one that the author wrote (`choice: one`).

With `choice: several` all options that are right are ticked. What the options say and how they are ordered is told in
`options.py`, how a response names them in `letters.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from quizgen.answers import (
    Asked,
    BasicType,
    KeyLine,
    Match,
    PublicAnswer,
    Sample,
    Scope,
    folding,
    letters,
    rules,
    several,
)
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.options import Lettered, Shown, digest, echo_of, public_options, shuffled, with_letters
from quizgen.answers.text import name_column
from quizgen.answers.worked import evaluator
from quizgen.errors import KindError, ReadingError
from quizgen.maths.expr import Expr, Field, Name
from quizgen.maths.kinds import TRUTH, Kind
from quizgen.maths.values import Row
from quizgen.prose import Display, Insertion, Prose
from quizgen.verdict import Malformed, Reading

MODES = ("one", "several")
OPTION_KEYS: Mapping[str, AnswerField] = MappingProxyType(
    {
        "say": AnswerField("What the option says.", needed=True),
        "right": AnswerField("Whether it is right: a formula that is true or false.", ("formula",), needed=True),
        "else": AnswerField(
            "What is said to whoever takes it for right although it isn't; its reason in the solution."
        ),
        "last": AnswerField("It stays behind the others.", SWITCH),
        "each": AnswerField("`x in xs`: one such option for each item of a list, which `x` and `it` name."),
    }
)
TICK_RULE = "any number of letters, or “none”"


class ChoiceAnswer(BasicType):
    """One option is right, or more than one of which any will do, or all that are right are ticked.

    A learner gives letters or texts.
    """

    name = "choice"
    takes = AnswerField(
        "A row of a table that is picked among others; `one` or `several` with options of your own.",
        ("formula", "'one'", "'several'"),
    )
    keys: Mapping[str, AnswerField] = MappingProxyType(
        {
            "among": AnswerField("The table whose rows are the options; that of the row if not given."),
            "offer": AnswerField(
                "How many rows are offered, the right one among them; `all` if not given.", ("'all'", "number")
            ),
            "say": AnswerField("What the option of a row says, where `it` is the row; its name if not given."),
            "options": AnswerField("The options of `one` and `several`.", ("items",), OPTION_KEYS),
            "all_or_nothing": AnswerField("`several` gives no credit for a part of the ticks.", SWITCH),
            "shuffle": AnswerField("Whether the options are shuffled; yes if not given.", SWITCH),
        }
    )

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
        """The letter of a right option, or the letters of all."""
        options = lettered(asked)
        if _ticks(asked):
            return several.show(value, options)
        return next((letter for letter, option in options if _is_among(option, value)), "")

    def public(self, asked: Asked) -> PublicAnswer:
        """The options in the order that this variant shows."""
        options = public_options(lettered(asked))
        if not _ticks(asked):
            return PublicAnswer(options=options, way="pick")
        rule = TICK_RULE + ("; all or nothing" if asked.spec["all_or_nothing"] else "; a wrong one costs credit")
        return PublicAnswer(rule, options=options, way="tick")

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """The right options, and the others where the author says what is wrong with them."""
        lines = [_line(letter, option, key, asked) for letter, option in lettered(asked)]
        return tuple(line for line in lines if line.right or line.why)

    def _is_right(self, option: Shown, asked: Asked) -> bool:
        right = asked.spec["options"][option.option]["right"]
        return bool(evaluator(right, asked.log)({**asked.values, **option.names}))

    # ------------------------------------------------------------------------------------------------ reading
    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """A letter, with or without a bracket or full stop, or an option's text; `Reading.value` is the `Shown`.

        Where any number may be ticked it is a tuple of these.
        """
        options = lettered(asked)
        if _ticks(asked):
            return several.read(raw, options, asked)
        text = folding.visible(raw)
        if not text:
            return None
        said = letters.by_text(text, options, asked)
        picked = letters.picked(text, options, asked)
        if isinstance(picked, str):
            return _reading(raw, said[0], asked) if said else Malformed(raw, picked, mend=letters.mend(options))
        if said and said[0][0] != picked[0]:
            asks = tuple(echo_of([each], asked) for each in (picked, said[0]))
            return Malformed(raw, f"did you mean {asks[0]} or {asks[1]}?", asks=asks)
        return _reading(raw, picked, asked)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Right, or value with what the author says of the option picked."""
        if _ticks(asked):
            return several.judge(reading.value, key, lettered(asked), asked)
        option: Shown = reading.value
        if _is_among(option, key):
            return Match("right", 1)
        said = asked.spec["options"][option.option]["else"] if option.option >= 0 else Prose()
        return Match("value", says=(said,) if said else ())

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """The trap's row or options."""
        if not self.differs(value, key, asked):
            return False
        if _ticks(asked):
            return bool(frozenset(option.id for option in reading.value) == value)
        return _is_among(reading.value, value)

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """Another row, or other options."""
        if isinstance(value, Row) and isinstance(key, Row):
            return (value.table, value.id) != (key.table, key.id)
        return bool(value != key)

    def it(self, reading: Reading, asked: Asked) -> Any:
        """The row, or the item of `each`, that was picked."""
        if not _ticks(asked):
            return reading.value.it
        return reading.value[0].it if len(reading.value) == 1 else None

    def own(self, reading: Reading, asked: Asked) -> Any:
        """The row that was picked; an option that the author wrote stands in for nothing."""
        return reading.value.it if not _ticks(asked) and isinstance(reading.value.it, Row) else None

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """Every letter, in several spellings, and letters that aren't offered."""
        options = lettered(asked)
        if _ticks(asked):
            return several.samples(key, options, asked)
        found = [Sample("", "blank"), Sample("zz", "malformed"), Sample("none that is offered", "malformed")]
        for letter, option in options:
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
    given = authored["options"]
    if not isinstance(given, list | tuple) or len(given) < 1:
        raise ReadingError("`options` is a list", mend="write `- {say: …, right: …}` for each option")
    options = tuple(_compile_option(each, scope) for each in given)
    all_or_nothing = rules.truth(authored, "all_or_nothing")
    if all_or_nothing and mode == "one":
        raise ReadingError("`all_or_nothing` is about several ticks", mend="take it away, or write `choice: several`")
    return {
        "mode": mode, "table": "", "offer": 0, "shuffle": _shuffle(authored), "options": options,
        "all_or_nothing": all_or_nothing,
    }  # fmt: skip


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
def lettered(asked: Asked) -> Lettered:
    """The options of a variant with their letters, in the order in which they are shown."""
    options = _rows(asked) if asked.spec["table"] else list(_options(asked))
    if asked.spec["shuffle"]:
        options = shuffled(options, asked)
    return with_letters(sorted(options, key=lambda option: option.last))


def _rows(asked: Asked) -> list[Shown]:
    """The rows that are offered: the key's and, of the others, those of least digest."""
    spec = asked.spec
    rows = list(asked.tables[spec["table"]].values())
    if spec["offer"]:
        key = evaluator(spec["is"], asked.log)(asked.values)
        others = sorted((row for row in rows if row.id != key.id), key=lambda row: digest(asked, "offer", row.id))
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


def _line(letter: str, option: Shown, key: Any, asked: Asked) -> KeyLine:
    right = _is_among(option, key)
    why = asked.spec["options"][option.option]["else"] if option.option >= 0 else Prose()
    return KeyLine(letter, option.say, option.names, right, why if not right or _ticks(asked) else Prose())


def _ticks(asked: Asked) -> bool:
    return bool(asked.spec["mode"] == "several")


def _is_among(option: Shown, key: Any) -> bool:
    return option.id == key.id if isinstance(key, Row) else option.id in key


def _reading(raw: str, named: tuple[str, Shown], asked: Asked) -> Reading:
    return Reading(raw, named[1], echo_of([named], asked))


TYPE = ChoiceAnswer()
__all__ = ["TYPE", "ChoiceAnswer", "Shown", "lettered"]
