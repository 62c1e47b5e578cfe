"""eviction in plain Python; the needed amounts can be covered."""

from typing import Any


def coldest_first(instance: Any) -> dict[str, list[str]]:
    """Evict in order of temperature until the need is covered (Eigen, 5.2)."""
    frees = instance.free or [0] * len(instance.request)
    missing = [wanted - free for wanted, free in zip(instance.request, frees, strict=True)]
    movable = [resident for resident in instance.residents if not resident.keep]
    evicted = []
    for resident in sorted(movable, key=lambda resident: resident.temperature):
        if all(amount <= 0 for amount in missing):
            break
        evicted.append(resident)
        missing = [amount - held for amount, held in zip(missing, resident.demand, strict=True)]
    return _decision(instance, evicted)


def primal_dual(instance: Any) -> dict[str, list[str]]:
    """Let a price of the missing amount rise until it pays for a resident (Carnes and Shmoys).

    One resource is missing.  Unnecessary residents are dropped afterwards, the last first.
    """
    (need,), frees = instance.need.tolist(), instance.frees[:, 0].tolist()
    left = [i for i, own in enumerate(instance.residents) if not own.keep and frees[i] > 0]
    slack = {i: instance.residents[i].temperature for i in left}
    missing, evicted = need, []
    while missing > 0:
        useful = {i: min(frees[i], missing) for i in left}
        first = min(left, key=lambda i: slack[i] / useful[i])
        price = slack[first] / useful[first]
        for i in left:
            slack[i] = slack[i] - price * useful[i]
        left.remove(first)
        evicted.append(first)
        missing -= frees[first]
    for i in list(reversed(evicted)):
        if sum(frees[k] for k in evicted if k != i) >= need:
            evicted.remove(i)
    return _decision(instance, [instance.residents[i] for i in evicted])


def _decision(instance: Any, evicted: list[Any]) -> dict[str, list[str]]:
    names = {resident.name for resident in evicted}
    return {"evict": [resident.name for resident in instance.residents if resident.name in names]}
