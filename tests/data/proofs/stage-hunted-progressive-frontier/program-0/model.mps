NAME hunted-progressive-frontier
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
 L capacity[2,0]
 L capacity[2,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0,0] objective 5000
    x[0,0,0] one_choice[0] 1
    x[0,0,0] capacity[0,0] 1
    x[0,0,0] capacity[0,1] 2
    x[0,0,1] objective 5967
    x[0,0,1] one_choice[0] 1
    x[0,0,1] capacity[0,0] 1
    x[0,0,1] capacity[0,1] 8
    x[0,0,2] objective 5262
    x[0,0,2] one_choice[0] 1
    x[0,0,2] capacity[0,0] 3
    x[0,0,2] capacity[0,1] 6
    x[0,1,0] objective 4870
    x[0,1,0] one_choice[0] 1
    x[0,1,0] capacity[1,0] 1
    x[0,1,0] capacity[1,1] 2
    x[0,1,1] objective 6108
    x[0,1,1] one_choice[0] 1
    x[0,1,1] capacity[1,0] 1
    x[0,1,1] capacity[1,1] 8
    x[0,1,2] objective 5397
    x[0,1,2] one_choice[0] 1
    x[0,1,2] capacity[1,0] 3
    x[0,1,2] capacity[1,1] 6
    x[0,2,0] objective 9347
    x[0,2,0] one_choice[0] 1
    x[0,2,0] capacity[2,0] 1
    x[0,2,0] capacity[2,1] 2
    x[0,2,1] objective 22602
    x[0,2,1] one_choice[0] 1
    x[0,2,1] capacity[2,0] 1
    x[0,2,1] capacity[2,1] 8
    x[0,2,2] objective 9894
    x[0,2,2] one_choice[0] 1
    x[0,2,2] capacity[2,0] 3
    x[0,2,2] capacity[2,1] 6
    x[1,0,0] objective 7728
    x[1,0,0] one_choice[1] 1
    x[1,0,0] capacity[0,0] 1
    x[1,0,0] capacity[0,1] 2
    x[1,0,1] objective 10815
    x[1,0,1] one_choice[1] 1
    x[1,0,1] capacity[0,0] 1
    x[1,0,1] capacity[0,1] 8
    x[1,0,2] objective 9678
    x[1,0,2] one_choice[1] 1
    x[1,0,2] capacity[0,0] 3
    x[1,0,2] capacity[0,1] 6
    x[1,1,0] objective 7821
    x[1,1,0] one_choice[1] 1
    x[1,1,0] capacity[1,0] 1
    x[1,1,0] capacity[1,1] 2
    x[1,1,1] objective 10995
    x[1,1,1] one_choice[1] 1
    x[1,1,1] capacity[1,0] 1
    x[1,1,1] capacity[1,1] 8
    x[1,1,2] objective 9849
    x[1,1,2] one_choice[1] 1
    x[1,1,2] capacity[1,0] 3
    x[1,1,2] capacity[1,1] 6
    x[1,2,0] objective 15163
    x[1,2,0] one_choice[1] 1
    x[1,2,0] capacity[2,0] 1
    x[1,2,0] capacity[2,1] 2
    x[1,2,1] objective 20925
    x[1,2,1] one_choice[1] 1
    x[1,2,1] capacity[2,0] 1
    x[1,2,1] capacity[2,1] 8
    x[1,2,2] objective 18669
    x[1,2,2] one_choice[1] 1
    x[1,2,2] capacity[2,0] 3
    x[1,2,2] capacity[2,1] 6
    x[2,0,0] objective 4370
    x[2,0,0] one_choice[2] 1
    x[2,0,0] capacity[0,0] 1
    x[2,0,0] capacity[0,1] 2
    x[2,0,1] objective 5523
    x[2,0,1] one_choice[2] 1
    x[2,0,1] capacity[0,0] 1
    x[2,0,1] capacity[0,1] 8
    x[2,0,2] objective 4614
    x[2,0,2] one_choice[2] 1
    x[2,0,2] capacity[0,0] 3
    x[2,0,2] capacity[0,1] 6
    x[2,1,0] objective 4436
    x[2,1,0] one_choice[2] 1
    x[2,1,0] capacity[1,0] 1
    x[2,1,0] capacity[1,1] 2
    x[2,1,1] objective 5658
    x[2,1,1] one_choice[2] 1
    x[2,1,1] capacity[1,0] 1
    x[2,1,1] capacity[1,1] 8
    x[2,1,2] objective 4743
    x[2,1,2] one_choice[2] 1
    x[2,1,2] capacity[1,0] 3
    x[2,1,2] capacity[1,1] 6
    x[2,2,0] objective 8494
    x[2,2,0] one_choice[2] 1
    x[2,2,0] capacity[2,0] 1
    x[2,2,0] capacity[2,1] 2
    x[2,2,1] objective 10413
    x[2,2,1] one_choice[2] 1
    x[2,2,1] capacity[2,0] 1
    x[2,2,1] capacity[2,1] 8
    x[2,2,2] objective 8607
    x[2,2,2] one_choice[2] 1
    x[2,2,2] capacity[2,0] 3
    x[2,2,2] capacity[2,1] 6
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[0] 1
    RHS one_choice[1] 1
    RHS one_choice[2] 1
    RHS capacity[0,0] 4
    RHS capacity[0,1] 13
    RHS capacity[1,0] 3
    RHS capacity[1,1] 12
    RHS capacity[2,0] 5
    RHS capacity[2,1] 17
