"""Descriptions of a model's rows, and of their changes, in the words of the instance file.

``words(instance)`` of a formulation returns, for each component, a function from the index of a row
to its `Said`. Components are reported in the order of this mapping. A user's problem declares the
mapping with ``@problem.words``. `explain` applies the functions to the rows of the model.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from .decimals import as_written

__all__ = [
    "ChangeWords",
    "RowWords",
    "Said",
    "Words",
    "becomes",
    "demand",
    "less",
    "limit",
    "more",
    "names",
    "number",
    "shortened_list",
    "simply",
]

Amount: TypeAlias = int | Fraction
ChangeWords: TypeAlias = Callable[[Amount], str]

_NAMED = 6  # names in a row


class Said(NamedTuple):
    """The words of a row: family, member ("" if the family has one row), and its bound.

    ``change(amount)`` describes a change of the bound in units of the file, negative for a lower
    bound.  ``unit`` is the amount in the file that 1 in the row represents.  With ``at_least`` only
    the lower bound of an equation is a statement, and the upper bound is never reported.
    """

    family: str
    member: str
    words: str
    change: ChangeWords | None = None
    unit: Fraction = Fraction(1)
    at_least: bool = False


RowWords: TypeAlias = Callable[[Any], Said | None]  # a row without words is never blamed
Words: TypeAlias = dict[str, RowWords]  # by the name of a component


def number(value: Amount | float) -> str:
    """Return a number as text for messages."""
    return f"{float(value):.10g}"


def becomes(before: str, start: float | Fraction, after: str = "") -> ChangeWords:
    """Return the function that describes a change: ``before``, the new number, ``after``."""
    now = as_written(start)
    return lambda amount: f"{before}{number(now + amount)}{after}"


def more(before: str, start: float | Fraction, after: str = "") -> ChangeWords:
    """Return the function that describes a raised limit; the sign of the amount is ignored."""
    now = as_written(start)
    return lambda amount: f"{before}{number(now + abs(Fraction(amount)))}{after}"


def less(before: str, start: float | Fraction, after: str = "") -> ChangeWords:
    """Return the function that describes a lowered demand; the sign of the amount is ignored."""
    now = as_written(start)
    return lambda amount: f"{before}{number(now - abs(Fraction(amount)))}{after}"


def limit(
    family: str,
    member: str,
    most: float | Fraction | None,
    before: str,
    after: str = "",
    words: str | None = None,
) -> Said:
    """Return the words of an upper limit; a raised limit is ``before``, its number, ``after``."""
    return Said(family, member, words or number(most or 0), more(before, most or 0, after))


def demand(
    family: str,
    member: str,
    least: float | Fraction,
    before: str,
    after: str = "",
    words: str | None = None,
) -> Said:
    """Return the words of a demand; a lowered demand is ``before``, its number, ``after``."""
    return Said(family, member, words or number(least), less(before, least, after))


def simply(words: str) -> ChangeWords:
    """Return the function that describes a change of any amount by the same words."""
    return lambda _: words


def names(some: Sequence[str], many: str, none: str) -> str:
    """Return the names, separated by commas; for no names ``none``, for six or more ``6 many``."""
    if not some:
        return none
    return ", ".join(some) if len(some) < _NAMED else f"{len(some)} {many}"


def shortened_list(parts: Sequence[object], most: int = 10) -> str:
    """Return the first parts, separated by commas, and how many more there are."""
    more = f" and {len(parts) - most} more" if len(parts) > most else ""
    return ", ".join(map(str, parts[:most])) + more
