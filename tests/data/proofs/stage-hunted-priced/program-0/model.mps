NAME hunted-priced
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 E one_choice[1]
 E one_choice[2]
 E one_choice[3]
 E one_choice[4]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
 L capacity[2,0]
 L capacity[2,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0,0] objective 10
    x[0,0,0] one_choice[0] 1
    x[0,0,0] capacity[0,0] 1
    x[0,0,0] capacity[0,1] 2
    x[0,1,0] objective 6
    x[0,1,0] one_choice[0] 1
    x[0,1,0] capacity[1,0] 1
    x[0,1,0] capacity[1,1] 2
    x[0,2,0] objective 8
    x[0,2,0] one_choice[0] 1
    x[0,2,0] capacity[2,0] 1
    x[0,2,0] capacity[2,1] 2
    x[1,0,0] objective 8
    x[1,0,0] one_choice[1] 1
    x[1,0,0] capacity[0,0] 1
    x[1,0,0] capacity[0,1] 2
    x[1,1,0] objective 4
    x[1,1,0] one_choice[1] 1
    x[1,1,0] capacity[1,0] 1
    x[1,1,0] capacity[1,1] 2
    x[1,2,0] objective 6
    x[1,2,0] one_choice[1] 1
    x[1,2,0] capacity[2,0] 1
    x[1,2,0] capacity[2,1] 2
    x[2,0,0] objective 20
    x[2,0,0] one_choice[2] 1
    x[2,0,0] capacity[0,0] 1
    x[2,0,0] capacity[0,1] 2
    x[2,1,0] objective 6
    x[2,1,0] one_choice[2] 1
    x[2,1,0] capacity[1,0] 1
    x[2,1,0] capacity[1,1] 2
    x[2,2,0] objective 1
    x[2,2,0] one_choice[2] 1
    x[2,2,0] capacity[2,0] 1
    x[2,2,0] capacity[2,1] 2
    x[3,0,0] objective 12
    x[3,0,0] one_choice[3] 1
    x[3,0,0] capacity[0,0] 1
    x[3,0,0] capacity[0,1] 2
    x[3,1,0] objective 6
    x[3,1,0] one_choice[3] 1
    x[3,1,0] capacity[1,0] 1
    x[3,1,0] capacity[1,1] 2
    x[3,2,0] objective 8
    x[3,2,0] one_choice[3] 1
    x[3,2,0] capacity[2,0] 1
    x[3,2,0] capacity[2,1] 2
    x[4,0,0] objective 6
    x[4,0,0] one_choice[4] 1
    x[4,0,0] capacity[0,0] 1
    x[4,0,0] capacity[0,1] 2
    x[4,1,0] objective 4
    x[4,1,0] one_choice[4] 1
    x[4,1,0] capacity[1,0] 1
    x[4,1,0] capacity[1,1] 2
    x[4,2,0] objective 4
    x[4,2,0] one_choice[4] 1
    x[4,2,0] capacity[2,0] 1
    x[4,2,0] capacity[2,1] 2
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS one_choice[2] 1
    RHS one_choice[3] 1
    RHS one_choice[4] 1
    RHS capacity[0,0] 1
    RHS capacity[0,1] 5
    RHS capacity[1,0] 3
    RHS capacity[1,1] 5
    RHS capacity[2,0] 3
    RHS capacity[2,1] 5
RANGES
BOUNDS
 LO BND x[0,0,0] 0
 UP BND x[0,0,0] 1
 LO BND x[0,1,0] 0
 UP BND x[0,1,0] 1
 LO BND x[0,2,0] 0
 UP BND x[0,2,0] 1
 LO BND x[1,0,0] 0
 UP BND x[1,0,0] 1
 LO BND x[1,1,0] 0
 UP BND x[1,1,0] 1
 LO BND x[1,2,0] 0
 UP BND x[1,2,0] 1
 LO BND x[2,0,0] 0
 UP BND x[2,0,0] 1
 LO BND x[2,1,0] 0
 UP BND x[2,1,0] 1
 LO BND x[2,2,0] 0
 UP BND x[2,2,0] 1
 LO BND x[3,0,0] 0
 UP BND x[3,0,0] 1
 LO BND x[3,1,0] 0
 UP BND x[3,1,0] 1
 LO BND x[3,2,0] 0
 UP BND x[3,2,0] 1
 LO BND x[4,0,0] 0
 UP BND x[4,0,0] 1
 LO BND x[4,1,0] 0
 UP BND x[4,1,0] 1
 LO BND x[4,2,0] 0
 UP BND x[4,2,0] 1
ENDATA
