NAME hunted-static-ratio
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 E one_choice[g2]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,1,0] objective 83
    x[g1,1,0] one_choice[g1] 1
    x[g1,1,0] containers 1
    x[g1,1,1] objective 83
    x[g1,1,1] one_choice[g1] 1
    x[g1,1,1] containers 1
    x[g1,1,2] objective 83
    x[g1,1,2] one_choice[g1] 1
    x[g1,1,2] containers 1
    x[g1,1,3] objective 83
    x[g1,1,3] one_choice[g1] 1
    x[g1,1,3] containers 1
    x[g1,1,4] objective 83
    x[g1,1,4] one_choice[g1] 1
    x[g1,1,4] containers 1
    x[g1,1,5] objective 83
    x[g1,1,5] one_choice[g1] 1
    x[g1,1,5] containers 1
    x[g1,1,6] objective 83
    x[g1,1,6] one_choice[g1] 1
    x[g1,1,6] containers 1
    x[g1,1,7] objective 83
    x[g1,1,7] one_choice[g1] 1
    x[g1,1,7] containers 1
    x[g1,1,8] objective 83
    x[g1,1,8] one_choice[g1] 1
    x[g1,1,8] containers 1
    x[g1,2,0] objective 45.5
    x[g1,2,0] one_choice[g1] 1
    x[g1,2,0] containers 2
    x[g1,2,1] objective 45.5
    x[g1,2,1] one_choice[g1] 1
    x[g1,2,1] containers 2
    x[g1,2,2] objective 45.5
    x[g1,2,2] one_choice[g1] 1
    x[g1,2,2] containers 2
    x[g1,2,3] objective 45.5
    x[g1,2,3] one_choice[g1] 1
    x[g1,2,3] containers 2
    x[g1,2,4] objective 45.5
    x[g1,2,4] one_choice[g1] 1
    x[g1,2,4] containers 2
    x[g1,2,5] objective 45.5
    x[g1,2,5] one_choice[g1] 1
    x[g1,2,5] containers 2
    x[g1,2,6] objective 45.5
    x[g1,2,6] one_choice[g1] 1
    x[g1,2,6] containers 2
    x[g1,2,7] objective 45.5
    x[g1,2,7] one_choice[g1] 1
    x[g1,2,7] containers 2
    x[g1,2,8] objective 45.5
    x[g1,2,8] one_choice[g1] 1
    x[g1,2,8] containers 2
    x[g1,3,0] objective 32.5
    x[g1,3,0] one_choice[g1] 1
    x[g1,3,0] containers 3
    x[g1,3,1] objective 32.5
    x[g1,3,1] one_choice[g1] 1
    x[g1,3,1] containers 3
    x[g1,3,2] objective 32.5
    x[g1,3,2] one_choice[g1] 1
    x[g1,3,2] containers 3
    x[g1,3,3] objective 32.5
    x[g1,3,3] one_choice[g1] 1
    x[g1,3,3] containers 3
    x[g1,3,4] objective 32.5
    x[g1,3,4] one_choice[g1] 1
    x[g1,3,4] containers 3
    x[g1,3,5] objective 32.5
    x[g1,3,5] one_choice[g1] 1
    x[g1,3,5] containers 3
    x[g1,3,6] objective 32.5
    x[g1,3,6] one_choice[g1] 1
    x[g1,3,6] containers 3
    x[g1,3,7] objective 32.5
    x[g1,3,7] one_choice[g1] 1
    x[g1,3,7] containers 3
    x[g1,3,8] objective 32.5
    x[g1,3,8] one_choice[g1] 1
    x[g1,3,8] containers 3
    x[g1,4,0] objective 32.5
    x[g1,4,0] one_choice[g1] 1
    x[g1,4,0] containers 4
    x[g1,4,1] objective 32.5
    x[g1,4,1] one_choice[g1] 1
    x[g1,4,1] containers 4
    x[g1,4,2] objective 32.5
    x[g1,4,2] one_choice[g1] 1
    x[g1,4,2] containers 4
    x[g1,4,3] objective 32.5
    x[g1,4,3] one_choice[g1] 1
    x[g1,4,3] containers 4
    x[g1,4,4] objective 32.5
    x[g1,4,4] one_choice[g1] 1
    x[g1,4,4] containers 4
    x[g1,4,5] objective 32.5
    x[g1,4,5] one_choice[g1] 1
    x[g1,4,5] containers 4
    x[g1,4,6] objective 32.5
    x[g1,4,6] one_choice[g1] 1
    x[g1,4,6] containers 4
    x[g1,4,7] objective 32.5
    x[g1,4,7] one_choice[g1] 1
    x[g1,4,7] containers 4
    x[g1,4,8] objective 32.5
    x[g1,4,8] one_choice[g1] 1
    x[g1,4,8] containers 4
    x[g2,1,2] objective 286
    x[g2,1,2] one_choice[g2] 1
    x[g2,1,2] containers 1
    x[g2,1,3] objective 286
    x[g2,1,3] one_choice[g2] 1
    x[g2,1,3] containers 1
    x[g2,1,4] objective 286
    x[g2,1,4] one_choice[g2] 1
    x[g2,1,4] containers 1
    x[g2,2,1] objective 286
    x[g2,2,1] one_choice[g2] 1
    x[g2,2,1] containers 2
    x[g2,2,2] objective 286
    x[g2,2,2] one_choice[g2] 1
    x[g2,2,2] containers 2
    x[g2,2,3] objective 286
    x[g2,2,3] one_choice[g2] 1
    x[g2,2,3] containers 2
    x[g2,2,4] objective 286
    x[g2,2,4] one_choice[g2] 1
    x[g2,2,4] containers 2
    x[g2,3,0] objective 286
    x[g2,3,0] one_choice[g2] 1
    x[g2,3,0] containers 3
    x[g2,3,1] objective 286
    x[g2,3,1] one_choice[g2] 1
    x[g2,3,1] containers 3
    x[g2,3,2] objective 286
    x[g2,3,2] one_choice[g2] 1
    x[g2,3,2] containers 3
    x[g2,3,3] objective 286
    x[g2,3,3] one_choice[g2] 1
    x[g2,3,3] containers 3
    x[g2,3,4] objective 286
    x[g2,3,4] one_choice[g2] 1
    x[g2,3,4] containers 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS one_choice[g2] 1
    RHS containers 4
