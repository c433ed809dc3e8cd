"""A tree's residue: its value modulo a digest-chosen number, with letters and irrational parts at digest-chosen ones.

Trees that are one rational function of their letters and parts have one residue. Trees that aren't have different
ones but for a chance below 2^-40 (Schwartz and Zippel, with the bounds that `degrees.py` finds), for anyone who
doesn't know the salt. A part such as `sin(x+1)` counts as a letter of its own, named by its function and the residues
of its arguments, so `sin(x+x)` and `sin(2x)` are one part.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

from quizgen.maths.domains import Domain
from quizgen.maths.expr import (
    CONSTANTS,
    Call,
    Each,
    Expr,
    Figures,
    Logic,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    RangeOf,
    Relation,
    Sum,
)
from quizgen.maths.sameness.known_functions import DECLARED, KNOWN
from quizgen.maths.sameness.parts import NowhereError, Pair, exponential, real_root, residue_of, root
from quizgen.maths.sameness.primes import digest, modulus
from quizgen.maths.sameness.rationals import exact_or_none

MOST_DEPTH = 150
"""Nodes within one another; a tree from text has fewer (the reader allows 80 brackets)."""
MOST_NODES = 20_000
MOST_EXPONENT_BITS = 4_096
MOST_NUMBER_BITS = 1 << 14
_SMALL = 1 << 24
_FEW = 5
_PLAIN_EXPONENTS = (0, 1, -1)


class OutsideError(Exception):
    """A tree that isn't a number's (a set, a relation), or is beyond the limits of work."""

    def __init__(self, why: str, *, work: bool = False) -> None:
        super().__init__(why)
        self.why, self.work = why, work


class Residue(NamedTuple):
    """What is known of a tree before it is evaluated anywhere.

    `over` and `under` are its numerator and denominator modulo the modulus. `letters` are its free names. `parts` says
    what else there is: "pi", "e", "i", or "part" for anything irrational. `partial`: it may be undefined at more than
    single points; `branches`: it has roots, logarithms, inverse functions or fractional powers, whose sign patterns
    matter; `steps`: it has corners or steps; `opaque`: it has a declared function. `bits` are those of its longest
    number. `small`: its degree and coefficients are certainly small enough for residues to prove sameness.
    """

    over: int
    under: int
    letters: frozenset[str]
    parts: frozenset[str]
    partial: bool
    branches: bool
    steps: bool
    opaque: bool
    bits: int
    small: bool

    @property
    def rational(self) -> bool:
        """Whether residues decide both ways: rational in the letters and at most one transcendental constant."""
        return self.parts in DECIDED

    @property
    def nowhere(self) -> bool:
        """Whether a denominator is zero identically."""
        return not self.under


DECIDED: tuple[frozenset[str], ...] = (frozenset(), frozenset({"pi"}), frozenset({"e"}), frozenset({"i"}))


def equal(a: Residue, b: Residue, salt: str) -> bool | None:
    """Whether two residues are one; None where the modulus happens to have a factor in common with a denominator."""
    product = modulus(salt).product
    if a.under == b.under == 1:
        return a.over == b.over
    if gcd(a.under * b.under, product) != 1:
        return None
    return (a.over * b.under - b.over * a.under) % product == 0


class _Reducer:
    """One walk over a tree."""

    __slots__ = (
        "bits", "bound", "branches", "complex", "domain", "growth", "imaginary", "left", "letters", "modulus", "names",
        "opaque", "partial", "parts", "salt", "steps",
    )  # fmt: skip

    def __init__(self, domain: Domain, salt: str) -> None:
        self.salt = salt
        self.modulus, self.imaginary = modulus(salt)
        self.domain, self.complex = domain, domain.complex
        self.names: dict[str, Pair] = {}  # all that were met, and those that are bound
        self.letters: set[str] = set()
        self.parts: set[str] = set()
        self.bound = 0
        self.left = MOST_NODES
        self.bits, self.growth = 0, 1
        self.partial = self.branches = self.steps = self.opaque = False

    def of(self, node: Expr, depth: int) -> Pair:
        """The residue of a node as a pair, numerator and denominator."""
        if depth > MOST_DEPTH:
            raise OutsideError("nested too deep", work=True)
        return _MAKERS[type(node)](self, node, depth + 1)

    def single(self, node: Expr, depth: int) -> int:
        """The residue of a node as one number."""
        over, under = self.of(node, depth)
        return over if under == 1 else over * _inverse(under, self.modulus) % self.modulus

    def part(self, *words: str | int) -> int:
        """The residue that stands for an irrational part."""
        self.parts.add("part")
        return residue_of(self.salt, "part", *words)

    def spend(self, count: int) -> None:
        """Take nodes off the budget."""
        self.left -= count
        if self.left < 0:
            raise OutsideError(f"more than {MOST_NODES} nodes", work=True)


@lru_cache(maxsize=1024)
def _inverse(under: int, product: int) -> int:
    """The inverse of a denominator. Raises NowhereError where it has none."""
    if gcd(under, product) != 1:
        raise NowhereError
    return pow(under, -1, product)


def reduce(node: Expr, domain: Domain, salt: str) -> Residue:
    """The residue of a tree. Raises OutsideError where it isn't a number's or is too much work."""
    walk = _Reducer(domain, salt)
    try:
        over, under = walk.of(node, 0)
    except NowhereError:
        over, under = 0, 0
    return Residue(
        over, under, frozenset(walk.letters), frozenset(walk.parts), walk.partial, walk.branches, walk.steps,
        walk.opaque, walk.bits, (MOST_NODES + 1 - walk.left) * walk.growth * (walk.bits + 2) <= _SMALL,
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- leaves
def _number(walk: _Reducer, node: Number, _: int) -> Pair:
    value = node.value
    if type(value) is int:
        if value.bit_length() > walk.bits:
            _note_bits(walk, value.bit_length())
        return value % walk.modulus, 1
    _note_bits(walk, value.numerator.bit_length() + value.denominator.bit_length())
    return value.numerator % walk.modulus, value.denominator % walk.modulus


def _note_bits(walk: _Reducer, bits: int) -> None:
    walk.bits = max(walk.bits, bits)
    if bits > MOST_NUMBER_BITS:
        raise OutsideError("a number is too long", work=True)


def _name(walk: _Reducer, node: Name, _: int) -> Pair:
    found = walk.names.get(node.name)
    if found is None:
        found = walk.names[node.name] = _new_name(walk, node.name), 1
    return found


def _new_name(walk: _Reducer, name: str) -> int:
    """The residue of a name that wasn't met before."""
    if name not in walk.domain.names:
        if name in CONSTANTS:
            return _constant(walk, name)
        if name == "i" and walk.complex:
            walk.parts.add("i")
            return walk.imaginary
    walk.letters.add(name)
    return residue_of(walk.salt, "letter", name)


