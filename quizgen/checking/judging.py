"""Each variant grades as it should: its printed key, its traps and its options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from quizgen import traps
from quizgen.answers import AnswerType, Asked, KeyLine, PublicAnswer, answer_type
from quizgen.checking.findings import Findings, Severity
from quizgen.checking.texts import Told, names_in
from quizgen.compiled import CompiledTemplate, Part, Trap
from quizgen.errors import MathsError, TooMuchWork, Undecided
from quizgen.generator import asked as ask
from quizgen.grader import grade
from quizgen.maths.values import Row
from quizgen.prose import Prose, markdown
from quizgen.result import Filled
from quizgen.traps import TrapValue
from quizgen.variant import PublicVariant, Variant
from quizgen.verdict import Malformed, Reading

MINIMUM = 2
"""A key is known to be constant once it has been the same in so many variants."""


FIRST = 8
"""So many variants are graded through `grade` as well, and after them one in EVERY."""
EVERY = 100


class Judging:
    """Looks at one variant after another."""

    def __init__(self, template: CompiledTemplate, found: Findings) -> None:
        self.template, self.found = template, found
        self.seen = 0
        self.keys: dict[str, set[str]] = {part.id: set() for part in template.parts}
        self.on: Counter[str] = Counter()
        self.told: Counter[tuple[str, str]] = Counter()
        self._known: dict[Any, tuple[str, str]] = {}
        self._names = {id(trap): _name(trap) for trap in template.traps}

    def see(self, variant: Variant, public: PublicVariant) -> tuple[list[Told], tuple[str, ...]]:
        """Grade the variant's own answers: the feedback to them, and a text for each key that tells it from others."""
        self.seen += 1
        for trap in self.template.traps:
            self.on[_name(trap)] += self._is_on(trap, variant)
        posed: list[Posed] = []
        for part, shown in zip(self.template.parts, public.parts, strict=True):
            try:
                posed.append(Posed(variant, part, shown.shows))
            except MathsError as error:
                self._add("error", f"part {part.id}: its key has no value", variant, error.what)
                return [], ()
        self._printed_keys(variant, posed)
        says: list[Told] = []
        for each in posed:
            says += self._options(variant, each) if each.shows.options else self._otherwise(variant, each)
            says += [(f"part {part.id}, key", filled) for filled in each.key_texts]
            self._model_answer(variant, each)
            says += self._traps(variant, each)
            if len(self.keys[each.part.id]) < MINIMUM:
                self.keys[each.part.id].add(each.told)
        return says, tuple(each.told for each in posed)

    def close(self) -> None:
        """Say what only shows over all variants: keys that never vary, traps that never differ from the key."""
        if self.seen >= MINIMUM and not self.template.constant_key:
            self._constant_keys()
        for trap in self.template.traps:
            self._coverage(trap, _name(trap))

    def _coverage(self, trap: Trap, name: str) -> None:
        counts = {part: count for (which, part), count in self.told.items() if which == name}
        if self.on[name] and not counts:
            self.found.add("error", f"{name}: it never gives another answer than the key", mend="change or drop it")
        elif self.seen and not self.on[name]:
            self.found.add("warning", f"{name}: its `when` never holds", mend="change or drop it")
        for part, count in sorted(counts.items()):
            if count < self.on[name] and trap.picks is None:
                missed = f"{self.on[name] - count:,} of {self.on[name]:,} variants"
                self.found.add("note", f"{name}: it gives the key of part {part}, or nothing, in {missed}")

    def _constant_keys(self) -> None:
        """Keys that are learnt by heart; what good open answers say may well be the same in every variant."""
        told = [part.id for part in self.template.parts if not part.constant_key and part.answer != "explain"]
        constant = [part for part in told if len(self.keys[part]) == 1]
        # One part of several may well have one answer; a template all of whose keys stay the same is another matter.
        severity: Severity = "error" if len(constant) == len(self.keys) else "warning"
        for part in constant:
            (key,) = self.keys[part]
            mend = "draw something that changes it, or say `constant_key: yes` in the part"
            self.found.add(severity, f"part {part}: its key is the same in every variant", detail=key, mend=mend)

    def _add(self, severity: Severity, what: str, variant: Variant, detail: str = "", mend: str = "") -> None:
        self.found.add(severity, what, variant=variant.params, detail=detail, mend=mend)

    def _is_on(self, trap: Trap, variant: Variant) -> bool:
        try:
            return trap.when is None or self.template.formula(trap.when)(variant.values) is True
        except MathsError as error:
            self._add("error", f"{_name(trap)}: its `when` has no value", variant, error.what)
            return False

    # ------------------------------------------------------------------------------------------------ keys
    def _printed_keys(self, variant: Variant, posed: list[Posed]) -> None:
        thorough = self._thorough()
        results = (
            grade(self.template, variant.params, {each.part.id: each.printed for each in posed}).parts
            if thorough
            else ()
        )
        verdicts = {result.part: result.verdict for result in results}
        for each in posed:
            standing = self._key_standing(each)
            verdict = verdicts.get(each.part.id)
            if (
                verdict is not None
                and verdict.outcome != "pending"
                and (verdict.outcome != "correct" or verdict.reason)
            ):
                standing = f"{verdict.outcome} {verdict.reason}".strip()
            if standing not in ("right", "pending"):
                detail = f"{each.printed!r} is {standing}{each.evidence}"
                self._add("error", f"part {each.part.id}: its printed key doesn't grade right", variant, detail)
            if each.part.spec.get("rule") == "relative" and each.key == 0:
                what = f"part {each.part.id}: a relative tolerance on a key of 0"
                self._add("error", what, variant, mend="give an absolute tolerance")

    def _key_standing(self, each: Posed) -> str:
        known = (each.part.id, each.key) if each.pure else None
        if known is not None and known in self._known:
            return self._known[known][1]
        try:
            standing = each.standing(each.printed)
        except (Undecided, TooMuchWork):
            standing = "undecided"
        if known is not None:
            self._known[known] = each.printed, standing
        return standing

    def _model_answer(self, variant: Variant, each: Posed) -> None:
        """The patterns of an open answer's points should find these in the model answer."""
        reading = each.kind.read(each.printed, each.asked) if each.shows.way == "words" else None
        if not isinstance(reading, Reading) or not self._thorough():
            return
        for number, point in enumerate(each.kind.points(reading, each.asked), 1):
            if not point.found:
                what = f"part {each.part.id}: no pattern finds point {number} in the model answer"
                self._add("note", what, variant, mend="add words of the point to `finds`, or say it otherwise")

    def _thorough(self) -> bool:
        return self.seen <= FIRST or self.seen % EVERY == 0

    # ------------------------------------------------------------------------------------------------ options
    def _options(self, variant: Variant, each: Posed) -> list[Told]:
        """One option is right and no two read the same; the feedback to each."""
        for text, count in Counter(each.option_texts.values()).items():
            if count > 1:
                self._add("error", f"part {each.part.id}: two options read the same", variant, text)
        right, says = [], []
        for letter in each.option_texts if each.shows.way in ("pick", "tick") else ():
            reading = each.kind.read(each.named(letter), each.asked)
            if not isinstance(reading, Reading):
                self._add("error", f"part {each.part.id}: an option's letter can't be read", variant, letter)
                continue
            match = each.kind.judge(reading, each.key, each.asked)
            if match.standing == "right":
                right.append(letter)
                continue
            met = traps.met(self.template, each.part, each.counting, reading, each.asked)
            self.told.update((self._names[id(trap)], each.part.id) for trap in met if trap.picks is not None)
            values = {**variant.values, "it": each.kind.it(reading, each.asked)}
            proses = (*match.says, each.part.otherwise, *(trap.say for trap in met))
            says += [(f"part {each.part.id}, feedback", Filled(prose, values)) for prose in proses if prose]
        if len(right) != 1 and each.part.spec.get("mode") == "one":
            detail = f"right: {', '.join(right) or 'none'}"
            self._add("error", f"part {each.part.id}: not exactly one option is right", variant, detail)
        return says

    def _otherwise(self, variant: Variant, each: Posed) -> list[Told]:
        """Feedback to an answer that nobody foresaw; `it`, where it speaks of one, is any wrong row of the table."""
        prose = each.part.otherwise
        if not prose:
            return []
        where = f"part {each.part.id}, otherwise"
        if "it" not in names_in(prose):
            return [(where, Filled(prose, variant.values))]
        rows = self.template.tables.get(each.part.spec.get("table", ""), {}).values()
        return [(where, Filled(prose, {**variant.values, "it": row})) for row in rows if row != each.key]

    # ------------------------------------------------------------------------------------------------ traps
    def _traps(self, variant: Variant, each: Posed) -> list[Told]:
        says: list[Told] = []
        for trap, why in traps.doubtful(self.template, each.part, each.asked):
            what = f"{self._names[id(trap)]}: whether it differs from the key of part {each.part.id} can't be decided"
            self._add("error", what, variant, why, "change the trap: it never counts")
        for trap, value in each.counting:
            if trap.picks is not None:
                continue
            name = self._names[id(trap)]
            response, standing = self._standing(variant, each, trap, value)
            if standing == "trap":
                self.told[name, each.part.id] += 1
                says.append((name, Filled(trap.say, variant.values)))
            elif response and standing != "right":
                what = f"{name}: its answer to part {each.part.id} doesn't grade as this trap"
                self._add("error", what, variant, f"{response!r} is {standing}")
        return says

    def _standing(self, variant: Variant, each: Posed, trap: Trap, value: Any) -> tuple[str, str]:
        """What a learner who made this mistake would write, and how it grades; worked out once where that is a rule."""
        known = (id(trap), each.part.id, each.key, value) if each.pure else None
        if known is not None and known in self._known:
            return self._known[known]
        try:
            response = each.kind.show(value, each.asked)
            standing = each.standing(response, value) if response else ""
        except (Undecided, TooMuchWork):
            response = standing = ""
        if response and self._thorough():
            standing = self._through_grade(variant, each, trap, response)
        if known is not None:
            self._known[known] = response, standing
        return response, standing

    def _through_grade(self, variant: Variant, each: Posed, trap: Trap, response: str) -> str:
        results = grade(self.template, variant.params, {each.part.id: response}).parts
        verdict = next(result.verdict for result in results if result.part == each.part.id)
        if trap.name in verdict.traps:
            return "trap"
        return "right" if verdict.outcome == "correct" else f"{verdict.outcome} {verdict.reason}".strip()


