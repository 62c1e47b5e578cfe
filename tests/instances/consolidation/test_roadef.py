"""Google's machine reassignment: what the challenge publishes, recomputed here from its files."""

from pathlib import Path

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import read_roadef

check = optgap.problem_named("consolidation").judge

DATA = Path(__file__).parents[4] / "shared" / "data" / "roadef2012_a"
PUBLISHED = {1: 49_528_750, 2: 1_061_649_570, 3: 583_662_270, 4: 632_499_600, 5: 782_189_690}
real = pytest.mark.skipif(not DATA.exists(), reason="the challenge's files are not here")


def cost(model: Path, before: list[int], after: list[int]) -> int:
    """Return the challenge's objective, by its document and from the raw numbers."""
    numbers = iter(int(word) for word in model.read_text().split())
    weights = [(next(numbers), next(numbers))[1] for _ in range(next(numbers))]
    R = len(weights)
    machines = next(numbers)
    capacity, safety, moving = [], [], []
    for _ in range(machines):
        next(numbers), next(numbers)
        capacity.append([next(numbers) for _ in range(R)])
        safety.append([next(numbers) for _ in range(R)])
        moving.append([next(numbers) for _ in range(machines)])
    services = next(numbers)
    for _ in range(services):
        next(numbers)
        for _ in range(next(numbers)):
            next(numbers)
    service, needs, move_cost = [], [], []
    for _ in range(next(numbers)):
        service.append(next(numbers))
        needs.append([next(numbers) for _ in range(R)])
        move_cost.append(next(numbers))
    balances = [[next(numbers) for _ in range(4)] for _ in range(next(numbers))]
    weight_process, weight_service, weight_machine = (next(numbers) for _ in range(3))
    load = [[0] * R for _ in range(machines)]
    for need, machine in zip(needs, after, strict=True):
        for r in range(R):
            load[machine][r] += need[r]
    total = sum(
        weights[r] * max(0, load[m][r] - safety[m][r]) for m in range(machines) for r in range(R)
    )
    for first, second, target, weight in balances:
        for m in range(machines):
            free = [capacity[m][r] - load[m][r] for r in (first, second)]
            total += weight * max(0, target * free[0] - free[1])
    moved = [p for p in range(len(needs)) if before[p] != after[p]]
    per_service = [sum(service[p] == s for p in moved) for s in range(services)]
    total += weight_process * sum(move_cost[p] for p in moved)
    total += weight_service * max(per_service, default=0)
    return total + weight_machine * sum(moving[before[p]][after[p]] for p in moved)


def machines_in(path: Path) -> list[int]:
    return [int(word) for word in path.read_text().split()]


@real
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_published_costs_and_feasible_starts(number: int) -> None:
    model, start = DATA / f"model_a1_{number}.txt", DATA / f"assignment_a1_{number}.sol"
    before = machines_in(start)
    assert cost(model, before, before) == PUBLISHED[number]
    instance, _ = read_roadef(model, start)
    now = {"machine": {item.name: item.machine for item in instance.items}}
    assert check(instance, now).violations == ()


@real
def test_the_certificate_keeps_the_rules() -> None:
    """The proven optimum of a1_1 has the published value and breaks no rule of ours."""
    model, start = DATA / "model_a1_1.txt", DATA / "assignment_a1_1.sol"
    instance, notes = read_roadef(model, start)
    after = machines_in(DATA / "certificate_a1_1.optaplanner.sol")
    assert cost(model, machines_in(start), after) == 44_306_501
    decision = {"machine": {f"p{p}": f"m{j}" for p, j in enumerate(after)}}
    verdict = check(instance, decision)
    assert (verdict.violations, verdict.objective) == ((), 4)
    assert {rule.kind for rule in instance.rules or ()} == {"apart"}
    assert notes[0].startswith("the challenge's objective")
    outcome = optgap.solve(instance, "column-generation", time_limit=20)
    assert outcome.objective is not None


def test_files_that_are_no_model(tmp_path: Path) -> None:
    model, start = tmp_path / "model.txt", tmp_path / "start.sol"
    model.write_text("1\n0 1\n1\n0 0 5 5 0\n1\n0 1 7\n1\n0 3 1\n0\n1 1 1\n")
    start.write_text("0")
    with pytest.raises(InputError, match="service 0: needs a service that does not exist"):
        read_roadef(model, start)
    model.write_text("1\n0 1\n1\n0 0 5 5 0\n1\n2 0\n2\n0 3 1\n0 2 1\n0\n1 1 1\n")
    start.write_text("0 4 0")
    with pytest.raises(InputError, match="must have 2 machines, one per process"):
        read_roadef(model, start)
    model.write_text("1\n0 one")
    with pytest.raises(InputError, match="word 3: must be an integer"):
        read_roadef(model, start)
    model.write_text("7\n0 1")
    with pytest.raises(InputError, match="ends too early"):
        read_roadef(model, start)
