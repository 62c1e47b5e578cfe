"""The table that `compare` returns: a pandas DataFrame with a plot, LaTeX and a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from .core.files import write_text
from .validation.study import Result, bars, factor, figure, latex_table, percent, report

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
_HEADS = {  # of the columns in LaTeX, which fit a page
    "instance": "instance",
    "method": "method",
    "objective": "objective",
    "gap_to_best_bound": "gap",
    "ratio": "ratio",
    "bound": "bound",
    "bound_kind": "kind",
    "status": "status",
    "seconds": "seconds",
}
_OF_FRONTS = ("instance", "method", "points", "hypervolume", "epsilon", "status", "seconds")
_NUMBERS: dict[str, Callable[[float], str]] = {
    "objective": figure,
    "bound": figure,
    "gap": percent,
    "gap_to_best_bound": percent,
    "ratio": factor,
    "points": "{:d}".format,
    "hypervolume": percent,
    "epsilon": figure,
    "seconds": "{:.3f}".format,
}


def _words_of(column: Any) -> Callable[[Any], str]:
    """Return the function that formats the cells of a column; a missing value is a dash."""
    words = _NUMBERS.get(column, str)
    return lambda cell: "–" if cell is None or cell != cell else words(cell)


def _words_of_measures(measures: Mapping[str, Any]) -> str | None:
    if not measures:
        return None
    share = percent(measures["hypervolume_ratio"])
    return f"hypervolume {share}, epsilon {figure(measures['additive_epsilon'])}"


class Comparison(pd.DataFrame):
    """A DataFrame with a row per instance and method, and all outcome fields but decisions."""

    _metadata = ("results",)
    results: list[Result]

    @classmethod
    def of(cls, rows: Sequence[dict[str, Any]], results: Sequence[Result]) -> Comparison:
        """Return the table of some rows; ``results`` has the data for a report."""
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
        shown = self._shown_rows()
        words = {name: _words_of(name) for name in shown}
        most = pd.get_option("display.max_rows")
        return str(shown.to_html(formatters=words, na_rep="–", max_rows=most))

    def plot(  # type: ignore[override]  # in place of pandas' own accessor
        self,
        axes: Any = None,
        measure: Literal["ratio", "gap", "seconds"] | None = None,
        *,
        problem: str | None = None,
        methods: Sequence[str] | None = None,
        size: tuple[float, float] | None = None,
        font: float | str | None = None,
    ) -> Any:
        """Return Matplotlib axes with a bar for each method, drawn by `optgap.figures.bars`.

        A bar shows the ratio to the best bound, or the gap where a ratio has no meaning.
        """
        return bars(self, axes, measure, problem=problem, methods=methods, size=size, font=font)

    def to_latex(
        self, buf: Any = None, *, columns: Any = None, index: bool = False, **how: Any
    ) -> Any:
        """Return the main columns, or the chosen ones, as LaTeX for the package booktabs.

        Numbers are rounded, gaps are percentages, and special characters of LaTeX are escaped.
        ``buf`` is a file to write, or an open one; without it the text is returned.
        Fronts have the columns ``points``, ``hypervolume`` and ``epsilon``.
        """
        whole = self._with_fronts()
        usual = _OF_FRONTS if "points" in whole else _HEADS
        chosen = [name for name in usual if name in whole] if columns is None else list(columns)
        table = whole[chosen].apply(lambda cells: cells.map(_words_of(cells.name)))
        table = table.rename(columns=_HEADS)
        if not index:
            letters = ("r" if name in _NUMBERS else "l" for name in chosen)
            how = {"column_format": "".join(letters), **how}
        text = latex_table(table, index=index, **how)
        if buf is None:
            return text
        buf.write(text) if hasattr(buf, "write") else write_text(Path(buf), text)
        return None

    def _with_fronts(self) -> pd.DataFrame:
        """Return the table; if it has fronts, with a column for each of their measures."""
        table = pd.DataFrame(self)
        if "front_measures" not in table or not table["front_measures"].map(bool).any():
            return table
        measures = [given or {} for given in table["front_measures"]]
        columns: dict[str, list[Any]] = {
            "points": [len(front or []) for front in table["front"]],
            "hypervolume": [each.get("hypervolume_ratio") for each in measures],
            "epsilon": [each.get("additive_epsilon") for each in measures],
            "front_measures": [_words_of_measures(each) for each in measures],
        }
        return table.assign(**columns)

    def report(self, path: str | Path, title: str = "optgap compare") -> None:
        """Write an HTML page with charts, which can be opened offline."""
        write_text(Path(path), report(self.results, title=title, command=""))
