"""The statements of cold_stock: how many days may be short, and what comes and goes on a day.

Only days before the first order exclude a plan; from then on any stock can be ordered.
"""

from math import ceil

from ....core.decimals import as_written
from ....instances.cold_stock import ColdStock
from ....solvers.conflicts import StatedForm
from .words import StatementBuilder, less, more, number, simply


def stated(instance: ColdStock) -> StatedForm:
    """Return what there is, comes and goes, what is ordered in sum, and a short day per day."""
    builder, days = StatementBuilder(), range(instance.days)
    lost = [as_written(float(demand)) for demand in instance.demand.tolist()]
    most = ceil(sum(map(abs, lost))) + 1
    stock = builder.column(0)
    gone = [builder.column(-float(most), float(demand)) for demand in lost]
    comes = [builder.column(0) for _ in instance.pipeline[: instance.days]]
    ordered = [builder.column(0, most, integer=True) for _ in days]  # that have come by then
    short = [builder.column(0, 1, integer=True) for _ in days]
    _say_short(builder, instance, short)
    _say_orders(builder, instance, ordered)
    had = instance.stock
    change = more("", had, " machines in stock")
    builder.say("stock", "", f"{had}", [(stock, 1.0)], upper=had, change=change)
    for t, column in enumerate(comes):
        due = instance.pipeline[t]
        change = more("", due, f" machines come on day {t}")
        builder.say("pipeline", f"day {t}", f"{due}", [(column, 1.0)], upper=due, change=change)
    for t in days:
        took = float(instance.demand[t])
        change = less("", took, f" machines taken on day {t}")
        builder.say("demand", f"day {t}", number(took), [(gone[t], 1.0)], lower=took, change=change)
        builder.row([(ordered[t], 1.0), (ordered[t - 1], -1.0)] if t else [(ordered[0], 1.0)], 0)
        flows = [(column, 1.0) for column in [stock, *comes[: t + 1], ordered[t]]]
        flows += [(column, -1.0) for column in gone[: t + 1]]
        builder.row([*flows, (short[t], float(most))], 0)
    return builder.stated()


def _say_short(builder: StatementBuilder, instance: ColdStock, short: list[int]) -> None:
    if instance.max_short is not None:
        most = instance.max_short
        change = more("", most, " days may be short")
        terms = [(column, 1.0) for column in short]
        builder.say("max_short", "", f"{most} days", terms, upper=most, change=change)


def _say_orders(builder: StatementBuilder, instance: ColdStock, ordered: list[int]) -> None:
    """Say when the first order comes; nothing has come before."""
    first = min(instance.first_review + instance.lead, instance.days)
    if first:
        comes = f"the first order comes on day {first}"
        words = comes if first < instance.days else "no order comes in time"
        words = f"{words} (review on day {instance.first_review}, lead {instance.lead})"
        change = simply(f"an order comes before day {first}")
        builder.say("lead", "", words, [(ordered[first - 1], 1.0)], upper=0, change=change)
