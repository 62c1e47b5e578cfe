"""The replay of a rule: the machines it asks for, limited by ramps and machines in use."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.warm_pool import WarmPool
from ...solvers.best_price import in_money
from ...solvers.warm_pool import cheap_bound, cost_of, impossible

_DIGITS = 9  # of machines: a target that rounding puts just above an integer is that number
_SHIFT = 1e9  # 10 to the power of _DIGITS
_MOST = 2.0**40  # the largest number of machines


def wishes(target: FloatArray, machine_size: float) -> IntArray:
    """Return, for each tick, the number of machines that the target memory needs."""
    machines = np.ceil(np.round(target / machine_size, _DIGITS))
    return np.clip(machines, -_MOST, _MOST).astype(np.int64)


@kernel
def follow_wishes(
    wished: IntArray, needed: IntArray, start: int, lead: int, rise: int, fall: int
) -> IntArray:
    """Return the machines of each tick; ``wished[t]`` asks for machines in tick t + lead."""
    machines = np.full(len(needed), start)
    for t in range(lead, len(needed)):
        before, used = machines[t - 1], needed[t - 1]
        least = max(before - fall, min(before, used))
        machines[t] = max(min(wished[t - lead], before + rise), least)
    return machines


def machines_of(instance: WarmPool, target: FloatArray) -> IntArray:
    """Return the machines of each tick; ``target[t]`` is chosen in tick t for tick t + lead."""
    wished = wishes(target[: instance.ticks - instance.lead], instance.machine_size)
    return follow_wishes(wished, instance.needed, *_ramps(instance))


@kernel
def _short_with(
    margin: float,
    smooth: FloatArray,
    stretch: FloatArray,
    machine_size: float,
    needed: IntArray,
    ramps: tuple[int, int, int, int],
    machines: IntArray,
) -> int:
    """Write the machines for a Margin to ``machines``; return how many ticks have too few.

    The machines follow the `wishes` for targets ``smooth + stretch x margin`` (see
    `follow_wishes`). ``ramps`` are start, lead, rise and fall (see `_ramps`).
    """
    start, lead, rise, fall = ramps
    short = 0
    for t in range(len(needed)):
        if t < lead:
            machines[t] = start
        else:
            target = smooth[t - lead] + stretch[t - lead] * margin
            # Rounded to whole parts first, so that rounding in the target adds no machine.
            wish = np.ceil(np.rint(target / machine_size * _SHIFT) / _SHIFT)
            wished = int(min(max(wish, -_MOST), _MOST))
            before, used = machines[t - 1], needed[t - 1]
            least = max(before - fall, min(before, used))  # machines in use are not given back
            machines[t] = max(min(wished, before + rise), least)
        short += machines[t] < needed[t]
    return short


@kernel
def _halve(
    margins: FloatArray,
    bits: IntArray,
    allowed: int,
    smooth: FloatArray,
    stretch: FloatArray,
    machine_size: float,
    needed: IntArray,
    ramps: tuple[int, int, int, int],
    machines: IntArray,
) -> None:
    """Bisect between two values of the Margin until they are adjacent floats.

    ``margins`` has a low value (too many ticks lack machines), a high one (few enough) and the
    tried one; ``bits`` are their bits as integers.  Bits of nonnegative floats have the same order
    as the floats.
    """
    while bits[1] - bits[0] > 1:
        bits[2] = bits[0] + (bits[1] - bits[0]) // 2
        short = _short_with(margins[2], smooth, stretch, machine_size, needed, ramps, machines)
        bits[int(short <= allowed)] = bits[2]


def least_margin(
    instance: WarmPool,
    smooth: FloatArray,
    stretch: FloatArray,
    between: tuple[float, float],
    allowed: int,
) -> tuple[float, IntArray] | None:
    """Return the least Margin with at most ``allowed`` ticks short of machines, and machines."""
    machines = np.empty(instance.ticks, dtype=np.int64)
    rule = (smooth, stretch, instance.machine_size, instance.needed, _ramps(instance), machines)
    low, high = between
    if _short_with(low, *rule) <= allowed:
        return low, machines
    if _short_with(high, *rule) > allowed:
        return None
    margins = np.array([low, high, low])
    _halve(margins, margins.view(np.int64), allowed, *rule)
    least = float(margins[1])
    _short_with(least, *rule)
    return least, machines


def _ramps(instance: WarmPool) -> tuple[int, int, int, int]:
    """Return (machines at the start, lead in ticks, largest rise and largest fall per tick)."""
    rise = instance.ticks * instance.most if instance.max_up is None else instance.max_up
    fall = 2**40 if instance.max_down is None else instance.max_down
    return instance.at_start, instance.lead, rise, fall


def answer_with(instance: WarmPool, run: Run, target: FloatArray) -> Answer:
    """Return the answer of a rule: the machines for its target memory, with a proven bound.

    There is no plan if too many ticks are short.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    machines = machines_of(instance, target)
    short = int((machines < instance.needed).sum())
    if instance.max_short is None or short <= instance.max_short:
        cost = in_money(instance, cost_of(instance, machines))
        run.report(cost, None, instance.decision(machines))
    bound = cheap_bound(instance)
    if instance.max_short is not None and short > instance.max_short:
        message = f"the rule leaves {short} ticks short, but max_short is {instance.max_short}"
        return bound.answer(None, message=message)
    return bound.answer(instance.decision(machines), stopped=run.stopped)


