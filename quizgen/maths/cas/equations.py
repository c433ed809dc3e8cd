"""Verbs that look for numbers: solve, solutions, minimize."""

from __future__ import annotations

from typing import Any

from quizgen.errors import KindError, MathsError, TooMuchWork
from quizgen.maths.cas.door import Door, Sympy
from quizgen.maths.cas.work import NeedsNumbersError
from quizgen.maths.expr import Expr, Name, Relation
from quizgen.maths.printing import plain

HIGHEST_DEGREE = 2
MOST_ROOTS = 12
LONGEST_EQUATION = 60
"""Above these an equation isn't given to sympy, which may need minutes for it (degree, roots, operations)."""


def letter_of(expr: Expr, verb: str) -> str:
    """The letter that a verb works on. Raises KindError for anything else."""
    if not isinstance(expr, Name):
        raise KindError(f"{verb} wants a letter here, not {plain(expr)}")
    return expr.name


def solve(door: Door, equation: Expr, unknown: Expr, condition: Expr | None = None) -> Sympy:
    """The one root of an equation; `condition` keeps some of several."""
    if not isinstance(equation, Relation) or equation.signs != ("=",):
        raise KindError("solve wants an equation", mend="write solve(left = right, x)")
    # A root may be of either sign, whatever the params are.
    free = door.with_real(letter_of(unknown, "solve"))
    letter = free.symbol(letter_of(unknown, "solve"))
    roots = _roots(free, free.to(equation.sides[0]) - free.to(equation.sides[1]), letter)
    if condition is not None:
        roots = [root for root in roots if _kept(free.condition(condition).subs(letter, root), door)]
    if len(roots) != 1:
        listed = ", ".join(map(str, roots)) or "none"
        raise MathsError(
            f"solve must find exactly one root, and found {len(roots)}: {listed}",
            mend="add a condition as its third argument, such as x > 0" if roots else "look at the equation",
        )
    return roots[0].subs(letter, door.symbol(letter.name))


def _roots(door: Door, difference: Sympy, letter: Sympy) -> list[Sympy]:
    """The roots of `difference = 0`: of a polynomial that has short ones, or a finite set that sympy is sure of."""
    sympy = door.sympy
    over = sympy.fraction(sympy.together(difference))[0]
    if over.expand() == 0:
        raise MathsError(f"every {letter} solves this equation", mend="look at the equation")
    if over.is_polynomial(letter):
        polynomial = sympy.Poly(over, letter)
        # Roots in radicals of a general cubic or quartic fill pages, and take minutes.
        if polynomial.degree() > HIGHEST_DEGREE and len(polynomial.terms()) > 2:
            return _roots_of_factors(door, difference, over, letter)
        if polynomial.degree() <= MOST_ROOTS:
            return [root for root in sympy.solve(difference, letter) if root.is_real is not False]
    if over.count_ops() > LONGEST_EQUATION:
        raise TooMuchWork("this equation is too long to be solved", mend="solve it in smaller steps")
    found = sympy.solveset(difference, letter, sympy.S.Reals)
    if not isinstance(found, sympy.FiniteSet):
        raise MathsError("solve must find exactly one root, and sympy knows no finite list of roots here")
    return list(sympy.ordered(found))


def _roots_of_factors(door: Door, difference: Sympy, over: Sympy, letter: Sympy) -> list[Sympy]:
    """The roots of a polynomial that falls into factors of degree 1 and 2, where the equation has a value."""
    sympy = door.sympy
    degree = sympy.Poly(over, letter).degree()
    if degree > MOST_ROOTS:
        raise TooMuchWork(f"an equation of degree {degree} isn't solved", mend="draw the roots instead")
    under = sympy.fraction(sympy.together(difference))[1]
    roots: list[Sympy] = []
    for factor, _ in sympy.factor_list(over)[1]:
        polynomial = sympy.Poly(factor, letter)
        if polynomial.degree() > HIGHEST_DEGREE and len(polynomial.terms()) > 2:
            if door.drawn(factor):
                raise NeedsNumbersError("solving this equation", door.drawn(factor))
            raise TooMuchWork(
                f"an equation of degree {polynomial.degree()} isn't solved", mend="draw the roots instead"
            )
        roots += [root for root in sympy.solve(factor, letter) if root not in roots] if polynomial.degree() else []
    return [root for root in roots if root.is_real is not False and under.subs(letter, root) != 0]


