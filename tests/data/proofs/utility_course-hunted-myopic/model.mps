NAME hunted-myopic
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
 L progress[q1,0]
 L progress[q1,1]
 L progress[q1,2]
 L progress[q1,3]
 L progress[q1,4]
 L progress[q1,5]
 L progress[q3,0]
 L progress[q3,1]
 L progress[q3,2]
 L progress[q3,3]
 L progress[q3,4]
 L progress[q3,5]
 L reached[q1,0]
 L reached[q1,1]
 L reached[q1,2]
 L reached[q1,3]
 L reached[q1,4]
 L reached[q1,5]
 L reached[q3,0]
 L reached[q3,1]
 L reached[q3,2]
 L reached[q3,3]
 L reached[q3,4]
 L reached[q3,5]
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
    M1 'MARKER' 'INTEND'
    y[q1,0] progress[q1,0] 1
    y[q1,0] progress[q1,1] -1
    y[q1,0] reached[q1,0] -1
    y[q1,1] progress[q1,1] 1
    y[q1,1] progress[q1,2] -1
    y[q1,1] reached[q1,1] -1
    y[q1,2] progress[q1,2] 1
    y[q1,2] progress[q1,3] -1
    y[q1,2] reached[q1,2] -1
    y[q1,3] progress[q1,3] 1
    y[q1,3] progress[q1,4] -1
    y[q1,3] reached[q1,3] -1
    y[q1,4] progress[q1,4] 1
    y[q1,4] progress[q1,5] -1
    y[q1,4] reached[q1,4] -1
    y[q1,5] progress[q1,5] 1
    y[q1,5] reached[q1,5] -1
    y[q3,0] progress[q3,0] 1
    y[q3,0] progress[q3,1] -1
    y[q3,0] reached[q3,0] -1
    y[q3,1] progress[q3,1] 1
    y[q3,1] progress[q3,2] -1
    y[q3,1] reached[q3,1] -1
    y[q3,2] progress[q3,2] 1
    y[q3,2] progress[q3,3] -1
    y[q3,2] reached[q3,2] -1
    y[q3,3] progress[q3,3] 1
    y[q3,3] progress[q3,4] -1
    y[q3,3] reached[q3,3] -1
    y[q3,4] progress[q3,4] 1
    y[q3,4] progress[q3,5] -1
    y[q3,4] reached[q3,4] -1
    y[q3,5] progress[q3,5] 1
    y[q3,5] reached[q3,5] -1
    M2 'MARKER' 'INTORG'
    r[q1,0] objective -1.5
    r[q1,0] reached[q1,0] 3.96
    r[q1,1] objective -1.5
    r[q1,1] reached[q1,1] 3.96
    r[q1,2] objective -1.5
    r[q1,2] reached[q1,2] 3.96
    r[q1,3] objective -1.5
    r[q1,3] reached[q1,3] 3.96
    r[q1,4] objective -1.5
    r[q1,4] reached[q1,4] 3.96
    r[q1,5] objective -1.5
    r[q1,5] reached[q1,5] 3.96
    r[q3,0] objective -1.5
    r[q3,0] reached[q3,0] 18
    r[q3,1] objective -1.5
    r[q3,1] reached[q3,1] 18
    r[q3,2] objective -1.5
    r[q3,2] reached[q3,2] 18
    r[q3,3] objective -1.5
    r[q3,3] reached[q3,3] 18
    r[q3,4] objective -1.5
    r[q3,4] reached[q3,4] 18
    r[q3,5] objective -1.5
    r[q3,5] reached[q3,5] 18
    M3 'MARKER' 'INTEND'
RHS
    RHS objective -21
    RHS cores[0] 2
    RHS cores[1] 2
    RHS cores[2] 2
    RHS cores[3] 2
    RHS cores[4] 2
    RHS cores[5] 2
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
 LO BND y[q1,0] 0
 UP BND y[q1,0] 4.4
 LO BND y[q1,1] 0
 UP BND y[q1,1] 4.4
 LO BND y[q1,2] 0
 UP BND y[q1,2] 4.4
 LO BND y[q1,3] 0
 UP BND y[q1,3] 4.4
 LO BND y[q1,4] 0
 UP BND y[q1,4] 4.4
 LO BND y[q1,5] 0
 UP BND y[q1,5] 4.4
 LO BND y[q3,0] 0
 UP BND y[q3,0] 20
 LO BND y[q3,1] 0
 UP BND y[q3,1] 20
 LO BND y[q3,2] 0
 UP BND y[q3,2] 20
 LO BND y[q3,3] 0
 UP BND y[q3,3] 20
 LO BND y[q3,4] 0
 UP BND y[q3,4] 20
 LO BND y[q3,5] 0
 UP BND y[q3,5] 20
 LO BND r[q1,0] 0
 UP BND r[q1,0] 1
 LO BND r[q1,1] 0
 UP BND r[q1,1] 1
 LO BND r[q1,2] 0
 UP BND r[q1,2] 1
 LO BND r[q1,3] 0
 UP BND r[q1,3] 1
 LO BND r[q1,4] 0
 UP BND r[q1,4] 1
 LO BND r[q1,5] 0
 UP BND r[q1,5] 1
 LO BND r[q3,0] 0
 UP BND r[q3,0] 1
 LO BND r[q3,1] 0
 UP BND r[q3,1] 1
 LO BND r[q3,2] 0
 UP BND r[q3,2] 1
 LO BND r[q3,3] 0
 UP BND r[q3,3] 1
 LO BND r[q3,4] 0
 UP BND r[q3,4] 1
 LO BND r[q3,5] 0
 UP BND r[q3,5] 1
ENDATA
