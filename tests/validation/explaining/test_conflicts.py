"""Conflicts against enumeration: infeasible, and feasible without any one statement."""

import gc
import itertools
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap.instances.cluster_ratio import ClusterRatio
from optgap.instances.eviction import Eviction
from optgap.instances.placement import Placement
from optgap.own_models import solve
from optgap.solvers.conflicts import conflict
from optgap.validation.explaining import statements_of


def placement(seed: int) -> Placement:
    rng = np.random.default_rng(seed)
    instances, machines = rng.integers(2, 5), rng.integers(2, 4)
    latency = np.where(rng.random((instances, machines)) < 0.5, np.nan, 1.0)
    capacity = rng.integers(0, 3, machines)
    return Placement(name=f"p{seed}", latency=latency.tolist(), capacity=capacity.tolist())


def holds(instance: Placement, names: set[str]) -> bool:
    """Whether statements of a placement hold together, by enumeration of all assignments."""
    usable = ~np.isnan(instance.latency)
    rows = range(instance.instances)
    for machine in itertools.product(range(-1, instance.machines), repeat=instance.instances):
        runs = all(machine[i] >= 0 for i in rows if f"runs {i}" in names)
        listed = all(
            usable[i, machine[i]] for i in rows if f"can run on {i}" in names and machine[i] >= 0
        )
        room = all(
            sum(m == j for m in machine) <= instance.beta[j]
            for j in range(instance.machines)
            if f"capacity machine {j}" in names
        )
        if runs and listed and room:
            return True
    return False


@pytest.mark.parametrize("seed", range(40))
def test_conflicts_of_placement_are_minimal(seed: int) -> None:
    instance = placement(seed)
    found = optgap.explain(instance)
    every = {statement.name for statement in statements_of(instance).form.statements}
    assert found.feasible == holds(instance, every)
    if found.feasible:
        assert optgap.solve(instance).status == "optimal"
        return
    assert optgap.solve(instance).status == "infeasible"
    assert found.minimal
    names = {f"{family} {member}" for family, own in found.conflict.items() for member in own}
    assert not holds(instance, names)
    assert all(holds(instance, names - {name}) for name in names)


@pytest.mark.parametrize("seed", range(40))
def test_smallest_changes_of_placement(seed: int) -> None:
    """Rooms that give way by what is said are enough, and by one less they are not."""
    instance = placement(seed)
    found = optgap.explain(instance)
    for change in found.changes:
        if change.family == "capacity":
            enough = most_room(instance)
            assert change.helps == (enough is not None)
            assert change.amount == enough
            assert change.proven


def most_room(instance: Placement) -> int | None:
    """The least room that must be added, by enumeration."""
    usable = ~np.isnan(instance.latency)
    needs = []
    for machine in itertools.product(range(instance.machines), repeat=instance.instances):
        if all(usable[i, j] for i, j in enumerate(machine)):
            held = np.bincount(machine, minlength=instance.machines)
            needs.append(int(np.maximum(held - instance.beta, 0).sum()))
    return min(needs, default=None)


def test_the_worked_example() -> None:
    assert str(optgap.explain("placement/infeasible")).splitlines() == [
        "infeasible: instances 0 and 2 can run only on machine 1, which takes 1",
        "  capacity     machine 1: 1",
        "  can run on   0: machine 1; 2: machine 1",
        "  runs         0, 2",
        "minimal: any 4 of these 5 can hold together (proven)",
        "one change: machine 1 takes 2; or instance 0 can run elsewhere; "
        "or instance 0 does not run (proven)",
    ]


def test_lower_bounds_that_exceed_the_containers() -> None:
    groups = [{"name": n, "lower": k, "upper": k, "latency": [1]} for n, k in (("a", 3), ("b", 2))]
    groups.append({"name": "c", "lower": 0, "upper": 0, "latency": [1]})
    found = optgap.explain(ClusterRatio(name="x", containers=4, groups=groups))
    assert found.conflict == {"containers": ["at most 4 in total"], "lower": ["a", "b"]}
    assert [change.amount for change in found.changes] == [1, 1]
    assert found.changes[0].words == "5 containers"


