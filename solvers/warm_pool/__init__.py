"""Dedicated exact algorithms of warm_pool: the envelope, a table over machines, prices."""

from .bounds import cheap_bound, cost_of, impossible, in_money
from .dynamic import dp
from .envelope import envelope, inevitable, reach

__all__ = [
    "cheap_bound",
    "cost_of",
    "dp",
    "envelope",
    "impossible",
    "in_money",
    "inevitable",
    "reach",
]
