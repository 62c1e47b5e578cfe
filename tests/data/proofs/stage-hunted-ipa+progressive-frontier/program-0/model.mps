NAME hunted-ipa+progressive-frontier
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
    x[0,0,0] objective 10000
    x[0,0,0] one_choice[0] 1
    x[0,0,0] capacity[0,0] 1
    x[0,0,0] capacity[0,1] 1
    x[0,0,1] objective 3600
    x[0,0,1] one_choice[0] 1
    x[0,0,1] capacity[0,0] 1
    x[0,0,1] capacity[0,1] 8
    x[0,1,0] objective 36000
    x[0,1,0] one_choice[0] 1
    x[0,1,0] capacity[1,0] 1
    x[0,1,0] capacity[1,1] 1
    x[0,1,1] objective 36000
    x[0,1,1] one_choice[0] 1
    x[0,1,1] capacity[1,0] 1
    x[0,1,1] capacity[1,1] 8
    x[1,0,0] objective 800
    x[1,0,0] one_choice[1] 1
    x[1,0,0] capacity[0,0] 1
    x[1,0,0] capacity[0,1] 1
    x[1,0,1] objective 16569
    x[1,0,1] one_choice[1] 1
    x[1,0,1] capacity[0,0] 1
    x[1,0,1] capacity[0,1] 8
    x[1,1,0] objective 16988
    x[1,1,0] one_choice[1] 1
    x[1,1,0] capacity[1,0] 1
    x[1,1,0] capacity[1,1] 1
    x[1,1,1] objective 31239
    x[1,1,1] one_choice[1] 1
    x[1,1,1] capacity[1,0] 1
    x[1,1,1] capacity[1,1] 8
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS capacity[0,0] 4
    RHS capacity[0,1] 13
    RHS capacity[1,0] 5
    RHS capacity[1,1] 16
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
 LO BND x[1,0,0] 0
 UP BND x[1,0,0] 1
 LO BND x[1,0,1] 0
 UP BND x[1,0,1] 1
 LO BND x[1,1,0] 0
 UP BND x[1,1,0] 1
 LO BND x[1,1,1] 0
 UP BND x[1,1,1] 1
ENDATA
