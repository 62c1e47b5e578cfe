"""The pushes of Figure 15: never uphill, legal at every step, optimal where nothing but flow is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.heuristics.microw.network_flow import legal_start
from optgap.heuristics.microw.pushes import Pushes
from optgap.instances.microw import MicroW, generate
from optgap.solvers.microw import decision_of

check = optgap.problem_named("microw").judge


def test_three_pes_by_one_push_along_the_path_of_figure_16() -> None:
    outcome = optgap.solve(optgap.load("microw/three-pes"), "flow")
    assert outcome.decision == {
        "fraction": {"p1": {"n1": 0.7}, "p2": {"n1": 0.3, "n2": 0.2}, "p3": {"n2": 0.8}}
    }
    assert outcome.objective == 0
    assert outcome.details["pushes"] == 1


def test_a_push_takes_twice_its_mips_off_the_objective() -> None:
    instance = optgap.load("microw/three-pes")
    state = Pushes(instance, legal_start(instance, Run("minimize")))
    assert state.objective == 400
    assert state.push_from(0)
    assert state.objective == pytest.approx(400 - 2 * 200, abs=1e-9)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from([None, 0.05, 0.3]), st.sampled_from([None, 0.4]))
def test_no_push_goes_uphill_or_leaves_what_is_legal(seed, change, touched) -> None:
    instance = generate(seed, pes=15, nodes=5, ranged=0.4, change=change, touched=touched)
    state = Pushes(instance, legal_start(instance, Run("minimize")))
    value = state.objective
    while any(state.push_from(p) for p in state.under_allocated()):
        assert state.objective < value
        value = state.objective
        verdict = check(instance, decision_of(instance, np.array(state.amount)))
        assert verdict.feasible, verdict.violations
        assert verdict.objective == pytest.approx(value, abs=1e-5)
        assert verdict.details["change"] == pytest.approx(state.change, abs=1e-5)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.floats(0.3, 1.5))
def test_pushes_are_optimal_without_limits_and_gaps(seed: int, load: float) -> None:
    """Then shortest paths augment a flow, and there is no better one when no path is left."""
    instance = generate(seed, pes=12, nodes=5, load=load, ranged=0, change=None)
    proven = optgap.solve(instance, "flow-lp")
    assert (proven.status, proven.bound_kind) == ("optimal", "certified")
    assert optgap.solve(instance, "flow").objective == pytest.approx(proven.bound, abs=1e-5)


def test_stuck_where_no_single_path_helps() -> None:
    outcome = optgap.solve(optgap.load("microw/stuck"), "flow")
    assert (outcome.objective, outcome.details["pushes"]) == (1000, 0)
    assert optgap.solve(optgap.load("microw/stuck")).objective == 0


@pytest.mark.erratum(
    paper="soda",
    place="5.4.3, inner arcs of the digraph",
    printed=(
        "n ∉ F_p is asked of the arcs at both ends of a path only; (52) is called not "
        "relevant by construction."
    ),
    wrong=(
        "On `microw/fixed-inner` a push moves the fraction of a fixed PE; the checker rejects it."
    ),
    right="No arc may touch a fixed pair.",
)
def test_inner_arcs_as_printed_move_what_is_fixed() -> None:
    """The printed digraph asks for n ∉ F_p on its outer arcs only.

    Here no outer arc is fixed, so that it is the digraph of the instance without (52).
    """
    instance = optgap.load("microw/fixed-inner")
    free = [pe.model_copy(update={"fixed": ()}) for pe in instance.pes]
    printed = optgap.solve(instance.model_copy(update={"pes": tuple(free)}), "flow")
    assert printed.objective == 0
    verdict = check(instance, printed.decision)
    assert [v.constraint for v in verdict.violations] == ["fixed"]
    assert optgap.solve(instance, "flow").objective == 200 == optgap.solve(instance).objective


@pytest.mark.erratum(
    paper="soda",
    place="5.4.3, the test of (47) on a push",
    printed="The changes add γf, a flow in mips, to fractions.",
    wrong=(
        "A push of 200 mips on `microw/three-pes` counts as 200 times whole nodes and is refused."
    ),
    right="γf / H_n.",
)
def test_mips_must_be_divided_by_the_node_in_the_changes() -> None:
    """5.4.3 adds the flow itself, in mips, to fractions; (47) would stop at a flow below 1."""
    instance = optgap.load("microw/three-pes")
    state = Pushes(instance, legal_start(instance, Run("minimize")))
    room, path = instance.max_total_change, [(0, 1), (1, -1), (2, 1), (3, -1)]
    fractions = [share.before for share in instance.shares]
    as_printed = [
        abs(fractions[k] + sign * 200 - fractions[k]) * state.power[k] for k, sign in path
    ]
    assert sum(as_printed) > room
    meant = [abs(sign * 200 / state.power[k]) * state.power[k] for k, sign in path]
    assert sum(meant) == 800 <= room


@pytest.mark.parametrize("method", ["flow", "keep", "exact"])
def test_why_nothing_is_feasible(method: str) -> None:
    outcome = optgap.solve(optgap.load("microw/too-full"), method)
    assert outcome.status == "infeasible"
    assert outcome.message == (
        "the previous fractions on nodes n1 are not legal, and their repair changes 400 mips, "
        "but at most 300 may change"
    )


def one_pe(**changes) -> MicroW:
    pe = {"name": "p", "goal": 5, "nodes": ["n"], **changes.pop("pe", {})}
    fields = {"name": "x", "nodes": [{"name": "n", "mips": 10}], "pes": [pe]}
    return MicroW(**{**fields, **changes})


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        (
            one_pe(pe={"fixed": ["n"], "allowed": {"n": [[0.5, 1]]}}),
            "PE p is fixed at 0 on node n, which is not a legal share there",
        ),
        (
            one_pe(pe={"allowed": {"n": [[0.5, 1]]}}, max_touched_nodes=0),
            "nodes n have illegal fractions and must change, but at most 0 may change",
        ),
        (
            one_pe(pe={"allowed": {"n": [[0.5, 1]]}, "max_change": 4}),
            "the fractions on nodes n cannot become legal within max_change of their PEs",
        ),
        (
            one_pe(
                pes=[
                    {"name": p, "goal": 1, "nodes": ["n"], "allowed": {"n": [[0.75, 1]]}}
                    for p in "ab"
                ]
            ),
            "node n is too full: PEs a, b need 1.5 times its mips",
        ),
    ],
)
def test_reasons(instance: MicroW, message: str) -> None:
    for method in ("exact", "flow"):
        outcome = optgap.solve(instance, method)
        assert (outcome.status, outcome.message) == ("infeasible", message)


def test_goal_of_nothing_and_nowhere_to_run() -> None:
    idle = one_pe(pe={"goal": 0, "nodes": []})
    for method in ("exact", "flow-lp", "flow", "keep"):
        assert optgap.solve(idle, method).objective == 0
    assert optgap.solve(one_pe(pe={"nodes": []}), "flow").objective == 5


def test_without_time_the_repaired_start_is_returned() -> None:
    outcome = optgap.solve(optgap.load("microw/dac-51x29"), "flow", time_limit=0.0)
    assert outcome.stopped == "time_limit"
    assert outcome.objective == optgap.solve(optgap.load("microw/dac-51x29"), "keep").objective


@pytest.mark.parametrize("seed", range(12))
def test_pushes_without_limits_are_proven_optimal(seed: int) -> None:
    instance = optgap.generate("microw", seed, pes=12, nodes=5, ranged=0.0, fixed=0.0, change=None)
    outcome = optgap.solve(instance, "flow")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.objective == pytest.approx(optgap.solve(instance, "flow-lp").objective, abs=1e-9)


def test_pushes_that_a_limit_stopped_prove_nothing() -> None:
    outcome = optgap.solve(optgap.load("microw/stuck"), "flow")
    assert outcome.objective > optgap.solve(optgap.load("microw/stuck")).objective
    assert (outcome.status, outcome.bound) == ("feasible", None)


def test_a_relaxation_leaves_no_objective_in_the_trace() -> None:
    """Limits are in force: the flow's value belongs to no plan of the instance."""
    instance = optgap.load("microw/stuck").model_copy(update={"max_touched_nodes": 1})
    outcome = optgap.solve(instance, "flow-lp")
    assert outcome.decision is None
    assert [objective for _, objective, _ in outcome.trace if objective is not None] == []


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.integers(0, 10_000), st.sampled_from([None, 0.05, 0.3]), st.sampled_from([None, 0.2, 0.4])
)
def test_direct_changes_bring_a_mips_each(seed, change, touched) -> None:
    instance = generate(seed, pes=15, nodes=5, ranged=0.4, change=change, touched=touched)
    kept, found = optgap.solve(instance, "keep"), optgap.solve(instance, "direct")
    if kept.objective is None:
        assert found.objective is None
        return
    before = check(instance, kept.decision)
    after = check(instance, found.decision)
    assert after.feasible, after.violations
    gained = before.objective - after.objective
    assert gained == pytest.approx(after.details["change"] - before.details["change"], abs=1e-5)


