"""What a verb has made, with numbers put in, as a textbook writes it: like terms together, highest powers first.

Only the results of verbs go through here: what an author wrote stays as written (`neat.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from quizgen.maths import neat
from quizgen.maths.arithmetic import whole
from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Power, Product, Quotient, Sum, names, rebuild
from quizgen.maths.functions import ON_VALUES
from quizgen.maths.neat import Part, part_of, tree_of

LARGEST_SQUARE = 10**6
"""The largest number below a root in which square factors are looked for."""
LARGEST_EXPONENT = 64
"""Of a root of a number that is put together with others."""
_E = Name("e")
_ORDER = (Name, Sum)
_SINES: dict[Fraction, int | Fraction] = {Fraction(0): 0, Fraction(1, 6): Fraction(1, 2), Fraction(1, 2): 1}
_ROOTS = {Fraction(1, 4): 2, Fraction(1, 3): 3}


def collected(tree: Expr, *, rising: bool = False, last: frozenset[str] = frozenset()) -> Expr:
    """The tree with like terms and like factors put together; terms by falling degree, or by rising (Taylor).

    Terms in nothing but the letters of `last` (constants of integration) stand at the end.
    """
    done = tree_of(_collected(tree, rising=rising))
    if last and isinstance(done, Sum):
        return Sum(tuple(sorted(done.terms, key=lambda term: bool(letters := names(term)) and letters <= last)))
    return done


def _collected(tree: Expr, *, rising: bool = False) -> Part:
    match tree:
        case Sum(terms=terms):
            return _sum([_collected(term) for term in terms], rising=rising)
        case Negative() | Product() | Quotient() | Power():
            return _product(tree)
        case Call():
            return _call(tree)
    return part_of(rebuild(tree, collected))


# ------------------------------------------------------------------------------------------------------- products
def _product(tree: Expr) -> Part:
    """A product or quotient: one power of each base, what has a negative exponent below the bar."""
    match tree:
        case Negative(of=of):
            return neat.negate(_collected(of))
        case Power(base=base, exponent=exponent):
            return _powers([(_collected(base), _collected(exponent))])
        case Quotient(over=over, under=under):
            return _powers([(_collected(over), 1), (_collected(under), -1)])
        case Product(factors=factors):
            return _powers([(_collected(factor), 1) for factor in factors])
    return _collected(tree)


def _powers(given: list[tuple[Part, Part]]) -> Part:
    coefficient, exponents = Fraction(1), dict[Expr, Part]()
    for base, exponent in given:
        coefficient *= _taken_apart(base, exponent, exponents)
    over, under = list[Expr](), list[Expr]()
    for degree, radicand in _radicals(exponents).items():
        for factors, inside in ((over, radicand.numerator), (under, radicand.denominator)):
            number, root = _root_of(inside, degree)
            coefficient *= number if factors is over else 1 / number
            factors.extend([] if root is None else [root])
    for base, exponent in exponents.items():
        number, factor, below = _factor(base, exponent)
        coefficient *= number
        (under if below else over).extend(factor)
    return neat.joined(coefficient, sorted(over, key=_place), sorted(under, key=_place))


def _radicals(exponents: dict[Expr, Part]) -> dict[int, Fraction]:
    """The roots of numbers, taken out of `exponents`: by their degree, what all of one degree have below them."""
    found = dict[int, Fraction]()
    for base, exponent in list(exponents.items()):
        number = part_of(base)
        if not (isinstance(number, int | Fraction) and number > 0 and isinstance(exponent, Fraction)):
            continue
        if exponent.denominator == 1 or abs(exponent) > LARGEST_EXPONENT:
            continue
        del exponents[base]
        degree = exponent.denominator
        found[degree] = found.get(degree, Fraction(1)) * Fraction(number) ** exponent.numerator
    return found


def _root_of(inside: int, degree: int) -> tuple[Fraction, Expr | None]:
    """A root of a whole number as a number and what stays below the root: √8 is 2√2."""
    outside = 1
    if inside <= LARGEST_SQUARE:
        largest = round(inside ** (1 / degree)) + 1
        outside = next(each for each in range(largest, 0, -1) if inside % each**degree == 0)
    else:
        exact = neat.raise_to(inside, Fraction(1, degree))
        outside = exact if isinstance(exact, int) else 1
    rest = inside // outside**degree
    if rest == 1:
        return Fraction(outside), None
    root = Call("sqrt", (Number(rest),)) if degree == 2 else Call("root", (Number(rest), Number(degree)))
    return Fraction(outside), root


def _taken_apart(base: Part, exponent: Part, exponents: dict[Expr, Part]) -> Fraction:
    """Adds a power to those of its bases, and gives what of it is a number."""
    if isinstance(exponent, int):
        number, over, under = neat.split(base)
        found = _numeric(number, exponent)
        for factors, sign in ((over, 1), (under, -1)):
            for factor in factors:
                own, raised = _as_power(factor)
                _add(exponents, own, neat.multiply(raised, sign * exponent))
        return found
    # The root of x² is |x|, so an inner exponent stays where it is.
    _add(exponents, tree_of(base), exponent)
    return Fraction(1)


def _numeric(number: Fraction, exponent: int) -> Fraction:
    value = neat.raise_to(whole(number), exponent)
    return Fraction(value) if isinstance(value, int | Fraction) else number**exponent


def _add(exponents: dict[Expr, Part], base: Expr, exponent: Part) -> None:
    exponents[base] = _collected(tree_of(neat.add(exponents.get(base, 0), exponent)))


def _as_power(factor: Expr) -> tuple[Expr, Part]:
    match factor:
        case Power(base=base, exponent=exponent):
            return base, part_of(exponent)
        case Call(function="exp", arguments=(exponent,)):
            return _E, part_of(exponent)
        case Call(function="sqrt", arguments=(base,)):
            return base, Fraction(1, 2)
        case Call(function="root", arguments=(Number() as base, Number(value=int(degree)))):
            return base, Fraction(1, degree)
        case Call(function="root", arguments=(base, Number(value=int(degree)))) if degree % 2 == 0:
            return base, Fraction(1, degree)
    return factor, 1


def _factor(base: Expr, exponent: Part) -> tuple[Fraction, list[Expr], bool]:
    """A power as a number, at most one factor, and whether that stands below the bar."""
    if exponent == 0:
        return Fraction(1), [], False
    if base == _E and not neat.is_number(exponent):
        return Fraction(1), [Call("exp", (tree_of(exponent),))], False
    below = isinstance(exponent, int | Fraction) and exponent < 0
    raised = neat.negate(exponent) if below else exponent
    number, tree = _written(base, raised)
    return (1 / number if below else number), ([] if tree is None else [tree]), below


def _written(base: Expr, exponent: Part) -> tuple[Fraction, Expr | None]:
    """base^exponent, the exponent not negative."""
    if exponent == 1:
        return Fraction(1), base
    if isinstance(exponent, Fraction) and exponent.numerator == 1:
        if exponent.denominator > 2:
            return Fraction(1), Call("root", (base, Number(exponent.denominator)))
        return Fraction(1), Call("sqrt", (base,))
    raised = neat.raise_to(part_of(base), exponent)
    if isinstance(raised, int | Fraction):
        return Fraction(raised), None
    return Fraction(1), raised


def _place(factor: Expr) -> tuple[int, str]:
    """Where a factor stands: roots of numbers, letters, brackets, powers of e, then functions."""
    base = factor.base if isinstance(factor, Power) else factor
    if not names(factor) - {"pi", "e"}:
        return 0, ""
    match base:
        case Name(name=name):
            return 1, name
        case Sum():
            return 2, ""
        case Call(function="exp"):
            return 3, ""
    return 4, ""


# ----------------------------------------------------------------------------------------------------------- sums
def _sum(parts: list[Part], *, rising: bool) -> Part:
    sizes = dict[Expr, Fraction]()
    for part in _flat(parts):
        number, over, under = neat.split(part)
        key = tree_of(neat.joined(Fraction(1), over, under))
        sizes[key] = sizes.get(key, Fraction(0)) + number
    terms = [(key, number) for key, number in sizes.items() if number]
    terms.sort(key=lambda term: _degree_key(term[0], rising=rising))
    return neat.add(*(neat.multiply(whole(number), part_of(key)) for key, number in terms))


def _flat(parts: list[Part]) -> list[Part]:
    """Terms, without brackets around a sum that has only a sign before it."""
    flat: list[Part] = []
    for part in parts:
        match part:
            case Negative(of=Sum(terms=terms)):
                flat += [neat.negate(part_of(term)) for term in terms]
            case Sum(terms=terms):
                flat += map(part_of, terms)
            case _:
                flat.append(part)
    return flat


def _degree_key(term: Expr, *, rising: bool) -> tuple[bool, Fraction, tuple[tuple[str, Fraction], ...]]:
    degrees = _degrees(term)
    total = sum(degrees.values(), Fraction(0))
    sign = 1 if rising else -1
    constant = not names(term) - {"pi", "e"}
    if constant:
        return not rising, Fraction(0), () if rising or term != Number(1) else (("", Fraction(1)),)
    letters = tuple((name, -degree) for name, degree in sorted(degrees.items()) if degree)
    return rising, sign * total, letters


def _degrees(term: Expr) -> dict[str, Fraction]:
    """The exponents of the letters in a term, as far as they are numbers; a bracket counts as its highest term."""
    _, over, under = neat.split(term)
    found = dict[str, Fraction]()
    for factors, sign in ((over, 1), (under, -1)):
        for factor in factors:
            base, exponent = _as_power(factor)
            if not isinstance(exponent, int | Fraction):
                continue
            for name, degree in _base_degrees(base).items():
                found[name] = found.get(name, Fraction(0)) + sign * degree * exponent
    return found


def _base_degrees(base: Expr) -> dict[str, Fraction]:
    if isinstance(base, Name):
        return {} if base.name in ("pi", "e") else {base.name: Fraction(1)}
    if isinstance(base, Sum):
        return max((_degrees(term) for term in base.terms), key=lambda each: sum(each.values(), Fraction(0)))
    return {}


# ------------------------------------------------------------------------------------------------------ functions
def _call(call: Call) -> Part:
    arguments = tuple(map(_collected, call.arguments))
    known = _KNOWN.get(call.function)
    if known is not None and len(arguments) == 1:
        found = known(arguments[0])
        if found is not None:
            return found
    match call.function, arguments:
        case "root", (of, int(degree)) if degree > 1 and (found := _root(of, degree)) is not None:
            return found
    if call.function in ON_VALUES:
        return neat.apply(call.function, arguments)
    return Call(call.function, tuple(map(tree_of, arguments)))


def _root(of: Part, degree: int = 2) -> Part | None:
    return _powers([(of, Fraction(1, degree))]) if isinstance(of, int | Fraction) and of > 0 else None


def _exponential(of: Part) -> Part | None:
    if of == 1:
        return _E
    number, over, under = neat.split(of)
    match over:
        case [Call(function="ln", arguments=(inner,))] if not under:
            return _powers([(part_of(inner), whole(number))])
    return None


def _logarithm(of: Part) -> Part | None:
    match of:
        case Name(name="e"):
            return 1
        case Call(function="exp", arguments=(inner,)):
            return part_of(inner)
    return None


def _turns(of: Part) -> Fraction | None:
    """How many times π an angle is, None where it is no such multiple."""
    number, over, under = neat.split(of)
    return number if over == [Name("pi")] and not under else None


def _sine(of: Part) -> Part | None:
    turns = _turns(of)
    return None if turns is None else _sine_of(turns)


def _cosine(of: Part) -> Part | None:
    turns = _turns(of)
    return None if turns is None else _sine_of(turns + Fraction(1, 2))


def _sine_of(turns: Fraction) -> Part | None:
    """The sine of so many times π, where it is a number or half a root."""
    turns %= 2
    sign, turns = (-1, turns - 1) if turns >= 1 else (1, turns)
    turns = min(turns, 1 - turns)
    if turns in _SINES:
        return sign * _SINES[turns]
    if turns in _ROOTS:
        return neat.multiply(Fraction(sign, 2), Call("sqrt", (Number(_ROOTS[turns]),)))
    return None


_KNOWN: dict[str, Callable[[Part], Part | None]] = {
    "sqrt": _root, "exp": _exponential, "ln": _logarithm, "sin": _sine, "cos": _cosine,
}  # fmt: skip
