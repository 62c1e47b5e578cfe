"""Explaining: why there is no plan, in the words of the file, proven."""

from .explain import Explanation, OneChange, exact_model, explain_form, proofs_of, statements_of

__all__ = [
    "Explanation",
    "OneChange",
    "exact_model",
    "explain_form",
    "proofs_of",
    "statements_of",
]
