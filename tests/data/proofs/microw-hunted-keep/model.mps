NAME hunted-keep
OBJSENSE
    MIN
ROWS
 N objective
 E distance[p4]
 L capacity[n1]
COLUMNS
    f[p4,n1] distance[p4] 2000
    f[p4,n1] capacity[n1] 1
    under[p4] objective 1
    under[p4] distance[p4] 1
    over[p4] objective 1
    over[p4] distance[p4] -1
RHS
    RHS distance[p4] 1000
    RHS capacity[n1] 1
RANGES
BOUNDS
 LO BND f[p4,n1] 0
 UP BND f[p4,n1] 1
 LO BND under[p4] 0
 PL BND under[p4]
 LO BND over[p4] 0
 PL BND over[p4]
ENDATA
