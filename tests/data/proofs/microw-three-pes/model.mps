NAME three-pes
OBJSENSE
    MIN
ROWS
 N objective
 E distance[p1]
 E distance[p2]
 E distance[p3]
 L capacity[n1]
 L capacity[n2]
 E change[p1,n1]
 E change[p2,n1]
 E change[p2,n2]
 E change[p3,n2]
 L total_change
 L untouched_below[p1,n1]
 L untouched_below[p2,n1]
 L untouched_below[p2,n2]
 L untouched_below[p3,n2]
 G untouched_above[p1,n1]
 G untouched_above[p2,n1]
 G untouched_above[p2,n2]
 G untouched_above[p3,n2]
 L touched_nodes
COLUMNS
    f[p1,n1] distance[p1] 1000
    f[p1,n1] capacity[n1] 1
    f[p1,n1] change[p1,n1] 1
    f[p1,n1] untouched_below[p1,n1] 1
    f[p1,n1] untouched_above[p1,n1] 1
    f[p2,n1] distance[p2] 1000
    f[p2,n1] capacity[n1] 1
    f[p2,n1] change[p2,n1] 1
    f[p2,n1] untouched_below[p2,n1] 1
    f[p2,n1] untouched_above[p2,n1] 1
    f[p2,n2] distance[p2] 1000
    f[p2,n2] capacity[n2] 1
    f[p2,n2] change[p2,n2] 1
    f[p2,n2] untouched_below[p2,n2] 1
    f[p2,n2] untouched_above[p2,n2] 1
    f[p3,n2] distance[p3] 1000
    f[p3,n2] capacity[n2] 1
    f[p3,n2] change[p3,n2] 1
    f[p3,n2] untouched_below[p3,n2] 1
    f[p3,n2] untouched_above[p3,n2] 1
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
    more[p1,n1] change[p1,n1] -1
    more[p1,n1] total_change 1000
    more[p2,n1] change[p2,n1] -1
    more[p2,n1] total_change 1000
    more[p2,n2] change[p2,n2] -1
    more[p2,n2] total_change 1000
    more[p3,n2] change[p3,n2] -1
    more[p3,n2] total_change 1000
    less[p1,n1] change[p1,n1] 1
    less[p1,n1] total_change 1000
    less[p2,n1] change[p2,n1] 1
    less[p2,n1] total_change 1000
    less[p2,n2] change[p2,n2] 1
    less[p2,n2] total_change 1000
    less[p3,n2] change[p3,n2] 1
    less[p3,n2] total_change 1000
    M0 'MARKER' 'INTORG'
    touched[n1] untouched_below[p1,n1] -0.5
    touched[n1] untouched_below[p2,n1] -0.5
    touched[n1] untouched_above[p1,n1] 0.5
    touched[n1] untouched_above[p2,n1] 0.5
    touched[n1] touched_nodes 1
    touched[n2] untouched_below[p2,n2] -1
    touched[n2] untouched_above[p3,n2] 1
    touched[n2] touched_nodes 1
    M1 'MARKER' 'INTEND'
RHS
    RHS distance[p1] 700
    RHS distance[p2] 500
    RHS distance[p3] 800
    RHS capacity[n1] 1
    RHS capacity[n2] 1
    RHS change[p1,n1] 0.5
    RHS change[p2,n1] 0.5
    RHS change[p3,n2] 1
    RHS total_change 900
    RHS untouched_below[p1,n1] 0.5
    RHS untouched_below[p2,n1] 0.5
    RHS untouched_below[p3,n2] 1
    RHS untouched_above[p1,n1] 0.5
    RHS untouched_above[p2,n1] 0.5
    RHS untouched_above[p3,n2] 1
    RHS touched_nodes 2
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
 LO BND more[p1,n1] 0
 PL BND more[p1,n1]
 LO BND more[p2,n1] 0
 PL BND more[p2,n1]
 LO BND more[p2,n2] 0
 PL BND more[p2,n2]
 LO BND more[p3,n2] 0
 PL BND more[p3,n2]
 LO BND less[p1,n1] 0
 PL BND less[p1,n1]
 LO BND less[p2,n1] 0
 PL BND less[p2,n1]
 LO BND less[p2,n2] 0
 PL BND less[p2,n2]
 LO BND less[p3,n2] 0
 PL BND less[p3,n2]
 LO BND touched[n1] 0
 UP BND touched[n1] 1
 LO BND touched[n2] 0
 UP BND touched[n2] 1
ENDATA
