"""Groups of members that pairs connect."""

from collections.abc import Iterable
from typing import TypeVar

Member = TypeVar("Member", int, str)


def group_heads(
    members: Iterable[Member], pairs: Iterable[tuple[Member, Member]]
) -> dict[Member, Member]:
    """Return, for each member, the first member to which a chain of pairs connects it."""
    first = {member: member for member in members}
    order = {member: k for k, member in enumerate(first)}

    def head(member: Member) -> Member:
        while first[member] != member:
            first[member] = member = first[first[member]]
        return member

    for pair in pairs:
        ends = sorted(map(head, pair), key=order.__getitem__)
        first[ends[1]] = ends[0]
    return {member: head(member) for member in first}


def groups_of(
    members: Iterable[Member], pairs: Iterable[tuple[Member, Member]]
) -> list[list[Member]]:
    """Return the members in groups that pairs connect, both in the order of the members."""
    groups: dict[Member, list[Member]] = {}
    for member, head in group_heads(members, pairs).items():
        groups.setdefault(head, []).append(member)
    return list(groups.values())
