"""Slots that lie wide for items that rules keep apart: rows, steps of worth, mates, dives."""

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from clusters import drawn_cluster

from optgap.core.run import Run
from optgap.instances.consolidation import WITH, Consolidation
from optgap.solvers.consolidation import slot_patterns
from optgap.solvers.consolidation.flavours import pinned_items
from optgap.solvers.consolidation.slot_patterns import (
    SlotProgram,
    slot_program,
    times_by_diving,
)
from optgap.solvers.consolidation.slot_rows import ApartGroups, WidthRow, rows_missing, steps_of


def run() -> Run:
    return Run("minimize", time_limit=60)


def program_of(instance: Consolidation) -> SlotProgram:
    program = slot_program(instance, instance.rule_book, run())
    assert program is not None
    return program


def all_seated(number: list[int], slots: list[int]) -> bool:
    """Whether items of each rule, on different machines, find slots: by trying all orders."""
    if not number:
        return True
    machines = range(len(slots))
    for chosen in {tuple(sorted(p[: number[0]])) for p in permutations(machines)}:
        left = [n - (j in chosen) for j, n in enumerate(slots)]
        if len(chosen) == number[0] and min(left) >= 0 and all_seated(number[1:], left):
            return True
    return False


@pytest.mark.parametrize("seed", range(40))
def test_a_row_is_missing_where_an_item_finds_no_seat(seed: int) -> None:
    rng = np.random.default_rng(seed)
    number, slots = rng.integers(1, 5, 3), rng.integers(0, 4, 4)
    apart = [ApartGroups(0, 1, np.array([g])) for g in range(3)]
    rows = rows_missing(apart, number[None, :], [slots[:, None]])
    assert bool(rows) != all_seated(number.tolist(), slots.tolist())
    for row in rows:
        seats = np.minimum(slots, len(row.groups)).sum()
        assert row.seats == seats < number[row.groups].sum()


@pytest.mark.parametrize("seed", range(10))
def test_steps_are_worth_what_the_rows_pay(seed: int) -> None:
    """The first copies are worth most, so that any number of them is worth the sum of the rows."""
    rng = np.random.default_rng(seed)
    cap, worth, price = rng.integers(1, 9, 2), rng.random(2), rng.random(4)
    rows = [WidthRow(0, int(rng.integers(2)), int(rng.integers(1, 6)), 0.3) for _ in range(4)]
    steps = steps_of(worth, cap, rows, price)
    for s in range(2):
        own = steps.value[steps.size == s].repeat(steps.cap[steps.size == s])
        assert len(own) == cap[s]
        assert (np.diff(own) <= 1e-12).all()
        for copies in range(cap[s] + 1):
            pattern = np.array([copies, copies])
            paid = -sum(
                p * row.narrow(pattern) for p, row in zip(price, rows, strict=True) if row.size == s
            )
            assert own[:copies].sum() == pytest.approx(worth[s] * copies + paid)


@pytest.mark.parametrize("seed", [1, 3])
def test_mates_are_where_items_need_them(seed: int, tmp_path: Path) -> None:
    """The mix of whole items puts none into a zone without one of those that it must be with."""
    instance = drawn_cluster(tmp_path, seed, 60)
    program, book = program_of(instance), instance.rule_book
    slots = program.slots(run())
    assert slots is not None
    zone, group_of = program.segments.domain[:, 0], program.classes.group_of
    pinned, told = pinned_items(instance), 0
    for r in np.flatnonzero(book.kind == WITH).tolist():
        items = book.member[book.begin[r] : book.middle[r]]
        others = book.member[book.middle[r] : book.begin[r + 1]]
        if pinned[others].any() or pinned[items].any() or len(np.intersect1d(items, others)):
            continue
        for d in np.unique(zone).tolist():
            there = slots.items[zone == d].sum(axis=0)
            if there[np.unique(group_of[items])].sum() > 0:
                assert there[np.unique(group_of[others])].sum() > 0
                told += 1
    assert told > 0


def lacking_seats(program: SlotProgram) -> float:
    """Return how many items that are apart find no seat in the slots of a dive."""
    dive = times_by_diving(program, run())
    assert dive is not None
    of = program.segment_of[[c for c, _ in program.patterns]][: len(dive.times)].repeat(dive.times)
    patterns = np.array([p for _, p in program.patterns])[: len(dive.times)]
    slots = patterns.repeat(dive.times, axis=0)
    items = np.zeros((program.links[0], len(program.classes.count)))
    items[tuple(program.pairs.T)] = program.x[: len(program.pairs)]
    held = [slots[of == k] for k in range(program.links[0])]
    rows = rows_missing(program.apart, items, held)
    return float(sum(items[row.segment, row.groups].sum() - row.seats for row in rows))


@pytest.mark.parametrize("seed", range(3))
def test_slots_lie_wider_with_the_rows(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = drawn_cluster(tmp_path, seed, 120)
    wide = lacking_seats(program_of(instance))
    monkeypatch.setattr(slot_patterns, "width_rows", lambda *_: [])
    print(wide, lacking_seats(program_of(instance)))
    assert wide < 0.5 * lacking_seats(program_of(instance))


@pytest.mark.parametrize("seed", range(3))
def test_a_dive_keeps_within_machines_and_above_the_relaxation(seed: int, tmp_path: Path) -> None:
    program = program_of(drawn_cluster(tmp_path, seed, 40))
    relaxed = program.value
    dive = times_by_diving(program, run())
    assert dive is not None
    assert program.value <= relaxed + 1e-6 <= dive.value + 2e-6
    of = np.array([c for c, _ in program.patterns])[: len(dive.times)]
    taken = np.bincount(of, dive.times, minlength=len(program.classes.sites))
    assert (taken <= program.classes.sites).all()
    assert (dive.times >= 0).all()
