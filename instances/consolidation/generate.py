"""Random clusters for `consolidation`, shaped like those of Eigen's section 6.1.

The published classes of random vector packing instances are drawn again by their public rules:

- ``panigrahy-1`` to ``-8``: Caprara and Toth (2001) in two resources, Panigrahy et al. (2011) in
  more; ``panigrahy-9`` is theirs.
- ``new-1`` to ``-6`` and the triplets: Mommessin, Erlebach and Shakhlevich (2024), after Caprara
  and Toth, and Falkenauer (1996).  Three items of a triplet fill a machine in every resource, so
  that the optimum is known: a third of the items.

`cloud` draws from the machines and virtual machines of two published clusters: all 1,523 nodes of
Alibaba's openb_node_list_all_node.csv (cluster-trace-gpu-v2023, Apache-2.0; Weng et al., ATC 2023),
without their GPUs, and all 24,990 requests of the lists C1 to C5 of Huawei Cloud
(github.com/mdl1104/Dataset-for-topology-aware-VM-placement, CC0-1.0).
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.faults import ModerateDocument, check_range
from ...core.kernels import kernel
from ...core.memory import check_size
from .instance import Consolidation
from .parts import Item, Machine

PackingClass: TypeAlias = Literal[
    "panigrahy-1",
    "panigrahy-2",
    "panigrahy-3",
    "panigrahy-4",
    "panigrahy-5",
    "panigrahy-6",
    "panigrahy-7",
    "panigrahy-8",
    "panigrahy-9",
    "new-1",
    "new-2",
    "new-3",
    "new-4",
    "new-5",
    "new-6",
    "triplet-caprara",
    "triplet-falkenauer",
]

# capacity, least and largest size
_UNIFORM = {
    "panigrahy-1": (1000, 100, 400),
    "panigrahy-2": (1000, 1, 1000),
    "panigrahy-3": (1000, 200, 800),
    "panigrahy-4": (1000, 50, 200),
    "panigrahy-5": (1000, 25, 100),
    "panigrahy-6": (150, 20, 100),
}
_NORMAL = {"new-2": (20, 10), "new-3": (30, 15)}  # mean and deviation, in 100
_TWO_PEAKS = {"new-4": (70, 30, 15), "new-5": (80, 20, 10), "new-6": (70, 15, 10)}
_LARGE = 0.1  # share of the items around the higher peak, in each resource


def sizes_of(
    name: PackingClass, rng: np.random.Generator, items: int, resources: int
) -> tuple[int, IntArray]:
    """Return the machines' capacity in each resource, and the items' sizes: items x resources."""
    shape = (items, resources)
    if name in _UNIFORM:
        capacity, least, largest = _UNIFORM[name]
        return capacity, rng.integers(least, largest + 1, shape)
    if name in ("panigrahy-7", "panigrahy-8"):
        return 150, _pairs(rng, items, resources, alike=name == "panigrahy-7")
    if name == "panigrahy-9":
        return 100, _throws(rng, items, resources)
    if name == "new-1":
        return 100, _sizes_with_one_large(rng, items, resources)
    if name in _NORMAL:
        mean, deviation = _NORMAL[name]
        return 100, _normal(rng, items * resources, mean, deviation).reshape(shape)
    if name in _TWO_PEAKS:
        columns = [_two_peaks(rng, items, *_TWO_PEAKS[name]) for _ in range(resources)]
        return 100, np.stack(columns, axis=1)
    return 100, _triplets(rng, items, resources, falkenauer=name == "triplet-falkenauer")


def machines_enough(capacity: int | FloatArray, sizes: IntArray | FloatArray) -> int:
    """Return 1.5 times the machines that first fit decreasing needs, but at most one per item."""
    rooms = np.zeros((0, sizes.shape[1]), dtype=sizes.dtype)
    for size in sizes[np.argsort(-sizes.sum(axis=1), kind="stable")]:
        fits = np.flatnonzero((rooms >= size).all(axis=1))
        if len(fits):
            rooms[fits[0]] -= size
        else:
            rooms = np.vstack([rooms, capacity - size])
    return min(len(sizes), (3 * len(rooms) + 1) // 2)


def _pairs(rng: np.random.Generator, items: int, resources: int, *, alike: bool) -> IntArray:
    """Return sizes (items x resources); pairs of resources have similar or opposite sizes."""
    columns: list[IntArray] = []
    while len(columns) < resources:
        first = rng.integers(20, 101, items)
        about = first if alike else 120 - first
        columns += [first, about + rng.integers(-10, 11, items)]
    return np.stack(columns[:resources], axis=1)


def _throws(rng: np.random.Generator, items: int, resources: int) -> IntArray:
    """Return sizes up to 100 that are about proportional to random counts of balls per resource."""
    throws: list[IntArray] = []
    while len(throws) < items:
        balls = rng.multinomial(2 * resources, np.full(resources, 1 / resources))
        size = int(rng.integers(10, 41)) * balls + rng.integers(0, 2, resources)
        if size.max() <= 100:
            throws.append(size)
    return np.stack(throws)


def _sizes_with_one_large(rng: np.random.Generator, items: int, resources: int) -> IntArray:
    """Return sizes of items that are large in one resource, about equally often in each."""
    sizes = rng.integers(0, 26, (items, resources))
    large = np.minimum(np.arange(items) // max(1, items // resources), resources - 1)
    sizes[np.arange(items), large] = rng.integers(50, 101, items)
    return sizes


def _normal(rng: np.random.Generator, count: int, mean: float, deviation: float) -> IntArray:
    """Return rounded normal numbers from 0 to 100, drawn again if outside."""
    sizes = np.rint(rng.normal(mean, deviation, count)).astype(np.int64)
    while (outside := (sizes < 0) | (sizes > 100)).any():
        again = rng.normal(mean, deviation, int(outside.sum()))
        sizes[outside] = np.rint(again).astype(np.int64)
    return sizes


def _two_peaks(
    rng: np.random.Generator, items: int, high: float, low: float, deviation: float
) -> IntArray:
    """Return sizes in one resource; about a tenth of them lie around the higher peak."""
    drawn = round(rng.normal(int(items * _LARGE), (items / 4) ** 0.5))
    large = min(items, max(0, drawn))
    sizes = np.concatenate(
        [_normal(rng, large, high, deviation), _normal(rng, items - large, low, deviation)]
    )
    return rng.permutation(sizes)


def _triplets(
    rng: np.random.Generator, items: int, resources: int, *, falkenauer: bool
) -> IntArray:
    """Return sizes of items; each three successive items fill a machine in all resources."""
    shape = (items // 3, resources)
    if falkenauer:
        first = rng.integers(38, 50, shape)
        second = rng.integers(25, (100 - first) // 2 + 1)
    else:
        first, second = rng.integers(25, 51, shape), rng.integers(25, 51, shape)
    return np.stack([first, second, 100 - first - second], axis=1).reshape(-1, resources)


MachineKind: TypeAlias = Literal["physical", "physical3", "ecs", "cloud", "flavours", "packing"]

# resources, capacity and usable share of a machine
_SHAPES: dict[MachineKind, tuple[tuple[str, ...], tuple[float, ...], Any]] = {
    "physical": (("memory", "disk"), (512.0, 8000.0), (0.95, 0.85)),
    "physical3": (("cpu", "memory", "disk"), (96.0, 512.0, 8000.0), (1.0, 0.95, 0.85)),
    "ecs": (("memory", "cloud_disk"), (128.0, 16.0), (0.95, 1.0)),
    "cloud": (("cpu", "memory"), (), None),  # the capacity is drawn
    "flavours": (("cpu", "memory"), (64.0, 256.0), (1.0, 1.0)),
}


# cores, GiB of memory, how many
_NODES = (
    (8, 32, 19), (8, 60, 5), (16, 120, 107), (32, 64, 10), (32, 128, 51), (32, 256, 129),
    (48, 368, 9), (64, 128, 4), (64, 256, 37), (64, 512, 22), (82, 336, 1), (96, 384, 596),
    (96, 512, 59), (96, 768, 22), (104, 192, 1), (104, 512, 407), (104, 768, 3), (128, 768, 39),
    (128, 1024, 2),
)  # fmt: skip
# virtual cores, GiB of memory, how many
_REQUESTS = (
    (2, 4, 3468), (2, 8, 1860), (4, 8, 3847), (4, 16, 1764), (8, 16, 1153), (8, 32, 3058),
    (12, 24, 193), (12, 48, 85), (16, 32, 1759), (16, 64, 1219), (24, 48, 25), (24, 96, 2),
    (32, 64, 4816), (32, 128, 1221), (48, 96, 52), (48, 192, 46), (64, 128, 420), (64, 256, 2),
)  # fmt: skip
_FLAVOURS = np.array(_REQUESTS)[:, :-1] / (2, 1)  # two virtual cores share a core


def _rows_drawn(table: Sequence[tuple[int, ...]], rng: np.random.Generator, count: int) -> IntArray:
    """Return random row numbers of a table; a row's last entry is its weight."""
    weight = np.array(table)[:, -1]
    drawn: IntArray = rng.choice(len(table), count, p=weight / weight.sum())
    return drawn


