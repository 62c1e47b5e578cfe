"""Pictures of results: `plot` draws outcomes and fronts, and notebooks show them so."""

from .core.display import drawing_of
from .core.fronts import ModelFront
from .core.outcome import Outcome
from .validation.study import chart_of_front, chart_of_outcome

__all__ = ["ModelFront", "Outcome"]

drawing_of.register(Outcome, chart_of_outcome)
drawing_of.register(ModelFront, chart_of_front)
