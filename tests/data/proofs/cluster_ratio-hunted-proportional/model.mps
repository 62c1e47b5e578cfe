NAME hunted-proportional
OBJSENSE
    MIN
ROWS
 N objective
 E one_amount[g1]
 E one_amount[g3]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,2] objective 2780
    x[g1,2] one_amount[g1] 1
    x[g1,2] containers 2
    x[g1,3] objective 100
    x[g1,3] one_amount[g1] 1
    x[g1,3] containers 3
    x[g1,4] objective 90
    x[g1,4] one_amount[g1] 1
    x[g1,4] containers 4
    x[g1,5] objective 70
    x[g1,5] one_amount[g1] 1
    x[g1,5] containers 5
    x[g1,6] objective 60
    x[g1,6] one_amount[g1] 1
    x[g1,6] containers 6
    x[g1,7] objective 50
    x[g1,7] one_amount[g1] 1
    x[g1,7] containers 7
    x[g1,8] objective 40
    x[g1,8] one_amount[g1] 1
    x[g1,8] containers 8
    x[g1,9] objective 30
    x[g1,9] one_amount[g1] 1
    x[g1,9] containers 9
    x[g1,10] objective 30
    x[g1,10] one_amount[g1] 1
    x[g1,10] containers 10
    x[g1,11] objective 30
    x[g1,11] one_amount[g1] 1
    x[g1,11] containers 11
    x[g1,12] objective 20
    x[g1,12] one_amount[g1] 1
    x[g1,12] containers 12
    x[g1,13] objective 20
    x[g1,13] one_amount[g1] 1
    x[g1,13] containers 13
    x[g1,14] objective 20
    x[g1,14] one_amount[g1] 1
    x[g1,14] containers 14
    x[g1,15] objective 20
    x[g1,15] one_amount[g1] 1
    x[g1,15] containers 15
    x[g1,16] objective 20
    x[g1,16] one_amount[g1] 1
    x[g1,16] containers 16
    x[g3,1] objective 2780
    x[g3,1] one_amount[g3] 1
    x[g3,1] containers 1
    x[g3,2] objective 5
    x[g3,2] one_amount[g3] 1
    x[g3,2] containers 2
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[g1] 1
    RHS one_amount[g3] 1
    RHS containers 16
RANGES
BOUNDS
 LO BND x[g1,2] 0
 UP BND x[g1,2] 1
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
 LO BND x[g1,8] 0
 UP BND x[g1,8] 1
 LO BND x[g1,9] 0
 UP BND x[g1,9] 1
 LO BND x[g1,10] 0
 UP BND x[g1,10] 1
 LO BND x[g1,11] 0
 UP BND x[g1,11] 1
 LO BND x[g1,12] 0
 UP BND x[g1,12] 1
 LO BND x[g1,13] 0
 UP BND x[g1,13] 1
 LO BND x[g1,14] 0
 UP BND x[g1,14] 1
 LO BND x[g1,15] 0
 UP BND x[g1,15] 1
 LO BND x[g1,16] 0
 UP BND x[g1,16] 1
 LO BND x[g3,1] 0
 UP BND x[g3,1] 1
 LO BND x[g3,2] 0
 UP BND x[g3,2] 1
ENDATA
