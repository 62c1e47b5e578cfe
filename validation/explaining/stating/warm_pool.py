"""The statements of warm_pool: how many ticks may be short, and what a tick needs.

Only too few machines in too many ticks exclude a plan.  That machines in use stay, and that few are
given back in a tick, never does: to give none back is always possible.
"""

from ....instances.warm_pool import WarmPool
from ....solvers.conflicts import StatedForm
from .words import Said, StatementBuilder, becomes, less, more, number


def stated(instance: WarmPool) -> StatedForm:
    """Return machines and a short tick per tick."""
    builder, ticks = StatementBuilder(), range(instance.ticks)
    machines = [builder.column(0, instance.most, integer=True) for _ in ticks]
    short = [builder.column(0, 1, integer=True) for _ in ticks]
    start, most = instance.at_start, instance.max_short
    words = f"{start} before any can be configured (lead {instance.lead})"
    change = becomes("", start, " machines are configured at the start")
    rows = [([(c, 1.0)], start, start) for c in machines[: instance.lead]]
    builder.say_rows(Said("configured", "", words, change), rows)
    if instance.max_up is not None:
        change = more("", instance.max_up, " machines can be configured in a tick")
        steps = zip(machines[instance.lead :], machines[instance.lead - 1 :], strict=False)
        rise = [([(now, 1.0), (before, -1.0)], float("-inf"), instance.max_up)
                for now, before in steps]  # fmt: skip
        builder.say_rows(Said("max_up", "", f"{instance.max_up} in a tick", change), rise)
    if most is not None:
        change = more("", most, " ticks may be short")
        terms = [(z, 1.0) for z in short]
        builder.say("max_short", "", f"{most} ticks", terms, upper=most, change=change)
    for t in ticks:
        used = float(instance.allocated[t])
        terms = [(machines[t], instance.machine_size), (short[t], used)]
        change = less("", used, f" of memory in tick {t}")
        builder.say("allocated", f"tick {t}", number(used), terms, lower=used, change=change)
    return builder.stated()
