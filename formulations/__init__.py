"""The exact models: each module builds a Pyomo model from an instance, and does not solve it."""

from ..core import light_pyomo  # noqa: F401 - before anybody imports Pyomo
