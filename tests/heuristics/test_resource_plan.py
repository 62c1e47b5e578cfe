"""RAA path, RAA general and WUN: worked examples, Propositions 5.1 and 5.2, errata."""

import heapq
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.faults import InputError
from optgap.core.fronts import nondominated
from optgap.core.run import Run
from optgap.heuristics import resource_plan as raa
from optgap.heuristics.resource_plan import _falling, raa_path
from optgap.instances.resource_plan import Objective, ResourcePlan, generate
from optgap.validation.catalogue.methods.exact_front import recommend

PAIR = [Objective(name="latency", aggregate="max"), Objective(name="cost", aggregate="sum")]


def points(outcome) -> list[tuple[float, ...]]:
    return [tuple(point.objectives.values()) for point in outcome.front]


def whole_front(instance: ResourcePlan) -> set[tuple[float, ...]]:
    """Return the front by trying every plan."""
    sizes = instance.options.sizes
    columns = []
    for option in itertools.product(*(range(size) for size in sizes)):
        chosen = instance.options.values[instance.options.start[:-1] + np.array(option)]
        columns.append(
            [
                chosen[:, k].max() if each.aggregate == "max" else chosen[:, k].sum()
                for k, each in enumerate(instance.objectives)
            ]
        )
    values = np.array(columns)
    return {tuple(values[k]) for k in nondominated(values)}


def algorithm_3(instance: ResourcePlan) -> list[tuple[float, float]]:
    """Return the path by a heap, line by line; options are Pareto-optimal within an instance."""
    fronts = []
    for i in range(instance.options.instances):
        options = instance.options.of(i)
        fronts.append(options[nondominated(options)][::-1])
    state = [0] * len(fronts)
    heap = [(-front[0][0], i) for i, front in enumerate(fronts)]
    heapq.heapify(heap)
    path, last = [], float("inf")
    while True:
        largest, i = heapq.heappop(heap)
        if -largest < last:
            path.append((-largest, sum(f[k][1] for f, k in zip(fronts, state, strict=True))))
            last = -largest
        state[i] += 1
        if state[i] >= len(fronts[i]):
            return path
        heapq.heappush(heap, (-fronts[i][state[i]][0], i))


def test_fig7() -> None:
    instance = optgap.load("resource_plan/fig7")
    for method in ("exact", "raa-path", "raa-general"):
        assert points(optgap.solve(instance, method)) == [(100, 25), (150, 10), (300, 9)]
    outcome = optgap.solve(instance, "wun")
    assert points(outcome) == [(150, 10)]
    assert outcome.decision == {"option": [0, 1]}


def test_fig8_path_starts_as_in_the_paper() -> None:
    path = points(optgap.solve(optgap.load("resource_plan/fig8"), "raa-path"))[::-1]
    assert path[:2] == [(300, 14), (150, 15)]


@pytest.mark.parametrize(
    ("name", "weights", "expected"),
    [
        ("three", [0.5, 0.5], [(30, 15, 20), (40, 20, 10)]),
        ("three", [0.1, 0.9], [(30, 20, 17), (40, 25, 7)]),
        ("four", [0.5, 0.5], [(30, 10, 15, 20), (40, 50, 20, 10)]),
    ],
)
def test_appendix_e(name: str, weights: list[float], expected: list[tuple[float, ...]]) -> None:
    instance = optgap.load(f"resource_plan/appendix-e-{name}")
    outcome = optgap.solve(instance, "raa-general", options={"weights": [weights]})
    assert points(outcome) == expected


@st.composite
def pairs(draw) -> ResourcePlan:
    vector = st.lists(st.integers(-3, 9), min_size=2, max_size=2)
    options = draw(st.lists(st.lists(vector, min_size=1, max_size=5), min_size=1, max_size=4))
    turned = draw(st.booleans())
    return ResourcePlan(name="pair", objectives=PAIR[:: -1 if turned else 1], options=options)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(pairs())
