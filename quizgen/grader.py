"""Grade the responses to one variant: key, own earlier answers, traps, honest rounding, then what is merely near.

The order for one part is that of POSITIONS 31. Grading is a pure function of the template, the params, the responses
and the policy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from quizgen import carry, traps
from quizgen.answers import Match
from quizgen.compiled import CompiledTemplate
from quizgen.errors import TooMuchWork, Undecided
from quizgen.generator import from_params
from quizgen.maths.arithmetic import whole
from quizgen.part_marker import RIGHT, PartMarker, is_said, plans
from quizgen.prose import Prose
from quizgen.result import Filled, Mark, PartResult, Result
from quizgen.verdict import Malformed, Outcome, Reading, Verdict

ROUNDED = Verdict("correct", 1, "rounded")
BLANK = Verdict("blank")
MALFORMED = Verdict("malformed")
SETTLED = frozenset({"correct", "partly", "incorrect", "blank", "malformed"})
"""Outcomes that need no person; the points of the others are still to be marked."""


class Policy(NamedTuple):
    """How a set of answers is graded.

    `ask_back`: where two readings have different verdicts the learner is asked which was meant, and no attempt is used;
    without it (a batch file, where nobody can be asked) there is no credit, and the reason is `ambiguous`.
    `carry`: whether what follows rightly from a wrong answer counts, where the part allows it.
    """

    ask_back: bool = True
    carry: bool = True


DEFAULT = Policy()
Given = AbstractSet[int]
"""The points of an open answer (numbers from 0) that a person found in it."""
UNMARKED: Mapping[str, Given] = MappingProxyType({})


def grade(
    template: CompiledTemplate,
    params: Mapping[str, Any],
    responses: Mapping[str, str],
    policy: Policy = DEFAULT,
    marks: Mapping[str, Given] = UNMARKED,
) -> Result:
    """The verdict for every part of the variant with these params (in their own units), with points and feedback.

    A part that has no response is blank. An open answer is pending unless `marks` says for its part what a person found
    in it (POSITIONS 32). Raises NotFound for a missing param, MathsError where the template has no value for these
    params; no response raises anything.
    """
    return marker_of(template, params).grade(responses, policy, marks)


class Own(NamedTuple):
    """A learner's own value for a step: whether it was right, and the exact value that it was right for.

    `source` names the earlier answers that `exact` follows from, where it isn't the learner's own value.
    """

    value: Any
    right: bool
    exact: Any
    echo: str
    source: str = ""


class Marker:
    """One variant, ready to grade."""

    def __init__(self, template: CompiledTemplate, params: Mapping[str, Any]) -> None:
        variant = from_params(template, params)
        self.parts = tuple([PartMarker(variant, plan) for plan in plans(template)])
        self._names = (template.id, variant.id)
        self._of = whole(sum([each.of for each in self.parts]))
        self._made_by = (template.engine, template.digests)

    def grade(
        self, responses: Mapping[str, str], policy: Policy = DEFAULT, marks: Mapping[str, Given] = UNMARKED
    ) -> Result:
        """See `grade` of this module."""
        results: list[PartResult] = []
        own = _OwnValues(policy)
        for each in self.parts:
            raw = responses.get(each.part.id) or ""
            found = each.quick(raw) if each.quick is not None else None
            if found is not None:
                result = each.plain_result(*found)
            elif each.alone:
                result = _remembered(each, raw, policy)
            else:
                result = _graded(each, raw, own.of(self.parts, results), policy)
            results.append(_marked(each, result, marks[each.part.id]) if each.part.id in marks else result)
        return self.result(tuple(results))

    def result(self, parts: tuple[PartResult, ...]) -> Result:
        """The sum of the parts."""
        points: Fraction | int = 0
        to_mark: Fraction | int = 0
        for each in parts:
            points += each.points
            if each.verdict.outcome not in SETTLED:
                to_mark += each.of
        return Result(*self._names, parts, whole(points), self._of, whole(to_mark), *self._made_by)


Items = tuple[tuple[str, Any], ...]
"""Params as pairs."""


def marker_of(template: CompiledTemplate, params: Mapping[str, Any]) -> Marker:
    """The marker of a variant; those used last are kept with the template."""
    made: Callable[[Items], Marker] | None = template._made.get("markers")  # noqa: SLF001 - the store of what it makes
    if made is None:
        made = template._made["markers"] = _markers(template)  # noqa: SLF001 - what a template has made once
    return made(tuple(params.items()))


def _markers(template: CompiledTemplate) -> Callable[[Items], Marker]:
    return lru_cache(maxsize=256)(lambda items: Marker(template, dict(items)))


# ---------------------------------------------------------------------------------------------------- one part
REMEMBERED = 32
"""Responses to a part of a variant whose results are kept."""
Judged = tuple[Verdict, tuple[Filled, ...]]


def _remembered(each: PartMarker, raw: str, policy: Policy) -> PartResult:
    """The result for a part that stands alone."""
    found = each.results.get((raw, policy))
    if found is None:
        if len(each.results) >= REMEMBERED:
            each.results.clear()
        found = each.results[raw, policy] = _graded(each, raw, {}, policy)
    return found


def _graded(each: PartMarker, raw: str, own: Mapping[str, Own], policy: Policy) -> PartResult:
    reading = each.kind.read(raw, each.asked)
    if reading is None:
        return PartResult(each.part.id, BLANK, None, 0, each.of)
    if isinstance(reading, Malformed):
        return PartResult(each.part.id, MALFORMED, reading, 0, each.of)
    verdict, says = _verdict(each, reading, own, policy)
    if verdict.outcome == "pending":
        return PartResult(each.part.id, verdict, reading, 0, each.of, says, _marks(each, reading, None))
    if reading.other is not None and verdict.outcome != "correct":
        other, _ = _verdict(each, reading.other, own, policy)
        if other.outcome == "correct":
            return _ambiguous(each, reading, reading.other, (verdict, other), policy)
    return PartResult(each.part.id, verdict, reading, _points(each, verdict), each.of, says)


def _marked(each: PartMarker, result: PartResult, given: Given) -> PartResult:
    """A pending answer in which a person found these points; any other result stays."""
    reading = result.reading
    if result.verdict.outcome != "pending" or not isinstance(reading, Reading):
        return result
    match = each.kind.marked(reading, given, each.asked)
    outcome = _outcome(match.credit)
    verdict = result.verdict._replace(outcome=outcome, credit=match.credit, reason="marked", evidence=match.evidence)
    says = () if match.credit == 1 else _filled(each, reading, (*match.says, each.part.otherwise))
    return result._replace(
        verdict=verdict, points=_points(each, verdict), says=says, marks=_marks(each, reading, given)
    )


def _marks(each: PartMarker, reading: Reading, given: Given | None) -> tuple[Mark, ...]:
    return tuple(
        Mark(Filled(point.say, each.asked.values), point.credit, point.found, None if given is None else place in given)
        for place, point in enumerate(each.kind.points(reading, each.asked))
    )


def _ambiguous(
    each: PartMarker, reading: Reading, other: Reading, verdicts: tuple[Verdict, Verdict], policy: Policy
) -> PartResult:
    """The other common reading alone would be right: ask which was meant, or say what either would get."""
    from quizgen.answers.echoes import with_brackets

    asks = (with_brackets(other), with_brackets(reading))
    question = reading.question or f"did you mean {asks[0]} or {asks[1]}?"
    if policy.ask_back:
        return PartResult(each.part.id, MALFORMED, Malformed(reading.raw, question, asks=asks), 0, each.of)
    pairs = zip((reading, other), verdicts, strict=True)
    evidence = "; ".join(f"{with_brackets(one)}: {verdict.outcome}" for one, verdict in pairs)
    return PartResult(each.part.id, Verdict("incorrect", 0, "ambiguous", evidence=evidence), reading, 0, each.of)


def _points(each: PartMarker, verdict: Verdict) -> Fraction | int:
    return whole(each.of * verdict.credit)  # type: ignore[no-any-return]  # untyped beneath


def _verdict(each: PartMarker, reading: Reading, own: Mapping[str, Own], policy: Policy) -> Judged:
    """POSITIONS 31, in its order; undecided where the known digits or the work allowed don't settle it."""
    try:
        match = each.kind.judge(reading, each.key, each.asked)
        if match.standing == "right":
            return _right(match, reading, each)
        if match.standing == "pending":
            return Verdict("pending", evidence=match.evidence, notes=reading.notes + match.notes), ()
        if match.standing == "undecided":
            undecided = Verdict("undecided", 0, "work", evidence=match.evidence, notes=reading.notes + match.notes)
            return _by_trap(each, reading, match) or (undecided, ())
        found = _by_own(each, reading, own, policy) or _by_trap(each, reading, match) or _by_chain(each, reading)
        return found or _near(match, reading, each)
    except (Undecided, TooMuchWork) as error:
        return Verdict("undecided", 0, "work", evidence=error.what), ()


