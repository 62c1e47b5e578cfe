"""Engines: a Pyomo model as sparse arrays, and the solvers that take them."""
