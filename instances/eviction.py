"""eviction: evict instances from a node so that another one there can grow.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 5.2: the cost of an eviction is the instance's
temperature.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd
from operator import itemgetter
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ..core.arrays import BoolArray, FloatArray, IntArray
from ..core.decimals import (
    LARGEST,
    as_written,
    countable,
    exact_sums,
    fault_of_digits,
    in_parts,
    in_units,
    unit_of,
)
from ..core.faults import Fault, ModerateDocument, check_range, near_miss, repeated_names
from ..core.memory import check_size
from ..core.records import Table, column, lengths
from ..core.schema import Instance, Many, Name, NonNegative, Part, Rule

_SIZES = {"cpu": (1, 2, 4, 8), "memory": (4, 8, 16, 32, 64), "disk": (50, 100, 200, 400)}
_FACTORS = ("cpu_usage", "memory_usage", "connections")


class Resident(Part):
    """An instance on the node: the resources it holds, and its temperature or its factors."""

    name: Name
    demand: Many[NonNegative]
    temperature: NonNegative | None = None
    factors: dict[str, NonNegative] | None = None
    keep: bool = False


def one_value_per_resource(
    resources: tuple[str, ...],
    free: tuple[float, ...],
    request: tuple[float, ...],
    residents: Sequence[Resident],
) -> Iterator[Fault]:
    """Every list of free, requested or held amounts has one entry per resource."""
    rule = f"must have {len(resources)} entries, one per resource"
    if free and len(free) != len(resources):
        yield Fault.of("free", rule, len(free))
    if len(request) != len(resources):
        yield Fault.of("request", rule, len(request))
    demands = column(residents, "demand")
    for i, demand in enumerate(() if lengths(demands) == {len(resources)} else demands):
        if len(demand) != len(resources):
            yield Fault.of(f"residents[{i}].demand", rule, len(demand))


def distinct_names(resources: tuple[str, ...], residents: Sequence[Resident]) -> Iterator[Fault]:
    """Resources and residents have distinct names."""
    for k, name in enumerate(resources):
        if name in resources[:k]:
            rule = f"is already the name of resources[{resources.index(name)}]"
            yield Fault.of(f"resources[{k}]", rule, name)
    yield from repeated_names("residents", column(residents, "name"))


def one_kind_of_temperature(
    weights: dict[str, float] | None, residents: Sequence[Resident]
) -> Iterator[Fault]:
    """Each resident has either a temperature or weighted factors."""
    weighted = set(weights or ())
    pairs = zip(column(residents, "temperature"), column(residents, "factors"), strict=True)
    for i, (temperature, stated) in enumerate(pairs):
        factors = stated or {}
        both = (temperature is None) == (stated is None)
        if not both and weighted.issuperset(factors):
            continue
        place = f"residents[{i}]"
        if both:
            yield Fault(place, "must have either `temperature` or `factors`")
        for factor, value in factors.items():
            if weights is None:
                yield Fault.of(f"{place}.factors.{factor}", "needs `weights`", value)
            elif factor not in weights:
                rule = f"has no weight in `weights` {near_miss(factor, weights)}"
                yield Fault.of(f"{place}.factors.{factor}", rule, value)


def sums_are_exact(
    resources: tuple[str, ...],
    free: tuple[float, ...],
    request: tuple[float, ...],
    weights: dict[str, float] | None,
    residents: Sequence[Resident],
) -> Iterator[Fault]:
    """Amounts and temperatures have so few digits that their sums are exact."""
    amounts = [request, *([free] if free else [])]
    demands = column(residents, "demand")
    if lengths(demands) | lengths(amounts) == {len(resources)}:
        rows = np.concatenate([np.array(amounts), np.array(demands)])
        for r, (name, every) in enumerate(zip(resources, rows.T, strict=True)):
            if not countable(every):
                places = {f"request[{r}]": request[r]} | ({f"free[{r}]": free[r]} if free else {})
                places[f"residents[{{}}].demand[{r}]"] = every[len(places) :]
                yield fault_of_digits(f"amounts of {name!r}", places, every.sum())
    known = set(weights or ())
    if not all(known.issuperset(factors or ()) for factors in column(residents, "factors")):
        return
    heat, parts = _heat(weights, residents)
    total_heat = sum(heat.tolist())  # of integers without limit
    if total_heat > LARGEST:
        places = {f"weights.{factor}": weight for factor, weight in (weights or {}).items()}
        for i, resident in enumerate(residents):
            for factor, value in (resident.factors or {}).items():
                places[f"residents[{i}].factors.{factor}"] = value
            places[f"residents[{i}].temperature"] = resident.temperature or 0.0
        total, factors = Fraction(total_heat, parts), 2 if weights else 1
        yield fault_of_digits("temperatures", places, total, factors)


def _heat(
    weights: dict[str, float] | None, residents: Sequence[Resident]
) -> tuple[NDArray[Any], int]:
    """Return each resident's temperature as an integer number of parts, and the parts per 1.

    A temperature is given, or the weighted sum of a resident's factors (5.2).
    """
    known = {} if weights is None else weights
    # a resident has a temperature or factors, and the other one counts as 0
    stated = column(residents, "temperature")
    columns = [np.array([value or 0.0 for value in stated])] if any(stated) else []
    listed = [factors or {} for factors in column(residents, "factors")]
    is_complete = set(map(len, listed)) == {len(known)}
    for factor in known:
        values = (
            map(itemgetter(factor), listed) if is_complete else (f.get(factor, 0.0) for f in listed)
        )
        columns.append(np.fromiter(values, np.float64, len(listed)))
    whole, values_per_one = in_parts(np.array(columns).reshape(-1, len(residents)))
    in_weights, weights_per_one = in_parts(np.array(list(known.values()), dtype=np.float64))
    weighed = [weights_per_one] * any(stated) + in_weights.tolist()
    heat = exact_sums(whole.T, weighed)
    shared = gcd(parts := values_per_one * weights_per_one, int(np.gcd.reduce(heat)))
    return heat // shared, parts // shared


class Eviction(Instance):
    """A node, the growing instance's request, and the residents that may be evicted."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        one_value_per_resource,
        distinct_names,
        one_kind_of_temperature,
        sums_are_exact,
    )

    problem: Literal["eviction"] = "eviction"
    resources: Annotated[Many[Name], Field(min_length=1)]
    free: Many[NonNegative] = ()
    request: Many[NonNegative]
    weights: dict[str, NonNegative] | None = None
    residents: Table[Resident]

    @cached_property
    def _heat_in_parts(self) -> tuple[NDArray[Any], int]:
        return _heat(self.weights, self.residents)

    @cached_property
    def temperatures(self) -> list[Fraction]:
        """T_i, the temperature of each resident."""
        return [Fraction(amount, self.heat_parts) for amount in self._heat_in_parts[0].tolist()]

    @property
    def heat_parts(self) -> int:
        """The number of parts into which 1 is divided so that all temperatures are integers."""
        return self._heat_in_parts[1]

    @cached_property
    def heat(self) -> IntArray:
        """The temperatures as integers, in parts of 1."""
        return self._heat_in_parts[0].astype(np.int64)

    @cached_property
    def may_leave(self) -> BoolArray:
        """A mask of the residents that may be evicted."""
        return ~np.array(column(self.residents, "keep"), dtype=np.bool_)

    @cached_property
    def missing(self) -> dict[int, Fraction]:
        """The missing amount (request less free amount) of each scarce resource, by its number."""
        free = self.free or (0.0,) * len(self.resources)
        lack = [as_written(r) - as_written(f) for r, f in zip(self.request, free, strict=True)]
        return {r: amount for r, amount in enumerate(lack) if amount > 0}

    @cached_property
    def _whole(self) -> tuple[IntArray, IntArray]:
        """The needed and the held amounts of each missing resource, as integers in its unit."""
        needs, columns, count = [], [], len(self.residents)
        demands = np.array(column(self.residents, "demand"))
        for r, amount in self.missing.items():
            free = self.free[r] if self.free else 0.0
            held = demands[:, r]
            unit = unit_of(np.append(held, [free, self.request[r]]))
            need = int(amount / unit)
            amounts = in_units(held, unit)
            common = int(np.gcd.reduce(amounts[self.may_leave], initial=0))
            needs.append(-(-need // max(1, common)))
            columns.append(amounts // max(1, common))
        held_units = np.stack(columns, axis=1) if columns else np.zeros((count, 0), dtype=np.int64)
        return np.array(needs, dtype=np.int64), held_units

    @property
    def need(self) -> IntArray:
        """The needed amount of each missing resource, in units."""
        return self._whole[0]

    @property
    def frees(self) -> IntArray:
        """The units of each missing resource that each resident holds: residents x resources."""
        return self._whole[1]

    def decision(self, evicted: IntArray) -> dict[str, list[str]]:
        """Return the decision that evicts the residents with the given numbers."""
        names = column(self.residents, "name")
        return {"evict": [names[i] for i in np.sort(evicted).tolist()]}


def generate(
    seed: int,
    *,
    residents: int = 40,
    resources: int = 2,
    correlation: float = 0.5,
    need: float = 0.15,
    keep: float = 0.05,
) -> Eviction:
    """Return a random node of databases.

    Temperatures are weighted sums of lognormal factors, which correlate with the instance's size by
    ``correlation``; ``need`` is the share of all held amounts that must be freed.
    """
    check_range(residents=(residents, 1), resources=(resources, 1, 3))
    check_range(correlation=(correlation, 0, 1), need=(need, 0), keep=(keep, 0, 1))
    check_size(parts=2 * residents)
    rng = np.random.default_rng(seed)
    names = tuple(_SIZES)[:resources]
    ranks = rng.integers(0, 4, residents)
    held = np.stack([_sizes(rng, ranks, _SIZES[name]) for name in names], axis=1)
    lean = np.log(1 + ranks) - np.log(1 + ranks).mean()
    noise = np.exp(0.8 * rng.standard_normal((residents, len(_FACTORS))))
    factors = np.round(noise * np.exp(correlation * lean)[:, None], 2)
    drawn = [dict(zip(_FACTORS, row, strict=True)) for row in factors.tolist()]
    stays = rng.random(residents) < keep
    document = {
        "name": f"eviction-{residents}x{resources}-s{seed}",
        "resources": names,
        "request": np.ceil(need * held.sum(axis=0)).tolist(),
        "weights": {"cpu_usage": 2.0, "memory_usage": 1.0, "connections": 0.5},
        "residents": [
            {"name": f"db{i + 1}", "demand": demand, "factors": factors_of, "keep": keeps}
            for i, (demand, factors_of, keeps) in enumerate(
                zip(held.tolist(), drawn, stays.tolist(), strict=True)
            )
        ],
    }
    return Eviction.model_validate(ModerateDocument(document))  # all its numbers are drawn


def _sizes(rng: np.random.Generator, ranks: IntArray, sizes: tuple[int, ...]) -> FloatArray:
    """Return one of ``sizes`` for each resident, at random near the index ``ranks``."""
    moved = np.clip(ranks + rng.integers(-1, 2, len(ranks)), 0, len(sizes) - 1)
    chosen: FloatArray = np.array(sizes, dtype=float)[moved]
    return chosen
