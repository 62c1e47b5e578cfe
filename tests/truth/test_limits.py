"""Limits hold, also against those who never ask; what does not fit is refused at once."""

from __future__ import annotations

import gc
import logging
import threading
import time

import pytest

import optgap
from optgap.core.faults import DoesNotFitError
from optgap.core.run import Run, TimeUp, stop_when_overdue
from optgap.solvers.engines import engine
from optgap.solvers.engines.engine import ENGINES
from optgap.solvers.engines.engine_result import interruptible
from optgap.validation.catalogue import Method, problem_of
from optgap.validation.judge import judged_outcome
from optgap.validation.running.solve import _run


def test_who_never_asks_is_stopped() -> None:
    run = Run("minimize", time_limit=0.0)
    with pytest.raises(TimeUp), stop_when_overdue(run):
        while True:
            pass


def test_a_module_is_imported_whole_before_the_limit_is_kept(tmp_path, monkeypatch) -> None:
    """numba, imported in part, had no `numba.core` for the rest of the process."""
    (tmp_path / "takes_its_time.py").write_text(
        "import threading, time\n"
        "begun = time.monotonic()\n"
        "while time.monotonic() < begun + 1.2: pass\n"
        "whole = True\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    whole = []
    with pytest.raises(TimeUp), stop_when_overdue(Run("minimize", time_limit=0.0)):
        import takes_its_time

        whole.append(takes_its_time.whole)
        while True:
            pass
    assert whole == [True]


def test_nobody_is_stopped_while_garbage_is_collected() -> None:
    """An exception in a callback of the collector is printed and lost, or fails a test."""
    whole = []

    def take_long(phase: str, _: dict[str, int]) -> None:
        if phase == "stop":
            end = time.monotonic() + 1.2
            while time.monotonic() < end:
                pass
            whole.append(True)

    gc.callbacks.append(take_long)
    try:
        with pytest.raises(TimeUp), stop_when_overdue(Run("minimize", time_limit=0.0)):
            gc.collect()
            while True:
                pass
    finally:
        gc.callbacks.remove(take_long)
    assert whole


def test_who_swallows_it_is_stopped_again() -> None:
    run = Run("minimize", time_limit=0.0)
    heard = 0
    with pytest.raises(TimeUp), stop_when_overdue(run):
        while True:
            try:
                while True:
                    pass
            except TimeUp:
                heard += 1
                if heard > 1:
                    raise


def test_what_was_reported_is_the_answer() -> None:
    def endless(instance: object, run: Run) -> None:
        run.report(3.0, 1.0, {"machine": [1, 0]})
        while True:
            pass

    instance, run = optgap.load("placement/fig6"), Run("minimize", time_limit=0.0)
    answer = _run(problem_of(instance), Method.of(endless), instance, run, {})
    assert (answer.decision, answer.bound) == ({"machine": [1, 0]}, 1.0)
    assert (answer.stopped, answer.bound_kind) == ("time_limit", "solver")


@pytest.mark.parametrize("as_function", [False, True])
@pytest.mark.parametrize("is_valid", [True, False])
def test_a_certified_bound_stays_certified_when_its_method_is_stopped(
    is_valid: bool, as_function: bool
) -> None:
    """The judge verifies the certificate of a report as it verifies that of an answer."""
    best = optgap.solve("placement/fig6", "bottleneck")
    assert best.certificate is not None and best.certificate["instances"]
    proof = best.certificate if is_valid else {**best.certificate, "instances": []}

    def endless(instance: object, run: Run) -> None:
        run.report(bound=best.bound, certificate=(lambda: proof) if as_function else proof)
        run.report(bound=best.bound - 1)  # a weaker one changes nothing
        while True:
            pass

    instance, run = optgap.load("placement/fig6"), Run("minimize", time_limit=0.0)
    answer = _run(problem_of(instance), Method.of(endless), instance, run, {})
    outcome = judged_outcome(problem_of(instance), instance, "endless", answer, run, {})
    if is_valid:
        assert (outcome.bound, outcome.bound_kind) == (best.bound, "certified")
        assert (outcome.certificate, outcome.stopped) == (proof, "time_limit")
    else:
        assert (outcome.bound, outcome.stopped) == (None, "error")


def test_a_better_bound_without_a_certificate_is_a_word() -> None:
    run = Run("minimize")
    run.report(bound=1.0)
    run.report(bound=1.0, certificate={"kind": "some"})
    answer = run.answer_so_far("time_limit")
    assert (answer.bound_kind, answer.certificate) == ("certified", {"kind": "some"})
    run.report(bound=2.0)
    answer = run.answer_so_far("time_limit")
    assert (answer.bound, answer.bound_kind, answer.certificate) == (2.0, "solver", None)


def test_a_deaf_engine_is_left_behind() -> None:
    release = threading.Event()
    halted = []
    found = interruptible(
        lambda: release.wait(60), lambda: halted.append(True), overdue=lambda: True
    )
    release.set()
    assert (found, halted) == ((None, False), [True])


def test_reports_of_an_engine_left_behind_are_not_heard(monkeypatch) -> None:
    class Deaf(type(ENGINES["highs"]())):  # type: ignore[misc]
        def solve(self, form, run, progress, halt):
            self.progress = progress
            self.point = form.start
            release.wait(60)

    release = threading.Event()
    engine = Deaf()
    monkeypatch.setitem(ENGINES, "highs", lambda: engine)
    instance = optgap.load("placement/fig6")
    outcome = optgap.solve(instance, "exact", time_limit=0.0)
    assert (outcome.status, outcome.stopped) == ("unknown", "time_limit")
    outcome = optgap.solve(instance, "exact", time_limit=0.2)
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit")  # the first plan
    assert outcome.bound is None
    engine.progress.bound(1.0)
    assert engine.progress.proven is None
    release.set()


def test_a_model_that_does_not_fit_is_refused_with_its_size(monkeypatch) -> None:
    monkeypatch.setattr(engine, "free_memory", lambda: 2**20)
    for source in ("placement/stage-20000x3000", "stage/stage-60x20x6", "consolidation/ecs-150"):
        instance = optgap.load(source)
        with pytest.raises(DoesNotFitError, match=r"the model has [\d,]+ variables"):
            optgap.solve(instance, "exact", time_limit=1)


def test_a_comparison_goes_on_without_it(monkeypatch) -> None:
    monkeypatch.setattr(engine, "free_memory", lambda: 100)
    table = optgap.compare("placement/fig6", ["exact", "bottleneck"])
    assert list(table["stopped"]) == ["error", "complete"]
    assert "methods without such a model: bottleneck" in table["message"][0]


@pytest.mark.parametrize("source", ["placement/fig6", "stage/two-machines", "consolidation/mixed",
                                    "resource_plan/fig7", "queue_config/fig7-fair"])  # fmt: skip
def test_sizes_are_no_less_than_they_are(source: str) -> None:
    instance = optgap.load(source)
    entry = optgap.problem_named(source.split("/")[0])
    model = entry.formulation.build_model(instance)
    formulation = entry.formulation
    variables, _ = formulation.model_size(instance)
    assert model.nvariables() <= variables + 2


def test_pyomo_does_not_blame_the_model_for_the_limit(caplog) -> None:
    logger = logging.getLogger("pyomo.core")
    try:
        raise TimeUp
    except TimeUp:
        logger.error("Binary is not a valid domain")
    logger.error("x is not a valid domain")
    assert [record.getMessage() for record in caplog.records] == ["x is not a valid domain"]