def test_proposition_5_2(instance: ResourcePlan) -> None:
    """RAA path returns the full front of a max and a sum, dominated and equal options included."""
    outcome = optgap.solve(instance, "raa-path")
    assert outcome.status == "optimal"
    assert set(points(outcome)) == whole_front(instance)
    assert len(points(outcome)) == len(whole_front(instance))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(1, 8), st.integers(1, 12))
def test_path_is_algorithm_3(seed: int, instances: int, options: int) -> None:
    instance = generate(seed, instances=instances, options=options, digits=seed % 3)
    expected = algorithm_3(instance)
    found = points(optgap.solve(instance, "raa-path"))[::-1]
    assert np.array(found) == pytest.approx(np.array(expected))


@st.composite
def many_objectives(draw) -> ResourcePlan:
    maxima, sums = draw(st.integers(0, 2)), draw(st.integers(1, 3))
    count = maxima + sums
    vector = st.lists(st.integers(0, 5), min_size=count, max_size=count)
    options = draw(st.lists(st.lists(vector, min_size=1, max_size=3), min_size=1, max_size=3))
    objectives = [Objective(name=f"max {k}", aggregate="max") for k in range(maxima)]
    objectives += [Objective(name=f"sum {k}", aggregate="sum") for k in range(sums)]
    return ResourcePlan(name="many", objectives=objectives, options=options)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(many_objectives(), st.data())
def test_proposition_5_1(instance: ResourcePlan, data) -> None:
    """RAA general returns points of the front only, also with weights of zero."""
    sums = len(instance.having("sum"))
    vector = st.lists(st.integers(0, 4).map(float), min_size=sums, max_size=sums).filter(any)
    weights = data.draw(st.lists(vector, min_size=1, max_size=3))
    outcome = optgap.solve(instance, "raa-general", options={"weights": weights})
    assert set(points(outcome)) <= whole_front(instance)


def algorithm_2(instance: ResourcePlan, weights: list[float]) -> set[tuple[float, ...]]:
    """Return what Algorithm 2 finds as printed: of equal weighted sums the first option."""
    maxima, sums = instance.having("max"), instance.having("sum")
    values = instance.options.values
    found = []
    for limits in itertools.product(*(np.unique(values[:, k]) for k in maxima)):
        chosen = []
        for i in range(instance.options.instances):
            fitting = [each for each in instance.options.of(i) if (each[maxima] <= limits).all()]
            if not fitting:
                break
            chosen.append(min(fitting, key=lambda each: each[sums] @ np.array(weights)))
        else:
            table = np.array(chosen)
            found.append(np.where(np.isin(range(4), maxima)[:3], table.max(0), table.sum(0)))
    kept = np.array(found)
    return {tuple(kept[k]) for k in nondominated(kept)}


@pytest.mark.erratum(
    paper="stage",
    place="Proposition 5.1, zero weights",
    printed="Algorithm 2 returns Pareto-optimal points for any weights.",
    wrong=(
        "With weights (1, 0) options tie, the one that is worse in the other objective "
        "may be taken, and the filter keeps (10, 2, 12), which is dominated."
    ),
    right="Break ties by the sums in a fixed order.",
)
def test_erratum_zero_weights() -> None:
    """With a zero weight Algorithm 2 keeps a dominated point that its own filter cannot see."""
    instance = optgap.load("resource_plan/zero-weight")
    printed = algorithm_2(instance, [1, 0])
    assert (10, 2, 12) in printed - whole_front(instance)
    corrected = optgap.solve(instance, "raa-general", options={"weights": [[1, 0]]})
    assert set(points(corrected)) <= whole_front(instance)


