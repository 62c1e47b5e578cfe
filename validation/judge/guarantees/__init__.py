"""Guarantees: families of inputs, statements of problems, and their comparison with a method."""

from .family import NAMED, InputFamily, Rows
from .statements import STATEMENTS, Piece, ProblemStatement, decisions_by_form
from .subject import Combination, Form, Inequality, Subject, holds, piece_at, value_at

__all__ = [
    "NAMED",
    "STATEMENTS",
    "Combination",
    "Form",
    "Inequality",
    "InputFamily",
    "Piece",
    "ProblemStatement",
    "Rows",
    "Subject",
    "decisions_by_form",
    "holds",
    "piece_at",
    "value_at",
]
