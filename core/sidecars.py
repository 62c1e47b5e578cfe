"""Arrays in files beside an instance: plain ``.npy``, memory-mapped, never pickles."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Place: TypeAlias = tuple[int | str, ...]


class ArrayError(Exception):
    """The faults of one array, before pydantic learns of them."""

    def __init__(self, faults: list[tuple[Place, str, object]]) -> None:
        super().__init__(faults)
        self.faults = faults


def from_sidecar(value: dict[Any, Any], folder: Path | None) -> NDArray[Any]:
    unknown = set(value) - {"npy", "nan_is_null"}
    if unknown or not isinstance(value.get("npy"), str):
        raise ArrayError([((), 'a sidecar is {"npy": "file.npy"}', value)])
    if not isinstance(value.get("nan_is_null", False), bool):
        raise ArrayError([(("nan_is_null",), "must be true or false", value["nan_is_null"])])
    name = value["npy"]
    path = Path(name) if folder is None else _inside(folder, name)
    place: Place = ("npy",)
    try:
        if path.exists() and not path.is_file():
            raise ArrayError([(place, "must be a regular file", name)])
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        raise ArrayError([(place, "there is no such file beside the instance", name)]) from None
    except (OSError, ValueError, EOFError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        if "pickle" in reason or "Python objects" in reason:
            reason = "it is no .npy file or holds pickled objects"
        raise ArrayError([(place, f"must be a plain .npy array: {reason}", name)]) from None
    if not isinstance(array, np.ndarray):
        array.close()
        raise ArrayError([(place, "must be a plain .npy array: it is an archive of arrays", name)])
    return array


def _inside(folder: Path, name: str) -> Path:
    """Return the path of a sidecar, which may not leave the folder of its instance file."""
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts or "\\" in name:
        rule = "must be a relative path that stays in the instance's folder"
        raise ArrayError([(("npy",), rule, name)])
    path = folder / relative
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a NUL
        raise ArrayError([(("npy",), f"is no path: {error}", name)]) from None
    if not inside:
        rule = "must stay in the instance's folder, links included"
        raise ArrayError([(("npy",), rule, name)])
    return path
