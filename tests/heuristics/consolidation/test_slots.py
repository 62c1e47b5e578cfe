"""Plans that fill the slots of whole patterns: rules kept, near the bound, sizes and grids."""

from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from clusters import drawn_cluster

import optgap
from optgap.core.run import Run
from optgap.heuristics.consolidation import fill_slots, neighbourhoods, refill
from optgap.heuristics.consolidation.slots import fill
from optgap.instances.consolidation import MACHINE
from optgap.solvers.consolidation import ColumnParameters, slot_patterns
from optgap.solvers.consolidation.flavours import pinned_items
from optgap.solvers.consolidation.pattern_search import Offered, fullest
from optgap.solvers.consolidation.slot_patterns import slot_program


def run() -> Run:
    return Run("minimize", time_limit=60)


@pytest.mark.parametrize("seed", range(4))
def test_the_checker_accepts_plans_of_slots(seed: int, tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, seed, 24)
    machine = fill_slots(instance, run(), ColumnParameters())
    assert machine is not None
    decision = instance.decision(machine)
    verdict = optgap.check(instance, decision)
    assert not verdict.violations
    assert verdict.objective == instance.value_of(instance.units_of(machine))
    assert verdict.objective < len(instance.machines)


@pytest.mark.parametrize("seed", range(6))
def test_slots_keep_items_apart(seed: int, tmp_path: Path) -> None:
    """Also where items change places: both of one rule must not end on one machine."""
    instance = drawn_cluster(tmp_path, seed, 24)
    pinned, book = pinned_items(instance), instance.rule_book
    program = slot_program(instance, book, run())
    slots = None if program is None else program.slots(run())
    assert program is not None
    assert slots is not None
    machine = fill(instance, book, pinned, program, slots)
    place = {item.name: j for item, j in zip(instance.items, machine.tolist(), strict=True)}
    for rule in instance.rules or ():
        if rule.kind == "apart" and rule.at == MACHINE:
            taken = [place[name] for name in rule.items if place[name] >= 0]
            assert len(taken) == len(set(taken))


def test_no_plan_of_slots_where_a_budget_counts_moves(tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, 0, 12).model_copy(update={"migration_budget": 3.0})
    assert fill_slots(instance, run(), ColumnParameters()) is None
    assert slot_program(instance, instance.rule_book, run()) is None


def test_slots_are_the_same_every_time(tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, 2, 12)
    first, second = (
        fill_slots(instance, run(), ColumnParameters()),
        fill_slots(instance, run(), ColumnParameters()),
    )
    assert first is not None
    assert second is not None
    assert (first == second).all()


@pytest.mark.parametrize("seed", range(20))
def test_fullest_is_the_best_content(seed: int) -> None:
    """Against all contents, where two resources are small and a third is plenty."""
    rng = np.random.default_rng(seed)
    size = np.column_stack([rng.integers(1, 6, (4, 2)), np.ones(4, dtype=np.int64)])
    room = np.column_stack([rng.integers(3, 13, (3, 2)), np.full(3, 50)])
    cap, value = rng.integers(0, 5, 4), rng.random(4)
    found = fullest(Offered(room, size, cap, np.array([0, 1])), value)
    for content, own in zip(found, room, strict=True):
        assert (content @ size <= own).all()
        assert (content <= cap).all()
        best = max(
            float(np.array(each) @ value)
            for each in product(*(range(most + 1) for most in cap.tolist()))
            if (np.array(each) @ size <= own).all()
        )
        assert content @ value == pytest.approx(best)


def test_a_toll_keeps_a_third_resource() -> None:
    """Ten places: the many small items are worth more by size, the large ones by place."""
    size = np.array([[1, 1, 1], [4, 4, 1]])
    offered = Offered(np.array([[40, 40, 10]]), size, np.array([99, 99]), np.array([0, 1]))
    found = fullest(offered, np.array([1.1, 4.0]))
    assert (found @ size <= offered.room).all()
    assert found.tolist() == [[0, 10]]


def test_ctrl_c_while_an_engine_is_at_work_ends_the_method(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine's answer says so; otherwise the method would go on until its time is up."""
    instance = drawn_cluster(tmp_path, 0, 12)
    stopped = SimpleNamespace(stopped="interrupted", x=None)
    for module in (slot_patterns, neighbourhoods):
        monkeypatch.setattr(module, "solve_form", lambda *_: stopped)
    with pytest.raises(KeyboardInterrupt):
        fill_slots(instance, run(), ColumnParameters())
    with pytest.raises(KeyboardInterrupt):
        refill(instance, instance.home, run(), ColumnParameters())
