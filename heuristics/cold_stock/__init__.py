"""Eigen's minimum-stock policy for offline machines, and the policies that it is compared with."""

from .policies import base_stock, constant_percentage, minimum_stock, rolling

__all__ = ["base_stock", "constant_percentage", "minimum_stock", "rolling"]
