"""Short displays of results: one line at a prompt, tables in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import singledispatch
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from pydantic import BaseModel


class HtmlTable(NamedTuple):
    """The columns and rows of a table, and its caption."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    caption: str = ""

    @property
    def html(self) -> str:
        """The table as HTML, with its first rows and the number of the omitted rows."""
        most = 20
        head = "".join(f"<th style='text-align:left'>{escape(name)}</th>" for name in self.columns)
        shown = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in self.rows[:most])
        hidden = len(self.rows) - most
        if hidden > 0:
            shown += f"<tr><td colspan='{len(self.columns)}'>and {hidden:,} more</td></tr>"
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{shown}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return "<td>–</td>"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"<td style='text-align:right'>{value:.10g}</td>"
    return f"<td style='text-align:left'>{escape(describe(value))}</td>"


class Drawing(Protocol):
    """A picture of a result, which a notebook shows and `save` writes."""

    @property
    def svg(self) -> str: ...
    def save(self, path: str | Path) -> None: ...


@singledispatch
def drawing_of(result: object) -> Drawing:
    """Return the picture of a result; `optgap.pictures` registers how each type is drawn."""
    rule = "is drawn by optgap.pictures, which must be imported first"
    raise NotImplementedError(f"{type(result).__name__} {rule}")


class ShortDisplay:
    """A base class of results, shown as a line at a prompt and as tables in a notebook."""

    def _facts(self) -> Mapping[str, Any]:
        """Return the facts to show, by name; a fact that is ``None`` or empty is left out."""
        return _fields_of(self)

    def _tables(self) -> Iterator[HtmlTable]:
        """Yield the tables below the facts: by default one table per list of records or strings."""
        for name, value in _fields_of(self).items():
            if isinstance(value, (tuple, list)) and value and isinstance(value[0], str):
                yield HtmlTable((name,), [(text,) for text in value])
            if isinstance(value, dict) and _has_records([*value.values()]):
                columns = ["name", *_fields_of(next(iter(value.values())))]
                named = [[key, *_fields_of(record).values()] for key, record in value.items()]
                yield HtmlTable(columns, named, name)
            elif _has_records(value):
                columns = list(_fields_of(value[0]))
                rows = [list(_fields_of(record).values()) for record in value]
                yield HtmlTable(columns, rows, name)

    def _picture(self) -> str:
        """Return the picture below the facts as SVG; "" if there is none."""
        return ""

    def _described(self) -> dict[str, str]:
        return {
            name: describe(value)
            for name, value in self._facts().items()
            if value is not None and not (isinstance(value, (str, tuple, list, dict)) and not value)
        }

    def __repr__(self) -> str:
        parts: list[str] = []
        known = self._described()
        longest = 320  # letters of the line, about
        for name, words in known.items():
            parts.append(f"{name}: {_cut(words)}")
            if sum(map(len, parts)) > longest and len(parts) < len(known):
                parts.append(f"{len(known) - len(parts)} more")
                break
        return f"<{type(self).__name__} {', '.join(parts)}>"

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th>"
            f"<td style='text-align:left'>{escape(words)}</td></tr>"
            for name, words in self._described().items()
        )
        tables = "".join(table.html for table in self._tables())
        return f"<table>{rows}</table>{tables}{self._picture()}"


def _cut(words: str) -> str:
    line, most = " ".join(words.split()), 80
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _fields_of(record: Any) -> dict[str, Any]:
    if isinstance(record, BaseModel):
        return {name: getattr(record, name) for name in type(record).model_fields}
    return {each.name: getattr(record, each.name) for each in fields(record) if each.repr}


def _has_records(value: Any) -> bool:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    first = value[0] if is_list and value else None
    return isinstance(first, BaseModel) or is_dataclass(first)


def describe(value: Any) -> str:
    """Return a short description of a value, such as an array's shape and range."""
    if isinstance(value, np.ndarray):
        return _describe_array(value)
    if isinstance(value, (Sequence, dict)) and not isinstance(value, str):
        count = f"{len(value)} {'entry' if len(value) == 1 else 'entries'}"
        first = value[0] if _has_records(value) and not isinstance(value, dict) else None
        in_words = first is not None and "__str__" in vars(type(first))
        return f"{count}, the first: {first}" if in_words else count
    return str(value)


def _describe_array(value: np.ndarray[Any, Any]) -> str:
    shape = " x ".join(str(length) for length in value.shape)
    missing = int(np.isnan(value).sum()) if value.dtype.kind == "f" else 0
    nulls = f", {missing} null" if missing else ""
    if value.dtype.kind not in "iuf" or missing == value.size:
        return f"{shape} values{nulls}"
    return f"{shape} numbers from {np.nanmin(value):.6g} to {np.nanmax(value):.6g}{nulls}"


def field_facts(record: BaseModel, hidden: Sequence[str] = (), prefix: str = "") -> dict[str, str]:
    """Return a line for each field that is set, by name, also in nested records."""
    facts: dict[str, str] = {}
    for name, value in _fields_of(record).items():
        if value is None or (not prefix and name in hidden):
            continue
        if isinstance(value, BaseModel):
            facts |= field_facts(value, prefix=f"{prefix}{name}.")
        else:
            facts[f"{prefix}{name}"] = describe(value)
    return facts