RANGES
BOUNDS
 LO BND x[0,0,0] 0
 UP BND x[0,0,0] 1
 LO BND x[0,0,1] 0
 UP BND x[0,0,1] 1
 LO BND x[0,0,2] 0
 UP BND x[0,0,2] 1
 LO BND x[0,1,0] 0
 UP BND x[0,1,0] 1
 LO BND x[0,1,1] 0
 UP BND x[0,1,1] 1
 LO BND x[0,1,2] 0
 UP BND x[0,1,2] 1
 LO BND x[0,2,0] 0
 UP BND x[0,2,0] 1
 LO BND x[0,2,1] 0
 UP BND x[0,2,1] 1
 LO BND x[0,2,2] 0
 UP BND x[0,2,2] 1
 LO BND x[1,0,0] 0
 UP BND x[1,0,0] 1
 LO BND x[1,0,1] 0
 UP BND x[1,0,1] 1
 LO BND x[1,0,2] 0
 UP BND x[1,0,2] 1
 LO BND x[1,1,0] 0
 UP BND x[1,1,0] 1
 LO BND x[1,1,1] 0
 UP BND x[1,1,1] 1
 LO BND x[1,1,2] 0
 UP BND x[1,1,2] 1
 LO BND x[1,2,0] 0
 UP BND x[1,2,0] 1
 LO BND x[1,2,1] 0
 UP BND x[1,2,1] 1
 LO BND x[1,2,2] 0
 UP BND x[1,2,2] 1
 LO BND x[2,0,0] 0
 UP BND x[2,0,0] 1
 LO BND x[2,0,1] 0
 UP BND x[2,0,1] 1
 LO BND x[2,0,2] 0
 UP BND x[2,0,2] 1
 LO BND x[2,1,0] 0
 UP BND x[2,1,0] 1
 LO BND x[2,1,1] 0
 UP BND x[2,1,1] 1
 LO BND x[2,1,2] 0
 UP BND x[2,1,2] 1
 LO BND x[2,2,0] 0
 UP BND x[2,2,0] 1
 LO BND x[2,2,1] 0
 UP BND x[2,2,1] 1
 LO BND x[2,2,2] 0
 UP BND x[2,2,2] 1
ENDATA
