"""The exact models: every module builds a Pyomo model from an instance and never solves it."""

from ..core import pyomo_insides  # noqa: F401
