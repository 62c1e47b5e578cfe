"""Tables that fit the terminal: numbers are never cut, optional columns are omitted."""

import os
from collections.abc import Collection, Sequence
from textwrap import wrap

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..core.faults import printable

_FILE_WIDTH = 120  # of tables that go to a file or a pipe
_GAP = 2  # between two columns
_LEAST_NAME = 12  # a name is shortened to no less
_LEAST_TEXT = 14  # a column of words is no narrower


def console() -> Console:
    """Return the console: as wide as the terminal, or of a fixed width if it is a file."""
    plain = Console(emoji=False)  # a name as m.py:boom: is a name
    if not plain.is_terminal and "COLUMNS" not in os.environ:
        plain.width = _FILE_WIDTH
    return plain


def say(text: str) -> None:
    """Print a line."""
    console().print(escape(printable(text)), highlight=False)


def say_wrapped(text: str) -> None:
    """Print a sentence in lines that fit the terminal."""
    for line in wrap(text, console().width, subsequent_indent="  "):
        say(line)


def show_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Collection[str] = (),
    words: Collection[str] = (),
    spare: Sequence[str] = (),
    caption: str | None = None,
) -> None:
    """Print a table no wider than the console.

    ``numbers`` are columns aligned to the right and never cut; ``words`` columns may take several
    lines; the other columns are names, shortened in the middle if necessary.  Before that, the
    ``spare`` columns are omitted one by one, and a line names them.
    """
    screen = console()
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = {
        name: max([cell_len(name), *(cell_len(row[k]) for row in rows)])
        for k, name in enumerate(columns)
    }
    left_out: list[str] = []
    for name in spare:
        if name in widths and _least(widths, numbers, words) > screen.width:
            del widths[name]
            left_out.append(name)
    _squeeze(widths, numbers, words, screen.width)
    screen.print(_draw(columns, rows, widths, numbers, words, caption))
    if left_out:
        say_wrapped(f"columns left out to fit the width: {', '.join(left_out)} (all: --json)")


def shortened(name: str, width: int) -> str:
    """Return a long name without its middle, because names differ mainly at their ends."""
    if cell_len(name) <= width:
        return name
    front = (width - 1) // 2
    return f"{name[:front]}…{name[len(name) - (width - 1 - front) :]}"


def _least(widths: dict[str, int], numbers: Collection[str], words: Collection[str]) -> int:
    """Return the minimum width of the table if no name is shortened."""
    fixed = (min(w, _LEAST_TEXT) if name in words else w for name, w in widths.items())
    return sum(fixed) + _GAP * (len(widths) - 1)


def _squeeze(
    widths: dict[str, int], numbers: Collection[str], words: Collection[str], most: int
) -> None:
    """Narrow the columns of words, then those of names, until the width is at most ``most``."""
    names = [name for name in widths if name not in numbers and name not in words]
    for group, least in (([n for n in widths if n in words], _LEAST_TEXT), (names, _LEAST_NAME)):
        while sum(widths.values()) + _GAP * (len(widths) - 1) > most:
            widest = max(group, key=lambda name: widths[name], default=None)
            if widest is None or widths[widest] <= least:
                break
            widths[widest] -= 1


def _draw(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: dict[str, int],
    numbers: Collection[str],
    words: Collection[str],
    caption: str | None,
) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0))
    table.caption = None if caption is None else escape(caption)
    for name, width in widths.items():
        table.add_column(
            shortened(name, width) if name not in words else name,
            justify="right" if name in numbers else "left",
            no_wrap=name not in words,
            overflow="fold",
            min_width=width,
            max_width=width,
        )
    for row in rows:
        cells = dict(zip(columns, row, strict=True))
        table.add_row(
            *(
                escape(cells[name] if name in words else shortened(cells[name], width))
                for name, width in widths.items()
            )
        )
    return table
