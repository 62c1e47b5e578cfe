NAME no-budget-for-exchange
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 E assignment[2]
 E assignment[3]
 E assignment[4]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
 L capacity[2,0]
 L capacity[2,1]
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
 L budget
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 5
    x[0,0] capacity[0,1] 1
    x[0,0] opened[0,0] 1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 5
    x[0,1] capacity[1,1] 1
    x[0,1] opened[0,1] 1
    x[0,1] budget 1
    x[0,2] assignment[0] 1
    x[0,2] capacity[2,0] 5
    x[0,2] capacity[2,1] 1
    x[0,2] opened[0,2] 1
    x[0,2] budget 1
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 5
    x[1,0] capacity[0,1] 1
    x[1,0] opened[1,0] 1
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 5
    x[1,1] capacity[1,1] 1
    x[1,1] opened[1,1] 1
    x[1,1] budget 1
    x[1,2] assignment[1] 1
    x[1,2] capacity[2,0] 5
    x[1,2] capacity[2,1] 1
    x[1,2] opened[1,2] 1
    x[1,2] budget 1
    x[2,0] assignment[2] 1
    x[2,0] capacity[0,0] 1
    x[2,0] capacity[0,1] 5
    x[2,0] opened[2,0] 1
    x[2,0] budget 1
    x[2,1] assignment[2] 1
    x[2,1] capacity[1,0] 1
    x[2,1] capacity[1,1] 5
    x[2,1] opened[2,1] 1
    x[2,2] assignment[2] 1
    x[2,2] capacity[2,0] 1
    x[2,2] capacity[2,1] 5
    x[2,2] opened[2,2] 1
    x[2,2] budget 1
    x[3,0] assignment[3] 1
    x[3,0] capacity[0,0] 1
    x[3,0] capacity[0,1] 5
    x[3,0] opened[3,0] 1
    x[3,0] budget 1
    x[3,1] assignment[3] 1
    x[3,1] capacity[1,0] 1
    x[3,1] capacity[1,1] 5
    x[3,1] opened[3,1] 1
    x[3,2] assignment[3] 1
    x[3,2] capacity[2,0] 1
    x[3,2] capacity[2,1] 5
    x[3,2] opened[3,2] 1
    x[3,2] budget 1
    x[4,0] assignment[4] 1
    x[4,0] capacity[0,0] 4
    x[4,0] capacity[0,1] 4
    x[4,0] opened[4,0] 1
    x[4,0] budget 1
    x[4,1] assignment[4] 1
    x[4,1] capacity[1,0] 4
    x[4,1] capacity[1,1] 4
    x[4,1] opened[4,1] 1
    x[4,1] budget 1
    x[4,2] assignment[4] 1
    x[4,2] capacity[2,0] 4
    x[4,2] capacity[2,1] 4
    x[4,2] opened[4,2] 1
    y[0] objective 1
    y[0] capacity[0,0] -10
    y[0] capacity[0,1] -10
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[0] opened[2,0] -1
    y[0] opened[3,0] -1
    y[0] opened[4,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -10
    y[1] capacity[1,1] -10
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    y[1] opened[2,1] -1
    y[1] opened[3,1] -1
    y[1] opened[4,1] -1
    y[2] objective 1
    y[2] capacity[2,0] -10
    y[2] capacity[2,1] -10
    y[2] opened[0,2] -1
    y[2] opened[1,2] -1
    y[2] opened[2,2] -1
    y[2] opened[3,2] -1
    y[2] opened[4,2] -1
    M1 'MARKER' 'INTEND'
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS assignment[2] 1
    RHS assignment[3] 1
    RHS assignment[4] 1
    RHS budget 2
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
 LO BND y[0] 0
 UP BND y[0] 1
 LO BND y[1] 0
 UP BND y[1] 1
 LO BND y[2] 0
 UP BND y[2] 1
ENDATA
