NAME all-too-small
OBJSENSE
    MIN
ROWS
 N objective
 G room[0]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[db1] objective 1
    x[db1] room[0] 3
    x[db2] objective 2
    x[db2] room[0] 2
    x[db3] objective 0.5
    x[db3] room[0] 6
    M1 'MARKER' 'INTEND'
RHS
    RHS room[0] 6
RANGES
BOUNDS
 LO BND x[db1] 0
 UP BND x[db1] 1
 LO BND x[db2] 0
 UP BND x[db2] 1
 FX BND x[db3] 0
ENDATA
