"""Import of a `consolidation` instance from a vector packing file of Vectorpack (``.vbp``).

The file has the number of resources, a bin's capacity in each, the number of rows, and then a row
per kind of item: its size in each resource and the number of such items.
"""

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path

import numpy as np

from ...core.faults import Fault, InputError
from ...core.files import read_text
from ...instances.consolidation import Consolidation, Item, Machine, machines_enough
from .kubernetes import Imported

MOST_ITEMS = 100_000

_Line = tuple[int, list[str]]  # its number in the file, and its words


def read_packing(path: Path, *, name: str = "vbp") -> Imported:
    """Return the instance in a file: nothing runs yet, and all machines are equal.

    There are 1.5 times as many machines as first fit decreasing needs.
    """
    lines = [
        (number, text.split())
        for number, text in enumerate(read_text(path).splitlines(), start=1)
        if text.strip()
    ]
    faults = list(_head_faults(path, lines))
    if faults:
        raise InputError("vector packing", faults)
    capacity = [float(word) for word in lines[1][1]]
    faults = list(_row_faults(path, lines[2], lines[3:], capacity))
    if faults:
        raise InputError("vector packing", faults)
    rows = [[float(word) for word in words] for _, words in lines[3:]]
    items = sum(int(row[-1]) for row in rows)
    if items > MOST_ITEMS:
        rule = f"has more than {MOST_ITEMS:,} items"
        raise InputError("vector packing", [Fault.of(path.name, rule, items)])
    sizes = [row[:-1] for row in rows for _ in range(int(row[-1]))]
    count = machines_enough(np.array(capacity), np.array(sizes))
    instance = Consolidation(
        name=name,
        source=f"vector packing: {path.name}",
        resources=tuple(f"r{r + 1}" for r in range(len(capacity))),
        machines=tuple(Machine(name=f"m{j + 1}", capacity=tuple(capacity)) for j in range(count)),
        items=tuple(Item(name=f"i{i + 1}", demand=tuple(row)) for i, row in enumerate(sizes)),
    )
    return Imported(instance, ())


def _head_faults(path: Path, lines: Sequence[_Line]) -> Iterator[Fault]:
    """Yield faults in the first three lines: number of resources, capacities, number of rows."""
    if len(lines) < 4:
        yield Fault(path.name, "ends too early, or is not a file of vector packing")
        return
    for number, words in (lines[0], lines[2]):
        place = f"{path.name} line {number}"
        if len(words) != 1 or not _counts(words[0]):
            yield Fault.of(place, "must be an integer of at least 1", " ".join(words))
    number, words = lines[1]
    place = f"{path.name} line {number}"
    wrong = [word for word in words if not (_is_number(word) and float(word) >= 0)]
    if wrong:
        yield Fault.of(place, "capacities must be numbers of at least 0", wrong[0])
    if len(lines[0][1]) == 1 and _counts(lines[0][1][0]) and int(lines[0][1][0]) != len(words):
        yield Fault.of(place, f"must have {lines[0][1][0]} capacities", len(words))


def _row_faults(
    path: Path, count: _Line, rows: Sequence[_Line], capacity: list[float]
) -> Iterator[Fault]:
    """Yield faults in the rows: a wrong number of rows, bad sizes, items larger than a bin."""
    announced = int(count[1][0])
    if announced != len(rows):
        rule = f"announces {announced} rows, but the file has {len(rows)}"
        cut = "; is it cut off?" if len(rows) < announced else ""
        yield Fault(f"{path.name} line {count[0]}", rule + cut)
    for number, words in rows:
        place = f"{path.name} line {number}"
        if len(words) != len(capacity) + 1:
            rule = f"must have {len(capacity)} sizes and the number of items"
            yield Fault.of(place, rule, f"{len(words)} numbers")
            continue
        for r, (word, room) in enumerate(zip(words, capacity, strict=False), start=1):
            if not _is_number(word):
                yield Fault.of(f"{place}: size {r}", "must be a number", word)
            elif float(word) < 0:
                yield Fault.of(f"{place}: size {r}", "must not be negative", word)
            elif float(word) > room:
                yield Fault.of(f"{place}: size {r}", f"does not fit in a bin of {room:g}", word)
        if not _counts(words[-1]):
            rule = "must be an integer of at least 1"
            yield Fault.of(f"{place}: number of items", rule, words[-1])


def _is_number(word: str) -> bool:
    try:
        return isfinite(float(word)) and "_" not in word
    except ValueError:
        return False


def _counts(word: str) -> bool:
    return word.isascii() and word.isdigit() and 1 <= int(word) <= MOST_ITEMS