def _right(match: Match, reading: Reading, each: PartMarker) -> Judged:
    notes = reading.notes + match.notes
    if match.credit == 1 and not notes and not match.evidence:
        return RIGHT, ()
    verdict = Verdict(_outcome(match.credit), match.credit, evidence=match.evidence, notes=notes)
    return verdict, _filled(each, reading, match.says)


def _by_own(each: PartMarker, reading: Reading, own: Mapping[str, Own], policy: Policy) -> Judged | None:
    """Right with the learner's own earlier answers: `rounded` if those were right, else `carried`."""
    right = {step: one.value for step, one in own.items() if one.right}
    # With the key's own values it would follow the key, which was looked at before.
    if any(each.asked.values.get(step) != value for step, value in right.items()) and _follows(each, reading, right):
        return ROUNDED._replace(notes=reading.notes), ()
    if not (policy.carry and each.part.carry) or len(right) == len(own):
        return None
    for values, exactly in (({step: one.value for step, one in own.items()}, False), (_exactly(own), True)):
        resolved = _follows(each, reading, values)
        if resolved and carry.may_carry(each.posed, resolved, values):
            credit = each.part.carried_credit
            reached = carry.reach(each.template, each.part, frozenset(values)).stopped
            evidence = _RIGHT_FOR + ", ".join(_sources(own, reached, exactly=exactly))
            return Verdict(_outcome(credit), credit, "carried", evidence=evidence, notes=reading.notes), ()
    return None