@pytest.mark.erratum(
    paper="stage",
    place="Proposition 5.1, positive weights",
    printed=("The proof closes with the remark that every combination of maxima is enumerated."),
    wrong=(
        "With weights (0.5, 0.5) tied options combine to (10, 4, 4), which a faster plan"
        " with the same sums dominates; the filter never sees that plan."
    ),
    right=(
        "Break ties by the sums in a fixed order: the same choice under every limit that allows it."
    ),
)
def test_erratum_tied_weights() -> None:
    """Proposition 5.1 fails with strictly positive weights too, where weighted sums tie."""
    instance = optgap.load("resource_plan/tied-weights")
    assert (10, 4, 4) in algorithm_2(instance, [0.5, 0.5]) - whole_front(instance)
    corrected = optgap.solve(instance, "raa-general", options={"weights": [[0.5, 0.5]]})
    assert set(points(corrected)) <= whole_front(instance)


def test_weighted_sums_miss_unsupported_points() -> None:
    instance = optgap.load("resource_plan/unsupported")
    assert points(optgap.solve(instance, "exact")) == [(0, 10), (6, 6), (10, 0)]
    assert points(optgap.solve(instance, "raa-general")) == [(0, 10), (10, 0)]


@pytest.mark.parametrize(
    ("values", "weights", "expected"),
    [
        ([[100, 25], [150, 10], [300, 9]], None, 1),
        ([[100, 25], [150, 10], [300, 9]], [1, 0], 0),
        ([[100, 25], [150, 10], [300, 9]], [0.01, 1], 2),
        ([[0, 2], [1, 1], [2, 0]], None, 1),
        ([[0, 1], [1, 0]], None, 0),
        ([[7, 7]], None, 0),
    ],
)
def test_recommend(values, weights, expected) -> None:
    assert recommend(np.array(values, dtype=float), weights) == expected


@pytest.mark.parametrize("weights", [[1], [0, 0], [1, -1], [1, float("nan")]])
def test_recommend_refuses(weights) -> None:
    with pytest.raises(InputError, match="weights"):
        recommend(np.array([[1.0, 2.0]]), weights)


def test_bad_options_of_methods() -> None:
    three = optgap.load("resource_plan/appendix-e-three")
    for weights in ([[1]], [[0, 0]], [[1, -1]]):
        with pytest.raises(InputError, match="weights"):
            optgap.solve(three, "raa-general", options={"weights": weights})
    with pytest.raises(InputError, match="of: is not a method with a front"):
        optgap.solve(three, "wun", options={"of": "raa"})
    outcome = optgap.solve(three, "raa-path")
    assert (outcome.status, outcome.front) == ("unknown", None)
    assert "the instance has 1 max and 2 sum" in outcome.message


def test_one_kind_of_aggregate() -> None:
    two = [Objective(name="a", aggregate="max"), Objective(name="b", aggregate="max")]
    instance = ResourcePlan(name="m", objectives=two, options=[[[1, 4], [3, 2]], [[2, 2], [5, 1]]])
    for method in ("exact", "raa-general"):
        assert points(optgap.solve(instance, method)) == [(2, 4), (3, 2)]


def test_long_fronts_are_thinned_and_say_so() -> None:
    instance = generate(1, instances=30, options=10)
    whole = optgap.solve(instance, "raa-path")
    some = optgap.solve(instance, "raa-path", options={"most_cells": 300})
    assert whole.front_complete
    assert (len(some.front), some.front_complete) == (10, False)
    assert set(points(some)) < set(points(whole))
    assert {points(whole)[0], points(whole)[-1]} < set(points(some))
    assert some.details["points"] == len(whole.front)


def test_time_limit_leaves_the_beginning_of_the_path() -> None:
    instance = generate(1, instances=30, options=10)
    run = Run("minimize", time_limit=0.0)
    answer = raa.path_method(instance, run)
    assert (len(answer.front), answer.front_complete, answer.stopped) == (1, False, "time_limit")


def test_path_of_nothing() -> None:
    values = np.array([1.0, np.inf])
    assert raa_path(values, np.zeros(2), np.array([0, 1, 2])) is None


def test_falling_order_of_many() -> None:
    rng = np.random.default_rng(5)
    values = np.round(rng.normal(size=60_000) * 10.0 ** rng.integers(-3, 4, 60_000), 2)
    assert (_falling(values) == np.argsort(-values, kind="stable")).all()
