"""The relative gap between an objective and a bound, and the kinds of bounds."""

import sys
from fractions import Fraction
from math import inf, nextafter
from typing import Literal, TypeAlias

Sense: TypeAlias = Literal["minimize", "maximize"]
BoundKind: TypeAlias = Literal["certified", "model-certified", "cross-checked", "solver"]

DEFAULT_GAP = 1e-6  # within which objective and bound agree
TRUST: dict[BoundKind, str] = {  # from the strongest kind to the weakest
    "certified": "a certificate proves the claim from the instance, re-checked without a solver",
    "model-certified": "a tree proves the claim on the exact model, checked in exact arithmetic",
    "cross-checked": "two unrelated engines prove the same objective and the same bound",
    "solver": "one engine makes the claim",
}
_LARGEST = 1e9  # gaps beyond this say no more
_TINY = 1e-9  # of the bound: the least that a gap is measured against


def gap(objective: float | None, bound: float | None, sense: Sense) -> float | None:
    """Return the relative gap between an objective and a bound; ``None`` if one is missing.

    When minimising, the gap is (objective - bound) / |objective|, and when maximising (bound -
    objective) / |objective|.  A tiny share of the bound replaces a smaller denominator.  A negative
    gap means that objective and bound contradict each other.
    """
    if objective is None or bound is None:
        return None
    distance = objective - bound if sense == "minimize" else bound - objective
    if distance == 0:
        return 0.0
    ratio = distance / max(abs(objective), _TINY * abs(bound), sys.float_info.min)
    return min(max(ratio, -_LARGEST), _LARGEST)


def ratio(objective: float | None, bound: float | None, sense: Sense) -> float | None:
    """Return objective / bound when minimising, bound / objective when maximising.

    Both numbers must be positive, or both zero; otherwise the ratio is ``None``.
    """
    if objective is None or bound is None or min(objective, bound) < 0:
        return None
    if objective == bound:
        return 1.0
    above, below = (objective, bound) if sense == "minimize" else (bound, objective)
    return min(above / below, _LARGEST) if below > 0 else None


def better(value: float, than: float | None, sense: Sense) -> bool:
    """Return whether ``value`` is strictly better than ``than``; always if ``than`` is ``None``."""
    if than is None:
        return True
    return value < than if sense == "minimize" else value > than


def safe_bound(proven: Fraction | float, sense: Sense) -> float:
    """Return the float nearest to a proven bound that is not beyond it."""
    near = float(proven)
    if sense == "minimize" and Fraction(near) > proven:
        return nextafter(near, -inf)
    if sense == "maximize" and Fraction(near) < proven:
        return nextafter(near, inf)
    return near


def is_trusted(kind: BoundKind | None, asked: BoundKind) -> bool:
    """Return whether the kind of a bound is at least as trustworthy as the kind ``asked``."""
    kinds = list(TRUST)
    return kind is not None and kinds.index(kind) <= kinds.index(asked)
