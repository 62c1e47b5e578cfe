NAME hunted-ipa-raa
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0,0] objective 20
    x[0,0,0] one_choice[0] 1
    x[0,0,0] capacity[0,0] 1
    x[0,0,0] capacity[0,1] 1
    x[0,0,1] objective 20
    x[0,0,1] one_choice[0] 1
    x[0,0,1] capacity[0,0] 1
    x[0,0,1] capacity[0,1] 1
    x[0,1,0] objective 3
    x[0,1,0] one_choice[0] 1
    x[0,1,0] capacity[1,0] 1
    x[0,1,0] capacity[1,1] 1
    x[0,1,1] objective 30
    x[0,1,1] one_choice[0] 1
    x[0,1,1] capacity[1,0] 1
    x[0,1,1] capacity[1,1] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS capacity[0,0] 1
    RHS capacity[0,1] 1
    RHS capacity[1,0] 1
    RHS capacity[1,1] 1
RANGES
BOUNDS
 LO BND x[0,0,0] 0
 UP BND x[0,0,0] 1
 LO BND x[0,0,1] 0
 UP BND x[0,0,1] 1
 LO BND x[0,1,0] 0
 UP BND x[0,1,0] 1
 LO BND x[0,1,1] 0
 UP BND x[0,1,1] 1
ENDATA
