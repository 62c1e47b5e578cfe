"""Evaluators of found programs for AI search: ``evaluate = openevolve("prism")``.

`skydiscover` and `gepa` are for other frameworks; ``optgap judge --format`` calls `judge_in_form`.
Installed packages provide them as entry points of the group ``optgap.evaluators``.
"""

from .core.installed import attach_entry_points

__getattr__, __dir__ = attach_entry_points(__name__, "optgap.evaluators")
