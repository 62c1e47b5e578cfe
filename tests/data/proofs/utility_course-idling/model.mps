NAME idling
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
 L progress[B,1]
 L progress[B,2]
 L in_segments[A,0]
 L in_segments[A,1]
 L in_segments[A,2]
 L in_segments[B,1]
 L in_segments[B,2]
 L whole_segment[A,0,1]
 L whole_segment[A,1,1]
 L whole_segment[A,2,1]
 L whole_segment[B,1,1]
 L whole_segment[B,2,1]
COLUMNS
    M0 'MARKER' 'INTORG'
    a[A,0] cores[0] 1
    a[A,0] progress[A,0] -1
    a[A,1] cores[1] 1
    a[A,1] progress[A,1] -1
    a[A,2] cores[2] 1
    a[A,2] progress[A,2] -1
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
    y[B,1] progress[B,1] 1
    y[B,1] progress[B,2] -1
    y[B,1] in_segments[B,1] -1
    y[B,2] progress[B,2] 1
    y[B,2] in_segments[B,2] -1
    part[A,0,1] in_segments[A,0] 1
    part[A,0,1] whole_segment[A,0,1] -1
    part[A,1,1] in_segments[A,1] 1
    part[A,1,1] whole_segment[A,1,1] -1
    part[A,2,1] in_segments[A,2] 1
    part[A,2,1] whole_segment[A,2,1] -1
    part[B,1,1] in_segments[B,1] 1
    part[B,1,1] whole_segment[B,1,1] -1
    part[B,2,1] in_segments[B,2] 1
    part[B,2,1] whole_segment[B,2,1] -1
    M2 'MARKER' 'INTORG'
    z[A,0,1] objective -4.4
    z[A,0,1] whole_segment[A,0,1] 1
    z[A,1,1] objective -4.4
    z[A,1,1] whole_segment[A,1,1] 1
    z[A,2,1] objective -4.4
    z[A,2,1] whole_segment[A,2,1] 1
    z[B,1,1] objective -2.4
    z[B,1,1] whole_segment[B,1,1] 3
    z[B,2,1] objective -2.4
    z[B,2,1] whole_segment[B,2,1] 3
    M3 'MARKER' 'INTEND'
RHS
    RHS objective -18
    RHS cores[0] 2
    RHS cores[1] 2
    RHS cores[2] 2
RANGES
BOUNDS
 LO BND a[A,0] 0
 UP BND a[A,0] 2
 LO BND a[A,1] 0
 UP BND a[A,1] 2
 LO BND a[A,2] 0
 UP BND a[A,2] 2
 LO BND a[B,1] 0
 UP BND a[B,1] 2
 LO BND a[B,2] 0
 UP BND a[B,2] 2
 LO BND y[A,0] 0
 UP BND y[A,0] 1
 LO BND y[A,1] 0
 UP BND y[A,1] 1
 LO BND y[A,2] 0
 UP BND y[A,2] 1
 LO BND y[B,1] 0
 UP BND y[B,1] 3
 LO BND y[B,2] 0
 UP BND y[B,2] 3
 LO BND part[A,0,1] 0
 UP BND part[A,0,1] 1
 LO BND part[A,1,1] 0
 UP BND part[A,1,1] 1
 LO BND part[A,2,1] 0
 UP BND part[A,2,1] 1
 LO BND part[B,1,1] 0
 UP BND part[B,1,1] 3
 LO BND part[B,2,1] 0
 UP BND part[B,2,1] 3
 LO BND z[A,0,1] 0
 UP BND z[A,0,1] 1
 LO BND z[A,1,1] 0
 UP BND z[A,1,1] 1
 LO BND z[A,2,1] 0
 UP BND z[A,2,1] 1
 LO BND z[B,1,1] 0
 UP BND z[B,1,1] 1
 LO BND z[B,2,1] 0
 UP BND z[B,2,1] 1
ENDATA
