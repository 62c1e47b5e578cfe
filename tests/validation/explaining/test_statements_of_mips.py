"""Conflicts of macroq, microq and microw against enumeration and linear programs of their own."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

import optgap
from optgap.instances.macroq import MacroQ
from optgap.instances.microq import MicroQ
from optgap.instances.microw import MicroW


def jobs(seed: int) -> MacroQ:
    """Return three jobs of curves and graphs; the later ones read the earlier ones."""
    rng = np.random.default_rng(seed)
    made = []
    for j in range(3):
        templates = []
        for t in range(2):
            if j == 0 and rng.random() < 0.3:
                start = float(rng.integers(1, 6))
                curve = {"mips": [start, start + 2], "importance": [1, 2]}
                templates.append({"name": f"t{t}", **curve})
                continue
            reads = {f"j{j - 1}/s": 1.0} if j == 2 and rng.random() < 0.7 else {}
            resource = [{"mips": 1.0}, {"rates": reads}] if reads else [{"mips": 1.0}]
            templates.append(
                {
                    "name": f"t{t}",
                    "pes": [{"name": "p", "min_mips": float(rng.integers(0, 7)) / 2}],
                    "streams": [{"name": "s", "pe": "p", "resource": resource, "weight": 1.0}],
                }
            )
        required = bool(rng.random() < 0.6)
        made.append(
            {
                "name": f"j{j}",
                "rank": 1 if required else int(rng.integers(1, 3)),
                "required": required,
                "running": "t0" if rng.random() < 0.4 else None,
                "templates": templates,
            }
        )
    return MacroQ(
        name="q",
        mips=float(rng.integers(6, 11)) / 2,
        granularity=1.0 if rng.random() < 0.4 else None,
        closed=bool(rng.random() < 0.6),
        jobs=made,
    )


def jobs_hold(instance, names) -> bool:
    """Whether some templates keep the named statements."""
    choices = [[None, *job.templates] for job in instance.jobs]
    for chosen in itertools.product(*choices):
        used, fits = 0.0, True
        for job, template in zip(instance.jobs, chosen, strict=True):
            if template is None:
                fits &= f"required {job.name}" not in names or not job.required
                continue
            fits &= f"running {job.name}" not in names or template.name == (
                job.running or template.name
            )
            used += _least(instance, names, f"{job.name}/{template.name}", template)
        reads = chosen[2] is not None and _reads_the_one_before(chosen[2])
        fits &= "closed" not in names or not reads or chosen[1] is not None
        if fits and ("mips" not in names or used <= instance.mips):
            return True
    return False


def _least(instance, names, name, template) -> float:
    unit = instance.granularity
    member, least = (name, template.mips[0]) if template.is_curve else (f"{name}/p", 0.0)
    if not template.is_curve:
        least = template.pes[0].min_mips
    if f"min_mips {member}" not in names:
        return 0.0
    return float(np.ceil(least / unit) * unit) if unit else float(least)


def _reads_the_one_before(template) -> bool:
    return any(term.rates for stream in template.streams or () for term in stream.resource)


def test_macroq(assert_minimal) -> None:
    conflicts = sum(assert_minimal(jobs(seed), jobs_hold) for seed in range(40))
    assert 5 < conflicts < 40


def weak(seed: int) -> MicroQ:
    rng = np.random.default_rng(seed)
    nodes = [{"name": f"n{n}", "mips": float(rng.integers(5, 12))} for n in range(2)]
    components = []
    for c in range(2):
        pacing = np.cumsum(rng.integers(1, 6, (2, 3)), axis=1) * 1.0
        pes = [
            {
                "name": f"c{c}p{p}",
                "nodes": ["n0"] if rng.random() < 0.5 else ["n0", "n1"],
                "min_mips": float(rng.integers(0, 7)),
                "max_mips": float(rng.integers(7, 9)) if rng.random() < 0.4 else None,
                "pacing": pacing[p].tolist(),
            }
            for p in range(2)
        ]
        importance = np.cumsum(rng.integers(0, 4, 3)) * 1.0
        mips = pacing.sum(axis=0).tolist()
        components.append(
            {"name": f"c{c}", "mips": mips, "importance": importance.tolist(), "pes": pes}
        )
    return MicroQ(name="m", nodes=nodes, components=components)


def weak_holds(instance, names) -> bool:
    """Whether fractions keep the named statements, segment by segment; a component may be off."""
    options = [
        [*range(2), *([] if f"runs {c.name}" in names else [None])] for c in instance.components
    ]
    return any(_paced(instance, names, chosen) for chosen in itertools.product(*options))


def _paced(instance, names, chosen) -> bool:
    """Whether one linear program of fractions and of a way along each segment has a point."""
    pes = [(k, pe) for k, component in enumerate(instance.components) for pe in component.pes]
    count = 2 * len(pes)
    bounds = [(0, 1 if n == 0 or n == 1 else None) for _ in pes for n in range(2)]
    for row, (_, pe) in enumerate(pes):
        for n, node in enumerate(instance.nodes):
            if f"nodes {pe.name}" in names and node.name not in pe.nodes:
                bounds[2 * row + n] = (0, 0)
    bounds += [(0, 1)] * len(instance.components)
    equal, right, less, most = [], [], [], []
    for row, (k, pe) in enumerate(pes):
        got = np.zeros(count + len(instance.components))
        got[2 * row : 2 * row + 2] = [node.mips for node in instance.nodes]
        paced, start = got.copy(), 0.0
        if chosen[k] is not None:
            start = pe.pacing[chosen[k]]
            paced[count + k] = -(pe.pacing[chosen[k] + 1] - start)
        equal.append(paced)
        right.append(start)
        if f"min_mips {pe.name}" in names:
            less.append(-got)
            most.append(-pe.min_mips)
        if f"max_mips {pe.name}" in names:
            less.append(got)
            most.append(pe.max_mips)
    for n, node in enumerate(instance.nodes):
        if f"node {node.name}" in names:
            shares = np.zeros(count + len(instance.components))
            shares[n:count:2] = 1
            less.append(shares)
            most.append(1.0)
    cost = np.zeros(count + len(instance.components))
    rows = {"A_ub": np.array(less), "b_ub": most} if less else {}
    return linprog(cost, A_eq=np.array(equal), b_eq=right, bounds=bounds, **rows).status == 0


def test_microq(assert_minimal) -> None:
    conflicts = sum(assert_minimal(weak(seed), weak_holds) for seed in range(30))
    assert 5 < conflicts < 30


def shares(seed: int) -> MicroW:
    rng = np.random.default_rng(seed)
    nodes = [{"name": f"n{n}", "mips": float(rng.integers(5, 12))} for n in range(2)]
    pes = []
    for p in range(3):
        near = ["n0"] if rng.random() < 0.3 else ["n0", "n1"]
        pe = {"name": f"p{p}", "goal": 5.0, "nodes": near}
        if rng.random() < 0.4:
            pe["fixed"] = ["n0"]
        elif rng.random() < 0.7:
            low = float(rng.integers(3, 7)) / 10
            pe["allowed"] = {"n0": [[0.0, 0.0], [low, 0.8]] if rng.random() < 0.3 else [[low, 0.8]]}
        if rng.random() < 0.4:
            pe["max_change"] = float(rng.integers(0, 4))
        pes.append(pe)
    before = {f"p{p}": {n: float(rng.integers(0, 6)) / 10 for n in ("n0", "n1")} for p in range(3)}
    return MicroW(
        name="w",
        nodes=nodes,
        pes=pes,
        previous=before,
        max_total_change=float(rng.integers(0, 8)) if rng.random() < 0.5 else None,
        max_touched_nodes=int(rng.integers(0, 3)) if rng.random() < 0.5 else None,
    )


def shares_hold(instance, names) -> bool:
    """Whether fractions keep the named statements, by all choices of ranges and touched nodes."""
    index = [(pe, node) for pe in instance.pes for node in instance.nodes]
    options = []
    for pe, node in index:
        before = instance.previous[pe.name][node.name]
        if f"nodes {pe.name}" in names and node.name not in pe.nodes:
            options.append([(0.0, 0.0)])
        elif f"fixed {pe.name} on {node.name}" in names:
            options.append([(before, before)])
        elif f"allowed {pe.name} on {node.name}" in names:
            options.append(list(pe.allowed[node.name]))
        else:
            options.append([(0.0, 1.0)])
    touched = [set(some) for k in range(3) for some in itertools.combinations(("n0", "n1"), k)]
    if "max_touched_nodes" not in names:
        touched = [{"n0", "n1"}]
    else:
        touched = [some for some in touched if len(some) <= instance.max_touched_nodes]
    return any(
        _fractions(instance, names, index, chosen, some)
        for chosen in itertools.product(*options)
        for some in touched
    )


def _fractions(instance, names, index, ranges, touched) -> bool:
    count = len(index)
    before = np.array([instance.previous[pe.name][node.name] for pe, node in index])
    mips = np.array([node.mips for _, node in index])
    bounds = list(ranges)
    for k, (_, node) in enumerate(index):
        if node.name not in touched:
            low, high = bounds[k]
            bounds[k] = (max(low, before[k]), min(high, before[k]))
    if any(low > high for low, high in bounds):
        return False
    eye = np.eye(count)
    less = [*np.hstack([eye, -eye]), *np.hstack([-eye, -eye])]  # |f - before| <= d
    most = [*before, *-before]

    def limit(own, value) -> None:
        less.append(own)
        most.append(value)

    for node in instance.nodes:
        if f"node {node.name}" in names:
            limit(np.concatenate([[float(n is node) for _, n in index], np.zeros(count)]), 1.0)
    for pe in instance.pes:
        if f"max_change {pe.name}" in names:
            mine = np.array([float(p is pe) for p, _ in index])
            limit(np.concatenate([np.zeros(count), mine * mips]), pe.max_change)
    if "max_total_change" in names:
        limit(np.concatenate([np.zeros(count), mips]), instance.max_total_change)
    found = linprog(
        np.zeros(2 * count), A_ub=np.array(less), b_ub=most, bounds=[*bounds, *[(0, 2)] * count]
    )
    return found.status == 0


def test_microw(assert_minimal) -> None:
    conflicts = sum(assert_minimal(shares(seed), shares_hold) for seed in range(40))
    assert 10 < conflicts < 40


@pytest.mark.parametrize("amount", [0.1])
def test_a_fixed_fraction_gives_way_in_fractions_of_the_node(amount: float) -> None:
    pes = [{"name": f"p{p}", "goal": 1, "nodes": ["n"], "fixed": ["n"]} for p in range(2)]
    instance = MicroW(
        name="w",
        nodes=[{"name": "n", "mips": 10}],
        pes=pes,
        previous={"p0": {"n": 0.6}, "p1": {"n": 0.4 + amount}},
    )
    found = optgap.explain(instance)
    assert found.conflict == {"node": ["n"], "fixed": ["p0 on n", "p1 on n"]}
    assert [change.amount for change in found.changes] == pytest.approx([amount, amount])
    assert found.changes[0].words == "n has 1.1 times its mips"
