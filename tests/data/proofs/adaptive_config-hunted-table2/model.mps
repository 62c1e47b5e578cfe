NAME hunted-table2
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g2]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g2,2,0] objective 191.75
    x[g2,2,0] one_choice[g2] 1
    x[g2,2,0] containers 2
    x[g2,2,1] objective 191.75
    x[g2,2,1] one_choice[g2] 1
    x[g2,2,1] containers 2
    x[g2,2,2] objective 191.75
    x[g2,2,2] one_choice[g2] 1
    x[g2,2,2] containers 2
    x[g2,3,0] objective 165.75
    x[g2,3,0] one_choice[g2] 1
    x[g2,3,0] containers 3
    x[g2,3,1] objective 191.75
    x[g2,3,1] one_choice[g2] 1
    x[g2,3,1] containers 3
    x[g2,3,2] objective 191.75
    x[g2,3,2] one_choice[g2] 1
    x[g2,3,2] containers 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g2] 1
    RHS containers 4
RANGES
BOUNDS
 LO BND x[g2,2,0] 0
 UP BND x[g2,2,0] 1
 LO BND x[g2,2,1] 0
 UP BND x[g2,2,1] 1
 LO BND x[g2,2,2] 0
 UP BND x[g2,2,2] 1
 LO BND x[g2,3,0] 0
 UP BND x[g2,3,0] 1
 LO BND x[g2,3,1] 0
 UP BND x[g2,3,1] 1
 LO BND x[g2,3,2] 0
 UP BND x[g2,3,2] 1
ENDATA
