"""The certificate of a model-certified outcome: which proof of which model it rests on.

The proof itself lies in a folder (`validation.proving`); `verify_proof` checks it.
"""

from __future__ import annotations

from typing import Any

from ...core.outcome import BoundKind
from .verdict import Violation

KIND, FRONT_KIND = "model-tree", "model-front"
_KEYS = {
    KIND: {"kind", "model_sha256", "nodes", "cuts"},
    FRONT_KIND: {"kind", "programs", "nodes"},
}


def model_tree(model_sha256: str, nodes: int, cuts: int) -> dict[str, Any]:
    """Return the certificate that names a proof."""
    return {"kind": KIND, "model_sha256": model_sha256, "nodes": nodes, "cuts": cuts}


def model_front(programs: int, nodes: int) -> dict[str, Any]:
    """Return the certificate that names the proofs of a whole front."""
    return {"kind": FRONT_KIND, "programs": programs, "nodes": nodes}


def is_model_tree(certificate: dict[str, Any] | None) -> bool:
    """Return whether a certificate names a proof of the exact model."""
    return certificate is not None and certificate.get("kind") in (KIND, FRONT_KIND)


def trust_in(certificate: dict[str, Any] | None) -> BoundKind:
    """Return how far a claim can be trusted that rests on a valid certificate, or on a word."""
    if certificate is None:
        return "solver"
    return "model-certified" if is_model_tree(certificate) else "certified"


def violations(certificate: dict[str, Any]) -> list[Violation]:
    """Return what is wrong with the certificate as it stands in a document."""
    keys = _KEYS[certificate["kind"]]
    if set(certificate) != keys:
        words = f"a certificate of the kind {certificate['kind']!r} has the keys {sorted(keys)}"
        return [Violation("certificate", "certificate", None, words)]
    return []
