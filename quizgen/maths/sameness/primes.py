"""Two primes of 61 bits and residues modulo their product, chosen by a digest of a salt."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from math import prod
from typing import NamedTuple

_BITS = 61
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # enough below 3.3 * 10^24 (Sorenson and Webster, 2015)
_SMALL = prod((3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53))


def digest(*parts: str | int) -> int:
    """A number of 128 bits that looks like chance and is the same on every machine."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest(), "big")


class Modulus(NamedTuple):
    """The product of two primes that leave 1 modulo 4, and a number whose square is -1 modulo both."""

    product: int
    imaginary: int


@lru_cache(maxsize=256)
def modulus(salt: str) -> Modulus:
    """The modulus of a salt: each prime is drawn evenly from those of 61 bits that leave 1 modulo 4."""
    first, second = _prime(salt, "first", 0), _prime(salt, "second", 0)
    if first == second:
        second = _prime(salt, "third", first)
    roots = _root_of_minus_one(first), _root_of_minus_one(second)
    joined = roots[0] * second * pow(second, -1, first) + roots[1] * first * pow(first, -1, second)
    return Modulus(first * second, joined % (first * second))


def _prime(salt: str, which: str, unlike: int) -> int:
    count = 0
    while True:
        found = (1 << (_BITS - 1)) | (digest(salt, which, count) % (1 << (_BITS - 1))) & ~3 | 1
        if found != unlike and _is_prime(found):
            return found
        count += 1


def _is_prime(n: int) -> bool:
    """Whether an odd number of 61 bits is a prime (Miller and Rabin, without error at this size)."""
    if pow(_SMALL, n - 1, n) != 1:  # most composites fall here: a factor of _SMALL, or no pseudoprime to that base
        return False
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(witness, odd, twos, n) for witness in _WITNESSES)


def _passes(witness: int, odd: int, twos: int, n: int) -> bool:
    x = pow(witness, odd, n)
    if x in {1, n - 1}:
        return True
    for _ in range(twos - 1):
        x = x * x % n
        if x == n - 1:
            return True
    return False


def _root_of_minus_one(prime: int) -> int:
    """A square root of -1 modulo a prime that leaves 1 modulo 4."""
    base = next(a for a in range(2, 1000) if pow(a, (prime - 1) // 2, prime) == prime - 1)
    return pow(base, (prime - 1) // 4, prime)
