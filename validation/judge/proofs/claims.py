"""Parts that proofs share: refused claims, prices, and the numbers of their tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ....core.decimals import as_written
from ..verdict import Violation

Numbers: TypeAlias = NDArray[np.int64]


class UnprovenError(ValueError):
    """Why a certificate does not prove the claim."""


class TooLargeError(ValueError):
    """The proof would take too long to re-check."""


def violations_of(check: Callable[[], None]) -> list[Violation]:
    """Return the violation that a check of a certificate amounts to, if it finds one."""
    try:
        check()
    except UnprovenError as error:
        return [Violation("certificate", "certificate", None, str(error))]
    return []


def kind_of(certificate: dict[str, Any], keys: Mapping[str, set[str]]) -> str:
    """Return the kind of a certificate; refuse other keys than those of its kind."""
    kind = certificate.get("kind")
    if not isinstance(kind, str) or kind not in keys:
        raise UnprovenError(f"there is no proof of the kind {kind!r}")
    wanted = {"kind", *keys[kind]}
    if set(certificate) != wanted:
        raise UnprovenError(f"a proof of the kind {kind!r} has the keys {sorted(wanted)}")
    return kind


def refuse_bound(bound: float | None, what: str) -> None:
    """Refuse a bound beside a proof that nothing is feasible."""
    if bound is not None:
        raise UnprovenError(f"{what} prove that nothing is feasible, and no bound")


def refuse_supply(needed: int, supply: int, whose: str) -> None:
    """Refuse a proof that nothing is feasible where the supply suffices."""
    if needed <= supply:
        raise UnprovenError(f"{whose} sum to {needed} of {supply}")


def check_claim(bound: float | None, proven: Callable[[], Fraction], kind: str) -> None:
    """Refuse a bound beyond the proven one."""
    if bound is None:
        raise UnprovenError(f"a proof of the kind {kind!r} proves a bound")
    found = proven()
    if as_written(bound) > found:
        raise UnprovenError(f"it proves {float(found)!r}, the claimed bound is {bound!r}")


def price_of(given: Any) -> Fraction:
    """Return a price as it is written; refuse anything but a finite number >= 0."""
    if type(given) not in (int, float) or not 0 <= given < float("inf"):
        raise UnprovenError(f"a price must be a finite number >= 0, is {given!r}")
    return as_written(given)
