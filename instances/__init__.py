"""The instances of each problem: a validated, immutable class, and a random generator."""
