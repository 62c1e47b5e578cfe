NAME partial_start
OBJSENSE
    MIN
ROWS
 N objective
 L row_0
 L row_1
 L row_2
 L row_3
 L row_4
 L row_5
 L row_6
 L row_7
 L row_8
 L row_9
 L row_10
 L row_11
 L row_12
 L row_13
COLUMNS
    column_0 row_0 1
    column_0 row_2 -1
    column_1 row_3 -1
    column_2 row_1 1
    column_2 row_4 -1
    M0 'MARKER' 'INTORG'
    column_3 row_0 1
    column_3 row_5 -1
    M1 'MARKER' 'INTEND'
    column_4 row_1 1
    column_4 row_7 -1
    column_5 row_2 1
    column_5 row_3 -1
    column_6 row_3 1
    column_6 row_4 -1
    column_7 row_4 1
    column_7 row_8 -1
    column_8 row_5 1
    column_8 row_6 -1
    column_9 row_6 1
    column_9 row_7 -1
    column_9 row_9 -1
    column_10 row_7 1
    column_10 row_10 -1
    column_11 row_8 1
    column_11 row_11 -1
    column_12 row_9 1
    column_12 row_12 -1
    column_13 row_10 1
    column_13 row_13 -1
    column_14 objective -0.625
    column_14 row_11 1
    column_15 objective -1
    column_15 row_12 1
    column_16 objective -1
    column_16 row_13 1
RHS
    RHS row_0 2
    RHS row_1 1
RANGES
BOUNDS
 LO BND column_0 0
 UP BND column_0 2
 LO BND column_1 0
 UP BND column_1 2
 LO BND column_2 0
 UP BND column_2 1
 LO BND column_3 0
 UP BND column_3 2
 LO BND column_4 0
 UP BND column_4 1
 LO BND column_5 0
 UP BND column_5 2
 LO BND column_6 0
 UP BND column_6 6
 LO BND column_7 0
 UP BND column_7 1
 LO BND column_8 0
 UP BND column_8 1
 LO BND column_9 0
 UP BND column_9 1
 LO BND column_10 0
 UP BND column_10 1
 LO BND column_11 0
 UP BND column_11 1
 LO BND column_12 0
 UP BND column_12 1
 LO BND column_13 0
 UP BND column_13 1
 LO BND column_14 0
 UP BND column_14 1
 LO BND column_15 0
 UP BND column_15 1
 LO BND column_16 0
 UP BND column_16 1
ENDATA
