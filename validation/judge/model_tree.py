"""The certificate of a model-certified outcome: which proof of which model it rests on.

The proof itself lies in a folder (`validation.proving`); `verify_proof` checks it.
"""

from __future__ import annotations

from typing import Any, Literal

from ...core.outcome import BoundKind
from ...core.schema import Count
from .forms import Certificate
from .judging import read_certificate
from .verdict import Violation


class NamedTree(Certificate):
    """The proof of one program: its model, and the size of the tree."""

    kind: Literal["model-tree"] = "model-tree"
    model_sha256: str
    nodes: Count
    cuts: Count


class NamedFront(Certificate):
    """The proofs of all programs of a front."""

    kind: Literal["model-front"] = "model-front"
    programs: Count
    nodes: Count


_FORMS = (NamedTree, NamedFront)


def model_tree(model_sha256: str, nodes: int, cuts: int) -> dict[str, Any]:
    """Return the certificate that names a proof."""
    return NamedTree(model_sha256=model_sha256, nodes=nodes, cuts=cuts).as_document()


def model_front(programs: int, nodes: int) -> dict[str, Any]:
    """Return the certificate that names the proofs of a whole front."""
    return NamedFront(programs=programs, nodes=nodes).as_document()


def is_model_tree(certificate: dict[str, Any] | None) -> bool:
    """Return whether a certificate names a proof of the exact model."""
    kinds = [form.model_fields["kind"].default for form in _FORMS]
    return certificate is not None and certificate.get("kind") in kinds


def trust_in(certificate: dict[str, Any] | None) -> BoundKind:
    """Return how far a claim can be trusted that rests on a valid certificate, or on a word."""
    if certificate is None:
        return "solver"
    return "model-certified" if is_model_tree(certificate) else "certified"


def tree_violations(certificate: dict[str, Any]) -> list[Violation]:
    """Return what is wrong with the certificate as it stands in a document."""
    return read_certificate(_FORMS, None, certificate)[1]
