"""The checkers: one per problem, sharing no code with models, heuristics or solvers."""

from .acceptance import judged_outcome
from .documents import Check, check, check_decision, is_bare_decision, outcome_from_document
from .findings import IN_A_FOLDER
from .forms import Certificate, Decision
from .front_bounds import FrontBounds, corners_of, vectors, vectors_of
from .judging import (
    Judge,
    certificate_violations_of,
    claim_faults,
    exactly,
    is_model_tree,
    model_front,
    model_tree,
    proven_bound,
    read_certificate,
    verdict_of,
)
from .proofs.claims import UnprovenError
from .tolerances import TOLERANCE
from .verdict import Verdict, Violation, claim, differs, malformation, rejection, with_strangers
from .verify_proof import Proven, Refused, contents, json_document, verified, verify

__all__ = [
    "IN_A_FOLDER",
    "TOLERANCE",
    "Certificate",
    "Check",
    "Decision",
    "FrontBounds",
    "Judge",
    "Proven",
    "Refused",
    "UnprovenError",
    "Verdict",
    "Violation",
    "certificate_violations_of",
    "check",
    "check_decision",
    "claim",
    "claim_faults",
    "contents",
    "corners_of",
    "differs",
    "exactly",
    "is_bare_decision",
    "is_model_tree",
    "json_document",
    "judged_outcome",
    "malformation",
    "model_front",
    "model_tree",
    "outcome_from_document",
    "proven_bound",
    "read_certificate",
    "rejection",
    "vectors",
    "vectors_of",
    "verdict_of",
    "verified",
    "verify",
    "with_strangers",
]
