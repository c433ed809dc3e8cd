"""A compiled template and a seed give params: the same ones on every machine and in every later version.

DESIGN section 4, "Sampling". A draw depends on the seed, the template's id, the param's name and values, and the params
that its draw or a `where` ties it to; on no order in the file, and on no other param.
"""

from __future__ import annotations

from typing import Any

from quizgen.compiled import CompiledTemplate
from quizgen.errors import SpaceError
from quizgen.sampling.draws import option_digest
from quizgen.sampling.space import Refusal, Space, first_valid, space, variants
from quizgen.sampling.ties import Tie, plan_of

ATTEMPTS = 1_000
"""How often a tie is drawn before its valid tuples are looked for one by one."""


def draw(template: CompiledTemplate, seed: str) -> dict[str, Any]:
    """The params that a seed draws, each in its own unit: a number, a text, a row's id, or a tuple of these.

    Every valid combination is equally likely over all seeds (repeats in a list weigh). Raises SpaceError where nothing
    satisfies `where`, MathsError where a `where` can't be decided.
    """
    key = seed.encode("utf-8", "surrogatepass")
    plan = plan_of(template)
    shown: dict[str, Any] = dict.fromkeys(plan.order)
    try:
        for tie in plan.ties:
            _draw(tie, key, shown)
    except SpaceError as error:
        raise SpaceError(f"{template.id}: {error}") from error
    return shown


def _draw(tie: Tie, key: bytes, shown: dict[str, Any]) -> None:
    env = dict(tie.given)
    for count in range(ATTEMPTS):
        tie.attempt(key, count, env, shown)
        if not tie.tests or tie.passes(env):
            return
    for chooser, value in zip(tie.choosers, first_valid(tie), strict=True):
        shown[chooser.name] = value


__all__ = ["Refusal", "Space", "draw", "option_digest", "space", "variants"]
