"""Classes of machines priced by the workers of an executor: the same columns, and nothing lost."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from killed_workers import Gone, killed_dask_worker, killed_process

import optgap
from optgap.core.run import Run
from optgap.core.workers import Workers
from optgap.solvers.consolidation.column_generation import generate_columns
from optgap.solvers.consolidation.flavours import Flavours
from optgap.solvers.consolidation.incumbent import PackingSearch
from optgap.solvers.consolidation.master import Master

pricing: Any = import_module("optgap.solvers.consolidation.pricing")
INSTANCE = optgap.generate("consolidation", 1, machines=14, budget=0.3)  # each machine is a class
ROUNDS = 2  # enough that prices change between rounds


@pytest.fixture(autouse=True)
def every_block_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pricing, "BLOCK_SECONDS", 1e-9)


def columns(pool: Executor | None = None) -> tuple[Any, ...]:
    """Return the bound, its prices and the columns of the root, as plain data."""
    workers = None if pool is None else Workers(pool, 2)
    flavours = Flavours.of(INSTANCE)
    run = Run("minimize", workers=workers)
    search = PackingSearch(flavours, run, 0, INSTANCE.most_units + 1, INSTANCE.rule_book)
    master = Master(flavours, np.ones(len(flavours.size)))
    generate_columns(search, master)
    assert search.priced_out
    if workers is not None and not isinstance(pool, Gone):
        assert workers.as_details()["blocks"] > ROUNDS
    prices = None if search.prices is None else search.prices.item.tolist()
    found = [(number, pattern.tolist()) for number, pattern in master.columns]
    return search.bound, search.exact_bound, prices, found


@pytest.fixture(scope="module")
def alone() -> tuple[Any, ...]:
    return columns()


def test_two_threads_find_the_columns_of_one(alone) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert columns(pool) == alone


def test_a_killed_process_loses_nothing(alone) -> None:
    with killed_process() as kill:
        assert columns(kill) == alone


def test_two_workers_of_a_dask_cluster_of_which_one_is_killed(alone) -> None:
    with killed_dask_worker() as kill:
        assert columns(kill) == alone


def test_without_any_worker_the_classes_are_priced_here(alone) -> None:
    assert columns(Gone(1)) == alone


def test_a_class_that_no_worker_answers_is_in_the_bound(monkeypatch) -> None:
    """A bound is a sum over classes: if a worker's answer is lost, the class is priced here."""
    flavours = Flavours.of(INSTANCE)
    prices = pricing.Prices.rounded(np.full(len(flavours.size), 0.4), 0.0)
    rents = np.zeros(len(flavours.room))
    sides = (flavours.count, flavours.machines, INSTANCE.budget)
    whole = pricing.price_patterns(flavours, prices, rents, sides)
    original = pricing.PricingWorkers.ask
    monkeypatch.setattr(pricing.PricingWorkers, "ask", lambda *asked: original(*asked)[::2])
    with ThreadPoolExecutor(2) as pool:
        workers = pricing.PricingWorkers(Workers(pool, 2), flavours)
        workers.note(1.0, 1)
        partly = pricing.price_patterns(flavours, prices, rents, sides, workers=workers)
    assert partly.bound == whole.bound
    assert [number for number, _ in partly.patterns] == [number for number, _ in whole.patterns]


def test_after_a_stop_classes_get_bounds_without_a_search() -> None:
    flavours = Flavours.of(INSTANCE)
    prices = pricing.Prices.rounded(np.full(len(flavours.size), 0.4), 0.0)
    asked = (flavours, prices, np.zeros(len(flavours.room)))
    sides = (flavours.count, flavours.machines, INSTANCE.budget)
    whole = pricing.price_patterns(*asked, sides)
    workers = pricing.PricingWorkers(Workers(Gone(1), 2), flavours)
    workers.note(1.0, 1)
    stopped = pricing.price_patterns(*asked, sides, stop=lambda: True, workers=workers)
    assert stopped.bound <= whole.bound
    assert not stopped.complete
