"""Whether two expressions are the same: yes, no, or undecided, with the evidence (POSITIONS 21 to 23).

The order: the same tree; exactly, for numbers and rational functions (residues modulo two digest-chosen primes of 61
bits, with a bound on the degree: a wrong "same" has a chance below 2^-40 for anyone who doesn't know the salt); then
rigorous enclosures at points, where the first that are apart refute, and enough that agree, confirmed at 400 bits,
are taken for sameness; else undecided. What takes more operations than the budget is undecided too. Nothing here
raises, and nothing depends on the clock, on chance or on sympy.

`log(x)` is the natural logarithm here; where a part's is another, the reader has made it `lg(x)` or `log(x, b)`.
Factorials of numbers that aren't whole are those of the gamma function. Declared functions (`f(x)`, `f'(x)`) count as
any functions: equal where their arguments are, and tried as smooth functions that the digest chooses.

Points where either side is undefined are skipped. One side undefined everywhere: not the same. Both: undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from quizgen.maths.domains import REAL, Domain, DomainKey, Letter
from quizgen.maths.expr import Expr, Name, Negative
from quizgen.maths.sameness.coefficients import Tolerance, tolerant
from quizgen.maths.sameness.comparing import Comparison, Setting, Side, letters_of
from quizgen.maths.sameness.points import Where, points, small_points
from quizgen.maths.sameness.refutation import ExactValues, Refutation, exactly
from quizgen.maths.sameness.residues import DECIDED, OutsideError, Residue, equal, reduce
from quizgen.maths.sameness.spread import Spread
from quizgen.maths.sameness.verdicts import Sameness, alike, different, refuted, undecided

__all__ = ["REAL", "Domain", "Letter", "Prepared", "Sameness", "prepare", "same"]

MOST_KEPT = 1_024
"""Verdicts that one key remembers."""


def same(a: Expr, b: Expr, domain: Domain = REAL, salt: str = "", *, within: Fraction | None = None) -> Sameness:
    """Whether two expressions are the same in a domain; never raises.

    `salt` chooses the primes and points: the same salt gives the same verdict. `within` is a relative tolerance of
    coefficients (POSITIONS 23).
    """
    return Prepared(a, domain, salt, within=within).judge(b)


def prepare(key: Expr, domain: Domain = REAL, salt: str = "", *, within: Fraction | None = None) -> Prepared:
    """A key made ready once for many answers; the last 256 are kept."""
    return _prepared(key, domain.key, salt, within)


@lru_cache(maxsize=256)
def _prepared(key: Expr, domain: DomainKey, salt: str, within: Fraction | None) -> Prepared:
    return Prepared(key, Domain(dict(domain[0]), domain[1]), salt, within=within)


class Prepared:
    """A key with what doesn't depend on the answer: its residue, its values at the points, the verdicts so far.

    `route` forces "balls" (python-flint) or "intervals" (mpmath); else balls are taken where python-flint is there.
    """

    def __init__(
        self, key: Expr, domain: Domain = REAL, salt: str = "", *, within: Fraction | None = None, route: str = ""
    ) -> None:
        self._spread = Spread(domain) if domain.names else None
        if self._spread:
            key, domain = self._spread.tree(key), self._spread.domain
        self.key, self.domain, self.salt, self.within = key, domain, salt, within
        self._setting = Setting(domain, domain.key, salt, route)
        self._key = Side(key, _reduced(key, domain, salt))
        self._few = frozenset(name for name, letter in domain.names.items() if letter.few)
        self._exact = ExactValues(key)
        self._judged: dict[Expr, Sameness] = {}
        self._texts: dict[str, Sameness | None] = {}

    def same(self, answer: Expr) -> Sameness:
        """The verdict on an answer; equal trees are judged once."""
        found = self._judged.get(answer)
        if found is None:
            found = self.judge(answer)
            _keep(self._judged, answer, found)
        return found

    def of_text(self, text: str, read: Callable[[str], Expr | None]) -> Sameness | None:
        """The verdict on a text; equal texts are read and judged once. None where `read` gives no tree."""
        if text in self._texts:
            return self._texts[text]
        tree = read(text)
        found = None if tree is None else self.judge(tree)
        _keep(self._texts, text, found)
        return found

    def judge(self, answer: Expr) -> Sameness:
        """The verdict on an answer, found anew."""
        if self._spread:
            return self._spread.told(self._judged_anew(self._spread.tree(answer)))
        return self._judged_anew(answer)

    def _judged_anew(self, answer: Expr) -> Sameness:
        mine, theirs = self._key.residue, _reduced(answer, self.domain, self.salt)
        if isinstance(mine, OutsideError) or isinstance(theirs, OutsideError):
            return self._outside(answer, mine, theirs)
        other = Side(answer, theirs)
        if mine.under and theirs.under:
            equals = equal(mine, theirs, self.salt)
        elif mine.under or theirs.under:
            equals = None
        else:
            return _BOTH_NOWHERE
        if equals and self._proved(other):
            return self._where_defined(other, mine, theirs)
        if equals is False and self.within is None and self._decided(mine, theirs):
            return self._differ(other, mine, theirs)
        return self._compared(other, mine, theirs)

    def _proved(self, other: Side) -> bool:
        return other.tree == self.key or (self._key.provable and other.provable)

    def _decided(self, mine: Residue, theirs: Residue) -> bool:
        """Whether other residues prove a difference: there are infinitely many values of each letter."""
        if mine.parts | theirs.parts not in DECIDED:
            return False
        return not self._few or self._few.isdisjoint(mine.letters | theirs.letters)

    def _where_defined(self, other: Side, mine: Residue, theirs: Residue) -> Sameness:
        """Same residues: the same wherever both are defined; whether that is anywhere needs a look if it isn't sure."""
        by, evidence = self._how(other, mine, theirs)
        if not (mine.partial or theirs.partial):
            return alike(by, evidence)
        found = self._comparison(other).verdict(proved=True)
        return alike(by, evidence) if found.same else found

    def _how(self, other: Side, mine: Residue, theirs: Residue) -> tuple[str, str]:
        if other.tree == self.key:
            return "tree", "Both are the same expression."
        if not mine.letters and not theirs.letters:
            return "exact", "Both are the same number, exactly."
        if mine.rational and theirs.rational:
            return "rational", "Both are the same rational function (modulo two 61-bit primes, error below 2^-40)."
        return "rational", (
            "Both are the same rational function of their letters and irrational parts "
            "(modulo two 61-bit primes, error below 2^-40)."
        )

    def _differ(self, other: Side, mine: Residue, theirs: Residue) -> Sameness:
        """Other residues of rational functions: a point to show is looked for."""
        letters = letters_of(mine, theirs)
        if not letters and not mine.parts | theirs.parts:
            found = exactly(self._exact, other.tree, (), ((),))
        else:
            found = self._point(other, letters, exact=not mine.parts | theirs.parts)
        by = "rational" if letters else "exact"
        what = "rational functions" if letters else "numbers"
        return refuted(by, f"They are different {what}", found)

    def _point(self, other: Side, letters: tuple[str, ...], *, exact: bool) -> Refutation | None:
        if not exact:
            return self._comparison(other).refuting()
        usual = points(Where(letters, self._setting.key, self.salt, patterns=False))
        found = exactly(self._exact, other.tree, letters, usual.nice)
        if found is None:
            more = (*small_points(letters, self.domain, usual.nice[0]), *usual.chosen)
            found = exactly(self._exact, other.tree, letters, more)
        return found or self._comparison(other).refuting()

    def _comparison(self, other: Side) -> Comparison:
        return Comparison(self._key, other, self._setting)

    def _compared(self, other: Side, mine: Residue, theirs: Residue) -> Sameness:
        comparison = self._comparison(other)
        if self.within is None or mine.nowhere or theirs.nowhere:
            return comparison.verdict()
        tolerance = Tolerance(self.within, self._agree)
        return tolerant(self.key, other.tree, comparison.letters, self._setting, tolerance)

    def _agree(self, mine: Expr, theirs: Expr) -> bool:
        """Whether the arguments of two functions agree within the tolerance."""
        inner = Prepared(mine, self.domain, self.salt, within=self.within, route=self._setting.route)
        return bool(inner.judge(theirs).same)

    def _outside(self, answer: Expr, mine: Residue | OutsideError, theirs: Residue | OutsideError) -> Sameness:
        """What isn't a number, or is too much work."""
        first, second = _infinite(self.key), _infinite(answer)
        if first or second:
            return _infinities(first, second, finite=isinstance(mine, Residue) or isinstance(theirs, Residue))
        problems = [side for side in (mine, theirs) if isinstance(side, OutsideError)]
        if any(problem.work for problem in problems):
            return undecided("work", f"It would be too much work: {problems[0].why}.")
        if answer == self.key:
            return alike("tree", "Both are the same expression.")
        return undecided("kind", f"They can't be compared as numbers: {problems[0].why}.")


_BOTH_NOWHERE = undecided("undefined", "Neither has a value anywhere: a divisor is always zero.")


def _keep(kept: dict[Expr, Sameness] | dict[str, Sameness | None], what: object, found: Sameness | None) -> None:
    """Remember a verdict; the oldest goes where there are too many."""
    if len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]  # type: ignore[arg-type]  # a key of the same dict
    kept[what] = found  # type: ignore[index,assignment]  # the caller pairs them


def _reduced(tree: Expr, domain: Domain, salt: str) -> Residue | OutsideError:
    try:
        return reduce(tree, domain, salt)
    except OutsideError as outside:
        return outside


def _infinite(tree: Expr) -> int:
    """1 or -1 for an infinity, 0 for anything else."""
    sign = 1
    while isinstance(tree, Negative):
        sign, tree = -sign, tree.of
    return sign if tree == Name("oo") else 0


def _infinities(first: int, second: int, *, finite: bool) -> Sameness:
    if first and second:
        return alike("tree", "Both are infinite.") if first == second else different("exact", "Their signs differ.")
    if finite:
        return different("exact", "One is infinite and the other isn't.")
    return undecided("kind", "An infinity can't be compared with this.")
