"""An example for each name of `optgap.problem`: its group, its meaning where it has no docstring,
and code that runs.
"""

_SHOP = """from optgap.problem import *


class Shop(Instance):
    hours: Many[Positive]
    machines: PositiveCount


class Plan(Decision):
    AXES = {"machine": ("hours",)}
    INDICES = {"machine": "machines"}
    machine: list[int]


"""
PROBLEM = (
    _SHOP
    + """problem = Problem("shop", Shop, Plan)


@problem.check
def last_hour(instance, decision, judge):
    ends = [0.0] * instance.machines
    for hours, machine in zip(instance.hours, decision.machine):
        ends[machine] += hours
    return max(ends)


instance = Shop(name="three", hours=[2, 3, 4], machines=2)
"""
)
_FIELD = """import optgap
from optgap.problem import Instance, {name}


class One(Instance):
    value: {name}


print(One(name="good", value={good}).value)
try:
    One(name="bad", value={bad})
except optgap.InputError as error:
    print(error)"""
_ARRAY = """from typing import Annotated

from optgap.problem import {name}, Instance, number_array


class Costs(Instance):
    cost: Annotated[{name}, *number_array(1{rule})]


print(Costs(name="costs", cost={value}).cost)"""
_WORDS = """from optgap.problem import {name}

words = {call}
print(words({amount}))"""

