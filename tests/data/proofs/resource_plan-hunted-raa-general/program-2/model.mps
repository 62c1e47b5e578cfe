NAME hunted-raa-general
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
 E one_option[1]
 E one_option[2]
 L limit_cost_2
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] objective 3000
    x[0,0] one_option[0] 1
    x[0,0] limit_cost_2 1250
    x[0,1] objective 3000
    x[0,1] one_option[0] 1
    x[0,1] limit_cost_2 2500
    x[0,2] objective 7000
    x[0,2] one_option[0] 1
    x[0,2] limit_cost_2 1500
    x[1,0] objective 1000
    x[1,0] one_option[1] 1
    x[1,0] limit_cost_2 425
    x[1,1] objective 950
    x[1,1] one_option[1] 1
    x[1,1] limit_cost_2 500
    x[1,2] objective 4000
    x[1,2] one_option[1] 1
    x[1,2] limit_cost_2 1250
    x[2,0] objective 1300
    x[2,0] one_option[2] 1
    x[2,0] limit_cost_2 200
    x[2,1] objective 1169
    x[2,1] one_option[2] 1
    x[2,1] limit_cost_2 484
    x[2,2] objective 4291
    x[2,2] one_option[2] 1
    x[2,2] limit_cost_2 1448
    M1 'MARKER' 'INTEND'
RHS
    RHS one_option[0] 1
    RHS one_option[1] 1
    RHS one_option[2] 1
    RHS limit_cost_2 2233
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[0,2] 0
 UP BND x[0,2] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
ENDATA
