"""A blueprint and a bank make the plan of a set, with the proof that the bank fills it before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from quizgen.bank import Bank
from quizgen.blueprint import Blueprint, Section
from quizgen.errors import NotFound, SpaceError
from quizgen.packs.pack_entries import Entry
from quizgen.problem_set import CODE_LETTERS, SectionPlan, keyed
from quizgen.sets.filling import Offers
from quizgen.sets.set_plan import Offer, SetPlan, Shortage, picking, prove


class Enough(NamedTuple):
    """How many variants each template has, and what will repeat (with `repeats: warn`)."""

    offers: Mapping[str, Offer]
    repeats: tuple[str, ...] = ()


def planned(blueprint: Blueprint, bank: Bank, students: int, secret: bytes) -> tuple[SetPlan, Enough]:
    """The plan for so many students, with the proof.

    Raises SourceError where a section fits no template, SpaceError where the bank hasn't enough variants.
    """
    entries = [_fitting(blueprint, index, section, bank) for index, section in enumerate(blueprint.sections)]
    templates = {entry.id: bank.compiled(entry) for entry in _once(entries)}
    sections = tuple(_section(section, found) for section, found in zip(blueprint.sections, entries, strict=True))
    set_id = blueprint.id or _name(secret)
    plan = SetPlan(secret, set_id, sections, templates, blueprint.order, blueprint.repeats)
    offers = Offers(templates)
    choosing = [index for index, section in enumerate(sections) if not section.picked]
    for_all = [index for index in choosing if blueprint.sections[index].pick == "same"]
    plan = _needed(picking(plan, for_all, students, offers))
    return plan, proved(plan, students, offers, {}, shared=True)


def proved(plan: SetPlan, students: int, offers: Offers, used: Mapping[str, int], *, shared: bool) -> Enough:
    """The proof that so many more sheets can be made; `shared` says that what all share isn't drawn yet.

    Raises SpaceError where the templates haven't enough variants: for all of them with `repeats: never`, else for one.
    """
    missing, known = prove(plan, students, offers, used, shared=shared)
    if plan.repeats == "never" and missing:
        raise SpaceError(_refusal(plan, missing, students, "allow repeats (`repeats: warn`), or widen the section"))
    if alone := prove(plan, 1, offers, {}, shared=shared).missing:
        raise SpaceError(_refusal(plan, alone, 1, "ask for fewer problems, or widen the section"))
    return Enough(known, tuple(_lack(plan, each) for each in missing))


def _once(entries: Sequence[Sequence[Entry]]) -> list[Entry]:
    return list({entry.id: entry for found in entries for entry in found}.values())


def _fitting(blueprint: Blueprint, index: int, section: Section, bank: Bank) -> list[Entry]:
    """The templates that fit a section: those named, in that order, else all in the bank's."""
    entries = list(bank.templates())
    if section.ids:
        entries = []
        for at, name in enumerate(section.ids):
            try:
                entries.append(bank.find(name))
            except NotFound as problem:
                raise blueprint.error(str(problem), ("sections", index, "ids", at)) from None
    found = [entry for entry in entries if _fits(entry, section)]
    if section.ids and section.count is None and len(found) < len(entries):
        left_out = next(entry for entry in entries if entry not in found)
        raise blueprint.error(f"`{left_out.label}` is named, but isn't what else the section says", ("sections", index))
    if not found:
        mend = "`quiz bank` lists what there is"
        raise blueprint.error(f"no template {_wanted(section)}", ("sections", index), mend=mend)
    return found


def _fits(entry: Entry, section: Section) -> bool:
    cells, skills = ({each.casefold() for each in given} for given in (section.cells, section.skills))
    return (
        (not section.levels or entry.level in section.levels)
        and (not cells or entry.cell.casefold() in cells)
        and (not skills or not skills.isdisjoint(skill.casefold() for skill in entry.skills))
    )


def _wanted(section: Section) -> str:
    levels = [str(level) for level in section.levels]
    wants = {"level": levels, "skill": section.skills, "cell": section.cells}
    told = [f"has {name} {' or '.join(given)}" for name, given in wants.items() if given]
    among = [f"is among {', '.join(section.ids)}"] if section.ids else []
    return " and ".join([*among, *told]) or "is there at all"


def _section(section: Section, entries: Sequence[Entry]) -> SectionPlan:
    """The section as it is planned; where it names a template for each problem, nothing is chosen."""
    names = tuple(entry.id for entry in entries)
    picked = names if section.count is None else ()
    unique = tuple(dict.fromkeys(names))
    problems = len(picked) or section.problems
    return SectionPlan(section.title, problems, unique, picked, section.variants, section.order, section.points)


def _needed(plan: SetPlan) -> SetPlan:
    """The plan with no more templates than it may use."""
    sections = tuple(
        section._replace(templates=tuple(dict.fromkeys(section.picked or section.templates)))
        for section in plan.sections
    )
    names = {name for section in sections for name in section.templates}
    kept = {name: each for name, each in plan.templates.items() if name in names}
    return replace(plan, sections=sections, templates=kept)


def _name(secret: bytes) -> str:
    """The id of a set whose blueprint gives none."""
    digits = bytes.fromhex(keyed(secret, "set", "", ""))[:8]
    return "set-" + "".join(CODE_LETTERS[digit % len(CODE_LETTERS)] for digit in digits).lower()


def _refusal(plan: SetPlan, missing: Sequence[Shortage], students: int, mend: str) -> str:
    who = "one sheet" if students == 1 else f"{students:,} students without repeats"
    lines = "\n".join(f"  {_lack(plan, each)}" for each in missing)
    return f"the bank can't fill this set for {who}:\n{lines}\n  mend: {mend}"


def _lack(plan: SetPlan, short: Shortage) -> str:
    section = plan.sections[short.section]
    title = f"section {short.section + 1}" + (f" ({section.title})" if section.title else "")
    labels = ", ".join(plan.templates[name].label for name in short.templates)
    lacks = f"{short.wanted - short.there:,} short"
    return f"{title}: {short.wanted:,} variants of {labels} are wanted, {short.there:,} are there: {lacks}"
