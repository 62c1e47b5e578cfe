"""Dedicated exact algorithm of `placement`: the capacitated bottleneck assignment problem."""

from .bottleneck import bottleneck, too_few_places

__all__ = ["bottleneck", "too_few_places"]
