NAME gpu-shares
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
 E in_devices[0,0]
 E in_devices[0,1]
 E in_devices[0,2]
 E in_devices[1,0]
 E in_devices[1,1]
 E in_devices[1,2]
 E in_devices[2,0]
 E in_devices[2,1]
 E in_devices[2,2]
 E in_devices[3,0]
 E in_devices[3,1]
 E in_devices[3,2]
 L device[0,0,0]
 L device[0,1,0]
 L device[1,0,0]
 L device[1,1,0]
 L device[2,0,0]
 L device[2,1,0]
 L device[3,0,0]
 L device[3,1,0]
 L fullest_first[0,1,0]
 L fullest_first[1,1,0]
 L fullest_first[2,1,0]
 L fullest_first[3,1,0]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 2
    x[0,0] capacity[0,1] 6
    x[0,0] opened[0,0] 1
    x[0,0] in_devices[0,1] -1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 2
    x[0,1] capacity[1,1] 6
    x[0,1] opened[0,1] 1
    x[0,1] in_devices[1,1] -1
    x[0,2] assignment[0] 1
    x[0,2] capacity[2,0] 2
    x[0,2] capacity[2,1] 6
    x[0,2] opened[0,2] 1
    x[0,2] in_devices[2,1] -1
    x[0,3] assignment[0] 1
    x[0,3] capacity[3,0] 2
    x[0,3] capacity[3,1] 6
    x[0,3] opened[0,3] 1
    x[0,3] in_devices[3,1] -1
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 2
    x[1,0] capacity[0,1] 6
    x[1,0] opened[1,0] 1
    x[1,0] in_devices[0,1] -1
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 2
    x[1,1] capacity[1,1] 6
    x[1,1] opened[1,1] 1
    x[1,1] in_devices[1,1] -1
    x[1,2] assignment[1] 1
    x[1,2] capacity[2,0] 2
    x[1,2] capacity[2,1] 6
    x[1,2] opened[1,2] 1
    x[1,2] in_devices[2,1] -1
    x[1,3] assignment[1] 1
    x[1,3] capacity[3,0] 2
    x[1,3] capacity[3,1] 6
    x[1,3] opened[1,3] 1
    x[1,3] in_devices[3,1] -1
    x[2,0] assignment[2] 1
    x[2,0] capacity[0,0] 2
    x[2,0] capacity[0,1] 6
    x[2,0] opened[2,0] 1
    x[2,0] in_devices[0,1] -1
    x[2,1] assignment[2] 1
    x[2,1] capacity[1,0] 2
    x[2,1] capacity[1,1] 6
    x[2,1] opened[2,1] 1
    x[2,1] in_devices[1,1] -1
    x[2,2] assignment[2] 1
    x[2,2] capacity[2,0] 2
    x[2,2] capacity[2,1] 6
    x[2,2] opened[2,2] 1
    x[2,2] in_devices[2,1] -1
    x[2,3] assignment[2] 1
    x[2,3] capacity[3,0] 2
    x[2,3] capacity[3,1] 6
    x[2,3] opened[2,3] 1
    x[2,3] in_devices[3,1] -1
    x[3,0] assignment[3] 1
    x[3,0] capacity[0,0] 2
    x[3,0] capacity[0,1] 6
    x[3,0] opened[3,0] 1
    x[3,0] in_devices[0,1] -1
    x[3,1] assignment[3] 1
    x[3,1] capacity[1,0] 2
    x[3,1] capacity[1,1] 6
    x[3,1] opened[3,1] 1
    x[3,1] in_devices[1,1] -1
    x[3,2] assignment[3] 1
    x[3,2] capacity[2,0] 2
    x[3,2] capacity[2,1] 6
    x[3,2] opened[3,2] 1
    x[3,2] in_devices[2,1] -1
    x[3,3] assignment[3] 1
    x[3,3] capacity[3,0] 2
    x[3,3] capacity[3,1] 6
    x[3,3] opened[3,3] 1
    x[3,3] in_devices[3,1] -1
    x[4,0] assignment[4] 1
    x[4,0] capacity[0,0] 1
    x[4,0] capacity[0,1] 3
    x[4,0] opened[4,0] 1
    x[4,0] in_devices[0,2] -1
    x[4,1] assignment[4] 1
    x[4,1] capacity[1,0] 1
    x[4,1] capacity[1,1] 3
    x[4,1] opened[4,1] 1
    x[4,1] in_devices[1,2] -1
    x[4,2] assignment[4] 1
    x[4,2] capacity[2,0] 1
    x[4,2] capacity[2,1] 3
    x[4,2] opened[4,2] 1
    x[4,2] in_devices[2,2] -1
    x[4,3] assignment[4] 1
    x[4,3] capacity[3,0] 1
    x[4,3] capacity[3,1] 3
    x[4,3] opened[4,3] 1
    x[4,3] in_devices[3,2] -1
    x[5,0] assignment[5] 1
    x[5,0] capacity[0,0] 4
    x[5,0] capacity[0,1] 10
    x[5,0] opened[5,0] 1
    x[5,0] in_devices[0,0] -1
    x[5,1] assignment[5] 1
    x[5,1] capacity[1,0] 4
    x[5,1] capacity[1,1] 10
    x[5,1] opened[5,1] 1
    x[5,1] in_devices[1,0] -1
    x[5,2] assignment[5] 1
    x[5,2] capacity[2,0] 4
    x[5,2] capacity[2,1] 10
    x[5,2] opened[5,2] 1
    x[5,2] in_devices[2,0] -1
    x[5,3] assignment[5] 1
    x[5,3] capacity[3,0] 4
    x[5,3] capacity[3,1] 10
    x[5,3] opened[5,3] 1
    x[5,3] in_devices[3,0] -1
    x[6,0] assignment[6] 1
    x[6,0] capacity[0,0] 1
    x[6,0] opened[6,0] 1
    x[6,1] assignment[6] 1
    x[6,1] capacity[1,0] 1
    x[6,1] opened[6,1] 1
    x[6,2] assignment[6] 1
    x[6,2] capacity[2,0] 1
    x[6,2] opened[6,2] 1
    x[6,3] assignment[6] 1
    x[6,3] capacity[3,0] 1
    x[6,3] opened[6,3] 1
    y[0] objective 1
    y[0] capacity[0,0] -14
    y[0] capacity[0,1] -20
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[0] opened[2,0] -1
    y[0] opened[3,0] -1
    y[0] opened[4,0] -1
    y[0] opened[5,0] -1
    y[0] opened[6,0] -1
    y[0] device[0,0,0] -1
    y[0] device[0,1,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -14
    y[1] capacity[1,1] -20
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    y[1] opened[2,1] -1
    y[1] opened[3,1] -1
    y[1] opened[4,1] -1
    y[1] opened[5,1] -1
    y[1] opened[6,1] -1
    y[1] device[1,0,0] -1
    y[1] device[1,1,0] -1
    y[2] objective 1
    y[2] capacity[2,0] -14
    y[2] capacity[2,1] -20
    y[2] opened[0,2] -1
    y[2] opened[1,2] -1
    y[2] opened[2,2] -1
    y[2] opened[3,2] -1
    y[2] opened[4,2] -1
    y[2] opened[5,2] -1
    y[2] opened[6,2] -1
    y[2] device[2,0,0] -1
    y[2] device[2,1,0] -1
    y[3] objective 1
    y[3] capacity[3,0] -14
    y[3] capacity[3,1] -20
    y[3] opened[0,3] -1
    y[3] opened[1,3] -1
    y[3] opened[2,3] -1
    y[3] opened[3,3] -1
    y[3] opened[4,3] -1
    y[3] opened[5,3] -1
    y[3] opened[6,3] -1
    y[3] device[3,0,0] -1
    y[3] device[3,1,0] -1
    n[0,0,0] in_devices[0,0] 1
    n[0,0,0] device[0,0,0] 1
    n[0,0,0] fullest_first[0,1,0] -1
    n[0,0,1] in_devices[0,1] 1
    n[0,0,1] device[0,0,0] 0.6
    n[0,0,1] fullest_first[0,1,0] -0.6
    n[0,0,2] in_devices[0,2] 1
    n[0,0,2] device[0,0,0] 0.3
    n[0,0,2] fullest_first[0,1,0] -0.3
    n[0,1,0] in_devices[0,0] 1
    n[0,1,0] device[0,1,0] 1
    n[0,1,0] fullest_first[0,1,0] 1
    n[0,1,1] in_devices[0,1] 1
    n[0,1,1] device[0,1,0] 0.6
    n[0,1,1] fullest_first[0,1,0] 0.6
    n[0,1,2] in_devices[0,2] 1
    n[0,1,2] device[0,1,0] 0.3
    n[0,1,2] fullest_first[0,1,0] 0.3
    n[1,0,0] in_devices[1,0] 1
    n[1,0,0] device[1,0,0] 1
    n[1,0,0] fullest_first[1,1,0] -1
    n[1,0,1] in_devices[1,1] 1
    n[1,0,1] device[1,0,0] 0.6
    n[1,0,1] fullest_first[1,1,0] -0.6
    n[1,0,2] in_devices[1,2] 1
    n[1,0,2] device[1,0,0] 0.3
    n[1,0,2] fullest_first[1,1,0] -0.3
    n[1,1,0] in_devices[1,0] 1
    n[1,1,0] device[1,1,0] 1
    n[1,1,0] fullest_first[1,1,0] 1
    n[1,1,1] in_devices[1,1] 1
    n[1,1,1] device[1,1,0] 0.6
    n[1,1,1] fullest_first[1,1,0] 0.6
    n[1,1,2] in_devices[1,2] 1
    n[1,1,2] device[1,1,0] 0.3
    n[1,1,2] fullest_first[1,1,0] 0.3
    n[2,0,0] in_devices[2,0] 1
    n[2,0,0] device[2,0,0] 1
    n[2,0,0] fullest_first[2,1,0] -1
    n[2,0,1] in_devices[2,1] 1
    n[2,0,1] device[2,0,0] 0.6
    n[2,0,1] fullest_first[2,1,0] -0.6
    n[2,0,2] in_devices[2,2] 1
    n[2,0,2] device[2,0,0] 0.3
    n[2,0,2] fullest_first[2,1,0] -0.3
    n[2,1,0] in_devices[2,0] 1
    n[2,1,0] device[2,1,0] 1
    n[2,1,0] fullest_first[2,1,0] 1
    n[2,1,1] in_devices[2,1] 1
    n[2,1,1] device[2,1,0] 0.6
    n[2,1,1] fullest_first[2,1,0] 0.6
    n[2,1,2] in_devices[2,2] 1
    n[2,1,2] device[2,1,0] 0.3
    n[2,1,2] fullest_first[2,1,0] 0.3
    n[3,0,0] in_devices[3,0] 1
    n[3,0,0] device[3,0,0] 1
    n[3,0,0] fullest_first[3,1,0] -1
    n[3,0,1] in_devices[3,1] 1
    n[3,0,1] device[3,0,0] 0.6
    n[3,0,1] fullest_first[3,1,0] -0.6
    n[3,0,2] in_devices[3,2] 1
    n[3,0,2] device[3,0,0] 0.3
    n[3,0,2] fullest_first[3,1,0] -0.3
    n[3,1,0] in_devices[3,0] 1
    n[3,1,0] device[3,1,0] 1
    n[3,1,0] fullest_first[3,1,0] 1
    n[3,1,1] in_devices[3,1] 1
    n[3,1,1] device[3,1,0] 0.6
    n[3,1,1] fullest_first[3,1,0] 0.6
    n[3,1,2] in_devices[3,2] 1
    n[3,1,2] device[3,1,0] 0.3
    n[3,1,2] fullest_first[3,1,0] 0.3
    M1 'MARKER' 'INTEND'
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS assignment[2] 1
    RHS assignment[3] 1
    RHS assignment[4] 1
    RHS assignment[5] 1
    RHS assignment[6] 1
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
 LO BND y[0] 0
 UP BND y[0] 1
 LO BND y[1] 0
 UP BND y[1] 1
 LO BND y[2] 0
 UP BND y[2] 1
 LO BND y[3] 0
 UP BND y[3] 1
 LO BND n[0,0,0] 0
 PL BND n[0,0,0]
 LO BND n[0,0,1] 0
 PL BND n[0,0,1]
 LO BND n[0,0,2] 0
 PL BND n[0,0,2]
 LO BND n[0,1,0] 0
 PL BND n[0,1,0]
 LO BND n[0,1,1] 0
 PL BND n[0,1,1]
 LO BND n[0,1,2] 0
 PL BND n[0,1,2]
 LO BND n[1,0,0] 0
 PL BND n[1,0,0]
 LO BND n[1,0,1] 0
 PL BND n[1,0,1]
 LO BND n[1,0,2] 0
 PL BND n[1,0,2]
 LO BND n[1,1,0] 0
 PL BND n[1,1,0]
 LO BND n[1,1,1] 0
 PL BND n[1,1,1]
 LO BND n[1,1,2] 0
 PL BND n[1,1,2]
 LO BND n[2,0,0] 0
 PL BND n[2,0,0]
 LO BND n[2,0,1] 0
 PL BND n[2,0,1]
 LO BND n[2,0,2] 0
 PL BND n[2,0,2]
 LO BND n[2,1,0] 0
 PL BND n[2,1,0]
 LO BND n[2,1,1] 0
 PL BND n[2,1,1]
 LO BND n[2,1,2] 0
 PL BND n[2,1,2]
 LO BND n[3,0,0] 0
 PL BND n[3,0,0]
 LO BND n[3,0,1] 0
 PL BND n[3,0,1]
 LO BND n[3,0,2] 0
 PL BND n[3,0,2]
 LO BND n[3,1,0] 0
 PL BND n[3,1,0]
 LO BND n[3,1,1] 0
 PL BND n[3,1,1]
 LO BND n[3,1,2] 0
 PL BND n[3,1,2]
ENDATA
