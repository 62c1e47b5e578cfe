"""Explaining: why there is no plan, in the words of the file, proven."""

from .explain import Explanation, OneChange, exact_model, explain_form, proofs_of, statements_of
from .why_stays import Stay, why_item_stays, why_node_stays

__all__ = [
    "Explanation",
    "OneChange",
    "Stay",
    "exact_model",
    "explain_form",
    "proofs_of",
    "statements_of",
    "why_item_stays",
    "why_node_stays",
]
