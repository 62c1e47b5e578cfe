NAME hunted-coldest-first
OBJSENSE
    MIN
ROWS
 N objective
 G room[0]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[db3] objective 7
    x[db3] room[0] 1
    x[db5] objective 7
    x[db5] room[0] 8
    x[db7] objective 5
    x[db7] room[0] 1
    x[db8] objective 5.5
    x[db8] room[0] 1
    M1 'MARKER' 'INTEND'
RHS
    RHS room[0] 8
RANGES
BOUNDS
 LO BND x[db3] 0
 UP BND x[db3] 1
 LO BND x[db5] 0
 UP BND x[db5] 1
 LO BND x[db7] 0
 UP BND x[db7] 1
 LO BND x[db8] 0
 UP BND x[db8] 1
ENDATA
