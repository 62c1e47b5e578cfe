NAME hunted-srpt
OBJSENSE
    MIN
ROWS
 N objective
 L cores[0]
 L cores[1]
 L cores[2]
 L cores[3]
 L cores[4]
 L cores[5]
 L cores[6]
 L progress[q1,0]
 L progress[q1,1]
 L progress[q1,2]
 L progress[q1,3]
 L progress[q1,4]
 L progress[q1,5]
 L progress[q1,6]
 L progress[q2,0]
 L progress[q2,1]
 L progress[q2,2]
 L progress[q2,3]
 L progress[q2,4]
 L progress[q2,5]
 L progress[q2,6]
 L in_segments[q1,0]
 L in_segments[q1,1]
 L in_segments[q1,2]
 L in_segments[q1,3]
 L in_segments[q1,4]
 L in_segments[q1,5]
 L in_segments[q1,6]
 L in_segments[q2,0]
 L in_segments[q2,1]
 L in_segments[q2,2]
 L in_segments[q2,3]
 L in_segments[q2,4]
 L in_segments[q2,5]
 L in_segments[q2,6]
COLUMNS
    M0 'MARKER' 'INTORG'
    a[q1,0] cores[0] 1
    a[q1,0] progress[q1,0] -3
    a[q1,1] cores[1] 1
    a[q1,1] progress[q1,1] -3
    a[q1,2] cores[2] 1
    a[q1,2] progress[q1,2] -3
    a[q1,3] cores[3] 1
    a[q1,3] progress[q1,3] -3
    a[q1,4] cores[4] 1
    a[q1,4] progress[q1,4] -3
    a[q1,5] cores[5] 1
    a[q1,5] progress[q1,5] -3
    a[q1,6] cores[6] 1
    a[q1,6] progress[q1,6] -3
    a[q2,0] cores[0] 1
    a[q2,0] progress[q2,0] -3
    a[q2,1] cores[1] 1
    a[q2,1] progress[q2,1] -3
    a[q2,2] cores[2] 1
    a[q2,2] progress[q2,2] -3
    a[q2,3] cores[3] 1
    a[q2,3] progress[q2,3] -3
    a[q2,4] cores[4] 1
    a[q2,4] progress[q2,4] -3
    a[q2,5] cores[5] 1
    a[q2,5] progress[q2,5] -3
    a[q2,6] cores[6] 1
    a[q2,6] progress[q2,6] -3
    M1 'MARKER' 'INTEND'
    y[q1,0] progress[q1,0] 1
    y[q1,0] progress[q1,1] -1
    y[q1,0] in_segments[q1,0] -1
    y[q1,1] progress[q1,1] 1
    y[q1,1] progress[q1,2] -1
    y[q1,1] in_segments[q1,1] -1
    y[q1,2] progress[q1,2] 1
    y[q1,2] progress[q1,3] -1
    y[q1,2] in_segments[q1,2] -1
    y[q1,3] progress[q1,3] 1
    y[q1,3] progress[q1,4] -1
    y[q1,3] in_segments[q1,3] -1
    y[q1,4] progress[q1,4] 1
    y[q1,4] progress[q1,5] -1
    y[q1,4] in_segments[q1,4] -1
    y[q1,5] progress[q1,5] 1
    y[q1,5] progress[q1,6] -1
    y[q1,5] in_segments[q1,5] -1
    y[q1,6] progress[q1,6] 1
    y[q1,6] in_segments[q1,6] -1
    y[q2,0] progress[q2,0] 1
    y[q2,0] progress[q2,1] -1
    y[q2,0] in_segments[q2,0] -1
    y[q2,1] progress[q2,1] 1
    y[q2,1] progress[q2,2] -1
    y[q2,1] in_segments[q2,1] -1
    y[q2,2] progress[q2,2] 1
    y[q2,2] progress[q2,3] -1
    y[q2,2] in_segments[q2,2] -1
    y[q2,3] progress[q2,3] 1
    y[q2,3] progress[q2,4] -1
    y[q2,3] in_segments[q2,3] -1
    y[q2,4] progress[q2,4] 1
    y[q2,4] progress[q2,5] -1
    y[q2,4] in_segments[q2,4] -1
    y[q2,5] progress[q2,5] 1
    y[q2,5] progress[q2,6] -1
    y[q2,5] in_segments[q2,5] -1
    y[q2,6] progress[q2,6] 1
    y[q2,6] in_segments[q2,6] -1
    part[q1,0,1] objective -0.0007142857142857144
    part[q1,0,1] in_segments[q1,0] 1
    part[q1,1,1] objective -0.0007142857142857144
    part[q1,1,1] in_segments[q1,1] 1
    part[q1,2,1] objective -0.0007142857142857144
    part[q1,2,1] in_segments[q1,2] 1
    part[q1,3,1] objective -0.0007142857142857144
    part[q1,3,1] in_segments[q1,3] 1
    part[q1,4,1] objective -0.0007142857142857144
    part[q1,4,1] in_segments[q1,4] 1
    part[q1,5,1] objective -0.0007142857142857144
    part[q1,5,1] in_segments[q1,5] 1
    part[q1,6,1] objective -0.0007142857142857144
    part[q1,6,1] in_segments[q1,6] 1
    part[q2,0,1] objective -0.0023809523809523807
    part[q2,0,1] in_segments[q2,0] 1
    part[q2,1,1] objective -0.0023809523809523807
    part[q2,1,1] in_segments[q2,1] 1
    part[q2,2,1] objective -0.0023809523809523807
    part[q2,2,1] in_segments[q2,2] 1
    part[q2,3,1] objective -0.0023809523809523807
    part[q2,3,1] in_segments[q2,3] 1
    part[q2,4,1] objective -0.0023809523809523807
    part[q2,4,1] in_segments[q2,4] 1
    part[q2,5,1] objective -0.0023809523809523807
    part[q2,5,1] in_segments[q2,5] 1
    part[q2,6,1] objective -0.0023809523809523807
    part[q2,6,1] in_segments[q2,6] 1