@pytest.mark.parametrize(
    "source",
    [
        "adaptive_config/too-little",
        "cluster_ratio/infeasible",
        "cold_stock/too-late",
        "consolidation/item-too-large",
        "eviction/all-too-small",
        "macroq/tiny-infeasible",
        "macrow/too-few-tokens",
        "microq/unserved",
        "microw/too-full",
        "placement/infeasible",
        "queue_config/infeasible",
        "stage/infeasible",
        "stage/infeasible-bins",
        "utility/crowded",
        "utility_course/too-many-least-cores",
        "warm_pool/too-steep",
    ],
)
def test_bundled_infeasible_instances(source: str) -> None:
    found = optgap.explain(source)
    assert found.minimal and not found.feasible
    assert found.conflict and found.changes


def diet(volume: float) -> pyo.ConcreteModel:
    foods = {"burger": (4.0, 510), "fish": (5.25, 370), "fries": (2.6, 220), "milk": (8.0, 110)}
    model = pyo.ConcreteModel("diet")
    model.x = pyo.Var(list(foods), domain=pyo.NonNegativeIntegers, bounds=(0, 6))
    model.cost = pyo.Objective(expr=sum(model.x.values()))
    model.volume = pyo.Constraint(expr=sum(foods[f][0] * model.x[f] for f in foods) <= volume)
    model.energy = pyo.Constraint(expr=sum(foods[f][1] * model.x[f] for f in foods) >= 2000)
    return model


def test_own_models_blame_whole_numbers_too() -> None:
    found = optgap.explain(diet(15.9), domains=True)
    assert list(found.conflict) == ["volume", "energy", "x is integral"]
    assert found.minimal
    assert [change.words for change in found.changes] == [
        "volume at most 16",
        "energy at least 1750",
        "without the demand that x is integral",
    ]
    assert optgap.explain(diet(16)).feasible


def test_bounds_are_statements_only_if_asked_for_and_hard_parts_are_not() -> None:
    model = diet(80)
    model.energy.set_value((9000, model.energy.body, None))
    found = optgap.explain(model)
    assert list(found.conflict) == ["energy"]
    assert "minimal: this statement alone cannot hold (proven)" in str(found)
    assert "bounds of x" in optgap.explain(model, domains=True).conflict
    answer = optgap.explain(model, hard=["energy"], domains=True)
    assert list(answer.conflict) == ["bounds of x"]
    named = optgap.explain(diet(15.9), words={"volume": "the bag"})
    assert "the bag" in named.conflict


