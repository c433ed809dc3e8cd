"""Units as plain data, made once by pint from our own definitions (`units.txt`); reading them needs no pint.

`unit_table` gives every spelling that a learner may type. `read_unit` reads compound ones (`J/(mol K)`, `kg*m*s^-2`,
`Nm`) on top of it (POSITIONS 20); a listed spelling wins over a compound reading, so that `ms` is a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from quizgen.errors import ReadingError
from quizgen.maths.dimensions import PURE, Dimension, dimension, dimension_text, over, power, times
from quizgen.maths.spelling import nearest


class Unit(NamedTuple):
    """A unit: `factor` base units each, after `offset` (0 but for temperatures: base = (value + offset)·factor).

    `symbol` is how it is printed.
    """

    symbol: str
    factor: Fraction | int
    dimension: Dimension
    offset: Fraction | int = 0


# ------------------------------------------------------------------------------------------------- the definitions
DEFAULT_ALLOWED: tuple[str, ...] = ("all",)
"""What a pack gets that names no units: everything in `units.txt`."""

_SIGNS: dict[str, tuple[str, bool]] = {
    "degree_Celsius": ("°C", True), "degree_Fahrenheit": ("°F", True), "degree": ("°", True), "percent": ("%", True),
    "EUR": ("€", False), "USD": ("$", False), "GBP": ("£", False), "JPY": ("¥", False),
}  # fmt: skip
"""Signs that pint can't read as names, and whether the unit is printed so."""
_DIFFERENCES = {"delta_degree_Celsius": "°C", "delta_degree_Fahrenheit": "°F"}
_OWN_KEYS = frozenset({"is", "dimension", "currency", "sign", "symbol", "aliases", "places", "before", "means"})
_SCALED = re.compile(r"\s*(?:(\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?)(?:/(\d{1,40}))?)?\s*(.*)", re.DOTALL)


def unit_table(
    allowed: Sequence[str] = DEFAULT_ALLOWED, own: Mapping[str, str | Mapping[str, Any]] | None = None
) -> dict[str, Unit]:
    """Every spelling of the allowed units and of a pack's own ones; the pack's spellings win.

    An item of `allowed` is a unit (`ms`, `J/(mol K)`), a dimension in words (`time`: all its units) or `all`. A pack's
    unit is a text (`3600 s`) or a mapping: `is`, `dimension` (`own`, or the name of one: the unit's dimension is that
    times the dimension of `is`), `currency: yes`, `sign`, `symbol`, `aliases`. Raises ReadingError.
    """
    known = _defined()
    ours: dict[str, Unit] = {}
    for symbol, said in (own or {}).items():
        ours.update(_own(symbol, {"is": said} if isinstance(said, str) else said, {**known, **ours}))
    kept = chain.from_iterable(_allowed(item, known) for item in allowed if item not in ours)
    return {**dict(kept), **ours}


def _allowed(item: str, known: Mapping[str, Unit]) -> Iterator[tuple[str, Unit]]:
    of_dimension = [pair for pair in known.items() if item in ("all", dimension_text(pair[1].dimension))]
    if of_dimension:
        yield from of_dimension
        return
    parts = {read_unit(item, known)} | {known[word] for word in _WORD.findall(item) if word in known}
    scales = {unit.symbol for unit in parts if unit.offset}  # whoever has 20 °C also has what two of them differ by
    parts |= {unit for unit in known.values() if unit.symbol in scales and not unit.offset}
    yield from ((spelling, unit) for spelling, unit in known.items() if unit in parts)


def _own(symbol: str, said: Mapping[str, Any], known: Mapping[str, Unit]) -> dict[str, Unit]:
    unknown = sorted(set(said) - _OWN_KEYS)
    if unknown:
        raise ReadingError(f"unit {symbol}: unknown key {unknown[0]}", mend=f"keys are {', '.join(sorted(_OWN_KEYS))}")
    named = said.get("dimension", "own" if _yes(said.get("currency")) else "")
    if not named and "is" not in said:
        raise ReadingError(f"unit {symbol} needs is or dimension", mend="write `is: 3600 s` or `dimension: own`")
    factor, base = _scaled(said["is"], known) if "is" in said else (1, PURE)
    mine: Dimension = ((symbol if named == "own" else named, 1),) if named else PURE
    sign = said.get("sign", "")
    unit = Unit(said.get("symbol") or sign or symbol, factor, times(mine, base))
    spellings = [symbol, *([sign] if sign else []), *said.get("aliases", ())]
    return dict.fromkeys((*spellings, *(f"{one}s" for one in spellings if _has_plural(one))), unit)


