"""The charts of a report as files of their own, for a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ...core.faults import input_error
from ...core.picture_files import write_picture
from .report_page import sections
from .results import Result


def write_figures(results: Sequence[Result], folder: Path) -> list[Path]:
    """Write every chart of the report as PDF, with its legend; return the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise input_error(str(folder), f"cannot be made: {error.strerror}") from None
    written: list[Path] = []
    for section in sections(results):
        legend = [(label, number) for number, label in enumerate(section["labels"])]
        charts = [
            (section["name"], profile["caption"], profile["drawing"])
            for profile in section["profiles"]
        ]
        for instance in section["instances"]:
            place = f"{section['name']}-{instance['name']}"
            charts += [(place, chart["title"], chart["drawing"]) for chart in instance["charts"]]
        for place, title, drawing in charts:
            name = _file_name(f"{place}-{title.partition(':')[0]}")
            path = folder / f"{name}.pdf"
            for count in range(2, len(charts) + 2):
                if path not in written:
                    break
                path = folder / f"{name}-{count}.pdf"
            write_picture(str(drawing), path, legend)
            written.append(path)
    return written


def _file_name(words: str) -> str:
    return re.sub(r"[^\w.=-]+", "-", words.lower()).strip("-.")[:120]
