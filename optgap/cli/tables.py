"""Tables and short reports for people, printed with Rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel

from ..core.outcome import Outcome
from ..core.schema import Instance
from ..validation.judge import Check
from ..validation.study import figure, percent
from .layout import say, show_table

if TYPE_CHECKING:
    from ..solvers.rollout import Replay, Stays, WavePlan, Without

_MOST_SHOWN = 20


def problems(listing: Sequence[dict[str, Any]]) -> None:
    """Print the catalogue."""
    rows = [
        (entry["problem"], entry["title"], entry["paper"], ", ".join(entry["methods"]))
        for entry in listing
    ]
    columns = ("problem", "what", "paper", "methods")
    show_table(columns, rows, words=columns[1:], spare=("paper", "methods"))
    for entry in listing:
        say(f"bundled: {', '.join(entry['instances'])}")


def methods(listing: Sequence[dict[str, Any]]) -> None:
    """Print the methods of a problem."""
    rows = [
        (
            entry["method"],
            entry["kind"],
            entry["summary"],
            entry["reference"],
            ", ".join(entry["solvers"]),
            ", ".join(f"{key}={value}" for key, value in entry["options"].items()),
        )
        for entry in listing
    ]
    columns = ("method", "kind", "what", "where", "solvers", "options")
    show_table(columns, rows, words=columns[2:], spare=("where", "solvers"))


def field_facts(record: BaseModel, prefix: str = "") -> dict[str, str]:
    """Return one line of description for each field that is given."""
    facts: dict[str, str] = {}
    for name in type(record).model_fields:
        value = getattr(record, name)
        if value is None or (not prefix and name in Instance.model_fields) or name == "problem":
            continue
        if isinstance(value, BaseModel):
            facts |= field_facts(value, f"{prefix}{name}.")
        else:
            facts[f"{prefix}{name}"] = _described(value)
    return facts


def _described(value: Any) -> str:
    if isinstance(value, np.ndarray):
        shape = " x ".join(str(length) for length in value.shape)
        missing = int(np.isnan(value).sum()) if value.dtype.kind == "f" else 0
        nulls = f", {missing} null" if missing else ""
        return f"{shape} numbers from {np.nanmin(value):.6g} to {np.nanmax(value):.6g}{nulls}"
    if isinstance(value, (tuple, list, dict)):
        return f"{len(value)} entries"
    return str(value)


def facts(facts: dict[str, Any]) -> None:
    """Print the content of an instance."""
    rows = [
        ("problem", facts["problem"]),
        ("name", facts["name"]),
        ("source", facts["source"] or "–"),
        ("sha256", facts["sha256"]),
        *facts["fields"].items(),
    ]
    show_table(("field", "content"), rows, words=("content",))


def outcome(result: Outcome, source: str = "") -> None:
    """Print an outcome; of an infeasible source also the command that gives a reason."""
    solver = f" ({result.solver.name} {result.solver.version})" if result.solver else ""
    rows = [
        ("instance", f"{result.problem}: {result.instance.name}"),
        ("method", result.method + solver),
        ("status", f"{result.status}{_said_by(result)} (stopped: {result.stopped})"),
    ]
    if result.front is None:
        kind = f" ({result.bound_kind})" if result.bound_kind else ""
        rows += [
            ("objective", f"{figure(result.objective)} ({result.sense})"),
            ("bound", figure(result.bound) + kind),
            ("gap", percent(result.gap)),
        ]
    if result.certificate is not None:
        proof = str(result.certificate.get("kind", "its own form"))
        shown = "" if proof.startswith("model-") else " (--json shows it)"
        proof = f"{proof}, re-checked without a solver{shown}"
        rows.append(("certificate", proof))
    phases = ", ".join(f"{phase} {spent:.3f}" for phase, spent in result.timing.items())
    rows.append(("seconds", f"{result.seconds:.3f}" + (f" ({phases})" if phases else "")))
    rows += [(key, str(value)) for key, value in result.details.items() if key != "violations"]
    rows += [(f"decision: {key}", _cut(value)) for key, value in (result.decision or {}).items()]
    if result.message:
        rows.append(("message", result.message))
    show_table(("field", "value"), rows, words=("value",))
    if result.front:
        _front(result)
    if result.status == "infeasible" and source:
        say(f"a reason: optgap explain {source}")


def _said_by(result: Outcome) -> str:
    """Return who says that an instance is infeasible."""
    if result.status != "infeasible" or result.bound_kind is None:
        return ""
    who = result.solver.name.replace(",", " and ") if result.solver else result.method
    return {
        "certified": ", proven by a certificate",
        "model-certified": ", proven by a tree over the exact model",
        "cross-checked": f", by {who}",
        "solver": f", by {who} alone",
    }[result.bound_kind]


def _front(result: Outcome) -> None:
    """Print the points of a front."""
    points = result.front or []
    complete = "proven complete" if result.front_complete else "not proven complete"
    names = list(points[0].objectives)
    say(f"{len(points)} points, {complete}")
    rows = [
        (str(k), *(figure(point.objectives[name]) for name in names))
        for k, point in enumerate(points[:_MOST_SHOWN])
    ]
    show_table(("point", *names), rows, numbers=("point", *names))
    if len(points) > _MOST_SHOWN:
        say(f"and {len(points) - _MOST_SHOWN} more (all of them: --json or -o)")
    if result.hypervolume is not None:
        inner, outer = result.hypervolume
        say(f"they dominate {figure(inner)} of at most {figure(outer)} ({result.bound_kind})")
    if result.epsilon is not None:
        say(f"worsened by {percent(result.epsilon)}, one of them is as good as any plan")


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 400 else f"{text[:400]}… (all of it: --json or -o)"


def check(result: Check) -> None:
    """Print the judgement on a solution file."""
    rows = [
        (violation.constraint, violation.where, figure(violation.amount), violation.message)
        for violation in result.violations[:_MOST_SHOWN]
    ]
    if rows:
        columns = ("constraint", "where", "amount", "message")
        show_table(columns, rows, numbers=("amount",), words=("message",), spare=("amount",))
        hidden = len(result.violations) - _MOST_SHOWN
        if hidden > 0:
            say(f"and {hidden} more (all of them: --json)")
    verdict = "accepted" if not result.violations else "REJECTED"
    say(f"{verdict}: objective {figure(result.objective)}, certificate {result.certificate}")
    for claim in result.unchecked:
        say(f"not checked: {claim}")


def moves(plan: WavePlan) -> None:
    """Print a plan of moves in waves, what becomes free, what is saved, and what blocks it."""
    rows = [
        (str(number), move.item, move.origin or "–", move.target, figure(move.cost))
        for number, wave in enumerate(plan.waves, start=1)
        for move in wave.moves
    ]
    show_table(("wave", "item", "from", "to", "cost"), rows, numbers=("wave", "cost"))
    say(f"{len(plan.steps)} moves, cost {figure(plan.cost)}")
    if plan.detours:
        say(f"{plan.detours} of them are stops on the way to another machine")
    if plan.parking:
        named = ", ".join(plan.parking)
        say(f"stops also on {named}, which must stay open until the last of these stops")
    if plan.lenient:
        say(f"after {plan.lenient} of them an item waits for its mates to follow")
    for number, wave in enumerate(plan.waves, start=1):
        if wave.freed:
            say(f"free after wave {number}: {', '.join(wave.freed)}")
    if plan.freed:
        say(f"{len(plan.freed)} machines become free")
        if plan.cordoned:
            say(f"take no new items (cordon) from now on: {', '.join(plan.cordoned)}")
    else:
        say("no machine becomes free")
    if plan.saved is not None:
        say(f"saved: {figure(plan.saved)} per hour, {figure(round(730 * plan.saved, 2))} per month")
    if plan.blocked:
        known = "block each other" if plan.proven else "are blocked in every order tried"
        say(f"{len(plan.blocked)} moves {known}:")
        for each in plan.blocked[:_MOST_SHOWN]:
            move = each.move
            waits = ", ".join(each.waits_for)
            say(f"  {move.item} from {move.origin or '–'} to {move.target} waits for {waits}")
        if len(plan.blocked) > _MOST_SHOWN:
            say(f"  and {len(plan.blocked) - _MOST_SHOWN} more (all of them: --json)")


def staying(found: Sequence[Stays]) -> None:
    """Print why machines stay in use."""
    known = {True: "every plan", False: "this plan"}
    rows = [(each.machine, each.why, known[each.in_every_plan]) for each in found]
    show_table(("stays", "why", "in"), rows)
    if not all(each.in_every_plan for each in found):
        say("in every plan, or only in this one: optgap explain INSTANCE SOLUTION --node NAME")


def freed(found: Sequence[Without]) -> None:
    """Print what each thing that holds machines would free if it were left out."""
    if not found:
        say("no rule, tie or kept machine is there to leave out: only smaller items free a machine")
        return
    rows = [(each.dropped, ", ".join(each.holds), each.words) for each in found]
    show_table(("without", "which holds", "needs"), rows)


def replay(found: Replay) -> None:
    """Print what becomes of a plan when Kubernetes' scheduler chooses."""
    verdict = "holds" if found.holds else "does not hold"
    say(f"with Kubernetes' scheduler ({found.scoring}) the plan {verdict}")
    say(f"  {found.as_planned} items land as planned, {len(found.elsewhere)} elsewhere")
    for name in found.unplaced[:_MOST_SHOWN]:
        say(f"  {name} finds no place")
    for name in found.refilled[:_MOST_SHOWN]:
        say(f"  {name} does not become free")
    if found.pinned:
        more = ", …" if len(found.pinned) > _MOST_SHOWN else ""
        named = ", ".join(found.pinned[:_MOST_SHOWN])
        say(f"  where {len(found.pinned)} items are pinned to their targets: {named}{more}")
        if found.minimal:
            say("  each of these pins is needed: without any one of them the plan does not hold")
