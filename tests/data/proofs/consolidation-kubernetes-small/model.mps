NAME kubernetes-small
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
 L capacity[0,0]
 L capacity[0,1]
 L capacity[0,3]
 L capacity[1,0]
 L capacity[1,1]
 L capacity[1,3]
 L capacity[2,0]
 L capacity[2,1]
 L capacity[2,3]
 L capacity[3,0]
 L capacity[3,1]
 L capacity[3,3]
 L capacity[3,4]
 L capacity[4,0]
 L capacity[4,1]
 L capacity[4,3]
 L opened[0,0]
 L opened[0,1]
 L opened[0,2]
 L opened[1,0]
 L opened[1,1]
 L opened[1,2]
 L opened[2,0]
 L opened[2,1]
 L opened[2,2]
 L opened[3,0]
 L opened[3,1]
 L opened[3,2]
 L opened[4,0]
 L opened[4,1]
 L opened[4,2]
 L opened[5,0]
 L opened[6,3]
 L opened[7,1]
 L opened[7,2]
 L opened[7,4]
 L opened[8,0]
 L opened[8,1]
 L opened[8,2]
 L opened[9,0]
 L opened[9,1]
 L opened[9,2]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 2
    x[0,0] capacity[0,1] 1048576
    x[0,0] capacity[0,3] 1
    x[0,0] opened[0,0] 1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 2
    x[0,1] capacity[1,1] 1048576
    x[0,1] capacity[1,3] 1
    x[0,1] opened[0,1] 1
    x[0,2] assignment[0] 1
    x[0,2] capacity[2,0] 2
    x[0,2] capacity[2,1] 1048576
    x[0,2] capacity[2,3] 1
    x[0,2] opened[0,2] 1
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 2
    x[1,0] capacity[0,1] 1048576
    x[1,0] capacity[0,3] 1
    x[1,0] opened[1,0] 1
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 2
    x[1,1] capacity[1,1] 1048576
    x[1,1] capacity[1,3] 1
    x[1,1] opened[1,1] 1
    x[1,2] assignment[1] 1
    x[1,2] capacity[2,0] 2
    x[1,2] capacity[2,1] 1048576
    x[1,2] capacity[2,3] 1
    x[1,2] opened[1,2] 1
    x[2,0] assignment[2] 1
    x[2,0] capacity[0,0] 2
    x[2,0] capacity[0,1] 1048576
    x[2,0] capacity[0,3] 1
    x[2,0] opened[2,0] 1
    x[2,1] assignment[2] 1
    x[2,1] capacity[1,0] 2
    x[2,1] capacity[1,1] 1048576
    x[2,1] capacity[1,3] 1
    x[2,1] opened[2,1] 1
    x[2,2] assignment[2] 1
    x[2,2] capacity[2,0] 2
    x[2,2] capacity[2,1] 1048576
    x[2,2] capacity[2,3] 1
    x[2,2] opened[2,2] 1
    x[3,0] assignment[3] 1
    x[3,0] capacity[0,0] 6
    x[3,0] capacity[0,1] 1638400
    x[3,0] capacity[0,3] 1
    x[3,0] opened[3,0] 1
    x[3,1] assignment[3] 1
    x[3,1] capacity[1,0] 6
    x[3,1] capacity[1,1] 1638400
    x[3,1] capacity[1,3] 1
    x[3,1] opened[3,1] 1
    x[3,2] assignment[3] 1
    x[3,2] capacity[2,0] 6
    x[3,2] capacity[2,1] 1638400
    x[3,2] capacity[2,3] 1
    x[3,2] opened[3,2] 1
    x[4,0] assignment[4] 1
    x[4,0] capacity[0,0] 6
    x[4,0] capacity[0,1] 3906250
    x[4,0] capacity[0,3] 1
    x[4,0] opened[4,0] 1
    x[4,1] assignment[4] 1
    x[4,1] capacity[1,0] 6
    x[4,1] capacity[1,1] 3906250
    x[4,1] capacity[1,3] 1
    x[4,1] opened[4,1] 1
    x[4,2] assignment[4] 1
    x[4,2] capacity[2,0] 6
    x[4,2] capacity[2,1] 3906250
    x[4,2] capacity[2,3] 1
    x[4,2] opened[4,2] 1
    x[5,0] assignment[5] 1
    x[5,0] capacity[0,0] 1
    x[5,0] capacity[0,1] 1953125
    x[5,0] capacity[0,3] 1
    x[5,0] opened[5,0] 1
    x[6,3] assignment[6] 1
    x[6,3] capacity[3,0] 8
    x[6,3] capacity[3,1] 8388608
    x[6,3] capacity[3,3] 1
    x[6,3] capacity[3,4] 1
    x[6,3] opened[6,3] 1
    x[7,1] assignment[7] 1
    x[7,1] capacity[1,0] 4
    x[7,1] capacity[1,1] 2097152
    x[7,1] capacity[1,3] 1
    x[7,1] opened[7,1] 1
    x[7,2] assignment[7] 1
    x[7,2] capacity[2,0] 4
    x[7,2] capacity[2,1] 2097152
    x[7,2] capacity[2,3] 1
    x[7,2] opened[7,2] 1
    x[7,4] assignment[7] 1
    x[7,4] capacity[4,0] 4
    x[7,4] capacity[4,1] 2097152
    x[7,4] capacity[4,3] 1
    x[7,4] opened[7,4] 1
    x[8,0] assignment[8] 1
    x[8,0] capacity[0,3] 1
    x[8,0] opened[8,0] 1
    x[8,1] assignment[8] 1
    x[8,1] capacity[1,3] 1
    x[8,1] opened[8,1] 1
    x[8,2] assignment[8] 1
    x[8,2] capacity[2,3] 1
    x[8,2] opened[8,2] 1
    x[9,0] assignment[9] 1
    x[9,0] capacity[0,0] 3
    x[9,0] capacity[0,1] 1048576
    x[9,0] capacity[0,3] 1
    x[9,0] opened[9,0] 1
    x[9,1] assignment[9] 1
    x[9,1] capacity[1,0] 3
    x[9,1] capacity[1,1] 1048576
    x[9,1] capacity[1,3] 1
    x[9,1] opened[9,1] 1
    x[9,2] assignment[9] 1
    x[9,2] capacity[2,0] 3
    x[9,2] capacity[2,1] 1048576
    x[9,2] capacity[2,3] 1
    x[9,2] opened[9,2] 1
    y[0] objective 1
    y[0] capacity[0,0] -15
    y[0] capacity[0,1] -16543744
    y[0] capacity[0,3] -10
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[0] opened[2,0] -1
    y[0] opened[3,0] -1
    y[0] opened[4,0] -1
    y[0] opened[5,0] -1
    y[0] opened[8,0] -1
    y[0] opened[9,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -15
    y[1] capacity[1,1] -15938180
    y[1] capacity[1,3] -10
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    y[1] opened[2,1] -1
    y[1] opened[3,1] -1
    y[1] opened[4,1] -1
    y[1] opened[7,1] -1
    y[1] opened[8,1] -1
    y[1] opened[9,1] -1
    y[2] objective 1
    y[2] capacity[2,0] -15
    y[2] capacity[2,1] -16646144
    y[2] capacity[2,3] -10
    y[2] opened[0,2] -1
    y[2] opened[1,2] -1
    y[2] opened[2,2] -1
    y[2] opened[3,2] -1
    y[2] opened[4,2] -1
    y[2] opened[7,2] -1
    y[2] opened[8,2] -1
    y[2] opened[9,2] -1
    y[3] objective 1
    y[3] capacity[3,0] -31
    y[3] capacity[3,1] -22177839
    y[3] capacity[3,3] -10
    y[3] capacity[3,4] -1
    y[3] opened[6,3] -1
    y[4] objective 1
    y[4] capacity[4,0] -31
    y[4] capacity[4,1] -22177839
    y[4] capacity[4,3] -10
    y[4] opened[7,4] -1
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
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[0,2] 0
 UP BND x[0,2] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
 LO BND x[3,0] 0
 UP BND x[3,0] 1
 LO BND x[3,1] 0
 UP BND x[3,1] 1
 LO BND x[3,2] 0
 UP BND x[3,2] 1
 LO BND x[4,0] 0
 UP BND x[4,0] 1
 LO BND x[4,1] 0
 UP BND x[4,1] 1
 LO BND x[4,2] 0
 UP BND x[4,2] 1
 LO BND x[5,0] 0
 UP BND x[5,0] 1
 LO BND x[6,3] 0
 UP BND x[6,3] 1
 LO BND x[7,1] 0
 UP BND x[7,1] 1
 LO BND x[7,2] 0
 UP BND x[7,2] 1
 LO BND x[7,4] 0
 UP BND x[7,4] 1
 LO BND x[8,0] 0
 UP BND x[8,0] 1
 LO BND x[8,1] 0
 UP BND x[8,1] 1
 LO BND x[8,2] 0
 UP BND x[8,2] 1
 LO BND x[9,0] 0
 UP BND x[9,0] 1
 LO BND x[9,1] 0
 UP BND x[9,1] 1
 LO BND x[9,2] 0
 UP BND x[9,2] 1
 LO BND y[0] 0
 UP BND y[0] 1
 LO BND y[1] 0
 UP BND y[1] 1
 LO BND y[2] 0
 UP BND y[2] 1
 LO BND y[3] 0
 UP BND y[3] 1
 LO BND y[4] 0
 UP BND y[4] 1
ENDATA
