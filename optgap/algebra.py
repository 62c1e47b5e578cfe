"""The modelling layer on Pyomo: variables as arrays, sums, and families of constraints."""

from .formulations.algebra import Variables, chosen, dot, family, padded, set_values, total, values

__all__ = ["Variables", "chosen", "dot", "family", "padded", "set_values", "total", "values"]
