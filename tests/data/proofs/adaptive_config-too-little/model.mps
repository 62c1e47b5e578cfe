NAME too-little
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 E one_choice[g2]
 E one_choice[g3]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,5,0] objective 2
    x[g1,5,0] one_choice[g1] 1
    x[g1,5,0] containers 5
    x[g1,6,0] objective 1
    x[g1,6,0] one_choice[g1] 1
    x[g1,6,0] containers 6
    x[g2,5,0] objective 2
    x[g2,5,0] one_choice[g2] 1
    x[g2,5,0] containers 5
    x[g2,6,0] objective 1
    x[g2,6,0] one_choice[g2] 1
    x[g2,6,0] containers 6
    x[g3,5,0] objective 2
    x[g3,5,0] one_choice[g3] 1
    x[g3,5,0] containers 5
    x[g3,6,0] objective 1
    x[g3,6,0] one_choice[g3] 1
    x[g3,6,0] containers 6
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS one_choice[g2] 1
    RHS one_choice[g3] 1
    RHS containers 12
RANGES
BOUNDS
 LO BND x[g1,5,0] 0
 UP BND x[g1,5,0] 1
 LO BND x[g1,6,0] 0
 UP BND x[g1,6,0] 1
 LO BND x[g2,5,0] 0
 UP BND x[g2,5,0] 1
 LO BND x[g2,6,0] 0
 UP BND x[g2,6,0] 1
 LO BND x[g3,5,0] 0
 UP BND x[g3,5,0] 1
 LO BND x[g3,6,0] 0
 UP BND x[g3,6,0] 1
ENDATA
