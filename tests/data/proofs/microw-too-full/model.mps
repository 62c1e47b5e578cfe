NAME too-full
OBJSENSE
    MIN
ROWS
 N objective
 E distance[p1]
 E distance[p2]
 L capacity[n1]
 L capacity[n2]
 E change[p1,n1]
 E change[p2,n1]
 E change[p2,n2]
 L total_change
COLUMNS
    f[p1,n1] distance[p1] 1000
    f[p1,n1] capacity[n1] 1
    f[p1,n1] change[p1,n1] 1
    f[p2,n1] distance[p2] 1000
    f[p2,n1] capacity[n1] 1
    f[p2,n1] change[p2,n1] 1
    f[p2,n2] distance[p2] 1000
    f[p2,n2] capacity[n2] 1
    f[p2,n2] change[p2,n2] 1
    under[p1] objective 1
    under[p1] distance[p1] 1
    under[p2] objective 1
    under[p2] distance[p2] 1
    over[p1] objective 1
    over[p1] distance[p1] -1
    over[p2] objective 1
    over[p2] distance[p2] -1
    more[p1,n1] change[p1,n1] -1
    more[p1,n1] total_change 1000
    more[p2,n1] change[p2,n1] -1
    more[p2,n1] total_change 1000
    more[p2,n2] change[p2,n2] -1
    more[p2,n2] total_change 1000
    less[p1,n1] change[p1,n1] 1
    less[p1,n1] total_change 1000
    less[p2,n1] change[p2,n1] 1
    less[p2,n1] total_change 1000
    less[p2,n2] change[p2,n2] 1
    less[p2,n2] total_change 1000
RHS
    RHS distance[p1] 700
    RHS distance[p2] 500
    RHS capacity[n1] 1
    RHS capacity[n2] 1
    RHS change[p1,n1] 0.7
    RHS change[p2,n1] 0.7
    RHS total_change 300
RANGES
BOUNDS
 LO BND f[p1,n1] 0
 UP BND f[p1,n1] 1
 LO BND f[p2,n1] 0
 UP BND f[p2,n1] 1
 LO BND f[p2,n2] 0
 UP BND f[p2,n2] 1
 LO BND under[p1] 0
 PL BND under[p1]
 LO BND under[p2] 0
 PL BND under[p2]
 LO BND over[p1] 0
 PL BND over[p1]
 LO BND over[p2] 0
 PL BND over[p2]
 LO BND more[p1,n1] 0
 PL BND more[p1,n1]
 LO BND more[p2,n1] 0
 PL BND more[p2,n1]
 LO BND more[p2,n2] 0
 PL BND more[p2,n2]
 LO BND less[p1,n1] 0
 PL BND less[p1,n1]
 LO BND less[p2,n1] 0
 PL BND less[p2,n1]
 LO BND less[p2,n2] 0
 PL BND less[p2,n2]
ENDATA
