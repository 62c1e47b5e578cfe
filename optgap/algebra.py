"""The language of the models: variables laid out as arrays, sums, families of constraints."""

from .formulations.algebra import Variables, chosen, dot, family, padded, set_values, total, values

__all__ = ["Variables", "chosen", "dot", "family", "padded", "set_values", "total", "values"]
