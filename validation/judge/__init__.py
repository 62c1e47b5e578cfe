"""The checkers: one per problem, sharing no code with models, heuristics or solvers."""
