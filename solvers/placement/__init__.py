"""Dedicated exact algorithm of `placement`: the capacitated bottleneck assignment problem."""

from .bottleneck import bottleneck, why_infeasible

__all__ = ["bottleneck", "why_infeasible"]
