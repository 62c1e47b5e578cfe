"""A file that grows by one line of JSON at a time; each line is written whole or not at all."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from .faults import InputError, input_error


class GrowingFile:
    """A file with one writer at a time; a subclass reads what is there when it is opened."""

    WRITER = "process"  # what may write to it, for the message of a second one

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        try:
            self._stream: IO[bytes] = self._path.open("a+b", buffering=0)
        except OSError as error:
            raise self._refusal(error) from None
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._stream.close()
            message = f"another {self.WRITER} is writing to it"
            raise input_error(str(self._path), message) from None
        try:
            self._read()
        except BaseException:
            self._stream.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def _read(self) -> None:
        raise NotImplementedError

    def _content(self) -> tuple[bytes, bytes]:
        """Return the whole lines, and what a kill has left of a last one."""
        self._stream.seek(0)
        content = self._stream.read()
        end = content.rfind(b"\n") + 1
        return content[:end], content[end:]

    def _line(self, document: Any) -> bytes:
        return json.dumps(document, allow_nan=False).encode() + b"\n"

    def _write(self, document: Any) -> None:
        """Write one line, or nothing of it if the disk is full."""
        line = self._line(document)
        size = os.fstat(self._stream.fileno()).st_size
        try:
            written = self._stream.write(line)
            if written != len(line):  # the disk took a part of it: ask for the reason
                self._stream.write(line[written:])
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._stream.truncate(size)
            raise self._refusal(error) from None

    def _refusal(self, error: OSError) -> InputError:
        return input_error(str(self._path), f"cannot be written: {error.strerror}")
