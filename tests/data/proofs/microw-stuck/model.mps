NAME stuck
OBJSENSE
    MIN
ROWS
 N objective
 E distance[a]
 E distance[b]
 L capacity[n1]
 L capacity[n2]
 E one_range[a,n1]
 L from_low[a,n1]
 L to_high[a,n1]
COLUMNS
    f[a,n1] distance[a] 1000
    f[a,n1] capacity[n1] 1
    f[a,n1] from_low[a,n1] -1
    f[a,n1] to_high[a,n1] 1
    f[b,n1] distance[b] 1000
    f[b,n1] capacity[n1] 1
    f[b,n2] distance[b] 1000
    f[b,n2] capacity[n2] 1
    under[a] objective 1
    under[a] distance[a] 1
    under[b] objective 1
    under[b] distance[b] 1
    over[a] objective 1
    over[a] distance[a] -1
    over[b] objective 1
    over[b] distance[b] -1
    M0 'MARKER' 'INTORG'
    z[a,n1,0] one_range[a,n1] 1
    z[a,n1,1] one_range[a,n1] 1
    z[a,n1,1] from_low[a,n1] 1
    z[a,n1,1] to_high[a,n1] -1
    M1 'MARKER' 'INTEND'
RHS
    RHS distance[a] 1000
    RHS distance[b] 500
    RHS capacity[n1] 1
    RHS capacity[n2] 1
    RHS one_range[a,n1] 1
RANGES
BOUNDS
 LO BND f[a,n1] 0
 UP BND f[a,n1] 1
 LO BND f[b,n1] 0
 UP BND f[b,n1] 1
 LO BND f[b,n2] 0
 UP BND f[b,n2] 1
 LO BND under[a] 0
 PL BND under[a]
 LO BND under[b] 0
 PL BND under[b]
 LO BND over[a] 0
 PL BND over[a]
 LO BND over[b] 0
 PL BND over[b]
 LO BND z[a,n1,0] 0
 UP BND z[a,n1,0] 1
 LO BND z[a,n1,1] 0
 UP BND z[a,n1,1] 1
ENDATA
