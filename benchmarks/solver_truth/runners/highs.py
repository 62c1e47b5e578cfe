"""HiGHS by highspy."""

import highspy
import numpy as np
from serving import ends, serve

WORDS = {
    "kOptimal": "optimal",
    "kModelEmpty": "optimal",
    "kInfeasible": "infeasible",
    "kUnbounded": "unbounded",
    "kUnboundedOrInfeasible": "infeasible or unbounded",
}


def solve(program, options):
    """Solve with gaps of 0."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program["cost"]), len(program["rows"])
    lp.col_cost_ = np.array(program["cost"], dtype=float)
    lp.col_lower_ = np.array(ends(program["lower"], -highspy.kHighsInf))
    lp.col_upper_ = np.array(ends(program["upper"], highspy.kHighsInf))
    lp.row_lower_ = np.array(ends(program["low"], -highspy.kHighsInf))
    lp.row_upper_ = np.array(ends(program["high"], highspy.kHighsInf))
    rows = np.array(program["rows"], dtype=float).reshape(lp.num_row_, lp.num_col_).T
    lp.a_matrix_.start_ = np.concatenate([[0], np.cumsum((rows != 0).sum(axis=1))]).astype(np.int32)
    lp.a_matrix_.index_ = np.nonzero(rows)[1].astype(np.int32)
    lp.a_matrix_.value_ = rows[rows != 0]
    kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
    lp.integrality_ = [kinds[whole] for whole in program["integer"]]
    highs.passModel(lp)
    named = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "time_limit": options["seconds"]}
    named["presolve"] = "on" if options["presolve"] else "off"
    if options["threads"]:
        named["threads"] = options["threads"]
    for name, value in named.items():
        highs.setOptionValue(name, value)
    highs.run()
    status = highs.getModelStatus().name
    answer = {"status": WORDS.get(status, status)}
    if answer["status"] == "optimal":
        answer["value"] = highs.getInfo().objective_function_value
    return answer


if __name__ == "__main__":
    serve(solve)
