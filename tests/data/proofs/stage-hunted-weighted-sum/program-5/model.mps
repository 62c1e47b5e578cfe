NAME hunted-weighted-sum
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 E one_choice[1]
 E one_choice[2]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0,2] objective 6525
    x[0,0,2] one_choice[0] 1
    x[0,0,2] capacity[0,0] 3
    x[0,0,2] capacity[0,1] 6
    x[0,1,2] objective 5904
    x[0,1,2] one_choice[0] 1
    x[0,1,2] capacity[1,0] 3
    x[0,1,2] capacity[1,1] 6
    x[1,0,2] objective 7092
    x[1,0,2] one_choice[1] 1
    x[1,0,2] capacity[0,0] 3
    x[1,0,2] capacity[0,1] 6
    x[1,1,2] objective 2421
    x[1,1,2] one_choice[1] 1
    x[1,1,2] capacity[1,0] 3
    x[1,1,2] capacity[1,1] 6
    x[2,1,0] objective 1044
    x[2,1,0] one_choice[2] 1
    x[2,1,0] capacity[1,0] 1
    x[2,1,0] capacity[1,1] 1
    x[2,1,1] objective 2916
    x[2,1,1] one_choice[2] 1
    x[2,1,1] capacity[1,0] 1
    x[2,1,1] capacity[1,1] 8
    x[2,1,2] objective 2421
    x[2,1,2] one_choice[2] 1
    x[2,1,2] capacity[1,0] 3
    x[2,1,2] capacity[1,1] 6
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS one_choice[2] 1
    RHS capacity[0,0] 4
    RHS capacity[0,1] 13
    RHS capacity[1,0] 3
    RHS capacity[1,1] 12
RANGES
BOUNDS
 LO BND x[0,0,2] 0
 UP BND x[0,0,2] 1
 LO BND x[0,1,2] 0
 UP BND x[0,1,2] 1
 LO BND x[1,0,2] 0
 UP BND x[1,0,2] 1
 LO BND x[1,1,2] 0
 UP BND x[1,1,2] 1
 LO BND x[2,1,0] 0
 UP BND x[2,1,0] 1
 LO BND x[2,1,1] 0
 UP BND x[2,1,1] 1
 LO BND x[2,1,2] 0
 UP BND x[2,1,2] 1
ENDATA
