NAME algorithm-3
OBJSENSE
    MIN
ROWS
 N objective
 E one_amount[g1]
 E one_amount[g2]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,1] objective 6
    x[g1,1] one_amount[g1] 1
    x[g1,1] containers 1
    x[g1,2] objective 5
    x[g1,2] one_amount[g1] 1
    x[g1,2] containers 2
    x[g1,3] objective 3
    x[g1,3] one_amount[g1] 1
    x[g1,3] containers 3
    x[g2,1] objective 1
    x[g2,1] one_amount[g2] 1
    x[g2,1] containers 1
    x[g2,2] objective 1
    x[g2,2] one_amount[g2] 1
    x[g2,2] containers 2
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS one_amount[g2] 1
    RHS containers 3
RANGES
BOUNDS
 LO BND x[g1,1] 0
 UP BND x[g1,1] 1
 LO BND x[g1,2] 0
 UP BND x[g1,2] 1
 LO BND x[g1,3] 0
 UP BND x[g1,3] 1
 LO BND x[g2,1] 0
 UP BND x[g2,1] 1
 LO BND x[g2,2] 0
 UP BND x[g2,2] 1
ENDATA
