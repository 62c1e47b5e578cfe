NAME hunted-raa-general
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
 E one_option[1]
 E one_option[2]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[1,0] objective 1000
    x[1,0] one_option[1] 1
    x[1,1] objective 950
    x[1,1] one_option[1] 1
    x[1,2] objective 4000
    x[1,2] one_option[1] 1
    x[2,0] objective 1300
    x[2,0] one_option[2] 1
    x[2,1] objective 1169
    x[2,1] one_option[2] 1
    x[2,2] objective 4291
    x[2,2] one_option[2] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_option[0] 1
    RHS one_option[1] 1
    RHS one_option[2] 1
RANGES
BOUNDS
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
ENDATA
