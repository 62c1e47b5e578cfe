"""A stream application over epochs: its document, its state, and instances for its models."""

from .document import (
    Application,
    Event,
    Present,
    Ranks,
    User,
    application_from,
    example,
    present_at,
)
from .handover import all_mips, candidates_left, chosen_of, macroq_of, macrow_of, short_name
from .managers import (
    BudgetUser,
    Fitted,
    budget_ranks,
    budget_weights,
    fit,
    least_spread,
    merit_ranks,
    naive,
    simple_weights,
    spread_of,
)

__all__ = [
    "Application",
    "BudgetUser",
    "Event",
    "Fitted",
    "Present",
    "Ranks",
    "User",
    "all_mips",
    "application_from",
    "budget_ranks",
    "budget_weights",
    "candidates_left",
    "chosen_of",
    "example",
    "fit",
    "least_spread",
    "macroq_of",
    "macrow_of",
    "merit_ranks",
    "naive",
    "present_at",
    "short_name",
    "simple_weights",
    "spread_of",
]
