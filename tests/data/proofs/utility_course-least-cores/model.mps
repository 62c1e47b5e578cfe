NAME least-cores
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
 L ended[A,0]
 L ended[A,1]
 L ended[A,2]
 L ended[B,0]
 L ended[B,1]
 L ended[B,2]
 G at_least[A,0]
 L at_least[A,1]
 L at_least[A,2]
 G at_least[B,0]
 L at_least[B,1]
 L at_least[B,2]
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
    a[A,0] at_least[A,0] 1
    a[A,1] cores[1] 1
    a[A,1] progress[A,1] -1
    a[A,1] at_least[A,1] -1
    a[A,2] cores[2] 1
    a[A,2] progress[A,2] -1
    a[A,2] at_least[A,2] -1
    a[B,0] cores[0] 1
    a[B,0] progress[B,0] -1
    a[B,0] at_least[B,0] 1
    a[B,1] cores[1] 1
    a[B,1] progress[B,1] -1
    a[B,1] at_least[B,1] -1
    a[B,2] cores[2] 1
    a[B,2] progress[B,2] -1
    a[B,2] at_least[B,2] -1
    M1 'MARKER' 'INTEND'
    y[A,0] progress[A,0] 1
    y[A,0] progress[A,1] -1
    y[A,0] ended[A,0] -1
    y[A,0] in_segments[A,0] -1
    y[A,1] progress[A,1] 1
    y[A,1] progress[A,2] -1
    y[A,1] ended[A,1] -1
    y[A,1] in_segments[A,1] -1
    y[A,2] progress[A,2] 1
    y[A,2] ended[A,2] -1
    y[A,2] in_segments[A,2] -1
    y[B,0] progress[B,0] 1
    y[B,0] progress[B,1] -1
    y[B,0] ended[B,0] -1
    y[B,0] in_segments[B,0] -1
    y[B,1] progress[B,1] 1
    y[B,1] progress[B,2] -1
    y[B,1] ended[B,1] -1
    y[B,1] in_segments[B,1] -1
    y[B,2] progress[B,2] 1
    y[B,2] ended[B,2] -1
    y[B,2] in_segments[B,2] -1
    M2 'MARKER' 'INTORG'
    d[A,0] ended[A,0] 5
    d[A,0] at_least[A,1] -1
    d[A,1] ended[A,1] 5
    d[A,1] at_least[A,2] -1
    d[A,2] ended[A,2] 5
    d[B,0] ended[B,0] 4
    d[B,0] at_least[B,1] -1
    d[B,1] ended[B,1] 4
    d[B,1] at_least[B,2] -1
    d[B,2] ended[B,2] 4
    M3 'MARKER' 'INTEND'
    part[A,0,1] objective -2.833333333333333
    part[A,0,1] in_segments[A,0] 1
    part[A,0,2] objective -2
    part[A,0,2] in_segments[A,0] 1
    part[A,0,3] objective -1.8333333333333333
    part[A,0,3] in_segments[A,0] 1
    part[A,0,4] objective -1.8333333333333333
    part[A,0,4] in_segments[A,0] 1
    part[A,0,5] objective -0.6666666666666666
    part[A,0,5] in_segments[A,0] 1
    part[A,1,1] objective -2.833333333333333
    part[A,1,1] in_segments[A,1] 1
    part[A,1,2] objective -2
    part[A,1,2] in_segments[A,1] 1
    part[A,1,3] objective -1.8333333333333333
    part[A,1,3] in_segments[A,1] 1
    part[A,1,4] objective -1.8333333333333333
    part[A,1,4] in_segments[A,1] 1
    part[A,1,5] objective -0.6666666666666666
    part[A,1,5] in_segments[A,1] 1
    part[A,2,1] objective -2.833333333333333
    part[A,2,1] in_segments[A,2] 1
    part[A,2,2] objective -2
    part[A,2,2] in_segments[A,2] 1
    part[A,2,3] objective -1.8333333333333333
    part[A,2,3] in_segments[A,2] 1
    part[A,2,4] objective -1.8333333333333333
    part[A,2,4] in_segments[A,2] 1
    part[A,2,5] objective -0.6666666666666666
    part[A,2,5] in_segments[A,2] 1
    part[B,0,1] objective -3.1666666666666665
    part[B,0,1] in_segments[B,0] 1
    part[B,0,2] objective -2.833333333333333
    part[B,0,2] in_segments[B,0] 1
    part[B,0,3] objective -0.8333333333333333
    part[B,0,3] in_segments[B,0] 1
    part[B,0,4] objective -0.16666666666666666
    part[B,0,4] in_segments[B,0] 1
    part[B,1,1] objective -3.1666666666666665
    part[B,1,1] in_segments[B,1] 1
    part[B,1,2] objective -2.833333333333333
    part[B,1,2] in_segments[B,1] 1
    part[B,1,3] objective -0.8333333333333333
    part[B,1,3] in_segments[B,1] 1
    part[B,1,4] objective -0.16666666666666666
    part[B,1,4] in_segments[B,1] 1
    part[B,2,1] objective -3.1666666666666665
    part[B,2,1] in_segments[B,2] 1
    part[B,2,2] objective -2.833333333333333
    part[B,2,2] in_segments[B,2] 1
    part[B,2,3] objective -0.8333333333333333
    part[B,2,3] in_segments[B,2] 1
    part[B,2,4] objective -0.16666666666666666
    part[B,2,4] in_segments[B,2] 1