def _constant(walk: _Reducer, name: str) -> int:
    if name == "oo":
        raise OutsideError("infinity isn't a number to reckon with")
    walk.parts.add(name)
    words = ("exp", 1) if name == "e" else ("pi",)
    return residue_of(walk.salt, "part", *words)


# -------------------------------------------------------------------------------------------------------- operators
def _sum(walk: _Reducer, node: Sum, depth: int) -> Pair:
    walk.left -= len(node.terms)
    if walk.left < 0:
        walk.spend(0)
    over, under, product = 0, 1, walk.modulus
    for term in node.terms:
        n, d = walk.of(term, depth)
        if d == under:
            over += n
        else:
            over, under = over * d + n * under, under * d % product
        over %= product
    return over, under


def _product(walk: _Reducer, node: Product, depth: int) -> Pair:
    walk.left -= len(node.factors)
    if walk.left < 0:
        walk.spend(0)
    over, under, product = 1, 1, walk.modulus
    for factor in node.factors:
        n, d = walk.of(factor, depth)
        over = over * n % product
        if d != 1:
            under = under * d % product
    return over, under


def _quotient(walk: _Reducer, node: Quotient, depth: int) -> Pair:
    (a, b), (c, d) = walk.of(node.over, depth), walk.of(node.under, depth)
    under = b * c % walk.modulus
    if not under or not d:
        raise NowhereError
    if walk.parts and type(node.under) is not Number:
        walk.partial = True  # a denominator of irrational parts may be zero though its residue isn't: 1/sin(pi)
    return (a if d == 1 else a * d % walk.modulus), under


def _negative(walk: _Reducer, node: Negative, depth: int) -> Pair:
    over, under = walk.of(node.of, depth)
    return -over % walk.modulus, under


def _percent(walk: _Reducer, node: Percent, depth: int) -> Pair:
    over, under = walk.of(node.of, depth)
    return over, under * 100 % walk.modulus


def _power(walk: _Reducer, node: Power, depth: int) -> Pair:
    exponent = node.exponent.value if type(node.exponent) is Number else exact_or_none(node.exponent)
    if type(exponent) is int:
        return _whole_power(walk, walk.of(node.base, depth), exponent)
    if node.base == Name("e") and "e" not in walk.domain.names:
        return exponential(walk, walk.single(node.exponent, depth))
    if type(node.base) is not Number or node.base.value <= 0:
        walk.partial = walk.branches = True
    base = walk.single(node.base, depth)
    if exponent is not None and exponent.denominator < 1 << 16:
        return _whole_power(walk, (root(walk, base, exponent.denominator), 1), exponent.numerator)
    return walk.part("^", base, walk.single(node.exponent, depth)), 1