def _yes(value: Any) -> bool:
    return value is True or value in ("yes", "true")


def _scaled(text: str, known: Mapping[str, Unit]) -> tuple[Fraction | int, Dimension]:
    """`3600 s`, `1/12 ft`, `8 bit`: a factor in base units and a dimension."""
    found = _SCALED.fullmatch(text)
    top, bottom, unit_text = found.groups() if found else (None, None, text)
    count = Fraction(top or 1) / int(bottom or 1)
    unit = read_unit(unit_text, known) if unit_text.strip() else Unit("", 1, PURE)
    return _whole(count * unit.factor), unit.dimension


def _has_plural(spelling: str) -> bool:
    """Whether a spelling is a word that takes an -s: `byte` and `GPU-hour`, not `ms`, `hertz` or `bit/s`."""
    words = re.fullmatch(r"(?:[A-Z]{2,}[-_])?[a-z]{3,}(?:[-_][a-z]+)*", spelling)
    return words is not None and "_per_" not in spelling and spelling[-1] not in "szxh"


def _whole(x: Fraction | int) -> Fraction | int:
    return x.numerator if x.denominator == 1 else x


@lru_cache(maxsize=1)
def _defined() -> dict[str, Unit]:
    """Every spelling in `units.txt` with its unit; this is where pint is needed."""
    from importlib.resources import files

    import pint

    registry: Any = pint.UnitRegistry(None, non_int_type=Fraction, cache_folder=None)
    registry.load_definitions(files("quizgen.maths").joinpath("units.txt").read_text("utf-8").splitlines())
    spellings: dict[str, list[str]] = {}
    for spelling in sorted(registry):
        spellings.setdefault(registry.get_name(spelling), []).append(spelling)
    found: dict[str, Unit] = {}
    for name, listed in sorted(spellings.items()):
        unit = _from_pint(registry, name)
        words = [*listed, *(f"{one}s" for one in listed if one != unit.symbol or one == name if _has_plural(one))]
        words += [word.replace("_", " ") for word in words if "_" in word]
        found.update(dict.fromkeys((*words, *_SIGNS.get(name, ("",))[:1]), unit))
    return {spelling: unit for spelling, unit in found.items() if spelling}


def _from_pint(registry: Any, name: str) -> Unit:
    factor, _ = registry.get_root_units(name, check_nonmult=False)
    at_zero = registry.Quantity(Fraction(0), name).to_root_units().magnitude
    sizes = registry.get_dimensionality(name)
    measured = dimension((base.strip("[]"), Fraction(exponent)) for base, exponent in dict(sizes).items())
    sign, printed = _SIGNS.get(name, (_DIFFERENCES.get(name, ""), True))
    symbol = sign if sign and printed else registry.get_symbol(name).replace("_", " ")
    return Unit(symbol, _whole(Fraction(factor)), measured, _whole(Fraction(at_zero) / Fraction(factor)))


# --------------------------------------------------------------------------------------------------------- reading
_LONGEST = 100
_DEEPEST = 5
_GREATEST_EXPONENT = 30
_TWINS = str.maketrans("\u03bc\u2126−–‒×∙⋅\u00a0\u2009\u202f\u2007", "\u00b5\u03a9---···    ")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_LETTER = r"[^\W\d⁰¹²³⁴⁵⁶⁷⁸⁹]|[°%€$£¥]"
_WORD = re.compile(rf"(?:{_LETTER})(?:{_LETTER}|-(?=[^\W\d]))*")
_TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<over>/|per\b)|(?P<times>[*·](?!\*))|(?P<power>\^|\*\*)|(?P<open>\()|(?P<close>\))"
    rf"|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<count>[+-]?\d+)|(?P<word>{_WORD.pattern})"
)
_ONE = Unit("1", 1, PURE)
_GLUED_EXPONENT = re.compile(r"-[1-9]|[2-9]")
"""What is an exponent without a sign for it: `m2`, `s-1`; the 30 of `1h30` is not."""
_PREFIXES = frozenset("QRYZEPTGMkhdcmµunpfazyrq") | {"da"}
"""Symbols of the SI prefixes: the `m` of `mN` is not a metre."""


