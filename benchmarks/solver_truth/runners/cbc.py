"""The command cbc: that of the system, or the one that pulp brings."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from serving import serve

WORDS = {
    "Optimal": "optimal",
    "Infeasible": "infeasible",
    "Integer infeasible": "infeasible",
    "Unbounded": "unbounded",
}


def command():
    """Return the command of this environment."""
    try:
        import pulp
    except ImportError:
        return shutil.which("cbc")
    return pulp.apis.coin_api.pulp_cbc_path


CBC = command()


def field(kind, first, second="", value=""):
    """Return a line of fixed columns, which old versions need."""
    return f" {kind:2} {first:8}  {second:8}  {value!s:>12}".rstrip()


def mps(program):
    """Yield the lines of an MPS file; a row with two sides is a range."""
    yield "NAME          program"
    yield "ROWS"
    yield field("N", "cost")
    sides = list(zip(program["low"], program["high"], strict=True))
    for i, (low, high) in enumerate(sides):
        yield field("E" if low == high else "L" if low is None else "G", f"r{i}")
    yield "COLUMNS"
    for j, (cost, whole) in enumerate(zip(program["cost"], program["integer"], strict=True)):
        if whole:
            yield f"    M{j:<8} 'MARKER'                 'INTORG'"
        yield field("", f"x{j}", "cost", cost)
        for i, row in enumerate(program["rows"]):
            if row[j]:
                yield field("", f"x{j}", f"r{i}", row[j])
        if whole:
            yield f"    N{j:<8} 'MARKER'                 'INTEND'"
    yield "RHS"
    for i, (low, high) in enumerate(sides):
        yield field("", "RHS", f"r{i}", high if low is None else low)
    yield "RANGES"
    for i, (low, high) in enumerate(sides):
        if None not in (low, high) and low != high:
            yield field("", "RNG", f"r{i}", high - low)
    yield "BOUNDS"
    for j, (low, high) in enumerate(zip(program["lower"], program["upper"], strict=True)):
        yield field("MI", "BND", f"x{j}") if low is None else field("LO", "BND", f"x{j}", low)
        yield field("PL", "BND", f"x{j}") if high is None else field("UP", "BND", f"x{j}", high)
    yield "ENDATA"


def solve(program, options):
    """Solve with gaps of 0, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        model, solution = Path(folder, "model.mps"), Path(folder, "solution.txt")
        model.write_text("\n".join(mps(program)) + "\n")
        words = [CBC, str(model), "-sec", str(options["seconds"])]
        words += ["-ratioGap", "0", "-allowableGap", "0"]
        words += [] if options["presolve"] else ["-presolve", "off", "-preprocess", "off"]
        words += ["-threads", str(options["threads"])] if options["threads"] else []
        words += ["-solve", "-solu", str(solution)]
        code = subprocess.run(words, capture_output=True, check=False).returncode
        if code:
            return {"status": "crash" if code < 0 else f"exit code {code}"}
        first = solution.read_text().splitlines()[0].strip()
    status, _, value = first.partition(" - objective value ")
    answer = {"status": WORDS.get(status, first)}
    if answer["status"] == "optimal":
        answer["value"] = float(value)
    return answer


if __name__ == "__main__":
    serve(solve)
