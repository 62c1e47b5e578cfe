NAME unserved
OBJSENSE
    MAX
ROWS
 N objective
 E one_segment[c1]
 E one_segment[c2]
 L within_segment[c1,0]
 L within_segment[c2,0]
 E pacing[p1]
 E pacing[p2]
 E fractions[p1]
 E fractions[p2]
 L capacity[n1]
 L capacity[n2]
COLUMNS
    y[c1,0] one_segment[c1] 1
    y[c1,0] within_segment[c1,0] -500
    y[c2,0] one_segment[c2] 1
    y[c2,0] within_segment[c2,0] -600
    way[c1,0] objective 0.01
    way[c1,0] within_segment[c1,0] 1
    way[c1,0] pacing[p1] 1
    way[c2,0] objective 0.01
    way[c2,0] within_segment[c2,0] 1
    way[c2,0] pacing[p2] 1
    g[p1] pacing[p1] -1
    g[p1] fractions[p1] -1
    g[p2] pacing[p2] -1
    g[p2] fractions[p2] -1
    f[p1,n2] fractions[p1] 900
    f[p1,n2] capacity[n2] 1
    f[p2,n1] fractions[p2] 400
    f[p2,n1] capacity[n1] 1
RHS
    RHS one_segment[c1] 1
    RHS one_segment[c2] 1
    RHS capacity[n1] 1
    RHS capacity[n2] 1
RANGES
BOUNDS
 LO BND y[c1,0] 0
 UP BND y[c1,0] 1
 LO BND y[c2,0] 0
 UP BND y[c2,0] 1
 LO BND way[c1,0] 0
 PL BND way[c1,0]
 LO BND way[c2,0] 0
 PL BND way[c2,0]
 LO BND g[p1] 0
 PL BND g[p1]
 LO BND g[p2] 450
 PL BND g[p2]
 LO BND f[p1,n2] 0
 PL BND f[p1,n2]
 LO BND f[p2,n1] 0
 PL BND f[p2,n1]
ENDATA
