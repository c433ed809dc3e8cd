"""Statements compared: equations, inequalities, systems, and sets told by their members (POSITIONS 25, 26).

In one real letter, statements are the same if the same numbers meet them. In several letters an equation is the same
up to a non-zero constant and swapped sides, an inequality up to a positive one; `or` of equations is a product; items
of `and` and `or` are matched in any order.
"""

from __future__ import annotations

from fractions import Fraction

from quizgen.errors import MathsError, TooMuchWork, Undecided
from quizgen.maths import solutions
from quizgen.maths.arrangement import same_arrangement
from quizgen.maths.conditions import comparisons, flattened, side_difference
from quizgen.maths.domains import ANY, Letter
from quizgen.maths.expr import (
    FUNCTIONS,
    LEARNERS_FUNCTIONS,
    Call,
    Expr,
    Logic,
    Name,
    Negative,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Truth,
    children,
    rebuild,
    substitute,
)
from quizgen.maths.ground import Ground, place_of
from quizgen.maths.linear_systems import same_solutions
from quizgen.maths.matching import all_same, is_open, is_other, is_same, matched
from quizgen.maths.printing import plain
from quizgen.maths.proportional import APART, proportional
from quizgen.maths.same import Sameness
from quizgen.maths.unwrapping import unwrapped

_POINTS = 40
_MOST_FAILED = 6
"""Numbers at which a statement can't be decided, after which no more are tried: such values are costly."""
_MOST_EVALUATED = 2_500
"""Nodes that are evaluated in search of a number that meets just one of two statements."""
_KNOWN = frozenset(FUNCTIONS) | frozenset(LEARNERS_FUNCTIONS) | {"det"}


def same_statements(first: Expr, second: Expr, ground: Ground) -> Sameness:
    """Whether a key and an answer, as conditions (conditions.condition), say the same. Never raises."""
    try:
        one, other = _as_letters(flattened(first), flattened(second), ground)
        return _compared(one, other, ground)
    except RecursionError:
        return is_open("this is nested too deeply")
    except (MathsError, ZeroDivisionError) as error:
        return is_open(getattr(error, "what", "a division by zero"))


def _compared(one: Expr, other: Expr, ground: Ground) -> Sameness:
    if same_arrangement(one, other):
        return is_same("tree", "the same statement")
    letters = ground.letters(one), ground.letters(other)
    if len(letters[0]) == len(letters[1]) == 1 and letters[0] != letters[1] and not _is_identity(one, ground):
        return is_other("letters", f"{letters[1][0]} stands where {letters[0][0]} is asked")
    merged = sorted({*letters[0], *letters[1]})
    if len(merged) == 1 and not ground.domain.complex:
        return _in_one_letter(one, other, merged[0], ground)
    return _in_letters(one, other, ground)


def _is_identity(node: Expr, ground: Ground) -> bool:
    return isinstance(node, Relation) and node.signs == ("=",) and ground.is_zero(side_difference(node)) is not False


# ---------------------------------------------------------------------------------------------------- one letter
def _in_one_letter(one: Expr, other: Expr, letter: str, ground: Ground) -> Sameness:
    line = line_of(letter, ground)
    try:
        first, second = (unwrapped(each, letter, lambda tree: solutions.sign_of(tree, line)) for each in (one, other))
        found = solutions.difference(first, second, line)
    except (Undecided, TooMuchWork) as error:
        return _otherwise(one, other, line, ground, error.what)
    if found is None:
        return is_same("exact", f"the same values of {letter} meet both")
    return _told_apart(found, letter)


def _told_apart(found: solutions.Difference, letter: str) -> Sameness:
    which = "the key and not the answer" if found.meets_first else "the answer and not the key"
    return is_other("exact", f"{letter} = {found.at} meets {which}", {letter: found.at})


def _otherwise(one: Expr, other: Expr, line: solutions.Line, ground: Ground, why: str) -> Sameness:
    """What isn't rational in the letter: one is a multiple of the other, or some number meets just one."""
    found = _in_letters(one, other, ground)
    if found.same:
        return found
    apart = _sampled(one, other, line)
    if apart is not None:
        return _told_apart(apart, line.letter)
    return is_open(f"{why}, and no number was found that meets just one")