def read_unit(text: str, units: Mapping[str, Unit]) -> Unit:
    """The unit that a text names, by the spellings in `units` (POSITIONS 20).

    Products by space, `*`, `·`; quotients by `/` or `per`; whole exponents by `^`, `**`, superscripts or a digit at the
    end. `J/mol K` has two common readings and is refused. Raises ReadingError with the place in the text, and with the
    nearest spelling or the right case where there is one.
    """
    spaced = " ".join(text.translate(_TWINS).split())
    if spaced in units:
        return units[spaced]
    if len(text) > _LONGEST:
        raise ReadingError(f"a unit of more than {_LONGEST} characters", start=0, end=len(text))
    reader = _Reader(text.translate(_TWINS), units)
    unit = reader.product(0)
    if reader.kind:
        raise reader.error("this doesn't belong to a unit")
    if not unit.dimension and unit.symbol == "1":
        raise ReadingError("1 isn't a unit", start=0, end=len(text))
    return unit


@lru_cache(maxsize=4096)
def factors(symbol: str) -> Dimension:
    """The units that a printed symbol is made of, each with its exponent: `m/s/s` and `m s⁻²` have the same."""
    words = {word: Unit(word, 1, ((word, 1),)) for word in _WORD.findall(symbol.translate(_TWINS))}
    return read_unit(symbol, words).dimension if words else PURE


class _Reader:
    """One pass over the tokens of a unit: `kind` and `found` are the token at hand, "" at the end."""

    def __init__(self, text: str, units: Mapping[str, Unit]) -> None:
        self.text, self.units = text, units
        self.kind, self.found, self.start, self.end = "", "", 0, 0
        self.after_space = False
        self.next()

    def next(self) -> None:
        """Go to the next token."""
        match, self.after_space = _TOKEN.match(self.text, self.end), False
        if match and match.lastgroup == "space":
            match, self.after_space = _TOKEN.match(self.text, match.end()), True
        place = match.start() if match else len(self.text.rstrip())
        if match is None and self.text[self.end :].strip():
            self.start = self.end + len(self.text[self.end :]) - len(self.text[self.end :].lstrip())
            self.end = self.start + 1
            raise self.error("this doesn't belong to a unit")
        self.kind, self.found = (match.lastgroup or "", match.group()) if match else ("", "")
        self.start, self.end = place, match.end() if match else place

    def error(self, what: str, mend: str = "") -> ReadingError:
        """A refusal of the token at hand."""
        return ReadingError(what, start=self.start, end=self.end, mend=mend)

    def product(self, depth: int) -> Unit:
        """Factors side by side, each `/` taking one."""
        made, divided = self.factor(depth), False
        while self.kind in {"over", "times", "word", "open"}:
            sign = self.kind
            if sign != "over" and divided:
                raise self.error("a factor after a / can be read in two ways", "use brackets: a/(b c)")
            if sign in {"over", "times"}:
                self.next()
            right = self.factor(depth)
            made, divided = (_over(made, right), True) if sign == "over" else (_joined(made, right), False)
        return made

    def factor(self, depth: int) -> Unit:
        """One unit, a bracket or the 1 of `1/s`, with its exponent."""
        if self.kind == "open":
            if depth >= _DEEPEST:
                raise self.error("too many brackets")
            self.next()
            inner = self.product(depth + 1)
            if self.kind != "close":
                raise self.error("a bracket isn't closed", "write )")
            self.next()
            return _powered(inner, self.exponent())
        if self.kind == "count" and self.found == "1":
            self.next()
            return _ONE
        if self.kind != "word":
            raise self.error("a unit is missing here")
        parts = self.word()
        self.next()
        last = _powered(parts[-1], self.exponent())
        return _joined(*parts[:-1], last) if len(parts) > 1 else last

    def exponent(self) -> int:
        """A whole exponent after a unit; 1 where there is none."""
        sign = self.kind == "power"
        if sign:
            self.next()
        bracket = sign and self.kind == "open"
        if bracket:
            self.next()
        if self.kind not in {"count", "raised"} or (not sign and self.after_space):
            if sign:
                raise self.error("a whole exponent is missing here")
            return 1
        if not sign and self.kind == "count" and not _GLUED_EXPONENT.fullmatch(self.found):
            raise self.error(
                f"{self.found} isn't read as an exponent here", "write ^ before an exponent; one unit only"
            )
        exponent = int(self.found.translate(_SUPERSCRIPTS)) if len(self.found) < _DEEPEST else 0
        if not 0 < abs(exponent) <= _GREATEST_EXPONENT:
            raise self.error(f"an exponent from 1 to {_GREATEST_EXPONENT}, or minus that, belongs here")
        self.next()
        if bracket and self.kind != "close":
            raise self.error("a bracket isn't closed", "write )")
        if bracket:
            self.next()
        return exponent

    def word(self) -> list[Unit]:
        """The unit that the word at hand names, or the two or three symbols that are glued together in it."""
        if self.found in self.units:
            return [self.units[self.found]]
        ways = list(_glued(self.found, self.units, 2)) or list(_glued(self.found, self.units, 3))
        if _may_be_prefixed(self.found, ways, self.units):
            product = f"{'·'.join(ways[0])} for the product, or " if len(ways) == 1 else ""
            raise self.error(f"{self.found} isn't a unit here", f"write {product}the value in another unit")
        if len(ways) == 1:
            return [self.units[piece] for piece in ways[0]]
        if ways:
            raise self.error(f"{self.found} can be read in several ways", f"write {' or '.join(map(' '.join, ways))}")
        raise self.error(*_unknown(self.found, self.units))


