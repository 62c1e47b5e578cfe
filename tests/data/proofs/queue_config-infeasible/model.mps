NAME infeasible
OBJSENSE
    MIN
ROWS
 N objective
 E one_setting
COLUMNS
RHS
    RHS one_setting 1
RANGES
BOUNDS
ENDATA
