NAME hunted-vro-offline-bottleneck
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 E assignment[2]
 E assignment[3]
 E assignment[4]
 E assignment[5]
 E assignment[6]
 E assignment[7]
 E assignment[8]
 E assignment[9]
 E assignment[10]
 E assignment[11]
 E assignment[12]
 E assignment[13]
 E assignment[14]
 E assignment[15]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
 L capacity[2,0]
 L capacity[2,1]
 L capacity[3,0]
 L capacity[3,1]
 L opened[0,0]
 L opened[0,1]
 L opened[0,2]
 L opened[0,3]
 L opened[1,0]
 L opened[1,1]
 L opened[1,2]
 L opened[1,3]
 L opened[2,0]
 L opened[2,1]
 L opened[2,2]
 L opened[2,3]
 L opened[3,0]
 L opened[3,1]
 L opened[3,2]
 L opened[3,3]
 L opened[4,0]
 L opened[4,1]
 L opened[4,2]
 L opened[4,3]
 L opened[5,0]
 L opened[5,1]
 L opened[5,2]
 L opened[5,3]
 L opened[6,0]
 L opened[6,1]
 L opened[6,2]
 L opened[6,3]
 L opened[7,0]
 L opened[7,1]
 L opened[7,2]
 L opened[7,3]
 L opened[8,0]
 L opened[8,1]
 L opened[8,2]
 L opened[8,3]
 L opened[9,0]
 L opened[9,1]
 L opened[9,2]
 L opened[9,3]
 L opened[10,0]
 L opened[10,1]
 L opened[10,2]
 L opened[10,3]
 L opened[11,0]
 L opened[11,1]
 L opened[11,2]
 L opened[11,3]
 L opened[12,0]
 L opened[12,1]
 L opened[12,2]
 L opened[12,3]
 L opened[13,0]
 L opened[13,1]
 L opened[13,2]
 L opened[13,3]
 L opened[14,0]
 L opened[14,1]
 L opened[14,2]
 L opened[14,3]
 L opened[15,0]
 L opened[15,1]
 L opened[15,2]
 L opened[15,3]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 2
    x[0,0] capacity[0,1] 1
    x[0,0] opened[0,0] 1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 2
    x[0,1] capacity[1,1] 1
    x[0,1] opened[0,1] 1
    x[0,2] assignment[0] 1
    x[0,2] capacity[2,0] 2
    x[0,2] capacity[2,1] 1
    x[0,2] opened[0,2] 1
    x[0,3] assignment[0] 1
    x[0,3] capacity[3,0] 2
    x[0,3] capacity[3,1] 1
    x[0,3] opened[0,3] 1
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 8
    x[1,0] capacity[0,1] 1
    x[1,0] opened[1,0] 1
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 8
    x[1,1] capacity[1,1] 1
    x[1,1] opened[1,1] 1
    x[1,2] assignment[1] 1
    x[1,2] capacity[2,0] 8
    x[1,2] capacity[2,1] 1
    x[1,2] opened[1,2] 1
    x[1,3] assignment[1] 1
    x[1,3] capacity[3,0] 8
    x[1,3] capacity[3,1] 1
    x[1,3] opened[1,3] 1
    x[2,0] assignment[2] 1
    x[2,0] capacity[0,0] 4
    x[2,0] capacity[0,1] 1
    x[2,0] opened[2,0] 1
    x[2,1] assignment[2] 1
    x[2,1] capacity[1,0] 4
    x[2,1] capacity[1,1] 1
    x[2,1] opened[2,1] 1
    x[2,2] assignment[2] 1
    x[2,2] capacity[2,0] 4
    x[2,2] capacity[2,1] 1
    x[2,2] opened[2,2] 1
    x[2,3] assignment[2] 1
    x[2,3] capacity[3,0] 4
    x[2,3] capacity[3,1] 1
    x[2,3] opened[2,3] 1
    x[3,0] assignment[3] 1
    x[3,0] capacity[0,0] 1
    x[3,0] capacity[0,1] 2
    x[3,0] opened[3,0] 1
    x[3,1] assignment[3] 1
    x[3,1] capacity[1,0] 1
    x[3,1] capacity[1,1] 2
    x[3,1] opened[3,1] 1
    x[3,2] assignment[3] 1
    x[3,2] capacity[2,0] 1
    x[3,2] capacity[2,1] 2
    x[3,2] opened[3,2] 1
    x[3,3] assignment[3] 1
    x[3,3] capacity[3,0] 1
    x[3,3] capacity[3,1] 2
    x[3,3] opened[3,3] 1
    x[4,0] assignment[4] 1
    x[4,0] capacity[0,0] 4
    x[4,0] capacity[0,1] 1
    x[4,0] opened[4,0] 1
    x[4,1] assignment[4] 1
    x[4,1] capacity[1,0] 4
    x[4,1] capacity[1,1] 1
    x[4,1] opened[4,1] 1
    x[4,2] assignment[4] 1
    x[4,2] capacity[2,0] 4
    x[4,2] capacity[2,1] 1
    x[4,2] opened[4,2] 1
    x[4,3] assignment[4] 1
    x[4,3] capacity[3,0] 4
    x[4,3] capacity[3,1] 1
    x[4,3] opened[4,3] 1
    x[5,0] assignment[5] 1
    x[5,0] capacity[0,0] 2
    x[5,0] capacity[0,1] 1
    x[5,0] opened[5,0] 1
    x[5,1] assignment[5] 1
    x[5,1] capacity[1,0] 2
    x[5,1] capacity[1,1] 1
    x[5,1] opened[5,1] 1
    x[5,2] assignment[5] 1
    x[5,2] capacity[2,0] 2
    x[5,2] capacity[2,1] 1
    x[5,2] opened[5,2] 1
    x[5,3] assignment[5] 1
    x[5,3] capacity[3,0] 2
    x[5,3] capacity[3,1] 1
    x[5,3] opened[5,3] 1
    x[6,0] assignment[6] 1
    x[6,0] capacity[0,0] 2
    x[6,0] capacity[0,1] 1
    x[6,0] opened[6,0] 1
    x[6,1] assignment[6] 1
    x[6,1] capacity[1,0] 2
    x[6,1] capacity[1,1] 1
    x[6,1] opened[6,1] 1
    x[6,2] assignment[6] 1
    x[6,2] capacity[2,0] 2
    x[6,2] capacity[2,1] 1
    x[6,2] opened[6,2] 1
    x[6,3] assignment[6] 1
    x[6,3] capacity[3,0] 2
    x[6,3] capacity[3,1] 1
    x[6,3] opened[6,3] 1
    x[7,0] assignment[7] 1
    x[7,0] capacity[0,0] 16
    x[7,0] capacity[0,1] 2
    x[7,0] opened[7,0] 1
    x[7,1] assignment[7] 1
    x[7,1] capacity[1,0] 16
    x[7,1] capacity[1,1] 2
    x[7,1] opened[7,1] 1
    x[7,2] assignment[7] 1
    x[7,2] capacity[2,0] 16
    x[7,2] capacity[2,1] 2
    x[7,2] opened[7,2] 1
    x[7,3] assignment[7] 1
    x[7,3] capacity[3,0] 16
    x[7,3] capacity[3,1] 2
    x[7,3] opened[7,3] 1
    x[8,0] assignment[8] 1
    x[8,0] capacity[0,0] 1
    x[8,0] capacity[0,1] 4
    x[8,0] opened[8,0] 1
    x[8,1] assignment[8] 1
    x[8,1] capacity[1,0] 1
    x[8,1] capacity[1,1] 4
    x[8,1] opened[8,1] 1
    x[8,2] assignment[8] 1
    x[8,2] capacity[2,0] 1
    x[8,2] capacity[2,1] 4
    x[8,2] opened[8,2] 1
    x[8,3] assignment[8] 1
    x[8,3] capacity[3,0] 1
    x[8,3] capacity[3,1] 4
    x[8,3] opened[8,3] 1
    x[9,0] assignment[9] 1
    x[9,0] capacity[0,0] 1
    x[9,0] capacity[0,1] 1
    x[9,0] opened[9,0] 1
    x[9,1] assignment[9] 1
    x[9,1] capacity[1,0] 1
    x[9,1] capacity[1,1] 1
    x[9,1] opened[9,1] 1
    x[9,2] assignment[9] 1
    x[9,2] capacity[2,0] 1
    x[9,2] capacity[2,1] 1
    x[9,2] opened[9,2] 1
    x[9,3] assignment[9] 1
    x[9,3] capacity[3,0] 1
    x[9,3] capacity[3,1] 1
    x[9,3] opened[9,3] 1
    x[10,0] assignment[10] 1
    x[10,0] capacity[0,0] 8
    x[10,0] capacity[0,1] 4
    x[10,0] opened[10,0] 1
    x[10,1] assignment[10] 1
    x[10,1] capacity[1,0] 8
    x[10,1] capacity[1,1] 4
    x[10,1] opened[10,1] 1
    x[10,2] assignment[10] 1
    x[10,2] capacity[2,0] 8
    x[10,2] capacity[2,1] 4
    x[10,2] opened[10,2] 1
    x[10,3] assignment[10] 1
    x[10,3] capacity[3,0] 8
    x[10,3] capacity[3,1] 4
    x[10,3] opened[10,3] 1
    x[11,0] assignment[11] 1
    x[11,0] capacity[0,0] 2
    x[11,0] capacity[0,1] 1
    x[11,0] opened[11,0] 1
    x[11,1] assignment[11] 1
    x[11,1] capacity[1,0] 2
    x[11,1] capacity[1,1] 1
    x[11,1] opened[11,1] 1
    x[11,2] assignment[11] 1
    x[11,2] capacity[2,0] 2
    x[11,2] capacity[2,1] 1
    x[11,2] opened[11,2] 1
    x[11,3] assignment[11] 1
    x[11,3] capacity[3,0] 2
    x[11,3] capacity[3,1] 1
    x[11,3] opened[11,3] 1
    x[12,0] assignment[12] 1
    x[12,0] capacity[0,0] 2
    x[12,0] capacity[0,1] 4
    x[12,0] opened[12,0] 1
    x[12,1] assignment[12] 1
    x[12,1] capacity[1,0] 2
    x[12,1] capacity[1,1] 4
    x[12,1] opened[12,1] 1
    x[12,2] assignment[12] 1
    x[12,2] capacity[2,0] 2
    x[12,2] capacity[2,1] 4
    x[12,2] opened[12,2] 1
    x[12,3] assignment[12] 1
    x[12,3] capacity[3,0] 2
    x[12,3] capacity[3,1] 4
    x[12,3] opened[12,3] 1
    x[13,0] assignment[13] 1
    x[13,0] capacity[0,0] 1
    x[13,0] capacity[0,1] 1
    x[13,0] opened[13,0] 1
    x[13,1] assignment[13] 1
    x[13,1] capacity[1,0] 1
    x[13,1] capacity[1,1] 1
    x[13,1] opened[13,1] 1
    x[13,2] assignment[13] 1
    x[13,2] capacity[2,0] 1
    x[13,2] capacity[2,1] 1
    x[13,2] opened[13,2] 1
    x[13,3] assignment[13] 1
    x[13,3] capacity[3,0] 1
    x[13,3] capacity[3,1] 1
    x[13,3] opened[13,3] 1
    x[14,0] assignment[14] 1
    x[14,0] capacity[0,0] 2
    x[14,0] capacity[0,1] 4
    x[14,0] opened[14,0] 1
    x[14,1] assignment[14] 1
    x[14,1] capacity[1,0] 2
    x[14,1] capacity[1,1] 4
    x[14,1] opened[14,1] 1
    x[14,2] assignment[14] 1
    x[14,2] capacity[2,0] 2
    x[14,2] capacity[2,1] 4
    x[14,2] opened[14,2] 1
    x[14,3] assignment[14] 1
    x[14,3] capacity[3,0] 2
    x[14,3] capacity[3,1] 4
    x[14,3] opened[14,3] 1
    x[15,0] assignment[15] 1
    x[15,0] capacity[0,0] 1
    x[15,0] capacity[0,1] 1
    x[15,0] opened[15,0] 1
    x[15,1] assignment[15] 1
    x[15,1] capacity[1,0] 1
    x[15,1] capacity[1,1] 1
    x[15,1] opened[15,1] 1
    x[15,2] assignment[15] 1
    x[15,2] capacity[2,0] 1
    x[15,2] capacity[2,1] 1
    x[15,2] opened[15,2] 1
    x[15,3] assignment[15] 1
    x[15,3] capacity[3,0] 1
    x[15,3] capacity[3,1] 1
    x[15,3] opened[15,3] 1
    y[0] objective 1
    y[0] capacity[0,0] -32
    y[0] capacity[0,1] -16
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[0] opened[2,0] -1
    y[0] opened[3,0] -1
    y[0] opened[4,0] -1
    y[0] opened[5,0] -1
    y[0] opened[6,0] -1
    y[0] opened[7,0] -1
    y[0] opened[8,0] -1
    y[0] opened[9,0] -1
    y[0] opened[10,0] -1
    y[0] opened[11,0] -1
    y[0] opened[12,0] -1
    y[0] opened[13,0] -1
    y[0] opened[14,0] -1
    y[0] opened[15,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -32
    y[1] capacity[1,1] -16
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    y[1] opened[2,1] -1
    y[1] opened[3,1] -1
    y[1] opened[4,1] -1
    y[1] opened[5,1] -1
    y[1] opened[6,1] -1
    y[1] opened[7,1] -1
    y[1] opened[8,1] -1
    y[1] opened[9,1] -1
    y[1] opened[10,1] -1
    y[1] opened[11,1] -1
    y[1] opened[12,1] -1
    y[1] opened[13,1] -1
    y[1] opened[14,1] -1
    y[1] opened[15,1] -1
    y[2] objective 1
    y[2] capacity[2,0] -30
    y[2] capacity[2,1] -16
    y[2] opened[0,2] -1
    y[2] opened[1,2] -1
    y[2] opened[2,2] -1
    y[2] opened[3,2] -1
    y[2] opened[4,2] -1
    y[2] opened[5,2] -1
    y[2] opened[6,2] -1
    y[2] opened[7,2] -1
    y[2] opened[8,2] -1
    y[2] opened[9,2] -1
    y[2] opened[10,2] -1
    y[2] opened[11,2] -1
    y[2] opened[12,2] -1
    y[2] opened[13,2] -1
    y[2] opened[14,2] -1
    y[2] opened[15,2] -1
    y[3] objective 1
    y[3] capacity[3,0] -32
    y[3] capacity[3,1] -16
    y[3] opened[0,3] -1
    y[3] opened[1,3] -1
    y[3] opened[2,3] -1
    y[3] opened[3,3] -1
    y[3] opened[4,3] -1
    y[3] opened[5,3] -1
    y[3] opened[6,3] -1
    y[3] opened[7,3] -1
    y[3] opened[8,3] -1
    y[3] opened[9,3] -1
    y[3] opened[10,3] -1
    y[3] opened[11,3] -1
    y[3] opened[12,3] -1
    y[3] opened[13,3] -1
    y[3] opened[14,3] -1
    y[3] opened[15,3] -1
    M1 'MARKER' 'INTEND'
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS assignment[2] 1
    RHS assignment[3] 1
    RHS assignment[4] 1
    RHS assignment[5] 1
    RHS assignment[6] 1
    RHS assignment[7] 1
    RHS assignment[8] 1
    RHS assignment[9] 1
    RHS assignment[10] 1
    RHS assignment[11] 1
    RHS assignment[12] 1
    RHS assignment[13] 1
    RHS assignment[14] 1
    RHS assignment[15] 1
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[0,2] 0
 UP BND x[0,2] 1
 LO BND x[0,3] 0
 UP BND x[0,3] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[1,3] 0
 UP BND x[1,3] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
 LO BND x[2,3] 0
 UP BND x[2,3] 1
 LO BND x[3,0] 0
 UP BND x[3,0] 1
 LO BND x[3,1] 0
 UP BND x[3,1] 1
 LO BND x[3,2] 0
 UP BND x[3,2] 1
 LO BND x[3,3] 0
 UP BND x[3,3] 1
 LO BND x[4,0] 0
 UP BND x[4,0] 1
 LO BND x[4,1] 0
 UP BND x[4,1] 1
 LO BND x[4,2] 0
 UP BND x[4,2] 1
 LO BND x[4,3] 0
 UP BND x[4,3] 1
 LO BND x[5,0] 0
 UP BND x[5,0] 1
 LO BND x[5,1] 0
 UP BND x[5,1] 1
 LO BND x[5,2] 0
 UP BND x[5,2] 1
 LO BND x[5,3] 0
 UP BND x[5,3] 1
 LO BND x[6,0] 0
 UP BND x[6,0] 1
 LO BND x[6,1] 0
 UP BND x[6,1] 1
 LO BND x[6,2] 0
 UP BND x[6,2] 1
 LO BND x[6,3] 0
 UP BND x[6,3] 1
 LO BND x[7,0] 0
 UP BND x[7,0] 1
 LO BND x[7,1] 0
 UP BND x[7,1] 1
 LO BND x[7,2] 0
 UP BND x[7,2] 1
 LO BND x[7,3] 0
 UP BND x[7,3] 1
 LO BND x[8,0] 0
 UP BND x[8,0] 1
 LO BND x[8,1] 0
 UP BND x[8,1] 1
 LO BND x[8,2] 0
 UP BND x[8,2] 1
 LO BND x[8,3] 0
 UP BND x[8,3] 1
 LO BND x[9,0] 0
 UP BND x[9,0] 1
 LO BND x[9,1] 0
 UP BND x[9,1] 1
 LO BND x[9,2] 0
 UP BND x[9,2] 1
 LO BND x[9,3] 0
 UP BND x[9,3] 1
 LO BND x[10,0] 0
 UP BND x[10,0] 1
 LO BND x[10,1] 0
 UP BND x[10,1] 1
 LO BND x[10,2] 0
 UP BND x[10,2] 1
 LO BND x[10,3] 0
 UP BND x[10,3] 1
 LO BND x[11,0] 0
 UP BND x[11,0] 1
 LO BND x[11,1] 0
 UP BND x[11,1] 1
 LO BND x[11,2] 0
 UP BND x[11,2] 1
 LO BND x[11,3] 0
 UP BND x[11,3] 1
 LO BND x[12,0] 0
 UP BND x[12,0] 1
 LO BND x[12,1] 0
 UP BND x[12,1] 1
 LO BND x[12,2] 0
 UP BND x[12,2] 1
 LO BND x[12,3] 0
 UP BND x[12,3] 1
 LO BND x[13,0] 0
 UP BND x[13,0] 1
 LO BND x[13,1] 0
 UP BND x[13,1] 1
 LO BND x[13,2] 0
 UP BND x[13,2] 1
 LO BND x[13,3] 0
 UP BND x[13,3] 1
 LO BND x[14,0] 0
 UP BND x[14,0] 1
 LO BND x[14,1] 0
 UP BND x[14,1] 1
 LO BND x[14,2] 0
 UP BND x[14,2] 1
 LO BND x[14,3] 0
 UP BND x[14,3] 1
 LO BND x[15,0] 0
 UP BND x[15,0] 1
 LO BND x[15,1] 0
 UP BND x[15,1] 1
 LO BND x[15,2] 0
 UP BND x[15,2] 1
 LO BND x[15,3] 0
 UP BND x[15,3] 1
 LO BND y[0] 0
 UP BND y[0] 1
 LO BND y[1] 0
 UP BND y[1] 1
 LO BND y[2] 0
 UP BND y[2] 1
 LO BND y[3] 0
 UP BND y[3] 1
ENDATA
