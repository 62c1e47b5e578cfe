NAME four-databases
OBJSENSE
    MIN
ROWS
 N objective
 G room[0]
 G room[1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[db1] objective 2
    x[db1] room[0] 4
    x[db1] room[1] 1
    x[db2] objective 2
    x[db2] room[0] 1
    x[db2] room[1] 4
    x[db3] objective 3
    x[db3] room[0] 3
    x[db3] room[1] 3
    x[db4] objective 1
    x[db4] room[0] 2
    x[db4] room[1] 2
    M1 'MARKER' 'INTEND'
RHS
    RHS room[0] 4
    RHS room[1] 4
RANGES
BOUNDS
 LO BND x[db1] 0
 UP BND x[db1] 1
 LO BND x[db2] 0
 UP BND x[db2] 1
 LO BND x[db3] 0
 UP BND x[db3] 1
 LO BND x[db4] 0
 UP BND x[db4] 1
ENDATA
