NAME fig8
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
 E one_option[1]
 E one_option[2]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] objective 5
    x[0,0] one_option[0] 1
    x[0,1] objective 20
    x[0,1] one_option[0] 1
    x[1,0] objective 4
    x[1,0] one_option[1] 1
    x[1,1] objective 5
    x[1,1] one_option[1] 1
    x[1,2] objective 8
    x[1,2] one_option[1] 1
    x[1,3] objective 12
    x[1,3] one_option[1] 1
    x[2,0] objective 5
    x[2,0] one_option[2] 1
    x[2,1] objective 7
    x[2,1] one_option[2] 1
    x[2,2] objective 9
    x[2,2] one_option[2] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_option[0] 1
    RHS one_option[1] 1
    RHS one_option[2] 1
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[1,3] 0
 UP BND x[1,3] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
ENDATA
