NAME hunted-static-fair
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,1,0] objective 90.05
    x[g1,1,0] one_choice[g1] 1
    x[g1,1,0] containers 1
    x[g1,2,0] objective 90.05
    x[g1,2,0] one_choice[g1] 1
    x[g1,2,0] containers 2
    x[g1,2,1] objective 90.05
    x[g1,2,1] one_choice[g1] 1
    x[g1,2,1] containers 2
    x[g1,2,2] objective 90.05
    x[g1,2,2] one_choice[g1] 1
    x[g1,2,2] containers 2
    x[g1,3,0] objective 47.75
    x[g1,3,0] one_choice[g1] 1
    x[g1,3,0] containers 3
    x[g1,3,1] objective 90.05
    x[g1,3,1] one_choice[g1] 1
    x[g1,3,1] containers 3
    x[g1,3,2] objective 90.05
    x[g1,3,2] one_choice[g1] 1
    x[g1,3,2] containers 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS containers 8
RANGES
BOUNDS
 LO BND x[g1,1,0] 0
 UP BND x[g1,1,0] 1
 LO BND x[g1,2,0] 0
 UP BND x[g1,2,0] 1
 LO BND x[g1,2,1] 0
 UP BND x[g1,2,1] 1
 LO BND x[g1,2,2] 0
 UP BND x[g1,2,2] 1
 LO BND x[g1,3,0] 0
 UP BND x[g1,3,0] 1
 LO BND x[g1,3,1] 0
 UP BND x[g1,3,1] 1
 LO BND x[g1,3,2] 0
 UP BND x[g1,3,2] 1
ENDATA
