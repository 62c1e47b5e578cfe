"""Curves fitted to histories: the three families, their errors, and what does not converge."""

from pathlib import Path

import numpy as np
import pytest

import optgap
from optgap.instances.utility import Utility
from optgap.instances.utility.loss_curves import aggregation, fit, sublinear, superlinear

FAMILIES = {
    "sublinear": (sublinear, [0.01, 0.2, 1.0, 0.3]),
    "superlinear": (superlinear, [0.85, 1.2, 0.1]),
    "aggregation": (aggregation, [0.02, 0.9]),
}
TRACES = Path(__file__).parents[4] / "shared" / "data" / "relaqs_iolap"


@pytest.mark.parametrize("name", FAMILIES)
def test_a_curve_of_the_family_is_found_again(name: str) -> None:
    curve, parameters = FAMILIES[name]
    k = np.arange(1, 21.0)
    found = fit(np.stack([k, curve(k, np.array(parameters))], axis=1), name)
    assert found.error < 1e-6
    ahead = np.array([21.0, 25.0, 30.0])
    assert found.loss(ahead) == pytest.approx(curve(ahead, np.array(parameters)), rel=1e-5)


@pytest.mark.parametrize("name", FAMILIES)
def test_ten_iterations_ahead_within_five_percent(name: str) -> None:
    """Fig. 3.10 reports less than 5% error ten iterations ahead; here with 1% noise."""
    curve, parameters = FAMILIES[name]
    rng = np.random.default_rng(3)
    k = np.arange(1, 31.0)
    noisy = curve(k, np.array(parameters)) * (1 + 0.01 * rng.normal(size=30))
    found = fit(np.stack([k, noisy], axis=1), name)
    truth = curve(np.array([40.0]), np.array(parameters))
    assert found.loss(np.array([40.0])) == pytest.approx(truth, rel=0.05)


@pytest.mark.parametrize("refined", [True, False])
def test_recent_losses_count_more(refined: bool) -> None:
    """The loss jumped down at iteration 10; the fit follows the thirty points since then."""
    k = np.arange(40.0)
    loss = np.where(k < 10, 5.0, 1.0) + 0.5 * 0.8**k
    found = fit(np.stack([k, loss], axis=1), "superlinear", refined=refined)
    assert abs(found.loss(k[-1:])[0] - loss[-1]) < 0.1


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("loss", [np.ones(6), np.arange(6.0), np.array([5.0, 1] * 3)])
def test_a_history_that_does_not_fall_gives_finite_predictions(name: str, loss) -> None:
    found = fit(np.stack([np.arange(6.0), loss], axis=1), name)
    assert np.isfinite(found.loss(np.arange(50.0))).all()
    assert np.isfinite([found.error, found.limit]).all()


def predicted(history, **changes) -> Utility:
    job = {
        "name": "j",
        "max_cores": 4,
        "history": history,
        "iteration_cpu_seconds": 2.0,
        "convergence": "superlinear",
    }
    fields = {"name": "x", "cores": 4, "epoch": 3.0, "objective": "max-sum", "jobs": [job]}
    return Utility(**{**fields, **changes})


def test_gains_by_hand() -> None:
    """Losses 1, 1/2, 1/4, …: one core does 1.5 iterations; the largest change was 1/2."""
    history = [[k, 0.5**k] for k in range(8)]
    gains = predicted(history).values[0]
    expected = [(0.5**7 - 0.5 ** (7 + 1.5 * a)) / 0.5 for a in range(5)]
    assert gains == pytest.approx(expected, abs=1e-6)
    whole = predicted(history, whole_iterations=True).values[0]
    expected = [(0.5**7 - 0.5 ** (7 + n)) / 0.5 for n in (0, 1, 3, 4, 6)]
    assert whole == pytest.approx(expected, abs=1e-6)


def test_losses_by_hand() -> None:
    """From 3 down to 1: the fitted limit is 1, so that the scale begins at 3."""
    history = [[k, 1 + 2 * 0.5**k] for k in range(8)]
    losses = predicted(history, objective="max-min").values[0]
    assert losses == pytest.approx([0.5 ** (7 + 1.5 * a) for a in range(5)], abs=1e-6)


def test_a_job_at_rest_gains_nothing() -> None:
    for history in ([[k, 2.0] for k in range(5)], [[k, float(k)] for k in range(5)]):
        assert predicted(history).values[0] == pytest.approx(np.zeros(5), abs=1e-9)


def test_errors_are_reported() -> None:
    outcome = optgap.solve(optgap.load("utility/histories"), "greedy")
    errors = outcome.details["fit_errors"]
    assert set(errors) == {"k-means", "l-bfgs", "avg-query", "restless"}
    assert max(errors[name] for name in ("k-means", "l-bfgs", "avg-query")) < 0.05
    assert errors["restless"] > 0.3
    assert outcome.decision["cores"]["restless"] == 1


@pytest.mark.skipif(not TRACES.is_dir(), reason="the ReLAQS traces are not here")
def test_real_traces_fit_within_ten_percent_in_the_median() -> None:
    """Widths of bootstrap intervals of real queries, 5 mini-batches ahead of the first 30."""
    errors = []
    for path in sorted((TRACES / "fair_10pools_500bootstrap_500parts_students").glob("*.dat")):
        trace = np.loadtxt(path)
        width = trace[:, 3] - trace[:, 2]
        history = np.stack([np.arange(1, 31.0), width[:30]], axis=1)
        ahead = fit(history, "sublinear").loss(np.array([35.0]))[0]
        errors.append(abs(ahead - width[34]) / width[34])
    assert np.median(errors) < 0.1
