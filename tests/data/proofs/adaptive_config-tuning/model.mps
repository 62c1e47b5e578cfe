NAME tuning
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,3,0] objective 9.5
    x[g1,3,0] one_choice[g1] 1
    x[g1,3,0] containers 3
    x[g1,3,1] objective 9
    x[g1,3,1] one_choice[g1] 1
    x[g1,3,1] containers 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS containers 3
RANGES
BOUNDS
 LO BND x[g1,3,0] 0
 UP BND x[g1,3,0] 1
 LO BND x[g1,3,1] 0
 UP BND x[g1,3,1] 1
ENDATA
