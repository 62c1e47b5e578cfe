"""Model of consolidation: vector bin packing with a budget for migrations."""

from .program import build_model, decision_of, identical_empty, model_size, set_start, words

__all__ = ["build_model", "decision_of", "identical_empty", "model_size", "set_start", "words"]
