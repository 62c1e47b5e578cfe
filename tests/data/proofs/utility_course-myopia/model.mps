NAME myopia
OBJSENSE
    MIN
ROWS
 N objective
 L cores[0]
 L cores[1]
 L cores[2]
 L progress[A,0]
 L progress[A,1]
 L progress[A,2]
 L progress[B,0]
 L progress[B,1]
 L progress[B,2]
 L in_segments[A,0]
 L in_segments[A,1]
 L in_segments[A,2]
 L in_segments[B,0]
 L in_segments[B,1]
 L in_segments[B,2]
COLUMNS
    M0 'MARKER' 'INTORG'
    a[A,0] cores[0] 1
    a[A,0] progress[A,0] -1
    a[A,1] cores[1] 1
    a[A,1] progress[A,1] -1
    a[A,2] cores[2] 1
    a[A,2] progress[A,2] -1
    a[B,0] cores[0] 1
    a[B,0] progress[B,0] -1
    a[B,1] cores[1] 1
    a[B,1] progress[B,1] -1
    a[B,2] cores[2] 1
    a[B,2] progress[B,2] -1
    M1 'MARKER' 'INTEND'
    y[A,0] progress[A,0] 1
    y[A,0] progress[A,1] -1
    y[A,0] in_segments[A,0] -1
    y[A,1] progress[A,1] 1
    y[A,1] progress[A,2] -1
    y[A,1] in_segments[A,1] -1
    y[A,2] progress[A,2] 1
    y[A,2] in_segments[A,2] -1
    y[B,0] progress[B,0] 1
    y[B,0] progress[B,1] -1
    y[B,0] in_segments[B,0] -1
    y[B,1] progress[B,1] 1
    y[B,1] progress[B,2] -1
    y[B,1] in_segments[B,1] -1
    y[B,2] progress[B,2] 1
    y[B,2] in_segments[B,2] -1
    part[A,0,1] objective -0.8333333333333333
    part[A,0,1] in_segments[A,0] 1
    part[A,0,2] objective -0.8333333333333333
    part[A,0,2] in_segments[A,0] 1
    part[A,0,3] objective -0.8333333333333333
    part[A,0,3] in_segments[A,0] 1
    part[A,1,1] objective -0.8333333333333333
    part[A,1,1] in_segments[A,1] 1
    part[A,1,2] objective -0.8333333333333333
    part[A,1,2] in_segments[A,1] 1
    part[A,1,3] objective -0.8333333333333333
    part[A,1,3] in_segments[A,1] 1
    part[A,2,1] objective -0.8333333333333333
    part[A,2,1] in_segments[A,2] 1
    part[A,2,2] objective -0.8333333333333333
    part[A,2,2] in_segments[A,2] 1
    part[A,2,3] objective -0.8333333333333333
    part[A,2,3] in_segments[A,2] 1
    part[B,0,1] objective -1
    part[B,0,1] in_segments[B,0] 1
    part[B,0,2] objective -1
    part[B,0,2] in_segments[B,0] 1
    part[B,1,1] objective -1
    part[B,1,1] in_segments[B,1] 1
    part[B,1,2] objective -1
    part[B,1,2] in_segments[B,1] 1
    part[B,2,1] objective -1
    part[B,2,1] in_segments[B,2] 1
    part[B,2,2] objective -1
    part[B,2,2] in_segments[B,2] 1
RHS
    RHS objective -13.5
    RHS cores[0] 2
    RHS cores[1] 2
    RHS cores[2] 2
RANGES
BOUNDS
 LO BND a[A,0] 0
 UP BND a[A,0] 1
 LO BND a[A,1] 0
 UP BND a[A,1] 1
 LO BND a[A,2] 0
 UP BND a[A,2] 1
 LO BND a[B,0] 0
 UP BND a[B,0] 2
 LO BND a[B,1] 0
 UP BND a[B,1] 2
 LO BND a[B,2] 0
 UP BND a[B,2] 2
 LO BND y[A,0] 0
 UP BND y[A,0] 3
 LO BND y[A,1] 0
 UP BND y[A,1] 3
 LO BND y[A,2] 0
 UP BND y[A,2] 3
 LO BND y[B,0] 0
 UP BND y[B,0] 2
 LO BND y[B,1] 0
 UP BND y[B,1] 2
 LO BND y[B,2] 0
 UP BND y[B,2] 2
 LO BND part[A,0,1] 0
 UP BND part[A,0,1] 1
 LO BND part[A,0,2] 0
 UP BND part[A,0,2] 1
 LO BND part[A,0,3] 0
 UP BND part[A,0,3] 1
 LO BND part[A,1,1] 0
 UP BND part[A,1,1] 1
 LO BND part[A,1,2] 0
 UP BND part[A,1,2] 1
 LO BND part[A,1,3] 0
 UP BND part[A,1,3] 1
 LO BND part[A,2,1] 0
 UP BND part[A,2,1] 1
 LO BND part[A,2,2] 0
 UP BND part[A,2,2] 1
 LO BND part[A,2,3] 0
 UP BND part[A,2,3] 1
 LO BND part[B,0,1] 0
 UP BND part[B,0,1] 1
 LO BND part[B,0,2] 0
 UP BND part[B,0,2] 1
 LO BND part[B,1,1] 0
 UP BND part[B,1,1] 1
 LO BND part[B,1,2] 0
 UP BND part[B,1,2] 1
 LO BND part[B,2,1] 0
 UP BND part[B,2,1] 1
 LO BND part[B,2,2] 0
 UP BND part[B,2,2] 1
ENDATA
