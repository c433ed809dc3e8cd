"""`quantity: M`: a number with a unit (POSITIONS 20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from quizgen.answers import Asked, Match, PublicAnswer, Sample, Scope, rules
from quizgen.answers.amounts import read_amount
from quizgen.answers.fields import SWITCH, AnswerField, words
from quizgen.answers.number import RIGHT, NumberAnswer, scale_of
from quizgen.answers.written import Written
from quizgen.errors import KindError, MathsError
from quizgen.maths import printing, reader
from quizgen.maths.dimensions import dimension_text, familiar_text
from quizgen.maths.expr import Expr
from quizgen.maths.kinds import PURE, Kind
from quizgen.maths.units import Unit, factors
from quizgen.verdict import Malformed, Reading

POLICIES = ("required", "optional", "given", "exactly this")
"""required: a convertible unit must be there; optional: without one the asked unit is meant; given: the same, and the
unit is printed beside the box; exactly this: the asked unit must be there and no other."""

FIELDS: Mapping[str, AnswerField] = {
    **rules.FIELDS,
    "unit": AnswerField(
        "Whether a unit must be given, in what unit (`GB`: exactly this one), or whether it stands beside the box.",
        (*words(*POLICIES), "text"),
    ),
    "unit_credit": AnswerField("Credit for the right number with a wrong or missing unit; 0 if not given.", ("share",)),
    "difference": AnswerField("A temperature is a difference, so that 5 °C equals 5 K.", SWITCH),
}


class QuantityAnswer(NumberAnswer):
    """Judges a number and its unit apart; convertible units are converted."""

    name = "quantity"
    takes = AnswerField("A number with a unit: the formula of the key, whose step or param has the unit.", ("formula",))
    keys = FIELDS

    def _asked_in(self, authored: Mapping[str, Any], expr: Expr, kind: Kind, scope: Scope) -> dict[str, Any]:
        if kind.what != "number" or kind.dimension == PURE:
            mend = f"write `number: {authored[self.name]}`" if kind.what == "number" else "see the other answer types"
            raise KindError(f"`{authored[self.name]}` has no unit", mend=mend)
        policy, named = _policy(authored, scope)
        difference = rules.truth(authored, "difference")
        display = scope.display(expr)
        unit = named or Unit(display.unit, display.factor, kind.dimension, display.offset)
        if not unit.symbol:
            raise KindError(f"`{authored[self.name]}` has no unit to ask for", mend="ask for a step that has a `unit`")
        if unit.dimension != kind.dimension:
            raise KindError(f"{unit.symbol} is no unit of {dimension_text(kind.dimension)}", mend="name another unit")
        return {
            "dimension": kind.dimension, "unit": unit.symbol, "factor": unit.factor,
            "offset": 0 if difference else unit.offset, "noun": (), "difference": difference,
            "unit_policy": policy, "unit_credit": rules.credit(authored, "unit_credit", 0),
        }  # fmt: skip

    def _read(self, raw: str, asked: Asked) -> reader.Read | Malformed:
        units = _units(asked)
        return reader.read_answer(raw, reader.Vocabulary(asked.names, units, log=asked.log, decimal=asked.decimal))

    def read_fully(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """One number and its unit, or arithmetic of such where the part reads arithmetic."""
        found = super().read_fully(raw, asked)
        if not isinstance(found, Malformed) or found.asks or not asked.spec["arithmetic"]:
            return found
        amount = read_amount(raw, reader.Vocabulary(asked.names, _units(asked), log=asked.log, decimal=asked.decimal))
        if isinstance(amount, Malformed):
            return found
        reading = self._reading(raw, amount.folded, reader.Read(amount.folded, amount.unit, amount.unit.symbol), asked)
        if isinstance(reading, Malformed):
            return reading
        return reading._replace(echo=printing.unicode(amount.read), latex=printing.latex(amount.read))

    def show(self, value: Any, asked: Asked) -> str:
        """The number with the asked unit."""
        return self._with_unit(super().show(value, asked), asked)

    def public(self, asked: Asked) -> PublicAnswer:
        """The rule's sentence with what it says of the unit; the unit itself where it is given."""
        spec = asked.spec
        said = [rules.sentence(spec)]
        if spec["unit_policy"] == "required":
            said.append("with its unit")
        elif spec["unit_policy"] != "given":
            said.append(f"in {spec['unit']}")
        return PublicAnswer(", ".join(item for item in said if item), spec["unit"] if said[1:] == [] else "")

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """Number and unit apart: `unit` for a right number with a wrong or missing unit, else as for a number."""
        spec, unit = asked.spec, reading.form.unit
        if unit is not None and unit.dimension != spec["dimension"]:
            return Match("dimension", evidence=f"{unit.symbol} is a unit of {_other_kind(unit, spec)}")
        if unit is None and reading.form.percent:
            return Match("dimension", evidence=f"per cent isn't a unit of {_asked_for(spec)}")
        match = self._best(reading, scale_of(spec).shown(reading.value), key, asked)
        if unit is None:
            return _without_unit(match, spec)
        if match.standing == "right" and spec["unit_policy"] == "exactly this" and not _is_asked_unit(unit, spec):
            return Match("unit", spec["unit_credit"], f"it is asked in {spec['unit']}")
        if match.standing == "value":
            return self._with_wrong_unit(match, reading, key, asked)
        return match

    def _with_wrong_unit(self, match: Match, reading: Reading, key: Any, asked: Asked) -> Match:
        """A number that would be right in the asked unit: bits for bytes is another value, the rest a wrong unit."""
        written: Written = reading.form
        spec, unit = asked.spec, written.unit
        if unit is None or self._best(reading, written.number, key, asked).standing != "right":
            return match
        if _is_bits_for_bytes(unit, spec):
            return match._replace(notes=("bits, not bytes" if unit.factor < spec["factor"] else "bytes, not bits",))
        return Match("unit", spec["unit_credit"], f"the number is right in {spec['unit']}, not in {unit.symbol}")

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """As for a number, and without the unit."""
        bare = super().show(key, asked)
        required = asked.spec["unit_policy"] in ("required", "exactly this")
        lone = Sample(bare, "incorrect", "unit") if required else Sample(bare, "correct")
        return (*super().samples(key, asked), *([] if asked.spec["unit_credit"] else [lone]))

    def _with_unit(self, text: str, asked: Asked) -> str:
        return f"{text} {asked.spec['unit']}"


