"""Evaluators for AI search: ``evaluate = openevolve("prism")``.

`skydiscover` and `gepa` are the same for other frameworks; `judge_in_form` is what
``optgap judge --format`` calls.
"""

from .apps.found_programs import gepa, judge_in_form, openevolve, skydiscover

__all__ = ["gepa", "judge_in_form", "openevolve", "skydiscover"]
