"""microw in plain Python, for legal previous fractions and a limit on touched nodes."""

from math import inf
from typing import Any


def direct(instance: Any) -> dict[str, dict[str, dict[str, Any]]]:
    """Take MIPS from PEs above their goals, then give unused MIPS to PEs below their goals.

    A share may have any fraction between its least and its most.
    """
    power = [node.mips for node in instance.nodes]
    mips = [share.before * power[share.node] for share in instance.shares]
    missing, idle = [pe.goal for pe in instance.pes], list(power)
    for share, amount in zip(instance.shares, mips, strict=True):
        missing[share.pe] = missing[share.pe] - amount
        idle[share.node] = idle[share.node] - amount
    limit = [inf if pe.max_change is None else pe.max_change for pe in instance.pes]
    total = inf if instance.max_total_change is None else instance.max_total_change
    touched: set[int] = set()
    for sign in (-1, 1):
        for k, share in enumerate(instance.shares):
            p, n = share.pe, share.node
            if n not in touched and len(touched) >= instance.max_touched_nodes:
                continue
            taken = mips[k] - share.least * power[n]
            given = min(share.most * power[n] - mips[k], idle[n])
            amount = min(sign * missing[p], taken if sign < 0 else given, limit[p], total)
            if amount <= 0:
                continue
            touched.add(n)
            mips[k] = mips[k] + sign * amount
            missing[p] = missing[p] - sign * amount
            idle[n] = idle[n] - sign * amount
            limit[p] = limit[p] - amount
            total = total - amount
    fraction: dict[str, dict[str, Any]] = {pe.name: {} for pe in instance.pes}
    for share, amount in zip(instance.shares, mips, strict=True):
        of_pe = fraction[instance.pes[share.pe].name]
        of_pe[instance.nodes[share.node].name] = amount / power[share.node]
    return {"fraction": fraction}
