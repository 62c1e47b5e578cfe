NAME hunted-weighted-fair
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
 L reached[q1,0]
 L reached[q1,1]
 L reached[q1,2]
 L reached[q1,3]
 L reached[q1,4]
 L reached[q1,5]
 L reached[q1,6]
 L reached[q1,7]
 L reached[q2,0]
 L reached[q2,1]
 L reached[q2,2]
 L reached[q2,3]
 L reached[q2,4]
 L reached[q2,5]
 L reached[q2,6]
 L reached[q2,7]
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
    y[q1,5] progress[q1,6] -1
    y[q1,5] reached[q1,5] -1
    y[q1,6] progress[q1,6] 1
    y[q1,6] progress[q1,7] -1
    y[q1,6] reached[q1,6] -1
    y[q1,7] progress[q1,7] 1
    y[q1,7] reached[q1,7] -1
    y[q2,0] progress[q2,0] 1
    y[q2,0] progress[q2,1] -1
    y[q2,0] reached[q2,0] -1
    y[q2,1] progress[q2,1] 1
    y[q2,1] progress[q2,2] -1
    y[q2,1] reached[q2,1] -1
    y[q2,2] progress[q2,2] 1
    y[q2,2] progress[q2,3] -1
    y[q2,2] reached[q2,2] -1
    y[q2,3] progress[q2,3] 1
    y[q2,3] progress[q2,4] -1
    y[q2,3] reached[q2,3] -1
    y[q2,4] progress[q2,4] 1
    y[q2,4] progress[q2,5] -1
    y[q2,4] reached[q2,4] -1
    y[q2,5] progress[q2,5] 1
    y[q2,5] progress[q2,6] -1
    y[q2,5] reached[q2,5] -1
    y[q2,6] progress[q2,6] 1
    y[q2,6] progress[q2,7] -1
    y[q2,6] reached[q2,6] -1
    y[q2,7] progress[q2,7] 1
    y[q2,7] reached[q2,7] -1
    M2 'MARKER' 'INTORG'
    r[q1,0] objective -1.5
    r[q1,0] reached[q1,0] 43.73999513999514
    r[q1,1] objective -1.5
    r[q1,1] reached[q1,1] 43.73999513999514
    r[q1,2] objective -1.5
    r[q1,2] reached[q1,2] 43.73999513999514
    r[q1,3] objective -1.5
    r[q1,3] reached[q1,3] 43.73999513999514
    r[q1,4] objective -1.5
    r[q1,4] reached[q1,4] 43.73999513999514
    r[q1,5] objective -1.5
    r[q1,5] reached[q1,5] 43.73999513999514
    r[q1,6] objective -1.5
    r[q1,6] reached[q1,6] 43.73999513999514
    r[q1,7] objective -1.5
    r[q1,7] reached[q1,7] 43.73999513999514
    r[q2,0] objective -1.5
    r[q2,0] reached[q2,0] 34.92
    r[q2,1] objective -1.5
    r[q2,1] reached[q2,1] 34.92
    r[q2,2] objective -1.5
    r[q2,2] reached[q2,2] 34.92
    r[q2,3] objective -1.5
    r[q2,3] reached[q2,3] 34.92
    r[q2,4] objective -1.5
    r[q2,4] reached[q2,4] 34.92
    r[q2,5] objective -1.5
    r[q2,5] reached[q2,5] 34.92
    r[q2,6] objective -1.5
    r[q2,6] reached[q2,6] 34.92
    r[q2,7] objective -1.5
    r[q2,7] reached[q2,7] 34.92
    M3 'MARKER' 'INTEND'
RHS
    RHS objective -27
    RHS cores[0] 4
    RHS cores[1] 4
    RHS cores[2] 4
    RHS cores[3] 4
    RHS cores[4] 4
    RHS cores[5] 4
    RHS cores[6] 4
    RHS cores[7] 4
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
 LO BND a[q1,7] 0
 UP BND a[q1,7] 4
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
 LO BND a[q2,7] 0
 UP BND a[q2,7] 4
 LO BND y[q1,0] 0
 UP BND y[q1,0] 48.6
 LO BND y[q1,1] 0
 UP BND y[q1,1] 48.6
 LO BND y[q1,2] 0
 UP BND y[q1,2] 48.6
 LO BND y[q1,3] 0
 UP BND y[q1,3] 48.6
 LO BND y[q1,4] 0
 UP BND y[q1,4] 48.6
 LO BND y[q1,5] 0
 UP BND y[q1,5] 48.6
 LO BND y[q1,6] 0
 UP BND y[q1,6] 48.6
 LO BND y[q1,7] 0
 UP BND y[q1,7] 48.6
 LO BND y[q2,0] 0
 UP BND y[q2,0] 38.8
 LO BND y[q2,1] 0
 UP BND y[q2,1] 38.8
 LO BND y[q2,2] 0
 UP BND y[q2,2] 38.8
 LO BND y[q2,3] 0
 UP BND y[q2,3] 38.8
 LO BND y[q2,4] 0
 UP BND y[q2,4] 38.8
 LO BND y[q2,5] 0
 UP BND y[q2,5] 38.8
 LO BND y[q2,6] 0
 UP BND y[q2,6] 38.8
 LO BND y[q2,7] 0
 UP BND y[q2,7] 38.8
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
 LO BND r[q1,6] 0
 UP BND r[q1,6] 1
 LO BND r[q1,7] 0
 UP BND r[q1,7] 1
 LO BND r[q2,0] 0
 UP BND r[q2,0] 1
 LO BND r[q2,1] 0
 UP BND r[q2,1] 1
 LO BND r[q2,2] 0
 UP BND r[q2,2] 1
 LO BND r[q2,3] 0
 UP BND r[q2,3] 1
 LO BND r[q2,4] 0
 UP BND r[q2,4] 1
 LO BND r[q2,5] 0
 UP BND r[q2,5] 1
 LO BND r[q2,6] 0
 UP BND r[q2,6] 1
 LO BND r[q2,7] 0
 UP BND r[q2,7] 1
ENDATA
