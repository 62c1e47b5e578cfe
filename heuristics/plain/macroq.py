"""macroq in plain Python, for jobs with one curve each, with equal steps from 0."""

from typing import Any

from .allocation import by_change


def fox(instance: Any) -> dict[str, dict[str, Any]]:
    """Allocate MIPS step by step to the job whose importance rises most by it (Fox, 1966)."""
    curves = [job.templates[0] for job in instance.jobs]
    costs = [[-worth for worth in curve.importance] for curve in curves]
    units = by_change([0] * len(curves), costs, int(instance.mips / curves[0].mips[1]), spend=True)
    return {
        "jobs": {
            job.name: {"template": curve.name, "mips": curve.mips[k]}
            for job, curve, k in zip(instance.jobs, curves, units, strict=True)
        }
    }
