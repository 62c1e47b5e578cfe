"""Estimates of aggregates: how fast they change, how far they are off, and what cores gain."""

from pathlib import Path

import numpy as np
import pytest

import optgap
from optgap.instances.utility import Utility
from optgap.instances.utility.loss_curves import EstimatedProgress, batches_in

TRACES = Path(__file__).parents[4] / "shared" / "data" / "relaqs_iolap"
ROOT = np.sqrt(2 / np.pi)  # E|Z| of a standard normal Z


def estimates(seed: int, *, batches: int, draws: int, deviation: float = 3.0) -> np.ndarray:
    """Return X_1 … X_M of many shuffled tables, one row each, less the true mean."""
    rng = np.random.default_rng(seed)
    means = rng.normal(0.0, deviation, (draws, batches))
    running = means.cumsum(axis=1) / np.arange(1, batches + 1)
    return running - means.mean(axis=1, keepdims=True)


def one_job(**changes) -> Utility:
    job = {
        "name": "q",
        "max_cores": 4,
        "history": [[1, 10.0], [2, 8.0]],
        "iteration_cpu_seconds": 2.0,
        "convergence": "estimate",
    }
    fields = {"name": "x", "cores": 4, "epoch": 4.0, "objective": "max-sum"}
    fields |= {key: changes.pop(key) for key in list(changes) if key in ("objective", "min_rows")}
    job = {key: value for key, value in {**job, **changes}.items() if value is not None}
    return Utility.model_validate({**fields, "jobs": [job]})


def test_changes_fall_like_one_over_i_and_errors_like_the_root() -> None:
    """(1) and (2) of the model: s is 3 and M is 40; 20,000 draws."""
    x = estimates(1, batches=40, draws=20_000)
    i = np.arange(2, 40)
    changes = np.abs(np.diff(x, axis=1)).mean(axis=0)[:-1]
    assert changes == pytest.approx(3 * ROOT / np.sqrt(i * (i - 1.0)), rel=0.03)
    errors = np.abs(x).mean(axis=0)[:-1]
    assert errors == pytest.approx(3 * ROOT * np.sqrt(1 / np.arange(1.0, 40) - 1 / 40), rel=0.03)


def test_the_spread_is_found_again() -> None:
    """The mean of its square over 300 tables is s² = 9."""
    some = np.array([1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 160, 199])
    squares = [
        EstimatedProgress(np.stack([some, x[some - 1]], axis=1), 200).spread ** 2
        for x in estimates(2, batches=200, draws=300)
    ]
    assert np.mean(squares) == pytest.approx(9.0, rel=0.05)


def test_the_error_is_convex_up_to_three_quarters() -> None:
    """At i = 3M/4 a share of sqrt(1/(3 (M - 1))) of the first error is left: 5.8% for M = 100."""
    progress = EstimatedProgress(np.array([[1, 0.0], [2, 1.0]]), 100)
    i = np.linspace(1, 100, 397)
    bends = np.diff(progress.loss(i), 2)
    assert (bends[i[1:-1] < 74.5] > 0).all()
    assert (bends[i[1:-1] > 75.5] < 0).all()
    left = progress.loss(np.array([75.0]))[0]
    assert left == pytest.approx(np.sqrt(1 / (3 * 99)))
    assert round(100 * left, 1) == 5.8


def test_gains_and_losses_by_hand() -> None:
    """Without a last mini-batch e(i) = 1/sqrt(i); each core does two mini-batches."""
    reached = 2.0 + 2.0 * np.arange(5)
    assert one_job().values[0] == pytest.approx(1 / np.sqrt(2) - 1 / np.sqrt(reached))
    losses = one_job(objective="max-min").values[0]
    assert losses == pytest.approx(1 / np.sqrt(reached))


