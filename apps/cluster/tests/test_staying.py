"""Why nodes and items stay, against enumeration of all plans of tiny clusters."""

import itertools
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from enumeration import assignments

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.validation.catalogue.methods import consolidation
from optgap_cluster import why_stays
from optgap_cluster.closed_questions import ClosedQuestion


def cluster(seed: int) -> Consolidation:
    rng = np.random.default_rng(seed)
    machines = [
        {"name": f"m{j}", "capacity": rng.integers(4, 9, 2).tolist()}
        for j in range(rng.integers(2, 5))
    ]
    items = [
        {
            "name": f"p{i}",
            "demand": rng.integers(1, 5, 2).tolist(),
            "machine": f"m{rng.integers(len(machines))}",
            "migration_cost": int(rng.integers(1, 4)),
        }
        for i in range(rng.integers(2, 6))
    ]
    for machine in machines:  # what runs there fits
        held = [item["demand"] for item in items if item["machine"] == machine["name"]]
        machine["capacity"] = np.maximum(machine["capacity"], np.sum(held, axis=0)).tolist()
    for item in items:
        if rng.random() < 0.3:
            names = [m["name"] for m in machines if rng.random() < 0.6]
            item["allowed_machines"] = sorted({*names, item["machine"]})
    budget = int(rng.integers(0, 8)) if rng.random() < 0.7 else None
    return Consolidation(
        name=f"tiny-{seed}",
        resources=["cpu", "memory"],
        machines=machines,
        items=items,
        migration_budget=budget,
        empty_machines="any",
    )


@cache
def plans(seed: int) -> list[tuple[tuple[int, ...], int, int, bool]]:
    """All assignments that keep the rules but the budget: machines, objective, cost, in budget."""
    instance = cluster(seed)
    check = optgap.problem_named("consolidation").judge
    free = instance.replaced(migration_budget=None)
    names = [machine.name for machine in instance.machines]
    found = []
    for machine in itertools.product(range(len(names)), repeat=len(instance.items)):
        placed = {item.name: names[j] for item, j in zip(instance.items, machine, strict=True)}
        verdict = check(free, {"machine": placed})
        if verdict.feasible:
            moved = [
                item.migration_cost
                for item, j in zip(instance.items, machine, strict=True)
                if item.machine != names[j]
            ]
            within = instance.migration_budget is None or sum(moved) <= instance.migration_budget
            found.append((machine, int(verdict.objective), int(sum(moved)), within))
    return found


def expected(seed: int, closed, best: int) -> tuple[str, float | None]:
    """Kind and figure of the answer, by enumeration of the plans that avoid what is closed."""
    free = [plan for plan in plans(seed) if not closed(plan[0])]
    if not free:
        return "room", None
    within = [plan for plan in free if plan[3]]
    if not within:
        return "budget", min(plan[2] for plan in free)
    least = min(plan[1] for plan in within)
    return ("objective", least) if least > best else ("exchange", least)


@pytest.mark.parametrize("seed", range(25))
def test_nodes_of_tiny_clusters(seed: int) -> None:
    instance = cluster(seed)
    plan = optgap.solve(instance)
    for answer in why_stays(instance, plan):
        node = [machine.name for machine in instance.machines].index(answer.name)
        kind, figure = expected(seed, lambda machine, j=node: j in machine, int(plan.objective))
        if answer.kind == "kept":
            assert kind == "room"
            continue
        assert answer.kind == kind
        if kind == "budget":
            assert answer.needs == figure
            assert answer.minimal
        elif kind in ("objective", "exchange"):
            assert answer.objective == figure
        assert answer.in_every_plan == (kind != "exchange")


@pytest.mark.parametrize("seed", range(12))
def test_items_of_tiny_clusters(seed: int) -> None:
    instance = cluster(seed)
    plan = optgap.solve(instance)
    machine = instance.numbers(plan.decision)
    names = [item.name for item in instance.items]
    for answer in why_stays(instance, plan, items=names):
        i = names.index(answer.name)
        kind, _ = expected(seed, lambda m, i=i: m[i] == machine[i], int(plan.objective))
        assert answer.kind == kind or (answer.kind, kind) == ("kept", "room")


def test_the_worked_example(optgap_command, tmp_path) -> None:
    path = tmp_path / "plan.json"
    optgap.save(optgap.solve("consolidation/no-budget-for-exchange"), path)
    command = ("stays", "consolidation/no-budget-for-exchange", path, "--node")
    told = optgap_command(*command, "m1", "--json").json
    assert told["answer"] == "m1 stays: emptying it costs 3, but the migration budget is 2."
    assert (told["kind"], told["needs"], told["budget"]) == ("budget", 3, 2)
    assert told["conflict"] == {
        "placed": ["a1", "a2", "b1", "b2", "c"],
        "room": ["m2 disk", "m3 memory"],
        "budget": [2],
    }
    assert told["minimal"] is True
    unknown = optgap_command(*command, "m9")
    assert unknown.code == 2 and "node: is not in the instance" in unknown.err


def test_a_solution_of_another_instance_is_refused(optgap_command, tmp_path) -> None:
    path = tmp_path / "plan.json"
    optgap.save(optgap.solve("consolidation/ecs-12", "rtcr"), path)
    ended = optgap_command("stays", "consolidation/no-budget-for-exchange", path)
    assert ended.code == 2
    assert "solution" in ended.err


