"""`choice: several`: all options that are right are ticked, and no other (POSITIONS 29)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from fractions import Fraction

from quizgen.answers import Asked, Match, Sample, folding, letters
from quizgen.answers.options import Lettered, Shown, echo_of, letters_of
from quizgen.maths.arithmetic import whole
from quizgen.verdict import Malformed, Reading

NONE = ("none", "none of them", "none of these", "none of the above", "nothing")
"""How a learner says that no option is right; a blank says nothing."""
ALL = ("all", "all of them", "all of these")
LONGEST = 40
"""Characters of an explicit `none`, at most."""


def read(raw: str, options: Lettered, asked: Asked) -> Reading | Malformed | None:
    """The options that are named, in the order of their letters; `Reading.value` is a tuple of `Shown`."""
    text = folding.visible(raw.replace("\n", ";"))
    if not text.strip("; "):
        return None
    said = letters.by_text(text, options, asked)
    found = _named(text, options, asked)
    if said and not isinstance(found, str) and found and list(found) != said[:1]:
        asks = (echo_of(found, asked), echo_of(said[:1], asked))
        return Malformed(raw, f"did you mean {asks[0]} or {asks[1]}?", asks=asks)
    if said:
        return _reading(raw, tuple(said[:1]), asked)
    if isinstance(found, str):
        mend = f"give the letters of all that are right, as `{options[0][0]} {options[-1][0]}`, or `none`"
        return Malformed(raw, found, mend=mend)
    return _reading(raw, found, asked)


def judge(ticked: tuple[Shown, ...], right: AbstractSet[str], options: Lettered, asked: Asked) -> Match:
    """Each right tick earns its share, each wrong one costs its own, and less than nothing isn't given."""
    ids = {option.id for option in ticked}
    if ids == right:
        return Match("right", 1)
    wrong = ids - right
    says = tuple(
        said for option in ticked if option.id in wrong and (said := asked.spec["options"][option.option]["else"])
    )
    hits, all_wrong = len(ids & right), len(options) - len(right)
    credit = Fraction(hits, len(right)) - Fraction(len(wrong), all_wrong or 1) if right else Fraction(0)
    if credit <= 0 or asked.spec["all_or_nothing"]:
        return Match("value", evidence=_counted(hits, len(right), len(wrong)), says=says)
    return Match("some", whole(credit), evidence=_counted(hits, len(right), len(wrong)), says=says)


def show(right: AbstractSet[str], options: Lettered) -> str:
    """The letters of the right options, `none` where there are none."""
    return " ".join(sorted(letters_of(right, options), key=lambda letter: (len(letter), letter))) or NONE[0]


def samples(right: AbstractSet[str], options: Lettered, asked: Asked) -> list[Sample]:
    """The right letters in many spellings, all letters, none, and what isn't offered."""
    shown = show(right, options)
    found = [Sample("", "blank"), Sample("none that is offered", "malformed"), Sample(f"{shown}, 7", "malformed")]
    if right:
        found += [Sample(text, "correct") for text in _spellings(shown.split())]
    found.append(Sample("none", "incorrect" if right else "correct"))
    wrong = [letter for letter, option in options if option.id not in right]
    if wrong:
        found.append(Sample(" ".join(wrong), "incorrect", "value"))
    if right and wrong and len(right) > 1:
        outcome = "incorrect" if asked.spec["all_or_nothing"] else "partly"
        found.append(Sample(shown.split()[0], outcome))
    return found


def _spellings(given: list[str]) -> list[str]:
    backwards = given[::-1]
    return [
        " ".join(given), ", ".join(given), ";".join(backwards), "".join(given).upper(), " and ".join(backwards),
        " ".join(f"({letter})" for letter in given), f"{given[0]} {' '.join(given)}",
    ]  # fmt: skip


def _named(text: str, options: Lettered, asked: Asked) -> tuple[tuple[str, Shown], ...] | str:
    if len(text) <= LONGEST:
        if any(folding.same(text, word) for word in NONE):
            return ()
        if any(folding.same(text, word) for word in ALL):
            return tuple(options)
    return letters.several(text, options, asked)


def _reading(raw: str, named: tuple[tuple[str, Shown], ...], asked: Asked) -> Reading:
    pairs = sorted(dict(named).items(), key=lambda pair: (len(pair[0]), pair[0]))
    return Reading(raw, tuple(option for _, option in pairs), echo_of(pairs, asked) or "none of them")


def _counted(hits: int, right: int, wrong: int) -> str:
    ticked = f"{hits} of {right} right options {'is' if hits == 1 else 'are'} ticked"
    return ticked + (f", and {wrong} wrong {'one' if wrong == 1 else 'ones'}" if wrong else "")
