"""A stream application over epochs: its document, its state, and what the models hand over."""

from .document import Application, Event, Ranks, User, application_from
from .examples import example
from .handover import all_mips, candidates_left, chosen_of, macroq_of, macrow_of, short_name
from .managers import (
    BudgetUser,
    budget_ranks,
    budget_weights,
    least_spread,
    merit_ranks,
    override_ranks,
    override_weights,
    simple_weights,
    spread_of,
)
from .resource_functions import Fitted, fit, naive
from .state import Present, present_at

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
    "override_ranks",
    "override_weights",
    "present_at",
    "short_name",
    "simple_weights",
    "spread_of",
]
