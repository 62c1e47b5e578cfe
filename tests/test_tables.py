"""Tables on the pages: prose is marked, row numbers are, and so are the tables of symbols."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd
import pytest

DOCS = Path(__file__).parents[1] / "docs"
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
