"""The one place that reads files: regular ones, of a stated largest size, without waiting."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .faults import Fault, InputError

LARGEST_BYTES = 512 * 2**20


@contextmanager
def opened(path: Path, largest: int = LARGEST_BYTES, hint: str = "") -> Iterator[BinaryIO]:
    """Open a regular file; a pipe or a device is refused and never waited for."""
    subject = _one_line(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            status = os.fstat(handle)
            rule = _refusal(status, largest, hint)
            if rule:
                raise InputError(subject, [Fault("(file)", rule)])
            with open(handle, "rb", closefd=False) as stream:
                yield stream
        finally:
            os.close(handle)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(subject, [Fault("(file)", f"cannot be read: {reason}")]) from None
    except ValueError as error:  # a path with a NUL, or with half a character
        raise InputError(subject, [Fault("(file)", f"is no path: {error}")]) from None


def read_bytes(path: Path, largest: int = LARGEST_BYTES, hint: str = "") -> bytes:
    """Return what is in a regular file; a pipe or a device is refused and never waited for."""
    with opened(path, largest, hint) as stream:
        return stream.read(largest + 1)


def _refusal(status: os.stat_result, largest: int, hint: str) -> str | None:
    if stat.S_ISDIR(status.st_mode):
        return "is a directory, not a file"
    if not stat.S_ISREG(status.st_mode):
        return "is a pipe, a socket or a device, not a regular file"
    if status.st_size > largest:
        return f"is larger than {largest >> 20} MiB{hint} (found {status.st_size >> 20} MiB)"
    return None


def read_text(path: Path, largest: int = LARGEST_BYTES, encoding: str = "utf-8") -> str:
    """Return the text in a regular file."""
    try:
        return read_bytes(path, largest).decode(encoding)
    except UnicodeDecodeError as error:
        fault = Fault("(file)", f"cannot be read: is no UTF-8 text at byte {error.start}")
        raise InputError(_one_line(path), [fault]) from None


def _one_line(path: Path) -> str:
    """Return a path in one line of bearable length that can be printed."""
    text = str(path).encode(errors="backslashreplace").decode().replace("\0", "\\0")
    return text if len(text) <= 200 else f"{text[:199]}…"
