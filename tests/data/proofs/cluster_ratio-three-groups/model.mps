NAME three-groups
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
    x[g1,3] objective 50
    x[g1,3] one_amount[g1] 1
    x[g1,3] containers 3
    x[g1,4] objective 40
    x[g1,4] one_amount[g1] 1
    x[g1,4] containers 4
    x[g1,5] objective 33
    x[g1,5] one_amount[g1] 1
    x[g1,5] containers 5
    x[g1,6] objective 28
    x[g1,6] one_amount[g1] 1
    x[g1,6] containers 6
    x[g1,7] objective 25
    x[g1,7] one_amount[g1] 1
    x[g1,7] containers 7
    x[g2,2] objective 20
    x[g2,2] one_amount[g2] 1
    x[g2,2] containers 2
    x[g2,3] objective 18
    x[g2,3] one_amount[g2] 1
    x[g2,3] containers 3
    x[g2,4] objective 17
    x[g2,4] one_amount[g2] 1
    x[g2,4] containers 4
    x[g2,5] objective 16
    x[g2,5] one_amount[g2] 1
    x[g2,5] containers 5
    x[g3,3] objective 60
    x[g3,3] one_amount[g3] 1
    x[g3,3] containers 3
    x[g3,4] objective 48
    x[g3,4] one_amount[g3] 1
    x[g3,4] containers 4
    x[g3,5] objective 39
    x[g3,5] one_amount[g3] 1
    x[g3,5] containers 5
    x[g3,6] objective 32
    x[g3,6] one_amount[g3] 1
    x[g3,6] containers 6
    x[g3,7] objective 27
    x[g3,7] one_amount[g3] 1
    x[g3,7] containers 7
    x[g3,8] objective 24
    x[g3,8] one_amount[g3] 1
    x[g3,8] containers 8
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS one_amount[g2] 1
    RHS one_amount[g3] 1
    RHS containers 15
RANGES
BOUNDS
 LO BND x[g1,3] 0
 UP BND x[g1,3] 1
 LO BND x[g1,4] 0
 UP BND x[g1,4] 1
 LO BND x[g1,5] 0
 UP BND x[g1,5] 1
 LO BND x[g1,6] 0
 UP BND x[g1,6] 1
 LO BND x[g1,7] 0
 UP BND x[g1,7] 1
 LO BND x[g2,2] 0
 UP BND x[g2,2] 1
 LO BND x[g2,3] 0
 UP BND x[g2,3] 1
 LO BND x[g2,4] 0
 UP BND x[g2,4] 1
 LO BND x[g2,5] 0
 UP BND x[g2,5] 1
 LO BND x[g3,3] 0
 UP BND x[g3,3] 1
 LO BND x[g3,4] 0
 UP BND x[g3,4] 1
 LO BND x[g3,5] 0
 UP BND x[g3,5] 1
 LO BND x[g3,6] 0
 UP BND x[g3,6] 1
 LO BND x[g3,7] 0
 UP BND x[g3,7] 1
 LO BND x[g3,8] 0
 UP BND x[g3,8] 1
ENDATA
