NAME hunted-greedy
OBJSENSE
    MIN
ROWS
 N objective
 G room[0]
 G room[1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[db1] objective 3
    x[db1] room[0] 1
    x[db1] room[1] 32
    x[db3] objective 1.5
    x[db3] room[0] 1
    x[db3] room[1] 4
    x[db4] objective 4.3
    x[db4] room[0] 1
    x[db4] room[1] 41
    x[db5] objective 3.5
    x[db5] room[0] 1
    x[db5] room[1] 1
    x[db6] objective 3.2
    x[db6] room[0] 1
    x[db6] room[1] 4
    M1 'MARKER' 'INTEND'
RHS
    RHS room[0] 1
    RHS room[1] 41
RANGES
BOUNDS
 LO BND x[db1] 0
 UP BND x[db1] 1
 LO BND x[db3] 0
 UP BND x[db3] 1
 LO BND x[db4] 0
 UP BND x[db4] 1
 LO BND x[db5] 0
 UP BND x[db5] 1
 LO BND x[db6] 0
 UP BND x[db6] 1
ENDATA