def test_proofs_are_verified_without_us(optgap_command, tmp_path: Path) -> None:
    folder = tmp_path / "why"
    ended = optgap_command("explain", "stage/infeasible", "-o", folder)
    assert ended.code == 0, ended.err
    programs = sorted(str(path) for path in folder.glob("program-*"))
    assert len(programs) == 1 + 5 + 2
    verified = subprocess.run(
        [sys.executable, folder / "verify_proof.py", *programs], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stderr
    assert "program-conflict: PROVEN: the model has no feasible point" in verified.stdout


def test_bad_input(optgap_command, tmp_path: Path) -> None:
    assert optgap_command("explain", "placement/fig6").out.startswith("there is a plan")
    ended = optgap_command("explain", "placement/fig6", "-o", tmp_path / "p")
    assert ended.code == 2 and "there is a plan" in ended.err
    assert optgap_command("explain", "placement/fig6", "--node", "m1").code == 2
    model = pyo.ConcreteModel("products")
    model.x = pyo.Var(bounds=(0, 1))
    model.c = pyo.Constraint(expr=model.x * model.x >= 2)
    with pytest.raises(InputError, match="c"):
        optgap.explain(model)
    with pytest.raises(InputError, match="is only valid for a Pyomo model"):
        optgap.explain("placement/fig6", hard=["capacity"])


@pytest.mark.parametrize("given", [{"hard": ["enrgy"]}, {"words": {"enrgy": "the energy"}}])
def test_names_that_a_model_does_not_have_are_refused(given) -> None:
    with pytest.raises(InputError, match=r"is not part of the model \(did you mean 'energy'\?\)"):
        optgap.explain(diet(15.9), **given)
    assert optgap.explain(diet(15.9), hard=["x[milk]"], words={"x[fish]": "fish"}).minimal


def test_a_folder_with_files_gets_no_proofs(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    ended = optgap_command("explain", "placement/infeasible", "-o", tmp_path / "full")
    assert ended.code == 2 and "is not empty" in ended.err


def test_no_time_is_said() -> None:
    with pytest.raises(TimeoutError, match="no answer was found"):
        optgap.explain("placement/infeasible", time_limit=0)


def test_a_conflict_is_found_from_a_ray_of_few_calls() -> None:
    """Of 629 statements a handful is left after few programs, not after 629."""
    rng = np.random.default_rng(0)
    latency = np.where(rng.random((60, 15)) < 0.3, np.nan, 1.0)
    latency[:3, 1:] = np.nan
    latency[:3, 0] = 1.0
    capacity = [2, *[6] * 14]
    instance = Placement(name="x", latency=latency.tolist(), capacity=capacity)
    found = conflict(statements_of(instance).form, Run("minimize", time_limit=60))
    assert found.minimal
    assert len(found.numbers) <= 7


@pytest.mark.parametrize("seed", range(20))
def test_conflicts_of_eviction_are_minimal(seed: int) -> None:
    """Residents hold too little, or too many of them stay; by enumeration of who leaves."""
    rng = np.random.default_rng(seed)
    residents = [
        {
            "name": f"r{i}",
            "demand": rng.integers(0, 5, 2).tolist(),
            "temperature": 1.0,
            "keep": bool(rng.random() < 0.5),
        }
        for i in range(4)
    ]
    request = rng.integers(3, 9, 2).tolist()
    instance = Eviction(name="e", resources=["cpu", "memory"], request=request, residents=residents)

    def possible(names: set[str]) -> bool:
        for leaves in itertools.product((False, True), repeat=4):
            kept = all(
                not (leaves[i] and residents[i]["keep"]) for i in range(4) if f"stays r{i}" in names
            )
            freed = [
                sum(r["demand"][k] for r, out in zip(residents, leaves, strict=False) if out)
                for k in (0, 1)
            ]
            needs = all(
                freed[k] >= request[k]
                for k, n in enumerate(("cpu", "memory"))
                if f"need {n}" in names
            )
            if kept and needs:
                return True
        return False

    found = optgap.explain(instance)
    assert found.feasible == (optgap.solve(instance).status == "optimal")
    if not found.feasible:
        names = {f"{family} {member}" for family, own in found.conflict.items() for member in own}
        assert found.minimal
        assert not possible(names)
        assert all(possible(names - {name}) for name in names)


def test_a_need_that_nobody_can_meet_is_a_conflict_alone() -> None:
    residents = [{"name": "r", "demand": [0], "temperature": 1}]
    instance = Eviction(name="e", resources=["cpu"], request=[3], residents=residents)
    found = optgap.explain(instance)
    assert found.conflict == {"need": ["cpu"]}
    assert found.minimal
    assert found.changes[0].words == "0 of cpu must become free"


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e6])
def test_units_change_nothing(unit: float) -> None:
    """In parts of a billion every engine's tolerance allows the point that there is not."""
    model = pyo.ConcreteModel("units")
    model.x = pyo.Var(bounds=(0, unit))
    model.need = pyo.Constraint(expr=model.x >= 2 * unit)
    found = optgap.explain(model)
    assert not found.feasible
    assert found.minimal
    assert set(found.conflict) == {"need"}
    assert set(optgap.explain(model, domains=True).conflict) == {"need", "bounds of x"}


def test_a_program_too_large_is_refused_before_it_is_built() -> None:
    """Twenty thousand instances on three thousand machines: a sentence with the size, at once."""
    instance = optgap.load("placement/stage-20000x3000")
    with pytest.raises(optgap.InputError, match=r"size: the program of its statements has "):
        optgap.explain(instance, time_limit=1)


def test_a_model_that_is_built_for_too_long_is_stopped() -> None:
    """The limit holds while the statements are made, too."""
    with pytest.raises(TimeoutError, match="no answer was found"):
        optgap.explain(optgap.load("adaptive_config/cluster-40"), time_limit=0.001)


def test_one_change_ends_all_conflicts_and_the_conflict_is_one_of_them() -> None:
    """Two machines are too small: the conflict blames one, the change names both."""
    latency = [[1, None, None], [1, None, None], [None, 1, None], [None, 1, None]]
    instance = Placement(name="two", latency=latency, capacity=[1, 1, 9])
    found = optgap.explain(instance)
    assert found.size == 5
    assert len(found.conflict["capacity"]) == 1
    change = next(change for change in found.changes if change.family == "capacity")
    assert change.words == "machine 0 takes 2 and machine 1 takes 2"
    assert optgap.explain(instance.replaced(capacity=[2, 2, 9])).feasible
    assert not optgap.explain(instance.replaced(capacity=[2, 1, 9])).feasible


