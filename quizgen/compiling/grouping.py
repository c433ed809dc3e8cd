"""Which params are drawn together: those that a `where` or a dependent draw ties (DESIGN, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quizgen.compiled import Condition, Derived, Group, Param


def groups(drawn: Sequence[Param], where: Sequence[Condition], derived: Sequence[Derived]) -> tuple[Group, ...]:
    """The params in groups, each in order of dependence, with the conditions that they must meet.

    A `where` that rests on no param belongs to no group.
    """
    rests_on = {each.name: each.needs for each in derived}
    params = [param.name for param in drawn]
    tied = [_params_under(condition.needs, set(params), rests_on) for condition in where]
    owner = _owners(params, [*tied, *({param.name, *param.needs} for param in drawn)])
    found = []
    for leader in dict.fromkeys(owner[name] for name in params):
        conditions = tuple(index for index, names in enumerate(tied) if names and owner[min(names)] == leader)
        members = tuple(name for name in params if owner[name] == leader)
        found.append(Group(members, conditions, _needed((where[index] for index in conditions), derived)))
    return tuple(found)


def _params_under(needs: Iterable[str], params: set[str], rests_on: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The params that names rest on, through lets and steps."""
    found: set[str] = set()
    for need in needs:
        found |= {need} if need in params else _params_under(rests_on.get(need, ()), params, rests_on)
    return found


def _owners(params: Sequence[str], ties: Iterable[set[str]]) -> dict[str, str]:
    """For each param the first one of its group."""
    owner = {name: name for name in params}
    for tie in ties:
        joined = {owner[name] for name in tie}
        first = next((name for name in params if name in joined), "")
        owner = {name: first if of in joined else of for name, of in owner.items()}
    return owner


def _needed(conditions: Iterable[Condition], derived: Sequence[Derived]) -> tuple[str, ...]:
    """The lets and steps that conditions rest on, in order."""
    rests_on = {each.name: each.needs for each in derived}
    todo = [need for condition in conditions for need in condition.needs]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name in rests_on and name not in found:
            found.add(name)
            todo.extend(rests_on[name])
    return tuple(each.name for each in derived if each.name in found)
