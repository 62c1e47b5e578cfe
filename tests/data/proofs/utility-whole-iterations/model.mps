NAME whole-iterations
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[j1]
 E one_amount[j2]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[j1,0] one_amount[j1] 1
    x[j1,1] one_amount[j1] 1
    x[j1,1] cores 1
    x[j1,2] one_amount[j1] 1
    x[j1,2] cores 2
    x[j1,3] objective 0.9
    x[j1,3] one_amount[j1] 1
    x[j1,3] cores 3
    x[j2,0] one_amount[j2] 1
    x[j2,1] objective 0.2
    x[j2,1] one_amount[j2] 1
    x[j2,1] cores 1
    x[j2,2] objective 0.3
    x[j2,2] one_amount[j2] 1
    x[j2,2] cores 2
    x[j2,3] objective 0.35
    x[j2,3] one_amount[j2] 1
    x[j2,3] cores 3
    x[j2,4] objective 0.35
    x[j2,4] one_amount[j2] 1
    x[j2,4] cores 4
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[j1] 1
    RHS one_amount[j2] 1
    RHS cores 4
RANGES
BOUNDS
 LO BND x[j1,0] 0
 UP BND x[j1,0] 1
 LO BND x[j1,1] 0
 UP BND x[j1,1] 1
 LO BND x[j1,2] 0
 UP BND x[j1,2] 1
 LO BND x[j1,3] 0
 UP BND x[j1,3] 1
 LO BND x[j2,0] 0
 UP BND x[j2,0] 1
 LO BND x[j2,1] 0
 UP BND x[j2,1] 1
 LO BND x[j2,2] 0
 UP BND x[j2,2] 1
 LO BND x[j2,3] 0
 UP BND x[j2,3] 1
 LO BND x[j2,4] 0
 UP BND x[j2,4] 1
ENDATA
