"""Guarantees: statements of problems, and their comparison with a method on a family of inputs."""

from .statements import STATEMENTS, Piece, ProblemStatement, decisions_by_form
from .subject import Subject, piece_at

__all__ = ["STATEMENTS", "Piece", "ProblemStatement", "Subject", "decisions_by_form", "piece_at"]
