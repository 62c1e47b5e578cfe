NAME karpenter-search
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 E assignment[2]
 E assignment[3]
 L capacity[0,0]
 L capacity[1,0]
 L capacity[2,0]
 L capacity[3,0]
 L capacity[4,0]
 L opened[0,0]
 L opened[0,1]
 L opened[0,2]
 L opened[0,3]
 L opened[0,4]
 L opened[1,0]
 L opened[1,1]
 L opened[1,2]
 L opened[1,3]
 L opened[1,4]
 L opened[2,0]
 L opened[2,1]
 L opened[2,2]
 L opened[2,3]
 L opened[2,4]
 L opened[3,0]
 L opened[3,1]
 L opened[3,2]
 L opened[3,3]
 L opened[3,4]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 1
    x[0,0] opened[0,0] 1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 1
    x[0,1] opened[0,1] 1
    x[0,2] assignment[0] 1
    x[0,2] capacity[2,0] 1
    x[0,2] opened[0,2] 1
    x[0,3] assignment[0] 1
    x[0,3] capacity[3,0] 1
    x[0,3] opened[0,3] 1
    x[0,4] assignment[0] 1
    x[0,4] capacity[4,0] 1
    x[0,4] opened[0,4] 1
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 1
    x[1,0] opened[1,0] 1
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 1
    x[1,1] opened[1,1] 1
    x[1,2] assignment[1] 1
    x[1,2] capacity[2,0] 1
    x[1,2] opened[1,2] 1
    x[1,3] assignment[1] 1
    x[1,3] capacity[3,0] 1
    x[1,3] opened[1,3] 1
    x[1,4] assignment[1] 1
    x[1,4] capacity[4,0] 1
    x[1,4] opened[1,4] 1
    x[2,0] assignment[2] 1
    x[2,0] capacity[0,0] 1
    x[2,0] opened[2,0] 1
    x[2,1] assignment[2] 1
    x[2,1] capacity[1,0] 1
    x[2,1] opened[2,1] 1
    x[2,2] assignment[2] 1
    x[2,2] capacity[2,0] 1
    x[2,2] opened[2,2] 1
    x[2,3] assignment[2] 1
    x[2,3] capacity[3,0] 1
    x[2,3] opened[2,3] 1
    x[2,4] assignment[2] 1
    x[2,4] capacity[4,0] 1
    x[2,4] opened[2,4] 1
    x[3,0] assignment[3] 1
    x[3,0] capacity[0,0] 1
    x[3,0] opened[3,0] 1
    x[3,1] assignment[3] 1
    x[3,1] capacity[1,0] 1
    x[3,1] opened[3,1] 1
    x[3,2] assignment[3] 1
    x[3,2] capacity[2,0] 1
    x[3,2] opened[3,2] 1
    x[3,3] assignment[3] 1
    x[3,3] capacity[3,0] 1
    x[3,3] opened[3,3] 1
    x[3,4] assignment[3] 1
    x[3,4] capacity[4,0] 1
    x[3,4] opened[3,4] 1
    y[0] objective 1
    y[0] capacity[0,0] -1
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[0] opened[2,0] -1
    y[0] opened[3,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -1
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    y[1] opened[2,1] -1
    y[1] opened[3,1] -1
    y[2] objective 1
    y[2] capacity[2,0] -1
    y[2] opened[0,2] -1
    y[2] opened[1,2] -1
    y[2] opened[2,2] -1
    y[2] opened[3,2] -1
    y[3] objective 1
    y[3] capacity[3,0] -1
    y[3] opened[0,3] -1
    y[3] opened[1,3] -1
    y[3] opened[2,3] -1
    y[3] opened[3,3] -1
    y[4] objective 3.5
    y[4] capacity[4,0] -4
    y[4] opened[0,4] -1
    y[4] opened[1,4] -1
    y[4] opened[2,4] -1
    y[4] opened[3,4] -1
    M1 'MARKER' 'INTEND'
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS assignment[2] 1
    RHS assignment[3] 1
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
 LO BND x[0,4] 0
 UP BND x[0,4] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[1,3] 0
 UP BND x[1,3] 1
 LO BND x[1,4] 0
 UP BND x[1,4] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
 LO BND x[2,3] 0
 UP BND x[2,3] 1
 LO BND x[2,4] 0
 UP BND x[2,4] 1
 LO BND x[3,0] 0
 UP BND x[3,0] 1
 LO BND x[3,1] 0
 UP BND x[3,1] 1
 LO BND x[3,2] 0
 UP BND x[3,2] 1
 LO BND x[3,3] 0
 UP BND x[3,3] 1
 LO BND x[3,4] 0
 UP BND x[3,4] 1
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
