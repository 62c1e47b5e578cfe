"""eviction in plain Python; the needed amounts can be covered."""

from typing import Any


def coldest_first(instance: Any) -> dict[str, list[str]]:
    """Evict in order of temperature until the need is covered (Eigen, 5.2)."""
    missing = _missing(instance)
    evicted = []
    for resident in sorted(_movable(instance), key=lambda resident: resident.temperature):
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


def _movable(instance: Any) -> list[Any]:
    return [resident for resident in instance.residents if not resident.keep]


def _missing(instance: Any) -> list[Any]:
    """Return the requested less the free amount of each resource."""
    free = instance.free or [0] * len(instance.resources)
    return [wanted - own for wanted, own in zip(instance.request, free, strict=True)]


def _decision(instance: Any, evicted: list[Any]) -> dict[str, list[str]]:
    names = {resident.name for resident in evicted}
    return {"evict": [resident.name for resident in instance.residents if resident.name in names]}
