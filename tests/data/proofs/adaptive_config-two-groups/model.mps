NAME two-groups
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 E one_choice[g2]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,1,0] objective 4
    x[g1,1,0] one_choice[g1] 1
    x[g1,1,0] containers 1
    x[g1,2,0] objective 2
    x[g1,2,0] one_choice[g1] 1
    x[g1,2,0] containers 2
    x[g2,1,0] objective 8
    x[g2,1,0] one_choice[g2] 1
    x[g2,1,0] containers 1
    x[g2,2,0] objective 4.8
    x[g2,2,0] one_choice[g2] 1
    x[g2,2,0] containers 2
    x[g2,3,0] objective 4
    x[g2,3,0] one_choice[g2] 1
    x[g2,3,0] containers 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS one_choice[g2] 1
    RHS containers 3
RANGES
BOUNDS
 LO BND x[g1,1,0] 0
 UP BND x[g1,1,0] 1
 LO BND x[g1,2,0] 0
 UP BND x[g1,2,0] 1
 LO BND x[g2,1,0] 0
 UP BND x[g2,1,0] 1
 LO BND x[g2,2,0] 0
 UP BND x[g2,2,0] 1
 LO BND x[g2,3,0] 0
 UP BND x[g2,3,0] 1
ENDATA
