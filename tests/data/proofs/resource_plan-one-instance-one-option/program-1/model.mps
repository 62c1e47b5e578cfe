NAME one-instance-one-option
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
COLUMNS
RHS
    RHS one_option[0] 1
RANGES
BOUNDS
ENDATA
