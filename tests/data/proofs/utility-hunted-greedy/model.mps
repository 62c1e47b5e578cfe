NAME hunted-greedy
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[j2]
 E one_amount[j3]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[j2,1] one_amount[j2] 1
    x[j2,1] cores 1
    x[j2,2] one_amount[j2] 1
    x[j2,2] cores 2
    x[j2,3] objective 1
    x[j2,3] one_amount[j2] 1
    x[j2,3] cores 3
    x[j2,4] objective 1
    x[j2,4] one_amount[j2] 1
    x[j2,4] cores 4
    x[j2,5] objective 1
    x[j2,5] one_amount[j2] 1
    x[j2,5] cores 5
    x[j3,1] one_amount[j3] 1
    x[j3,1] cores 1
    x[j3,2] objective 0.003
    x[j3,2] one_amount[j3] 1
    x[j3,2] cores 2
    x[j3,3] objective 0.01
    x[j3,3] one_amount[j3] 1
    x[j3,3] cores 3
    x[j3,4] objective 1
    x[j3,4] one_amount[j3] 1
    x[j3,4] cores 4
    x[j3,5] objective 1
    x[j3,5] one_amount[j3] 1
    x[j3,5] cores 5
    x[j3,6] objective 1
    x[j3,6] one_amount[j3] 1
    x[j3,6] cores 6
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[j2] 1
    RHS one_amount[j3] 1
    RHS cores 4
RANGES
BOUNDS
 LO BND x[j2,1] 0
 UP BND x[j2,1] 1
 LO BND x[j2,2] 0
 UP BND x[j2,2] 1
 LO BND x[j2,3] 0
 UP BND x[j2,3] 1
 LO BND x[j2,4] 0
 UP BND x[j2,4] 1
 LO BND x[j2,5] 0
 UP BND x[j2,5] 1
 LO BND x[j3,1] 0
 UP BND x[j3,1] 1
 LO BND x[j3,2] 0
 UP BND x[j3,2] 1
 LO BND x[j3,3] 0
 UP BND x[j3,3] 1
 LO BND x[j3,4] 0
 UP BND x[j3,4] 1
 LO BND x[j3,5] 0
 UP BND x[j3,5] 1
 LO BND x[j3,6] 0
 UP BND x[j3,6] 1
ENDATA
