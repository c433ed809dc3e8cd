"""Each variant grades as it should: its printed key, its traps and its options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from quizgen import traps
from quizgen.answers import AnswerType, Asked, PublicAnswer, answer_type
from quizgen.compiled import CompiledTemplate, Part, Trap
from quizgen.errors import MathsError, Undecided
from quizgen.findings import Findings
from quizgen.generator import asked as ask
from quizgen.grader import grade
from quizgen.prose import markdown
from quizgen.result import PartResult
from quizgen.variant import PublicVariant, Variant

MINIMUM = 2
"""A key is known to be constant once it has been the same in so many variants."""


class Judging:
    """Looks at one variant after another."""

    def __init__(self, template: CompiledTemplate, found: Findings) -> None:
        self.template, self.found = template, found
        self.seen = 0
        self.keys: dict[str, set[str]] = {part.id: set() for part in template.parts}
        self.on: Counter[int] = Counter()
        self.told: Counter[tuple[int, str]] = Counter()

    def see(self, variant: Variant, public: PublicVariant) -> tuple[list[PartResult], tuple[str, ...]]:
        """Grade the variant's own answers: the results, and a text for each key by which keys can be told apart."""
        self.seen += 1
        for number, trap in enumerate(self.template.traps):
            self.on[number] += self._is_on(trap, variant)
        posed: list[_Posed] = []
        for part, shown in zip(self.template.parts, public.parts, strict=True):
            try:
                posed.append(_Posed(variant, part, shown.shows))
            except MathsError as error:
                self._add("error", f"part {part.id}: its key has no value", variant, error.what)
                return [], ()
        results = self._printed_keys(variant, posed)
        for each in posed:
            results += self._options(variant, each)
            results += self._traps(variant, each)
        for each in posed:
            if len(self.keys[each.part.id]) < MINIMUM:
                self.keys[each.part.id].add(each.told)
        return results, tuple(each.told for each in posed)

    def close(self) -> None:
        """Say what only shows over all variants: keys that never vary, traps that never differ from the key."""
        if self.seen >= MINIMUM and not self.template.constant_key:
            self._constant_keys()
        for number, trap in enumerate(self.template.traps):
            counts = {part: count for (which, part), count in self.told.items() if which == number}
            where = f"part {trap.part}, trap {trap.name}" if trap.part else f"trap {trap.name}"
            if self.on[number] and not counts:
                self.found.add(
                    "error", f"{where}: it never gives another answer than the key", mend="change or drop it"
                )
            elif not self.on[number] and self.seen:
                self.found.add("warning", f"{where}: its `when` never holds")
            for part, count in sorted(counts.items()):
                if count < self.on[number]:
                    what = f"part {part}, trap {trap.name}: it coincides with the key, or has no value, in"
                    self.found.add("note", f"{what} {self.on[number] - count:,} of {self.on[number]:,} variants")

    def _add(self, severity: Any, what: str, variant: Variant, detail: str = "", mend: str = "") -> None:
        self.found.add(severity, what, variant=variant.params, detail=detail, mend=mend)

    def _constant_keys(self) -> None:
        constant = [part for part, keys in self.keys.items() if len(keys) == 1]
        # One part of several may well have one answer; a template all of whose keys stay the same is learnt by heart.
        severity: Any = "error" if len(constant) == len(self.keys) else "warning"
        for part in constant:
            (key,) = self.keys[part]
            mend = "draw something that changes it, or say `constant_key: yes`"
            self.found.add(severity, f"part {part}: its key is the same in every variant", detail=key, mend=mend)

    def _is_on(self, trap: Trap, variant: Variant) -> bool:
        try:
            return trap.when is None or self.template.formula(trap.when)(variant.values) is True
        except MathsError as error:
            self._add("error", f"trap {trap.name}: its `when` has no value", variant, error.what)
            return False

    # ------------------------------------------------------------------------------------------------ keys
    def _printed_keys(self, variant: Variant, posed: list[_Posed]) -> list[PartResult]:
        responses = {each.part.id: each.printed for each in posed}
        results = list(grade(self.template, variant.params, responses).parts)
        for each, result in zip(posed, results, strict=True):
            outcome, reason = result.verdict.outcome, result.verdict.reason
            if outcome != "pending" and (outcome != "correct" or reason):
                detail = f"{each.printed!r} is {outcome}{f' ({reason})' if reason else ''}"
                self._add("error", f"part {each.part.id}: its printed key doesn't grade right", variant, detail)
            if each.part.spec.get("rule") == "relative" and each.key == 0:
                mend = "give an absolute tolerance"
                self._add("error", f"part {each.part.id}: a relative tolerance on a key of 0", variant, mend=mend)
        return results

    # ------------------------------------------------------------------------------------------------ options
    def _options(self, variant: Variant, each: _Posed) -> list[PartResult]:
        """Every option graded: one of them is right, and no two read the same."""
        options = each.shows.options
        if not options:
            return []
        texts = Counter(each.option_texts.values())
        for text, count in texts.items():
            if count > 1:
                self._add("error", f"part {each.part.id}: two options read the same", variant, text)
        results = [self._graded(variant, each.part, option.letter) for option in options]
        right = [
            option.letter for option, one in zip(options, results, strict=True) if one.verdict.outcome == "correct"
        ]
        if len(right) != 1 and each.part.spec.get("mode") == "one":
            detail = f"right: {', '.join(right) or 'none'}"
            self._add("error", f"part {each.part.id}: not exactly one option is right", variant, detail)
        for number, trap in enumerate(self.template.traps):
            if trap.picks is not None and any(trap.name in one.verdict.traps for one in results):
                self.told[number, each.part.id] += 1
        return results

    # ------------------------------------------------------------------------------------------------ traps
    def _traps(self, variant: Variant, each: _Posed) -> list[PartResult]:
        results = []
        numbers = {id(trap): number for number, trap in enumerate(self.template.traps)}
        for trap, value in traps.values(self.template, each.part, each.asked):
            if trap.picks is not None:
                continue
            response = self._shown(variant, each, trap, value)
            if not response:
                continue
            result = self._graded(variant, each.part, response)
            results.append(result)
            if trap.name in result.verdict.traps:
                self.told[numbers[id(trap)], each.part.id] += 1
            elif result.verdict.outcome != "correct":
                self._mistaken(variant, each.part, trap, response, result)
        return results

    def _shown(self, variant: Variant, each: _Posed, trap: Trap, value: Any) -> str:
        """The trap's value as a response; "" where it isn't offered, or has too few known digits to be written."""
        try:
            return each.kind.show(value, each.asked)
        except Undecided:
            self._add("warning", f"part {each.part.id}, trap {trap.name}: its value can't be written exactly", variant)
            return ""

    def _mistaken(self, variant: Variant, part: Part, trap: Trap, response: str, result: PartResult) -> None:
        verdict = result.verdict
        detail = f"{response!r} is {verdict.outcome}{f' ({verdict.reason})' if verdict.reason else ''}"
        self._add("error", f"part {part.id}, trap {trap.name}: its answer doesn't grade as this trap", variant, detail)

    def _graded(self, variant: Variant, part: Part, response: str) -> PartResult:
        parts = grade(self.template, variant.params, {part.id: response}).parts
        return next(result for result in parts if result.part == part.id)


class _Posed:
    """One part of one variant with its key, the key as printed, and the text of the right option where there is one."""

    def __init__(self, variant: Variant, part: Part, shows: PublicAnswer) -> None:
        self.part, self.shows = part, shows
        self.kind: AnswerType = answer_type(part.answer)
        self.asked: Asked = ask(variant, part)
        self.key: Any = self.kind.key(self.asked)
        self.printed: str = self.kind.show(self.key, self.asked)
        self.option_texts: Mapping[str, str] = {
            option.letter: markdown(option.say, {**variant.values, **option.values}, variant.template.texts)
            for option in shows.options
        }

    @property
    def told(self) -> str:
        """What tells this key from another; an option's letter is dealt anew for each variant, its text isn't."""
        return self.option_texts.get(self.printed, self.printed)
