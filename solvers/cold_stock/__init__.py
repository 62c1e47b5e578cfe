"""Dedicated exact algorithms of cold_stock: a table over levels, and machine by machine."""

from .bounds import cheap_bound, impossible
from .course import Course
from .dynamic import dp
from .table import Orders, least_orders

__all__ = ["Course", "Orders", "cheap_bound", "dp", "impossible", "least_orders"]
