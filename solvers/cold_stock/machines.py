"""The least cost machine by machine, where only inevitable days are short.

Machine j is on while decisions have added at least j machines.  It must be on where the day needs
it, may go on at a delivery and off at a review if the day before left it idle, and costs its
holding on a day that does not need it.  Machines between two neighbouring levels are alike.
"""

from __future__ import annotations

import numpy as np

from .course import Course
from .table import NEVER


def least_by_machines(course: Course) -> int:
    """Return the least cost, in cost units, of plans with only inevitable short days."""
    edges = np.unique(np.concatenate([[0], course.needed]))
    machine, count = edges[1:], np.diff(edges)  # the last machine of each group, how many there are
    on = np.where(machine <= 0, 0, NEVER).astype(np.int64)
    off = np.where(machine <= 0, NEVER, 0).astype(np.int64)
    idle_cost, fixed = course.holding * course.parts, 0
    arrivals = course.first_review + course.lead
    for day in range(course.days):
        if course.review(day) >= 0:
            off = np.where(machine > course.needed[day], np.minimum(off, on + course.removal), off)
        if course.review(day - course.lead) >= 0:
            on = np.minimum(on, off + course.order)
        if day < arrivals and course.free[day + 1] < 0:
            fixed += course.short
            continue
        needed = course.needed[day + 1]
        fixed += course.holding * (int(course.free[day + 1]) + int(needed) * course.parts)
        off = np.where(machine <= needed, NEVER, off)
        on = np.where(machine > needed, on + idle_cost, on)
        on, off = np.minimum(on, NEVER), np.minimum(off, NEVER)
    return fixed + int((np.minimum(on, off) * count).sum())
