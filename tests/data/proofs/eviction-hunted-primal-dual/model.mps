NAME hunted-primal-dual
OBJSENSE
    MIN
ROWS
 N objective
 G room[0]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[db1] objective 6.5
    x[db1] room[0] 8
    x[db5] objective 6
    x[db5] room[0] 8
    x[db8] objective 1.6
    x[db8] room[0] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS room[0] 9
RANGES
BOUNDS
 LO BND x[db1] 0
 UP BND x[db1] 1
 LO BND x[db5] 0
 UP BND x[db5] 1
 LO BND x[db8] 0
 UP BND x[db8] 1
ENDATA
