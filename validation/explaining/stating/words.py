"""Words of changes: what a side becomes, and what no longer holds."""

from collections.abc import Sequence
from fractions import Fraction

from ....core.decimals import as_written
from ....solvers.conflicts import ChangeWords
from ....solvers.proofs import Number

_NAMED = 6  # names in a row


def number(value: Number | float) -> str:
    """Return a number as it is read."""
    return f"{float(value):.10g}"


def becomes(before: str, start: float | Fraction, after: str = "") -> ChangeWords:
    """Return the words of a value that may rise or fall: the new number between two texts."""
    now = as_written(start)
    return lambda amount: f"{before}{number(now + amount)}{after}"


def more(before: str, start: float | Fraction, after: str = "") -> ChangeWords:
    """Return the words of a limit that is raised, whichever side of a row it is."""
    now = as_written(start)
    return lambda amount: f"{before}{number(now + abs(Fraction(amount)))}{after}"


def less(before: str, start: float | Fraction, after: str = "") -> ChangeWords:
    """Return the words of a demand that is lowered, whichever side of a row it is."""
    now = as_written(start)
    return lambda amount: f"{before}{number(now - abs(Fraction(amount)))}{after}"


def simply(words: str) -> ChangeWords:
    """Return the words of a change that has no amount."""
    return lambda _: words


def names(some: Sequence[str], many: str, none: str) -> str:
    """Return some names in a row; of many their number, of no name other words."""
    if not some:
        return none
    return ", ".join(some) if len(some) < _NAMED else f"{len(some)} {many}"
