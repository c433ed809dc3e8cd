"""The forms that an expression may have to have, apart from its value (POSITIONS 24): each told from the tree alone.

Nothing here asks whether the value is right. Where a form can't be told within the work allowed, the answer is None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from quizgen.answers import fraction_forms, tidiness
from quizgen.errors import MathsError
from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Power, Product, Quotient, Sum, children, names
from quizgen.maths.factoring import splits
from quizgen.maths.polynomials import Letters, Terms, content, degree, is_constant, whole_number

AS_THE_KEY = "as the key"
FORMS_SAID: Mapping[str, str] = MappingProxyType({
    "expanded": "multiplied out",
    "factored": "as a product that can't be split further, with every numeric factor taken out",
    "simplified": "simplified",
    "lowest terms": "with every fraction in lowest terms",
    "single fraction": "as a single fraction",
    "no roots below": "without roots in a denominator",
    "completed square": "with the square completed",
    "partial fractions": "in partial fractions",
    "coefficient times letter": "as one number times one letter",
    AS_THE_KEY: "in the form that is asked",
})  # fmt: skip
"""Each form, and how a sheet asks for it."""


def has_form(tree: Expr, form: str, letters: Sequence[str] = ()) -> bool | None:
    """Whether a tree has a form; None where that takes too much work. `letters` are those that it may be told about.

    `as the key` needs the key, and is `maths.arrangement.same_arrangement`.
    """
    try:
        return _FORMS[form](tree, tuple(letters) or tuple(sorted(names(tree))))
    except ZeroDivisionError:
        return False
    except (MathsError, RecursionError):
        return None


# ---------------------------------------------------------------------------------------------------- expanded
def _is_expanded(tree: Expr, letters: Sequence[str] = ()) -> bool:  # noqa: ARG001 - all forms take them
    match tree:
        case Sum(terms=terms):
            return all(_is_expanded(term) and not _is_negated_sum(term) for term in terms)
        case Negative(of=inner):
            return not isinstance(inner, Sum) and _is_expanded(inner)
        case Product(factors=factors):
            return not any(map(_is_sum, factors)) and all(map(_is_expanded, factors))
        case Quotient(over=over, under=under):
            return not (_is_sum(over) and not names(under)) and _is_expanded(over)
        case Power(base=base, exponent=exponent):
            whole = whole_number(exponent)
            return whole is None or abs(whole) < 2 or not isinstance(_bare(base), Sum | Product | Quotient)
    return True


def _bare(node: Expr) -> Expr:
    return _bare(node.of) if isinstance(node, Negative) else node


def _is_sum(node: Expr) -> bool:
    return isinstance(_bare(node), Sum)


def _is_negated_sum(node: Expr) -> bool:
    return isinstance(node, Negative) and _is_sum(node)


# ---------------------------------------------------------------------------------------------------- factored
def _is_factored(tree: Expr, letters: Sequence[str]) -> bool:
    """A product of numbers and of what can't be split; below a fraction bar likewise."""
    found = Letters(*letters)
    return all(_is_a_factor(factor, found) for factor in _factors(tree))


def _factors(tree: Expr) -> list[Expr]:
    match tree:
        case Negative(of=inner):
            return _factors(inner)
        case Product(factors=factors):
            return [each for factor in factors for each in _factors(factor)]
        case Quotient(over=over, under=under):
            return _factors(over) + _factors(under)
        case Power(base=base, exponent=exponent) if whole_number(exponent) is not None:
            return _factors(base)
    return [tree]


def _is_a_factor(factor: Expr, letters: Letters) -> bool:
    if not isinstance(factor, Sum):
        return True
    over, under = letters.ratio(factor)
    if not is_constant(under):
        return False
    return is_constant(over) or (_has_no_numeric_factor(over) and not splits(over))


def _has_no_numeric_factor(terms: Terms) -> bool:
    """No whole number can be taken out; fractions may stay where the highest term has the coefficient 1."""
    common = content(terms)
    if common.numerator != 1:
        return False
    highest = max(sum(power for _, power in monomial) for monomial in terms)
    tops = [factor for monomial, factor in terms.items() if sum(power for _, power in monomial) == highest]
    return common.denominator == 1 or any(abs(factor) == 1 for factor in tops)


# ---------------------------------------------------------------------------------------------------- roots below
def _has_no_roots_below(tree: Expr, letters: Sequence[str] = ()) -> bool:  # noqa: ARG001 - as above
    if isinstance(tree, Quotient) and _has_root(tree.under):
        return False
    if (
        isinstance(tree, Power)
        and isinstance(tree.exponent, Negative)
        and _has_root(Power(tree.base, tree.exponent.of))
    ):
        return False
    return all(map(_has_no_roots_below, children(tree)))


def _has_root(node: Expr) -> bool:
    match node:
        case Call(function="sqrt" | "root"):
            return True
        case Power(exponent=exponent) if _is_fraction(_bare(exponent)):
            return True
    return any(map(_has_root, children(node)))


def _is_fraction(node: Expr) -> bool:
    if isinstance(node, Quotient):
        return isinstance(node.over, Number) and isinstance(node.under, Number)
    return isinstance(node, Number) and not isinstance(node.value, int)


# ---------------------------------------------------------------------------------------------------- square
def _is_completed_square(tree: Expr, letters: Sequence[str]) -> bool:
    """One square of something linear in a letter, times what is free of it, plus what is free of it."""
    return any(_is_square_in(tree, letter) for letter in letters if letter in names(tree))


def _is_square_in(tree: Expr, letter: str) -> bool:
    terms = [_bare(term) for term in (tree.terms if isinstance(tree, Sum) else (tree,)) if letter in names(term)]
    return len(terms) == 1 and _is_multiple_of_square(terms[0], letter)


def _is_multiple_of_square(term: Expr, letter: str) -> bool:
    match term:
        case Quotient(over=over, under=under) if letter not in names(under):
            return _is_multiple_of_square(_bare(over), letter)
        case Product(factors=factors):
            with_letter = [factor for factor in factors if letter in names(factor)]
            return len(with_letter) == 1 and _is_multiple_of_square(_bare(with_letter[0]), letter)
        case Power(base=base, exponent=Number(value=2)):
            inner = Letters(letter).ratio(base)
            return is_constant(inner.under) and degree(inner.over, 0) == 1
    return False


def _is_coefficient_times_letter(tree: Expr, letters: Sequence[str]) -> bool:
    match _bare(tree):
        case Name(name=name):
            return name in letters
        case Quotient(over=over, under=under) if not names(under) and fraction_forms.is_in_lowest_terms(tree):
            return under != Number(1) and not isinstance(over, Quotient) and _is_coefficient_times_letter(over, letters)
        case Product(factors=(number, Name(name=name)) | (Name(name=name), number)):
            return name in letters and not names(number) and not isinstance(number, Sum | Product)
    return False


_FORMS: Mapping[str, Callable[[Expr, Sequence[str]], bool]] = {
    "expanded": _is_expanded,
    "factored": _is_factored,
    "simplified": tidiness.is_simplified,
    "lowest terms": fraction_forms.is_in_lowest_terms,
    "single fraction": fraction_forms.is_single_fraction,
    "no roots below": _has_no_roots_below,
    "completed square": _is_completed_square,
    "partial fractions": fraction_forms.is_in_partial_fractions,
    "coefficient times letter": _is_coefficient_times_letter,
}