RANGES
BOUNDS
 LO BND x[g1,1,0] 0
 UP BND x[g1,1,0] 1
 LO BND x[g1,1,1] 0
 UP BND x[g1,1,1] 1
 LO BND x[g1,1,2] 0
 UP BND x[g1,1,2] 1
 LO BND x[g1,1,3] 0
 UP BND x[g1,1,3] 1
 LO BND x[g1,1,4] 0
 UP BND x[g1,1,4] 1
 LO BND x[g1,1,5] 0
 UP BND x[g1,1,5] 1
 LO BND x[g1,1,6] 0
 UP BND x[g1,1,6] 1
 LO BND x[g1,1,7] 0
 UP BND x[g1,1,7] 1
 LO BND x[g1,1,8] 0
 UP BND x[g1,1,8] 1
 LO BND x[g1,2,0] 0
 UP BND x[g1,2,0] 1
 LO BND x[g1,2,1] 0
 UP BND x[g1,2,1] 1
 LO BND x[g1,2,2] 0
 UP BND x[g1,2,2] 1
 LO BND x[g1,2,3] 0
 UP BND x[g1,2,3] 1
 LO BND x[g1,2,4] 0
 UP BND x[g1,2,4] 1
 LO BND x[g1,2,5] 0
 UP BND x[g1,2,5] 1
 LO BND x[g1,2,6] 0
 UP BND x[g1,2,6] 1
 LO BND x[g1,2,7] 0
 UP BND x[g1,2,7] 1
 LO BND x[g1,2,8] 0
 UP BND x[g1,2,8] 1
 LO BND x[g1,3,0] 0
 UP BND x[g1,3,0] 1
 LO BND x[g1,3,1] 0
 UP BND x[g1,3,1] 1
 LO BND x[g1,3,2] 0
 UP BND x[g1,3,2] 1
 LO BND x[g1,3,3] 0
 UP BND x[g1,3,3] 1
 LO BND x[g1,3,4] 0
 UP BND x[g1,3,4] 1
 LO BND x[g1,3,5] 0
 UP BND x[g1,3,5] 1
 LO BND x[g1,3,6] 0
 UP BND x[g1,3,6] 1
 LO BND x[g1,3,7] 0
 UP BND x[g1,3,7] 1
 LO BND x[g1,3,8] 0
 UP BND x[g1,3,8] 1
 LO BND x[g1,4,0] 0
 UP BND x[g1,4,0] 1
 LO BND x[g1,4,1] 0
 UP BND x[g1,4,1] 1
 LO BND x[g1,4,2] 0
 UP BND x[g1,4,2] 1
 LO BND x[g1,4,3] 0
 UP BND x[g1,4,3] 1
 LO BND x[g1,4,4] 0
 UP BND x[g1,4,4] 1
 LO BND x[g1,4,5] 0
 UP BND x[g1,4,5] 1
 LO BND x[g1,4,6] 0
 UP BND x[g1,4,6] 1
 LO BND x[g1,4,7] 0
 UP BND x[g1,4,7] 1
 LO BND x[g1,4,8] 0
 UP BND x[g1,4,8] 1
 LO BND x[g2,1,2] 0
 UP BND x[g2,1,2] 1
 LO BND x[g2,1,3] 0
 UP BND x[g2,1,3] 1
 LO BND x[g2,1,4] 0
 UP BND x[g2,1,4] 1
 LO BND x[g2,2,1] 0
 UP BND x[g2,2,1] 1
 LO BND x[g2,2,2] 0
 UP BND x[g2,2,2] 1
 LO BND x[g2,2,3] 0
 UP BND x[g2,2,3] 1
 LO BND x[g2,2,4] 0
 UP BND x[g2,2,4] 1
 LO BND x[g2,3,0] 0
 UP BND x[g2,3,0] 1
 LO BND x[g2,3,1] 0
 UP BND x[g2,3,1] 1
 LO BND x[g2,3,2] 0
 UP BND x[g2,3,2] 1
 LO BND x[g2,3,3] 0
 UP BND x[g2,3,3] 1
 LO BND x[g2,3,4] 0
 UP BND x[g2,3,4] 1
ENDATA
