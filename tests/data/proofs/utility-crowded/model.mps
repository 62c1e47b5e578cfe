NAME crowded
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[j1]
 E one_amount[j2]
 E one_amount[j3]
 E one_amount[j4]
 E one_amount[j5]
 E one_amount[j6]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[j1,1] objective 0.1
    x[j1,1] one_amount[j1] 1
    x[j1,1] cores 1
    x[j1,2] objective 0.15
    x[j1,2] one_amount[j1] 1
    x[j1,2] cores 2
    x[j2,1] objective 0.2
    x[j2,1] one_amount[j2] 1
    x[j2,1] cores 1
    x[j2,2] objective 0.3
    x[j2,2] one_amount[j2] 1
    x[j2,2] cores 2
    x[j3,1] objective 0.3
    x[j3,1] one_amount[j3] 1
    x[j3,1] cores 1
    x[j3,2] objective 0.45
    x[j3,2] one_amount[j3] 1
    x[j3,2] cores 2
    x[j4,1] objective 0.4
    x[j4,1] one_amount[j4] 1
    x[j4,1] cores 1
    x[j4,2] objective 0.6
    x[j4,2] one_amount[j4] 1
    x[j4,2] cores 2
    x[j5,1] objective 0.5
    x[j5,1] one_amount[j5] 1
    x[j5,1] cores 1
    x[j5,2] objective 0.75
    x[j5,2] one_amount[j5] 1
    x[j5,2] cores 2
    x[j6,1] objective 0.6
    x[j6,1] one_amount[j6] 1
    x[j6,1] cores 1
    x[j6,2] objective 0.9
    x[j6,2] one_amount[j6] 1
    x[j6,2] cores 2
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[j1] 1
    RHS one_amount[j2] 1
    RHS one_amount[j3] 1
    RHS one_amount[j4] 1
    RHS one_amount[j5] 1
    RHS one_amount[j6] 1
    RHS cores 4
RANGES
BOUNDS
 LO BND x[j1,1] 0
 UP BND x[j1,1] 1
 LO BND x[j1,2] 0
 UP BND x[j1,2] 1
 LO BND x[j2,1] 0
 UP BND x[j2,1] 1
 LO BND x[j2,2] 0
 UP BND x[j2,2] 1
 LO BND x[j3,1] 0
 UP BND x[j3,1] 1
 LO BND x[j3,2] 0
 UP BND x[j3,2] 1
 LO BND x[j4,1] 0
 UP BND x[j4,1] 1
 LO BND x[j4,2] 0
 UP BND x[j4,2] 1
 LO BND x[j5,1] 0
 UP BND x[j5,1] 1
 LO BND x[j5,2] 0
 UP BND x[j5,2] 1
 LO BND x[j6,1] 0
 UP BND x[j6,1] 1
 LO BND x[j6,2] 0
 UP BND x[j6,2] 1
ENDATA
