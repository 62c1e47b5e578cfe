"""Generators, oracles and mutators of the attack: they share nothing with models or heuristics."""
