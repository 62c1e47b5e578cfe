"""Processes that answer questions: same points, and none of them outlives its search."""

import os
import signal
import time
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

import optgap
from optgap.core import local_executor
from optgap.core.fronts import nondominated
from optgap.core.run import Run
from optgap.formulations.stage import build_model, max_objectives
from optgap.solvers.fronts import region_search
from optgap.solvers.fronts.goal_form import SearchStopped, goal_form
from optgap.solvers.fronts.region_search import Processes, RegionSearch

from .test_own_front import knapsack

pytestmark = pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core has no processes")
Hear = Callable[[Processes, float], object]


def started(goals, monkeypatch: pytest.MonkeyPatch, run: Run | None = None) -> RegionSearch:
    """Return a search whose processes are ready before it begins."""
    monkeypatch.setattr(region_search, "PATIENCE", 0.0)
    search = RegionSearch(goals, "highs", run or Run("minimize"))
    until = time.monotonic() + 60.0
    while not search.processes.are_ready():
        assert time.monotonic() < until
        time.sleep(0.02)
    return search


def points(search: RegionSearch) -> set[tuple[int, ...]]:
    """Return the values that no other one dominates."""
    keys = list(search.found)
    return {keys[k] for k in nondominated(np.array(keys))}


def have_ended(search: RegionSearch) -> bool:
    return search.processes.pool is not None and not search.processes.pool.processes


def alone(goals) -> set[tuple[int, ...]]:
    """Return the points that one worker finds in this process."""
    search = RegionSearch(goals, "highs", Run("minimize", threads=1))
    assert search.search()
    assert search.processes.pool is None
    return points(search)


def knapsack_goals(goals: int, goods: int):
    return goal_form(*knapsack(goals, goods))


def stage_goals():
    """Return the goals of a stage: a maximum and a sum."""
    stage = optgap.load("stage/stage-12x6x5")
    model = build_model(stage)
    return goal_form(model, list(model.objective), max_objectives(model, stage))


@pytest.mark.parametrize("threads", [2, 3, 4])
@pytest.mark.parametrize("make", [lambda: knapsack_goals(3, 14), stage_goals])
def test_processes_find_the_points_of_one_worker(make, threads: int, monkeypatch) -> None:
    goals = make()
    search = started(goals, monkeypatch, Run("minimize", threads=threads))
    assert search.processes.pool is not None
    assert len(search.processes.pool.processes) == threads
    assert search.search()
    assert search.processes.programs > 0
    assert points(search) == alone(goals)
    assert have_ended(search)


def test_with_two_goals_a_question_has_several_answers(monkeypatch) -> None:
    goals = knapsack_goals(2, 30)
    search = started(goals, monkeypatch)
    hear, counts = Processes.next, []

    def hearing(self: Processes, seconds: float) -> object:
        heard = hear(self, seconds)
        counts.extend([] if heard is None else [len(heard[1])])
        return heard

    monkeypatch.setattr(Processes, "next", hearing)
    assert search.search()
    assert max(counts) > 1
    assert points(search) == alone(goals)


def after(count: int, do: Callable[[Processes], object], monkeypatch) -> None:
    """Do something when so many replies are heard."""
    hear, heard = Processes.next, []

    def hearing(self: Processes, seconds: float) -> object:
        reply = hear(self, seconds)
        heard.extend([1] if reply is not None else [])
        if reply is not None and len(heard) == count:
            do(self)
        return reply

    monkeypatch.setattr(Processes, "next", hearing)


@pytest.mark.parametrize("dying", [1, 2])
def test_questions_of_processes_that_die_are_asked_again(dying: int, monkeypatch) -> None:
    goals = knapsack_goals(3, 14)
    search = started(goals, monkeypatch)

    def kill(own: Processes) -> None:
        assert own.pool is not None
        for number in own.pool.processes[:dying]:
            os.kill(number, signal.SIGKILL)

    after(5, kill, monkeypatch)
    assert search.search()
    assert points(search) == alone(goals)
    assert search.processes.alive == 0
    assert have_ended(search)


def test_a_search_goes_on_where_all_processes_are_lost(monkeypatch) -> None:
    goals = knapsack_goals(3, 14)
    search = started(goals, monkeypatch)

    def lose(own: Processes) -> None:
        assert own.pool is not None
        own.pool.shutdown(wait=False)

    after(5, lose, monkeypatch)
    assert search.search()
    assert search.processes.asked
    assert len(search.workers) == 2  # of this process
    assert points(search) == alone(goals)


def test_an_error_in_a_process_is_raised(monkeypatch) -> None:
    search = started(knapsack_goals(3, 14), monkeypatch)
    search.processes.ask(SimpleNamespace(question=None, place=None))
    with pytest.raises(AttributeError) as raised:
        search.search()
    assert "in answers_along" in raised.value.__notes__[0]
    assert have_ended(search)


def test_an_interrupt_keeps_the_points(monkeypatch) -> None:
    search = started(knapsack_goals(3, 20), monkeypatch, Run("minimize", time_limit=60.0))
    after(8, lambda _: os.kill(os.getpid(), signal.SIGINT), monkeypatch)
    with pytest.raises(SearchStopped) as stopped:
        search.search()
    assert stopped.value.stopped == "interrupted"
    assert search.found
    assert search.corners() is not None
    assert have_ended(search)


def test_time_that_is_up_ends_processes(monkeypatch) -> None:
    """The corners of what is open bound all points."""
    goals = knapsack_goals(3, 14)
    run = Run("minimize", time_limit=60.0)
    search = started(goals, monkeypatch, run)
    after(8, lambda _: setattr(run, "time_limit", run.seconds), monkeypatch)
    with pytest.raises(SearchStopped) as stopped:
        search.search()
    assert stopped.value.stopped == "time_limit"
    assert have_ended(search)
    run.time_limit = None
    corners = search.corners()
    for point in alone(goals):
        assert (corners <= point).all(axis=1).any()


def test_a_search_goes_on_where_no_process_can_be_started(monkeypatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("no process may be started")

    monkeypatch.setattr(region_search, "PATIENCE", 0.0)
    monkeypatch.setattr(local_executor.subprocess, "Popen", refuse)
    goals = knapsack_goals(3, 10)
    search = RegionSearch(goals, "highs", Run("minimize"))
    assert search.search()
    assert points(search) == alone(goals)


def test_short_searches_start_no_process() -> None:
    search = RegionSearch(knapsack_goals(3, 10), "highs", Run("minimize"))
    assert search.search()
    assert search.processes.pool is None
