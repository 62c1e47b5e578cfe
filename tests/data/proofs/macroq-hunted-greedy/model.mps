NAME hunted-greedy
OBJSENSE
    MAX
ROWS
 N objective
 L curve_needs_template[j1/t1,0]
 L curve_needs_template[j1/t1,1]
 L curve_needs_template[j1/t1,2]
 L curve_needs_template[j2/t1,0]
 L curve_needs_template[j2/t1,1]
 G stretch_before_used_up[j1/t1,1]
 G stretch_before_used_up[j1/t1,2]
 G stretch_before_used_up[j2/t1,1]
 L stretch_not_begun[j1/t1,1]
 L stretch_not_begun[j1/t1,2]
 L stretch_not_begun[j2/t1,1]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[j1/t1] objective 1
    y[j1/t1] curve_needs_template[j1/t1,0] -1
    y[j1/t1] curve_needs_template[j1/t1,1] -1
    y[j1/t1] curve_needs_template[j1/t1,2] -1
    y[j1/t1] mips 90
    y[j2/t1] objective 7.35
    y[j2/t1] curve_needs_template[j2/t1,0] -1
    y[j2/t1] curve_needs_template[j2/t1,1] -1
    y[j2/t1] mips 40
    M1 'MARKER' 'INTEND'
    way[j1/t1,0] curve_needs_template[j1/t1,0] 1
    way[j1/t1,0] stretch_before_used_up[j1/t1,1] 1
    way[j1/t1,0] mips 10
    way[j1/t1,1] curve_needs_template[j1/t1,1] 1
    way[j1/t1,1] stretch_before_used_up[j1/t1,2] 1
    way[j1/t1,1] stretch_not_begun[j1/t1,1] 1
    way[j1/t1,1] mips 30
    way[j1/t1,2] objective 99
    way[j1/t1,2] curve_needs_template[j1/t1,2] 1
    way[j1/t1,2] stretch_not_begun[j1/t1,2] 1
    way[j1/t1,2] mips 70
    way[j2/t1,0] objective 0.41
    way[j2/t1,0] curve_needs_template[j2/t1,0] 1
    way[j2/t1,0] stretch_before_used_up[j2/t1,1] 1
    way[j2/t1,0] mips 11
    way[j2/t1,1] objective 11.57
    way[j2/t1,1] curve_needs_template[j2/t1,1] 1
    way[j2/t1,1] stretch_not_begun[j2/t1,1] 1
    way[j2/t1,1] mips 19
    M2 'MARKER' 'INTORG'
    past[j1/t1,1] stretch_before_used_up[j1/t1,1] -1
    past[j1/t1,1] stretch_not_begun[j1/t1,1] -1
    past[j1/t1,2] stretch_before_used_up[j1/t1,2] -1
    past[j1/t1,2] stretch_not_begun[j1/t1,2] -1
    past[j2/t1,1] stretch_before_used_up[j2/t1,1] -1
    past[j2/t1,1] stretch_not_begun[j2/t1,1] -1
    M3 'MARKER' 'INTEND'
RHS
    RHS mips 80
RANGES
BOUNDS
 LO BND y[j1/t1] 0
 UP BND y[j1/t1] 1
 LO BND y[j2/t1] 0
 UP BND y[j2/t1] 1
 LO BND way[j1/t1,0] 0
 UP BND way[j1/t1,0] 1
 LO BND way[j1/t1,1] 0
 UP BND way[j1/t1,1] 1
 LO BND way[j1/t1,2] 0
 UP BND way[j1/t1,2] 1
 LO BND way[j2/t1,0] 0
 UP BND way[j2/t1,0] 1
 LO BND way[j2/t1,1] 0
 UP BND way[j2/t1,1] 1
 LO BND past[j1/t1,1] 0
 UP BND past[j1/t1,1] 1
 LO BND past[j1/t1,2] 0
 UP BND past[j1/t1,2] 1
 LO BND past[j2/t1,1] 0
 UP BND past[j2/t1,1] 1
ENDATA
