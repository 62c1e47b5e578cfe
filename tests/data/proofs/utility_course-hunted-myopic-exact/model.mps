NAME hunted-myopic-exact
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
 L progress[q3,0]
 L progress[q3,1]
 L progress[q3,2]
 L progress[q3,3]
 L progress[q3,4]
 L progress[q3,5]
 L progress[q3,6]
 L reached[q1,0]
 L reached[q1,1]
 L reached[q1,2]
 L reached[q1,3]
 L reached[q1,4]
 L reached[q1,5]
 L reached[q1,6]
 L reached[q3,0]
 L reached[q3,1]
 L reached[q3,2]
 L reached[q3,3]
 L reached[q3,4]
 L reached[q3,5]
 L reached[q3,6]
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
    y[q1,6] reached[q1,6] -1
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
    y[q3,5] progress[q3,6] -1
    y[q3,5] reached[q3,5] -1
    y[q3,6] progress[q3,6] 1
    y[q3,6] reached[q3,6] -1
    M2 'MARKER' 'INTORG'
    r[q1,0] objective -1.5
    r[q1,0] reached[q1,0] 11.808517822964355
    r[q1,1] objective -1.5
    r[q1,1] reached[q1,1] 11.808517822964355
    r[q1,2] objective -1.5
    r[q1,2] reached[q1,2] 11.808517822964355
    r[q1,3] objective -1.5
    r[q1,3] reached[q1,3] 11.808517822964355
    r[q1,4] objective -1.5
    r[q1,4] reached[q1,4] 11.808517822964355
    r[q1,5] objective -1.5
    r[q1,5] reached[q1,5] 11.808517822964355
    r[q1,6] objective -1.5
    r[q1,6] reached[q1,6] 11.808517822964355
    r[q3,0] objective -1.5
    r[q3,1] objective -1.5
    r[q3,2] objective -1.5
    r[q3,3] objective -1.5
    r[q3,4] objective -1.5
    r[q3,5] objective -1.5
    r[q3,6] objective -1.5
    M3 'MARKER' 'INTEND'
RHS
    RHS objective -24
    RHS cores[0] 2
    RHS cores[1] 2
    RHS cores[2] 2
    RHS cores[3] 2
    RHS cores[4] 2
    RHS cores[5] 2
    RHS cores[6] 2
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
 LO BND y[q1,0] 0
 UP BND y[q1,0] 12.8
 LO BND y[q1,1] 0
 UP BND y[q1,1] 12.8
 LO BND y[q1,2] 0
 UP BND y[q1,2] 12.8
 LO BND y[q1,3] 0
 UP BND y[q1,3] 12.8
 LO BND y[q1,4] 0
 UP BND y[q1,4] 12.8
 LO BND y[q1,5] 0
 UP BND y[q1,5] 12.8
 LO BND y[q1,6] 0
 UP BND y[q1,6] 12.8
 LO BND y[q3,0] 0
 UP BND y[q3,0] 38
 LO BND y[q3,1] 0
 UP BND y[q3,1] 38
 LO BND y[q3,2] 0
 UP BND y[q3,2] 38
 LO BND y[q3,3] 0
 UP BND y[q3,3] 38
 LO BND y[q3,4] 0
 UP BND y[q3,4] 38
 LO BND y[q3,5] 0
 UP BND y[q3,5] 38
 LO BND y[q3,6] 0
 UP BND y[q3,6] 38
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
 FX BND r[q3,0] 0
 FX BND r[q3,1] 0
 FX BND r[q3,2] 0
 FX BND r[q3,3] 0
 FX BND r[q3,4] 0
 FX BND r[q3,5] 0
 FX BND r[q3,6] 0
ENDATA
