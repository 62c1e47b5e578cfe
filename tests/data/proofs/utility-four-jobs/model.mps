NAME four-jobs
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[j1]
 E one_amount[j2]
 E one_amount[j3]
 E one_amount[j4]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[j1,1] objective 0.4
    x[j1,1] one_amount[j1] 1
    x[j1,1] cores 1
    x[j1,2] objective 0.6
    x[j1,2] one_amount[j1] 1
    x[j1,2] cores 2
    x[j1,3] objective 0.72
    x[j1,3] one_amount[j1] 1
    x[j1,3] cores 3
    x[j1,4] objective 0.78
    x[j1,4] one_amount[j1] 1
    x[j1,4] cores 4
    x[j2,1] objective 0.1
    x[j2,1] one_amount[j2] 1
    x[j2,1] cores 1
    x[j2,2] objective 0.15
    x[j2,2] one_amount[j2] 1
    x[j2,2] cores 2
    x[j2,3] objective 0.17
    x[j2,3] one_amount[j2] 1
    x[j2,3] cores 3
    x[j2,4] objective 0.18
    x[j2,4] one_amount[j2] 1
    x[j2,4] cores 4
    x[j3,1] objective 0.5
    x[j3,1] one_amount[j3] 1
    x[j3,1] cores 1
    x[j3,2] objective 0.8
    x[j3,2] one_amount[j3] 1
    x[j3,2] cores 2
    x[j3,3] objective 1
    x[j3,3] one_amount[j3] 1
    x[j3,3] cores 3
    x[j3,4] objective 1.1
    x[j3,4] one_amount[j3] 1
    x[j3,4] cores 4
    x[j4,1] objective 0.05
    x[j4,1] one_amount[j4] 1
    x[j4,1] cores 1
    x[j4,2] objective 0.06
    x[j4,2] one_amount[j4] 1
    x[j4,2] cores 2
    x[j4,3] objective 0.06
    x[j4,3] one_amount[j4] 1
    x[j4,3] cores 3
    x[j4,4] objective 0.06
    x[j4,4] one_amount[j4] 1
    x[j4,4] cores 4
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[j1] 1
    RHS one_amount[j2] 1
    RHS one_amount[j3] 1
    RHS one_amount[j4] 1
    RHS cores 8
RANGES
BOUNDS
 LO BND x[j1,1] 0
 UP BND x[j1,1] 1
 LO BND x[j1,2] 0
 UP BND x[j1,2] 1
 LO BND x[j1,3] 0
 UP BND x[j1,3] 1
 LO BND x[j1,4] 0
 UP BND x[j1,4] 1
 LO BND x[j2,1] 0
 UP BND x[j2,1] 1
 LO BND x[j2,2] 0
 UP BND x[j2,2] 1
 LO BND x[j2,3] 0
 UP BND x[j2,3] 1
 LO BND x[j2,4] 0
 UP BND x[j2,4] 1
 LO BND x[j3,1] 0
 UP BND x[j3,1] 1
 LO BND x[j3,2] 0
 UP BND x[j3,2] 1
 LO BND x[j3,3] 0
 UP BND x[j3,3] 1
 LO BND x[j3,4] 0
 UP BND x[j3,4] 1
 LO BND x[j4,1] 0
 UP BND x[j4,1] 1
 LO BND x[j4,2] 0
 UP BND x[j4,2] 1
 LO BND x[j4,3] 0
 UP BND x[j4,3] 1
 LO BND x[j4,4] 0
 UP BND x[j4,4] 1
ENDATA
