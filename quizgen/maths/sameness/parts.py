"""The residues of irrational parts: each is a letter of its own, named by its function and its argument's residue.

What is one and the same by a simple law is made one part: sin(-u) = -sin(u), e^-u = 1/e^u, |u| = sqrt(u^2) on the
reals, tan(u) = sin(u)/cos(u), cosh by exponentials.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from quizgen.maths.sameness.primes import digest, modulus

Pair = tuple[int, int]
"""A numerator and a denominator modulo the modulus."""


class NowhereError(Exception):
    """A denominator inside a part is zero identically."""


class Walk(Protocol):
    """What a walk over a tree offers to the maker of a part."""

    modulus: int
    complex: bool

    def part(self, *words: str | int) -> int:
        """The residue that stands for a part, which is noted."""


@lru_cache(maxsize=4096)
def residue_of(salt: str, *words: str | int) -> int:
    """The residue that stands for a letter or an irrational part."""
    return digest(salt, *words) % modulus(salt).product


def root(walk: Walk, of: int, index: int) -> int:
    """The principal root as a part."""
    return walk.part("root", index, of) if index > 1 else of


def real_root(walk: Walk, of: int, index: int) -> int:
    """A root as `root(x, n)` takes it: an odd one of a negative number is negative, also among complex numbers."""
    if walk.complex and index % 2:
        return walk.part("real root", index, of) if index > 1 else of
    return root(walk, of, index)


def exponential(walk: Walk, of: int) -> Pair:
    """The part e^of, so that e^-u is one over e^u."""
    opposite = walk.modulus - of
    if of <= opposite:
        return (walk.part("exp", of), 1) if of else (1, 1)
    return 1, walk.part("exp", opposite)


def _odd(name: str) -> Callable[[Walk, int], Pair]:
    def part(walk: Walk, of: int) -> Pair:
        opposite = walk.modulus - of
        if of <= opposite:
            return (walk.part(name, of) if of else 0), 1
        return -walk.part(name, opposite) % walk.modulus, 1

    return part


def _cosine(walk: Walk, of: int) -> Pair:
    return walk.part("cos", min(of, walk.modulus - of)), 1


def _over(top: Callable[[Walk, int], Pair], bottom: Callable[[Walk, int], Pair]) -> Any:
    def part(walk: Walk, of: int) -> Pair:
        (a, b), (c, d) = top(walk, of), bottom(walk, of)
        if not c:
            raise NowhereError
        return a * d % walk.modulus, b * c % walk.modulus

    return part


def _one(_: Walk, __: int) -> Pair:
    return 1, 1


def _hyperbolic(sign: int) -> Callable[[Walk, int], Pair]:
    def part(walk: Walk, of: int) -> Pair:
        over, under = exponential(walk, of)
        return (over * over + sign * under * under) % walk.modulus, 2 * over * under % walk.modulus

    return part


def _magnitude(walk: Walk, of: int) -> Pair:
    """On the reals |u| is the root of u^2, which makes |-u| = |u| and sqrt(x^2) = |x| one part."""
    if walk.complex:
        return walk.part("abs", min(of, walk.modulus - of)), 1
    return root(walk, of * of % walk.modulus, 2), 1


def _logarithm(walk: Walk, of: int) -> Pair:
    return (walk.part("ln", of) if of != 1 else 0), 1


_sine, _sinh, _cosh = _odd("sin"), _hyperbolic(-1), _hyperbolic(1)
CALLS: dict[str, Callable[[Walk, int], Pair]] = {
    "exp": exponential, "sin": _sine, "cos": _cosine, "tan": _over(_sine, _cosine), "cot": _over(_cosine, _sine),
    "sec": _over(_one, _cosine), "csc": _over(_one, _sine), "sinh": _sinh, "cosh": _cosh,
    "tanh": _over(_sinh, _cosh), "coth": _over(_cosh, _sinh), "sech": _over(_one, _cosh), "csch": _over(_one, _sinh),
    "asin": _odd("asin"), "atan": _odd("atan"), "asinh": _odd("asinh"), "abs": _magnitude, "ln": _logarithm,
    "log": _logarithm, "lg": lambda walk, of: (walk.part("ln", of), walk.part("ln", 10)),
    "sqrt": lambda walk, of: (root(walk, of, 2), 1), "cbrt": lambda walk, of: (real_root(walk, of, 3), 1),
}  # fmt: skip
"""Parts of one argument by the name of their function."""
