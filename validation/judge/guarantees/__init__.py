"""Guarantees: families of inputs, statements of problems, and their comparison with a method."""

from .family import NAMED, Assumption, InputFamily, Rows
from .statements import MOST_DECISIONS, STATEMENTS, Piece, ProblemStatement, decisions_by_form
from .subject import (
    Combination,
    Form,
    Inequality,
    Subject,
    answer_at,
    common_scale,
    holds,
    is_identity,
    piece_at,
    value_at,
    whole_forms,
)

__all__ = [
    "MOST_DECISIONS",
    "NAMED",
    "STATEMENTS",
    "Assumption",
    "Combination",
    "Form",
    "Inequality",
    "InputFamily",
    "Piece",
    "ProblemStatement",
    "Rows",
    "Subject",
    "answer_at",
    "common_scale",
    "decisions_by_form",
    "holds",
    "is_identity",
    "piece_at",
    "value_at",
    "whole_forms",
]
