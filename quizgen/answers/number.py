"""`number: M`: an exact or rounded number without a unit (POSITIONS 9 to 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from quizgen.answers import Asked, BasicType, Match, PublicAnswer, Quick, Rivals, Sample, Scope, rules, tolerance
from quizgen.answers.fields import AnswerField
from quizgen.answers.plain import Target, judge_plainly, plain_numeral, read_plain
from quizgen.answers.shown import decimal_text, number_text
from quizgen.answers.tolerance import Scale
from quizgen.answers.worked import number_of, value_of
from quizgen.answers.written import Written, describe
from quizgen.errors import KindError, TooMuchWork, Undecided
from quizgen.maths import printing, reader
from quizgen.maths.arithmetic import NUMBERS, divide, minus, plus, times, whole
from quizgen.maths.expr import Call, Expr, Name, Percent, Text
from quizgen.maths.kinds import PURE, Kind
from quizgen.maths.units import Unit
from quizgen.maths.values import Approx
from quizgen.verdict import Malformed, Reading


class NumberAnswer(BasicType):
    """Judges a number; `quantity` adds the unit."""

    name = "number"
    takes = AnswerField("A number without a unit: the formula of the key.", ("formula",))
    keys = rules.FIELDS

    # ------------------------------------------------------------------------------------------------ the author's
    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """See AnswerType. The fields are those of `rules.fields`, and `factor`, `offset`, `unit` of the asked unit."""
        rules.refuse_other_keys(authored, self.name, self.keys)
        expr, kind = scope.formula(str(authored[self.name]))
        spec: dict[str, Any] = {"is": expr, "name": expr.name if isinstance(expr, Name) else ""}
        spec |= self._asked_in(authored, expr, kind, scope)

        def amount(number: Fraction, unit: str) -> Fraction | int:
            if not unit:
                return number
            found = scope.unit(unit)
            if found.dimension != spec["dimension"]:
                raise KindError(f"{unit} can't be a tolerance of this quantity", mend="give it in the part's own unit")
            return whole(Fraction(number * found.factor) / spec["factor"])  # type: ignore[no-any-return]  # untyped beneath

        spec |= rules.fields(authored, scope.asked, amount)
        others = (self._second_best(each, kind, scope, amount) for each in _listed(authored.get("or", ())))
        return spec | {"or": tuple(others)}

    def _asked_in(self, authored: Mapping[str, Any], expr: Expr, kind: Kind, scope: Scope) -> dict[str, Any]:
        if kind.what != "number" or kind.dimension != PURE:
            mend = f"write `quantity: {authored[self.name]}`" if kind.what == "number" else "see the other answer types"
            raise KindError(f"`{authored[self.name]}` is no number without a unit", mend=mend)
        display = scope.display(expr)
        return {
            "dimension": PURE, "unit": display.unit, "factor": display.factor, "offset": 0,
            "noun": display.noun or (), "difference": False, "unit_policy": "optional", "unit_credit": 0,
        }  # fmt: skip

    def _second_best(self, authored: Any, kind: Kind, scope: Scope, amount: rules.Amount) -> dict[str, Any]:
        given = authored if isinstance(authored, Mapping) else {"is": authored}
        rules.refuse_other_keys(given, "an item of `or`", rules.FIELDS["or"].of)
        expr, other = scope.formula(str(given["is"]))
        if (other.what, other.dimension) != (kind.what, kind.dimension):
            raise KindError(f"`{given['is']}` is another kind of value than the key", mend="give the same dimension")
        found = {"is": expr, "credit": rules.credit(given, "credit", 1), "say": scope.prose(str(given.get("say", "")))}
        return found | (rules.within(str(given["within"]), amount) if "within" in given else {})

    # ------------------------------------------------------------------------------------------------ the key
    def key(self, asked: Asked) -> Any:
        """The exact value in base units. Raises MathsError."""
        return value_of(asked.spec["is"], asked)

    def show(self, value: Any, asked: Asked) -> str:
        """The value as a decimal with enough figures, or in the form that is asked for."""
        spec = asked.spec
        text = number_text(scale_of(spec).shown(value), rules.rule_of(spec), spec["form"])
        return text.replace(".", ",") if asked.decimal == "comma" else text

    def public(self, asked: Asked) -> PublicAnswer:
        """The rule's sentence."""
        return PublicAnswer(rules.sentence(asked.spec))

    # ------------------------------------------------------------------------------------------------ reading
    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """A number, with the unit or per cent sign that was typed. `Reading.form` is its `Written`."""
        if not self._reads_plainly(asked):
            return self.read_fully(raw, asked)
        return read_plain(raw, scale_of(asked.spec)) or self.read_fully(raw, asked)

    def read_fully(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """The same by the maths language's reader, whatever the text."""
        if reader.is_blank(raw):
            return None
        read = self._read(raw, asked)
        if isinstance(read, Malformed):
            return read
        if read.left and read.left != asked.spec["name"]:
            return Malformed(raw, f"this doesn't ask for {read.left}", mend="give the number alone")
        main = self._reading(raw, read.expr, read, asked)
        if isinstance(main, Malformed):
            return main
        bare = self._bare_per_cent(main, asked)
        if read.other is None:
            return bare
        other = self._reading(raw, read.other, read, asked)
        return bare if isinstance(other, Malformed) else bare._replace(other=other, question=read.question)

    def _reads_plainly(self, asked: Asked) -> bool:
        return asked.decimal == "point" and asked.spec["percent"] in ("no", "accepted")

    def _read(self, raw: str, asked: Asked) -> reader.Read | Malformed:
        """A number, maybe with a noun or a unit behind it; a text that can't be read is explained as a bare number."""
        nouns = {noun: Unit(noun, 1, PURE) for noun in (*_ANY_NOUN, *asked.spec["noun"])}
        bare = reader.Vocabulary(names=asked.names, log=asked.log, decimal=asked.decimal)
        read = reader.read_answer(raw, bare._replace(units={**nouns, **asked.units}))
        return reader.read_answer(raw, bare) if isinstance(read, Malformed) and not read.asks else read

    def _reading(self, raw: str, expr: Expr, read: reader.Read, asked: Asked) -> Reading | Malformed:
        number = number_of(raw, expr, asked)
        if isinstance(number, Malformed):
            return number
        spec, unit = asked.spec, read.unit
        if unit is not None and unit.symbol == "%":
            expr, unit, number = Percent(expr), None, divide(number, 100)  # `28 percent`
        written = describe(expr, number, unit, absolute=not spec["difference"])
        if written.percent and spec["percent"] == "stored":
            written = written._replace(scale=times(written.scale, 100))  # `28 %` is 28 (POSITIONS 10)
        marked = written.percent or unit is not None
        value = (Scale(written.scale, written.offset) if marked else scale_of(spec)).value(written.number)
        echo, latex = echoes(expr, unit)
        return Reading(raw, value, echo, latex, read.unit_text, written, read.notes)

    def _bare_per_cent(self, reading: Reading, asked: Asked) -> Reading:
        """Where per cent are asked, a bare number above 1 is per cent; the plain number is its other reading."""
        written: Written = reading.form
        marked = written.percent or written.unit is not None
        if asked.spec["percent"] != "yes" or marked or not _above_one(reading.value):
            return reading
        echo = f"{reading.echo}\u00a0%"
        return reading._replace(
            value=divide(reading.value, 100), echo=echo, latex=rf"{reading.latex}\,\%",
            form=written._replace(scale=Fraction(1, 100), percent=True), notes=(*reading.notes, f"read as {echo}"),
            other=reading, question=f"did you mean {echo} or {reading.echo}?",
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------ judging
    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """The best of how it stands against the key and against the `or` values."""
        unit = reading.form.unit
        if unit is not None and unit.dimension != PURE:
            return Match("dimension", evidence=f"a number without a unit is asked, not one in {unit.symbol}")
        return self._best(reading, scale_of(asked.spec).shown(reading.value), key, asked)

    def _best(self, reading: Reading, response: Any, key: Any, asked: Asked) -> Match:
        best = self._against(reading, response, key, asked)
        for other in asked.spec["or"] if best.standing != "right" else ():
            own = asked._replace(spec={**asked.spec, **{name: other[name] for name in _OWN_RULE if name in other}})
            match = self._against(reading, response, value_of(other["is"], asked), own)
            if match.standing == "right" and other["credit"] > best.credit:
                best = match._replace(credit=other["credit"], says=(other["say"],) if other["say"] else ())
        return best

    def _against(self, reading: Reading, response: Any, key: Any, asked: Asked) -> Match:
        spec, shown = asked.spec, scale_of(asked.spec).shown(key)
        rule = rules.rule_of(spec)
        try:
            found = tolerance.standing(response, shown, rule, reading.form)
        except (Undecided, TooMuchWork) as error:
            return Match("undecided", evidence=error.what)
        if found == "right" and spec["form"] and spec["form"] not in reading.form.forms:
            return Match("form", spec.get("form_credit", 0), f"{rules.FORM_SAID[spec['form']]} is asked")
        if found == "right":
            return RIGHT
        if found == "truncated":
            return Match(found, spec.get("truncated_credit", rule.precision_credit))
        if found == "precision":
            return Match(found, rule.precision_credit)
        if spec["form"] == "integer" and isinstance(response, Fraction) and response.denominator != 1:
            return Match("form", evidence="a whole number is asked")
        return Match("value", evidence=tolerance.where_it_differs(response, shown))

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """The trap's value, or that rounded to the figures written, at least 2 (POSITIONS 31)."""
        written: Written = reading.form
        unit = written.unit
        if (unit is not None and unit.dimension != asked.spec["dimension"]) or not self.differs(value, key, asked):
            return False
        marked = unit is not None or written.percent
        scale = Scale(written.scale, written.offset) if marked else scale_of(asked.spec)
        return _is_it_as_written(written, scale.shown(value))

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """Farther from the key than the tolerance; what is no number is no rival of one."""
        if type(value) not in NUMBERS:
            return False
        scale = scale_of(asked.spec)
        return tolerance.differs(scale.shown(value), scale.shown(key), rules.rule_of(asked.spec))

    def own(self, reading: Reading, asked: Asked) -> Any:
        """The value, unless its unit is of another dimension."""
        unit = reading.form.unit
        return reading.value if unit is None or unit.dimension == asked.spec["dimension"] else None

    def figures(self, key: Any, asked: Asked) -> int:
        """Significant figures asked; 0 for exact and within."""
        return tolerance.figures_asked(scale_of(asked.spec).shown(key), rules.rule_of(asked.spec))

    def rounds_to(self, reading: Reading, value: Any, asked: Asked) -> bool:
        """The value rounded to the asked figures or places, and otherwise as the part asks."""
        if self.judge(reading, reading.value, asked).standing != "right":
            return False
        scale, rule = scale_of(asked.spec), rules.rule_of(asked.spec)
        return tolerance.equals_rounded(scale.shown(reading.value), scale.shown(value), rule)

    # ------------------------------------------------------------------------------------------------ the fast path
    def quick(self, key: Any, asked: Asked, rivals: Rivals | None) -> Quick | None:
        """Plain decimals, where the value alone counts and the key is exact."""
        spec, scale = asked.spec, scale_of(asked.spec)
        rule, shown = rules.rule_of(spec), scale.shown(key)
        fits = self._reads_plainly(asked) and spec["unit_policy"] in ("optional", "given")
        if (
            not fits
            or rule.strict
            or rule.rounding != "both"
            or spec["form"] not in ("", "decimal")
            or isinstance(shown, Approx)
        ):
            return None
        most = tolerance.tolerance(shown, rule)
        others = None if rivals is None or spec["or"] else lambda: map(scale.shown, rivals())
        return judge_plainly(Target(shown, most, lambda: _near_by(shown, most, rule), others), scale)

    # ------------------------------------------------------------------------------------------------ samples
    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """The printed key, its double and more, arithmetic that isn't finished, and what isn't a number."""
        shown = scale_of(asked.spec).shown(key)
        wrong = self.show(scale_of(asked.spec).value(plus(times(shown, 2), 3)), asked)
        found = [Sample(self.show(key, asked), "correct"), Sample(wrong, "incorrect"), Sample("", "blank")]
        found += [Sample("1.2.3", "malformed"), Sample("two", "malformed"), Sample("1/0", "malformed")]
        if not asked.spec["arithmetic"]:
            found.append(Sample("17*23", "malformed"))
        return (*found, *self._near_misses(shown, asked))

    def _near_misses(self, shown: Any, asked: Asked) -> list[Sample]:
        """One figure fewer than asked, where that tells."""
        rule = rules.rule_of(asked.spec)
        figures = tolerance.figures_asked(shown, rule)
        if rule.kind != "sf" or rule.strict or figures < 3 or asked.spec["form"] or asked.spec["percent"] == "yes":
            return []
        unit = tolerance.figure_unit(shown, figures - 1)
        short = tolerance.roundings(shown, unit)[-1]
        if not tolerance.differs(short, shown, rule):
            return []
        text = decimal_text(short, unit).replace(".", "," if asked.decimal == "comma" else ".")
        outcome = "partly" if rule.precision_credit else "incorrect"
        return [Sample(self._with_unit(text, asked), outcome, "precision")]

    def _with_unit(self, text: str, asked: Asked) -> str:
        return text


RIGHT = Match("right", 1)
_ANY_NOUN = ("unit", "units")
"""What may stand behind any number without saying what it counts."""
_OWN_RULE = ("rule", "counted", "count", "amount")
"""What of a rule a second best may have of its own."""


def echoes(expr: Expr, unit: Unit | None) -> tuple[str, str]:
    """How a reading is shown, in Unicode and in LaTeX; a plain decimal keeps the zeros that were typed."""
    if unit is not None:
        expr = Call("unit", (expr, Text(unit.symbol)))
    elif (typed := plain_numeral(expr)) is not None:
        return typed.replace("-", "−"), typed
    return printing.unicode(expr), printing.latex(expr)


def scale_of(spec: Mapping[str, Any]) -> Scale:
    """The unit that a part asks for."""
    return Scale(spec["factor"], spec["offset"])


def _listed(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, list | tuple) else (given,)


def _above_one(value: Any) -> bool:
    return tolerance.size(tolerance.ends(value)[0]) > 1


def _near_by(shown: Any, most: Any, rule: tolerance.Rule) -> Any:
    """How far around a key an answer may be anything but just another value."""
    return tolerance.last_unit(shown, rule) * 10 if rule.kind in ("sf", "dp") else most


def _is_it_as_written(written: Written, shown: Any) -> bool:
    """Whether the number as typed is this one, exactly or rounded to figures that it may have been written to."""
    number = written.number
    if isinstance(number, Approx) or isinstance(shown, Approx):
        gap = tolerance.ends(minus(number, shown))
        if gap[0] <= 0 <= gap[1]:
            return True
    elif number == shown:
        return True
    if written.figures is None or not isinstance(number, int | Fraction):
        return False
    least, most = written.figures
    return any(
        number in tolerance.roundings(shown, tolerance.figure_unit(shown, figures))
        for figures in range(max(least, 2), most + 1)
    )


TYPE = NumberAnswer()
