"""The exact models: every module builds a Pyomo model from an instance and never solves it."""

from ..core import light_pyomo  # noqa: F401 - before anybody imports Pyomo