def _cloud(
    rng: np.random.Generator, machines: int, load: float
) -> tuple[list[list[float]], FloatArray, IntArray]:
    """Return the machines' capacities, and each virtual machine's demand and machine.

    The largest virtual machines are placed first.  All places that are large enough are equally
    likely; a virtual machine without such a place is left out.
    """
    capacity = np.array(_NODES, dtype=float)[_rows_drawn(_NODES, rng, machines), :-1]
    flavour_of = _rows_drawn(_REQUESTS, rng, 40 * machines + 40)
    filled = (_FLAVOURS[flavour_of].cumsum(axis=0) >= load * capacity.sum(axis=0)).any(axis=1)
    flavour_of = flavour_of[: max(1, int(np.argmax(filled)))]
    home, room = np.full(len(flavour_of), -1), capacity.copy()
    for f in np.argsort(-(_FLAVOURS / capacity.mean(axis=0)).sum(axis=1), kind="stable").tolist():
        items = np.flatnonzero(flavour_of == f)
        places = np.repeat(np.arange(machines), (room // _FLAVOURS[f]).min(axis=1).astype(int))
        taken = rng.choice(places, min(len(items), len(places)), replace=False)
        home[items[: len(taken)]] = taken
        room -= np.bincount(taken, minlength=machines)[:, None] * _FLAVOURS[f]
    return capacity.tolist(), _FLAVOURS[flavour_of[home >= 0]], home[home >= 0]


def generate(
    seed: int,
    *,
    machines: int = 20,
    kind: MachineKind = "physical",
    load: float = 0.55,
    budget: float | None = None,
    requests: int = 0,
    running: bool = True,
    items: int = 100,
    flavours: int = 60,
    packing_class: PackingClass = "new-4",
    resources: int = 3,
) -> Consolidation:
    """Return a random cluster.

    ``physical`` machines have memory and disk (``physical3``: also cores), ``ecs`` ones memory and
    slots for cloud disks.  An item has 4 to 128 GB of memory (at most 64 on ``ecs``), a core per 4
    or 8 GB and a lognormal disk of about 14 GB per GB of memory, from 50 to 3,000 GB in steps of
    50; on ``ecs`` 1, 2 or 4 disks.  Items arrive and go to random machines with room until the used
    share of the scarcest resource is ``load``; a migration costs the item's memory. ``budget`` is a
    share of the cost of migrating all items.  ``requests`` is the number of additional requests;
    with ``running`` false nothing runs yet and all items are requests.

    ``cloud`` draws machines from the nodes of Alibaba's openb trace (cores and memory), and virtual
    machines from the requests in five lists of Huawei Cloud; two virtual cores share a core.  They
    run on random machines, and the largest were placed first.

    ``flavours`` is classical packing: nothing runs, and ``items`` requests have ``flavours``
    flavours (1 to 32 cores and 1 to 128 GB, both uniform; flavours are equally likely) for machines
    of 64 cores and 256 GB, one for each two items.  All other options but the seed are ignored.

    ``packing`` is vector packing: nothing runs, and there are ``items`` requests of a published
    ``packing_class`` in ``resources`` resources, and 1.5 times the machines that first fit needs.
    In triplet classes each three items fill a machine.  All other options but the seed are ignored.
    """
    check_range(machines=(machines, 1), requests=(requests, 0), load=(load, 0.0, 0.95))
    check_range(items=(items, 1), flavours=(flavours, 1))
    if kind == "flavours":
        check_size(parts=2 * items, numbers=flavours)
        return _classical(seed, items, flavours)
    if kind == "packing":
        check_range(resources=(resources, 1))
        check_size(parts=3 * items, numbers=2 * items * resources)
        return _packing(seed, packing_class, items, resources)
    if budget is not None:
        check_range(budget=(budget, 0.0, 1.0))
    check_size(parts=20 * machines + requests, numbers=120 * machines)
    rng = np.random.default_rng(seed)
    names, capacity, limit = _SHAPES[kind]
    rooms: Sequence[Sequence[float]] = [capacity] * machines
    if kind == "cloud":
        rooms, demand, home = _cloud(rng, machines, load)
    else:
        demand, home = _fill_machines(rng, kind, machines, load)
    if requests:
        demand = np.concatenate([demand, _demands(rng, kind, requests)])
        home = np.concatenate([home, np.full(requests, -1)])
    if not running:
        home = np.full(len(demand), -1)
    memory = names.index("memory")
    allowed = None
    if budget is not None:
        allowed = round(budget * demand[home >= 0, memory].sum(), 3)
    document = {
        "name": f"consolidation-{kind}-{machines}-s{seed}",
        "resources": names,
        "machines": [
            {"name": f"m{j + 1}", "capacity": room, "limit": limit} for j, room in enumerate(rooms)
        ],
        "items": _items_by_number("vm" if kind == "cloud" else "db", demand, home, memory),
        "migration_budget": allowed,
    }
    return Consolidation.model_validate(ModerateDocument(document))  # all its numbers are drawn


def _items_by_number(word: str, demand: FloatArray, home: IntArray, memory: int) -> Any:
    """Return items named ``word`` plus number; a migration costs the memory of the item."""
    machines = [*(f"m{j + 1}" for j in range(int(home.max(initial=-1)) + 1)), None]  # -1: None
    return [
        {
            "name": f"{word}{i + 1}",
            "demand": row,
            "machine": machines[j],
            "migration_cost": row[memory],
        }
        for i, (row, j) in enumerate(zip(demand.tolist(), home.tolist(), strict=True))
    ]


def _classical(seed: int, count: int, flavours: int) -> Consolidation:
    """Return requests of a few flavours, and machines that hold any two of them."""
    rng = np.random.default_rng(seed)
    resources, capacity, _ = _SHAPES["flavours"]
    cores, memory = rng.integers(1, 33, flavours), rng.integers(1, 129, flavours)
    sizes = np.stack([cores, memory], axis=1).astype(float)
    drawn = sizes[rng.integers(0, flavours, count)]
    return Consolidation(
        name=f"consolidation-flavours-{count}-{flavours}-s{seed}",
        resources=resources,
        machines=tuple(
            Machine(name=f"m{j + 1}", capacity=capacity) for j in range((count + 1) // 2)
        ),
        items=tuple(
            Item(name=f"vm{i + 1}", demand=tuple(row)) for i, row in enumerate(drawn.tolist())
        ),
    )


def _packing(seed: int, name: PackingClass, items: int, resources: int) -> Consolidation:
    """Return requests of a published class, and enough identical machines."""
    drawn, sizes = sizes_of(name, np.random.default_rng(seed), items, resources)
    capacity = (float(drawn),) * resources
    return Consolidation(
        name=f"consolidation-{name}-{len(sizes)}-{resources}-s{seed}",
        resources=tuple(f"r{r + 1}" for r in range(resources)),
        machines=tuple(
            Machine(name=f"m{j + 1}", capacity=capacity)
            for j in range(machines_enough(drawn, sizes))
        ),
        items=tuple(
            Item(name=f"i{i + 1}", demand=tuple(row))
            for i, row in enumerate(sizes.astype(float).tolist())
        ),
    )


def _demands(rng: np.random.Generator, kind: MachineKind, count: int) -> np.ndarray:
    sizes = np.array([4.0, 8.0, 16.0, 32.0, 64.0, 128.0])
    if kind == "cloud":
        return _FLAVOURS[_rows_drawn(_REQUESTS, rng, count)]
    if kind == "ecs":
        memory = rng.choice(sizes[:5], count, p=[0.25, 0.3, 0.25, 0.15, 0.05])
        disks = rng.choice([1.0, 2.0, 4.0], count, p=[0.45, 0.35, 0.2])
        return np.stack([memory, disks], axis=1)
    memory = rng.choice(sizes, count, p=[0.1, 0.2, 0.25, 0.2, 0.15, 0.1])
    disk = 8.5 * memory * rng.lognormal(0.0, 1.0, count)
    disk = np.clip(np.round(disk / 50), 1, 60) * 50
    if kind == "physical":
        return np.stack([memory, disk], axis=1)
    cores = np.maximum(1.0, memory / rng.choice([4.0, 8.0], count))
    return np.stack([cores, memory, disk], axis=1)


_MANY, _ASKED = 5000, 16  # machines
_AHEAD = 4096  # maximum number of items whose machines are drawn at a time


def _fill_machines(
    rng: np.random.Generator, kind: MachineKind, machines: int, load: float
) -> tuple[np.ndarray, IntArray]:
    """Return the demand and machine of each item; items arrive one by one on random machines."""
    _, capacity, limit = _SHAPES[kind]
    usable = np.array(capacity) * np.array(limit)
    rooms = np.repeat(usable[:, None], machines, axis=1)  # a row for each resource
    wanted = load * machines * usable
    demand = _demands(rng, kind, int(machines * 40 + 40))
    reached = (demand.cumsum(axis=0) >= wanted).any(axis=1)
    demand = demand[: max(1, int(np.argmax(reached)))]
    if machines > _MANY:
        home = _homes_among_many(rng, rooms, demand)
        return demand[home >= 0], home[home >= 0]
    home = np.full(len(demand), -1, dtype=np.int64)
    for i, row in enumerate(demand):
        home[i] = _home_among_all(rng, rooms, row)
        if home[i] >= 0:
            rooms[:, home[i]] -= row
    return demand[home >= 0], home[home >= 0]


def _home_among_all(rng: np.random.Generator, rooms: FloatArray, row: FloatArray) -> int:
    """Return a random machine that has room for an item; -1 if there is none."""
    has_room = rooms[0] >= row[0]
    for room, size in zip(rooms[1:], row[1:], strict=True):
        has_room &= room >= size
    fits = np.flatnonzero(has_room)
    return int(rng.choice(fits)) if len(fits) else -1


def _homes_among_many(rng: np.random.Generator, rooms: FloatArray, demand: FloatArray) -> IntArray:
    """Draw a machine with room for each item in turn; -1 if none has room; update ``rooms``.

    A few random machines are tried first, drawn for many items at a time.  If none has room, the
    generator is reset to just after the draws of this item, and all machines are tried.  Therefore
    the result does not depend on how many items are drawn at a time.
    """
    machines, home = rooms.shape[1], np.full(len(demand), -1)
    done, ahead = 0, _ASKED
    while done < len(demand):
        state = rng.bit_generator.state
        asked = rng.integers(0, machines, (min(ahead, len(demand) - done), _ASKED))
        ahead = min(_AHEAD, 2 * ahead)
        placed = _place_drawn(asked, demand[done:], rooms, home[done:])
        done += placed
        if placed < len(asked):
            rng.bit_generator.state = state
            rng.integers(0, machines, (placed + 1, _ASKED))
            home[done] = j = _home_among_all(rng, rooms, demand[done])
            if j >= 0:
                rooms[:, j] -= demand[done]
            done, ahead = done + 1, placed + 1
    return home


@kernel
def _place_drawn(asked: IntArray, demand: FloatArray, rooms: FloatArray, home: IntArray) -> int:
    """Place items on the first machine with room in their row of ``asked``; update the arrays.

    Return the number of items placed before the first that fits on no machine of its row.
    """
    for i in range(len(asked)):
        for j in asked[i]:
            has_room = True
            for r in range(len(rooms)):
                has_room = has_room and rooms[r, j] >= demand[i, r]
            if has_room:
                for r in range(len(rooms)):
                    rooms[r, j] -= demand[i, r]
                home[i] = j
                break
        if home[i] < 0:
            return i
    return len(asked)
