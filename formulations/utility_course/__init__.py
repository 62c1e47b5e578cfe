"""Model of utility_course: a mixed-integer program over all jobs and epochs."""

from .model import build_model, decision_of, model_size, set_start, words

__all__ = ["build_model", "decision_of", "model_size", "set_start", "words"]
