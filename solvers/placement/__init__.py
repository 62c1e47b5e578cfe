"""Dedicated exact algorithm of `placement`: the capacitated bottleneck assignment problem."""

from .bottleneck import bottleneck

__all__ = ["bottleneck"]
