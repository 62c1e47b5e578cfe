"""Audits of evaluators: programs that attack them, each of which must not score above the seed."""

from .audit import DEFAULT_SECONDS, Audit, ProbeResult, audit, audit_page

__all__ = ["DEFAULT_SECONDS", "Audit", "ProbeResult", "audit", "audit_page"]
