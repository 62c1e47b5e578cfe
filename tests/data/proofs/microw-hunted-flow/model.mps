NAME hunted-flow
OBJSENSE
    MIN
ROWS
 N objective
 E distance[p1]
 E distance[p3]
 E distance[p4]
 L capacity[n1]
 L capacity[n2]
 E change[p1,n1]
 E change[p1,n2]
 E change[p3,n1]
 E change[p3,n2]
 E change[p4,n1]
 L total_change
COLUMNS
    f[p1,n1] distance[p1] 2000
    f[p1,n1] capacity[n1] 1
    f[p1,n1] change[p1,n1] 1
    f[p1,n2] distance[p1] 4000
    f[p1,n2] capacity[n2] 1
    f[p1,n2] change[p1,n2] 1
    f[p3,n1] distance[p3] 2000
    f[p3,n1] capacity[n1] 1
    f[p3,n1] change[p3,n1] 1
    f[p3,n2] distance[p3] 4000
    f[p3,n2] capacity[n2] 1
    f[p3,n2] change[p3,n2] 1
    f[p4,n1] distance[p4] 2000
    f[p4,n1] capacity[n1] 1
    f[p4,n1] change[p4,n1] 1
    under[p1] objective 1
    under[p1] distance[p1] 1
    under[p3] objective 1
    under[p3] distance[p3] 1
    under[p4] objective 1
    under[p4] distance[p4] 1
    over[p1] objective 1
    over[p1] distance[p1] -1
    over[p3] objective 1
    over[p3] distance[p3] -1
    over[p4] objective 1
    over[p4] distance[p4] -1
    more[p1,n1] change[p1,n1] -1
    more[p1,n1] total_change 2000
    more[p1,n2] change[p1,n2] -1
    more[p1,n2] total_change 4000
    more[p3,n1] change[p3,n1] -1
    more[p3,n1] total_change 2000
    more[p3,n2] change[p3,n2] -1
    more[p3,n2] total_change 4000
    more[p4,n1] change[p4,n1] -1
    more[p4,n1] total_change 2000
    less[p1,n1] change[p1,n1] 1
    less[p1,n1] total_change 2000
    less[p1,n2] change[p1,n2] 1
    less[p1,n2] total_change 4000
    less[p3,n1] change[p3,n1] 1
    less[p3,n1] total_change 2000
    less[p3,n2] change[p3,n2] 1
    less[p3,n2] total_change 4000
    less[p4,n1] change[p4,n1] 1
    less[p4,n1] total_change 2000
RHS
    RHS distance[p1] 1200
    RHS distance[p3] 2200
    RHS distance[p4] 1000
    RHS capacity[n1] 1
    RHS capacity[n2] 1
    RHS change[p1,n1] 0.3
    RHS change[p1,n2] 0.29
    RHS change[p3,n1] 0.3
    RHS change[p3,n2] 0.29
    RHS change[p4,n1] 0.3
    RHS total_change 1460
RANGES
BOUNDS
 LO BND f[p1,n1] 0
 UP BND f[p1,n1] 1
 LO BND f[p1,n2] 0
 UP BND f[p1,n2] 1
 LO BND f[p3,n1] 0
 UP BND f[p3,n1] 1
 LO BND f[p3,n2] 0
 UP BND f[p3,n2] 1
 LO BND f[p4,n1] 0
 UP BND f[p4,n1] 1
 LO BND under[p1] 0
 PL BND under[p1]
 LO BND under[p3] 0
 PL BND under[p3]
 LO BND under[p4] 0
 PL BND under[p4]
 LO BND over[p1] 0
 PL BND over[p1]
 LO BND over[p3] 0
 PL BND over[p3]
 LO BND over[p4] 0
 PL BND over[p4]
 LO BND more[p1,n1] 0
 PL BND more[p1,n1]
 LO BND more[p1,n2] 0
 PL BND more[p1,n2]
 LO BND more[p3,n1] 0
 PL BND more[p3,n1]
 LO BND more[p3,n2] 0
 PL BND more[p3,n2]
 LO BND more[p4,n1] 0
 PL BND more[p4,n1]
 LO BND less[p1,n1] 0
 PL BND less[p1,n1]
 LO BND less[p1,n2] 0
 PL BND less[p1,n2]
 LO BND less[p3,n1] 0
 PL BND less[p3,n1]
 LO BND less[p3,n2] 0
 PL BND less[p3,n2]
 LO BND less[p4,n1] 0
 PL BND less[p4,n1]
ENDATA
