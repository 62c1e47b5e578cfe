"""A problem as a benchmark for Benchopt: `export_benchopt` writes it, `score` judges in it."""

from .folder import DEFAULT_SECONDS, export_benchopt, references, score, solve_for_score

__all__ = ["DEFAULT_SECONDS", "export_benchopt", "references", "score", "solve_for_score"]
