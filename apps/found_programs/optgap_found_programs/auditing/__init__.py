"""Audits of evaluators: attacking programs, none of which may score above the seed program."""

from .audit import DEFAULT_SECONDS, Audit, ProbeResult, audit, audit_page

__all__ = ["DEFAULT_SECONDS", "Audit", "ProbeResult", "audit", "audit_page"]
