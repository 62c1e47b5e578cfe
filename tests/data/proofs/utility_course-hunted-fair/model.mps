NAME hunted-fair
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
 L cores[7]
 L progress[q1,0]
 L progress[q1,1]
 L progress[q1,2]
 L progress[q1,3]
 L progress[q1,4]
 L progress[q1,5]
 L progress[q1,6]
 L progress[q1,7]
 L progress[q2,0]
 L progress[q2,1]
 L progress[q2,2]
 L progress[q2,3]
 L progress[q2,4]
 L progress[q2,5]
 L progress[q2,6]
 L progress[q2,7]
 L progress[q3,0]
 L progress[q3,1]
 L progress[q3,2]
 L progress[q3,3]
 L progress[q3,4]
 L progress[q3,5]
 L progress[q3,6]
 L progress[q3,7]
 L in_segments[q1,0]
 L in_segments[q1,1]
 L in_segments[q1,2]
 L in_segments[q1,3]
 L in_segments[q1,4]
 L in_segments[q1,5]
 L in_segments[q1,6]
 L in_segments[q1,7]
 L in_segments[q2,0]
 L in_segments[q2,1]
 L in_segments[q2,2]
 L in_segments[q2,3]
 L in_segments[q2,4]
 L in_segments[q2,5]
 L in_segments[q2,6]
 L in_segments[q2,7]
 L in_segments[q3,0]
 L in_segments[q3,1]
 L in_segments[q3,2]
 L in_segments[q3,3]
 L in_segments[q3,4]
 L in_segments[q3,5]
 L in_segments[q3,6]
 L in_segments[q3,7]
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
    a[q1,7] cores[7] 1
    a[q1,7] progress[q1,7] -3
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
    a[q2,7] cores[7] 1
    a[q2,7] progress[q2,7] -3
    a[q3,0] cores[0] 1
    a[q3,0] progress[q3,0] -3
    a[q3,1] cores[1] 1
    a[q3,1] progress[q3,1] -3
    a[q3,2] cores[2] 1
    a[q3,2] progress[q3,2] -3
    a[q3,3] cores[3] 1
    a[q3,3] progress[q3,3] -3
    a[q3,4] cores[4] 1
    a[q3,4] progress[q3,4] -3
    a[q3,5] cores[5] 1
    a[q3,5] progress[q3,5] -3
    a[q3,6] cores[6] 1
    a[q3,6] progress[q3,6] -3
    a[q3,7] cores[7] 1
    a[q3,7] progress[q3,7] -3
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
    y[q1,6] progress[q1,7] -1
    y[q1,6] in_segments[q1,6] -1
    y[q1,7] progress[q1,7] 1
    y[q1,7] in_segments[q1,7] -1
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
    y[q2,6] progress[q2,7] -1
    y[q2,6] in_segments[q2,6] -1
    y[q2,7] progress[q2,7] 1
    y[q2,7] in_segments[q2,7] -1
    y[q3,0] progress[q3,0] 1
    y[q3,0] progress[q3,1] -1
    y[q3,0] in_segments[q3,0] -1
    y[q3,1] progress[q3,1] 1
    y[q3,1] progress[q3,2] -1
    y[q3,1] in_segments[q3,1] -1
    y[q3,2] progress[q3,2] 1
    y[q3,2] progress[q3,3] -1
    y[q3,2] in_segments[q3,2] -1
    y[q3,3] progress[q3,3] 1
    y[q3,3] progress[q3,4] -1
    y[q3,3] in_segments[q3,3] -1
    y[q3,4] progress[q3,4] 1
    y[q3,4] progress[q3,5] -1
    y[q3,4] in_segments[q3,4] -1
    y[q3,5] progress[q3,5] 1
    y[q3,5] progress[q3,6] -1
    y[q3,5] in_segments[q3,5] -1
    y[q3,6] progress[q3,6] 1
    y[q3,6] progress[q3,7] -1
    y[q3,6] in_segments[q3,6] -1
    y[q3,7] progress[q3,7] 1
    y[q3,7] in_segments[q3,7] -1
    part[q1,0,1] objective -0.0013888888888888887
    part[q1,0,1] in_segments[q1,0] 1
    part[q1,1,1] objective -0.0013888888888888887
    part[q1,1,1] in_segments[q1,1] 1
    part[q1,2,1] objective -0.0013888888888888887
    part[q1,2,1] in_segments[q1,2] 1
    part[q1,3,1] objective -0.0013888888888888887
    part[q1,3,1] in_segments[q1,3] 1
    part[q1,4,1] objective -0.0013888888888888887
    part[q1,4,1] in_segments[q1,4] 1
    part[q1,5,1] objective -0.0013888888888888887
    part[q1,5,1] in_segments[q1,5] 1
    part[q1,6,1] objective -0.0013888888888888887
    part[q1,6,1] in_segments[q1,6] 1
    part[q1,7,1] objective -0.0013888888888888887
    part[q1,7,1] in_segments[q1,7] 1
    part[q2,0,1] objective -0.000946969696969697
    part[q2,0,1] in_segments[q2,0] 1
    part[q2,1,1] objective -0.000946969696969697
    part[q2,1,1] in_segments[q2,1] 1
    part[q2,2,1] objective -0.000946969696969697
    part[q2,2,1] in_segments[q2,2] 1
    part[q2,3,1] objective -0.000946969696969697
    part[q2,3,1] in_segments[q2,3] 1
    part[q2,4,1] objective -0.000946969696969697
    part[q2,4,1] in_segments[q2,4] 1
    part[q2,5,1] objective -0.000946969696969697
    part[q2,5,1] in_segments[q2,5] 1
    part[q2,6,1] objective -0.000946969696969697
    part[q2,6,1] in_segments[q2,6] 1
    part[q2,7,1] objective -0.000946969696969697
    part[q2,7,1] in_segments[q2,7] 1
    part[q3,0,1] objective -0.008333333333333333
    part[q3,0,1] in_segments[q3,0] 1
    part[q3,1,1] objective -0.008333333333333333
    part[q3,1,1] in_segments[q3,1] 1
    part[q3,2,1] objective -0.008333333333333333
    part[q3,2,1] in_segments[q3,2] 1
    part[q3,3,1] objective -0.008333333333333333
    part[q3,3,1] in_segments[q3,3] 1
    part[q3,4,1] objective -0.008333333333333333
    part[q3,4,1] in_segments[q3,4] 1
    part[q3,5,1] objective -0.008333333333333333
    part[q3,5,1] in_segments[q3,5] 1
    part[q3,6,1] objective -0.008333333333333333
    part[q3,6,1] in_segments[q3,6] 1
    part[q3,7,1] objective -0.008333333333333333
    part[q3,7,1] in_segments[q3,7] 1