def past_rises(series: FloatArray, quantile: float, window: int, lead: int) -> FloatArray:
    """Return, per tick, a quantile of the last ``window`` rises of a series over ``lead`` ticks.

    The quantile is the next higher value, at least 0; it is 0 before the first rise is known.
    """
    margin = np.zeros(len(series))
    rises = series[lead:] - series[:-lead]
    for seen in range(1, min(window, len(rises) + 1)):
        margin[lead + seen - 1] = np.quantile(rises[:seen], quantile, method="higher")
    if len(rises) >= window:
        windows = sliding_window_view(rises, window)
        margin[lead + window - 1 :] = np.quantile(windows, quantile, axis=1, method="higher")
    return np.maximum(margin, 0.0)


def bends(series: FloatArray) -> FloatArray:
    """Return the bends: second differences O_t - 2 O_{t-1} + O_{t-2}, 0 in the first ticks."""
    bend = np.zeros(len(series))
    bend[2:] = series[2:] - 2 * series[1:-1] + series[:-2]
    return bend


def sharpness(bend: FloatArray, window: int) -> FloatArray:
    """Return, per tick, |bend| divided by the largest upward bend in the window, at most 1 (ρ)."""
    padded = np.concatenate([np.zeros(window - 1), bend])
    sharpest = np.maximum(0.0, sliding_window_view(padded, window).max(axis=1))
    size = np.abs(bend)
    bent = sharpest > 0
    share = np.where(bent, size / np.where(bent, sharpest, 1.0), 1.0)
    return np.where(bend == 0, 0.0, np.minimum(1.0, share))


def adaptive(series: FloatArray, gamma: float, window: int) -> FloatArray:
    """Return R of (8) and (9), corrected: the bend's sign times its `sharpness` to the power γ."""
    bend = bends(series)
    return np.sign(bend) * sharpness(bend, window) ** gamma


def smooth_series(series: FloatArray, gamma: float, beta: float, window: int) -> FloatArray:
    """Return R of (10), corrected: it rises immediately after upward bends, but falls smoothly."""
    bend = bends(series)
    return _smooth(bend, sharpness(bend, window) ** gamma, beta)


