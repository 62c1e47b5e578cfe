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

_MOST_SECONDS = 10.0  # for the change of one family

Headline = Callable[[Sequence[FileStatement]], str | None]


def explained(
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
    by_family = {f: [each for each in blamed if each.family == f] for f in families}
    changes = _changes(stated, families, run)
    return Explanation(
        name,
        False,
        headline(blamed) or _families_in_words(by_family),
        {f: [each.called for each in own] for f, own in by_family.items()},
        {f: _members_in_words(own) for f, own in by_family.items()},
        found.minimal,
        found.proof is not None,
        tuple(_in_words(stated, change) for change in changes),
        lambda: proofs_of(stated, found, changes),
        found.smallest,
    )


def _changes(stated: StatedForm, families: Sequence[str], run: Run) -> list[Change]:
    """Return the smallest change of each family, each within its share of the time.

    What takes longer than anybody waits is said without a proof, or left out.
    """
    changes = []
    for place, family in enumerate(families):
        left = run.remaining
        share = _MOST_SECONDS if left is None else left / (len(families) - place)
        seconds = min(share, _MOST_SECONDS)
        change = smallest_change(stated, family, run.inner(seconds=seconds))
        if change is not None:
            changes.append(change)
    return changes


def proofs_of(
    stated: StatedForm, found: Conflict, changes: Sequence[Change]
) -> dict[str, ProvenModel]:
    """Return every proof: of the conflict, of a point without each statement, of each change."""
    proofs = {} if found.proof is None else {"conflict": found.proof}
    for place, number in enumerate(found.numbers, 1):
        if number in found.points:
            form = stated.with_only(k for k in found.numbers if k != number)
            whole = WholeModel.of(form)
            point = proven_from(form, "without", whole, found.points[number], None, TreeLimits())
            if isinstance(point, ProvenModel):
                proofs[f"without-{place}"] = point
    for place, change in enumerate(changes, 1):
        if change.proof is not None:
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
        return OneChange(change.family, "", (), None, proven=change.proof is not None)
    if change.in_fractions:
        words = f"without the demand that {change.family}"
        return OneChange(change.family, words, (change.family,), None, proven=True)
    parts, members = [], []
    for number, amount in change.amounts.items():
        statement = stated.statements[number]
        members.append(statement.name)
        parts.append(statement.name if statement.change is None else statement.change(amount))
    words = " and ".join(parts)
    return OneChange(
        change.family, words, tuple(members), change.total, proven=change.total is not None
    )
