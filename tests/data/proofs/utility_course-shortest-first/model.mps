NAME shortest-first
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
 L progress[A,0]
 L progress[A,1]
 L progress[A,2]
 L progress[A,3]
 L progress[A,4]
 L progress[A,5]
 L progress[A,6]
 L progress[A,7]
 L progress[B,0]
 L progress[B,1]
 L progress[B,2]
 L progress[B,3]
 L progress[B,4]
 L progress[B,5]
 L progress[B,6]
 L progress[B,7]
 L reached[A,0]
 L reached[A,1]
 L reached[A,2]
 L reached[A,3]
 L reached[A,4]
 L reached[A,5]
 L reached[A,6]
 L reached[A,7]
 L reached[B,0]
 L reached[B,1]
 L reached[B,2]
 L reached[B,3]
 L reached[B,4]
 L reached[B,5]
 L reached[B,6]
 L reached[B,7]
COLUMNS
    M0 'MARKER' 'INTORG'
    a[A,0] cores[0] 1
    a[A,0] progress[A,0] -1
    a[A,1] cores[1] 1
    a[A,1] progress[A,1] -1
    a[A,2] cores[2] 1
    a[A,2] progress[A,2] -1
    a[A,3] cores[3] 1
    a[A,3] progress[A,3] -1
    a[A,4] cores[4] 1
    a[A,4] progress[A,4] -1
    a[A,5] cores[5] 1
    a[A,5] progress[A,5] -1
    a[A,6] cores[6] 1
    a[A,6] progress[A,6] -1
    a[A,7] cores[7] 1
    a[A,7] progress[A,7] -1
    a[B,0] cores[0] 1
    a[B,0] progress[B,0] -1
    a[B,1] cores[1] 1
    a[B,1] progress[B,1] -1
    a[B,2] cores[2] 1
    a[B,2] progress[B,2] -1
    a[B,3] cores[3] 1
    a[B,3] progress[B,3] -1
    a[B,4] cores[4] 1
    a[B,4] progress[B,4] -1
    a[B,5] cores[5] 1
    a[B,5] progress[B,5] -1
    a[B,6] cores[6] 1
    a[B,6] progress[B,6] -1
    a[B,7] cores[7] 1
    a[B,7] progress[B,7] -1
    M1 'MARKER' 'INTEND'
    y[A,0] progress[A,0] 1
    y[A,0] progress[A,1] -1
    y[A,0] reached[A,0] -1
    y[A,1] progress[A,1] 1
    y[A,1] progress[A,2] -1
    y[A,1] reached[A,1] -1
    y[A,2] progress[A,2] 1
    y[A,2] progress[A,3] -1
    y[A,2] reached[A,2] -1
    y[A,3] progress[A,3] 1
    y[A,3] progress[A,4] -1
    y[A,3] reached[A,3] -1
    y[A,4] progress[A,4] 1
    y[A,4] progress[A,5] -1
    y[A,4] reached[A,4] -1
    y[A,5] progress[A,5] 1
    y[A,5] progress[A,6] -1
    y[A,5] reached[A,5] -1
    y[A,6] progress[A,6] 1
    y[A,6] progress[A,7] -1
    y[A,6] reached[A,6] -1
    y[A,7] progress[A,7] 1
    y[A,7] reached[A,7] -1
    y[B,0] progress[B,0] 1
    y[B,0] progress[B,1] -1
    y[B,0] reached[B,0] -1
    y[B,1] progress[B,1] 1
    y[B,1] progress[B,2] -1
    y[B,1] reached[B,1] -1
    y[B,2] progress[B,2] 1
    y[B,2] progress[B,3] -1
    y[B,2] reached[B,2] -1
    y[B,3] progress[B,3] 1
    y[B,3] progress[B,4] -1
    y[B,3] reached[B,3] -1
    y[B,4] progress[B,4] 1
    y[B,4] progress[B,5] -1
    y[B,4] reached[B,4] -1
    y[B,5] progress[B,5] 1
    y[B,5] progress[B,6] -1
    y[B,5] reached[B,5] -1
    y[B,6] progress[B,6] 1
    y[B,6] progress[B,7] -1
    y[B,6] reached[B,6] -1
    y[B,7] progress[B,7] 1
    y[B,7] reached[B,7] -1
    M2 'MARKER' 'INTORG'
    r[A,0] objective -0.5
    r[A,0] reached[A,0] 2.8823529411764706
    r[A,1] objective -0.5
    r[A,1] reached[A,1] 2.8823529411764706
    r[A,2] objective -0.5
    r[A,2] reached[A,2] 2.8823529411764706
    r[A,3] objective -0.5
    r[A,3] reached[A,3] 2.8823529411764706
    r[A,4] objective -0.5
    r[A,4] reached[A,4] 2.8823529411764706
    r[A,5] objective -0.5
    r[A,5] reached[A,5] 2.8823529411764706
    r[A,6] objective -0.5
    r[A,6] reached[A,6] 2.8823529411764706
    r[A,7] objective -0.5
    r[A,7] reached[A,7] 2.8823529411764706
    r[B,0] objective -0.5
    r[B,0] reached[B,0] 2
    r[B,1] objective -0.5
    r[B,1] reached[B,1] 2
    r[B,2] objective -0.5
    r[B,2] reached[B,2] 2
    r[B,3] objective -0.5
    r[B,3] reached[B,3] 2
    r[B,4] objective -0.5
    r[B,4] reached[B,4] 2
    r[B,5] objective -0.5
    r[B,5] reached[B,5] 2
    r[B,6] objective -0.5
    r[B,6] reached[B,6] 2
    r[B,7] objective -0.5
    r[B,7] reached[B,7] 2
    M3 'MARKER' 'INTEND'
