"""Engines: from a Pyomo model to a judged result."""
