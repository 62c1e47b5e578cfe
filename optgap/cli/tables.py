"""Tables and short reports printed with Rich."""

from collections.abc import Sequence
from typing import Any

from ..core.outcome import Outcome
from ..validation.judge import Check
from ..validation.study import figure, percent
from .layout import say, show_table

_MOST_SHOWN = 20


def problems(listing: Sequence[dict[str, Any]]) -> None:
    """Print the table of problems."""
    rows = [
        (entry["problem"], entry["title"], entry["paper"], ", ".join(entry["methods"]))
        for entry in listing
    ]
    columns = ("problem", "what", "paper", "methods")
    show_table(columns, rows, words=columns[1:], spare=("paper", "methods"))
    for entry in listing:
        say(f"bundled: {', '.join(entry['instances'])}")


def methods(listing: Sequence[dict[str, Any]]) -> None:
    """Print the methods of a problem as a table."""
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


def facts(facts: dict[str, Any]) -> None:
    """Print facts on an instance as a table."""
    rows = [
        ("problem", facts["problem"]),
        ("name", facts["name"]),
        ("source", facts["source"] or "–"),
        ("sha256", facts["sha256"]),
        *facts["fields"].items(),
    ]
    show_table(("field", "content"), rows, words=("content",))


def outcome(result: Outcome, source: str = "") -> None:
    """Print an outcome; for an infeasible instance also the command that explains why."""
    solver = f" ({result.solver.name} {result.solver.version})" if result.solver else ""
    rows = [
        ("instance", f"{result.problem}: {result.instance.name}"),
        ("method", result.method + solver + _steps(result.details)),
        ("status", f"{result.status}{_who_says(result)} (stopped: {result.stopped})"),
    ]
    if result.front is None:
        kind = f" ({result.bound_kind})" if result.bound_kind else ""
        rows += [
            ("objective", f"{figure(result.objective)} ({result.sense})"),
            ("bound", figure(result.bound) + kind),
            ("gap", percent(result.gap)),
        ]
        if result.certified_words is not None:
            rows.append(("certified", result.certified_words))
    if result.certificate is not None and result.bound_kind != "solver":
        proof = str(result.certificate.get("kind", "its own form"))
        shown = "" if proof.startswith("model-") else " (--json shows it)"
        proof = f"{proof}, re-checked without a solver{shown}"
        rows.append(("certificate", proof))
    phases = ", ".join(f"{phase} {spent:.3f}" for phase, spent in result.timing.items())
    rows.append(("seconds", f"{result.seconds:.3f}" + (f" ({phases})" if phases else "")))
    rows += _details(result.details)
    rows += [
        (f"decision: {key}", _cut_words(value)) for key, value in (result.decision or {}).items()
    ]
    if result.message:
        rows.append(("message", result.message))
    show_table(("field", "value"), rows, words=("value",))
    if result.front:
        _front(result)
    if result.status == "infeasible" and source:
        say(f"to see the reason, run: optgap explain {source}")


def _steps(details: dict[str, Any]) -> str:
    """Return the methods that `auto` ran, and those that found the plan and the bound."""
    if "methods" not in details:
        return ""
    found = [
        f"{what} by {details[f'{what}_by']}"
        for what in ("plan", "bound", "front")
        if f"{what}_by" in details
    ]
    ran = ", then ".join(details["methods"])
    return f": {ran}" + (f" ({', '.join(found)})" if found else "")


def _details(details: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (name, text) pairs of the details; the text of the moves includes their bound."""
    hidden = {"violations", "moves_certificate", "methods", "ended", "defects"}
    hidden |= {"plan_by", "bound_by", "front_by", "executor", "certified_bound"}
    shown = {key: str(value) for key, value in details.items() if key not in hidden}
    least, kind = shown.pop("moves_bound", None), shown.pop("moves_bound_kind", "trivial")
    if least is not None and "moves" in shown:
        proven = "proven fewest" if least == shown["moves"] else f"at least {least}"
        shown["moves"] += f" ({proven}, {kind})"
    return list(shown.items())


def _who_says(result: Outcome) -> str:
    """Return the evidence for infeasibility in words."""
    if result.status != "infeasible" or result.bound_kind is None:
        return ""
    who = result.solver.name.replace(",", " and ") if result.solver else result.method
    return {
        "certified": ", proven by a certificate",
        "model-certified": ", proven by a tree over the exact model",
        "cross-checked": f", according to {who}",
        "solver": f", according to {who} alone",
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
        say(f"hypervolume: {figure(inner)} of at most {figure(outer)} ({result.bound_kind})")
    if result.epsilon is not None:
        say(f"for each plan, a point is at most {percent(result.epsilon)} worse in each objective")


def _cut_words(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 400 else f"{text[:400]}… (all of it: --json or -o)"


def check(result: Check) -> None:
    """Print the result of checking a solution file."""
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
