"""Checkers that share no code with the models, the catalogue, proofs, comparisons and studies."""
