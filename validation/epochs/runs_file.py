"""The file of a course: a line for each epoch, written whole, so that a course can go on."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from ...core.faults import input_error
from ...instances.application import Application
from .course import Record, Settings

_BEGINS = b'{"version": 1, "application": '


class RunsFile:
    """Records that grow by one line per epoch; a last line that a kill has torn is dropped."""

    def __init__(self, path: Path, application: Application, settings: Settings) -> None:
        self._path = path
        self._head: dict[str, Any] = {
            "version": 1,
            "application": application.name,
            "sha256": application.sha256,
            "settings": settings.model_dump(exclude={"macro_epochs"}),
        }
        self.records: list[Record] = []

    def __enter__(self) -> Self:
        try:
            self._stream: IO[bytes] = self._path.open("a+b", buffering=0)
        except OSError as error:
            raise self._refused(error) from None
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._stream.close()
            raise input_error(str(self._path), "another course is writing to it") from None
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
        self._stream.seek(0)
        content = self._stream.read()
        whole = content[: content.rfind(b"\n") + 1]
        if content and not content.startswith(_BEGINS[: len(content)]):
            raise input_error(str(self._path), "is no file of a course")
        if not whole:
            self._stream.truncate(0)
            self._write(self._head)
            return
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
        except ValueError:
            raise input_error(str(self._path), "is no file of a course: a line is torn") from None
        if lines[0] != self._head:
            rule = "belongs to another application or other settings; name another file"
            raise input_error(str(self._path), rule)
        self.records = lines[1:]
        self._stream.truncate(len(whole))

    def append(self, record: Record) -> None:
        """Write one record, or nothing of it where the disk is full."""
        self._write(record)
        self.records.append(record)

    def _write(self, document: Any) -> None:
        line = json.dumps(document, allow_nan=False).encode() + b"\n"
        size = os.fstat(self._stream.fileno()).st_size
        try:
            written = self._stream.write(line)
            if written != len(line):
                self._stream.write(line[written:])
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._stream.truncate(size)
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> Exception:
        return input_error(str(self._path), f"cannot be written: {error.strerror}")
