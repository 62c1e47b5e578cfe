"""How figures are shown to people."""

from __future__ import annotations


def figure(value: float | None) -> str:
    """Return a number in six digits, a dash for none."""
    return "–" if value is None else f"{value:.6g}"


def percent(value: float | None) -> str:
    """Return a share as a percentage, a dash for none; beyond 1000% the number says nothing."""
    if value is None:
        return "–"
    if abs(value) > 10:
        return ">1000%" if value > 0 else "<-1000%"
    return "<0.01%" if 0 < value < 1e-4 else f"{value:.2%}"


def factor(value: float | None) -> str:
    """Return a ratio in three decimals, a dash for none."""
    return "–" if value is None else f"{value:.3f}" if value < 1000 else f"{value:.3g}"