def _kept(condition: Sympy, door: Door) -> bool:
    """Whether a root meets the condition in every variant. Raises MathsError where that depends on the params."""
    sympy = door.sympy
    decided = sympy.simplify(condition)
    if decided not in (sympy.true, sympy.false):
        if door.drawn(decided):
            raise NeedsNumbersError("the condition of this equation", door.drawn(decided))
        raise MathsError(f"whether {decided} holds depends on the variant", mend="the same root must be meant in all")
    return bool(decided)


def solutions(door: Door, relation: Expr, unknown: Expr, condition: Expr | None = None) -> Sympy:
    """All real solutions: a finite set of an equation, intervals of an inequality; `condition` keeps some."""
    if not isinstance(relation, Relation) or "!=" in relation.signs:
        raise KindError("solutions wants an equation or an inequality", mend="write solutions(left = right, x)")
    free = door.with_real(letter_of(unknown, "solutions"))
    letter = free.symbol(letter_of(unknown, "solutions"))
    if relation.signs != ("=",):
        return _region(free, free.condition(relation), letter, condition)
    difference = free.to(relation.sides[0]) - free.to(relation.sides[1])
    over = door.sympy.fraction(door.sympy.together(difference))[0]
    if condition is not None and not over.is_polynomial(letter):
        domain = _region(free, free.condition(condition), letter, None)
        return _finite(door, door.sympy.solveset(difference, letter, domain))
    roots = _roots(free, difference, letter)
    if condition is not None:
        roots = [root for root in roots if _kept(free.condition(condition).subs(letter, root), door)]
    return door.sympy.FiniteSet(*roots)


def _finite(door: Door, found: Sympy) -> Sympy:
    if not isinstance(found, door.sympy.FiniteSet) and found is not door.sympy.S.EmptySet:
        raise MathsError("sympy knows no finite list of solutions here", mend="add a narrower condition")
    return found


def _region(door: Door, condition: Sympy, letter: Sympy, narrower: Expr | None) -> Sympy:
    """The reals for which a condition on one letter holds; it may hold no drawn number that isn't known."""
    both = door.sympy.And(condition, door.condition(narrower)) if narrower is not None else condition
    if door.drawn(both):
        raise NeedsNumbersError("the solution of an inequality", door.drawn(both))
    if both.free_symbols - {letter}:
        raise KindError(f"an inequality is solved for {letter} alone")
    if both in (door.sympy.true, door.sympy.false):
        return door.sympy.S.Reals if both == door.sympy.true else door.sympy.S.EmptySet
    pieces = door.sympy.And.make_args(both)
    if all(_is_rational(piece, letter) for piece in pieces):
        return door.sympy.Intersection(*(_sign_chart(door, piece, letter) for piece in pieces))
    return both.as_set()


def _is_rational(piece: Any, letter: Sympy) -> bool:
    return bool(piece.is_Relational) and (piece.lhs - piece.rhs).is_rational_function(letter)


def _sign_chart(door: Door, relation: Any, letter: Sympy) -> Sympy:
    """Where a rational function has the sign that a relation asks for: ten times as fast as sympy's general way."""
    from sympy.solvers.inequalities import solve_rational_inequalities

    over, under = door.sympy.fraction(door.sympy.together(relation.lhs - relation.rhs))
    pair = door.sympy.Poly(over, letter), door.sympy.Poly(under, letter)
    return solve_rational_inequalities([[(pair, relation.rel_op)]])


def minimize(door: Door, expr: Expr, letter: Expr, condition: Expr | None = None) -> Sympy:
    """Where an expression is least: the one such point among the reals, or among those that a condition keeps."""
    name = letter_of(letter, "minimize")
    unknown = door.symbol(name)
    value = door.to(expr)
    slope = door.sympy.diff(value, unknown)
    points = _roots(door, slope, unknown)
    if condition is not None:
        points = [point for point in points if _kept(door.condition(condition).subs(unknown, point), door)]
    curvature = [door.sympy.simplify(door.sympy.diff(slope, unknown).subs(unknown, point)) for point in points]
    least = [point for point, bend in zip(points, curvature, strict=True) if bend.is_positive]
    if len(least) == 1 and (len(points) == 1 or all(bend.is_negative for bend in curvature if not bend.is_positive)):
        return least[0]
    if door.drawn(value):
        raise NeedsNumbersError("minimize", door.drawn(value))
    raise MathsError(
        f"minimize must find exactly one lowest point, and found {len(least)}",
        mend="add a condition as its third argument, such as x > 0",
    )
