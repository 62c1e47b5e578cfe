NAME dominated-options
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
 E one_option[1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,4] objective 5
    x[0,4] one_option[0] 1
    x[0,5] objective 5
    x[0,5] one_option[0] 1
    x[1,0] objective 1
    x[1,0] one_option[1] 1
    x[1,1] objective 1
    x[1,1] one_option[1] 1
    x[1,2] objective 6
    x[1,2] one_option[1] 1
    x[1,3] objective 7
    x[1,3] one_option[1] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_option[0] 1
    RHS one_option[1] 1
RANGES
BOUNDS
 LO BND x[0,4] 0
 UP BND x[0,4] 1
 LO BND x[0,5] 0
 UP BND x[0,5] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[1,3] 0
 UP BND x[1,3] 1
ENDATA
