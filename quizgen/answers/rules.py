"""The fields that a number part may have, as an author writes them, and the sentence that a sheet prints for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from quizgen.answers.fields import STRUCTURED, SWITCH, AnswerField, words
from quizgen.answers.tolerance import HALF, ROUNDINGS, Rule, Typed
from quizgen.answers.written import FORMS
from quizgen.errors import ReadingError
from quizgen.located import nearest

PERCENT = ("no", "yes", "accepted", "stored")
"""no: `28 %` reads as 0.28 all the same; yes: asked in per cent, a bare number above 1 is per cent; accepted: either is
fine and the sheet says so; stored: the key itself is in per cent, `28 %` and `28` are both 28 (POSITIONS 10)."""
ANGLES = ("rad", "deg")

FIELDS: Mapping[str, AnswerField] = {
    "precision": AnswerField("How precise the answer must be: `3 sf` or `2 dp`; else as `defaults.asked` says."),
    "within": AnswerField("A tolerance instead of a precision: `1 %` of the key, `0.2 ms`, or `0.2`."),
    "exact": AnswerField("Only the exact value is right.", SWITCH),
    "strict": AnswerField(
        "The figures that are written must be those that are asked (`yes`), or so many (`3 sf`, `at least 2 dp`).",
        (*SWITCH, "text"),
    ),
    "round": AnswerField(
        "At an exact tie both roundings count, or only the one away from zero; `answer too` rounds the answer like the "
        "key before they are compared, `as written` wants every figure right that is written.",
        words(*ROUNDINGS),
    ),
    "precision_credit": AnswerField("Credit for one figure too few and for cutting off; 1/2 if not given.", ("share",)),
    "truncated_credit": AnswerField("Credit for cutting off alone; as `precision_credit` if not given.", ("share",)),
    "form": AnswerField("The form that the number must have; any if not given.", words(*FORMS)),
    "form_credit": AnswerField("Credit for the right value in another form; 0 if not given.", ("share",)),
    "percent": AnswerField(
        "Whether `28 %` is asked (`yes`), equally good (`accepted`), or how the key itself is kept (`stored`).",
        words(*PERCENT),
    ),
    "angle": AnswerField("In what angles are given to sin, cos and the others; radians if not given.", words(*ANGLES)),
    "arithmetic": AnswerField("Unfinished arithmetic such as `17*23` is read too.", SWITCH),
    "or": AnswerField("Other values that are accepted, each with a credit and words.", ("formulas", "items"), {
        "is": AnswerField("The other value.", ("formula",), needed=True),
        "credit": AnswerField("What it earns; 1 if not given.", ("share",)),
        "within": AnswerField("A tolerance of its own; else the part's rule."),
        "say": AnswerField("What is said to whoever gives it."),
    }),
}  # fmt: skip
"""What may stand beside `number` and `quantity`."""

_FIGURES = re.compile(r"([1-9][0-9]?) *(sf|dp)|(0) *(dp)")
_AMOUNT = re.compile(
    r"([0-9]+ */ *[0-9]*[1-9][0-9]*|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?) *([^0-9.].*)?", re.DOTALL
)
_TRUE, _FALSE = ("yes", "true"), ("no", "false")


Amount = Callable[[Fraction, str], Fraction | int]
"""A number with the text of a unit ("" for none) -> the same amount in the unit that the part asks for."""


def fields(authored: Mapping[str, Any], asked: str, amount: Amount) -> dict[str, Any]:
    """The rule's fields as plain data; `asked` is the template's default precision. Raises ReadingError.

    `rule` is `asked` where the author named none: exact once the solver has set `whole` (every variant's key is whole),
    else as the default precision says in `counted` and `count`.
    """
    return {
        **_rule(authored, asked, amount),
        **_strict(authored),
        "rounding": choice(authored, "round", ROUNDINGS),
        "precision_credit": credit(authored, "precision_credit", HALF),
        "truncated_credit": credit(authored, "truncated_credit", credit(authored, "precision_credit", HALF)),
        "form": choice(authored, "form", ("", *FORMS)),
        "form_credit": credit(authored, "form_credit", 0),
        "percent": choice(authored, "percent", PERCENT),
        "arithmetic": truth(authored, "arithmetic"),
        "angle": choice(authored, "angle", ANGLES),
    }


def refuse_other_keys(authored: Mapping[str, Any], name: str, keys: Mapping[str, AnswerField]) -> None:
    """Refuse a field that an answer type, or an option, doesn't have, and a list where one text is wanted.

    Raises ReadingError, with the nearest right key.
    """
    for key in sorted(set(authored) - {name, *keys}):
        near = nearest(key, keys)
        mend = f"did you mean `{near}`?" if near else f"there are: {', '.join(sorted(keys))}"
        raise ReadingError(f"{name} has no `{key}`", mend=mend)
    for key, field in keys.items():
        if isinstance(given := authored.get(key), list | tuple | Mapping) and STRUCTURED.isdisjoint(field.takes):
            what = "a mapping" if isinstance(given, Mapping) else "a list"
            raise ReadingError(f"`{key}` is one text, not {what}", mend="put it in single quotes")


def rule_of(spec: Mapping[str, Any]) -> Rule:
    """The rule of a compiled part: the same for every variant (POSITIONS 15)."""
    kind = spec["rule"]
    if kind == "asked":
        kind = "exact" if spec.get("whole") else spec["counted"]
    typed = Typed(*spec["typed"]) if spec.get("typed") else None
    rounding = spec.get("rounding", "half up" if spec.get("half_up") else "both")  # older snapshots have `half_up`
    return Rule(kind, spec["count"], spec["amount"], spec["strict"], rounding, spec["precision_credit"], typed)


def sentence(spec: Mapping[str, Any]) -> str:
    """What a sheet says of precision and form, the same for all variants; empty where there is nothing to say."""
    rule = rule_of(spec)
    said = [_precision(rule, spec["unit"]), FORM_SAID.get(spec["form"], ""), _PERCENT_SAID.get(spec["percent"], "")]
    return ", ".join(item for item in said if item)


def truth(authored: Mapping[str, Any], name: str) -> bool:
    """A field that is yes or no; no where it isn't given. Raises ReadingError."""
    value = authored.get(name, False)
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    if text not in (*_TRUE, *_FALSE):
        raise ReadingError(f"`{name}: {value}` is neither yes nor no", mend=f"write `{name}: yes` or `{name}: no`")
    return text in _TRUE


def choice(authored: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    """A field with a few words to choose from; the first where it isn't given. Raises ReadingError."""
    value = authored.get(name)
    text = allowed[0] if value is None else str(value).strip()
    if text not in allowed or (value is not None and not text):
        words = ", ".join(f"`{word}`" for word in allowed if word)
        raise ReadingError(f"`{name}: {text}` is unknown", mend=f"write one of {words}")
    return text


def credit(authored: Mapping[str, Any], name: str, default: Fraction | int) -> Fraction | int:
    """A field from 0 to 1. Raises ReadingError."""
    text = str(authored.get(name, default)).strip()
    match = _AMOUNT.fullmatch(text)
    value = Fraction(match[1].replace(" ", "")) if match and not match[2] else Fraction(-1)
    if not 0 <= value <= 1:
        raise ReadingError(f"`{name}: {text}` isn't a credit", mend="write a number from 0 to 1")
    return value.numerator if value.denominator == 1 else value


def _rule(authored: Mapping[str, Any], asked: str, amount: Amount) -> dict[str, Any]:
    given = [name for name in ("precision", "within", "exact") if name in authored]
    if len(given) > 1:
        raise ReadingError(f"`{given[0]}` and `{given[1]}` are two rules for one number", mend="keep one of them")
    base = {"rule": "asked", "counted": "", "count": 0, "amount": 0}
    if "within" in authored:
        return base | _within(str(authored["within"]), amount)
    if truth(authored, "exact"):
        return base | {"rule": "exact"}
    count, counted = _figures(str(authored.get("precision", asked)))
    return base | {"rule": counted if "precision" in authored else "asked", "counted": counted, "count": count}


def _figures(text: str) -> tuple[int, str]:
    match = _FIGURES.fullmatch(text.strip())
    if match is None:
        raise ReadingError(f"`{text}` is no precision", mend="write `3 sf` (significant figures) or `2 dp` (places)")
    return int(match[1] or match[3]), match[2] or match[4]


def _strict(authored: Mapping[str, Any]) -> dict[str, Any]:
    """`strict: yes` goes by the rule's own figures, `strict: at least 3 sf` by these. Raises ReadingError."""
    text = str(authored.get("strict", "")).strip()
    least, count = text.startswith("at least "), text.removeprefix("at least ")
    if _FIGURES.fullmatch(count.strip()) is None:
        return {"strict": truth(authored, "strict"), "typed": ()}
    return {"strict": True, "typed": (*_figures(count), least)}


def within(text: str, amount: Amount) -> dict[str, Any]:
    """A tolerance as the fields of a rule. Raises ReadingError."""
    return {"counted": "", "count": 0, "amount": 0} | _within(text, amount)


def _within(text: str, amount: Amount) -> dict[str, Any]:
    """`1 %` is relative to the key; `0.2 ms` and `0.2` are absolute."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise ReadingError(f"`within: {text}` is no tolerance", mend="write `1 %`, `0.2 ms` or `0.2`")
    number, name = Fraction(match[1].replace(" ", "")), (match[2] or "").strip()
    if name == "%":
        return {"rule": "relative", "amount": number / 100}
    return {"rule": "within", "amount": amount(number, name)}


FORM_SAID = {
    "integer": "a whole number",
    "fraction": "as a fraction",
    "reduced": "as a fraction in lowest terms",
    "decimal": "as a decimal",
    "mixed": "as a whole number and a fraction",
    "lowest terms": "fractions in lowest terms",
    "scientific": "in scientific notation",
}
_PERCENT_SAID = {"yes": "in per cent", "accepted": "as a number or in per cent", "stored": "in per cent"}


def _precision(rule: Rule, unit: str) -> str:
    only = "exactly " if rule.strict and rule.typed is None else ""
    if rule.typed is not None:
        noun = "significant figure" if rule.typed.kind == "sf" else "decimal place"
        more = f", written to {'at least ' if rule.typed.least else ''}{_counted(rule.typed.figures, noun)}"
        return _precision(rule._replace(strict=False, typed=None), unit) + more
    match rule.kind:
        case "exact":
            return "exact"
        case "sf":
            return f"to {only}{_counted(rule.figures, 'significant figure')}"
        case "dp":
            return f"to {only}{_counted(rule.figures, 'decimal place')}"
        case "within":
            return f"within {decimal_text(rule.amount)}" + (f"\u00a0{unit}" if unit else "")
    return f"within {decimal_text(rule.amount * 100)}\u00a0%"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def share_of(text: str) -> Fraction | None:
    """`1 %` or `0.01` as a share; None for another text."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or (match[2] or "").strip() not in ("", "%"):
        return None
    return Fraction(match[1].replace(" ", "")) / (100 if match[2] else 1)


def decimal_text(value: Fraction | int) -> str:
    """A number as it stands in a sheet's sentence."""
    text = f"{float(value):.6g}"
    return text if Fraction(text) == value else str(value)
