NAME two-components
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
    y[c1,0] within_segment[c1,0] -300
    y[c1,1] objective 90
    y[c1,1] one_segment[c1] 1
    y[c1,1] within_segment[c1,1] -400
    y[c1,1] pacing[p1] 200
    y[c1,1] pacing[p2] 100
    y[c1,2] objective 150
    y[c1,2] one_segment[c1] 1
    y[c1,2] within_segment[c1,2] -500
    y[c1,2] pacing[p1] 350
    y[c1,2] pacing[p2] 350
    M1 'MARKER' 'INTEND'
    y[c2,0] one_segment[c2] 1
    y[c2,0] within_segment[c2,0] -400
    y[c2,1] objective 100
    y[c2,1] one_segment[c2] 1
    y[c2,1] within_segment[c2,1] -400
    y[c2,1] pacing[p3] 400
    way[c1,0] objective 0.3
    way[c1,0] within_segment[c1,0] 1
    way[c1,0] pacing[p1] 0.666666666666667
    way[c1,0] pacing[p2] 0.333333333333333
    way[c1,1] objective 0.15
    way[c1,1] within_segment[c1,1] 1
    way[c1,1] pacing[p1] 0.375
    way[c1,1] pacing[p2] 0.625
    way[c1,2] objective 0.04
    way[c1,2] within_segment[c1,2] 1
    way[c1,2] pacing[p1] 0.5
    way[c1,2] pacing[p2] 0.5
    way[c2,0] objective 0.25
    way[c2,0] within_segment[c2,0] 1
    way[c2,0] pacing[p3] 1
    way[c2,1] objective 0.05
    way[c2,1] within_segment[c2,1] 1
    way[c2,1] pacing[p3] 1
    g[p1] pacing[p1] -1
    g[p1] fractions[p1] -1
    g[p2] pacing[p2] -1
    g[p2] fractions[p2] -1
    g[p3] pacing[p3] -1
    g[p3] fractions[p3] -1
    f[p1,n1] fractions[p1] 700
    f[p1,n1] capacity[n1] 1
    f[p2,n2] fractions[p2] 500
    f[p2,n2] capacity[n2] 1
    f[p3,n1] fractions[p3] 700
    f[p3,n1] capacity[n1] 1
    f[p3,n2] fractions[p3] 500
    f[p3,n2] capacity[n2] 1
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
 LO BND y[c1,2] 0
 UP BND y[c1,2] 1
 LO BND y[c2,0] 0
 UP BND y[c2,0] 1
 LO BND y[c2,1] 0
 UP BND y[c2,1] 1
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
 LO BND g[p1] 0
 UP BND g[p1] 600
 LO BND g[p2] 0
 PL BND g[p2]
 LO BND g[p3] 100
 PL BND g[p3]
 LO BND f[p1,n1] 0
 PL BND f[p1,n1]
 LO BND f[p2,n2] 0
 PL BND f[p2,n2]
 LO BND f[p3,n1] 0
 PL BND f[p3,n1]
 LO BND f[p3,n2] 0
 PL BND f[p3,n2]
ENDATA
