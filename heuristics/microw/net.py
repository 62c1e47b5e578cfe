"""The digraph of nodes and PEs as arrays, for compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel

# A plain -1 would be a type of its own to numba: everything that takes it, compiled twice.
DUMMY: Any = np.int64(-1)


LEAST = 1e-9  # mips; what is less is rounding


class Net(NamedTuple):
    """Shares of PEs on nodes in mips, their limits, and the sums that follow from them.

    A list by owner stands in one array: the part of owner k goes from ``start[k]`` to
    ``start[k + 1]``.  The last five arrays change with every push; all others stay.
    """

    pe: IntArray  # of each share
    node: IntArray
    power: FloatArray  # mips of the share's node
    before: FloatArray  # mips in the epoch before
    low: FloatArray  # least and most mips
    high: FloatArray
    pe_start: IntArray  # shares of each PE that are not fixed
    of_pe: IntArray
    node_start: IntArray  # shares of each node that are not fixed
    of_node: IntArray
    range_start: IntArray  # legal ranges of each share, (51)
    range_low: FloatArray
    range_high: FloatArray
    limit: FloatArray  # per PE: limit on `pe_change`, (48)
    amount: FloatArray  # mips per share
    missing: FloatArray  # per PE: goal less mips; negative if over-allocated
    idle: FloatArray  # per node: mips that no PE uses
    changed: IntArray  # per node: shares that differ from before
    pe_change: FloatArray  # per PE: sum of |amount - before|


class Steps(NamedTuple):
    """The steps of a path in order: a share, and 1 if it gains mips or -1 if it loses them."""

    shares: IntArray
    signs: IntArray


@kernel
def differs(net: Net, k: int, amount: float) -> bool:
    """Return whether a share with these mips would differ from the share before."""
    return bool(abs(amount - net.before[k]) > LEAST * net.power[k])
