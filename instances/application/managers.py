"""SODA's rank and weight managers (6.2, 6.3) as pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import as_written
from ...core.faults import Fault, InputError

By = Literal["left", "share", "least-spread"]
_MOST_PREFIXES = 200_000  # the maximum number of prefixes that least_spread examines


@dataclass(frozen=True)
class BudgetUser:
    """A user: the budget, and the jobs with their costs in the user's order."""

    name: str
    budget: float | Fraction
    jobs: tuple[tuple[str, float | Fraction], ...]
    left: float | Fraction | None = None

    @property
    def at_hand(self) -> Fraction:
        """The user's remaining budget."""
        return as_written(self.budget if self.left is None else self.left)


def budget_ranks(
    users: Sequence[BudgetUser], required: Sequence[str] = (), by: By = "left"
) -> dict[str, int]:
    """Return the ranks of all jobs by the remaining budgets of their users (BDRM).

    Required jobs have rank 1, and their cost is deducted first.  The ranks Π = 2, 3, … follow: each
    goes to the next job of the user with the largest remaining budget (or share of the budget), or
    of all such users if several are equal.  With ``least-spread`` the order of users minimises the
    differences between their remaining shares (see `least_spread`).
    """
    left = {user.name: user.at_hand for user in users}
    ranks: dict[str, int] = {}
    waiting: dict[str, list[tuple[str, Fraction]]] = {}
    for user in users:
        waiting[user.name] = []
        for job, cost in user.jobs:
            if job in required:
                ranks[job] = 1
                left[user.name] -= as_written(cost)
            else:
                waiting[user.name].append((job, as_written(cost)))
    budget = {user.name: as_written(user.budget) for user in users}
    if by == "least-spread":
        return ranks | _closest_together(budget, left, waiting)
    rank = 2
    while any(waiting.values()):
        standing = {
            name: left[name] if by == "left" else _share(left[name], budget[name])
            for name, jobs in waiting.items()
            if jobs
        }
        most = max(standing.values())
        for name in [name for name, value in standing.items() if value == most]:
            job, price = waiting[name].pop(0)
            ranks[job] = rank
            left[name] -= price
        rank += 1
    return ranks


def _closest_together(
    budget: Mapping[str, Fraction],
    left: Mapping[str, Fraction],
    waiting: Mapping[str, list[tuple[str, Fraction]]],
) -> dict[str, int]:
    """Return the ranks 2, 3, … of the waiting jobs, in the order of users of `least_spread`."""
    users = [
        BudgetUser(name, budget[name], tuple(jobs), left[name]) for name, jobs in waiting.items()
    ]
    order, _ = least_spread(users)
    following = {name: iter(jobs) for name, jobs in waiting.items()}
    return {next(following[name])[0]: rank for rank, name in enumerate(order, 2)}


def _share(left: Fraction, budget: Fraction) -> Fraction:
    return left / budget if budget else Fraction(0)


def spread_of(users: Sequence[BudgetUser], order: Sequence[str]) -> Fraction:
    """Return the largest difference of users' remaining shares after any prefix of an order."""
    taken = dict.fromkeys((user.name for user in users), 0)
    worst = _largest_difference(users, taken)
    for name in order:
        taken[name] += 1
        worst = max(worst, _largest_difference(users, taken))
    return worst


def _largest_difference(users: Sequence[BudgetUser], taken: Mapping[str, int]) -> Fraction:
    shares = []
    for user in users:
        spent = sum((as_written(cost) for _, cost in user.jobs[: taken[user.name]]), Fraction(0))
        shares.append(_share(user.at_hand - spent, as_written(user.budget)))
    return max(shares) - min(shares)


def least_spread(users: Sequence[BudgetUser]) -> tuple[list[str], Fraction]:
    """Return the order of users that minimises `spread_of`, and the minimum.

    A prefix's shares depend only on the number of jobs per user in it.  So the minimum is found by
    dynamic programming over these numbers.
    """
    counts = [len(user.jobs) for user in users]
    prefixes = prod(count + 1 for count in counts)
    if prefixes > _MOST_PREFIXES:
        rule = f"would compare {prefixes} prefixes of orders, over {_MOST_PREFIXES}; use 'share'"
        raise InputError("bad input", [Fault("ranks.by", rule)])
    best: dict[tuple[int, ...], tuple[Fraction, int | None]] = {}
    for taken in product(*(range(count + 1) for count in counts)):
        names = {user.name: k for user, k in zip(users, taken, strict=True)}
        own = _largest_difference(users, names)
        before = []
        for u, k in enumerate(taken):
            if k:
                earlier = (*taken[:u], k - 1, *taken[u + 1 :])
                before.append((best[earlier][0], u))
        worst, last = min(before, default=(own, None))
        best[taken] = (max(own, worst), last)
    at = tuple(counts)
    spread = best[at][0]
    order: list[str] = []
    while best[at][1] is not None:
        last = best[at][1]
        assert last is not None
        order.append(users[last].name)
        at = (*at[:last], at[last] - 1, *at[last + 1 :])
    return order[::-1], spread


