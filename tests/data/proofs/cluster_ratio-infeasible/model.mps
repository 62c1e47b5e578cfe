NAME infeasible
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
    x[g1,5] objective 9
    x[g1,5] one_amount[g1] 1
    x[g1,5] containers 5
    x[g1,6] objective 8
    x[g1,6] one_amount[g1] 1
    x[g1,6] containers 6
    x[g2,4] objective 7
    x[g2,4] one_amount[g2] 1
    x[g2,4] containers 4
    x[g3,3] objective 6
    x[g3,3] one_amount[g3] 1
    x[g3,3] containers 3
    x[g3,4] objective 5
    x[g3,4] one_amount[g3] 1
    x[g3,4] containers 4
    x[g3,5] objective 4
    x[g3,5] one_amount[g3] 1
    x[g3,5] containers 5
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS one_amount[g2] 1
    RHS one_amount[g3] 1
    RHS containers 11
RANGES
BOUNDS
 LO BND x[g1,5] 0
 UP BND x[g1,5] 1
 LO BND x[g1,6] 0
 UP BND x[g1,6] 1
 LO BND x[g2,4] 0
 UP BND x[g2,4] 1
 LO BND x[g3,3] 0
 UP BND x[g3,3] 1
 LO BND x[g3,4] 0
 UP BND x[g3,4] 1
 LO BND x[g3,5] 0
 UP BND x[g3,5] 1
ENDATA
