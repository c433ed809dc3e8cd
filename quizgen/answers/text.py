"""`text: T`: a term that is typed, one of a table's or a text with aliases (POSITIONS 28)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen.answers import Asked, BasicType, Match, PublicAnswer, Sample, Scope, folding, rules
from quizgen.answers.fields import SWITCH, AnswerField
from quizgen.answers.worked import evaluator
from quizgen.errors import KindError, ReadingError
from quizgen.maths.expr import Name
from quizgen.maths.kinds import TEXT, Kind
from quizgen.maths.values import Row
from quizgen.verdict import Malformed, Reading

LONGEST = 500
"""Characters of a response beyond which it isn't one term."""


class Meant(NamedTuple):
    """What a text was read as: its own words, the rows of the table that go by them, and a slip that was forgiven."""

    text: str
    rows: tuple[Row, ...] = ()
    slipped: str = ""
    term: str = ""


class TextAnswer(BasicType):
    """Compares a typed text with a term, its aliases, and the other terms of its table."""

    name = "text"
    takes = AnswerField("A term that is typed: the formula of a row of a table, or of a text.", ("formula",))
    keys: Mapping[str, AnswerField] = MappingProxyType(
        {
            "among": AnswerField("The table whose rows are the terms; that of the row if not given."),
            "aliases": AnswerField("Other words for the key, or a formula that gives them.", ("texts", "formula")),
            "not": AnswerField(
                "Words that are near the key and wrong: never taken for a slip of it.", ("texts", "text")
            ),
            "strict": AnswerField("No slip of the pen is forgiven, and spaces and hyphens count.", SWITCH),
            "case": AnswerField("Capital and small letters are told apart.", SWITCH),
            "case_credit": AnswerField("With `case`, credit for what differs in capitals only.", ("share",)),
            "accents": AnswerField("Whether accents count; yes if not given.", SWITCH),
            "wildcards": AnswerField("A `*` in a name or alias stands for any text.", SWITCH),
            "or": AnswerField(
                "Other terms that are accepted, each with a credit and words.",
                ("items",),
                {
                    "is": AnswerField("The other term.", needed=True),
                    "credit": AnswerField("What it earns; 1 if not given.", ("share",)),
                    "say": AnswerField("What is said to whoever gives it."),
                },
            ),
        }
    )

    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType. The key is a text, or a row that its `column` names; `aliases` may be a formula."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        expr, kind = scope.formula(str(authored["text"]))
        if kind.what not in ("text", "row"):
            raise KindError(f"`{authored['text']}` is neither a text nor a row of a table", mend="name such a step")
        table = str(authored.get("among", kind.table))
        if kind.what == "row" and table != kind.table:
            raise KindError(f"`{authored['text']}` is a row of {kind.table}", mend=f"write `among: {kind.table}`")
        strict, wild = rules.truth(authored, "strict"), rules.truth(authored, "wildcards")
        return {
            "is": expr, "name": expr.name if isinstance(expr, Name) else "", "table": table,
            "column": name_column(scope.table(table)) if table else "", **_aliases(authored, scope),
            "not": _texts(authored.get("not", ())), "strict": strict, "case": rules.truth(authored, "case"),
            "accents": "accents" not in authored or rules.truth(authored, "accents"),
            "case_credit": rules.credit(authored, "case_credit", 0), "wildcards": wild, "terms": tuple(scope.terms),
            "or": tuple(_second_best(each, scope) for each in authored.get("or", ())),
        }  # fmt: skip

    def key(self, asked: Asked) -> Any:
        """A Row of the table, or a text. Raises MathsError."""
        return evaluator(asked.spec["is"], asked.log)(asked.values)

    def show(self, value: Any, asked: Asked) -> str:
        """The term."""
        return str(value.cells[asked.spec["column"]]) if isinstance(value, Row) else str(value)

    def public(self, asked: Asked) -> PublicAnswer:
        """Nothing."""
        return PublicAnswer()

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """The text with the rows that it names; `Reading.value` is a `Meant`."""
        text = folding.visible(raw)
        if not text:
            return None
        if len(text) > LONGEST:
            return Malformed(raw, "this is longer than a term", mend="give the term alone")
        meant = self._meant(text, asked)
        notes = (f"read as {meant.term}: one letter differs in {meant.slipped}",) if meant.slipped else ()
        return Reading(raw, meant, text, notes=notes)

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Right for the key's own names, else value with the term that was named."""
        meant: Meant = reading.value
        found = isinstance(key, Row) and any(row.id == key.id for row in meant.rows)
        if (found or self._is_text(meant.text, key, asked)) and not self._is_refused(meant.text, key, asked):
            return Match("right", 1)
        if not isinstance(key, Row) and (slipped := self._slips(meant.text, key, asked)):
            return Match("right", 1, notes=(f"read as {key}: one letter differs in {slipped}",))
        return self._less(meant, key, asked) or self._wrong(meant, asked)

    def _less(self, meant: Meant, key: Any, asked: Asked) -> Match | None:
        """What earns less than the key: another accepted term, or the key in other capitals."""
        spec = asked.spec
        for other in spec.get("or", ()):
            if self._is_same(meant.text, other["is"], spec):
                return Match("right", other["credit"], says=(other["say"],) if other["say"] else ())
        if not (spec["case"] and spec.get("case_credit")):
            return None
        folded = asked._replace(spec={**spec, "case": False, "case_credit": 0})
        same = self._is_text(meant.text, self.show(key, asked), folded) and not self._is_refused(
            meant.text, key, folded
        )
        return Match("form", spec["case_credit"], "capitals count here") if same else None

    def _wrong(self, meant: Meant, asked: Asked) -> Match:
        named = [self.show(row, asked) for row in meant.rows]
        return Match("value", evidence=f"that is {' or '.join(named)}" if named else "no term goes by that name")

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """The trap's row or text by any of its names."""
        return self.differs(value, key, asked) and self.judge(reading, value, asked).standing == "right"

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """Another row, or a text that isn't the same."""
        if isinstance(value, Row) and isinstance(key, Row):
            return (value.table, value.id) != (key.table, key.id)
        return not folding.same(str(value), str(key))

    def it(self, reading: Reading, asked: Asked) -> Any:
        """The one row that was named."""
        rows = reading.value.rows
        return rows[0] if len(rows) == 1 else None

    def own(self, reading: Reading, asked: Asked) -> Any:
        """The row that was named; later parts can be re-solved with it."""
        return self.it(reading, asked)

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The term as printed and shouted, and what no pack has."""
        shown = self.show(key, asked)
        found = [Sample(shown, "correct"), Sample(f"  {shown} ", "correct"), Sample("", "blank")]
        if not (asked.spec["case"] or asked.spec["strict"]):
            found.append(Sample(f"{shown.upper()}.", "correct"))
        return (*found, Sample("zzz qqq", "incorrect"), Sample("z" * (LONGEST + 1), "malformed"))

    # ------------------------------------------------------------------------------------------------ what is meant
    def _meant(self, text: str, asked: Asked) -> Meant:
        """The rows that go by this text exactly, else those that are one slip away."""
        spec = asked.spec
        rows = tuple(asked.tables.get(spec["table"], {}).values())
        exact = tuple(row for row in rows if any(self._is_same(text, name, spec) for name in names_of(row, spec)))
        if exact or spec["strict"] or not rows:
            return Meant(text, exact)
        known = self._known(asked)
        slips = {row.id: _slip_of(text, names_of(row, spec), known) for row in rows}
        near = tuple(row for row in rows if slips[row.id])
        return Meant(text, near, slips[near[0].id], self.show(near[0], asked)) if len(near) == 1 else Meant(text)

    def _is_text(self, text: str, key: Any, asked: Asked) -> bool:
        own = (key,) if isinstance(key, str) else ()
        return any(self._is_same(text, name, asked.spec) for name in (*own, *_alias_values(asked)))

    def _slips(self, text: str, key: str, asked: Asked) -> str:
        if asked.spec["strict"] or self._is_refused(text, key, asked):
            return ""
        return _slip_of(text, (key, *_alias_values(asked)), self._known(asked))

    def _is_refused(self, text: str, key: Any, asked: Asked) -> bool:
        """Whether the part, or the key's own row in its column `not`, says that this is never right."""
        own = _terms_in(key, "not") if isinstance(key, Row) else ()
        return any(self._is_same(text, term, asked.spec) for term in (*asked.spec["not"], *own))

    def _is_same(self, text: str, name: str, spec: Mapping[str, Any]) -> bool:
        if not spec.get("accents", True):
            text, name = folding.without_accents(text), folding.without_accents(name)
        if spec["wildcards"] and "*" in name:
            return _fits(folding.strict_fold(text, case=spec["case"]), folding.strict_fold(name, case=spec["case"]))
        if spec["strict"]:
            return folding.strict_fold(text, case=spec["case"]) == folding.strict_fold(name, case=spec["case"])
        return folding.same(text, name, case=spec["case"])

    def _known(self, asked: Asked) -> frozenset[str]:
        """Every spelling, and every word, of a term that means something itself."""
        terms = [*asked.spec["not"], *asked.spec["terms"], *_terms_of(asked.tables)]
        return frozenset().union(*(folding.fold(term) | folding.words(term) for term in terms))


