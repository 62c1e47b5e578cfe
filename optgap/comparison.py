"""The table that `compare` returns: a pandas DataFrame of eleven shown columns, with a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from .core.files import write_text
from .validation.study import Result, report

SHOWN = (
    "instance",
    "method",
    "objective",
    "gap_to_best_bound",
    "ratio",
    "gap_kind",
    "bound",
    "bound_kind",
    "status",
    "stopped",
    "seconds",
)


class Comparison(pd.DataFrame):
    """One row per instance and method; all fields of the outcomes but their decisions."""

    _metadata = ("results",)
    results: list[Result]

    @classmethod
    def of(cls, rows: Sequence[dict[str, Any]], results: Sequence[Result]) -> Comparison:
        """Return the table of rows, and keep the data of a report."""
        rest = [column for column in (rows[0] if rows else {}) if column not in SHOWN]
        table = cls(list(rows), columns=[*SHOWN, *rest])
        object.__setattr__(table, "results", list(results))
        return table

    @property
    def _constructor(self) -> Callable[..., pd.DataFrame]:
        return pd.DataFrame  # a part of the table is a plain one

    def _shown_rows(self) -> pd.DataFrame:
        return pd.DataFrame(self)[[name for name in SHOWN if name in self.columns]]

    def __repr__(self) -> str:
        return repr(self._shown_rows())

    def _repr_html_(self) -> str:
        return str(self._shown_rows().to_html())

    def to_latex(self, *args: Any, columns: Any = None, **how: Any) -> Any:
        """Return the shown columns as LaTeX, or those that are asked for."""
        chosen = self._shown_rows() if columns is None else pd.DataFrame(self)[list(columns)]
        return chosen.to_latex(*args, **how)

    def report(self, path: str | Path, title: str = "optgap compare") -> None:
        """Write a page with charts that opens without a network."""
        write_text(Path(path), report(self.results, title=title, command=""))
