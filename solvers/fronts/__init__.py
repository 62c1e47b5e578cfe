"""Exact fronts of models with several objectives."""