RHS
    RHS objective -9
    RHS cores[0] 1
    RHS cores[1] 1
    RHS cores[2] 1
    RHS cores[3] 1
    RHS cores[4] 1
    RHS cores[5] 1
    RHS cores[6] 1
    RHS cores[7] 1
RANGES
BOUNDS
 LO BND a[A,0] 0
 UP BND a[A,0] 1
 LO BND a[A,1] 0
 UP BND a[A,1] 1
 LO BND a[A,2] 0
 UP BND a[A,2] 1
 LO BND a[A,3] 0
 UP BND a[A,3] 1
 LO BND a[A,4] 0
 UP BND a[A,4] 1
 LO BND a[A,5] 0
 UP BND a[A,5] 1
 LO BND a[A,6] 0
 UP BND a[A,6] 1
 LO BND a[A,7] 0
 UP BND a[A,7] 1
 LO BND a[B,0] 0
 UP BND a[B,0] 1
 LO BND a[B,1] 0
 UP BND a[B,1] 1
 LO BND a[B,2] 0
 UP BND a[B,2] 1
 LO BND a[B,3] 0
 UP BND a[B,3] 1
 LO BND a[B,4] 0
 UP BND a[B,4] 1
 LO BND a[B,5] 0
 UP BND a[B,5] 1
 LO BND a[B,6] 0
 UP BND a[B,6] 1
 LO BND a[B,7] 0
 UP BND a[B,7] 1
 LO BND y[A,0] 0
 UP BND y[A,0] 3
 LO BND y[A,1] 0
 UP BND y[A,1] 3
 LO BND y[A,2] 0
 UP BND y[A,2] 3
 LO BND y[A,3] 0
 UP BND y[A,3] 3
 LO BND y[A,4] 0
 UP BND y[A,4] 3
 LO BND y[A,5] 0
 UP BND y[A,5] 3
 LO BND y[A,6] 0
 UP BND y[A,6] 3
 LO BND y[A,7] 0
 UP BND y[A,7] 3
 LO BND y[B,0] 0
 UP BND y[B,0] 2
 LO BND y[B,1] 0
 UP BND y[B,1] 2
 LO BND y[B,2] 0
 UP BND y[B,2] 2
 LO BND y[B,3] 0
 UP BND y[B,3] 2
 LO BND y[B,4] 0
 UP BND y[B,4] 2
 LO BND y[B,5] 0
 UP BND y[B,5] 2
 LO BND y[B,6] 0
 UP BND y[B,6] 2
 LO BND y[B,7] 0
 UP BND y[B,7] 2
 LO BND r[A,0] 0
 UP BND r[A,0] 1
 LO BND r[A,1] 0
 UP BND r[A,1] 1
 LO BND r[A,2] 0
 UP BND r[A,2] 1
 LO BND r[A,3] 0
 UP BND r[A,3] 1
 LO BND r[A,4] 0
 UP BND r[A,4] 1
 LO BND r[A,5] 0
 UP BND r[A,5] 1
 LO BND r[A,6] 0
 UP BND r[A,6] 1
 LO BND r[A,7] 0
 UP BND r[A,7] 1
 LO BND r[B,0] 0
 UP BND r[B,0] 1
 LO BND r[B,1] 0
 UP BND r[B,1] 1
 LO BND r[B,2] 0
 UP BND r[B,2] 1
 LO BND r[B,3] 0
 UP BND r[B,3] 1
 LO BND r[B,4] 0
 UP BND r[B,4] 1
 LO BND r[B,5] 0
 UP BND r[B,5] 1
 LO BND r[B,6] 0
 UP BND r[B,6] 1
 LO BND r[B,7] 0
 UP BND r[B,7] 1
ENDATA
