"""Kubernetes' quantities: ``250m``, ``1.5Gi``, ``12e6``, ``1E``, exactly."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Annotated

from pydantic import PlainValidator

_FORM = re.compile(
    r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))"
    r"(?:(?P<suffix>[KMGTPE]i|[numkMGTPE]?)|[eE](?P<exponent>[+-]?\d{1,3}))",
    re.ASCII,
)
_DECIMAL = {suffix: Fraction(10) ** (3 * k) for k, suffix in enumerate("num", start=-3)}
_DECIMAL |= {"": Fraction(1)}
_DECIMAL |= {suffix: Fraction(10) ** (3 * k) for k, suffix in enumerate("kMGTPE", start=1)}
_BINARY = {f"{suffix}i": Fraction(1024) ** k for k, suffix in enumerate("KMGTPE", start=1)}
_LARGEST = 2**63 - 1
_FINEST = 10**9


def quantity(text: object) -> Fraction:
    """Return the number that a quantity stands for.

    ``E`` alone is the suffix exa, before digits it is an exponent.  As in Kubernetes, what is finer
    than a billionth is rounded up, and what is above 2^63 - 1 is cut to that.
    """
    return _parse("" if isinstance(text, bool) else str(text))


@lru_cache(maxsize=10_000)
def _parse(text: str) -> Fraction:
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError("must be a quantity such as 250m, 1.5Gi or 12e6")
    exponent = form["exponent"]
    if exponent is None:
        scale = (_DECIMAL | _BINARY)[form["suffix"]]
    else:
        scale = Fraction(10) ** int(exponent)
    number = Fraction(form["number"]) * scale
    if number < 0:
        raise ValueError("must be a quantity >= 0")
    return min(Fraction(_LARGEST), Fraction(ceil(number * _FINEST), _FINEST))


@lru_cache(maxsize=10_000)
def as_scheduled(resource: str, amount: Fraction) -> Fraction:
    """Return an amount as the scheduler counts it: cores in thousandths, all else whole, up."""
    return Fraction(ceil(amount * 1000), 1000) if resource == "cpu" else Fraction(ceil(amount))


Quantity = Annotated[Fraction, PlainValidator(quantity)]
