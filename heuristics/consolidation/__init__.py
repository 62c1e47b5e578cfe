"""Heuristics of consolidation: Eigen's VRO (4.1, Algorithms 1 to 3), and baselines (6.1)."""

from .karpenter import (
    AutoscalerParameters,
    BalancedParameters,
    KarpenterParameters,
    cluster_autoscaler,
    karpenter,
    karpenter_balanced,
)
from .neighbourhoods import exchanged_plans, refill, with_more_at_home
from .offline import (
    ExchangeParameters,
    OfflineParameters,
    drain_best_fit,
    drain_first_fit,
    vro_offline,
    vro_offline_exchange,
)
from .online import LossParameters, best_fit, first_fit, most_allocated, rtcr, vro_online, worst_fit
from .parts import LARGE, solve_in_parts
from .policies import CODES
from .price_guided import price_guided
from .repair import first_fit_decreasing, mend
from .slots import fill_slots

__all__ = [
    "CODES",
    "LARGE",
    "AutoscalerParameters",
    "BalancedParameters",
    "ExchangeParameters",
    "KarpenterParameters",
    "LossParameters",
    "OfflineParameters",
    "best_fit",
    "cluster_autoscaler",
    "drain_best_fit",
    "drain_first_fit",
    "exchanged_plans",
    "fill_slots",
    "first_fit",
    "first_fit_decreasing",
    "karpenter",
    "karpenter_balanced",
    "mend",
    "most_allocated",
    "price_guided",
    "refill",
    "rtcr",
    "solve_in_parts",
    "vro_offline",
    "vro_offline_exchange",
    "vro_online",
    "with_more_at_home",
    "worst_fit",
]