def test_a_question_that_is_stopped_in_a_build_leaves_garbage_collected(monkeypatch) -> None:
    """A build turns collecting off while it lasts, and is stopped in the middle."""

    def endless(instance: optgap.Instance, **_: object) -> None:
        gc.disable()
        while True:
            time.sleep(0.01)

    monkeypatch.setattr("optgap.validation.explaining.statements_of", endless)
    try:
        with pytest.raises(TimeoutError, match="no answer was found"):
            optgap.explain("placement/infeasible", time_limit=0.1)
        assert gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("seed", range(9))
def test_conflicts_of_columns_without_a_domain_are_proven(seed: int) -> None:
    """Bounds are statements there, so that a ray has to cancel on free columns exactly."""
    rng = np.random.default_rng(seed)
    jobs, machines = range(int(rng.integers(4, 8))), range(int(rng.integers(2, 4)))
    work = rng.integers(3, 20, len(jobs)).tolist()
    room = rng.integers(5, sum(work) // len(machines) + 1, len(machines)).tolist()
    m = pyo.ConcreteModel("facilities")
    m.x = pyo.Var(jobs, machines, bounds=(0, 1))
    m.y = pyo.Var(machines, domain=pyo.Binary)
    m.least = pyo.Objective(expr=sum(m.y[k] for k in machines))
    m.serve = pyo.Constraint(jobs, rule=lambda m, j: sum(m.x[j, k] for k in machines) == 1)
    m.cap = pyo.Constraint(
        machines,
        rule=lambda m, k: sum(work[j] * m.x[j, k] for j in jobs) <= room[k] * m.y[k],
    )
    explanation = optgap.explain(m)
    assert (explanation.feasible, explanation.proven, explanation.minimal) == (False, True, True)


def facilities() -> pyo.ConcreteModel:
    """Return a model in which ten customers need 67 units and six facilities have 48."""
    model, demand = pyo.ConcreteModel("facilities"), [10, 10, 9, 8, 7, 7, 6, 5, 3, 2]
    model.x = pyo.Var(range(10), range(6), bounds=(0, 1))
    model.y = pyo.Var(range(6), domain=pyo.Binary)
    model.serve = pyo.Constraint(range(10), rule=lambda m, i: sum(m.x[i, :]) == 1)
    model.cap = pyo.Constraint(
        range(6), rule=lambda m, j: sum(demand[i] * m.x[i, j] for i in range(10)) <= 8 * m.y[j]
    )
    model.cost = pyo.Objective(expr=sum(model.y.values()))
    return model


def test_the_claim_of_a_minimal_conflict_is_true_as_it_reads() -> None:
    """Any statements but one hold together with all bounds; HiGHS is asked about each set."""
    found = optgap.explain(facilities())
    size = found.size
    assert f"minimal: any {size - 1} of these {size} can hold together (proven)" in str(found)
    blamed = [(family, member) for family, names in found.conflict.items() for member in names]
    for left_out in (None, *blamed):
        model = facilities()
        for part in (model.serve, model.cap):
            for index, row in part.items():
                if (part.name, str(index)) not in blamed or (part.name, str(index)) == left_out:
                    row.deactivate()
        assert (solve(model).status == "infeasible") == (left_out is None), left_out


def test_an_extension_keeps_the_words_of_its_base(script) -> None:
    module = script(Path(__file__).parents[3] / "examples" / "placement_apart.py")
    latency = [[1, None, 3], [1, None, 3], [2, 1, 3]]
    stage = module.Apart(name="x", latency=latency, capacity=[2, 1, 0], apart=[(0, 1)])
    found = optgap.explain(stage)
    assert found.proven and found.minimal
    assert "runs" in found.conflict and "apart" in found.conflict
    alone = optgap.explain(stage.replaced(apart=[], capacity=[1, 1, 0]))
    assert "runs" in alone.conflict and "apart" not in alone.conflict


def test_a_row_without_free_variables_is_its_own_proof() -> None:
    model = pyo.ConcreteModel("trivial")
    model.x = pyo.Var(bounds=(0, 1))
    model.x.fix(1)
    model.row = pyo.Constraint(expr=model.x == 0)
    found = optgap.explain(model)
    assert found.proven and "row is violated" in found.headline
    assert "engine" not in str(found) and "proven by arithmetic" in str(found)
