NAME rising
OBJSENSE
    MIN
ROWS
 N objective
 E one_amount[g1]
 E one_amount[g2]
 E one_amount[g3]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,2] objective 10
    x[g1,2] one_amount[g1] 1
    x[g1,2] containers 2
    x[g1,3] objective 12
    x[g1,3] one_amount[g1] 1
    x[g1,3] containers 3
    x[g1,4] objective 8
    x[g1,4] one_amount[g1] 1
    x[g1,4] containers 4
    x[g2,1] objective 5
    x[g2,1] one_amount[g2] 1
    x[g2,1] containers 1
    x[g3,1] objective 9
    x[g3,1] one_amount[g3] 1
    x[g3,1] containers 1
    x[g3,2] objective 6
    x[g3,2] one_amount[g3] 1
    x[g3,2] containers 2
    x[g3,3] objective 7
    x[g3,3] one_amount[g3] 1
    x[g3,3] containers 3
    x[g3,4] objective 11
    x[g3,4] one_amount[g3] 1
    x[g3,4] containers 4
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS one_amount[g2] 1
    RHS one_amount[g3] 1
    RHS containers 8
RANGES
BOUNDS
 LO BND x[g1,2] 0
 UP BND x[g1,2] 1
 LO BND x[g1,3] 0
 UP BND x[g1,3] 1
 LO BND x[g1,4] 0
 UP BND x[g1,4] 1
 LO BND x[g2,1] 0
 UP BND x[g2,1] 1
 LO BND x[g3,1] 0
 UP BND x[g3,1] 1
 LO BND x[g3,2] 0
 UP BND x[g3,2] 1
 LO BND x[g3,3] 0
 UP BND x[g3,3] 1
 LO BND x[g3,4] 0
 UP BND x[g3,4] 1
ENDATA
