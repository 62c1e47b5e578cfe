"""Evaluators for AI search, which installed packages provide: ``evaluate = openevolve("prism")``.

They are entry points of the group ``optgap.evaluators``; those of the package optgap-found-programs
are `openevolve`, `skydiscover`, `gepa` and `judge_in_form`.
"""

from .core.installed import attach_entry_points

__getattr__, __dir__ = attach_entry_points(__name__, "optgap.evaluators")
