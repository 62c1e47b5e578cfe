NAME hunted-ipa
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 E assignment[2]
 E assignment[3]
 L capacity[0]
 L capacity[1]
 L slowest[0]
 L slowest[1]
 L slowest[2]
 L slowest[3]
COLUMNS
    M0 'MARKER' 'INTORG'
    B[0,0] assignment[0] 1
    B[0,0] capacity[0] 1
    B[0,0] slowest[0] 20
    B[0,1] assignment[0] 1
    B[0,1] capacity[1] 1
    B[0,1] slowest[0] 20
    B[1,0] assignment[1] 1
    B[1,0] capacity[0] 1
    B[1,0] slowest[1] 20
    B[1,1] assignment[1] 1
    B[1,1] capacity[1] 1
    B[1,1] slowest[1] 20
    B[2,0] assignment[2] 1
    B[2,0] capacity[0] 1
    B[2,0] slowest[2] 10
    B[2,1] assignment[2] 1
    B[2,1] capacity[1] 1
    B[2,1] slowest[2] 40
    B[3,0] assignment[3] 1
    B[3,0] capacity[0] 1
    B[3,0] slowest[3] 6
    B[3,1] assignment[3] 1
    B[3,1] capacity[1] 1
    B[3,1] slowest[3] 356.556
    M1 'MARKER' 'INTEND'
    T objective 1
    T slowest[0] -1
    T slowest[1] -1
    T slowest[2] -1
    T slowest[3] -1
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS assignment[2] 1
    RHS assignment[3] 1
    RHS capacity[0] 3
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
 LO BND B[2,0] 0
 UP BND B[2,0] 1
 LO BND B[2,1] 0
 UP BND B[2,1] 1
 LO BND B[3,0] 0
 UP BND B[3,0] 1
 LO BND B[3,1] 0
 UP BND B[3,1] 1
 LO BND T 0
 PL BND T
ENDATA
