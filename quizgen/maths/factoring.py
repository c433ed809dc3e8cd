"""Whether a polynomial can be split over the rationals, and whether two have a factor in common.

In one letter this is exact: modulo a prime larger than twice any coefficient that a factor can have, the polynomial is
split (Cantor and Zassenhaus), and the pieces are put together in every way. In several letters all but one are given
large values: a polynomial that splits does so for each of them, one that doesn't splits for hardly any (Hilbert).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, gcd, isqrt

from quizgen.errors import TooMuchWork
from quizgen.maths.polynomials import Terms, coefficients, degree, primitive
from quizgen.maths.roots import Whole, common_factor, quotient, shortened, slope

HIGHEST = 12
"""Degree up to which polynomials are split."""
_PLACES = ((10_007, 10_037, 10_061, 10_069), (20_011, 20_021, 20_023, 20_029), (30_011, 30_013, 30_029, 30_047))
MOST_LETTERS = 5


def splits(terms: Terms) -> bool:
    """Whether a polynomial is a product of two that both have letters. Raises TooMuchWork."""
    letters = _letters(terms)
    if not letters:
        return False
    return splits_in_one(_dense(terms, letters[0])) if len(letters) == 1 else _splits_in_several(terms, letters)


def share_a_factor(one: Terms, other: Terms) -> bool:
    """Whether both polynomials are multiples of one that has letters. Raises TooMuchWork."""
    if not one or not other:
        return bool(_letters(one or other))
    common = [letter for letter in _letters(one) if letter in _letters(other)]
    return any(_share_in(letter, one, other) for letter in common)


def _share_in(letter: int, one: Terms, other: Terms) -> bool:
    for places in _PLACES[:2]:
        first, second = (_placed(terms, letter, places) for terms in (one, other))
        if len(common_factor(first, second)) < 2:
            return False
    return True


def _splits_in_several(terms: Terms, letters: list[int]) -> bool:
    if len(letters) > MOST_LETTERS:
        raise TooMuchWork("there are too many letters to split this")
    least = min(letters, key=lambda letter: degree(terms, letter))
    parts = list(coefficients(terms, least).values())
    if len(parts) == 1 or _have_a_common_factor(parts):
        return True
    if degree(terms, least) == 1:
        return False
    return all(splits_in_one(_placed(terms, least, places)) for places in _PLACES)


def _have_a_common_factor(parts: list[Terms]) -> bool:
    """Whether the coefficients of the powers of one letter share a factor with letters (at places, all of them)."""
    letters = sorted({letter for part in parts for letter in _letters(part)})
    for letter in letters:
        for places in _PLACES[:2]:
            common: Whole = []
            for part in parts:
                common = common_factor(_placed(part, letter, places), common)
            if len(common) < 2:
                break
        else:
            return True
    return False


def _letters(terms: Terms) -> list[int]:
    return sorted({letter for monomial in terms for letter, _ in monomial})


def _dense(terms: Terms, letter: int) -> Whole:
    highest = degree(terms, letter)
    if highest > 4 * HIGHEST:
        raise TooMuchWork(f"polynomials are split up to the degree {HIGHEST}")
    made = [0] * (highest + 1)
    for monomial, factor in primitive(terms).items():
        made[dict(monomial).get(letter, 0)] += int(factor)
    return shortened(made)


def _placed(terms: Terms, letter: int, places: tuple[int, ...]) -> Whole:
    """The polynomial in one letter, the others having the values of `places` by their order."""
    others = [each for each in _letters(terms) if each != letter]
    if degree(terms, letter) > 4 * HIGHEST or len(others) > MOST_LETTERS:
        raise TooMuchWork("this polynomial is too long to split")
    made = [Fraction(0)] * (degree(terms, letter) + 1)
    for monomial, factor in terms.items():
        value, power = factor, 0
        for of, exponent in monomial:
            if of == letter:
                power = exponent
            else:
                value *= places[others.index(of) % len(places)] ** exponent
        made[power] += value
    common = 1
    for each in made:
        common = common * each.denominator // gcd(common, each.denominator)
    return shortened(int(each * common) for each in made)


# ---------------------------------------------------------------------------------------------------- one letter
def splits_in_one(of: Whole) -> bool:
    """Whether a polynomial in one letter with whole coefficients splits. Raises TooMuchWork."""
    of = shortened(of)
    size = len(of) - 1
    if size < 2:
        return False
    if not of[0] or len(common_factor(of, slope(of))) > 1:
        return True
    if size > HIGHEST:
        raise TooMuchWork(f"polynomials are split up to the degree {HIGHEST}")
    prime = _prime_above(2 * abs(of[-1]) * _largest_coefficient(of), of)
    pieces = _pieces(of, prime)
    return any(
        _is_factor(of, chosen, prime)
        for count in range(1, len(pieces) // 2 + 1)
        for chosen in combinations(pieces, count)
    )


def _largest_coefficient(of: Whole) -> int:
    """What no coefficient of a factor exceeds (Mignotte)."""
    size = len(of) - 1
    return comb(size, size // 2) * (isqrt(sum(factor * factor for factor in of)) + 1)


def _is_factor(of: Whole, chosen: tuple[Whole, ...], prime: int) -> bool:
    made = [of[-1] % prime]
    for piece in chosen:
        made = _times(made, piece, prime)
    lifted = shortened(factor - prime if 2 * factor > prime else factor for factor in made)
    found = quotient(of, lifted)
    return _product_is(of, lifted, found)


def _product_is(of: Whole, one: Whole, other: Whole) -> bool:
    made = [0] * (len(one) + len(other) - 1)
    for place, factor in enumerate(one):
        for shift, by in enumerate(other):
            made[place + shift] += factor * by
    made = shortened(made)
    return made in (of, [-factor for factor in of])


def _prime_above(least: int, of: Whole) -> int:
    """A prime beyond a bound (and 2^40) modulo which the polynomial keeps its degree and has no root twice."""
    candidate = max(least, 1 << 40) | 1
    for _ in range(4_000):
        candidate += 2
        if _is_prime(candidate) and of[-1] % candidate:
            reduced = _monic(of, candidate)
            if len(_common(reduced, _monic(slope(of), candidate), candidate)) == 1:
                return candidate
    raise TooMuchWork("no prime was found to split this")


@lru_cache(maxsize=256)
def _is_prime(number: int) -> bool:
    """Miller and Rabin's test for the first twelve primes: exact below 3·10^24, and good beyond."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if any(number % prime == 0 for prime in small):
        return number in small
    odd, halvings = number - 1, 0
    while odd % 2 == 0:
        odd, halvings = odd // 2, halvings + 1
    for base in small:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(halvings - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


# ---------------------------------------------------------------------------------------------------- modulo a prime
def _pieces(of: Whole, prime: int) -> list[Whole]:
    """The irreducible factors modulo a prime, each with 1 in front."""
    left, size = _monic(of, prime), 0
    found: list[Whole] = []
    power = [0, 1]
    while len(left) > 1:
        size += 1
        if 2 * size > len(left) - 1:
            return [*found, left]
        power = _power(power, prime, left, prime)
        common = _common(left, _minus(power, [0, 1], prime), prime)
        if len(common) > 1:
            found += _of_degree(common, size, prime)
            left = _divided(left, common, prime)[0]
            power = _divided(power, left, prime)[1] if len(left) > 1 else power
    return found


def _of_degree(of: Whole, size: int, prime: int) -> list[Whole]:
    """A product of irreducible factors of one degree, taken apart; the trial polynomials are 1, 2, 3 … + x (+ x²…)."""
    waiting: list[Whole] = [of]
    found: list[Whole] = []
    trial = 0
    while waiting:
        piece = waiting.pop()
        if len(piece) - 1 == size:
            found.append(piece)
            continue
        while True:
            trial += 1
            start = _divided([trial, 1, *([trial * trial] if size > 1 else [])], piece, prime)[1]
            power = _power(start, (prime**size - 1) // 2, piece, prime)
            common = _common(piece, _minus(power, [1], prime), prime)
            if 1 < len(common) < len(piece):
                waiting += [common, _divided(piece, common, prime)[0]]
                break
            if trial > 200:
                raise TooMuchWork("this couldn't be split")
    return found


def _trimmed(of: Whole) -> Whole:
    while of and not of[-1]:
        of.pop()
    return of


def _monic(of: Whole, prime: int) -> Whole:
    reduced = _trimmed([factor % prime for factor in of])
    inverse = pow(reduced[-1], -1, prime) if reduced else 1
    return [factor * inverse % prime for factor in reduced]


def _times(one: Whole, other: Whole, prime: int) -> Whole:
    made = [0] * (len(one) + len(other) - 1) if one and other else []
    for place, factor in enumerate(one):
        for shift, by in enumerate(other):
            made[place + shift] += factor * by
    return _trimmed([factor % prime for factor in made])


def _minus(one: Whole, other: Whole, prime: int) -> Whole:
    size = max(len(one), len(other))
    padded = [of + [0] * (size - len(of)) for of in (one, other)]
    return _trimmed([(a - b) % prime for a, b in zip(*padded, strict=True)])


def _divided(of: Whole, by: Whole, prime: int) -> tuple[Whole, Whole]:
    """Quotient and remainder; what is divided by has 1 in front."""
    left, found = [factor % prime for factor in of], [0] * max(len(of) - len(by) + 1, 0)
    for shift in range(len(of) - len(by), -1, -1):
        factor = left[shift + len(by) - 1]
        found[shift] = factor
        for place, each in enumerate(by):
            left[shift + place] = (left[shift + place] - factor * each) % prime
    return _trimmed(found), _trimmed(left[: len(by) - 1])


def _common(one: Whole, other: Whole, prime: int) -> Whole:
    while other:
        other = _monic(other, prime)
        one, other = other, _divided(one, other, prime)[1]
    return _monic(one, prime)


def _power(base: Whole, exponent: int, modulus: Whole, prime: int) -> Whole:
    made = [1]
    for bit in f"{exponent:b}":
        made = _divided(_times(made, made, prime), modulus, prime)[1]
        if bit == "1":
            made = _divided(_times(made, base, prime), modulus, prime)[1]
    return made
