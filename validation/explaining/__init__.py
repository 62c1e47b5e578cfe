"""Explaining: why there is no plan, in the words of the file, proven."""

from .explain import Explanation, OneChange, exact_model, explain_form, proofs_of, statements_of
from .stating.consolidation import stated as consolidation_statements

__all__ = [
    "Explanation",
    "OneChange",
    "consolidation_statements",
    "exact_model",
    "explain_form",
    "proofs_of",
    "statements_of",
]
