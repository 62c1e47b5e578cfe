NAME factors
OBJSENSE
    MIN
ROWS
 N objective
 G room[0]
 G room[1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[db1] objective 3.5
    x[db1] room[0] 1
    x[db1] room[1] 1
    x[db2] objective 2
    x[db2] room[0] 2
    x[db2] room[1] 1
    x[db3] objective 2
    x[db3] room[0] 1
    x[db3] room[1] 1
    x[db4] objective 5.6
    x[db4] room[0] 2
    x[db4] room[1] 2
    M1 'MARKER' 'INTEND'
RHS
    RHS room[0] 2
    RHS room[1] 2
RANGES
BOUNDS
 LO BND x[db1] 0
 UP BND x[db1] 1
 FX BND x[db2] 0
 LO BND x[db3] 0
 UP BND x[db3] 1
 LO BND x[db4] 0
 UP BND x[db4] 1
ENDATA