def name_column(rows: Mapping[str, Row]) -> str:
    """The column that names a row: `name`, else the first that is a text. Raises KindError."""
    cells = next(iter(rows.values())).cells if rows else {}
    texts = [column for column, cell in cells.items() if isinstance(cell, str)]
    found = "name" if "name" in texts else next(iter(texts), None)
    if found is None:
        raise KindError("the table has no column that names its rows", mend="give it a column `name` of type text")
    return found


def names_of(row: Row, spec: Mapping[str, Any]) -> Iterator[str]:
    """What a row goes by: its name, its own aliases, and its `aliases` column."""
    yield row.cells[spec["column"]]
    aliases = row.cells.get("aliases", ())
    yield from aliases if isinstance(aliases, tuple) else ()


def _slip_of(text: str, names: Iterable[str], known: frozenset[str]) -> str:
    return next((slipped for name in names if (slipped := folding.slip(text, name, known))), "")


def _terms_of(tables: Mapping[str, Mapping[str, Row]]) -> Iterator[str]:
    """What the rows of all tables go by, and what they warn of in a column `not`."""
    for rows in tables.values():
        for row in rows.values():
            for column in ("name", "aliases", "not"):
                yield from _terms_in(row, column)


def _terms_in(row: Row, column: str) -> Iterator[str]:
    cell = row.cells.get(column, ())
    yield from (cell,) if isinstance(cell, str) else filter(_is_text, cell) if type(cell) is tuple else ()


