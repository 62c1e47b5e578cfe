"""GLPK by swiglpk, which searches with one thread."""

import swiglpk as glpk
from serving import serve

KINDS = {(False, False): glpk.GLP_FR, (True, False): glpk.GLP_LO, (False, True): glpk.GLP_UP}
RELAXED = {
    glpk.GLP_OPT: "optimal",
    glpk.GLP_NOFEAS: "infeasible",
    glpk.GLP_UNBND: "unbounded",
}
RETURNED = {glpk.GLP_ENOPFS: "infeasible", glpk.GLP_ENODFS: "infeasible or unbounded"}


def bounded(setter, program, k, low, high):
    """Set the two ends of a row or column."""
    kind = KINDS.get((low is not None, high is not None))
    if kind is None:
        kind = glpk.GLP_FX if low == high else glpk.GLP_DB
    setter(program, k, kind, low or 0.0, high or 0.0)


def filled(program):
    """Return the program as an object of GLPK."""
    made = glpk.glp_create_prob()
    columns = len(program["cost"])
    glpk.glp_add_cols(made, columns)
    for j in range(columns):
        bounded(glpk.glp_set_col_bnds, made, j + 1, program["lower"][j], program["upper"][j])
        glpk.glp_set_obj_coef(made, j + 1, program["cost"][j])
        glpk.glp_set_col_kind(made, j + 1, glpk.GLP_IV if program["integer"][j] else glpk.GLP_CV)
    for i, row in enumerate(program["rows"]):
        glpk.glp_add_rows(made, 1)
        bounded(glpk.glp_set_row_bnds, made, i + 1, program["low"][i], program["high"][i])
        indices, values = glpk.intArray(columns + 1), glpk.doubleArray(columns + 1)
        used = [j for j in range(columns) if row[j]]
        for place, j in enumerate(used, 1):
            indices[place], values[place] = j + 1, row[j]
        glpk.glp_set_mat_row(made, i + 1, len(used), indices, values)
    return made


def solve(program, options):
    """Solve the relaxation, then the integer program."""
    glpk.glp_term_out(glpk.GLP_OFF)
    made = filled(program)
    try:
        return answered(made, any(program["integer"]), options)
    finally:
        glpk.glp_delete_prob(made)


def answered(made, integers, options):
    """Return the answer of GLPK."""
    switch = glpk.GLP_ON if options["presolve"] else glpk.GLP_OFF
    milliseconds = int(1000 * options["seconds"])
    if not integers or not options["presolve"]:
        simplex = glpk.glp_smcp()
        glpk.glp_init_smcp(simplex)
        simplex.presolve, simplex.tm_lim = switch, milliseconds
        returned = glpk.glp_simplex(made, simplex)
        status = glpk.glp_get_status(made)
        if returned or status != glpk.GLP_OPT or not integers:
            answer = {"status": RETURNED.get(returned, RELAXED.get(status, f"{returned} {status}"))}
            if integers and answer["status"] == "unbounded":
                answer["status"] = "infeasible or unbounded"  # it is the relaxation
            if answer["status"] == "optimal":
                answer["value"] = glpk.glp_get_obj_val(made)
            return answer
    search = glpk.glp_iocp()
    glpk.glp_init_iocp(search)
    search.presolve, search.tm_lim, search.mip_gap = switch, milliseconds, 0.0
    returned = glpk.glp_intopt(made, search)
    status = glpk.glp_mip_status(made)
    answer = {"status": RETURNED.get(returned, RELAXED.get(status, f"{returned} {status}"))}
    if answer["status"] == "optimal":
        answer["value"] = glpk.glp_mip_obj_val(made)
    return answer


if __name__ == "__main__":
    serve(solve)
