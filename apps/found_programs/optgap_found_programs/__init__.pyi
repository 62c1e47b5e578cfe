from .folders import make_folder
from .formats import gepa, judge_in_form, openevolve, skydiscover
from .judging import Gaps, Judged, JudgedRow, judge, task_named, task_names
from .task import Reference, Task

__all__ = [
    "Gaps",
    "Judged",
    "JudgedRow",
    "Reference",
    "Task",
    "gepa",
    "judge",
    "judge_in_form",
    "make_folder",
    "openevolve",
    "skydiscover",
    "task_named",
    "task_names",
]