def _is_text(cell: Any) -> bool:
    return isinstance(cell, str)


def _aliases(authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    """`aliases` as texts, or as a formula (`one.aliases`) that gives a list of texts for each variant."""
    given = authored.get("aliases", ())
    if not isinstance(given, str):
        return {"aliases": _texts(given), "aliases_from": None}
    expr, kind = scope.formula(given)
    if kind != Kind("list", of=TEXT):
        raise KindError(f"`{given}` is no list of texts", mend="write a list, or a column of type texts")
    return {"aliases": (), "aliases_from": expr}


def _second_best(given: Any, scope: Scope) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise ReadingError("an item of `or` names a term and its credit", mend="write {is: term, credit: 0.5}")
    rules.refuse_other_keys(given, "an item of `or`", {each: AnswerField("") for each in ("is", "credit", "say")})
    return {
        "is": str(given["is"]), "credit": rules.credit(given, "credit", 1),
        "say": scope.prose(str(given.get("say", ""))),
    }  # fmt: skip


def _alias_values(asked: Asked) -> tuple[str, ...]:
    expr = asked.spec["aliases_from"]
    return tuple(evaluator(expr, asked.log)(asked.values)) if expr is not None else asked.spec["aliases"]


def _texts(given: Any) -> tuple[str, ...]:
    items = given if isinstance(given, list | tuple) else (given,)
    if not all(isinstance(item, str) for item in items):
        raise ReadingError("a list of texts is wanted", mend="write `[one, another]`")
    return tuple(items)


_STAR = "\ue000"
"""Stands for a star that is meant while a pattern is cut at the others; no text that is read holds it."""


def _fits(text: str, pattern: str) -> bool:
    """Whether a text is a pattern in which `*` stands for any text, or none, and `\\*` for a star."""
    first, *rest = (piece.replace(_STAR, "*") for piece in pattern.replace(r"\*", _STAR).split("*"))
    if not rest or not text.startswith(first):
        return text == first
    place = len(first)
    for piece in rest[:-1]:
        place = text.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return len(text) - place >= len(rest[-1]) and text.endswith(rest[-1])


TYPE = TextAnswer()
