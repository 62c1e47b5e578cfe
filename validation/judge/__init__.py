"""The checkers: one per problem, sharing no code with models, heuristics or solvers."""

from .acceptance import judged_outcome
from .documents import Check, check, check_decision, is_bare_decision, outcome_from_document
from .front_bounds import FrontBounds
from .fronts import measures, reference_front, reference_point, same_points, vectors, vectors_of
from .model_tree import is_model_tree, model_front, model_tree
from .verdict import TOLERANCE, Verdict, Violation, differs
from .verify_proof import Proven, Refused, contents, json_document, verify

__all__ = [
    "TOLERANCE",
    "Check",
    "FrontBounds",
    "Proven",
    "Refused",
    "Verdict",
    "Violation",
    "check",
    "check_decision",
    "contents",
    "differs",
    "is_bare_decision",
    "is_model_tree",
    "json_document",
    "judged_outcome",
    "measures",
    "model_front",
    "model_tree",
    "outcome_from_document",
    "reference_front",
    "reference_point",
    "same_points",
    "vectors",
    "vectors_of",
    "verify",
]
