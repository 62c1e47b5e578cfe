"""Tables on the pages: prose is marked, row numbers are, and so are the tables of symbols."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd
import pytest

DOCS = Path(__file__).parents[2] / "docs"
pytest.importorskip("sphinx", reason="the tables belong to the docs")


@pytest.fixture
def readable(monkeypatch: pytest.MonkeyPatch):
    """Return the function that marks the table of a data frame."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import tables

    return tables.readable


def test_row_numbers_are_marked_and_names_are_not(readable) -> None:
    frame = pd.DataFrame({"method": ["ipa", "exact"], "objective": [2.0, 1.0]})
    assert 'class="dataframe numbered"' in readable(frame.to_html())
    assert "numbered" not in readable(frame.set_index("method").to_html())


def test_prose_is_marked_and_numbers_are_not(readable) -> None:
    shown = readable(pd.DataFrame({"what": ["a greedy rule"], "value": [1.5]}).to_html())
    assert '<td class="words">a greedy rule</td>' in shown
    assert "<td>1.5</td>" in shown


@pytest.fixture
def wrapped(monkeypatch: pytest.MonkeyPatch):
    """Return the function that wraps the outputs of cells."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import outputs

    return outputs.wrapped


def test_prose_in_an_output_is_wrapped_and_indented(wrapped) -> None:
    text = wrapped("short\n  " + "word " * 40, 92)
    lines = text.split("\n")
    assert lines[0] == "short" and len(lines) == 4
    assert all(len(line) <= 92 for line in lines)
    assert lines[2].startswith("      word")


@pytest.mark.parametrize(
    "row",
    [
        "ipa         16.000    0.00%   " + "x" * 80,
        "Nodes | B&B | " + "y" * 90,
        "\x1b[1mmethod\x1b[0m \x1b[1mruns\x1b[0m" + " \x1b[1mgap\x1b[0m" * 12,
    ],
)
def test_rows_of_tables_are_not_wrapped(wrapped, row: str) -> None:
    assert wrapped(row, 92) == row
