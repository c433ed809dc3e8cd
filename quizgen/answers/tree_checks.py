"""What is asked of a response besides its value: its letters, that it has a value, its form, that it is new."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quizgen.answers import Asked, Match
from quizgen.answers.open_letters import domain_of, letters_of
from quizgen.answers.required_forms import AS_THE_KEY, FORMS_SAID, has_form
from quizgen.answers.tree_keys import with_values
from quizgen.errors import MathsError, Undefined
from quizgen.maths import printing
from quizgen.maths.arrangement import same_arrangement
from quizgen.maths.closures import learners
from quizgen.maths.conditions import is_set, is_statement
from quizgen.maths.expr import CONSTANTS, Expr, ListOf, Matrix, PlusMinus, TupleOf, children, names
from quizgen.maths.relations import Ground
from quizgen.maths.same import Sameness
from quizgen.maths.values import compile_formula
from quizgen.prose import Prose
from quizgen.verdict import Counterexample


def unknown_letter(expr: Expr, asked: Asked, one_more: bool) -> tuple[str, str] | None:  # noqa: FBT001 - a flag of this file's own
    """What is wrong with the letters of a response, and the mend; None where nothing is."""
    spec = asked.spec
    if spec["any"]:
        return None
    known = {*spec["letters"], *CONSTANTS, *(("i",) if spec["complex"] else ())}
    others = sorted(names(expr) - known)
    if not others or (one_more and len(others) == 1):
        return None
    letters = ", ".join(spec["letters"]) or "numbers alone"
    return f"{others[0]} isn't to stand in this answer", f"write it in terms of {letters}"


def has_no_value(expr: Expr, asked: Asked) -> tuple[str, str] | None:
    """What is wrong with a number in a response, `1/0` say, and the mend; None where nothing is (POSITIONS 13)."""
    if asked.spec["complex"]:
        return None
    if names(expr) - CONSTANTS or not _is_number_like(expr):
        return next((wrong for part in children(expr) if (wrong := has_no_value(part, asked))), None)
    if "oo" in names(expr):
        return None
    try:
        compile_formula(expr, asked.log)(learners())
    except Undefined as error:
        return error.what, "give something that has a value"
    except MathsError:
        return None
    return None


def _is_number_like(expr: Expr) -> bool:
    return not (is_set(expr) or is_statement(expr) or isinstance(expr, ListOf | TupleOf | Matrix | PlusMinus))


def ground_of(asked: Asked) -> Ground:
    """What the letters of the part may be, for its comparisons."""
    return Ground(domain_of(asked.spec), asked.variant, asked.log)


def is_given(expr: Expr, key: Any, asked: Asked) -> bool:
    """Whether a response is the given expression, or what the stem shows, unchanged (and isn't the key's own tree)."""
    for tree in (*asked.spec["given"], *asked.shown):
        try:
            given = with_values(tree, asked)
        except MathsError:
            continue
        if same_arrangement(expr, given) and not (isinstance(key, Expr) and same_arrangement(given, key)):
            return True
    return False


def form_match(expr: Expr, key: Any, asked: Asked) -> Match | None:
    """How a right value stands whose form is another one than asked; None where the form is right too."""
    for form in asked.spec["form"]:
        if form == AS_THE_KEY:
            found: bool | None = isinstance(key, Expr) and same_arrangement(expr, key)
        else:
            found = has_form(expr, form, tuple(asked.spec["letters"]))
        if found is None:
            return Match("undecided", evidence=f"whether this is {FORMS_SAID[form]} takes too much work to tell")
        if not found:
            return Match("form", asked.spec["form_credit"], evidence=f"it is asked {FORMS_SAID[form]}")
    return None


def refuting_point(found: Sameness, asked: Asked) -> Counterexample | None:
    """The point at which a response is wrong, for its verdict; None where there is none to show."""
    if not found.point:
        return None
    return Counterexample(tuple(found.point.items()), found.values, asked.spec["show_counterexample"])


def counterexample(found: Sameness, asked: Asked) -> tuple[Prose, ...]:
    """A point at which a response is wrong, in words for the learner, where the author allows it."""
    if not asked.spec["show_counterexample"] or not found.point:
        return ()
    at = ", ".join(f"{name} = {value}" for name, value in found.point.items())
    if found.values is None:
        return (Prose((f"Try {at}.",)),)
    return (Prose((f"At {at} yours is {found.values[1]}, and it should be {found.values[0]}.",)),)


def in_terms_of(asked: Asked) -> str:
    """The letters that are asked, in words."""
    letters = [] if asked.spec["any"] else [name for name, each in letters_of(asked.spec).items() if not each.constant]
    return (
        f"in terms of {listed_in_words(printing.symbol_text(printing.default_symbol(name)) for name in letters)}"
        if letters
        else ""
    )


def listed_in_words(items: Iterable[str]) -> str:
    """`a, b and c`."""
    found = list(items)
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else found[0] if found else ""