def test_direct_changes_prefer_the_node_that_only_one_pe_can_use() -> None:
    """Both lack 100; p can use only n, q both nodes: the largest flow gives each a node."""
    fields = {
        "name": "x",
        "nodes": [{"name": name, "mips": 100.0} for name in "nm"],
        "pes": [
            {"name": "q", "goal": 100.0, "nodes": ["n", "m"]},
            {"name": "p", "goal": 100.0, "nodes": ["n"]},
        ],
    }
    outcome = optgap.solve(MicroW.model_validate(fields), "direct")
    assert outcome.objective == 0


def test_direct_changes_of_a_pe_without_candidates() -> None:
    fields = {
        "nodes": [{"name": "n", "mips": 1.0}],
        "pes": [{"name": "p", "goal": 4.0, "nodes": []}],
    }
    assert optgap.solve(MicroW.model_validate({"name": "x"} | fields), "direct").objective == 4


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("factor", [2.0**-30, 2.0**20])
def test_direct_changes_are_the_same_in_other_units(seed: int, factor: float) -> None:
    instance = generate(seed, pes=12, nodes=4, touched=0.5)
    scaled = instance.model_copy(
        update={
            "nodes": tuple(n.model_copy(update={"mips": n.mips * factor}) for n in instance.nodes),
            "pes": tuple(p.model_copy(update={"goal": p.goal * factor}) for p in instance.pes),
            "max_total_change": instance.max_total_change * factor,
        }
    )
    one, other = (optgap.solve(each, "direct") for each in (instance, scaled))
    assert other.decision == one.decision
    assert other.objective == pytest.approx(one.objective * factor)
