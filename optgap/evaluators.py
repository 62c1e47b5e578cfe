"""Evaluators for AI search: ``evaluate = openevolve("prism")``.

`skydiscover` and `gepa` are the same for other frameworks; `judge_in_form` is what
``optgap judge --format`` calls.  Installed packages provide them as entry points of the group
``optgap.evaluators``.
"""

from .core.installed import attach_entry_points

__getattr__, __dir__ = attach_entry_points(__name__, "optgap.evaluators")
