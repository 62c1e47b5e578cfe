"""Problems that extend shipped ones: model, judge and all decisions enumerated agree."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyomo.environ as pyo
import pytest
from enumeration import assignments
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.instances.consolidation import Consolidation
from optgap.instances.macrow import MacroW
from optgap.instances.placement import Placement
from optgap.problem import Extension, Problem, extend
from optgap.testing import contract

FILE = Path(__file__).parents[3] / "examples" / "placement_apart.py"

PLACEMENT = {
    "latency": [[4, 7, 9], [5, 6, None], [2, 8, 3], [9, 4, 6]],
    "capacity": [1, 2, 1],
}
MACROW = {
    "nodes": [{"name": f"n{j}", "mips": m, "cluster": "c"} for j, m in ((1, 20), (2, 10), (3, 5))],
    "pes": [
        {"name": f"p{k}", "goal": goal, "max_mips": 5} for k, goal in enumerate((9.0, 4.0, 3.0))
    ],
}
CONSOLIDATION = {
    "resources": ["cpu"],
    "machines": [{"name": f"m{j}", "capacity": [room]} for j, room in enumerate((8, 6, 4))],
    "items": [
        {"name": f"i{k}", "demand": [size], "machine": f"m{k % 2}", "migration_cost": 1.0}
        for k, size in enumerate((2, 2, 1, 2))
    ],
    "migration_budget": 1.0,
}


@pytest.fixture(autouse=True)
def no_problem_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards which files of problems a test has made known."""
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


def decisions(instance: Any) -> Iterator[dict[str, Any]]:
    """Yield every decision of a small instance."""
    if isinstance(instance, Placement):
        for machine in itertools.product(range(instance.machines), repeat=instance.instances):
            yield {"machine": list(machine)}
    elif isinstance(instance, MacroW):
        nodes = [node.name for node in instance.nodes]
        some = [s for k in (1, 2, 3) for s in itertools.combinations(nodes, k)]
        for chosen in itertools.product(some, repeat=len(instance.pes)):
            pairs = zip(instance.pes, chosen, strict=True)
            yield {"candidates": {pe.name: list(names) for pe, names in pairs}}
    else:
        yield from assignments(instance)


def dropped(problem: Extension, component: str, constraint: str) -> None:
    @problem.check
    def check(instance, decision, judge):
        return problem.check_base(instance, decision, judge, without=[constraint])

    @problem.model
    def model(instance):
        m = problem.base_model(instance)
        m.component(component).deactivate()
        return m


def with_term(problem: Extension, objective: str, count: Any, columns: Any) -> None:
    @problem.check
    def check(instance, decision, judge):
        return float(problem.check_base(instance, decision, judge)) + 0.25 * count(decision)

    @problem.model
    def model(instance):
        m = problem.base_model(instance)
        m.component(objective).expr = m.component(objective).expr + 0.25 * columns(m)
        if m.component("in_order"):
            m.in_order.deactivate()
        return m


def fixed(problem: Extension, is_there: Any, column: Any) -> None:
    @problem.check
    def check(instance, decision, judge):
        if not is_there(decision):
            judge.fault("fixed", "the first one", "is elsewhere")
        return problem.check_base(instance, decision, judge)

    @problem.model
    def model(instance):
        m = problem.base_model(instance)
        column(m).fix(1)
        if m.component("in_order"):
            m.in_order.deactivate()
        return m