def _sampled(one: Expr, other: Expr, line: solutions.Line) -> solutions.Difference | None:
    """A number that meets just one, among a few and the values that either names itself."""
    places = [Fraction(top, bottom) for bottom in (1, 3) for top in range(-12, 13)]
    places = places[:: 1 + len(places) * (_size(one) + _size(other)) // _MOST_EVALUATED]
    named: list[solutions.Real] = []
    for each in (*comparisons(one), *comparisons(other)):
        try:
            named += solutions.critical(side_difference(each), line)
        except MathsError:
            continue
    failed = 0
    for at in (*named, *places):
        if not solutions.is_on(at, line):
            continue
        if failed > _MOST_FAILED:
            return None
        try:
            meets = solutions.holds(one, at, line)
            if meets != solutions.holds(other, at, line):
                return solutions.Difference(solutions.text(at), meets)
        except (MathsError, ZeroDivisionError):
            failed += 1
    return None


def _size(tree: Expr) -> int:
    return 1 + sum(map(_size, children(tree)))


def line_of(letter: str, ground: Ground) -> solutions.Line:
    """The part of the real line that a letter may be in."""
    of = ground.letter(letter)
    low, high, closed = of.low, of.high, [True, True]
    if of.sign in ("positive", "nonnegative") and (low is None or low < 0):
        low, closed[0] = 0, of.sign == "nonnegative"
    if of.sign == "negative" and (high is None or high > 0):
        high, closed[1] = 0, False
    least, most = (None if end is None else Fraction(end) for end in (low, high))
    return solutions.Line(letter, ground.is_zero, least, most, (closed[0], closed[1]), of.integer, ground.log)


# ---------------------------------------------------------------------------------------------------- several letters
def _in_letters(one: Expr, other: Expr, ground: Ground) -> Sameness:
    if isinstance(one, Truth) or isinstance(other, Truth):
        return _with_truth(one, other, ground)
    one, other = _product(one), _product(other)
    if isinstance(one, Relation) and isinstance(other, Relation):
        return _single(one, other, ground)
    found = is_other("shape", "one is a single comparison and the other is not")
    if isinstance(one, Logic) and isinstance(other, Logic) and one.word == other.word:
        found = matched(one.items, other.items, lambda first, second: _compared(first, second, ground), repeats=False)
    if found.same is False and _have_the_same_solutions(one, other, ground):
        return is_same("rational", "the same solutions of linear equations")
    if found.same is False and any(each.signs != ("=",) for each in (*comparisons(one), *comparisons(other))):
        point = _point(one, other, ground)
        return is_other("points", APART, point) if point else is_open(found.evidence)
    return found


def _have_the_same_solutions(one: Expr, other: Expr, ground: Ground) -> bool:
    """Whether both are linear equations that hold together, with the same solutions."""
    systems = [tuple(comparisons(each)) for each in (one, other)]
    joined = all(
        isinstance(each, Relation) or (isinstance(each, Logic) and each.word == "and") for each in (one, other)
    )
    if not joined or ground.domain.complex or any(each.signs != ("=",) for each in (*systems[0], *systems[1])):
        return False
    return same_solutions(*systems) is True


def _point(one: Expr, other: Expr, ground: Ground) -> dict[str, str] | None:
    """A point that meets just one of two conditions in several letters, among a few."""
    letters = ground.letters(one, other)
    failed = 0
    for tried in range(min(_POINTS, 1 + _MOST_EVALUATED // (_size(one) + _size(other)))):
        if failed > _MOST_FAILED:
            return None
        at = {name: place_of(name, (tried >> order) + order * tried, ground) for order, name in enumerate(letters)}
        if tried % 2:
            at = {name: _mirrored(value, ground.letter(name)) for name, value in at.items()}
        try:
            if _holds(substitute(one, at), ground) != _holds(substitute(other, at), ground):
                return {name: plain(value) for name, value in at.items()}
        except MathsError:
            failed += 1
    return None


def _mirrored(value: Expr, letter: Letter) -> Expr:
    return Negative(value) if letter == ANY else value


def _holds(node: Expr, ground: Ground) -> bool:
    """Whether a condition without letters is true. Raises Undecided."""
    return solutions.holds(node, Fraction(0), solutions.Line("", ground.is_zero, log=ground.log))


def _with_truth(one: Expr, other: Expr, ground: Ground) -> Sameness:
    """One side is always or never met; the other may be an identity."""
    truth, node = (one, other) if isinstance(one, Truth) else (other, one)
    if isinstance(truth, Truth) and isinstance(node, Relation) and node.signs == ("=",):
        found = ground.is_zero(side_difference(node))
        return Sameness(None if found is None else found == truth.value, "exact", "an identity holds always", None)
    if isinstance(truth, Truth) and isinstance(node, Truth):
        return Sameness(truth.value == node.value, "exact", "always and never differ", None)
    return is_open("it isn't known whether this always holds")


def _product(node: Expr) -> Expr:
    """`a = 0 or b = 0` as `a·b = 0`, and `a != 0 and b != 0` as `a·b != 0`."""
    if not isinstance(node, Logic):
        return node
    sign = "=" if node.word == "or" else "!="
    items = tuple(map(_product, node.items))
    if all(isinstance(item, Relation) and item.signs == (sign,) for item in items):
        factors = tuple(side_difference(item) for item in items if isinstance(item, Relation))
        return Relation((sign,), (Product(factors), Number(0)))
    return Logic(node.word, items)


def _single(one: Relation, other: Relation, ground: Ground) -> Sameness:
    if one.signs != other.signs:
        return is_other("sign", f"the signs {one.signs[0]} and {other.signs[0]} differ")
    positive = one.signs[0] in ("<", "<=")
    first, second = _without_outer_bars(one), _without_outer_bars(other)
    return proportional(first, second, ground, positive=positive)


def _without_outer_bars(node: Relation) -> Expr:
    """`|a| < |b|` is `a² < b²`; any other comparison gives its difference."""
    match node.sides:
        case (Call(function="abs", arguments=(left,)), Call(function="abs", arguments=(right,))):
            return Sum((Power(left, Number(2)), Negative(Power(right, Number(2)))))
    return side_difference(node)


# ---------------------------------------------------------------------------------------------------- functions
def _as_letters(one: Expr, other: Expr, ground: Ground) -> tuple[Expr, Expr]:
    """Both with each value of an unknown function (`f(2)`, `y'(x)`) as a letter of its own."""
    known: list[tuple[Call, Name]] = []

    def replaced(node: Expr) -> Expr:
        node = rebuild(node, replaced)
        if not isinstance(node, Call) or node.function in _KNOWN:
            return node
        for call, name in known:
            if call.function == node.function and len(call.arguments) == len(node.arguments):
                pairs = zip(call.arguments, node.arguments, strict=True)
                if all_same(ground.same(left, right) for left, right in pairs).same:
                    return name
        known.append((node, Name(plain(node))))
        return known[-1][1]

    return replaced(one), replaced(other)


__all__ = ["Ground", "line_of", "same_statements"]
