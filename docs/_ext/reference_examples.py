"""The examples of the reference pages: commands and code that the build executes."""

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
}
