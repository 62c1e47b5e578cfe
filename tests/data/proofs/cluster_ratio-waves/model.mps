NAME waves
OBJSENSE
    MIN
ROWS
 N objective
 E one_amount[g1]
 E one_amount[g2]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,4] objective 20
    x[g1,4] one_amount[g1] 1
    x[g1,4] containers 4
    x[g1,5] objective 20
    x[g1,5] one_amount[g1] 1
    x[g1,5] containers 5
    x[g1,6] objective 20
    x[g1,6] one_amount[g1] 1
    x[g1,6] containers 6
    x[g1,7] objective 20
    x[g1,7] one_amount[g1] 1
    x[g1,7] containers 7
    x[g1,8] objective 10
    x[g1,8] one_amount[g1] 1
    x[g1,8] containers 8
    x[g2,2] objective 9
    x[g2,2] one_amount[g2] 1
    x[g2,2] containers 2
    x[g2,3] objective 8
    x[g2,3] one_amount[g2] 1
    x[g2,3] containers 3
    x[g2,4] objective 7.5
    x[g2,4] one_amount[g2] 1
    x[g2,4] containers 4
    x[g2,5] objective 7
    x[g2,5] one_amount[g2] 1
    x[g2,5] containers 5
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS one_amount[g2] 1
    RHS containers 10
RANGES
BOUNDS
 LO BND x[g1,4] 0
 UP BND x[g1,4] 1
 LO BND x[g1,5] 0
 UP BND x[g1,5] 1
 LO BND x[g1,6] 0
 UP BND x[g1,6] 1
 LO BND x[g1,7] 0
 UP BND x[g1,7] 1
 LO BND x[g1,8] 0
 UP BND x[g1,8] 1
 LO BND x[g2,2] 0
 UP BND x[g2,2] 1
 LO BND x[g2,3] 0
 UP BND x[g2,3] 1
 LO BND x[g2,4] 0
 UP BND x[g2,4] 1
 LO BND x[g2,5] 0
 UP BND x[g2,5] 1
ENDATA
