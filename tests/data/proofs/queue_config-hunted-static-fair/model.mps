NAME hunted-static-fair
OBJSENSE
    MIN
ROWS
 N objective
 E one_setting
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0] objective 258.5
    x[0] one_setting 1
    x[1] objective 40.5
    x[1] one_setting 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_setting 1
RANGES
BOUNDS
 LO BND x[0] 0
 UP BND x[0] 1
 LO BND x[1] 0
 UP BND x[1] 1
ENDATA
