NAME no-column-order
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 L capacity[0]
 L capacity[1]
 L slowest[0]
 L slowest[1]
COLUMNS
    M0 'MARKER' 'INTORG'
    B[0,0] assignment[0] 1
    B[0,0] capacity[0] 1
    B[0,0] slowest[0] 9
    B[0,1] assignment[0] 1
    B[0,1] capacity[1] 1
    B[0,1] slowest[0] 10
    B[1,0] assignment[1] 1
    B[1,0] capacity[0] 1
    B[1,0] slowest[1] 8
    B[1,1] assignment[1] 1
    B[1,1] capacity[1] 1
    B[1,1] slowest[1] 1000
    M1 'MARKER' 'INTEND'
    T objective 1
    T slowest[0] -1
    T slowest[1] -1
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS capacity[0] 1
    RHS capacity[1] 1
RANGES
BOUNDS
 LO BND B[0,0] 0
 UP BND B[0,0] 1
 LO BND B[0,1] 0
 UP BND B[0,1] 1
 LO BND B[1,0] 0
 UP BND B[1,0] 1
 LO BND B[1,1] 0
 UP BND B[1,1] 1
 LO BND T 0
 PL BND T
ENDATA