def merit_ranks(
    terms: Mapping[str, Mapping[str, float]],
    weights: Mapping[str, float],
    bucket: float,
    required: Sequence[str] = (),
) -> dict[str, int]:
    """Return ranks max(1, 1 + ⌊merit / bucket⌋), where merit is the weighted sum of terms (MDRM).

    Required jobs get rank 1, which macroQ needs but the MDRM does not specify.
    """
    if not bucket > 0:
        raise InputError("bad input", [Fault.of("bucket", "must be greater than 0", bucket)])
    ranks = {}
    for job, factors in terms.items():
        merit = sum(
            (as_written(weights[k]) * as_written(v) for k, v in factors.items()), Fraction(0)
        )
        ranks[job] = max(1, 1 + int(merit // as_written(bucket)))
    return ranks | dict.fromkeys(required, 1)


def simple_weights(reads: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Return each stream's weight: 1 if no PE of its template reads it, else 0 (SWM).

    ``reads`` lists the inputs of each stream of the template.
    """
    inner = {name for sources in reads.values() for name in sources}
    return {stream: 0.0 if stream in inner else 1.0 for stream in reads}


def budget_weights(users: Sequence[BudgetUser]) -> dict[str, float]:
    """Return each job's weight: the user's remaining share of budget over the largest share.

    The paper names a BDWM but does not describe it; this rule is ours. Overdrawn users get 0.
    """
    shares = {
        user.name: max(Fraction(0), _share(user.at_hand, as_written(user.budget))) for user in users
    }
    most = max(shares.values(), default=Fraction(0))
    return {
        job: float(shares[user.name] / most) if most else 0.0
        for user in users
        for job, _ in user.jobs
    }


Form = Literal["least", "product"]
Loss = Literal["squares", "absolute"]
Observation = tuple[float, float, float]


@dataclass(frozen=True)
class Fitted:
    """The fitted parameters A and B, and the loss on the observations.

    The print is a product, r_o ≈ min(A r_i m, B r_i), where x = m.  Its text, "constrained by the
    mips themselves", is r_o ≈ min(A m, B r_i), where x = m / r_i.  In both forms the weight of an
    observation is r_i², so that squares are those of r_o.
    """

    per_mips: float
    share: float
    loss: float


def fit(
    observations: Sequence[Observation], form: Form = "least", loss: Loss = "squares"
) -> Fitted:
    """Return the A, B >= 0 that minimise the loss on observations (input rate, mips, output).

    With input rate r_i and mips m, the predicted output rate is r_i min(A x, B), where x is m / r_i
    (for products: m); y is the observed output rate / r_i.  Squared loss: each split by x gives a
    candidate, A from the lower and B from the upper part, and so does each border B = A x_k.
    Between borders the loss is convex, so the best candidate is optimal.  Absolute loss: A is y / x
    and B is y of observations, or only one of the two is, and B = A x_k.
    """
    x, y, weight = _prepare(observations, form)
    if loss == "absolute":
        pairs = _absolute_pairs(x, y)
        size = np.sqrt(weight)
        losses = [float((size * np.abs(np.minimum(a * x, b) - y)).sum()) for a, b in pairs]
    else:
        pairs = _square_pairs(x, y, weight)
        losses = [float((weight * (np.minimum(a * x, b) - y) ** 2).sum()) for a, b in pairs]
    best = int(np.argmin(losses))
    return Fitted(pairs[best][0], pairs[best][1], losses[best])


def naive(observations: Sequence[Observation], form: Form = "least") -> Fitted:
    """Return A, the slope of points with x up to the median, and B, the mean of the others."""
    x, y, weight = _prepare(observations, form)
    low = x <= np.median(x)
    a, b = _slope(x[low], y[low], weight[low]), _mean(y[~low], weight[~low])
    return Fitted(a, b, float((weight * (np.minimum(a * x, b) - y) ** 2).sum()))


def _prepare(
    observations: Sequence[Observation], form: Form
) -> tuple[FloatArray, FloatArray, FloatArray]:
    faults = []
    if not observations:
        faults.append(Fault("observations", "must have at least 1 entries"))
    for k, row in enumerate(observations):
        if not row[0] > 0:
            faults.append(Fault.of(f"observations[{k}][0]", "must be a rate > 0", row[0]))
        for place, value in enumerate(row[1:], start=1):
            if not 0 <= value < np.inf:
                rule = "must be a finite number >= 0"
                faults.append(Fault.of(f"observations[{k}][{place}]", rule, value))
    if faults:
        raise InputError("observations", faults)
    rate, mips, output = np.array(observations, dtype=np.float64).T
    x = mips if form == "product" else mips / rate
    order = np.argsort(x, kind="stable")
    return x[order], (output / rate)[order], (rate**2)[order]


def _slope(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    squares = float((weight * x * x).sum())
    return float((weight * x * y).sum()) / squares if squares else 0.0


def _mean(y: FloatArray, weight: FloatArray) -> float:
    return float((weight * y).sum() / weight.sum()) if len(y) else 0.0


def _square_pairs(x: FloatArray, y: FloatArray, weight: FloatArray) -> list[tuple[float, float]]:
    pairs = []
    for k in range(len(x) + 1):
        a = _slope(x[:k], y[:k], weight[:k])
        b = _mean(y[k:], weight[k:]) if k < len(x) else a * float(x[-1])
        pairs.append((a if k else b / float(x[x > 0][0]) if (x > 0).any() else 0.0, b))
    for end in x.tolist():
        bent = np.minimum(x, end)
        a = _slope(bent, y, weight)
        pairs.append((a, a * end))
    return pairs


def _absolute_pairs(x: FloatArray, y: FloatArray) -> list[tuple[float, float]]:
    slopes = [0.0, *(v / u for u, v in zip(x.tolist(), y.tolist(), strict=True) if u > 0)]
    tops = [0.0, *y.tolist()]
    pairs = [(a, b) for a in slopes for b in tops]
    return (
        pairs
        + [(a, a * end) for a in slopes for end in x.tolist()]
        + [(b / end, b) for b in tops for end in x.tolist() if end > 0]
    )