CHANGES = {
    "placement-dropped": ("placement", lambda p: dropped(p, "capacity", "capacity")),
    "placement-term": (
        "placement",
        lambda p: with_term(
            p,
            "stage_latency",
            lambda d: 8 * sum(d.machine == 1),
            lambda m: 8 * sum(m.B[i, 1] for i in m.INSTANCES if (i, 1) in m.B),
        ),
    ),
    "placement-fixed": (
        "placement",
        lambda p: fixed(p, lambda d: d.machine[0] == 2, lambda m: m.B[0, 2]),
    ),
    "macrow-dropped": ("macrow", lambda p: dropped(p, "fairness", "fairness")),
    "macrow-term": (
        "macrow",
        lambda p: with_term(
            p,
            "balance",
            lambda d: sum("n1" in names for names in d.candidates.values()),
            lambda m: sum(m.v[pe, "n1"] for pe in m.PES),
        ),
    ),
    "macrow-fixed": (
        "macrow",
        lambda p: fixed(p, lambda d: "n3" in d.candidates["p0"], lambda m: m.v["p0", "n3"]),
    ),
    "consolidation-dropped": (
        "consolidation",
        lambda p: dropped(p, "budget", "migration_budget"),
    ),
    "consolidation-term": (
        "consolidation",
        lambda p: with_term(
            p,
            "machines_used",
            lambda d: sum(name == "m0" for name in d.machine.values()),
            lambda m: sum(m.x[i, 0] for i in m.ITEMS),
        ),
    ),
    "consolidation-fixed": (
        "consolidation",
        lambda p: fixed(p, lambda d: d.machine["i1"] == "m1", lambda m: m.x[1, 1]),
    ),
}
SMALL: dict[str, tuple[type, dict[str, Any]]] = {
    "placement": (Placement, PLACEMENT),
    "macrow": (MacroW, MACROW),
    "consolidation": (Consolidation, CONSOLIDATION),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_changed_model_is_the_changed_judge(change: str) -> None:
    base, declare = CHANGES[change]
    kind, fields = SMALL[base]
    if change == "consolidation-fixed":
        fields = {**fields, "migration_budget": 4.0}
    own = type(kind.__name__, (kind,), {"__module__": __name__, "__doc__": "Changed."})
    problem = extend(base, change.replace("-", "_"), own)
    declare(problem)
    instance = own(name="small", **fields)
    verdicts = [problem.judge(instance, each) for each in decisions(instance)]
    best = min(verdict.objective for verdict in verdicts if verdict.feasible)
    outcome = optgap.solve(instance, "exact")
    assert (outcome.status, outcome.objective) == ("optimal", pytest.approx(best)), outcome.message
    published = optgap.solve(kind(name="small", **fields), "exact")
    assert published.objective != pytest.approx(best), "the change decides on this instance"


def test_the_heuristics_of_the_base_claim_no_bounds_and_are_judged_anew() -> None:
    problem = optgap.load_problem(FILE)
    stage = optgap.load("placement/fig6")
    plain = optgap.solve(stage, "ipa")
    assert plain.bound_kind == "certified"
    free = problem.instance.of(stage, apart=[])
    outcome = optgap.solve(free, "ipa")
    assert (outcome.objective, outcome.bound, outcome.certificate) == (plain.objective, None, None)
    bare = Placement(name="bare", latency=[[1, 9], [1, 9]], capacity=[2, 1])
    other = problem.instance.of(bare, apart=[(0, 1)])
    refused = optgap.solve(other, "ipa")
    assert refused.status == "unknown"
    assert "apart at instances 0 and 1: are on one machine" in refused.message
    assert optgap.solve(other, "exact").objective == 9


def test_the_example_keeps_the_contract() -> None:
    contract(optgap.load_problem(FILE), instances=12)


def test_the_example_is_what_enumeration_finds() -> None:
    problem = optgap.load_problem(FILE)
    for seed in range(8):
        instance = problem.generated(seed, instances=4, machines=3, pairs=3)
        verdicts = [problem.judge(instance, each) for each in decisions(instance)]
        best = min((v.objective for v in verdicts if v.feasible), default=None)
        assert optgap.solve(instance, "exact").objective == pytest.approx(best)


def test_the_example_goes_through_every_command(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "def mine(instance):\n"
        "    assert instance.apart is not None\n"
        "    return {'machine': [0] * instance.instances}\n"
    )
    Path("suite.toml").write_text(
        'name = "own"\n'
        '[[instances]]\nfiles = ["a.json"]\n'
        '[[methods]]\nmethod = "exact"\n[[methods]]\nmethod = "ipa"\n'
    )
    for command, code in (
        ("generate placement_apart --seed 3 -o a.json", 0),
        ("solve a.json -o s.json", 0),
        ("check a.json s.json", 0),
        ("compare a.json", 0),
        ("compare a.json --methods mine.py:mine,ipa", 5),
        ("prove a.json -o proof", 0),
        ("verify proof", 0),
        ("export a.json --to a.mps", 0),
        ("hunt placement_apart --method fuxi --evaluations 5", 0),
        ("bench suite.toml", 0),
        ("explain a.json", 0),
    ):
        ended = CliRunner().invoke(app, [*command.split(), "--problem", str(FILE)])
        assert ended.exit_code == code, f"{command}: {ended.output}"
    assert json.loads(Path("a.json").read_text())["problem"] == "placement_apart"
    assert "apart" in Path("a.mps").read_text()


def test_explain_blames_the_new_rule() -> None:
    problem = optgap.load_problem(FILE)
    stage = Placement(name="two", latency=[[1, 2], [1, 2], [1, 2]], capacity=[2, 2])
    stuck = problem.instance.of(stage, apart=[(0, 1), (0, 2), (1, 2)])
    assert optgap.solve(stuck, "exact").status == "infeasible"
    assert "apart" in str(optgap.explain(stuck))


def test_the_name_of_the_problem_comes_from_its_declaration() -> None:
    class Renamed(Placement):
        """A stage under another name."""

    problem = Problem("renamed", Renamed, optgap.problem_named("placement").decision)
    made = Renamed(name="r", latency=[[1]], capacity=[1])
    assert made.problem == "renamed" and problem.instance is Renamed
    with pytest.raises(optgap.InputError, match="must be 'renamed'"):
        Renamed(name="r", problem="placement", latency=[[1]], capacity=[1])
    assert Placement(name="r", latency=[[1]], capacity=[1]).problem == "placement"


def test_an_extension_needs_a_subclass_and_an_objective() -> None:
    with pytest.raises(optgap.InputError, match="must be a subclass of Placement"):
        extend("placement", "wrong", Consolidation)
    with pytest.raises(optgap.InputError, match="did you mean 'placement'"):
        extend("placment", "wrong", Placement)


def test_rows_that_break_ties_are_part_of_the_base_model() -> None:
    """Twins of consolidation are used in order, which a rule of one machine contradicts."""
    m = optgap.problem_named("consolidation").formulation.build_model(
        Consolidation(
            name="twins",
            resources=["cpu"],
            machines=[{"name": n, "capacity": [2]} for n in ("a", "b")],
            items=[{"name": "i", "demand": [1]}],
        )
    )
    assert isinstance(m, pyo.ConcreteModel) and len(m.in_order) == 1


FRONT = '''
import pyomo.environ as pyo
from optgap.instances.resource_plan import ResourcePlan
from optgap.problem import extend


class Taxed(ResourcePlan):
    """Options of which the first ones are taxed, and an instance that keeps its first option."""

    tax: float = 0.0
    kept: int | None = None


problem = extend("resource_plan", "resource_plan_taxed", Taxed)


@problem.check
def check(instance, decision, judge):
    if instance.kept is not None and decision.option[instance.kept] != 0:
        judge.fault("kept", f"instance {instance.kept}", "has another option")
    values = problem.check_base(instance, decision, judge)
    return values and {**values, "cost": values["cost"] + instance.tax * sum(decision.option == 0)}


@problem.model
def model(instance):
    m = problem.base_model(instance)
    m.objective["cost"].expr += instance.tax * sum(m.x[i, 0] for i in m.INSTANCES)
    if instance.kept is not None:
        m.x[instance.kept, 0].fix(1)
    return m
'''


@pytest.fixture
def taxed(tmp_path: Path) -> Extension:
    (tmp_path / "taxed.py").write_text(FRONT)
    return optgap.load_problem(tmp_path / "taxed.py")


@pytest.mark.parametrize("seed", range(4))
def test_an_extension_has_a_front_of_its_own(taxed: Extension, tmp_path: Path, seed: int) -> None:
    base = optgap.generate("resource_plan", seed, instances=4, options=3)
    latency, cost = (each.name for each in base.objectives)
    instance = taxed.instance.of(base, tax=7.5, kept=1 if seed % 2 else None)
    sizes = [
        len(instance.options.values[a:b]) for a, b in itertools.pairwise(instance.options.start)
    ]
    points = set()
    for option in itertools.product(*map(range, sizes)):
        verdict = taxed.judge(instance, {"option": list(option)})
        if verdict.feasible:
            points.add((verdict.objectives[latency], verdict.objectives[cost]))
    front = [
        p
        for p in sorted(points)
        if not any(q[0] <= p[0] and q[1] <= p[1] and q != p for q in points)
    ]
    outcome = optgap.solve(instance, "exact")
    assert (outcome.status, outcome.front_complete) == ("optimal", True)
    found = sorted((p.objectives[latency], p.objectives[cost]) for p in outcome.front)
    assert found == [pytest.approx(p) for p in front]
    proven = optgap.prove(instance, tmp_path / "proof")
    assert proven.front_complete
    assert len(proven.front) == len(front)
    assert optgap.verify(tmp_path / "proof").valid
    assert optgap.solve(instance, "raa-general").front_complete is not True


def test_a_maximum_must_stay_as_it_is(taxed: Extension, tmp_path: Path) -> None:
    changed = FRONT.replace('objective["cost"].expr +=', 'objective["latency"].expr +=')
    (tmp_path / "changed.py").write_text(changed.replace("resource_plan_taxed", "changed"))
    problem = optgap.load_problem(tmp_path / "changed.py")
    instance = problem.instance.of(optgap.load("resource_plan/fig7"), tax=1.0)
    with pytest.raises(
        optgap.InputError, match="is a maximum and must stay as in base_model; otherwise,"
    ):
        optgap.solve(instance, "exact")


def test_without_a_front_the_model_has_one_objective() -> None:
    class Priced(optgap.problem_named("resource_plan").instance):
        """A second of latency has a price."""

        price: float = 1.0

    problem = extend("resource_plan", "resource_plan_priced", Priced, front=False)

    @problem.check
    def check(instance, decision, judge):
        values = problem.check_base(instance, decision, judge)
        return values and values["cost"] + instance.price * values["latency"]

    @problem.model
    def model(instance):
        m = problem.base_model(instance)
        cost, latency = (m.objective[name].expr for name in ("cost", "latency"))
        m.objective.deactivate()
        m.total = pyo.Objective(expr=cost + instance.price * latency)
        return m

    plan = optgap.load("resource_plan/fig7")
    outcome = optgap.solve(Priced.of(plan, price=2.0), "exact")
    front = optgap.solve(plan, "exact").front
    least = min(p.objectives["cost"] + 2 * p.objectives["latency"] for p in front)
    assert (outcome.status, outcome.objective) == ("optimal", pytest.approx(least))
