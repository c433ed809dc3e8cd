"""The only door to sympy: carries out an author's verbs, once per template, and checks closed forms.

A learner's text never comes here (POSITIONS 12). A name is real, and positive or whole where all of its values are;
sympy's answer comes back as our own tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from quizgen.errors import KindError, MathsError, TooMuchWork, Undecided, Undefined
from quizgen.maths.expr import (
    VERBS,
    Call,
    Expr,
    Field,
    Logic,
    Name,
    Negative,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Text,
    Truth,
    children,
    names,
    rebuild,
)
from quizgen.maths.printing import plain
from quizgen.maths.values import compile_formula

Sympy = Any
"""A sympy object; its types are dynamic, and none of them leaves this file."""

_FUNCTIONS: dict[str, str] = {
    "abs": "Abs", "sign": "sign", "sqrt": "sqrt", "exp": "exp", "ln": "log", "sin": "sin", "cos": "cos", "tan": "tan",
    "cot": "cot", "sec": "sec", "csc": "csc", "asin": "asin", "acos": "acos", "atan": "atan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "min": "Min", "max": "Max", "floor": "floor", "ceil": "ceiling", "gcd": "gcd",
    "lcm": "lcm", "factorial": "factorial", "binomial": "binomial", "mod": "Mod", "root": "root",
}  # fmt: skip
_BACK = {sympy: ours for ours, sympy in _FUNCTIONS.items()}
_JUMPS = frozenset({"if", "floor", "ceil", "round", "mod", "sign"})
_GROWING = frozenset({"factorial", "binomial", "exp"})
HIGHEST_DEGREE = 2
MOST_ROOTS = 12
LONGEST_EQUATION = 60
"""Above these an equation isn't given to sympy, which may need minutes for it (degree, roots, operations)."""
HIGHEST_POWER = 64
"""A higher whole exponent isn't multiplied out to compare two closed forms."""
_RELATIONS = {"=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge"}


def has_verb(expr: Expr) -> bool:
    """Whether sympy is needed anywhere in a tree."""
    return (isinstance(expr, Call) and expr.function in VERBS) or any(has_verb(part) for part in children(expr))


def carry_out(expr: Expr, assumptions: Mapping[str, Mapping[str, bool]], log: str = "natural") -> Expr:
    """The tree with each verb replaced by its result, innermost first.

    `assumptions` gives a name's sympy assumptions; others are real. Raises MathsError at the verb where it has no
    single result: `solve` wants exactly one root after its condition, `limit` a finite one or oo.
    """
    expr = rebuild(expr, lambda part: carry_out(part, assumptions, log))
    if not isinstance(expr, Call) or expr.function not in VERBS:
        return expr
    verb = _VERBS.get(expr.function)
    if verb is None:
        raise KindError(f"the verb {expr.function} isn't known yet", start=expr.at[0], end=expr.at[1])
    try:
        return from_sympy(verb(_Door(assumptions, log), *expr.arguments))
    except MathsError as error:
        raise type(error)(error.what, start=expr.at[0], end=expr.at[1], mend=error.mend) from error
    except (NotImplementedError, ValueError, TypeError, AttributeError, RecursionError) as error:
        # sympy raises these for what it has no method for.
        raise Undecided(f"sympy has no answer to this {expr.function}", start=expr.at[0], end=expr.at[1]) from error


def agrees(ours: Expr, chain: Mapping[str, Expr], last: Expr, assumptions: Mapping[str, Mapping[str, bool]]) -> bool:
    """Whether a closed form equals, to sympy, the chain of steps that it came from.

    `chain` holds the formulas of the earlier steps by name, in order; `last` is the formula of the step itself. Both
    sides go to sympy by different roads: one as a single tree, the other step by step.
    """
    import sympy

    door = _Door(assumptions, "natural")
    known: dict[Sympy, Sympy] = {}
    for name, formula in chain.items():
        known[door.symbol(name)] = door.to(formula).subs(known, simultaneous=True)
    whole = door.to(ours)
    if whole.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise Undefined("this has no finite value, whatever the params are", mend="look for a division by zero")
    if any(power.exp.is_number and abs(power.exp) > HIGHEST_POWER for power in whole.atoms(sympy.Pow)):
        raise KindError("its powers are too high to be compared")
    difference = whole - door.to(last).subs(known, simultaneous=True)
    if difference == 0 or sympy.cancel(difference) == 0:
        return True
    # Roundings and choices have no normal form: there the two are compared at a few points.
    letters = sorted(difference.free_symbols, key=str)
    points = [{letter: 2 + (3 * turn + 5 * place) % 11 for place, letter in enumerate(letters)} for turn in range(5)]
    return all(difference.subs(point) == 0 for point in points)


