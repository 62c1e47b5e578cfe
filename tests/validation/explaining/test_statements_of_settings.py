"""Conflicts of queue_config and adaptive_config against all settings, and of declared problems."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.adaptive_config import AdaptiveConfig
from optgap.instances.queue_config import QueueConfig
from optgap.problem import Decision, Said, more, simply
from optgap.validation.judge.queue_config import grid, simulate


def group(rng: np.random.Generator, containers: int) -> dict:
    """Return queues that lend nothing, and shares so uneven that one of them may be left out."""
    queues = [f"q{q}" for q in range(int(rng.integers(2, 4)))]
    shares = [0.2, 0.4, 0.6, 0.8] if len(queues) == 2 else [0.1, 0.2, 0.7]
    jobs = [
        {
            "name": f"j{j}",
            "queue": str(rng.choice(queues)),
            "tasks": [1.0] * int(rng.integers(1, 3)),
            "max_containers": 2,
        }
        for j in range(4)
    ]
    machines = [{"name": "m0", "containers": containers}]
    return {
        "scheduler": "capacity",
        "elastic": False,
        "queues": [{"name": name} for name in queues],
        "shares": shares,
        "jobs": jobs,
        "machines": machines if rng.random() < 0.3 else None,
    }


def queues(seed: int) -> QueueConfig:
    rng = np.random.default_rng(seed)
    containers = int(rng.integers(1, 4))
    return QueueConfig(name="q", containers=containers, **group(rng, containers))


def queues_hold(instance, names) -> bool:
    """Whether the named jobs run under a setting, by the simulation of the judge."""
    asked = {job.name for job in instance.jobs if f"runs {job.name}" in names}
    for setting in grid(instance):
        given = simulate(instance, setting["shares"], setting["policies"])
        if all(given[name] for name in asked):
            return True
    return False


def test_queue_config(assert_minimal) -> None:
    conflicts = sum(assert_minimal(queues(seed), queues_hold) for seed in range(25))
    assert 5 < conflicts < 25


def groups(seed: int) -> AdaptiveConfig:
    rng = np.random.default_rng(seed)
    made = [
        {
            **group(rng, 9),
            "machines": None,
            "name": f"g{g}",
            "lower": int(lower := rng.integers(1, 4)),
            "upper": int(lower + rng.integers(0, 2)) if rng.random() < 0.5 else None,
        }
        for g in range(2)
    ]
    return AdaptiveConfig(name="a", containers=int(rng.integers(2, 7)), groups=made)


def groups_hold(instance, names) -> bool:
    """Whether some containers for each group keep the named statements; jobs are simulated."""
    options = [_counts(instance, own, names) for own in instance.groups]
    return any(
        "containers" not in names or sum(counts) <= instance.containers
        for counts in itertools.product(*options)
    )


def _counts(instance, own, names) -> list[int]:
    asked = {job.name for job in own.jobs if f"runs {own.name}/{job.name}" in names}
    known = {key: getattr(own, key) for key in ("scheduler", "elastic", "queues", "shares", "jobs")}
    counts = []
    for count in range(11):
        if f"lower {own.name}" in names and count < own.lower:
            continue
        if f"upper {own.name}" in names and count > own.upper:
            continue
        alone = QueueConfig(name="q", containers=max(1, count), **known)
        if not asked or (count and queues_hold(alone, {f"runs {name}" for name in asked})):
            counts.append(count)
    return counts


def test_adaptive_config(assert_minimal) -> None:
    conflicts = sum(assert_minimal(groups(seed), groups_hold) for seed in range(20))
    assert 5 < conflicts < 20


def test_with_tuning_lower_bounds_alone_exclude_plans() -> None:
    instance = next(
        each for each in map(groups, range(50)) if int(each.lower.sum()) > each.containers
    )
    tuned = instance.replaced(tuning={"interval": 1.0})
    assert set(optgap.explain(tuned).conflict) == {"containers", "lower"}


def test_with_tuning_what_no_setting_does_is_not_called_impossible() -> None:
    """Another setting later may run the jobs that the first one leaves waiting."""
    starving = next(
        each
        for each in map(groups, range(50))
        if int(each.lower.sum()) <= each.containers and not optgap.explain(each).feasible
    )
    with pytest.raises(InputError, match="a plan that changes its settings may exist"):
        optgap.explain(starving.replaced(tuning={"interval": 1.0}))


class Lots(optgap.Instance):
    """Lots that are packed into boxes."""

    sizes: list[int]
    boxes: int


class Packed(Decision):
    """The box of every lot."""

    box: list[int]


lots = optgap.Problem("explained-lots", Lots, Packed)


@lots.check
def check(instance, decision, judge):
    """Every lot is in a box, and no box holds more than 10."""
    held = np.bincount(decision.box, weights=instance.sizes, minlength=instance.boxes)
    for box, load in enumerate(held.tolist()):
        if load > 10:
            judge.fault("room", f"box {box}", f"holds {load:g}, at most 10", load - 10)
    return float(len(set(decision.box)))


@lots.model
def model(instance):
    """Return which lot is in which box, and which boxes are used."""
    built = pyo.ConcreteModel(instance.name)
    built.LOTS, built.BOXES = range(len(instance.sizes)), range(instance.boxes)
    built.x = pyo.Var(built.LOTS, built.BOXES, domain=pyo.Binary)
    built.used = pyo.Var(built.BOXES, domain=pyo.Binary)
    built.cost = pyo.Objective(expr=sum(built.used[b] for b in built.BOXES))
    built.once = pyo.Constraint(built.LOTS, rule=lambda m, i: sum(m.x[i, b] for b in m.BOXES) == 1)
    built.room = pyo.Constraint(
        built.BOXES, rule=lambda m, b: sum(instance.sizes[i] * m.x[i, b] for i in m.LOTS) <= 10
    )
    built.shown = pyo.Constraint(
        built.LOTS, built.BOXES, rule=lambda m, i, b: m.x[i, b] <= m.used[b]
    )
    return built


@lots.read
def read(instance, built, duals):
    """Return the box of every lot."""
    return Packed(box=[next(b for b in built.BOXES if built.x[i, b].value > 0.5)
                       for i in built.LOTS])  # fmt: skip


def test_a_declared_problem_speaks_in_its_own_words() -> None:
    instance = Lots(name="three", sizes=[6, 6, 6], boxes=2)
    assert list(optgap.explain(instance).conflict) == ["once", "room"]

    @lots.words
    def words(instance):
        named = {f"once[{i}]": f"lot {i}" for i in range(len(instance.sizes))}
        return {"once": "is packed", "room": "holds 10", "shown": None, **named}

    found = optgap.explain(instance)
    assert found.conflict == {"is packed": ["lot 0", "lot 1", "lot 2"], "holds 10": ["0", "1"]}
    assert found.minimal
    assert optgap.explain(Lots(name="two", sizes=[6, 6], boxes=2)).feasible


def test_a_declared_problem_says_its_rows_as_the_suite_does(monkeypatch) -> None:
    """Functions of an index: a family, a member, the words of the side, and those of a change."""

    def words(instance):
        return {
            "room": lambda b: Said("room", f"box {b}", "10", more(f"box {b} holds ", 10)),
            "once": lambda i: Said("packed", f"lot {i}", "", simply(f"lot {i} stays")),
        }

    declared, own = lots.function, [words]
    monkeypatch.setattr(lots, "function", lambda r: own[-1] if r == "words" else declared(r))
    found = optgap.explain(Lots(name="three", sizes=[6, 6, 6], boxes=2))
    assert found.conflict == {
        "room": ["box 0", "box 1"],
        "packed": ["lot 0", "lot 1", "lot 2"],
    }
    assert found.changes[0].words in ("box 0 holds 12", "box 1 holds 12")
    assert found.changes[1].words.endswith("stays")
    own.append(lambda _: {"rooom": lambda b: None})
    with pytest.raises(InputError, match=r"is not part of the model \(did you mean 'room'\?\)"):
        optgap.explain(Lots(name="three", sizes=[6, 6, 6], boxes=2))
