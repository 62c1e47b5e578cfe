NAME cycle
OBJSENSE
    MAX
ROWS
 N objective
 E one_segment[c1]
 E one_segment[c2]
 L within_segment[c1,0]
 L within_segment[c1,1]
 L within_segment[c2,0]
 E pacing[p1]
 E pacing[p2]
 E pacing[p3]
 E fractions[p1]
 E fractions[p2]
 E fractions[p3]
 L capacity[n1]
 L capacity[n2]
COLUMNS
    M0 'MARKER' 'INTORG'
    y[c1,0] one_segment[c1] 1
    y[c1,0] within_segment[c1,0] -100
    y[c1,1] objective 100
    y[c1,1] one_segment[c1] 1
    y[c1,1] within_segment[c1,1] -100
    y[c1,1] pacing[p1] 30
    y[c1,1] pacing[p2] 70
    M1 'MARKER' 'INTEND'
    y[c2,0] one_segment[c2] 1
    y[c2,0] within_segment[c2,0] -40
    way[c1,0] objective 1
    way[c1,0] within_segment[c1,0] 1
    way[c1,0] pacing[p1] 0.3
    way[c1,0] pacing[p2] 0.7
    way[c1,1] objective 0.9
    way[c1,1] within_segment[c1,1] 1
    way[c1,1] pacing[p1] 0.9
    way[c1,1] pacing[p2] 0.1
    way[c2,0] objective 2
    way[c2,0] within_segment[c2,0] 1
    way[c2,0] pacing[p3] 1
    g[p1] pacing[p1] -1
    g[p1] fractions[p1] -1
    g[p2] pacing[p2] -1
    g[p2] fractions[p2] -1
    g[p3] pacing[p3] -1
    g[p3] fractions[p3] -1
    f[p1,n1] fractions[p1] 40
    f[p1,n1] capacity[n1] 1
    f[p2,n2] fractions[p2] 1000
    f[p2,n2] capacity[n2] 1
    f[p3,n1] fractions[p3] 40
    f[p3,n1] capacity[n1] 1
RHS
    RHS one_segment[c1] 1
    RHS one_segment[c2] 1
    RHS capacity[n1] 1
    RHS capacity[n2] 1
RANGES
BOUNDS
 LO BND y[c1,0] 0
 UP BND y[c1,0] 1
 LO BND y[c1,1] 0
 UP BND y[c1,1] 1
 LO BND y[c2,0] 0
 UP BND y[c2,0] 1
 LO BND way[c1,0] 0
 PL BND way[c1,0]
 LO BND way[c1,1] 0
 PL BND way[c1,1]
 LO BND way[c2,0] 0
 PL BND way[c2,0]
 LO BND g[p1] 0
 PL BND g[p1]
 LO BND g[p2] 0
 PL BND g[p2]
 LO BND g[p3] 0
 PL BND g[p3]
 LO BND f[p1,n1] 0
 PL BND f[p1,n1]
 LO BND f[p2,n2] 0
 PL BND f[p2,n2]
 LO BND f[p3,n1] 0
 PL BND f[p3,n1]
ENDATA
