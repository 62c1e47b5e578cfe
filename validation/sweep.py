"""One field of an instance over a range: what each value costs, by every method, with bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.faults import Fault, InputError, near_miss
from ..core.outcome import Decision, Outcome
from ..core.run import Listener
from ..core.schema import Instance
from .catalogue import problem_of
from .solve import solve

MOST = 1000  # values of a sweep


@dataclass(frozen=True)
class Swept:
    """One value: the best certified or proven bound, and every method's outcome."""

    value: float
    bound: float | None
    outcomes: dict[str, Outcome]

    def row(self, name: str) -> dict[str, Any]:
        """Return the value, the bound, and each method's objective, as a row of a table."""
        objectives = {label: outcome.objective for label, outcome in self.outcomes.items()}
        return {name: self.value, "bound": self.bound, **objectives}


def values_of(text: str) -> tuple[str, list[float]]:
    """Return the field and the values of ``field=first:last`` or ``field=first:last:step``."""
    name, _, range_text = text.partition("=")
    parts = range_text.split(":")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    rule = "must be FIELD=FIRST:LAST or FIELD=FIRST:LAST:STEP, as migration_budget=0:20"
    if not name or len(numbers) not in (2, 3):
        raise InputError("bad input", [Fault.of("--set", rule, text)])
    first, last, step = (*numbers, 1.0)[:3]
    count = (last - first) / step if step else -1.0
    if not 0 <= count < MOST:
        rule = f"must have 1 to {MOST} values, the last not before the first"
        raise InputError("bad input", [Fault.of("--set", rule, text)])
    return name, [first + k * step for k in range(int(count + 1e-9) + 1)]


def sweep(
    instance: Instance,
    field: str,
    values: Sequence[float],
    methods: Sequence[str] | None = None,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    listener: Listener | None = None,
) -> Iterator[Swept]:
    """Yield the outcomes for each value of a field; an exact method starts from the plan before.

    The bound is the strongest one that a method of this value proves; methods that refuse a value
    are left out of it.
    """
    _refuse_field(instance, field)
    entry = problem_of(instance)
    chosen = list(methods or [entry.first_choice(instance)])
    before: dict[str, Decision] = {}
    for value in values:
        changed = _with(instance, field, value)
        outcomes: dict[str, Outcome] = {}
        for method in chosen:
            outcome = _solved(changed, method, before.get(method), time_limit, seed, listener)
            if outcome is not None:
                outcomes[method] = outcome
                if outcome.decision is not None:
                    before[method] = outcome.decision
        yield Swept(value, _strongest(outcomes, entry.sense(changed)), outcomes)


def _refuse_field(instance: Instance, field: str) -> None:
    shapes = type(instance).model_json_schema()["properties"]
    fields = [name for name, shape in shapes.items() if name != "version" and _is_number(shape)]
    if field not in fields:
        rule = f"is no number of this instance {near_miss(field, fields)}"
        raise InputError("bad input", [Fault.of("--set", rule, field)])


def _is_number(shape: dict[str, Any]) -> bool:
    kinds = [shape, *shape.get("anyOf", ())]
    return any(kind.get("type") in ("integer", "number") for kind in kinds)


def _with(instance: Instance, field: str, value: float) -> Instance:
    """Return the instance with another value, whole where the value is."""
    whole = int(value) if float(value).is_integer() else value
    return instance.replaced(**{field: whole})


def _solved(
    instance: Instance,
    method: str,
    start: Decision | None,
    time_limit: float | None,
    seed: int,
    listener: Listener | None,
) -> Outcome | None:
    entry = problem_of(instance)
    takes_start = bool(entry.method_named(method).solvers) and start is not None
    if takes_start and entry.check(instance, start).violations:
        takes_start = False
    try:
        return solve(
            instance,
            method,
            time_limit=time_limit,
            seed=seed,
            start=start if takes_start else None,
            listener=listener,
        )
    except InputError:
        return None  # this method does not take this value


def _strongest(outcomes: dict[str, Outcome], sense: str) -> float | None:
    bounds = [outcome.bound for outcome in outcomes.values() if outcome.bound is not None]
    if not bounds:
        return None
    return max(bounds) if sense == "minimize" else min(bounds)