def _units(asked: Asked) -> Mapping[str, Unit]:
    """The spellings of units; `C` and `F` are degrees where a temperature is asked (POSITIONS 20)."""
    degrees = {short: asked.units[name] for short, name in (("C", "degC"), ("F", "degF")) if name in asked.units}
    return {**asked.units, **degrees} if asked.spec["dimension"] == (("temperature", 1),) else asked.units


def _policy(authored: Mapping[str, Any], scope: Scope) -> tuple[str, Unit | None]:
    """The field `unit`: one of POLICIES, or a unit, which is then exactly what is asked for."""
    given = str(authored.get("unit", "required")).strip()
    if given in POLICIES:
        return given, None
    return "exactly this", scope.unit(given)


def _without_unit(match: Match, spec: Mapping[str, Any]) -> Match:
    """A unit is missing: no matter where it is optional or given, else the number alone earns `unit_credit`."""
    if spec["unit_policy"] in ("optional", "given") or match.standing in ("value", "form"):
        return match
    return Match("unit", match.credit * Fraction(spec["unit_credit"]), "the unit is missing")


def _is_asked_unit(unit: Unit, spec: Mapping[str, Any]) -> bool:
    """The same unit however it is written: m/s/s for m/s², but not N for kg m/s²."""
    if unit.factor != spec["factor"] or not (spec["difference"] or unit.offset == spec["offset"]):
        return False
    try:
        return unit.symbol == spec["unit"] or factors(unit.symbol) == factors(spec["unit"])
    except MathsError:
        return True  # a pack's own symbol may be none that reads; its size has decided


def _is_bits_for_bytes(unit: Unit, spec: Mapping[str, Any]) -> bool:
    """The same prefix of the other one of bit and byte (POSITIONS 20)."""
    ratio = Fraction(unit.factor) / spec["factor"]
    return ratio in (8, Fraction(1, 8)) and any(base == "information" for base, _ in spec["dimension"])


def _other_kind(unit: Unit, spec: Mapping[str, Any]) -> str:
    """What a unit measures instead of what is asked, by names that people know."""
    found = familiar_text(unit.dimension)
    return f"{found}, not of {_asked_for(spec)}" if found else f"another kind of quantity than {_asked_for(spec)}"


def _asked_for(spec: Mapping[str, Any]) -> str:
    return familiar_text(spec["dimension"]) or f"what {spec['unit']} measures"


TYPE = QuantityAnswer()
__all__ = ["POLICIES", "RIGHT", "TYPE", "QuantityAnswer"]
