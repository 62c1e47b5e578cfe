"""SCIP by pyscipopt, which searches with one thread."""

from pyscipopt import Model, quicksum
from serving import serve

WORDS = {"inforunbd": "infeasible or unbounded"}


def solve(program, options):
    """Solve with a gap of 0."""
    model = Model()
    model.hideOutput()
    model.setParam("limits/time", options["seconds"])
    model.setParam("limits/gap", 0.0)
    if not options["presolve"]:
        model.setParam("presolving/maxrounds", 0)
    bounds = zip(program["lower"], program["upper"], program["integer"], strict=True)
    x = [
        model.addVar(f"x{j}", "I" if whole else "C", lb=low, ub=high)
        for j, (low, high, whole) in enumerate(bounds)
    ]
    zero = model.addVar("zero", "C", lb=0.0, ub=0.0)  # so that no row is empty
    for row, low, high in zip(program["rows"], program["low"], program["high"], strict=True):
        total = quicksum([zero, *(a * each for a, each in zip(row, x, strict=True) if a)])
        if low is not None:
            model.addCons(total >= low)
        if high is not None:
            model.addCons(total <= high)
    model.setObjective(
        quicksum([zero, *(c * each for c, each in zip(program["cost"], x, strict=True))])
    )
    model.optimize()
    status = model.getStatus()
    answer = {"status": WORDS.get(status, status)}
    if status == "optimal":
        answer["value"] = model.getObjVal()
    return answer


if __name__ == "__main__":
    serve(solve)
