"""Explain why an instance is infeasible: a conflict of statements, its proof, smallest changes."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ...core.display import HtmlTable, ShortDisplay
from ...core.faults import input_error
from ...core.run import Run
from ...core.schema import Instance
from ...core.signatures import arguments_taken
from ...solvers.conflicts import (
    Change,
    Conflict,
    FileStatement,
    NoTimeLeft,
    Satisfiable,
    StatedForm,
    conflict,
    refuse_large,
    smallest_change,
    stated_model,
    stated_rows,
)
from ...solvers.proofs import Number, ProvenModel, TreeLimits, WholeModel, proven_from
from ..catalogue import Extension, guard, problem_of

Headline: TypeAlias = Callable[[Sequence[FileStatement]], str | None]

# the reasons why the instances of a problem always have a plan
ALWAYS = {"resource_plan": "every instance has an option, and no option excludes another"}


def no_headline(_: Sequence[FileStatement]) -> None:
    """Return ``None``: the explanation has no sentence beyond the names of the families."""


def _of_placement(conflict: Sequence[FileStatement]) -> str | None:
    """Return a sentence about a conflict of placement; ``None`` if the conflict is large."""
    by_family: dict[str, list[FileStatement]] = {}
    for statement in conflict:
        by_family.setdefault(statement.family, []).append(statement)
    runs = [statement.member for statement in by_family.get("runs", [])]
    room = by_family.get("capacity", [])
    lists = {statement.words for statement in by_family.get("can run on", [])}
    if lists == {"no machine"} and len(runs) == 1:
        return f"instance {runs[0]} can run on no machine"
    who = f"instances {', '.join(runs[:-1])} and {runs[-1]}" if len(runs) > 1 else None
    if who is None or len(runs) > 5:
        return None
    if len(lists) == 1 and len(room) == 1:
        return f"{who} can run only on {lists.pop()}, which takes {room[0].words}"
    if not lists:
        return f"{len(runs)} instances must run, but all machines together take fewer"
    return None


HEADLINES: dict[str, Headline] = {"placement": _of_placement}


@dataclass(frozen=True)
class OneChange:
    """The smallest change of the statements of one family that resolves the conflict.

    ``amount`` is the total change of right-hand sides, in the file's units, and ``at_least`` a
    lower bound on it.  With ``proven`` no smaller change is enough.  Without ``members`` no change
    of this family alone resolves the conflict or, if not ``proven``, none was found in time.
    """

    family: str
    words: str
    members: tuple[str, ...]
    amount: Number | None
    proven: bool
    at_least: Number | None = None

    @property
    def helps(self) -> bool:
        """Whether changing this family alone resolves the conflict."""
        return bool(self.members)

    def as_document(self) -> dict[str, Any]:
        """Return the change as a JSON document."""
        amount = None if self.amount is None else float(self.amount)
        return {
            "family": self.family,
            "words": self.words,
            "members": list(self.members),
            "amount": amount,
            "at_least": None if self.at_least is None else float(self.at_least),
            "helps": self.helps,
            "proven": self.proven,
        }


@dataclass(frozen=True, repr=False)
class Explanation(ShortDisplay):
    """Why an instance is infeasible, or that it has a plan.

    ``conflict`` maps families to their conflicting members, which ``lines`` describes.  With
    ``proven`` a proof without an engine shows the conflict.  With ``minimal`` no member can be
    dropped.  Both are ``None`` without a conflict.  ``proofs()`` returns the input of
    `verify_proof`.
    """

    name: str
    feasible: bool
    headline: str
    conflict: dict[str, list[str | float]] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    minimal: bool | None = None
    proven: bool | None = None
    changes: tuple[OneChange, ...] = ()
    proofs: Callable[[], dict[str, ProvenModel]] = field(default=dict, repr=False)

    @property
    def size(self) -> int:
        """The number of statements in the conflict."""
        return sum(map(len, self.conflict.values()))

    def as_document(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints."""
        return {
            "name": self.name,
            "feasible": self.feasible,
            "answer": self.headline,
            "conflict": self.conflict,
            "minimal": self.minimal,
            "proven": self.proven,
            "changes": [change.as_document() for change in self.changes],
        }

    def model_dump_json(self, *, indent: int | None = None) -> str:
        """Return the document as JSON text, as other results do."""
        return json.dumps(self.as_document(), indent=indent)

    def __str__(self) -> str:
        if self.feasible:
            return self.headline
        width = max(map(len, self.lines), default=0) + 3
        who = ", according to HiGHS alone" if self.proven is False else ""
        lines = [f"infeasible{who}: {self.headline}"]
        lines += [f"  {family:{width}}{said}".rstrip() for family, said in self.lines.items()]
        return "\n".join([*lines, self._minimality(), *self._ways_out()])

    def _minimality(self) -> str:
        if not self.conflict:
            return "proven by arithmetic"
        if self.minimal and self.size == 1:
            return "minimal: this statement alone cannot hold (proven)"
        if self.minimal and self.size == 2:
            return "minimal: each of the two statements can hold alone (proven)"
        if self.minimal:
            return f"minimal: any {self.size - 1} of these {self.size} can hold together (proven)"
        if self.proven:
            return "not proven to be minimal: a smaller conflict may exist"
        return "not proven: a smaller conflict may exist, or the engine is wrong"

    def _ways_out(self) -> list[str]:
        useful = [change for change in self.changes if change.helps]
        lines = []
        if useful:
            proven = " (proven)" if all(change.proven for change in useful) else ""
            lines.append(f"one change: {'; or '.join(c.words for c in useful)}{proven}")
        return lines + [line for change in self.changes for line in _reservations(change)]

    def _facts(self) -> Mapping[str, Any]:
        if self.feasible:
            return {"name": self.name, "answer": self.headline}
        return {
            "name": self.name,
            "answer": f"infeasible: {self.headline}",
            "statements": self.size,
            "claim": self._minimality(),
        }

    def _tables(self) -> Iterator[HtmlTable]:
        if self.lines:
            yield HtmlTable(("family", "statements"), list(self.lines.items()), "conflict")
        if self.changes:
            rows = [
                (c.family, c.words if c.helps else "", *(_reservations(c) or ["(proven)"])[:1])
                for c in self.changes
            ]
            yield HtmlTable(("family", "one change", "claim"), rows, "smallest changes")


