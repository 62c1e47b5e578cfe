"""The certificate of a model-certified outcome: which proof of which model it rests on.

The proof itself lies in a folder (`validation.proving`); `verify_proof` checks it.
"""

from __future__ import annotations

from typing import Any

from ..verdict import Violation

KIND = "model-tree"
_KEYS = {"kind", "model_sha256", "nodes", "cuts"}


def model_tree(model_sha256: str, nodes: int, cuts: int) -> dict[str, Any]:
    """Return the certificate that names a proof."""
    return {"kind": KIND, "model_sha256": model_sha256, "nodes": nodes, "cuts": cuts}


def is_model_tree(certificate: dict[str, Any] | None) -> bool:
    """Return whether a certificate names a proof of the exact model."""
    return certificate is not None and certificate.get("kind") == KIND


def violations(certificate: dict[str, Any]) -> list[Violation]:
    """Return what is wrong with the certificate as it stands in a document."""
    if set(certificate) != _KEYS or not isinstance(certificate["model_sha256"], str):
        words = f"a certificate of the kind {KIND!r} has the keys {sorted(_KEYS)}"
        return [Violation("certificate", "certificate", None, words)]
    return []