_RIGHT_FOR = "right for "


def _sources(own: Mapping[str, Own], reached: AbstractSet[str], *, exactly: bool) -> dict[str, None]:
    """The learner's answers that a carried value follows from, in order; what those follow from, where it is exact."""
    known = ((step, own[step]) for step in sorted(reached))
    return dict.fromkeys((one.source if exactly else "") or f"{step} = {one.echo}" for step, one in known)


def _follows(each: PartMarker, reading: Reading, values: Mapping[str, Any]) -> carry.Resolved | None:
    """The part re-solved with these values, if the reading is right for that."""
    resolved = carry.carried(each.posed, values) if values else None
    if resolved is None:
        return None
    match = each.kind.judge(reading, resolved.key, resolved.asked)
    return resolved if match.standing == "right" and match.credit == 1 else None


def _exactly(own: Mapping[str, Own]) -> dict[str, Any]:
    """Wrong answers, and for what followed rightly from them its exact value: a learner may have kept more digits."""
    return {step: one.exact for step, one in own.items() if not one.right}


def _by_trap(each: PartMarker, reading: Reading, match: Match) -> Judged | None:
    met = traps.met(each.template, each.part, each.rivals.traps, reading, each.asked)
    if not met:
        return None
    credit = max(*(trap.credit for trap in met), match.credit if match.standing == "some" else 0)
    verdict = Verdict(
        _outcome(credit), credit, "trap", tuple(trap.name for trap in met), notes=reading.notes + match.notes
    )
    says = [*(trap.say for trap in met), *match.says, each.part.otherwise]
    return verdict, _filled(each, reading, says)


def _by_chain(each: PartMarker, reading: Reading) -> Judged | None:
    if any(each.kind.rounds_to(reading, value, each.asked) for value in each.rivals.chains):
        return ROUNDED._replace(notes=reading.notes), ()
    return None


def _near(match: Match, reading: Reading, each: PartMarker) -> Judged:
    """What the comparison with the key says: precision, truncated, form, unit, dimension, some, condition or value."""
    verdict = Verdict(
        _outcome(match.credit), match.credit, match.standing, evidence=match.evidence,
        notes=reading.notes + match.notes, counterexample=match.counterexample,
    )  # fmt: skip
    wrong = match.standing in ("value", "dimension", "some", "condition")
    return verdict, _filled(each, reading, (*match.says, *((each.part.otherwise,) if wrong else ())))


def _outcome(credit: Fraction | int) -> Outcome:
    return "correct" if credit == 1 else "partly" if credit else "incorrect"


def _filled(each: PartMarker, reading: Reading, says: Sequence[Prose]) -> tuple[Filled, ...]:
    """Feedback with its values; one that speaks of `it` is left out where nothing was picked."""
    it = each.kind.it(reading, each.asked)
    values = each.asked.values if it is None else {**each.asked.values, "it": it}
    return tuple(Filled(say, values) for say in says if is_said(say, it))


# ---------------------------------------------------------------------------------------------------- earlier answers
class _OwnValues:
    """By step, what the learner answered in earlier parts that ask for just that step; the first such part counts."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._seen = policy, 0
        self._found: dict[str, Own] = {}

    def of(self, parts: Sequence[PartMarker], results: Sequence[PartResult]) -> Mapping[str, Own]:
        """Those of all parts that have a result by now."""
        for each, result in zip(parts[self._seen :], results[self._seen :], strict=False):
            if each.step and each.step not in self._found and result.verdict.outcome in _ANSWERED:
                own = _own_value(each, result, self._found, self._policy)
                if own is not None:
                    self._found[each.step] = own
        self._seen = len(results)
        return self._found


_ANSWERED = frozenset({"correct", "partly", "incorrect"})


def _own_value(each: PartMarker, result: PartResult, earlier: Mapping[str, Own], policy: Policy) -> Own | None:
    reading, verdict = result.reading, result.verdict
    if not isinstance(reading, Reading) or verdict.reason == "ambiguous":
        return None
    value = each.kind.own(reading, each.asked)
    if value is None:
        return None
    right = verdict.outcome == "correct" and verdict.reason in ("", "rounded")
    exact, source = value, ""
    if verdict.reason == "carried" and policy.carry:
        resolved = _follows(each, reading, _exactly(earlier))
        if resolved is not None:
            exact, source = resolved.key, verdict.evidence.removeprefix(_RIGHT_FOR)
    return Own(value, right, exact, reading.echo, source)
