"""One-dimensional clusters, cut where a kernel density estimate has a minimum (appendix D.2)."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray

_STEPS_PER_BANDWIDTH = 8
_MOST_STEPS = 1 << 17
_NARROWEST = 0.5  # steps
_REACH = 6  # bandwidths, beyond which the Gaussian kernel is cut off


def density_clusters(values: FloatArray, bandwidth: float | None = None) -> IntArray:
    """Return the cluster of each value, numbered upwards; equal values are in one cluster.

    The Gaussian density estimate is computed on a grid of an eighth of the bandwidth, but of at
    most 131,072 steps, half of one being the least bandwidth.  Without a ``bandwidth`` it is
    Silverman's ``0.9 min(σ, IQR/1.34) N^(-1/5)`` (σ alone if the quartiles coincide).  With
    bandwidth 0 every distinct value is a cluster.
    """
    least, most = float(values.min()), float(values.max())
    if bandwidth is None:
        bandwidth = silverman_bandwidth(values)
    if least == most:
        return np.zeros(len(values), dtype=np.int64)
    step = max(bandwidth / _STEPS_PER_BANDWIDTH, (most - least) / _MOST_STEPS)
    if bandwidth == 0 or step == 0:
        return _number_clusters(values)
    cell = np.rint((values - least) / step).astype(np.int64)
    cuts = _minima(_density(np.bincount(cell), max(bandwidth / step, _NARROWEST)))
    return _number_clusters(np.searchsorted(cuts, cell))


def silverman_bandwidth(values: FloatArray) -> float:
    """Return Silverman's rule of thumb for the bandwidth of a Gaussian density estimate."""
    deviation = float(values.std())
    lower, upper = np.quantile(values, (0.25, 0.75))
    spread = float(upper - lower) / 1.34
    narrow = min(deviation, spread) if spread > 0 else deviation
    return float(0.9 * narrow * len(values) ** -0.2)


def _density(counts: IntArray, bandwidth: float) -> FloatArray:
    """Return the density on the grid, up to a factor; the bandwidth is in steps."""
    reach = int(np.ceil(_REACH * bandwidth))
    offsets = np.arange(-reach, reach + 1) / bandwidth
    density = np.convolve(counts.astype(np.float64), np.exp(-0.5 * offsets**2))
    return density[reach : reach + len(counts)]


def _minima(density: FloatArray) -> FloatArray:
    """Return the places of the local minima; a flat one counts once, at its middle."""
    slope = np.sign(np.diff(density))
    places = np.flatnonzero(slope)
    falls_then_rises = (slope[places[:-1]] < 0) & (slope[places[1:]] > 0)
    return (places[:-1] + 1 + places[1:])[falls_then_rises] / 2


def _number_clusters(labels: FloatArray | IntArray) -> IntArray:
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)
