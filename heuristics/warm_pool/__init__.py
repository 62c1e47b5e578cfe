"""Heuristics of warm_pool: Eigen's rules, and each rule's best parameters in hindsight."""

from .rules import (
    ar,
    arima,
    best_adaptive_margin,
    best_constant_margin,
    best_smoothed_margin,
    constant_percentage,
    es,
    es_adaptive_margin,
    es_constant_margin,
    es_smoothed_margin,
    moving_average,
)

__all__ = [
    "ar",
    "arima",
    "best_adaptive_margin",
    "best_constant_margin",
    "best_smoothed_margin",
    "constant_percentage",
    "es",
    "es_adaptive_margin",
    "es_constant_margin",
    "es_smoothed_margin",
    "moving_average",
]
