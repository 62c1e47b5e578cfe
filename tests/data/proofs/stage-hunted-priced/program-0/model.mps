NAME hunted-priced
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 E one_choice[1]
 E one_choice[2]
 E one_choice[3]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
 L capacity[2,0]
 L capacity[2,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0,0] objective 26496
    x[0,0,0] one_choice[0] 1
    x[0,0,0] capacity[0,0] 2
    x[0,0,0] capacity[0,1] 8
    x[0,0,1] objective 17485
    x[0,0,1] one_choice[0] 1
    x[0,0,1] capacity[0,0] 3
    x[0,0,1] capacity[0,1] 1
    x[0,1,0] objective 13888
    x[0,1,0] one_choice[0] 1
    x[0,1,0] capacity[1,0] 2
    x[0,1,0] capacity[1,1] 8
    x[0,1,1] objective 6422
    x[0,1,1] one_choice[0] 1
    x[0,1,1] capacity[1,0] 3
    x[0,1,1] capacity[1,1] 1
    x[0,2,0] objective 15584
    x[0,2,0] one_choice[0] 1
    x[0,2,0] capacity[2,0] 2
    x[0,2,0] capacity[2,1] 8
    x[0,2,1] objective 10504
    x[0,2,1] one_choice[0] 1
    x[0,2,1] capacity[2,0] 3
    x[0,2,1] capacity[2,1] 1
    x[1,0,0] objective 42608
    x[1,0,0] one_choice[1] 1
    x[1,0,0] capacity[0,0] 2
    x[1,0,0] capacity[0,1] 8
    x[1,0,1] objective 27807
    x[1,0,1] one_choice[1] 1
    x[1,0,1] capacity[0,0] 3
    x[1,0,1] capacity[0,1] 1
    x[1,1,0] objective 22368
    x[1,1,0] one_choice[1] 1
    x[1,1,0] capacity[1,0] 2
    x[1,1,0] capacity[1,1] 8
    x[1,1,1] objective 14586
    x[1,1,1] one_choice[1] 1
    x[1,1,1] capacity[1,0] 3
    x[1,1,1] capacity[1,1] 1
    x[1,2,0] objective 24160
    x[1,2,0] one_choice[1] 1
    x[1,2,0] capacity[2,0] 2
    x[1,2,0] capacity[2,1] 8
    x[1,2,1] objective 16003
    x[1,2,1] one_choice[1] 1
    x[1,2,1] capacity[2,0] 3
    x[1,2,1] capacity[2,1] 1
    x[2,0,0] objective 37040
    x[2,0,0] one_choice[2] 1
    x[2,0,0] capacity[0,0] 2
    x[2,0,0] capacity[0,1] 8
    x[2,0,1] objective 24232
    x[2,0,1] one_choice[2] 1
    x[2,0,1] capacity[0,0] 3
    x[2,0,1] capacity[0,1] 1
    x[2,1,0] objective 19424
    x[2,1,0] one_choice[2] 1
    x[2,1,0] capacity[1,0] 2
    x[2,1,0] capacity[1,1] 8
    x[2,1,1] objective 12701
    x[2,1,1] one_choice[2] 1
    x[2,1,1] capacity[1,0] 3
    x[2,1,1] capacity[1,1] 1
    x[2,2,0] objective 21184
    x[2,2,0] one_choice[2] 1
    x[2,2,0] capacity[2,0] 2
    x[2,2,0] capacity[2,1] 8
    x[2,2,1] objective 14092
    x[2,2,1] one_choice[2] 1
    x[2,2,1] capacity[2,0] 3
    x[2,2,1] capacity[2,1] 1
    x[3,0,0] objective 37264
    x[3,0,0] one_choice[3] 1
    x[3,0,0] capacity[0,0] 2
    x[3,0,0] capacity[0,1] 8
    x[3,0,1] objective 24388
    x[3,0,1] one_choice[3] 1
    x[3,0,1] capacity[0,0] 3
    x[3,0,1] capacity[0,1] 1
    x[3,1,0] objective 19552
    x[3,1,0] one_choice[3] 1
    x[3,1,0] capacity[1,0] 2
    x[3,1,0] capacity[1,1] 8
    x[3,1,1] objective 12792
    x[3,1,1] one_choice[3] 1
    x[3,1,1] capacity[1,0] 3
    x[3,1,1] capacity[1,1] 1
    x[3,2,0] objective 21312
    x[3,2,0] one_choice[3] 1
    x[3,2,0] capacity[2,0] 2
    x[3,2,0] capacity[2,1] 8
    x[3,2,1] objective 14170
    x[3,2,1] one_choice[3] 1
    x[3,2,1] capacity[2,0] 3
    x[3,2,1] capacity[2,1] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS one_choice[2] 1
    RHS one_choice[3] 1
    RHS capacity[0,0] 6
    RHS capacity[0,1] 23
    RHS capacity[1,0] 4
    RHS capacity[1,1] 14
    RHS capacity[2,0] 5
    RHS capacity[2,1] 20
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
 LO BND x[0,2,0] 0
 UP BND x[0,2,0] 1
 LO BND x[0,2,1] 0
 UP BND x[0,2,1] 1
 LO BND x[1,0,0] 0
 UP BND x[1,0,0] 1
 LO BND x[1,0,1] 0
 UP BND x[1,0,1] 1
 LO BND x[1,1,0] 0
 UP BND x[1,1,0] 1
 LO BND x[1,1,1] 0
 UP BND x[1,1,1] 1
 LO BND x[1,2,0] 0
 UP BND x[1,2,0] 1
 LO BND x[1,2,1] 0
 UP BND x[1,2,1] 1
 LO BND x[2,0,0] 0
 UP BND x[2,0,0] 1
 LO BND x[2,0,1] 0
 UP BND x[2,0,1] 1
 LO BND x[2,1,0] 0
 UP BND x[2,1,0] 1
 LO BND x[2,1,1] 0
 UP BND x[2,1,1] 1
 LO BND x[2,2,0] 0
 UP BND x[2,2,0] 1
 LO BND x[2,2,1] 0
 UP BND x[2,2,1] 1
 LO BND x[3,0,0] 0
 UP BND x[3,0,0] 1
 LO BND x[3,0,1] 0
 UP BND x[3,0,1] 1
 LO BND x[3,1,0] 0
 UP BND x[3,1,0] 1
 LO BND x[3,1,1] 0
 UP BND x[3,1,1] 1
 LO BND x[3,2,0] 0
 UP BND x[3,2,0] 1
 LO BND x[3,2,1] 0
 UP BND x[3,2,1] 1
ENDATA
