"""Badly scaled big-M programs: which answers of HiGHS and of optgap are wrong.

``python benchmarks/big_m.py`` draws 1,000 programs (`tests/data/truth_programs.py`) whose
coefficients differ by a factor of 1e5 to 1e9, with exact optima by enumeration in fractions.  It
asks the installed highspy, and three paths of optgap: the engines HiGHS and SCIP as methods use
them, and `auto` on the model as a file.  It ends with an error if a path of optgap claims an
optimum, a bound or an infeasibility that is false.

``--python`` names further interpreters with other versions of highspy (and numpy), which are asked
about the same programs; ``--output`` writes all counts as JSON; ``--smoke`` draws 40 programs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import highspy

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/data"))
from truth_programs import BigM, big_m, form_of, loaded

PROGRAMS, SMOKE = 1_000, 40
_CLOSE = 1e-4  # of objectives between 0 and about 50
_LIMIT = 5.0  # seconds of a program
Answer = tuple[str, float | None, float | None]  # status, objective and bound


def kind_of(answer: Answer, optimum: float | None) -> str:
    """Return whether a claim is right, what is false in it, or that there is none."""
    status, objective, bound = answer
    if bound is not None and optimum is not None and bound > optimum + _CLOSE:
        return "bound above the optimum"
    if status == "infeasible":
        return "right" if optimum is None else "infeasible is false"
    if status != "optimal" or objective is None:
        return "no claim"
    if optimum is None:
        return "optimal, but infeasible"
    return "right" if abs(objective - optimum) <= _CLOSE else "optimum is false"


def by_highs(program: BigM) -> Answer:
    """Return the claim of HiGHS itself, with a relative gap of 0."""
    highs = loaded(program)
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("time_limit", _LIMIT)
    highs.run()
    info, status = highs.getInfo(), highs.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return "optimal", float(info.objective_function_value), float(info.mip_dual_bound)
    return "infeasible" if status == highspy.HighsModelStatus.kInfeasible else "unknown", None, None


def by_engine(name: str) -> Callable[[BigM], Answer]:
    """Return a function that asks an engine of optgap."""
    from optgap.core.run import Run
    from optgap.solvers.engines import engine_named, solve_form

    def asked(program: BigM) -> Answer:
        run = Run("minimize", threads=1, gap=0.0, time_limit=_LIMIT)
        result = solve_form(form_of(program), engine_named(name), run)
        return result.status, result.objective, result.bound

    return asked


def by_auto(program: BigM) -> Answer:
    """Return the claim of `optgap solve` on the program as a file."""
    import optgap

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.mps"
        path.write_text(as_mps(program))
        outcome = optgap.solve(path, time_limit=_LIMIT)
    return outcome.status, outcome.objective, outcome.bound


def as_mps(program: BigM) -> str:
    """Return the program in the free MPS format, with its decimals."""
    count = len(program.cost) // 2
    lines = ["NAME big-m", "ROWS", " N cost", *(f" L m{i}" for i in range(count)), " G need"]
    lines.append("COLUMNS")
    rows = [*(f"m{i}" for i in range(count)), "need"]
    for j in range(2 * count):
        name = f"y{j}" if j < count else f"x{j - count}"
        if j in (0, count):
            lines.append(f" MARK 'MARKER' '{'INTORG' if j == 0 else 'INTEND'}'")
        entries = zip(["cost", *rows], [program.cost[j], *program.rows[:, j]], strict=True)
        lines += [f" {name} {row} {float(value)!r}" for row, value in entries if value]
    lines += ["RHS", f" RHS need {float(program.low[-1])!r}", "BOUNDS"]
    lines += [f" UP B y{i} 1" for i in range(count)]
    lines += [f" UP B x{i} {float(program.upper[count + i])!r}" for i in range(count)]
    return "\n".join([*lines, "ENDATA", ""])


def counts(ask: Callable[[BigM], Answer], programs: list[BigM]) -> Counter[str]:
    """Return how many claims are right, false, or missing."""
    return Counter(kind_of(ask(program), program.optimum()) for program in programs)


def main() -> None:
    """Ask and print; the exit code is 1 if a path of optgap makes a false claim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="40 programs")
    parser.add_argument("--python", nargs="+", default=[], help="interpreters with a highspy each")
    parser.add_argument("--highs-only", action="store_true", help="print the counts of highspy")
    parser.add_argument("--output", type=Path, help="write the counts to this file")
    arguments = parser.parse_args()
    number = SMOKE if arguments.smoke else PROGRAMS
    programs = [big_m(seed) for seed in range(number)]
    found = {f"HiGHS {highspy.Highs().version()}": dict(counts(by_highs, programs))}
    if arguments.highs_only:
        print(json.dumps(found))
        return
    for python in arguments.python:
        command = [python, __file__, "--highs-only", *(["--smoke"] if arguments.smoke else [])]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found |= json.loads(done.stdout.splitlines()[-1])
    paths = {
        "optgap, engine highs": by_engine("highs"),
        "optgap, engine scip": by_engine("scip"),
        "optgap, auto": by_auto,
    }
    found |= {name: dict(counts(ask, programs)) for name, ask in paths.items()}
    for name, kinds in found.items():
        listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        print(f"{name:24}{listed}")
    if arguments.output:
        data = {"date": datetime.now(UTC).date().isoformat(), "programs": number, "found": found}
        arguments.output.write_text(json.dumps(data, indent=1) + "\n")
    if any(set(found[name]) - {"right", "no claim"} for name in paths):
        sys.exit("a claim of optgap is false")


if __name__ == "__main__":
    main()