def _reservations(change: OneChange) -> list[str]:
    """Return a note (in a list) if a change does not help or is not proven minimal."""
    if change.helps and change.proven:
        return []
    if change.helps:
        low, high = float(change.at_least or 0), float(change.amount or 0)
        return [f"{change.family}: smallest change is between {low:.10g} and {high:.10g} (proven)"]
    if change.proven:
        return [f"{change.family}: no change of this family alone helps (proven)"]
    return [f"{change.family}: the smallest change was not found within the time limit"]


_MOST_SECONDS = 10.0  # for the change of one family, or this share of a longer limit:
_MOST_SHARE = 1 / 6


def explain_form(
    name: str,
    stated: StatedForm,
    run: Run,
    headline: Headline = no_headline,
    always: str | None = None,
) -> Explanation | None:
    """Explain why the statements in a form are infeasible; return ``None`` if the time is up.

    ``headline`` returns a sentence about a conflict.  ``always`` is the reason why a plan always
    exists, if there is one.
    """
    if stated.form.infeasible is not None:
        return Explanation(name, False, stated.form.infeasible, minimal=True, proven=True)
    try:
        found = conflict(stated, run)
    except Satisfiable as plan:
        words = f"there is a plan: {always or 'all statements hold together'}"
        return Explanation(name, True, words if plan.proven else f"{words} (HiGHS alone claims it)")
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
    )


def _changes(stated: StatedForm, families: Sequence[str], run: Run) -> dict[str, Change | None]:
    """Return the smallest change of each family, computed within the family's share of the time.

    A search that exceeds the share gives a proven interval, or ``None`` if nothing is proven.
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
    """Return all proofs: of the conflict, of feasibility without each statement, of changes."""
    proofs = {} if found.proof is None else {"conflict": found.proof}
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
    """Return the sentence that names the families that exclude each other."""
    if len(by_family) == 1:
        return f"{next(iter(by_family))} cannot hold"
    *first, last = by_family
    return f"{', '.join(first)} and {last} exclude each other"


def _members_in_words(statements: Sequence[FileStatement]) -> str:
    if not any(statement.words for statement in statements):
        return ", ".join(statement.member for statement in statements)
    return "; ".join(map(str, statements))


def _in_words(stated: StatedForm, change: Change) -> OneChange:
    """Return a change in words, which name every changed statement and its new value."""
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


@dataclass(frozen=True)
class Statements:
    """The statements of an instance's exact model, and the words for its explanation.

    ``headline`` makes a sentence of a conflict; ``always`` is the reason why a plan always exists.
    """

    form: StatedForm
    headline: Headline = no_headline
    always: str | None = None


def statements_of(instance: Instance, *, domains: bool = False) -> Statements:
    """Return the statements of an instance, which describe constraints of its exact model.

    An extension has the words of its base, unless it declares its own.
    """
    entry = problem_of(instance)
    declared = entry.function("words")
    root = entry.root if isinstance(entry, Extension) and declared is None else entry
    if hasattr(root.formulation, "words"):
        if domains:
            rule = f"cannot be statements of {entry.name}, whose statements are those of its file"
            raise input_error("domains", rule)
        model = exact_model(instance, every=True) if root is entry else exact_model(instance)
        own = [] if root is entry else _own_constraints(model)
        form = stated_rows(model, root.formulation.words(instance), own)
        return Statements(form, no_headline if own else HEADLINES.get(root.name, no_headline))
    model = exact_model(instance)
    texts = {} if declared is None else guard(entry, "words")(instance)
    hard = [name for name, said in texts.items() if said is None]
    named = {name: said for name, said in texts.items() if said is not None}
    form = stated_model(model, hard=hard, words=named, domains=domains)
    return Statements(form, always=ALWAYS.get(entry.name))


def _own_constraints(model: Any) -> list[str]:
    """Return the constraints that an extension has added to its base's model."""
    import pyomo.core as pyo

    inherited = set(getattr(model, "base_constraints", ()))
    names = (each.name for each in model.component_objects(pyo.Constraint))
    return [name for name in names if name not in inherited]


def exact_model(instance: Instance, *, every: bool = False) -> Any:
    """Build the exact model of an instance; refuse a model that is too large.

    With ``every``, choices that the instance forbids also have variables, and constraints forbid
    them.
    """
    entry = problem_of(instance)
    size = getattr(entry.formulation, "model_size", None) or entry.function("model_size")
    options = {"every": True} if every else {}
    if size is not None:
        refuse_large(size(instance, **arguments_taken(size, options))[1])
    return entry.formulation.build_model(instance, **options)
