NAME hunted-best-fit
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
 L opened[0,0]
 L opened[0,1]
 L opened[1,0]
 L opened[1,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 1
    x[0,0] capacity[0,1] 1
    x[0,0] opened[0,0] 1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 1
    x[0,1] capacity[1,1] 1
    x[0,1] opened[0,1] 1
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 2
    x[1,0] capacity[0,1] 1
    x[1,0] opened[1,0] 1
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 2
    x[1,1] capacity[1,1] 1
    x[1,1] opened[1,1] 1
    y[0] objective 1
    y[0] capacity[0,0] -2
    y[0] capacity[0,1] -2
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -3
    y[1] capacity[1,1] -2
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    M1 'MARKER' 'INTEND'
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND y[0] 0
 UP BND y[0] 1
 LO BND y[1] 0
 UP BND y[1] 1
ENDATA
