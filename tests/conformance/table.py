"""From a case's kind and options to the answer that quizgen poses: the table of the conformance run.

A kind names the answer type and how it is posed. An option adds fields to that answer (as an author writes them), or
says something of the part's surroundings: its letters, their signs, how it writes decimals. What a suite takes for
granted and POSITIONS decide stands under `TAKEN`: there the option's listed values need nothing. Reading, judging and
credits are the product's own; nothing here looks at a response.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple


class Row(NamedTuple):
    """A kind: its answer type ("" by the key's shape), and the fields that every part of it has.

    A case without a key asks only how something is written: then the response is its own key. `declared` is the answer
    type where a case lists its letters.
    """

    answer: str = ""
    fields: Mapping[str, Any] = {}
    declared: str = ""


class Change(NamedTuple):
    """What an option adds: fields of the answer, and of the part's surroundings (see `posing.Around`)."""

    fields: Mapping[str, Any] = {}
    around: Mapping[str, Any] = {}


_NUMBER = {"exact": "yes", "arithmetic": "yes", "precision_credit": "0"}

KINDS: Mapping[str, Row] = {
    "numeric_abs": Row("", _NUMBER),
    "numeric_rel": Row("", _NUMBER),
    "sigfigs": Row("", {"arithmetic": "yes", "precision_credit": "0"}),
    "decimal_places": Row("", {"arithmetic": "yes", "precision_credit": "0"}),
    "units": Row("quantity", {"exact": "yes", "arithmetic": "yes", "precision_credit": "0"}),
    "string": Row("text", {"strict": "yes"}),
    "symbolic_equiv": Row("expression"),
    "symbolic_form": Row(""),
    "equation": Row("equation"),
    "inequality": Row("inequality"),
    "interval": Row("interval"),
    "set": Row("set"),
    "list": Row("list"),
    "matrix": Row("matrix"),
    "parse_value": Row("", {"arithmetic": "yes"}),
    "parse_valid": Row("", {"arithmetic": "yes"}, declared="expression"),
    "hostile": Row("expression"),
}
"""Each kind of case. Names that a case doesn't declare are free symbols, unless it declares some."""

Changes = Callable[[Any, Mapping[str, Any]], Change]
"""An option's value, and all options of the case -> what it adds."""


def _fields(**fields: Any) -> Change:
    return Change({name.rstrip("_"): value for name, value in fields.items()})


def _around(**around: Any) -> Change:
    return Change({}, around)


def _plain(value: Any) -> str:
    """A number of the file without exponent or float noise: 5e-05 is 0.00005."""
    return f"{_exact(value):f}"


def _percent(value: Any) -> str:
    return f"{_exact(value) * 100:f} %"


def _exact(value: Any) -> Decimal:
    """The number of the file. Raises ArithmeticError, ValueError for none, or one that isn't finite."""
    found = Decimal(str(value))
    if not found.is_finite():
        raise ValueError("no finite number")
    return found


def _amount(value: Any) -> str:
    """A tolerance with the unit that it may have: `5 kJ`, `0.01`."""
    text = str(value).strip()
    return text if not _is_number(text) else _plain(text)


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except ArithmeticError:
        return False


def _tolerance(value: Any, options: Mapping[str, Any]) -> Change:
    """The absolute tolerance; where a relative one is given too, the one that isn't 0."""
    relative = options.get("rel_tol")
    if relative and (not _size(value) or options.get("tolerances_combined") is None):
        return Change()
    return _near(value, _amount(value)) if not relative else _around(summed=(_percent(relative), _amount(value)))


def _size(value: Any) -> bool:
    return any(digit in "123456789" for digit in str(value))


def _relative(value: Any, options: Mapping[str, Any]) -> Change:
    if options.get("abs_tol") is not None and (not value or options.get("tolerances_combined") is not None):
        return Change()
    return _near(value, _percent(value))


def _near(value: Any, within: str) -> Change:
    """A tolerance of numbers, and as great a share for the numbers in a formula."""
    share = {"coefficients within": _percent(value)} if _is_number(str(value)) and Decimal(str(value)) <= 1 else {}
    return Change({"within": within, "precision_credit": "0", **share})


def _figures(kind: str, least: str = "") -> Changes:
    def changes(value: Any, options: Mapping[str, Any]) -> Change:
        after = options.get("check") == "value_after_rounding"
        free = after or options.get("trailing_zeros_required") is False
        written = {} if free else {"strict": f"{least}{value} {kind}"}
        rounding = "answer too" if after else "half up"
        return Change({"precision": f"{value} {kind}", **written, "round": rounding, "precision_credit": "0"})

    return changes


def _accurate(kind: str, count: str) -> Changes:
    def changes(value: Any, options: Mapping[str, Any]) -> Change:
        places = options.get(count) if value == "same" else value
        return _fields(precision=f"{places} {kind}", round_="answer too")

    return changes


def _letters(value: Any, _: Mapping[str, Any]) -> Change:
    """Declared letters: a list of names, or names with the other spellings that each goes by."""
    if isinstance(value, Mapping):
        listed = {str(name): _listed(aliases) for name, aliases in value.items()}
        return _around(names=listed)
    return _around(names={str(name): [] for name in value}, declared=True)


def _listed(value: Any) -> list[str]:
    return [str(each) for each in (value if isinstance(value, list) else [value] if value else [])]


def _signs(value: Any, _: Mapping[str, Any]) -> Change:
    if isinstance(value, Mapping):
        said = {str(name): " ".join(each) if isinstance(each, list) else str(each) for name, each in value.items()}
        return _around(signs=said)
    return _around(imaginary=("i",)) if value == "complex" else _around(sign=str(value))


def _unit_policy(value: Any, _: Mapping[str, Any]) -> Change:
    return _fields(unit="optional" if str(value).startswith(("optional", "ignored", "none")) else "required")


def _second(value: Any, _: Mapping[str, Any]) -> Change:
    item = {"is": value["value"], "within": _plain(value["abs_tol"]), "credit": str(value["credit"])}
    return _fields(or_=[item])


def _also(value: Any, _: Mapping[str, Any]) -> Change:
    return _fields(or_=[{"is": text, "credit": str(credit)} for text, credit in value.items()])


def _case_sensitive(value: Any, options: Mapping[str, Any]) -> Change:
    """Of a text, whether capitals count; letters of formulas always do (POSITIONS 3)."""
    return _fields(case="yes" if value else "no") if "form" not in options else Change()


def _notation(value: Any, options: Mapping[str, Any]) -> Change:
    """Scientific, where the notation is asked for; what a number box reads under a declared notation is any number."""
    asked = set(_listed(value)) == {"scientific"} and "allow_fractions" not in options
    return _fields(form="scientific") if asked else Change()


def _fractions(value: Any, options: Mapping[str, Any]) -> Change:
    return Change() if value or "notation" in options else _fields(form="decimal")


def _context(value: Any, _: Mapping[str, Any]) -> Change:
    asked = value in ("antiderivative", "integral", "indefinite_integral")
    return _fields(plus_constant="required") if asked else Change()


def _form(value: Any, options: Mapping[str, Any]) -> Change:
    """The form, in the letter that the case names."""
    letter = options.get("variable")
    return Change({"form": FORMS[value]} if FORMS[value] else {}, {"variable": str(letter)} if letter else {})


FORMS: Mapping[str, str] = {
    **dict.fromkeys(("factored", "factorised", "factorized"), "factored"),
    "expanded": "expanded",
    "partial_fractions": "partial fractions",
    "completed_square": "completed square",
    "single_fraction": "single fraction",
    "lowest_terms": "lowest terms",
    "lowest_terms_and_rational_denominators": "lowest terms, no roots below",
    "same_up_to_order_and_grouping": "as the key",
    "number_times_variable": "coefficient times letter",
    "simplified": "simplified",
    "rational_denominators": "no roots below",
    **dict.fromkeys(("fraction", "improper_fraction", "improper", "proper_fraction", "proper"), "fraction"),
    **dict.fromkeys(("mixed_number", "mixed"), "mixed"),
    "scientific": "scientific",
    "decimal": "decimal",
    "integer": "integer",
    **dict.fromkeys(("percent", "pi_multiple", "pi", "any"), ""),
}
"""A suite's name for a form, and the word for `form:`."""
_INPUTS = {
    **{name: name for name in ("expression", "equation", "inequality", "interval", "set", "list", "matrix", "number")},
    "number_with_unit": "quantity", "numerical": "number", "numeric": "number", "algebraic": "expression",
    "set_or_interval": "interval", "units": "quantity", "string": "text",
}  # fmt: skip
_DECIMALS = {
    **dict.fromkeys(("point", "period", "dot", "."), "point"), **dict.fromkeys(("comma", ","), "comma"),
}  # fmt: skip
_ANGLES = {
    **dict.fromkeys(("degree", "degrees", "deg"), "deg"), **dict.fromkeys(("radian", "radians", "rad"), "rad"),
}  # fmt: skip

OPTIONS: Mapping[str, Changes] = {
    # -- numbers
    "abs_tol": _tolerance,
    "rel_tol": _relative,
    "zero_level_tolerance": lambda _, __: Change(),
    "sigfigs": _figures("sf"),
    "sigfigs_at_least": _figures("sf", "at least "),
    "decimal_places": _figures("dp"),
    "accurate_to_sigfigs": _accurate("sf", "sigfigs"),
    "accurate_to_decimal_places": _accurate("dp", "decimal_places"),
    "checked_extra_digits": lambda _, __: _fields(round_="as written"),
    "round_decimals": lambda value, _: _fields(precision=f"{value} dp", precision_credit="0"),
    "significant_figures": lambda value, _: _fields(precision=f"{value} sf", precision_credit="0"),
    "count_significant_figures": lambda _, __: _around(counted="sf"),
    "count_decimal_places": lambda _, __: _around(counted="dp"),
    "truncation_allowed": lambda value, _: _fields(truncated_credit="1" if value else "0"),
    "wrong_precision_credit": lambda value, _: _fields(precision_credit=str(value)),
    "notation": _notation,
    "allow_fractions": _fractions,
    "integer_only": lambda value, _: _fields(form="integer") if value else Change(),
    "must_be": lambda value, _: _fields(form=FORMS[value]) if FORMS[value] else Change(),
    "must_be_reduced": lambda value, _: _fields(form="lowest terms") if value else Change(),
    "reduced": lambda value, _: _fields(form="lowest terms") if value == "enforced" else Change(),
    "not_reduced_credit": lambda value, _: _fields(form_credit=str(value)),
    "wrong_form_credit": lambda value, _: _fields(form_credit=str(value)),
    "angle_unit": lambda value, _: _fields(angle=_ANGLES[value]),
    # -- units
    "units": lambda value, _: _around(units=tuple(_listed(list(value)))),
    "known_units": lambda value, _: Change(_NUMBER, {"units": tuple(_listed(list(value))), "answer": "quantity"}),
    "units_required": lambda value, _: _fields(unit="required" if value else "optional"),
    "units_must_be_same": lambda value, _: _fields(unit="exactly this") if value else Change(),
    "require_same_unit": lambda value, _: _fields(unit="exactly this") if value else Change(),
    "unit_policy": _unit_policy,
    "wrong_unit_credit": lambda value, _: _fields(unit_credit=str(value)),
    "missing_unit_credit_factor": lambda value, _: _fields(unit_credit=str(value)),
    "second_answer": _second,
    "units_only": lambda _, __: _around(one_of=True),
    "is_bare_unit": lambda _, __: _around(one_of=True),
    "tolerances_combined": lambda _, __: Change(),
    # -- texts
    "case_sensitive": _case_sensitive,
    "wildcard": lambda value, _: _fields(wildcards="yes") if value else Change(),
    "strip_accents": lambda value, _: _fields(accents="no") if value else Change(),
    "whitespace": lambda _, __: _fields(strict="no"),
    "also_accept": _also,
    "wrong_case_credit": lambda value, _: _fields(case_credit=str(value)),
    # -- letters
    "symbols": _letters,
    "assume": _signs,
    "variables": _signs,
    "functions": lambda value, _: _around(functions=tuple(_listed(value))),
    "complex_unit": lambda value, _: _around(imaginary=tuple(_listed(value))),
    "single_letter_variables": lambda value, _: _around(single_letters=bool(value)),
    "multi_letter_names": lambda value, _: _around(single_letters=value == "split_into_single_letters"),
    "allow_extra_symbols": lambda value, _: _around(declared=not value),
    "at": lambda value, _: _around(values={str(name): str(Fraction(str(each))) for name, each in value.items()}),
    # -- decimals and lists
    "decimal_separator": lambda value, _: _around(decimal=_DECIMALS[value]),
    # -- collections
    "ordered": lambda value, options: Change() if value else _around(answer="set"),
    "each_entry": lambda _, __: _around(answer=""),
    "credit_per_cell": lambda value, _: _fields(credit="each") if value else Change(),
    "entries": lambda _, __: _around(declared=True),
    # -- forms
    "form": _form,
    "require_same_form": lambda value, _: _fields(form="as the key") if value else Change(),
    "require_simplified": lambda value, _: _fields(form="simplified") if value else Change(),
    "required_form": lambda value, _: _fields(form=FORMS[value]) if FORMS[value] else Change(),
    "context": _context,
    # -- what may be typed
    "input": lambda value, _: _around(answer=_INPUTS[value]),
    "expect": lambda value, _: _around(answer=_INPUTS[value]),
}
"""Each option that changes what is posed, in the order in which they are taken."""

ANY = object()
TAKEN: Mapping[str, tuple[Any, ...]] = {
    "inclusive": (True,),  # limits are inclusive (POSITIONS 14)
    "relative_to": ("expected",),  # relative to the key (16)
    "note": (ANY,),
    "variable": (ANY,),  # `form` says which letter
    "over": ("integers",),  # factors have whole coefficients (24)
    "check": ("digits_only", "value_after_rounding", "form_only"),  # the figures' option or the missing key says it
    "exact": (True,),
    "abs_tol_unit": ("unit of the key",),  # a tolerance is in the part's unit (16)
    "unit_table": (ANY,),  # units.txt
    "strictness": (ANY,),
    "unit_before_number": (True, False),  # signs of money may stand before or behind (20)
    "trailing_zeros_required": (True, False),
    "trailing_integer_zeros": ("may_be_significant", "not_significant"),  # 1000 may have 1 to 4 figures (17)
    "trailing_zeros_of_an_integer": (ANY,),
    "thousands_separator": ("comma", "space", "point", "apostrophe", "comma_indian", "none", "thin_space", None),  # (9)
    "thousands_separator_required": (False,),
    "list_separator": ("comma", "semicolon", None),
    "trim": (True,),  # (28)
    "mode": ("exact",),
    "compare": (ANY,),
    "implicit_multiplication": (True, False),
    "implicit_multiplication_binds_tighter_than_division": (True, False),
    "number_over_number_is_coefficient": (True,),  # (5)
    "interval_notation": ("reversed_brackets",),  # both notations read (26)
    "input": (ANY,),
}
"""Options that need nothing, with the values for which that holds."""
