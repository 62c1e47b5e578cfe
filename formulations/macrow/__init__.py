"""Models of macrow: the mixed-integer program, its relaxation, and SODA's two levels."""

from .limits import words
from .model import (
    add_objective,
    base_model,
    bottom_level_model,
    build_model,
    candidates_at,
    clusters_of,
    decision_of,
    fractions_of,
    model_size,
    relaxation_size,
    relaxed_model,
    set_candidates,
    set_clusters,
    set_start,
    top_level_model,
)

__all__ = [
    "add_objective",
    "base_model",
    "bottom_level_model",
    "build_model",
    "candidates_at",
    "clusters_of",
    "decision_of",
    "fractions_of",
    "model_size",
    "relaxation_size",
    "relaxed_model",
    "set_candidates",
    "set_clusters",
    "set_start",
    "top_level_model",
    "words",
]