RHS
    RHS objective -48.5
    RHS cores[0] 3
    RHS cores[1] 3
    RHS cores[2] 3
    RHS at_least[A,0] 1
    RHS at_least[A,1] -1
    RHS at_least[A,2] -1
    RHS at_least[B,0] 1
    RHS at_least[B,1] -1
    RHS at_least[B,2] -1
RANGES
BOUNDS
 LO BND a[A,0] 0
 UP BND a[A,0] 3
 LO BND a[A,1] 0
 UP BND a[A,1] 3
 LO BND a[A,2] 0
 UP BND a[A,2] 3
 LO BND a[B,0] 0
 UP BND a[B,0] 3
 LO BND a[B,1] 0
 UP BND a[B,1] 3
 LO BND a[B,2] 0
 UP BND a[B,2] 3
 LO BND y[A,0] 0
 UP BND y[A,0] 5
 LO BND y[A,1] 0
 UP BND y[A,1] 5
 LO BND y[A,2] 0
 UP BND y[A,2] 5
 LO BND y[B,0] 0
 UP BND y[B,0] 4
 LO BND y[B,1] 0
 UP BND y[B,1] 4
 LO BND y[B,2] 0
 UP BND y[B,2] 4
 LO BND d[A,0] 0
 UP BND d[A,0] 1
 LO BND d[A,1] 0
 UP BND d[A,1] 1
 LO BND d[A,2] 0
 UP BND d[A,2] 1
 LO BND d[B,0] 0
 UP BND d[B,0] 1
 LO BND d[B,1] 0
 UP BND d[B,1] 1
 LO BND d[B,2] 0
 UP BND d[B,2] 1
 LO BND part[A,0,1] 0
 UP BND part[A,0,1] 1
 LO BND part[A,0,2] 0
 UP BND part[A,0,2] 1
 LO BND part[A,0,3] 0
 UP BND part[A,0,3] 1
 LO BND part[A,0,4] 0
 UP BND part[A,0,4] 1
 LO BND part[A,0,5] 0
 UP BND part[A,0,5] 1
 LO BND part[A,1,1] 0
 UP BND part[A,1,1] 1
 LO BND part[A,1,2] 0
 UP BND part[A,1,2] 1
 LO BND part[A,1,3] 0
 UP BND part[A,1,3] 1
 LO BND part[A,1,4] 0
 UP BND part[A,1,4] 1
 LO BND part[A,1,5] 0
 UP BND part[A,1,5] 1
 LO BND part[A,2,1] 0
 UP BND part[A,2,1] 1
 LO BND part[A,2,2] 0
 UP BND part[A,2,2] 1
 LO BND part[A,2,3] 0
 UP BND part[A,2,3] 1
 LO BND part[A,2,4] 0
 UP BND part[A,2,4] 1
 LO BND part[A,2,5] 0
 UP BND part[A,2,5] 1
 LO BND part[B,0,1] 0
 UP BND part[B,0,1] 1
 LO BND part[B,0,2] 0
 UP BND part[B,0,2] 1
 LO BND part[B,0,3] 0
 UP BND part[B,0,3] 1
 LO BND part[B,0,4] 0
 UP BND part[B,0,4] 1
 LO BND part[B,1,1] 0
 UP BND part[B,1,1] 1
 LO BND part[B,1,2] 0
 UP BND part[B,1,2] 1
 LO BND part[B,1,3] 0
 UP BND part[B,1,3] 1
 LO BND part[B,1,4] 0
 UP BND part[B,1,4] 1
 LO BND part[B,2,1] 0
 UP BND part[B,2,1] 1
 LO BND part[B,2,2] 0
 UP BND part[B,2,2] 1
 LO BND part[B,2,3] 0
 UP BND part[B,2,3] 1
 LO BND part[B,2,4] 0
 UP BND part[B,2,4] 1
ENDATA
