"""Batches: the content of a program belongs to its key, seeds are not observations of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from optgap.core.faults import InputError
from optgap.validation.study.batch import _result_of, tasks_of
from optgap.validation.study.scoring import pair_runs


@pytest.mark.parametrize("method", ["exec:sh {folder}/mine.sh", "mine.py:plan"])
def test_another_program_is_another_run(tmp_path: Path, method: str) -> None:
    for name in ("mine.sh", "mine.py"):
        (tmp_path / name).write_text("# first\n")
    suite = tmp_path / "suite.toml"
    suite.write_text(
        f'name = "s"\n[[instances]]\nfiles = ["placement/fig6"]\n'
        f'[[methods]]\nmethod = "{method.format(folder=tmp_path)}"\n'
    )
    first = [task["key"] for task in tasks_of(suite)]
    assert [task["key"] for task in tasks_of(suite)] == first
    for name in ("mine.sh", "mine.py"):
        (tmp_path / name).write_text("# second\n")
    assert [task["key"] for task in tasks_of(suite)] != first


def line(instance: int, seed: int, objective: float) -> dict[str, Any]:
    label = {"name": f"i{instance}", "sha256": str(instance)}
    row = {"problem": "p", "instance": label, "sense": "minimize", "objective": objective,
           "seconds": 1.0, "seed": seed, "status": "feasible"}  # fmt: skip
    return {"source": f"i{instance}", "label": "m", "row": row}


def test_seeds_of_an_instance_are_averaged() -> None:
    """Ten seeds of two instances are two pairs, which prove nothing."""
    old = [line(i, seed, 10.0 + seed) for i in range(2) for seed in range(10)]
    new = [line(i, seed, 9.0 + seed) for i in range(2) for seed in range(10)]
    objective = pair_runs(old, new)[0]
    assert (objective["pairs"], objective["better"], objective["p_value"]) == (2, 2, None)


def test_a_scheduler_that_dies_is_one_sentence() -> None:
    class Lost:
        def exception(self) -> Exception:
            return ConnectionError("the scheduler is gone")

    with pytest.raises(InputError, match="to resume, run the batch again"):
        _result_of(Lost(), {"method": "exact"})