def _glued(word: str, units: Mapping[str, Unit], count: int) -> Iterator[tuple[str, ...]]:
    """The ways to cut a word into short symbols that measure different things."""
    if count == 1:
        if word in units and _may_be_glued(units[word]):
            yield (word,)
        return
    for cut in range(1, min(4, len(word))):
        head = word[:cut]
        if head in units and _may_be_glued(units[head]):
            for rest in _glued(word[cut:], units, count - 1):
                if all(units[piece].dimension != units[head].dimension for piece in rest):
                    yield (head, *rest)


def _may_be_prefixed(word: str, ways: Sequence[tuple[str, ...]], units: Mapping[str, Unit]) -> bool:
    """Whether a glued word may be a prefixed unit that isn't allowed here: `mJ` is no m·J (POSITIONS 20)."""
    if any(head in _PREFIXES for way in ways for head in way[:-1]):
        return True
    cuts = [cut for cut in (1, 2) if word[:cut] in _PREFIXES and word[cut:] in units]
    # `kWh` is kW·h and k(Wh): the same
    return any(
        units[word[cut:]].dimension != _joined(*(units[piece] for piece in way)).dimension
        for cut in cuts
        for way in ways
    )


def _may_be_glued(unit: Unit) -> bool:
    """`Nm` and `Js` are products; `GBs` is somebody's plural."""
    return len(unit.symbol) <= 3 and all(name != "information" for name, _ in unit.dimension)


def _joined(*parts: Unit) -> Unit:
    factor: Fraction | int = 1
    for part in parts:
        factor *= part.factor
    symbol = " ".join(part.symbol for part in parts)
    return Unit(symbol, _whole(factor), times(*(part.dimension for part in parts)))


def _over(top: Unit, bottom: Unit) -> Unit:
    simple = top == _ONE and re.fullmatch(r"\w+", bottom.symbol)
    symbol = f"{bottom.symbol}⁻¹" if simple else f"{top.symbol}/{_bracketed(bottom)}"
    return Unit(symbol, _whole(Fraction(top.factor) / bottom.factor), over(top.dimension, bottom.dimension))


def _powered(unit: Unit, exponent: int) -> Unit:
    if exponent == 1:
        return unit
    symbol = f"{_bracketed(unit)}{str(exponent).translate(_RAISED)}"
    return Unit(symbol, _whole(Fraction(unit.factor) ** exponent), power(unit.dimension, exponent))


def _bracketed(unit: Unit) -> str:
    return f"({unit.symbol})" if re.search(r"[ /]", unit.symbol) else unit.symbol


def _unknown(word: str, units: Mapping[str, Unit]) -> tuple[str, str]:
    """What to say about a word that no unit goes by, and the mend."""
    folded = word.casefold()
    cased = list(dict.fromkeys(unit.symbol for spelling, unit in units.items() if spelling.casefold() == folded))
    if cased:
        return f"{word} isn't a unit here: upper and lower case matter", f"did you mean {' or '.join(cased[:4])}?"
    near = word[:-1] if word[-1] == "s" and word[:-1] in units else nearest(word, units)  # symbols have no plural
    return f"{word} isn't a unit here", f"did you mean {near}?" if near else ""


__all__ = ["DEFAULT_ALLOWED", "Unit", "dimension_text", "read_unit", "unit_table"]
