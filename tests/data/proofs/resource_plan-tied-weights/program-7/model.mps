NAME tied-weights
OBJSENSE
    MIN
ROWS
 N objective
 E one_option[0]
 E one_option[1]
 L limit_memory
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] objective 1
    x[0,0] one_option[0] 1
    x[0,0] limit_memory 3
    x[0,1] objective 3
    x[0,1] one_option[0] 1
    x[0,1] limit_memory 1
    x[1,0] objective 3
    x[1,0] one_option[1] 1
    x[1,0] limit_memory 1
    x[1,1] objective 1
    x[1,1] one_option[1] 1
    x[1,1] limit_memory 3
    M1 'MARKER' 'INTEND'
RHS
    RHS one_option[0] 1
    RHS one_option[1] 1
    RHS limit_memory 1
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
ENDATA
