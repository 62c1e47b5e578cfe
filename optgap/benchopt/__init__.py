"""Export a problem as a Benchopt benchmark (`export_benchopt`) and score solutions (`score`)."""

from .folder import DEFAULT_SECONDS, export_benchopt, references, score, solve_for_score

__all__ = ["DEFAULT_SECONDS", "export_benchopt", "references", "score", "solve_for_score"]
