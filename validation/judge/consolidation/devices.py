"""Whether the shares on a machine fit into its devices, decided from the raw fields of the file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation
from ..verdict import Violation
from .placement_rules import Sites
from .shares_in_devices import shares_fit


def device_violations(
    instance: Consolidation, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """Yield the machines on which a share finds no device that has room for all of it."""
    for name in instance.devices or ():
        r = instance.resources.index(name)
        held: dict[str, list[Fraction]] = defaultdict(list)
        for item in instance.items:
            if item.demand[r]:
                held[machine[item.name]].append(as_written(item.demand[r]))
        known: dict[tuple[tuple[Fraction, ...], int], bool | None] = {}
        for site, wanted in held.items():
            devices = int(sites.machines[site].capacity[r])
            key = tuple(sorted(wanted, reverse=True)), devices
            if key not in known:
                known[key] = shares_fit(wanted, devices)
            if known[key] is True:
                continue
            message = f"{_listed(wanted)} of {name} do not fit into {devices} devices"
            if known[key] is None:
                message = f"it takes too long to find out whether {_listed(wanted)} of {name} fit"
            yield Violation("devices", site, None, message)


def _listed(wanted: list[Fraction]) -> str:
    times = sorted(Counter(wanted).items(), reverse=True)
    return ", ".join(f"{count} of {float(size):g}" for size, count in times)
