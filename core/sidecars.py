"""Sidecars: arrays in ``.npy`` files beside an instance, memory-mapped and never pickled."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from .faults import Fault

Place: TypeAlias = tuple[int | str, ...]


class ArrayError(Exception):
    """An error that carries the faults of one array to pydantic."""

    def __init__(self, faults: list[tuple[Place, str, object]]) -> None:
        super().__init__(faults)
        self.faults = faults


def from_sidecar(value: dict[Any, Any], folder: Path | None) -> NDArray[Any]:
    unknown = set(value) - {"npy", "nan_is_null"}
    if unknown or not isinstance(value.get("npy"), str):
        raise ArrayError([((), 'must be {"npy": "file.npy"}', value)])
    if not isinstance(value.get("nan_is_null", False), bool):
        raise ArrayError([(("nan_is_null",), "must be true or false", value["nan_is_null"])])
    name = value["npy"]
    place: Place = ("npy",)
    path = sidecar_path(folder, name, place)
    try:
        if path.exists() and not path.is_file():
            raise ArrayError([(place, "must be a regular file", name)])
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        raise ArrayError([(place, "there is no such file beside the instance", name)]) from None
    except (OSError, ValueError, EOFError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        if "pickle" in reason or "Python objects" in reason:
            reason = "it is not a .npy file, or it contains pickled objects"
        raise ArrayError([(place, f"must be a plain .npy array: {reason}", name)]) from None
    if not isinstance(array, np.ndarray):
        array.close()
        raise ArrayError([(place, "must be a plain .npy array: it is an archive of arrays", name)])
    file: Any = array  # a memory map takes attributes
    file.stamp = _stamp(path)
    _MAPPED[id(array)] = file
    return array


_MAPPED: WeakValueDictionary[int, Any] = WeakValueDictionary()  # the arrays of files, by identity


def _stamp(path: str | Path) -> tuple[int, int, int] | None:
    try:
        facts = os.stat(path)
    except OSError:  # it is gone; the array keeps its contents
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


def changed_files(instance: Any) -> list[Fault]:
    """Return a fault for each array of an instance whose file was changed after it was read."""
    stamps = {key: (array.stamp, _stamp(array.filename)) for key, array in list(_MAPPED.items())}
    changed = {key for key, (old, new) in stamps.items() if new and new[0] == old[0] and new != old}
    rule = "the file was changed after it was read; load the instance again"
    places = arrays_of(instance) if changed else ()
    return [
        Fault.of(place, rule, _MAPPED[id(array.base)].filename)
        for place, array in places
        if id(array.base) in changed
    ]


def arrays_of(part: Any, place: str = "") -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield (place, array) of each array in a part of an instance."""
    if isinstance(part, np.ndarray):
        yield place, part
    elif isinstance(part, Sequence) and not isinstance(part, str):
        for k, item in enumerate(part):
            yield from arrays_of(item, f"{place}[{k}]")
    elif isinstance(part, dict) or hasattr(part, "__dict__"):
        for key, item in (part if isinstance(part, dict) else vars(part)).items():
            yield from arrays_of(item, f"{place}.{key}" if place else str(key))


def sidecar_path(folder: Path | None, name: str, place: Place) -> Path:
    """Return the path of a sidecar, which must be in the folder of its instance file."""
    if folder is None:
        return Path(name)
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts or "\\" in name:
        rule = "must be a relative path that stays in the instance's folder"
        raise ArrayError([(place, rule, name)])
    path = folder / relative
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a NUL
        raise ArrayError([(place, f"is not a path: {error}", name)]) from None
    if not inside:
        rule = "must lie in the instance's folder, even after links are followed"
        raise ArrayError([(place, rule, name)])
    return path
