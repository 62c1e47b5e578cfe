"""Verify the document of a guarantee against its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.faults import InputError
from ...core.files import instance_from_document
from ..catalogue import problem_named
from ..judge import Refused
from ..judge.verify_guarantee import verify_guarantee
from .source import source_differences, subject_of


def verify_document(document: Mapping[str, Any], instance: Any = None) -> list[str]:
    """Return sentences about the checks of a guarantee; raise `Refused` if one fails."""
    certificate = document.get("certificate")
    if not isinstance(certificate, Mapping) or document.get("guarantee") != 1:
        raise Refused("certificate", "is missing")
    try:
        problem = problem_named(document["problem"])
        own = instance or instance_from_document(
            certificate["instance"], problem.instance, "instance"
        )
        method = document["method"]
        subject, source = subject_of(own, method, document["free"], certificate["assume"])
        for part in source_differences(certificate["source"], source):
            raise Refused(f"source, {part}", "the file has changed")
        return verify_guarantee(document, subject)
    except (KeyError, TypeError, AttributeError) as error:
        raise Refused("document", f"is malformed: {type(error).__name__}: {error}") from None
    except InputError as error:
        raise Refused("document", "; ".join(map(str, error.faults))) from None


def words_of(document: Mapping[str, Any]) -> str:
    """Return the claim of a guarantee as a sentence."""
    method, rows = document["method"], [each["words"] for each in document["assumptions"]]
    if document["kind"] == "unbounded":
        claim = "has no largest ratio"
    elif document["kind"] == "exact":
        claim = f"has the worst ratio {document['ratio']}"
    else:
        claim = f"has a worst ratio of at least {document['at_least']}"
    return f"{method} {claim} over all inputs: {'; '.join(rows)}"
