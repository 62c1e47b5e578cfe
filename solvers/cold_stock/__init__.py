"""Dedicated exact algorithms of cold_stock: a table over levels, and machine by machine."""

from .bounds import cheap_bound, impossible, in_money
from .course import Course
from .dynamic import dp
from .table import Orders, least_orders

__all__ = ["Course", "Orders", "cheap_bound", "dp", "impossible", "in_money", "least_orders"]
