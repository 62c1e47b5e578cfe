"""Explanations of infeasible instances: a proven conflict in the words of the instance."""

from .explain import Explanation, OneChange, exact_model, explain_form, proofs_of, statements_of

__all__ = [
    "Explanation",
    "OneChange",
    "exact_model",
    "explain_form",
    "proofs_of",
    "statements_of",
]
