NAME placed
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,1,0] objective 13.666666666666666
    x[g1,1,0] one_choice[g1] 1
    x[g1,1,0] containers 1
    x[g1,2,0] objective 8
    x[g1,2,0] one_choice[g1] 1
    x[g1,2,0] containers 2
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS containers 2
RANGES
BOUNDS
 LO BND x[g1,1,0] 0
 UP BND x[g1,1,0] 1
 LO BND x[g1,2,0] 0
 UP BND x[g1,2,0] 1
ENDATA
