"""The file of a course: a line for each epoch, written whole, so that a course can go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...core.faults import input_error
from ...core.growing_file import GrowingFile
from ...instances.application import Application
from .course import Record, Settings

_BEGINS = b'{"version": 1, "application": '


class RunsFile(GrowingFile):
    """Records that grow by one line per epoch; a last line that a kill has torn is dropped."""

    WRITER = "course"

    def __init__(self, path: Path, application: Application, settings: Settings) -> None:
        super().__init__(path)
        self._head: dict[str, Any] = {
            "version": 1,
            "application": application.name,
            "sha256": application.sha256,
            "settings": settings.model_dump(exclude={"macro_epochs"}),
        }
        self.records: list[Record] = []

    def _read(self) -> None:
        whole, torn = self._content()
        content = whole + torn
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
