"""Explaining a stated form: its conflict, the proof, and the smallest change of each family."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.run import Run
from ...solvers.explaining import (
    Change,
    Conflict,
    FileStatement,
    NoTimeLeft,
    Satisfiable,
    StatedForm,
    conflict,
    smallest_change,
)
from ...solvers.proving import ProvenModel, TreeLimits, WholeModel, proven_from
from .explanation import Explanation, OneChange

_MOST_SECONDS = 10.0  # for the change of one family, or this share of a longer limit:
_MOST_SHARE = 1 / 6

Headline = Callable[[Sequence[FileStatement]], str | None]


def explain_form(
    name: str,
    stated: StatedForm,
    run: Run,
    headline: Headline = lambda _: None,
    always: str | None = None,
    *,
    smallest: bool = False,
) -> Explanation | None:
    """Return why a stated form has no point; ``None`` where the time is up before that is known.

    ``headline`` puts a conflict in a sentence, ``always`` says why there always is a plan.
    ``smallest`` asks for a conflict of the fewest statements.
    """
    if stated.form.infeasible is not None:
        return Explanation(name, False, stated.form.infeasible)
    try:
        found = conflict(stated, run, smallest=smallest)
    except Satisfiable as plan:
        words = f"there is a plan: {always or 'all statements hold together'}"
        return Explanation(name, True, words if plan.proven else f"{words}, by HiGHS alone")
    except NoTimeLeft:
        return None
    blamed = [stated.statements[k] for k in found.numbers]
    families = list(dict.fromkeys(statement.family for statement in blamed))
    by_family = {f: [statement for statement in blamed if statement.family == f] for f in families}
    changes = _changes(stated, families, run)
    return Explanation(
        name,
        False,
        headline(blamed) or _families_in_words(by_family),
        {f: [statement.called for statement in own] for f, own in by_family.items()},
        {f: _members_in_words(own) for f, own in by_family.items()},
        found.minimal,
        found.proof is not None,
        tuple(
            OneChange(family, "", (), None, proven=False)
            if change is None
            else _in_words(stated, change)
            for family, change in changes.items()
        ),
        lambda: proofs_of(stated, found, [c for c in changes.values() if c is not None]),
        found.smallest,
        found.fewest is not None and found.proof is not None,
    )


def _changes(stated: StatedForm, families: Sequence[str], run: Run) -> dict[str, Change | None]:
    """Return the smallest change of each family, each within its share of the time.

    What takes longer than anybody waits is said as far as it is proven; ``None``: nothing is known.
    """
    changes: dict[str, Change | None] = {}
    for place, family in enumerate(families):
        left = run.remaining
        share = _MOST_SECONDS if left is None else left / (len(families) - place)
        seconds = min(share, max(_MOST_SECONDS, _MOST_SHARE * (run.time_limit or 0.0)))
        changes[family] = smallest_change(stated, family, run.inner(seconds=seconds))
    return changes


def proofs_of(
    stated: StatedForm, found: Conflict, changes: Sequence[Change]
) -> dict[str, ProvenModel]:
    """Return every proof: of the conflict, of a point without each statement, of each change."""
    proofs = {} if found.proof is None else {"conflict": found.proof}
    proofs |= found.fewest or {}
    for place, number in enumerate(found.numbers, 1):
        if number in found.points:
            form = stated.with_only(k for k in found.numbers if k != number)
            whole = WholeModel.of(form)
            point = proven_from(form, "without", whole, found.points[number], None, TreeLimits())
            if isinstance(point, ProvenModel):
                proofs[f"without-{place}"] = point
    for place, change in enumerate(changes, 1):
        proofs[f"change-{place}"] = change.proof
    return proofs


def _families_in_words(by_family: dict[str, list[FileStatement]]) -> str:
    """Return which families exclude each other."""
    if len(by_family) == 1:
        return f"{next(iter(by_family))} cannot hold"
    *first, last = by_family
    return f"{', '.join(first)} and {last} exclude each other"


def _members_in_words(statements: Sequence[FileStatement]) -> str:
    if not any(statement.words for statement in statements):
        return ", ".join(statement.member for statement in statements)
    return "; ".join(map(str, statements))


def _in_words(stated: StatedForm, change: Change) -> OneChange:
    """Return a change in words: all statements that give way, and to what."""
    if change.amounts is None:
        return OneChange(change.family, "", (), None, proven=True)
    if change.in_fractions:
        words = f"without the demand that {change.family}"
        return OneChange(change.family, words, (change.family,), None, proven=True)
    parts, members = [], []
    for number, amount in change.amounts.items():
        statement = stated.statements[number]
        members.append(statement.name)
        parts.append(statement.name if statement.change is None else statement.change(amount))
    words = " and ".join(parts)
    named = tuple(members)
    return OneChange(change.family, words, named, change.total, change.proven, change.least)
