NAME hunted-ipa-clustered
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 L capacity[0]
 L capacity[1]
 L slowest[0]
COLUMNS
    M0 'MARKER' 'INTORG'
    B[0,0] assignment[0] 1
    B[0,0] capacity[0] 1
    B[0,0] slowest[0] 500
    B[0,1] assignment[0] 1
    B[0,1] capacity[1] 1
    B[0,1] slowest[0] 4.1
    M1 'MARKER' 'INTEND'
    T objective 1
    T slowest[0] -1
RHS
    RHS assignment[0] 1
    RHS capacity[0] 1
    RHS capacity[1] 1
RANGES
BOUNDS
 LO BND B[0,0] 0
 UP BND B[0,0] 1
 LO BND B[0,1] 0
 UP BND B[0,1] 1
 LO BND T 0
 PL BND T
ENDATA
