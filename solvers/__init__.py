"""Engines that solve Pyomo models, and dedicated exact algorithms of single problems."""
