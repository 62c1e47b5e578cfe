NAME hunted-fair
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[j1]
 E one_amount[j3]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[j1,1] one_amount[j1] 1
    x[j1,1] cores 1
    x[j1,2] one_amount[j1] 1
    x[j1,2] cores 2
    x[j1,3] one_amount[j1] 1
    x[j1,3] cores 3
    x[j3,1] one_amount[j3] 1
    x[j3,1] cores 1
    x[j3,2] one_amount[j3] 1
    x[j3,2] cores 2
    x[j3,3] objective 1
    x[j3,3] one_amount[j3] 1
    x[j3,3] cores 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[j1] 1
    RHS one_amount[j3] 1
    RHS cores 4
RANGES
BOUNDS
 LO BND x[j1,1] 0
 UP BND x[j1,1] 1
 LO BND x[j1,2] 0
 UP BND x[j1,2] 1
 LO BND x[j1,3] 0
 UP BND x[j1,3] 1
 LO BND x[j3,1] 0
 UP BND x[j3,1] 1
 LO BND x[j3,2] 0
 UP BND x[j3,2] 1
 LO BND x[j3,3] 0
 UP BND x[j3,3] 1
ENDATA
