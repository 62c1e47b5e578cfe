NAME zero-weight
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
 E one_option[1]
COLUMNS
RHS
    RHS one_option[0] 1
    RHS one_option[1] 1
RANGES
BOUNDS
ENDATA
