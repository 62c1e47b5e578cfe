"""A plan as a script of kubectl commands, to be read and run by hand; nothing runs it here.

The plan precedes as lines of data in one quoted text; the commands below it, ``run_plan.sh``, are
the same for every plan, and need kubectl and awk.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from shlex import quote
from typing import Any

from optgap.faults import Fault, InputError, printable, quantity
from optgap.reports import page_template

from .kubernetes import (
    CAPACITY_LABELS,
    CAPACITY_TYPE,
    SPOT_LABELS,
    TYPES,
    is_label_key,
    is_value,
)
from .plan_tables import duration, estimate_words
from .rollout import SIMULATION, STEPS_AT_ONCE, NewNodes, OwnerPlan, seconds_at_once


def _lines(template: str, filters: dict[str, Callable[..., str]], **data: Any) -> list[str]:
    """Return the lines that a template makes of a plan."""
    return page_template(__package__, template, **filters).render(data).rstrip("\n").split("\n")


def _one_line(text: str) -> str:
    """Return a text without line breaks, which become spaces."""
    return printable(" ".join(text.split()))


_UNQUOTED = "# shellcheck disable=SC2016 # the text in single quotes is for awk"


def script(plan: OwnerPlan) -> str:
    """Return the script; refuse offers whose type or zone cannot be the value of a label."""
    offers = [(new, {TYPES[0]: new.type, **new.labels}) for new in plan.create]
    if faults := [*_offer_faults(offers)]:
        raise InputError("plan as a script", faults)
    keys = dict.fromkeys(key for _, labels in offers for key in labels)
    if CAPACITY_TYPE in keys:
        keys |= dict.fromkeys((*CAPACITY_LABELS, *SPOT_LABELS))
    resources = [name for name in plan.resources if name != "pods" and is_label_key(name)]
    notes = _lines(
        "plan_notes.j2",
        {"quantity": quantity, "oneline": _one_line},
        plan=plan,
        duration=duration_words(plan),
        simulation=SIMULATION,
    )
    data = _lines("plan_data.j2", {}, plan=plan, keys=keys, offers=offers, resources=resources)
    text = "\n".join([*(f"note {_one_line(note)}" for note in notes), *data])
    body = files(__package__).joinpath("run_plan.sh").read_text(encoding="utf-8")
    return f"#!/bin/sh\n{_UNQUOTED}\nset -u\n\nplan={quote(text)}\n\n{body}"


def duration_words(plan: OwnerPlan) -> str:
    """Return in words the duration of the plan: once with parallel, once with sequential steps."""
    waves: dict[int, list[float | None]] = {}
    for step in plan.steps:
        waves.setdefault(step.wave, []).append(step.seconds)
    some, one = (
        duration(sum(seconds_at_once(times, at_once) for times in waves.values()))
        for at_once in (STEPS_AT_ONCE, 1)
    )
    return (
        f"about {some} with {STEPS_AT_ONCE} steps at once, {one} with PARALLEL=1"
        f"{estimate_words([step.seconds for step in plan.steps])}"
    )


def _offer_faults(offers: Sequence[tuple[NewNodes, dict[str, str]]]) -> Iterator[Fault]:
    for new, labels in offers:
        for value in (new.offer, *labels.values()):
            if not is_value(value):
                yield Fault.of(f"offer {new.offer!r}", "must be the value of a label", value)
        for key in labels:
            if not is_label_key(key):
                yield Fault.of(f"offer {new.offer!r}", "must be the key of a label", key)