class _Door:
    """Translation into sympy under the template's assumptions."""

    def __init__(self, assumptions: Mapping[str, Mapping[str, bool]], log: str) -> None:
        import sympy

        self.sympy = sympy
        self.assumptions = assumptions
        self.log = log

    def symbol(self, name: str) -> Sympy:
        """A name as a symbol, real unless more is known of it."""
        return self.sympy.Symbol(name, **(self.assumptions.get(name) or {"real": True}))

    def to(self, expr: Expr) -> Sympy:
        """A tree as a sympy expression. Raises KindError for what sympy has no number for."""
        match expr:
            case Number(value=value):
                return self.sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)
            case Name(name=name):
                return {"pi": self.sympy.pi, "e": self.sympy.E, "oo": self.sympy.oo}.get(name) or self.symbol(name)
            case Field():
                return self.symbol(plain(expr))
            case Sum(terms=terms):
                return self.sympy.Add(*map(self.to, terms))
            case Product(factors=factors):
                return self.sympy.Mul(*map(self.to, factors))
            case Quotient(over=over, under=under):
                return self.to(over) / self.to(under)
            case Power() if not names(expr):
                return self._number(expr)
            case Power(base=base, exponent=exponent):
                return self.to(base) ** self.to(exponent)
            case Negative(of=inner):
                return -self.to(inner)
            case Percent(of=inner):
                return self.to(inner) / 100
            case Relation(signs=(sign,), sides=(left, right)):
                return getattr(self.sympy, _RELATIONS[sign])(self.to(left), self.to(right), evaluate=False)
            case Call():
                return self._call(expr)
            case Truth(value=value):
                return self.sympy.true if value else self.sympy.false
        raise KindError(f"sympy has no number for {plain(expr)}", start=expr.at[0], end=expr.at[1])

    def _number(self, expr: Expr) -> Sympy:
        """A power or product of numbers, worked out by our own arithmetic first, which knows when to stop."""
        value = compile_formula(expr, self.log)({})
        if isinstance(value, int | Fraction):
            return self.sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)
        if isinstance(expr, Power):
            return self.to(expr.base) ** self.to(expr.exponent)
        return self._function(expr)

    def _call(self, call: Call) -> Sympy:
        if call.function in _GROWING and not names(call):
            return self._number(call)
        return self._function(call)

    def _function(self, call: Any) -> Sympy:
        arguments = call.arguments
        match call.function:
            case "if":
                condition, yes, no = arguments
                return self.sympy.Piecewise((self.to(yes), self._condition(condition)), (self.to(no), True))
            case "log" if len(arguments) == 1 and self.log == "natural":
                return self.sympy.log(self.to(arguments[0]))
            case "log":
                base = self.to(arguments[1]) if len(arguments) == 2 else 10
                return self.sympy.log(self.to(arguments[0]), base)
            case "lg":
                return self.sympy.log(self.to(arguments[0]), 10)
            case "unit" | "number":
                return self.to(arguments[0])
        if call.function not in _FUNCTIONS:
            raise KindError(f"sympy isn't asked about {call.function}", start=call.at[0], end=call.at[1])
        return getattr(self.sympy, _FUNCTIONS[call.function])(*map(self.to, arguments))

    def _condition(self, expr: Expr) -> Sympy:
        match expr:
            case Logic(word="not", items=(only,)):
                return self.sympy.Not(self._condition(only))
            case Logic(word=word, items=items):
                joined = self.sympy.And if word == "and" else self.sympy.Or
                return joined(*map(self._condition, items))
            case Relation(sides=sides) if any(isinstance(side, Text | Field) for side in sides):
                return self.symbol(plain(expr)) > 1  # an opaque truth: each branch keeps its own form
        return self.to(expr)


def _letter(expr: Expr, verb: str) -> str:
    if not isinstance(expr, Name):
        raise KindError(f"{verb} wants a letter here, not {plain(expr)}")
    return expr.name


def _solve(door: _Door, equation: Expr, unknown: Expr, condition: Expr | None = None) -> Sympy:
    """The one root of an equation; `condition` keeps some of several."""
    if not isinstance(equation, Relation) or equation.signs != ("=",):
        raise KindError("solve wants an equation", mend="write solve(left = right, x)")
    # A root may be of either sign, whatever the params are.
    free = _Door({**door.assumptions, _letter(unknown, "solve"): {"real": True}}, door.log)
    left, right = map(free.to, equation.sides)
    letter = free.symbol(_letter(unknown, "solve"))
    roots = _roots(door.sympy, left - right, letter)
    if condition is not None:
        roots = [root for root in roots if _kept(free.to(condition).subs(letter, root), door.sympy)]
    if len(roots) != 1:
        listed = ", ".join(map(str, roots)) or "none"
        raise MathsError(
            f"solve must find exactly one root, and found {len(roots)}: {listed}",
            mend="add a condition as its third argument, such as x > 0" if roots else "look at the equation",
        )
    return roots[0].subs(letter, door.symbol(letter.name))