@kernel
def _smooth(bend: FloatArray, power: FloatArray, beta: float) -> FloatArray:
    """Return R of (10) per tick: ``power`` after an upward bend, else smoothed downward by β."""
    ratio = np.zeros(len(bend))
    for t in range(len(bend)):
        before = ratio[t - 1] if t > 0 else 0.0
        ratio[t] = power[t] if bend[t] >= 0 else beta * before - (1 - beta) * power[t]
    return ratio


_LONG_ORDER = 8  # order of the first of Hannan and Rissanen's two regressions


@kernel
def exponential(series: FloatArray, alpha: float) -> FloatArray:
    """Return the exponential smoothing S_{t+1} = α O_t + (1 - α) S_t with S_0 = O_0."""
    smooth = np.empty(len(series))
    now = series[0]
    for t in range(len(series)):
        now = alpha * series[t] + (1 - alpha) * now
        smooth[t] = now
    return smooth


def moving_average_forecast(series: FloatArray, window: int) -> FloatArray:
    """Return, per tick, the mean of the last ``window`` values."""
    running = np.concatenate([[0.0], np.cumsum(series)])
    begin = np.maximum(0, np.arange(len(series)) - window + 1)
    end = np.arange(1, len(series) + 1)
    mean: FloatArray = (running[end] - running[begin]) / (end - begin)
    return mean


def autoregressive(series: FloatArray, order: int, window: int, lead: int) -> FloatArray:
    """Return, per tick, a forecast ``lead`` ticks ahead by an autoregression with a constant."""
    ahead = series.astype(float).copy()
    level = float(series.max())  # a constant of the series' own size, whatever its unit
    for t in range(2 * order + 1, len(series)):
        past = series[max(0, t + 1 - window) : t + 1]
        weights = _fit(_lag_matrix(past, order, constant=level), past[order:])
        values = past[-order:]
        for _ in range(lead):
            following = weights[0] * level + weights[1:] @ values[::-1]
            values = np.append(values[1:], following)
        ahead[t] = values[-1]
    return ahead


def arima_forecast(series: FloatArray, window: int, lead: int) -> FloatArray:
    """Return, per tick, a forecast ``lead`` ticks ahead by ARIMA(2, 1, 1) (Hannan-Rissanen)."""
    ahead = series.astype(float).copy()
    for t in range(3 * _LONG_ORDER, len(series)):
        steps = np.diff(series[max(0, t + 1 - window) : t + 1])
        ahead[t] = series[t] + _sum_ahead(steps, lead)
    return ahead


def _sum_ahead(steps: FloatArray, lead: int) -> float:
    """Return the sum of the next ``lead`` steps that ARMA(2, 1) predicts."""
    long = _lag_matrix(steps, _LONG_ORDER)
    shocks = np.zeros(len(steps))
    shocks[_LONG_ORDER:] = steps[_LONG_ORDER:] - long @ _fit(long, steps[_LONG_ORDER:])
    first = _LONG_ORDER + 1
    known = np.stack([steps[first - 1 : -1], steps[first - 2 : -2], shocks[first - 1 : -1]], axis=1)
    weights = _fit(known, steps[first:])
    shock = steps[-1] - float(known[-1] @ weights)
    newest, before, total = float(steps[-1]), float(steps[-2]), 0.0
    for _ in range(lead):
        following = float(weights @ np.array([newest, before, shock]))
        newest, before, shock, total = following, newest, 0.0, total + following
    return total


def _lag_matrix(values: FloatArray, order: int, *, constant: float | None = None) -> FloatArray:
    """Return a row for each value from ``order`` on: a constant if given, and ``order`` lags."""
    count = len(values) - order
    columns = [values[order - k : order - k + count] for k in range(1, order + 1)]
    if constant is not None:
        columns.insert(0, np.full(count, constant))
    return np.stack(columns, axis=1)


def _fit(known: FloatArray, wanted: FloatArray) -> FloatArray:
    """Return the least-squares weights; if several sets are optimal, the one of minimum norm."""
    return np.asarray(np.linalg.lstsq(known, wanted, rcond=None)[0], dtype=np.float64)