class Posed:
    """One part of one variant with its key, the key as printed, and what each offered option says."""

    def __init__(self, variant: Variant, part: Part, shows: PublicAnswer) -> None:
        """Raises MathsError where there is no key."""
        self.template, self.part, self.shows = variant.template, part, shows
        self.kind: AnswerType = answer_type(part.answer)
        self.asked: Asked = ask(variant, part)
        self.key: Any = self.kind.key(self.asked)
        self.option_texts: Mapping[str, str] = {
            option.letter: markdown(option.say, {**variant.values, **option.values}, variant.template.texts)
            for option in shows.options
        }
        self.printed: str = self.named(self.kind.show(self.key, self.asked))

    def named(self, response: str) -> str:
        """The response; an option's letter with its text where another option says just that letter (`A`, `B`)."""
        if response not in self.option_texts or len(set(self.option_texts.values())) < len(self.option_texts):
            return response
        reading = self.kind.read(response, self.asked)
        asks = isinstance(reading, Malformed) and reading.asks
        return f"{response}) {self.option_texts[response]}" if asks else response

    @cached_property
    def lines(self) -> tuple[KeyLine, ...]:
        """The key as a solution shows it."""
        return self.kind.told(self.key, self.asked)

    @cached_property
    def key_texts(self) -> tuple[Filled, ...]:
        """Every text of these lines that the sheet doesn't show."""
        texts = [(text, line.values) for line in self.lines for text in (line.say, line.why) if text]
        return tuple(Filled(text, {**self.asked.values, **values}) for text, values in texts)

    @property
    def told(self) -> str:
        """What tells this key from another; an option's letter is dealt anew for each variant, its text isn't."""
        if self.shows.way in ("type", "pick"):
            return self.option_texts.get(self.printed.partition(")")[0], self.printed)
        values, texts = self.asked.values, self.template.texts
        said = [(line.say, line.to.say if line.to is not None else Prose()) for line in self.lines if line.right]
        return "; ".join(" → ".join(markdown(each, values, texts) for each in pair if each) for pair in said)

    @property
    def evidence(self) -> str:
        """What is said of the printed key where it doesn't grade right."""
        reading = self.kind.read(self.printed, self.asked)
        if not isinstance(reading, Reading):
            return ""
        match = self.kind.judge(reading, self.key, self.asked)
        said = [markdown(each, self.asked.values, self.template.texts) for each in match.says]
        return "".join(f", {each}" for each in (match.evidence, *said) if each)

    @cached_property
    def counting(self) -> tuple[TrapValue, ...]:
        """The traps that count here, with what they give."""
        return traps.values(self.template, self.part, self.asked)

    @property
    def pure(self) -> bool:
        """Whether a response's standing depends on nothing but the key."""
        spec = self.part.spec
        alone = self.shows.way == "type" and not (spec.get("or") or spec.get("aliases_from"))
        return alone and not isinstance(self.key, Row)

    def standing(self, response: str, value: Any = None) -> str:
        """How a response stands when no other part is answered (POSITIONS 31): right, else trap where it meets `value`.

        Raises Undecided, TooMuchWork.
        """
        reading = self.kind.read(response, self.asked)
        if not isinstance(reading, Reading):
            return "malformed"
        match = self.kind.judge(reading, self.key, self.asked)
        if match.standing != "right" and value is not None and self.kind.meets(reading, value, self.key, self.asked):
            return "trap"
        return match.standing


def _name(trap: Trap) -> str:
    return f"part {trap.part}, trap {trap.name}" if trap.part else f"trap {trap.name}"
