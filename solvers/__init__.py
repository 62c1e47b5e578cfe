"""Engines for Pyomo models, and dedicated exact algorithms."""