RHS
    RHS objective -1
    RHS cores[0] 4
    RHS cores[1] 4
    RHS cores[2] 4
    RHS cores[3] 4
    RHS cores[4] 4
    RHS cores[5] 4
    RHS cores[6] 4
RANGES
BOUNDS
 LO BND a[q1,0] 0
 UP BND a[q1,0] 4
 LO BND a[q1,1] 0
 UP BND a[q1,1] 4
 LO BND a[q1,2] 0
 UP BND a[q1,2] 4
 LO BND a[q1,3] 0
 UP BND a[q1,3] 4
 LO BND a[q1,4] 0
 UP BND a[q1,4] 4
 LO BND a[q1,5] 0
 UP BND a[q1,5] 4
 LO BND a[q1,6] 0
 UP BND a[q1,6] 4
 LO BND a[q2,0] 0
 UP BND a[q2,0] 4
 LO BND a[q2,1] 0
 UP BND a[q2,1] 4
 LO BND a[q2,2] 0
 UP BND a[q2,2] 4
 LO BND a[q2,3] 0
 UP BND a[q2,3] 4
 LO BND a[q2,4] 0
 UP BND a[q2,4] 4
 LO BND a[q2,5] 0
 UP BND a[q2,5] 4
 LO BND a[q2,6] 0
 UP BND a[q2,6] 4
 LO BND y[q1,0] 0
 UP BND y[q1,0] 30
 LO BND y[q1,1] 0
 UP BND y[q1,1] 30
 LO BND y[q1,2] 0
 UP BND y[q1,2] 30
 LO BND y[q1,3] 0
 UP BND y[q1,3] 30
 LO BND y[q1,4] 0
 UP BND y[q1,4] 30
 LO BND y[q1,5] 0
 UP BND y[q1,5] 30
 LO BND y[q1,6] 0
 UP BND y[q1,6] 30
 LO BND y[q2,0] 0
 UP BND y[q2,0] 30
 LO BND y[q2,1] 0
 UP BND y[q2,1] 30
 LO BND y[q2,2] 0
 UP BND y[q2,2] 30
 LO BND y[q2,3] 0
 UP BND y[q2,3] 30
 LO BND y[q2,4] 0
 UP BND y[q2,4] 30
 LO BND y[q2,5] 0
 UP BND y[q2,5] 30
 LO BND y[q2,6] 0
 UP BND y[q2,6] 30
 LO BND part[q1,0,1] 0
 UP BND part[q1,0,1] 30
 LO BND part[q1,1,1] 0
 UP BND part[q1,1,1] 30
 LO BND part[q1,2,1] 0
 UP BND part[q1,2,1] 30
 LO BND part[q1,3,1] 0
 UP BND part[q1,3,1] 30
 LO BND part[q1,4,1] 0
 UP BND part[q1,4,1] 30
 LO BND part[q1,5,1] 0
 UP BND part[q1,5,1] 30
 LO BND part[q1,6,1] 0
 UP BND part[q1,6,1] 30
 LO BND part[q2,0,1] 0
 UP BND part[q2,0,1] 30
 LO BND part[q2,1,1] 0
 UP BND part[q2,1,1] 30
 LO BND part[q2,2,1] 0
 UP BND part[q2,2,1] 30
 LO BND part[q2,3,1] 0
 UP BND part[q2,3,1] 30
 LO BND part[q2,4,1] 0
 UP BND part[q2,4,1] 30
 LO BND part[q2,5,1] 0
 UP BND part[q2,5,1] 30
 LO BND part[q2,6,1] 0
 UP BND part[q2,6,1] 30
ENDATA
