"""Exact, a pseudo-Boolean solver in integer arithmetic, for programs of integers with bounds."""

import exact
from serving import in_integers, serve


def solve(program, options):
    """Solve the integer program."""
    whole, factor = in_integers(program)
    solver = exact.Exact()
    names = [f"x{j}" for j in range(len(whole["cost"]))]
    for name, low, high in zip(names, whole["lower"], whole["upper"], strict=True):
        solver.addVariable(name, low, high)
    for row, low, high in zip(whole["rows"], whole["low"], whole["high"], strict=True):
        terms = [(a, name) for a, name in zip(row, names, strict=True) if a]
        if low is not None:
            solver.addConstraint(terms, True, low, False, 0)
        if high is not None:
            solver.addConstraint(terms, False, 0, True, high)
    solver.setObjective(
        [(c, name) for c, name in zip(whole["cost"], names, strict=True) if c], True, 0
    )
    state = solver.runFull(True, options["seconds"])
    if str(state).split(".")[-1] not in ("UNSAT", "INCONSISTENT"):
        return {"status": f"state {state}"}
    if not solver.hasSolution():
        return {"status": "infeasible"}
    return {"status": "optimal", "value": solver.getBestSoFar() / factor}


if __name__ == "__main__":
    serve(solve)
