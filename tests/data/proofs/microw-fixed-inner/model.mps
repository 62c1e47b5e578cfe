NAME fixed-inner
OBJSENSE
    MIN
ROWS
 N objective
 E distance[p1]
 E distance[p2]
 E distance[p3]
 E fixed[p2,n1]
 L capacity[n1]
 L capacity[n2]
COLUMNS
    f[p1,n1] distance[p1] 1000
    f[p1,n1] capacity[n1] 1
    f[p2,n1] distance[p2] 1000
    f[p2,n1] fixed[p2,n1] 1
    f[p2,n1] capacity[n1] 1
    f[p2,n2] distance[p2] 1000
    f[p2,n2] capacity[n2] 1
    f[p3,n2] distance[p3] 1000
    f[p3,n2] capacity[n2] 1
    under[p1] objective 1
    under[p1] distance[p1] 1
    under[p2] objective 1
    under[p2] distance[p2] 1
    under[p3] objective 1
    under[p3] distance[p3] 1
    over[p1] objective 1
    over[p1] distance[p1] -1
    over[p2] objective 1
    over[p2] distance[p2] -1
    over[p3] objective 1
    over[p3] distance[p3] -1
RHS
    RHS distance[p1] 700
    RHS distance[p2] 500
    RHS distance[p3] 800
    RHS fixed[p2,n1] 0.5
    RHS capacity[n1] 1
    RHS capacity[n2] 1
RANGES
BOUNDS
 LO BND f[p1,n1] 0
 UP BND f[p1,n1] 1
 LO BND f[p2,n1] 0
 UP BND f[p2,n1] 1
 LO BND f[p2,n2] 0
 UP BND f[p2,n2] 1
 LO BND f[p3,n2] 0
 UP BND f[p3,n2] 1
 LO BND under[p1] 0
 PL BND under[p1]
 LO BND under[p2] 0
 PL BND under[p2]
 LO BND under[p3] 0
 PL BND under[p3]
 LO BND over[p1] 0
 PL BND over[p1]
 LO BND over[p2] 0
 PL BND over[p2]
 LO BND over[p3] 0
 PL BND over[p3]
ENDATA
