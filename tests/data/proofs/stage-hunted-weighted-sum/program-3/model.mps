NAME hunted-weighted-sum
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 E one_choice[1]
 L capacity[0,0]
 L capacity[0,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0,1] objective 104
    x[0,0,1] one_choice[0] 1
    x[0,0,1] capacity[0,0] 3
    x[0,0,1] capacity[0,1] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS capacity[0,0] 6
    RHS capacity[0,1] 22
RANGES
BOUNDS
 LO BND x[0,0,1] 0
 UP BND x[0,0,1] 1
ENDATA
