NAME too-many-least-cores
OBJSENSE
    MIN
ROWS
 N objective
 L cores[0]
 L cores[1]
 L cores[2]
 L cores[3]
 L progress[A,0]
 L progress[A,1]
 L progress[A,2]
 L progress[A,3]
 L progress[B,0]
 L progress[B,1]
 L progress[B,2]
 L progress[B,3]
 L progress[C,0]
 L progress[C,1]
 L progress[C,2]
 L progress[C,3]
 L ended[A,0]
 L ended[A,1]
 L ended[A,2]
 L ended[A,3]
 L ended[B,0]
 L ended[B,1]
 L ended[B,2]
 L ended[B,3]
 L ended[C,0]
 L ended[C,1]
 L ended[C,2]
 L ended[C,3]
 G at_least[A,0]
 L at_least[A,1]
 L at_least[A,2]
 L at_least[A,3]
 G at_least[B,0]
 L at_least[B,1]
 L at_least[B,2]
 L at_least[B,3]
 G at_least[C,0]
 L at_least[C,1]
 L at_least[C,2]
 L at_least[C,3]
 L in_segments[A,0]
 L in_segments[A,1]
 L in_segments[A,2]
 L in_segments[A,3]
 L in_segments[B,0]
 L in_segments[B,1]
 L in_segments[B,2]
 L in_segments[B,3]
 L in_segments[C,0]
 L in_segments[C,1]
 L in_segments[C,2]
 L in_segments[C,3]
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
    a[A,3] cores[3] 1
    a[A,3] progress[A,3] -1
    a[A,3] at_least[A,3] -1
    a[B,0] cores[0] 1
    a[B,0] progress[B,0] -1
    a[B,0] at_least[B,0] 1
    a[B,1] cores[1] 1
    a[B,1] progress[B,1] -1
    a[B,1] at_least[B,1] -1
    a[B,2] cores[2] 1
    a[B,2] progress[B,2] -1
    a[B,2] at_least[B,2] -1
    a[B,3] cores[3] 1
    a[B,3] progress[B,3] -1
    a[B,3] at_least[B,3] -1
    a[C,0] cores[0] 1
    a[C,0] progress[C,0] -1
    a[C,0] at_least[C,0] 1
    a[C,1] cores[1] 1
    a[C,1] progress[C,1] -1
    a[C,1] at_least[C,1] -1
    a[C,2] cores[2] 1
    a[C,2] progress[C,2] -1
    a[C,2] at_least[C,2] -1
    a[C,3] cores[3] 1
    a[C,3] progress[C,3] -1
    a[C,3] at_least[C,3] -1
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
    y[A,2] progress[A,3] -1
    y[A,2] ended[A,2] -1
    y[A,2] in_segments[A,2] -1
    y[A,3] progress[A,3] 1
    y[A,3] ended[A,3] -1
    y[A,3] in_segments[A,3] -1
    y[B,0] progress[B,0] 1
    y[B,0] progress[B,1] -1
    y[B,0] ended[B,0] -1
    y[B,0] in_segments[B,0] -1
    y[B,1] progress[B,1] 1
    y[B,1] progress[B,2] -1
    y[B,1] ended[B,1] -1
    y[B,1] in_segments[B,1] -1
    y[B,2] progress[B,2] 1
    y[B,2] progress[B,3] -1
    y[B,2] ended[B,2] -1
    y[B,2] in_segments[B,2] -1
    y[B,3] progress[B,3] 1
    y[B,3] ended[B,3] -1
    y[B,3] in_segments[B,3] -1
    y[C,0] progress[C,0] 1
    y[C,0] progress[C,1] -1
    y[C,0] ended[C,0] -1
    y[C,0] in_segments[C,0] -1
    y[C,1] progress[C,1] 1
    y[C,1] progress[C,2] -1
    y[C,1] ended[C,1] -1
    y[C,1] in_segments[C,1] -1
    y[C,2] progress[C,2] 1
    y[C,2] progress[C,3] -1
    y[C,2] ended[C,2] -1
    y[C,2] in_segments[C,2] -1
    y[C,3] progress[C,3] 1
    y[C,3] ended[C,3] -1
    y[C,3] in_segments[C,3] -1
    M2 'MARKER' 'INTORG'
    d[A,0] ended[A,0] 50
    d[A,0] at_least[A,1] -2
    d[A,1] ended[A,1] 50
    d[A,1] at_least[A,2] -2
    d[A,2] ended[A,2] 50
    d[A,2] at_least[A,3] -2
    d[A,3] ended[A,3] 50
    d[B,0] ended[B,0] 50
    d[B,0] at_least[B,1] -2
    d[B,1] ended[B,1] 50
    d[B,1] at_least[B,2] -2
    d[B,2] ended[B,2] 50
    d[B,2] at_least[B,3] -2
    d[B,3] ended[B,3] 50
    d[C,0] ended[C,0] 50
    d[C,0] at_least[C,1] -2
    d[C,1] ended[C,1] 50
    d[C,1] at_least[C,2] -2
    d[C,2] ended[C,2] 50
    d[C,2] at_least[C,3] -2
    d[C,3] ended[C,3] 50
    M3 'MARKER' 'INTEND'
    part[A,0,1] objective -0.0008333333333333333
    part[A,0,1] in_segments[A,0] 1
    part[A,1,1] objective -0.0008333333333333333
    part[A,1,1] in_segments[A,1] 1
    part[A,2,1] objective -0.0008333333333333333
    part[A,2,1] in_segments[A,2] 1
    part[A,3,1] objective -0.0008333333333333333
    part[A,3,1] in_segments[A,3] 1
    part[B,0,1] objective -0.0008333333333333333
    part[B,0,1] in_segments[B,0] 1
    part[B,1,1] objective -0.0008333333333333333
    part[B,1,1] in_segments[B,1] 1
    part[B,2,1] objective -0.0008333333333333333
    part[B,2,1] in_segments[B,2] 1
    part[B,3,1] objective -0.0008333333333333333
    part[B,3,1] in_segments[B,3] 1
    part[C,0,1] objective -0.0008333333333333333
    part[C,0,1] in_segments[C,0] 1
    part[C,1,1] objective -0.0008333333333333333
    part[C,1,1] in_segments[C,1] 1
    part[C,2,1] objective -0.0008333333333333333
    part[C,2,1] in_segments[C,2] 1
    part[C,3,1] objective -0.0008333333333333333
    part[C,3,1] in_segments[C,3] 1
