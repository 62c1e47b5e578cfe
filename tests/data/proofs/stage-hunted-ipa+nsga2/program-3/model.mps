NAME hunted-ipa+nsga2
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 E one_choice[1]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[1,0,1] objective 30176
    x[1,0,1] one_choice[1] 1
    x[1,0,1] capacity[0,0] 2
    x[1,0,1] capacity[0,1] 8
    x[1,1,1] objective 55536
    x[1,1,1] one_choice[1] 1
    x[1,1,1] capacity[1,0] 2
    x[1,1,1] capacity[1,1] 8
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS capacity[0,0] 3
    RHS capacity[0,1] 12
    RHS capacity[1,0] 5
    RHS capacity[1,1] 17
RANGES
BOUNDS
 LO BND x[1,0,1] 0
 UP BND x[1,0,1] 1
 LO BND x[1,1,1] 0
 UP BND x[1,1,1] 1
ENDATA
