NAME one-instance-one-option
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] objective 1
    x[0,0] one_option[0] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_option[0] 1
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
ENDATA