RHS
    RHS objective -1
    RHS cores[0] 4
    RHS cores[1] 4
    RHS cores[2] 4
    RHS cores[3] 4
    RHS at_least[A,0] 2
    RHS at_least[A,1] -2
    RHS at_least[A,2] -2
    RHS at_least[A,3] -2
    RHS at_least[B,0] 2
    RHS at_least[B,1] -2
    RHS at_least[B,2] -2
    RHS at_least[B,3] -2
    RHS at_least[C,0] 2
    RHS at_least[C,1] -2
    RHS at_least[C,2] -2
    RHS at_least[C,3] -2
RANGES
BOUNDS
 LO BND a[A,0] 0
 UP BND a[A,0] 4
 LO BND a[A,1] 0
 UP BND a[A,1] 4
 LO BND a[A,2] 0
 UP BND a[A,2] 4
 LO BND a[A,3] 0
 UP BND a[A,3] 4
 LO BND a[B,0] 0
 UP BND a[B,0] 4
 LO BND a[B,1] 0
 UP BND a[B,1] 4
 LO BND a[B,2] 0
 UP BND a[B,2] 4
 LO BND a[B,3] 0
 UP BND a[B,3] 4
 LO BND a[C,0] 0
 UP BND a[C,0] 4
 LO BND a[C,1] 0
 UP BND a[C,1] 4
 LO BND a[C,2] 0
 UP BND a[C,2] 4
 LO BND a[C,3] 0
 UP BND a[C,3] 4
 LO BND y[A,0] 0
 UP BND y[A,0] 50
 LO BND y[A,1] 0
 UP BND y[A,1] 50
 LO BND y[A,2] 0
 UP BND y[A,2] 50
 LO BND y[A,3] 0
 UP BND y[A,3] 50
 LO BND y[B,0] 0
 UP BND y[B,0] 50
 LO BND y[B,1] 0
 UP BND y[B,1] 50
 LO BND y[B,2] 0
 UP BND y[B,2] 50
 LO BND y[B,3] 0
 UP BND y[B,3] 50
 LO BND y[C,0] 0
 UP BND y[C,0] 50
 LO BND y[C,1] 0
 UP BND y[C,1] 50
 LO BND y[C,2] 0
 UP BND y[C,2] 50
 LO BND y[C,3] 0
 UP BND y[C,3] 50
 LO BND d[A,0] 0
 UP BND d[A,0] 1
 LO BND d[A,1] 0
 UP BND d[A,1] 1
 LO BND d[A,2] 0
 UP BND d[A,2] 1
 LO BND d[A,3] 0
 UP BND d[A,3] 1
 LO BND d[B,0] 0
 UP BND d[B,0] 1
 LO BND d[B,1] 0
 UP BND d[B,1] 1
 LO BND d[B,2] 0
 UP BND d[B,2] 1
 LO BND d[B,3] 0
 UP BND d[B,3] 1
 LO BND d[C,0] 0
 UP BND d[C,0] 1
 LO BND d[C,1] 0
 UP BND d[C,1] 1
 LO BND d[C,2] 0
 UP BND d[C,2] 1
 LO BND d[C,3] 0
 UP BND d[C,3] 1
 LO BND part[A,0,1] 0
 UP BND part[A,0,1] 50
 LO BND part[A,1,1] 0
 UP BND part[A,1,1] 50
 LO BND part[A,2,1] 0
 UP BND part[A,2,1] 50
 LO BND part[A,3,1] 0
 UP BND part[A,3,1] 50
 LO BND part[B,0,1] 0
 UP BND part[B,0,1] 50
 LO BND part[B,1,1] 0
 UP BND part[B,1,1] 50
 LO BND part[B,2,1] 0
 UP BND part[B,2,1] 50
 LO BND part[B,3,1] 0
 UP BND part[B,3,1] 50
 LO BND part[C,0,1] 0
 UP BND part[C,0,1] 50
 LO BND part[C,1,1] 0
 UP BND part[C,1,1] 50
 LO BND part[C,2,1] 0
 UP BND part[C,2,1] 50
 LO BND part[C,3,1] 0
 UP BND part[C,3,1] 50
ENDATA