def _whole_power(walk: _Reducer, base: Pair, n: int) -> Pair:
    if 1 < n < _FEW:
        walk.growth *= n
        over, under = base
        return over**n % walk.modulus, under**n % walk.modulus if under != 1 else 1
    if n.bit_length() > MOST_EXPONENT_BITS:
        raise OutsideError("an exponent is too long", work=True)
    if n not in _PLAIN_EXPONENTS:
        walk.growth *= min(abs(n), _SMALL)
    over, under = base
    if n < 0:
        over, under, n = under, over, -n
        walk.partial = walk.partial or bool(walk.parts)
    if not under:
        raise NowhereError
    return pow(over, n, walk.modulus), pow(under, n, walk.modulus) if under != 1 else 1


# ------------------------------------------------------------------------------------------------------------ calls
def _call(walk: _Reducer, node: Call, depth: int) -> Pair:
    name = node.function
    walk.spend(len(node.arguments))
    known = KNOWN.get(name, DECLARED)
    if known is None:
        raise OutsideError(f"{name} doesn't give a number that can be compared")
    if not known.least <= len(node.arguments) <= known.most:
        raise OutsideError(f"{name} has another number of arguments")
    if known.exact and type(node.arguments[0]) is not Name:
        exact = exact_or_none(node)
        if exact is not None:
            return exact.numerator % walk.modulus, exact.denominator % walk.modulus
    if known.partial:
        walk.partial = True
    if known.branches:
        walk.branches = True
    if known.steps:
        walk.steps = True
    if known.opaque:
        walk.opaque = True
    if known.made is not None and len(node.arguments) == 1:
        return known.made(walk, walk.single(node.arguments[0], depth))
    if name in {"root", "log"} and len(node.arguments) == 2:
        return _with_two(walk, node, depth)
    if name == "if":
        return _choice(walk, node, depth)
    return walk.part(name, *(_word(walk, argument, depth) for argument in node.arguments)), 1


def _word(walk: _Reducer, argument: Expr, depth: int) -> str | int:
    """What names an argument in a part."""
    if type(argument) is Figures:
        return f"{argument.count} {argument.kind}"
    return walk.single(argument, depth)


def _with_two(walk: _Reducer, node: Call, depth: int) -> Pair:
    first = walk.single(node.arguments[0], depth)
    if node.function == "log":
        return walk.part("ln", first), walk.part("ln", walk.single(node.arguments[1], depth))
    index = exact_or_none(node.arguments[1])
    if type(index) is not int or not 1 <= index <= 1000:
        return walk.part("root", first, walk.single(node.arguments[1], depth)), 1
    return real_root(walk, first, index), 1


# ------------------------------------------------------------------------------------------------ choices and ranges
def _choice(walk: _Reducer, node: Call, depth: int) -> Pair:
    words = [_condition(walk, node.arguments[0], depth)]
    for value in node.arguments[1:]:
        try:
            words.append(walk.single(value, depth))
        except NowhereError:
            words.append("undefined")
    return walk.part("if", *words), 1


def _condition(walk: _Reducer, node: Expr, depth: int) -> str | int:
    match node:
        case Relation(signs=signs, sides=sides):
            return digest(*signs, *(walk.single(side, depth) for side in sides))
        case Logic(word=word, items=items):
            return digest(word, *(_condition(walk, item, depth + 1) for item in items))
    raise OutsideError("a condition that isn't a relation")


def _each(walk: _Reducer, node: Each, depth: int) -> Pair:
    if type(node.source) is not RangeOf or node.condition is not None:
        raise OutsideError("only a range can be run over")
    walk.partial = walk.steps = True
    ends = walk.single(node.source.first, depth), walk.single(node.source.last, depth)
    hidden = walk.names.get(node.name)
    walk.names[node.name] = residue_of(walk.salt, "bound", walk.bound), 1
    walk.bound += 1
    try:
        return walk.part("each", *ends, walk.single(node.body, depth)), 1
    finally:
        walk.bound -= 1
        del walk.names[node.name]
        if hidden is not None:
            walk.names[node.name] = hidden


class _Makers(dict[type, Callable[[_Reducer, Any, int], Pair]]):
    """The maker of each type of node that is a number's."""

    def __missing__(self, kind: type) -> Callable[[_Reducer, Any, int], Pair]:
        raise OutsideError(f"a {kind.__name__} isn't a number")


_MAKERS = _Makers({
    Number: _number, Name: _name, Sum: _sum, Product: _product, Quotient: _quotient, Negative: _negative,
    Percent: _percent, Power: _power, Call: _call, Each: _each,
})  # fmt: skip