GROUPS = ("The declaration", "Fields of instances", "Decisions and the judge", "Words of `explain`")
EXAMPLES: dict[str, tuple[int, str, str]] = {
    "Problem": (
        0,
        "",
        PROBLEM + 'print(problem.judge(instance, {"machine": [0, 0, 1]}).objective)',
    ),
    "extend": (
        0,
        "",
        """import optgap
from optgap.instances.placement import Placement
from optgap.problem import Extension, extend


class Pinned(Placement):
    first: int = 0


problem: Extension = extend("placement", "pinned", Pinned)


@problem.check
def rules(instance, decision, judge):
    if decision.machine[0] != instance.first:
        judge.fault("first", "instance 0", f"must be on machine {instance.first}")
    return problem.check_base(instance, decision, judge)


@problem.model
def model(instance):
    m = problem.base_model(instance)
    m.B[0, instance.first].fix(1)
    return m


stage = optgap.load("placement/fig6")
print(optgap.solve(stage).objective, optgap.solve(Pinned.of(stage, first=0)).objective)""",
    ),
    "Extension": (
        0,
        "",
        """from optgap.instances.placement import Placement
from optgap.problem import Extension, extend


class Stage(Placement):
    pass


problem: Extension = extend("placement", "another_placement", Stage)
print(problem.base.name, sorted(method.name for method in problem.methods))""",
    ),
    "load_problem": (
        0,
        "",
        "from pathlib import Path\n\nimport optgap\n\n"
        f"Path('shop.py').write_text('''{PROBLEM}''')\n"
        'print(optgap.load_problem("shop.py").title or "shop")',
    ),
    "Answer": (
        0,
        "",
        PROBLEM
        + '''

@problem.method(kind="exact")
def longest_first(instance):
    """Two machines and three jobs: the longest job alone."""
    return Answer({"machine": [0, 0, 1]}, bound=5.0, bound_kind="solver")


import optgap

outcome = optgap.solve(instance, "longest-first")
print(outcome.status, outcome.objective, outcome.bound)''',
    ),
    "Instance": (
        1,
        "",
        _SHOP
        + 'shop = Shop(name="two", hours=[2, 3], machines=2)\n'
        + "print(shop.hours, shop.replaced(machines=3).machines)",
    ),
    "Part": (
        1,
        "",
        "from optgap.problem import Instance, Many, Name, Part, Positive\n\n\n"
        "class Job(Part):\n    name: Name\n    hours: Positive\n\n\n"
        "class Jobs(Instance):\n    jobs: Many[Job]\n\n\n"
        'jobs = Jobs(name="jobs", jobs=[{"name": "a", "hours": 2}])\nprint(jobs.jobs[0].hours)',
    ),
    "Many": (
        1,
        "A list in the file, an immutable tuple in memory: `Many[float]`, `Many[Job]`.",
        _SHOP + 'print(Shop(name="two", hours=[2, 3], machines=2).hours)',
    ),
    "Name": (1, "Text that is not empty.", _FIELD.format(name="Name", good="'a'", bad="''")),
    "Count": (1, "An integer >= 0.", _FIELD.format(name="Count", good=0, bad=-1)),
    "PositiveCount": (1, "An integer > 0.", _FIELD.format(name="PositiveCount", good=1, bad=0)),
    "NonNegative": (1, "A number >= 0.", _FIELD.format(name="NonNegative", good=0.5, bad=-0.5)),
    "Positive": (1, "A number > 0.", _FIELD.format(name="Positive", good=0.5, bad=0)),
    "Share": (1, "A number from 0 to 1.", _FIELD.format(name="Share", good=0, bad=1.5)),
    "PositiveShare": (
        1,
        "A number above 0, and at most 1.",
        _FIELD.format(name="PositiveShare", good=1, bad=0),
    ),
    "number_array": (
        1,
        "",
        """from typing import Annotated

import optgap
from optgap.problem import FloatArray, Instance, number_array


class Costs(Instance):
    cost: Annotated[FloatArray, *number_array(ndim=2, at_least=0, nullable=True)]


print(Costs(name="costs", cost=[[1, 2.5], [None, 0]]).cost)
try:
    Costs(name="bad", cost=[[1, -2]])
except optgap.InputError as error:
    print(error)""",
    ),
    "FloatArray": (
        1,
        "A numpy array of numbers; its shape and range are those of `number_array`.",
        _ARRAY.format(name="FloatArray", rule="", value="[1, 2.5]"),
    ),
    "IntArray": (
        1,
        "A numpy array of integers; with `number_array(…, whole=True)`.",
        _ARRAY.format(name="IntArray", rule=", whole=True", value="[1, 2]"),
    ),
    "BoolArray": (
        1,
        "A numpy array of truth values, for what is computed from fields.",
        "import numpy as np\n\nfrom optgap.problem import BoolArray\n\n"
        "is_long: BoolArray = np.array([2.0, 7.0]) > 5\nprint(is_long)",
    ),
    "Fault": (
        1,
        "",
        """import optgap
from optgap.problem import Fault, Instance, Many, Positive, PositiveCount


def enough_jobs(hours, machines):
    if len(hours) < machines:
        yield Fault.of("hours", f"must have an entry for each of {machines} machines", hours)


class Shop(Instance):
    RULES = (enough_jobs,)
    hours: Many[Positive]
    machines: PositiveCount


try:
    Shop(name="few", hours=[2], machines=2)
except optgap.InputError as error:
    print(error)""",
    ),
    "shape_faults": (
        1,
        "",
        """from typing import Annotated

import optgap
from optgap.problem import FloatArray, Instance, Many, Name, number_array, shape_faults


def a_row_for_each_job(jobs, machines, hours):
    yield from shape_faults("hours", hours, jobs, machines)


class Shop(Instance):
    RULES = (a_row_for_each_job,)
    jobs: Many[Name]
    machines: Many[Name]
    hours: Annotated[FloatArray, *number_array(ndim=2, above=0)]


try:
    Shop(name="few", jobs=["a", "b"], machines=["m"], hours=[[1]])
except optgap.InputError as error:
    print(error)""",
    ),
    "Decision": (
        2,
        "",
        PROBLEM
        + """for machine in ([0, 1], [0, 1, 2]):
    print(problem.judge(instance, {"machine": machine}).violations[0])""",
    ),
    "Judge": (
        2,
        "",
        _SHOP
        + """problem = Problem("shop", Shop, Plan)


@problem.check
def last_hour(instance: Shop, decision: Plan, judge: Judge) -> float:
    ends = [0.0] * instance.machines
    for hours, machine in zip(instance.hours, decision.machine):
        ends[machine] += hours
    for machine, hours in enumerate(ends):
        judge.at_most("day", f"machine {machine}", hours, 8)
    if decision.machine[0] != 0:
        judge.fault("first", "job 0", "must run on machine 0")
    return max(ends)


instance = Shop(name="three", hours=[2, 3, 7], machines=2)
for violation in problem.judge(instance, {"machine": [1, 1, 1]}).violations:
    print(violation)""",
    ),
    "Certificate": (
        2,
        "",
        PROBLEM
        + '''

class Average(Certificate):
    """The mean of all machines, which the last one cannot be below."""

    machines: int


@problem.certified
def mean_hours(instance, certificate: Average):
    return sum(exactly(list(instance.hours))) / instance.machines


@problem.method(kind="exact")
def longest_alone(instance):
    """Return a plan with the bound of its certificate."""
    return Answer({"machine": [0, 0, 1]}, certificate=Average(machines=2))


import optgap

outcome = optgap.solve(instance, "longest-alone")
print(outcome.objective, outcome.bound, outcome.bound_kind)''',
    ),
    "exactly": (
        2,
        "",
        "from optgap.problem import exactly\n\nprint(0.1 + 0.2 <= 0.3)\n"
        "print(sum(exactly([0.1, 0.2])) <= exactly(0.3))",
    ),
    "Said": (
        3,
        "",
        "from optgap.problem import Said, more\n\n"
        'said = Said("room", "machine 1", "8 GiB", more("room for ", 8, " GiB"))\n'
        "print(said.family, said.member, said.words, said.change(2), sep=', ')",
    ),
    "becomes": (
        3,
        "",
        _WORDS.format(name="becomes", call='becomes("room ", 8, " GiB")', amount=-2),
    ),
    "less": (3, "", _WORDS.format(name="less", call='less("at least ", 5, " jobs")', amount=2)),
    "more": (3, "", _WORDS.format(name="more", call='more("room for ", 8, " GiB")', amount=2)),
    "simply": (3, "", _WORDS.format(name="simply", call='simply("job 1 may wait")', amount=1)),
}
