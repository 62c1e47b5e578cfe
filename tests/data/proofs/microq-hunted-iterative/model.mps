NAME hunted-iterative
OBJSENSE
    MAX
ROWS
 N objective
 E one_segment[c1]
 E one_segment[c2]
 L within_segment[c1,0]
 L within_segment[c1,1]
 L within_segment[c1,2]
 L within_segment[c2,0]
 L within_segment[c2,1]
 L within_segment[c2,2]
 E pacing[p1]
 E pacing[p2]
 E fractions[p1]
 E fractions[p2]
 L capacity[n3]
COLUMNS
    M0 'MARKER' 'INTORG'
    y[c1,0] one_segment[c1] 1
    y[c1,0] within_segment[c1,0] -1005
    y[c1,1] one_segment[c1] 1
    y[c1,1] within_segment[c1,1] -2014
    y[c1,1] pacing[p1] 1005
    y[c1,2] one_segment[c1] 1
    y[c1,2] within_segment[c1,2] -2080
    y[c1,2] pacing[p1] 3019
    y[c2,0] one_segment[c2] 1
    y[c2,0] within_segment[c2,0] -1257
    y[c2,1] objective 1
    y[c2,1] one_segment[c2] 1
    y[c2,1] within_segment[c2,1] -1592
    y[c2,1] pacing[p2] 1257
    y[c2,2] one_segment[c2] 1
    y[c2,2] within_segment[c2,2] -1212
    y[c2,2] pacing[p2] 2849
    M1 'MARKER' 'INTEND'
    way[c1,0] within_segment[c1,0] 1
    way[c1,0] pacing[p1] 1
    way[c1,1] within_segment[c1,1] 1
    way[c1,1] pacing[p1] 1
    way[c1,2] objective 2.40384615384615
    way[c1,2] within_segment[c1,2] 1
    way[c1,2] pacing[p1] 1
    way[c2,0] objective 0.000795544948289578
    way[c2,0] within_segment[c2,0] 1
    way[c2,0] pacing[p2] 1
    way[c2,1] objective -0.000628140703517588
    way[c2,1] within_segment[c2,1] 1
    way[c2,1] pacing[p2] 1
    way[c2,2] within_segment[c2,2] 1
    way[c2,2] pacing[p2] 1
    g[p1] pacing[p1] -1
    g[p1] fractions[p1] -1
    g[p2] pacing[p2] -1
    g[p2] fractions[p2] -1
    f[p1,n3] fractions[p1] 1000
    f[p1,n3] capacity[n3] 1
    f[p2,n3] fractions[p2] 1000
    f[p2,n3] capacity[n3] 1
RHS
    RHS one_segment[c1] 1
    RHS one_segment[c2] 1
    RHS capacity[n3] 1
RANGES
BOUNDS
 LO BND y[c1,0] 0
 UP BND y[c1,0] 1
 LO BND y[c1,1] 0
 UP BND y[c1,1] 1
 LO BND y[c1,2] 0
 UP BND y[c1,2] 1
 LO BND y[c2,0] 0
 UP BND y[c2,0] 1
 LO BND y[c2,1] 0
 UP BND y[c2,1] 1
 LO BND y[c2,2] 0
 UP BND y[c2,2] 1
 LO BND way[c1,0] 0
 PL BND way[c1,0]
 LO BND way[c1,1] 0
 PL BND way[c1,1]
 LO BND way[c1,2] 0
 PL BND way[c1,2]
 LO BND way[c2,0] 0
 PL BND way[c2,0]
 LO BND way[c2,1] 0
 PL BND way[c2,1]
 LO BND way[c2,2] 0
 PL BND way[c2,2]
 LO BND g[p1] 0
 PL BND g[p1]
 LO BND g[p2] 0
 PL BND g[p2]
 LO BND f[p1,n3] 0
 PL BND f[p1,n3]
 LO BND f[p2,n3] 0
 PL BND f[p2,n3]
ENDATA
