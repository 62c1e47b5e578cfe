"""The examples of the reference pages: commands and code that the build executes."""

from problem_examples import PROBLEM

SOLVED = "@optgap solve placement/fig6 -o solution.json"
DUMP = "@cp -r docs/../tests/data/kubernetes dump"
SUITE = (
    '@printf \'name = "small"\\nmethods = ["ipa", "fuxi"]\\n\\n'
    '[[instances]]\\nfiles = ["placement/fig6"]\\n\' > suite.toml'
)
CODES = {
    0: "done",
    2: "bad input: usage, instance, or a file that cannot be written",
    3: "infeasible: proven, or confirmed by a second run",
    4: "stopped without a result",
    5: "a check failed: violations, a refused proof or program, a broken contract or installation",
    70: "a defect of optgap; the message names a file with details",
    130: "interrupted; the best result so far is still written",
}
COMMAND_EXAMPLES = {
    "demo": ["optgap demo"],
    "problems": ["optgap problems"],
    "methods": ["optgap methods placement"],
    "show": ["optgap show placement/fig6"],
    "contract": ["optgap contract placement --instances 5"],
    "generate": [
        "optgap generate placement --seed 1 --set instances=3 --set machines=2 -o stage.json"
    ],
    "solve": ["optgap solve placement/fig6"],
    "check": [SOLVED, "optgap check placement/fig6 solution.json"],
    "compare": ["optgap compare placement/fig6 --methods ipa,fuxi,bottleneck"],
    "export": ["optgap export placement/fig6 --to fig6.lp", "head -8 fig6.lp"],
    "import": [DUMP, "optgap import kubernetes dump -o now.json"],
    "prove": ["optgap prove macrow/two-clusters -o proof"],
    "verify": ["@optgap prove macrow/two-clusters -o proof", "optgap verify proof"],
    "guarantee": [
        "optgap guarantee eviction/two-small --method coldest-first "
        "--free 'residents[].temperature'"
    ],
    "explain": ["optgap explain consolidation/item-too-large"],
    "sweep": ["optgap sweep consolidation/exchange --set migration_budget=0:3"],
    "plan": [
        "@optgap solve consolidation/kubernetes-small -o then.json",
        "optgap plan consolidation/kubernetes-small then.json",
    ],
    "stays": [
        "@optgap solve consolidation/no-budget-for-exchange -o then.json",
        "optgap stays consolidation/no-budget-for-exchange then.json --node m1",
    ],
    "place": [
        DUMP,
        """@echo '{"kind": "Pod", "metadata": {"name": "new"}, """
        """"spec": {"containers": [{"name": "c"}]}}' > pod.json""",
        "optgap place pod.json --in dump",
    ],
    "fleet": [DUMP, "optgap fleet report dump --time-limit 20"],
    "chain": [
        "@optgap solve macrow/two-clusters -o candidates.json",
        "optgap chain macrow/two-clusters candidates.json -o quantities.json",
    ],
    "epochs": ["optgap epochs --help"],
    "judge": ["optgap judge --list"],
    "hunt": ["optgap hunt placement --method fuxi --seed 1 --evaluations 50 -o worst.json"],
    "bench": [SUITE, "cat suite.toml", "optgap bench suite.toml --workers 1"],
    "report": [
        SUITE,
        "@optgap bench suite.toml --workers 1",
        "optgap report suite.jsonl -o report.html",
    ],
    "library": [
        "optgap library --problem warm_pool --size small",
        "optgap library show eviction-four-databases",
    ],
    "doctor": ["optgap doctor"],
    "mcp": ["optgap mcp --help"],
}
TABLE = """import optgap
from optgap import figures

table = optgap.compare(["placement/fig6", "placement/stage-300x80"], ["ipa", "fuxi"])
"""
NAME_EXAMPLES = {
    "load": 'import optgap\n\ninstance = optgap.load("placement/fig6")\nprint(instance.name)',
    "generate": 'import optgap\n\nprint(optgap.generate("placement", 7, instances=3).name)',
    "solve": 'import optgap\n\noutcome = optgap.solve("placement/fig6")\n'
    "print(outcome.status, outcome.objective, outcome.bound)",
    "check": 'import optgap\n\nverdict = optgap.check("placement/fig6", {"machine": [0, 1]})\n'
    "print(verdict.feasible, verdict.objective)",
    "compare": 'import optgap\n\ntable = optgap.compare("placement/fig6", ["ipa", "fuxi"])\n'
    'print(table[["method", "objective"]])',
    "prove": 'import optgap\n\nprint(optgap.prove("macrow/two-clusters", "proof").bound_kind)',
    "verify": 'import optgap\n\noptgap.prove("macrow/two-clusters", "proof")\n'
    'print(optgap.verify("proof").valid)',
    "guarantee": 'import optgap\n\nfree = "residents[].temperature"\n'
    'print(optgap.guarantee("eviction/two-small", "coldest-first", free=free).ratio)',
    "library": 'import optgap\n\nrows = optgap.library("macrow", size="paper", is_open=True)\n'
    "print(len(rows), rows[0].name, rows[0].gap)",
    "library_row": 'import optgap\n\nrow = optgap.library_row("eviction-four-databases")\n'
    "print(row.best, row.bound, row.state)",
    "submit": 'import optgap\n\noptgap.save(optgap.solve("eviction/four-databases"), "mine.json")\n'
    'print(optgap.submit("mine.json", by="Ada").verdict)',
    "explain": 'import optgap\n\nprint(optgap.explain("consolidation/item-too-large").feasible)',
    "pool": 'import optgap\n\nfound = optgap.pool("placement/fig6", 2)\nprint(len(found.pool))',
    "problem_named": 'import optgap\n\nprint(optgap.problem_named("placement").title)',
    "problem_names": "import optgap\n\nprint(*optgap.problem_names())",
    "save": 'import optgap\n\noptgap.save(optgap.load("placement/fig6"), "fig6.json")\n'
    'print(optgap.load("fig6.json").name)',
    "export": 'import optgap\n\noptgap.export("placement/fig6", "fig6.mps")',
    "hunt": 'import optgap\n\nworst = optgap.hunt("placement", "fuxi", seed=1, evaluations=50)\n'
    "print(f'{worst.loss:.2f}')",
    "InputError": 'import optgap\n\ntry:\n    optgap.load("placement/fig66")\n'
    "except optgap.InputError as error:\n    print(error)",
    "sweep": 'import optgap\n\nname = "consolidation/ecs-12"\n'
    'found = optgap.sweep(name, "migration_budget", [0, 2, 4])\n'
    "print([(each.value, each.bound) for each in found])",
    "front": "import optgap\nimport pyomo.environ as pyo\n\nmodel = pyo.ConcreteModel()\n"
    "model.x = pyo.Var(bounds=(0, 3), domain=pyo.Integers)\n"
    "model.y = pyo.Var(bounds=(0, 3), domain=pyo.Integers)\n"
    "model.enough = pyo.Constraint(expr=model.x + 2 * model.y >= 4)\n"
    "model.cost = pyo.Objective(expr=3 * model.x + model.y)\n"
    "model.risk = pyo.Objective(expr=model.y)\n"
    'front = optgap.front(model, ["cost", "risk"])\n'
    "print([point.objectives for point in front.points])",
    "bench": "import optgap\nfrom pathlib import Path\n\n"
    """suite = 'name = "two"\\n[[instances]]\\nfiles = ["placement/fig6"]'\n"""
    'Path("two.toml").write_text(suite)\n'
    'print(optgap.bench("two.toml")[["method", "objective"]])',
    "report": 'import optgap\n\ntable = optgap.compare("placement/fig6")\ntable.report("two.html")',
    "plan": 'import optgap\n\nname = "consolidation/ecs-12"\n'
    "waves = optgap.plan(name, optgap.solve(name)).waves\nprint(len(waves))",
    "stays": 'import optgap\n\nname = "consolidation/ecs-12"\n'
    "print(optgap.stays(name, optgap.solve(name))[0])",
    "Check": """import optgap

check = optgap.check("placement/fig6", {"machine": [0, 0]})
print(check.feasible, check.objective)
for violation in check.violations:
    print(violation)""",
    "Fault": """import optgap

document = {"problem": "placement", "version": 1, "name": "mine"}
document |= {"latency": [[1, -2]], "capacity": [1, 0.5]}
try:
    optgap.load(document)
except optgap.InputError as error:
    for fault in error.faults:
        print(fault)""",
    "Guarantee": """import optgap

worst = optgap.guarantee("eviction/two-small", "coldest-first", free="residents[].temperature")
print(worst.kind, worst.ratio)
print([resident.temperature for resident in worst.worst_instance.residents])""",
    "Instance": """import optgap

instance = optgap.load("placement/fig6")
print(isinstance(instance, optgap.Instance), instance.name, instance.latency)""",
    "ModelFront": """import optgap
import pyomo.environ as pyo

model = pyo.ConcreteModel()
model.x = pyo.Var(bounds=(0, 4), domain=pyo.Integers)
model.hours = pyo.Objective(expr=5 - model.x)
model.cost = pyo.Objective(expr=2 * model.x)
front = optgap.front(model, ["hours", "cost"])
print(front.complete, [point.objectives for point in front.points])""",
    "Outcome": """import optgap

outcome = optgap.solve("placement/fig6", "bottleneck")
print(outcome.status, outcome.objective, outcome.bound, outcome.bound_kind)
print(outcome.decision, outcome.certificate)""",
    "Problem": """import optgap

problem = optgap.problem_named("placement")
print(problem.name, problem.demo, [method.name for method in problem.methods][:4])
instance = problem.generated(1, instances=3, machines=2)
print(problem.judge(instance, {"machine": [0, 1, 1]}).objective)""",
    "WavePlan": """import optgap

name = "consolidation/ecs-12"
plan = optgap.plan(name, optgap.solve(name))
print(f"{len(plan.waves)} wave with {len(plan.waves[0].moves)} moves, {len(plan.blocked)} blocked")
print(plan.waves[0].moves[0])""",
    "Worst": """import optgap

worst = optgap.hunt("placement", "fuxi", seed=1, evaluations=50)
print(f"{worst.ratio:.2f} times the optimum:", worst.instance.dense_latency().tolist())""",
    "frees": """import optgap

name = "consolidation/kubernetes-small"
for without in optgap.frees(name, optgap.solve(name), time_limit=20):
    print(without.dropped, without.now, "->", without.objective)""",
    "judge": """from pathlib import Path

import optgap
from optgap_found_programs import make_folder

make_folder("prism", Path("search"))
judged = optgap.judge("prism", "search/initial_program.py", instances=2)
for row in judged.rows:
    print(row.instance, row.status, f"{row.gap:.1%}")""",
    "load_problem": "from pathlib import Path\n\nimport optgap\n\n"
    f"Path('shop.py').write_text('''{PROBLEM}''')\n"
    """shop = optgap.load_problem("shop.py")
instance = shop.instance(name="three", hours=[2, 3, 4], machines=2)
print(optgap.check(instance, {"machine": [0, 0, 1]}).objective)""",
    "place": """import optgap

node = {
    "kind": "Node",
    "metadata": {"name": "n1"},
    "status": {"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "110"}},
}
container = {"name": "c", "resources": {"requests": {"cpu": "3"}}}
pod = {"kind": "Pod", "metadata": {"name": "new"}, "spec": {"containers": [container]}}
placed = optgap.place(pod, {"kind": "List", "items": [node]})
print(placed.document["admitted"], placed.document["nodes"][0]["reasons"])""",
    "simulate": """import optgap

name = "consolidation/ecs-12"
waves = optgap.plan(name, optgap.solve(name))
replay = optgap.simulate(name, waves, replays=20)
print(f"{replay.as_planned} moves end where they were planned, {len(replay.elsewhere)} elsewhere")
print(f"{len(replay.orders.failed)} of {replay.orders.replays} random orders fail")""",
    "figures.bars": TABLE
    + """axes = figures.bars(table, size=(5, 3))
print(axes.get_xlabel(), "/", axes.get_ylabel())""",
    "figures.gap_profile": TABLE
    + """axes = figures.gap_profile(table, size=(5, 3))
print(axes.get_xlabel(), "/", axes.get_ylabel())""",
    "figures.performance_profile": TABLE
    + """axes = figures.performance_profile(table, size=(5, 3))
print(axes.get_xlabel(), "/", axes.get_ylabel())""",
    "figures.heat_map": TABLE
    + """axes = figures.heat_map(table, most=10)
print([label.get_text() for label in axes.get_yticklabels()])""",
    "figures.gap_over_time": TABLE
    + """axes = figures.gap_over_time(table)
print(axes.get_xlabel(), "/", axes.get_ylabel())""",
    "figures.save": TABLE + """print(*figures.save(figures.bars(table), "bars.svg"))""",
    "testing.assert_feasible": """from optgap.testing import assert_feasible

print(assert_feasible("placement/fig6", {"machine": [1, 2]}))
try:
    assert_feasible("placement/fig6", {"machine": [0, 7]})
except AssertionError as error:
    print(error)""",
    "testing.assert_gap_at_most": """import optgap
from optgap.testing import assert_gap_at_most

decision = optgap.solve("placement/stage-300x80", "ipa").decision
print(round(assert_gap_at_most("placement/stage-300x80", decision, 0.10, trust="certified"), 4))""",
    "testing.assert_ratio_at_most": """import optgap
from optgap.testing import assert_ratio_at_most

decision = optgap.solve("placement/fig6", "fuxi").decision
try:
    assert_ratio_at_most("placement/fig6", decision, 1.2)
except AssertionError as error:
    print(error)""",
    "testing.assert_front_loss_at_most": """import optgap
from optgap.testing import assert_front_loss_at_most

stage = optgap.load("stage/two-machines")
points = optgap.solve(stage, "ipa-raa").front
print(assert_front_loss_at_most(stage, [point.decision for point in points], 0.5))""",
    "testing.assert_guarantee": """from optgap.testing import assert_guarantee

free = "residents[].temperature"
print(assert_guarantee("coldest-first", "eviction/two-small", free=free, ratio=3))""",
    "own_models.solve": """import pyomo.environ as pyo
from optgap.own_models import solve

model = pyo.ConcreteModel()
model.x = pyo.Var([0, 1], domain=pyo.NonNegativeIntegers)
model.cores = pyo.Constraint(expr=3 * model.x[0] + 2 * model.x[1] <= 7)
model.worth = pyo.Objective(expr=4 * model.x[0] + 3 * model.x[1], sense=pyo.maximize)
result = solve(model, gap=0.0)
print(result.status, result.objective, result.bound, [pyo.value(model.x[k]) for k in (0, 1)])""",
    "own_models.cross_check": """import pyomo.environ as pyo
from optgap.own_models import cross_check

model = pyo.ConcreteModel()
model.x = pyo.Var([0, 1], domain=pyo.NonNegativeIntegers)
model.cores = pyo.Constraint(expr=3 * model.x[0] + 2 * model.x[1] <= 7)
model.worth = pyo.Objective(expr=4 * model.x[0] + 3 * model.x[1], sense=pyo.maximize)
check = cross_check(model)
print(check.bound_kind, {name: result.objective for name, result in check.results.items()})""",
    "own_models.CrossCheck": """import pyomo.environ as pyo
from optgap.own_models import CrossCheck, cross_check

model = pyo.ConcreteModel()
model.x = pyo.Var([0, 1], domain=pyo.Integers, bounds=(0, 3))
model.cores = pyo.Constraint(expr=3 * model.x[0] + 2 * model.x[1] <= 7)
model.worth = pyo.Objective(expr=4 * model.x[0] + 3 * model.x[1], sense=pyo.maximize)
check = cross_check(model, gap=0.0)
print(isinstance(check, CrossCheck), check.bound_kind, check.results["scip"].status)""",
}
