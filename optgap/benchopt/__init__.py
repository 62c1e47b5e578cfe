"""A problem as a benchmark for Benchopt: `export_benchopt` writes it, `score` judges in it."""

from .folder import export_benchopt
from .scores import references, score, solved

__all__ = ["export_benchopt", "references", "score", "solved"]
