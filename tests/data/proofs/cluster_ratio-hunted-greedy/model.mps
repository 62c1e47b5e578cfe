NAME hunted-greedy
OBJSENSE
    MIN
ROWS
 N objective
 E one_amount[g1]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,1] objective 2585
    x[g1,1] one_amount[g1] 1
    x[g1,1] containers 1
    x[g1,2] objective 2585
    x[g1,2] one_amount[g1] 1
    x[g1,2] containers 2
    x[g1,3] objective 20
    x[g1,3] one_amount[g1] 1
    x[g1,3] containers 3
    x[g1,4] objective 5
    x[g1,4] one_amount[g1] 1
    x[g1,4] containers 4
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS containers 8
RANGES
BOUNDS
 LO BND x[g1,1] 0
 UP BND x[g1,1] 1
 LO BND x[g1,2] 0
 UP BND x[g1,2] 1
 LO BND x[g1,3] 0
 UP BND x[g1,3] 1
 LO BND x[g1,4] 0
 UP BND x[g1,4] 1
ENDATA
