"""Names are data: no text that somebody opens takes one for a formula."""

import csv
import io
from typing import Any

from optgap.cli.gap_tables import as_csv


def test_no_field_of_a_csv_begins_a_formula() -> None:
    """Texts are quoted with an apostrophe; negative numbers stay numbers."""
    keys = ("status", "stopped", "sense", "bound_kind", "gap_kind", "gap_trust", "seed", "seconds")
    row: dict[str, Any] = dict.fromkeys((*keys, "bound", "gap", "gap_to_best_bound", "ratio"))
    texts = [f"{sign}HYPERLINK(1)" for sign in ("=", "+", "-", "@", "\t", "\r")]
    rows = [
        {
            **row,
            **{"problem": "stage", "method": text, "message": text, "objective": -1.5},
            "instance": {"name": text, "sha256": "a"},
        }
        for text in texts
    ]
    lines = list(csv.DictReader(io.StringIO(as_csv(rows), newline="")))
    for text, line in zip(texts, lines, strict=True):
        assert {line[key] for key in ("instance", "method", "message")} == {f"'{text}"}
        assert line["objective"] == "-1.5"