def _roots(sympy: Any, difference: Sympy, letter: Sympy) -> list[Sympy]:
    """The roots of `difference = 0`: of a polynomial that has short ones, or a finite set that sympy is sure of."""
    over = sympy.fraction(sympy.together(difference))[0]
    if over.expand() == 0:
        raise MathsError(f"every {letter} solves this equation", mend="look at the equation")
    if over.is_polynomial(letter):
        polynomial = sympy.Poly(over, letter)
        # Roots in radicals of a general cubic or quartic fill pages, and take minutes.
        if polynomial.degree() > HIGHEST_DEGREE and len(polynomial.terms()) > 2:
            raise TooMuchWork(
                f"an equation of degree {polynomial.degree()} isn't solved", mend="draw the roots instead"
            )
        if polynomial.degree() <= MOST_ROOTS:
            return [root for root in sympy.solve(difference, letter) if root.is_real is not False]
    if over.count_ops() > LONGEST_EQUATION:
        raise TooMuchWork("this equation is too long to be solved", mend="solve it in smaller steps")
    found = sympy.solveset(difference, letter, sympy.S.Reals)
    if not isinstance(found, sympy.FiniteSet):
        raise MathsError("solve must find exactly one root, and sympy knows no finite list of roots here")
    return list(sympy.ordered(found))


def _kept(condition: Sympy, sympy: Any) -> bool:
    """Whether a root meets the condition in every variant. Raises MathsError where that depends on the params."""
    decided = sympy.simplify(condition)
    if decided not in (sympy.true, sympy.false):
        raise MathsError(f"whether {decided} holds depends on the variant", mend="the same root must be meant in all")
    return bool(decided)


def _limit(door: _Door, expr: Expr, letter: Expr, to: Expr, side: Expr | None = None) -> Sympy:
    """The limit where a letter goes to a value.

    It is taken from both sides, unless `side` is "+" or "-", or a positive letter goes to 0.
    """
    if _has_jumps(expr):
        raise Undecided("no limit is taken of a choice or a rounding", mend="write the branch that is meant")
    symbol, goal = door.symbol(_letter(letter, "limit")), door.to(to)
    one_sided = goal.is_infinite or (goal == 0 and symbol.is_positive)
    direction = side.value if isinstance(side, Text) else "+" if one_sided else "+-"
    value = door.sympy.limit(door.to(expr), symbol, goal, direction)
    if isinstance(value, door.sympy.Limit) or value is door.sympy.nan or value.has(door.sympy.AccumBounds):
        raise Undecided("sympy finds no limit here")
    return value


def _has_jumps(expr: Expr) -> bool:
    return (isinstance(expr, Call) and expr.function in _JUMPS) or any(_has_jumps(part) for part in children(expr))


_VERBS: dict[str, Callable[..., Sympy]] = {
    "solve": _solve,
    "limit": _limit,
}


def from_sympy(found: Sympy) -> Expr:
    """A sympy expression as our own tree, in sympy's order of terms. Raises KindError for what we don't write."""
    import sympy

    if found.is_Rational:
        value = Fraction(int(found.p), int(found.q))
        return _signed(int(value) if value.denominator == 1 else value)
    for constant, name in ((sympy.pi, "pi"), (sympy.E, "e"), (sympy.oo, "oo")):
        if found == constant:
            return Name(name)
    if found == -sympy.oo:
        return Negative(Name("oo"))
    if found.is_Symbol:
        return _named(found.name)
    if found.is_Add:
        return Sum(tuple(map(from_sympy, found.as_ordered_terms())))
    if found.is_Mul or found.is_Pow:
        return _fraction(found)
    name = type(found).__name__
    if name in _BACK:
        return Call(_BACK[name], tuple(map(from_sympy, found.args)))
    raise KindError(f"sympy's answer {found} can't be written in the maths language")


def _signed(value: int | Fraction) -> Expr:
    size = (
        Number(abs(value))
        if isinstance(value, int)
        else Quotient(Number(abs(value.numerator)), Number(value.denominator))
    )
    return Negative(size) if value < 0 else size


def _named(name: str) -> Expr:
    first, *rest = name.split(".")
    tree: Expr = Name(first)
    for column in rest:
        tree = Field(tree, column)
    return tree


def _fraction(found: Sympy) -> Expr:
    """A product or power with its negative powers below the bar and its sign in front."""
    sign, found = (-1, -found) if found.could_extract_minus_sign() else (1, found)
    over, under = found.as_numer_denom()
    tree = _product(over) if under == 1 else Quotient(_product(over), _product(under))
    return Negative(tree) if sign < 0 else tree


def _product(found: Sympy) -> Expr:
    if found.is_Mul:
        return Product(tuple(map(_power, found.as_ordered_factors())))
    return _power(found)


def _power(found: Sympy) -> Expr:
    if not found.is_Pow:
        return from_sympy(found)
    base, exponent = found.as_base_exp()
    if exponent.is_Rational and exponent.p == 1:
        root = from_sympy(base)
        return Call("sqrt", (root,)) if exponent.q == 2 else Call("root", (root, Number(int(exponent.q))))
    return Power(from_sympy(base), from_sympy(exponent))
