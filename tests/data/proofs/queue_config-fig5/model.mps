NAME fig5
OBJSENSE
    MIN
ROWS
 N objective
 E one_setting
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0] objective 7.666666666666667
    x[0] one_setting 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_setting 1
RANGES
BOUNDS
 LO BND x[0] 0
 UP BND x[0] 1
ENDATA