def test_after_the_last_batch_nothing_is_left() -> None:
    losses = one_job(objective="max-min", batches=5).values[0]
    assert losses[2:] == pytest.approx(np.zeros(3), abs=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_batches_in_an_epoch_agree_with_counting(seed: int) -> None:
    rng = np.random.default_rng(seed)
    base, growth, overhead = rng.uniform(0.5, 9), rng.choice([0, 0.7]), rng.choice([0, 0.4])
    done, seconds = float(rng.integers(0, 12)), float(rng.uniform(1, 30))
    found = batches_in(seconds, np.arange(6.0), done, (base, growth, overhead))
    assert found[0] == 0
    for a in range(1, 6):
        left, counted, i = seconds, 0.0, done + 1
        while left > (needed := (base + growth * i) / a + overhead):
            left, counted, i = left - needed, counted + 1, i + 1
        assert found[a] == pytest.approx(counted + left / needed)


def test_columns_count_by_weight() -> None:
    history = [[1, 10.0], [2, 8.0]]
    columns = [{"weight": 3.0, "history": history}, {"history": [[1, 1.0], [2, 7.0]]}]
    both = one_job(history=None, columns=columns)
    assert both.values[0] == pytest.approx(one_job().values[0])  # the spread cancels
    outcome = optgap.solve(both, "greedy")
    assert outcome.details["batch_spreads"] == {
        "q/column 1": pytest.approx(2 * np.sqrt(2), rel=1e-5),
        "q/column 2": pytest.approx(6 * np.sqrt(2), rel=1e-5),
    }


def test_a_narrow_group_that_enters_raises_the_error() -> None:
    """Errors 1/sqrt(i) of a wide group; at i = 5 a narrow one enters, with error 1."""
    history = [[1, 10.0], [4, 8.0]]
    wide, narrow = {"rows": 100.0, "history": history}, {"rows": 4.0, "history": history}
    seconds = {"history": None, "iteration_cpu_seconds": 4.0, "min_rows": 20}
    losses = one_job(objective="max-min", columns=[{"groups": [wide, narrow]}], **seconds)
    assert losses.values[0][:2].round(2).tolist() == [0.5, 0.72]
    late = one_job(objective="max-min", columns=[{"groups": [narrow]}], **seconds).values[0]
    assert late[0] == 1.0  # none counts yet
    assert late[1:] == pytest.approx(np.sqrt(5 / np.arange(5, 9)))


def test_groups_that_converge_apart_raise_the_mean() -> None:
    """Losses 1/2 at i = 4 for the wide group; the narrow one comes in at i = 5 with nearly 1."""
    wide = [[k, 0.5 ** (k / 4)] for k in range(5)]
    narrow = [[k, 1 - 0.01 * k] for k in range(5)]
    columns = [{"groups": [{"rows": 9.0, "history": wide}, {"rows": 2.0, "history": narrow}]}]
    changes = {
        "history": None,
        "columns": columns,
        "min_rows": 10,
        "convergence": "superlinear",
        "iteration_cpu_seconds": 4.0,
    }
    gains = one_job(**changes).values[0]
    assert gains[1] < 0
    instance = one_job(**changes)
    exact, greedy = optgap.solve(instance, "exact"), optgap.solve(instance, "greedy")
    assert exact.status == "optimal"
    assert greedy.objective <= exact.objective + 1e-12


@pytest.mark.erratum(
    paper="slaq",
    place="(4.1)",
    printed="P_i = (X_i - X_{i-1}) / max(X_i - X_{i-1}), which takes the range [0, 1].",
    wrong="Estimates 10, 8, 9, 8.5 give -2, 1, -0.5; 10, 9, 8.5 give 2, 1.",
    right="|X_i - X_{i-1}|, above and below.",
)
def test_the_progress_metric_needs_absolute_values() -> None:
    def printed(x: list[float]) -> np.ndarray:
        return np.diff(x) / np.diff(x).max()

    assert printed([10, 8, 9, 8.5]).tolist() == [-2, 1, -0.5]
    assert printed([10, 9, 8.5]).tolist() == [2, 1]
    right = np.abs(np.diff([10, 8, 9, 8.5]))
    assert (right / right.max()).tolist() == [1, 0.5, 0.25]


@pytest.mark.erratum(
    paper="slaq",
    place="(4.2), (4.3)",
    printed="E[P_i] = Z_1 / i².",
    wrong=(
        "Signed differences are averaged. With s = 0.6 and i = 10 the print gives 0.0048; "
        "changes are 0.0505 in the mean of 40,000 draws. The error itself falls like 1/sqrt(i)."
    ),
    right="E|X_i - X_{i-1}| = s sqrt(2/π) / sqrt(i (i - 1)), about 1/i.",
)
def test_changes_do_not_fall_like_one_over_i_squared() -> None:
    x = estimates(3, batches=200, draws=40_000, deviation=3.0 / 5.0)  # σ = 3, 25 rows a batch
    change = np.abs(x[:, 9] - x[:, 8]).mean()
    printed = np.abs(x[:, 0]).mean() / 10**2
    assert round(printed, 4) == 0.0048
    assert change == pytest.approx(0.6 * ROOT / np.sqrt(90), rel=0.02)
    assert change > 10 * printed


@pytest.mark.erratum(
    paper="slaq",
    place="4.3.7",
    printed="Maximise Progress(a, t + T) - Progress(a, t).",
    wrong="P falls: with P = 1/i from i = 2 one batch gives -1/6 and four batches -1/3.",
    right="Maximise the fall, Progress(a, t) - Progress(a, t + T).",
)
def test_progress_falls_so_that_its_growth_prefers_few_cores() -> None:
    later = 1.0 / (2 + np.array([1.0, 4.0])) - 1.0 / 2
    assert later == pytest.approx([-1 / 6, -1 / 3])
    assert np.argmax(later) == 0  # the print prefers one batch to four


@pytest.mark.erratum(
    paper="slaq",
    place="4.3.5",
    printed="The i-th mini-batch takes A (i S / N) + B on N workers.",
    wrong="Without nested queries A is 0, and B does not depend on N: cores would be useless.",
    right="(c·S + G i) / N + B.",
)
def test_a_plain_query_gets_faster_with_cores() -> None:
    def printed(i: float, workers: float, growth: float, fixed: float) -> float:
        return growth * i / workers + fixed

    assert printed(5, 1, 0.0, 2.0) == printed(5, 8, 0.0, 2.0)
    done = batches_in(8.0, np.array([1.0, 8.0]), 4.0, (2.0, 0.0, 0.0))
    assert done.tolist() == [4.0, 32.0]


def test_aggregates_compare_by_their_largest_value() -> None:
    """P = 1, .55, .49, .44, .37 falls more in a batch than P = 1, .75, .49, .33, .31.

    Divided by their largest change, the second would get the core.
    """
    falls = {}
    for name, values in (
        ("slow", [1, 0.75, 0.49, 0.33, 0.31]),
        ("steep", [1, 0.55, 0.49, 0.44, 0.37]),
    ):
        history = [[k + 1, value] for k, value in enumerate(values)]
        job = one_job(history=history, convergence="aggregation", iteration_cpu_seconds=4.0)
        changes = np.abs(np.diff(values)).max()
        falls[name] = job.values[0][1], job.values[0][1] / changes
    assert falls["steep"][0] == pytest.approx(0.0706, abs=2e-3)
    assert falls["slow"][0] == pytest.approx(0.0663, abs=2e-3)
    assert falls["steep"][0] > falls["slow"][0]
    assert falls["steep"][1] < falls["slow"][1]


@pytest.mark.skipif(not TRACES.is_dir(), reason="the ReLAQS traces are not here")
def test_changes_of_real_traces_fall_like_one_over_i() -> None:
    slopes = []
    for path in sorted((TRACES / "fair_10pools_500bootstrap_500parts_students").glob("*.dat")):
        estimate = np.loadtxt(path)[:100, 1]
        changes = np.abs(np.diff(estimate))
        moved = changes > 0
        i = np.arange(2, 2 + len(changes))[moved]
        slopes.append(np.polyfit(np.log(i), np.log(changes[moved]), 1)[0])
    assert np.median(slopes) == pytest.approx(-1.0, abs=0.2)