RHS
    RHS objective -0.8333333333333333
    RHS cores[0] 2
    RHS cores[1] 2
    RHS cores[2] 2
    RHS cores[3] 2
    RHS cores[4] 2
    RHS cores[5] 2
    RHS cores[6] 2
    RHS cores[7] 2
RANGES
BOUNDS
 LO BND a[q1,0] 0
 UP BND a[q1,0] 2
 LO BND a[q1,1] 0
 UP BND a[q1,1] 2
 LO BND a[q1,2] 0
 UP BND a[q1,2] 2
 LO BND a[q1,3] 0
 UP BND a[q1,3] 2
 LO BND a[q1,4] 0
 UP BND a[q1,4] 2
 LO BND a[q1,5] 0
 UP BND a[q1,5] 2
 LO BND a[q1,6] 0
 UP BND a[q1,6] 2
 LO BND a[q1,7] 0
 UP BND a[q1,7] 2
 LO BND a[q2,0] 0
 UP BND a[q2,0] 2
 LO BND a[q2,1] 0
 UP BND a[q2,1] 2
 LO BND a[q2,2] 0
 UP BND a[q2,2] 2
 LO BND a[q2,3] 0
 UP BND a[q2,3] 2
 LO BND a[q2,4] 0
 UP BND a[q2,4] 2
 LO BND a[q2,5] 0
 UP BND a[q2,5] 2
 LO BND a[q2,6] 0
 UP BND a[q2,6] 2
 LO BND a[q2,7] 0
 UP BND a[q2,7] 2
 LO BND a[q3,0] 0
 UP BND a[q3,0] 2
 LO BND a[q3,1] 0
 UP BND a[q3,1] 2
 LO BND a[q3,2] 0
 UP BND a[q3,2] 2
 LO BND a[q3,3] 0
 UP BND a[q3,3] 2
 LO BND a[q3,4] 0
 UP BND a[q3,4] 2
 LO BND a[q3,5] 0
 UP BND a[q3,5] 2
 LO BND a[q3,6] 0
 UP BND a[q3,6] 2
 LO BND a[q3,7] 0
 UP BND a[q3,7] 2
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
 LO BND y[q1,7] 0
 UP BND y[q1,7] 30
 LO BND y[q2,0] 0
 UP BND y[q2,0] 22
 LO BND y[q2,1] 0
 UP BND y[q2,1] 22
 LO BND y[q2,2] 0
 UP BND y[q2,2] 22
 LO BND y[q2,3] 0
 UP BND y[q2,3] 22
 LO BND y[q2,4] 0
 UP BND y[q2,4] 22
 LO BND y[q2,5] 0
 UP BND y[q2,5] 22
 LO BND y[q2,6] 0
 UP BND y[q2,6] 22
 LO BND y[q2,7] 0
 UP BND y[q2,7] 22
 LO BND y[q3,0] 0
 UP BND y[q3,0] 5
 LO BND y[q3,1] 0
 UP BND y[q3,1] 5
 LO BND y[q3,2] 0
 UP BND y[q3,2] 5
 LO BND y[q3,3] 0
 UP BND y[q3,3] 5
 LO BND y[q3,4] 0
 UP BND y[q3,4] 5
 LO BND y[q3,5] 0
 UP BND y[q3,5] 5
 LO BND y[q3,6] 0
 UP BND y[q3,6] 5
 LO BND y[q3,7] 0
 UP BND y[q3,7] 5
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
 LO BND part[q1,7,1] 0
 UP BND part[q1,7,1] 30
 LO BND part[q2,0,1] 0
 UP BND part[q2,0,1] 22
 LO BND part[q2,1,1] 0
 UP BND part[q2,1,1] 22
 LO BND part[q2,2,1] 0
 UP BND part[q2,2,1] 22
 LO BND part[q2,3,1] 0
 UP BND part[q2,3,1] 22
 LO BND part[q2,4,1] 0
 UP BND part[q2,4,1] 22
 LO BND part[q2,5,1] 0
 UP BND part[q2,5,1] 22
 LO BND part[q2,6,1] 0
 UP BND part[q2,6,1] 22
 LO BND part[q2,7,1] 0
 UP BND part[q2,7,1] 22
 LO BND part[q3,0,1] 0
 UP BND part[q3,0,1] 5
 LO BND part[q3,1,1] 0
 UP BND part[q3,1,1] 5
 LO BND part[q3,2,1] 0
 UP BND part[q3,2,1] 5
 LO BND part[q3,3,1] 0
 UP BND part[q3,3,1] 5
 LO BND part[q3,4,1] 0
 UP BND part[q3,4,1] 5
 LO BND part[q3,5,1] 0
 UP BND part[q3,5,1] 5
 LO BND part[q3,6,1] 0
 UP BND part[q3,6,1] 5
 LO BND part[q3,7,1] 0
 UP BND part[q3,7,1] 5
ENDATA
