"""Explaining: why there is no plan, in the words of the file, proven."""

from .explain import explain_form, proofs_of
from .explanation import Explanation, OneChange
from .statements import exact_model, statements_of
from .stay import Stay
from .staying import why_item_stays, why_node_stays

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
