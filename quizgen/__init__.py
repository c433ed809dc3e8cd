"""quizgen: one problem template becomes endless fresh problems, each solved, explained and graded alike.

The public names are loaded when they are first used, so `import quizgen` costs next to nothing:

>>> from quizgen import Bank, grade, instantiate
>>> bank = Bank()
>>> compiled = bank.compiled(bank.find("L2.3"))
>>> variant = instantiate(compiled, "my seed")
>>> result = grade(compiled, variant.params, {"S": "2.667"})
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Bank": "bank",
    "CompiledTemplate": "compiled",
    "KindError": "errors",
    "Malformed": "verdict",
    "MathsError": "errors",
    "NotFound": "errors",
    "OutputError": "errors",
    "PartResult": "result",
    "Policy": "grader",
    "PublicVariant": "variant",
    "QuizgenError": "errors",
    "Reading": "verdict",
    "ReadingError": "errors",
    "Result": "result",
    "SourceError": "errors",
    "SpaceError": "errors",
    "TooMuchWork": "errors",
    "Undecided": "errors",
    "Undefined": "errors",
    "Variant": "variant",
    "Verdict": "verdict",
    "compile_template": "solver",
    "from_params": "generator",
    "grade": "grader",
    "instantiate": "generator",
    "public": "generator",
}
"""Each public name with the module that holds it."""

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - strings, from the table above


def __getattr__(name: str) -> Any:
    """A public name, from its module, when it is first asked for (PEP 562)."""
    if name not in _HOMES:
        msg = f"module 'quizgen' has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"quizgen.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