@pytest.mark.parametrize("seed", range(25))
def test_a_plan_says_every_plan_where_explain_says_so(seed: int) -> None:
    """What keeps or pins a machine is the same answer in both; all else a plan says of itself."""
    instance = cluster(seed)
    plan = optgap.solve(instance)
    known = {answer.name: answer for answer in why_stays(instance, plan)}
    for stays in optgap.stays(instance, plan):
        assert stays.in_every_plan == (known[stays.machine].kind == "kept")
        if stays.in_every_plan:
            assert known[stays.machine].answer == f"{stays.machine} stays: {stays.why}."


def test_the_table_of_a_plan_tells_this_plan_from_every_plan(optgap_command, tmp_path) -> None:
    path = tmp_path / "plan.json"
    optgap.save(optgap.solve("consolidation/kubernetes-small", "rtcr"), path)
    ended = optgap_command("plan", "consolidation/kubernetes-small", path)
    assert "this plan" in ended.out
    assert "optgap stays INSTANCE SOLUTION --node NAME" in ended.out
    told = optgap_command("plan", "consolidation/kubernetes-small", path, "--json").json["stays"]
    assert {each["in_every_plan"] for each in told} <= {True, False}


def test_the_proofs_of_an_answer(optgap_command, tmp_path) -> None:
    path, folder = tmp_path / "plan.json", tmp_path / "why"
    optgap.save(optgap.solve("consolidation/no-budget-for-exchange"), path)
    command = ("stays", "consolidation/no-budget-for-exchange", path)
    ended = optgap_command(*command, "--node", "m1", "-o", folder)
    assert ended.code == 0, ended.err
    programs = sorted(folder.glob("program-*"))
    assert [each.name for each in programs][:2] == ["program-1-conflict", "program-1-without-1"]
    assert len(programs) == 1 + 8
    verified = subprocess.run(
        [sys.executable, folder / "verify_proof.py", *programs], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stderr


def test_an_exchange_with_an_empty_node_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [{"name": f"m{j}", "capacity": [4 + (j == 2)]} for j in range(4)]
    pods = [{"name": f"p{i}", "demand": [4], "machine": f"m{i}"} for i in range(2)]
    pods.append({"name": "large", "demand": [5], "machine": "m2"})
    instance = Consolidation(
        name="four", resources=["cpu"], machines=rooms, items=pods, empty_machines="any"
    )
    plan = {"machine": {"p0": "m0", "p1": "m1", "large": "m2"}}
    monkeypatch.setattr(ClosedQuestion, "by_columns", lambda _: pytest.fail("not needed"))
    first, second = why_stays(instance, plan, nodes=["m0", "m1"])
    assert (first.kind, first.instead) == ("exchange", ("m3",))
    assert str(second) == "m1 need not stay: another plan is as good (3); m3 stays instead."
    monkeypatch.undo()
    (third,) = why_stays(instance, plan, nodes=["m2"])
    assert third.kind == "room"  # nowhere else is room for the large one


def test_questions_about_nodes_do_not_count_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second objective took nine tenths of the time, and says nothing of who stays."""
    source = "consolidation/kubernetes-small"
    plan = optgap.solve(source, "column-generation")
    monkeypatch.setattr(consolidation, "moves_of", lambda *_: pytest.fail("not asked"))
    answers = why_stays(source, plan)
    assert {answer.kind for answer in answers} <= {"kept", "room", "objective", "exchange"}


@pytest.mark.parametrize("seed", range(12))
def test_nodes_of_a_small_priced_cluster_are_answered_by_its_model(seed: int) -> None:
    """Every answer is that of the enumeration of all plans; none stays open."""
    rng = np.random.default_rng(seed)
    base = cluster(seed).replaced(migration_budget=None)
    prices = rng.integers(1, 9, len(base.machines)).tolist()
    machines = tuple(
        machine.model_copy(update={"price": float(price)})
        for machine, price in zip(base.machines, prices, strict=True)
    )
    instance = base.replaced(machines=machines, objective="price")
    check = optgap.problem_named("consolidation").judge
    costs: dict[frozenset[str], float] = {}
    for decision in assignments(instance):
        verdict = check(instance, decision)
        if verdict.feasible:
            assert isinstance(verdict.objective, float | int)
            costs[frozenset(decision["machine"].values())] = float(verdict.objective)
    best = min(costs.values())
    solution = optgap.solve(instance, "exact")
    assert solution.objective == pytest.approx(best)
    for answer in why_stays(instance, solution):
        others = [cost for used, cost in costs.items() if answer.name not in used]
        assert answer.kind != "open"
        if answer.kind == "objective":
            assert answer.objective == pytest.approx(min(others)) and min(others) > best
        elif answer.kind == "exchange":
            assert min(others) == pytest.approx(best)
        else:
            assert answer.kind in ("kept", "room") and not others


def test_a_solution_without_a_decision_is_refused(optgap_command, tmp_path) -> None:
    impossible = tmp_path / "impossible.json"
    optgap.save(optgap.solve("consolidation/item-too-large"), impossible)
    ended = optgap_command("stays", "consolidation/item-too-large", impossible)
    assert ended.code == 2 and "contains no decision" in ended.err
