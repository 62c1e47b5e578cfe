NAME worst-job
OBJSENSE
    MIN
ROWS
 N objective
 E one_amount[behind]
 E one_amount[ahead]
 L cores
 L below_worst[behind]
 L below_worst[ahead]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[behind,1] one_amount[behind] 1
    x[behind,1] cores 1
    x[behind,1] below_worst[behind] 0.9
    x[behind,2] one_amount[behind] 1
    x[behind,2] cores 2
    x[behind,2] below_worst[behind] 0.5
    x[behind,3] one_amount[behind] 1
    x[behind,3] cores 3
    x[behind,3] below_worst[behind] 0.3
    x[ahead,1] one_amount[ahead] 1
    x[ahead,1] cores 1
    x[ahead,1] below_worst[ahead] 0.4
    x[ahead,2] one_amount[ahead] 1
    x[ahead,2] cores 2
    x[ahead,2] below_worst[ahead] 0.2
    x[ahead,3] one_amount[ahead] 1
    x[ahead,3] cores 3
    x[ahead,3] below_worst[ahead] 0.1
    M1 'MARKER' 'INTEND'
    l objective 1
    l below_worst[behind] -1
    l below_worst[ahead] -1
RHS
    RHS one_amount[behind] 1
    RHS one_amount[ahead] 1
    RHS cores 4
RANGES
BOUNDS
 LO BND x[behind,1] 0
 UP BND x[behind,1] 1
 LO BND x[behind,2] 0
 UP BND x[behind,2] 1
 LO BND x[behind,3] 0
 UP BND x[behind,3] 1
 LO BND x[ahead,1] 0
 UP BND x[ahead,1] 1
 LO BND x[ahead,2] 0
 UP BND x[ahead,2] 1
 LO BND x[ahead,3] 0
 UP BND x[ahead,3] 1
 LO BND l 0
 PL BND l
ENDATA
