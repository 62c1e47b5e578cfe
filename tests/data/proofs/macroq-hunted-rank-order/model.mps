NAME hunted-rank-order
OBJSENSE
    MAX
ROWS
 N objective
 L curve_needs_template[j1/t2,0]
 L curve_needs_template[j1/t2,1]
 L curve_needs_template[j1/t2,2]
 L curve_needs_template[j1/t2,3]
 L curve_needs_template[j1/t2,4]
 L curve_needs_template[j2/t1,0]
 L curve_needs_template[j2/t1,1]
 L curve_needs_template[j2/t1,2]
 L curve_needs_template[j2/t1,3]
 L curve_needs_template[j3/t2,0]
 L curve_needs_template[j3/t2,1]
 L curve_needs_template[j3/t2,2]
 L curve_needs_template[j3/t2,3]
 G stretch_before_used_up[j1/t2,1]
 G stretch_before_used_up[j1/t2,2]
 G stretch_before_used_up[j1/t2,3]
 G stretch_before_used_up[j1/t2,4]
 G stretch_before_used_up[j2/t1,1]
 G stretch_before_used_up[j2/t1,2]
 G stretch_before_used_up[j2/t1,3]
 G stretch_before_used_up[j3/t2,1]
 G stretch_before_used_up[j3/t2,2]
 G stretch_before_used_up[j3/t2,3]
 L stretch_not_begun[j1/t2,1]
 L stretch_not_begun[j1/t2,2]
 L stretch_not_begun[j1/t2,3]
 L stretch_not_begun[j1/t2,4]
 L stretch_not_begun[j2/t1,1]
 L stretch_not_begun[j2/t1,2]
 L stretch_not_begun[j2/t1,3]
 L stretch_not_begun[j3/t2,1]
 L stretch_not_begun[j3/t2,2]
 L stretch_not_begun[j3/t2,3]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[j1/t2] objective 7.81
    y[j1/t2] curve_needs_template[j1/t2,0] -1
    y[j1/t2] curve_needs_template[j1/t2,1] -1
    y[j1/t2] curve_needs_template[j1/t2,2] -1
    y[j1/t2] curve_needs_template[j1/t2,3] -1
    y[j1/t2] curve_needs_template[j1/t2,4] -1
    y[j1/t2] mips 60
    y[j2/t1] objective 7.81
    y[j2/t1] curve_needs_template[j2/t1,0] -1
    y[j2/t1] curve_needs_template[j2/t1,1] -1
    y[j2/t1] curve_needs_template[j2/t1,2] -1
    y[j2/t1] curve_needs_template[j2/t1,3] -1
    y[j2/t1] mips 81
    y[j3/t2] objective 44.96
    y[j3/t2] curve_needs_template[j3/t2,0] -1
    y[j3/t2] curve_needs_template[j3/t2,1] -1
    y[j3/t2] curve_needs_template[j3/t2,2] -1
    y[j3/t2] curve_needs_template[j3/t2,3] -1
    y[j3/t2] mips 77
    M1 'MARKER' 'INTEND'
    way[j1/t2,0] objective 9.18
    way[j1/t2,0] curve_needs_template[j1/t2,0] 1
    way[j1/t2,0] stretch_before_used_up[j1/t2,1] 1
    way[j1/t2,0] mips 2
    way[j1/t2,1] objective 25.97
    way[j1/t2,1] curve_needs_template[j1/t2,1] 1
    way[j1/t2,1] stretch_before_used_up[j1/t2,2] 1
    way[j1/t2,1] stretch_not_begun[j1/t2,1] 1
    way[j1/t2,1] mips 28
    way[j1/t2,2] objective 2.26
    way[j1/t2,2] curve_needs_template[j1/t2,2] 1
    way[j1/t2,2] stretch_before_used_up[j1/t2,3] 1
    way[j1/t2,2] stretch_not_begun[j1/t2,2] 1
    way[j1/t2,2] mips 10
    way[j1/t2,3] objective 33.12
    way[j1/t2,3] curve_needs_template[j1/t2,3] 1
    way[j1/t2,3] stretch_before_used_up[j1/t2,4] 1
    way[j1/t2,3] stretch_not_begun[j1/t2,3] 1
    way[j1/t2,3] mips 32
    way[j1/t2,4] objective 20.63
    way[j1/t2,4] curve_needs_template[j1/t2,4] 1
    way[j1/t2,4] stretch_not_begun[j1/t2,4] 1
    way[j1/t2,4] mips 32
    way[j2/t1,0] objective 9.55
    way[j2/t1,0] curve_needs_template[j2/t1,0] 1
    way[j2/t1,0] stretch_before_used_up[j2/t1,1] 1
    way[j2/t1,0] mips 21
    way[j2/t1,1] objective 11.79
    way[j2/t1,1] curve_needs_template[j2/t1,1] 1
    way[j2/t1,1] stretch_before_used_up[j2/t1,2] 1
    way[j2/t1,1] stretch_not_begun[j2/t1,1] 1
    way[j2/t1,1] mips 9
    way[j2/t1,2] objective 3.55
    way[j2/t1,2] curve_needs_template[j2/t1,2] 1
    way[j2/t1,2] stretch_before_used_up[j2/t1,3] 1
    way[j2/t1,2] stretch_not_begun[j2/t1,2] 1
    way[j2/t1,2] mips 6
    way[j2/t1,3] objective 93.67
    way[j2/t1,3] curve_needs_template[j2/t1,3] 1
    way[j2/t1,3] stretch_not_begun[j2/t1,3] 1
    way[j2/t1,3] mips 17
    way[j3/t2,0] objective 69.88
    way[j3/t2,0] curve_needs_template[j3/t2,0] 1
    way[j3/t2,0] stretch_before_used_up[j3/t2,1] 1
    way[j3/t2,0] mips 33
    way[j3/t2,1] objective 9.05
    way[j3/t2,1] curve_needs_template[j3/t2,1] 1
    way[j3/t2,1] stretch_before_used_up[j3/t2,2] 1
    way[j3/t2,1] stretch_not_begun[j3/t2,1] 1
    way[j3/t2,1] mips 36
    way[j3/t2,2] objective 0.49
    way[j3/t2,2] curve_needs_template[j3/t2,2] 1
    way[j3/t2,2] stretch_before_used_up[j3/t2,3] 1
    way[j3/t2,2] stretch_not_begun[j3/t2,2] 1
    way[j3/t2,2] mips 24
    way[j3/t2,3] objective 139.41
    way[j3/t2,3] curve_needs_template[j3/t2,3] 1
    way[j3/t2,3] stretch_not_begun[j3/t2,3] 1
    way[j3/t2,3] mips 28
    M2 'MARKER' 'INTORG'
    past[j1/t2,1] stretch_before_used_up[j1/t2,1] -1
    past[j1/t2,1] stretch_not_begun[j1/t2,1] -1
    past[j1/t2,2] stretch_before_used_up[j1/t2,2] -1
    past[j1/t2,2] stretch_not_begun[j1/t2,2] -1
    past[j1/t2,3] stretch_before_used_up[j1/t2,3] -1
    past[j1/t2,3] stretch_not_begun[j1/t2,3] -1
    past[j1/t2,4] stretch_before_used_up[j1/t2,4] -1
    past[j1/t2,4] stretch_not_begun[j1/t2,4] -1
    past[j2/t1,1] stretch_before_used_up[j2/t1,1] -1
    past[j2/t1,1] stretch_not_begun[j2/t1,1] -1
    past[j2/t1,2] stretch_before_used_up[j2/t1,2] -1
    past[j2/t1,2] stretch_not_begun[j2/t1,2] -1
    past[j2/t1,3] stretch_before_used_up[j2/t1,3] -1
    past[j2/t1,3] stretch_not_begun[j2/t1,3] -1
    past[j3/t2,1] stretch_before_used_up[j3/t2,1] -1
    past[j3/t2,1] stretch_not_begun[j3/t2,1] -1
    past[j3/t2,2] stretch_before_used_up[j3/t2,2] -1
    past[j3/t2,2] stretch_not_begun[j3/t2,2] -1
    past[j3/t2,3] stretch_before_used_up[j3/t2,3] -1
    past[j3/t2,3] stretch_not_begun[j3/t2,3] -1
    M3 'MARKER' 'INTEND'
RHS
    RHS mips 220
RANGES
BOUNDS
 LO BND y[j1/t2] 0
 UP BND y[j1/t2] 1
 LO BND y[j2/t1] 0
 UP BND y[j2/t1] 1
 LO BND y[j3/t2] 0
 UP BND y[j3/t2] 1
 LO BND way[j1/t2,0] 0
 UP BND way[j1/t2,0] 1
 LO BND way[j1/t2,1] 0
 UP BND way[j1/t2,1] 1
 LO BND way[j1/t2,2] 0
 UP BND way[j1/t2,2] 1
 LO BND way[j1/t2,3] 0
 UP BND way[j1/t2,3] 1
 LO BND way[j1/t2,4] 0
 UP BND way[j1/t2,4] 1
 LO BND way[j2/t1,0] 0
 UP BND way[j2/t1,0] 1
 LO BND way[j2/t1,1] 0
 UP BND way[j2/t1,1] 1
 LO BND way[j2/t1,2] 0
 UP BND way[j2/t1,2] 1
 LO BND way[j2/t1,3] 0
 UP BND way[j2/t1,3] 1
 LO BND way[j3/t2,0] 0
 UP BND way[j3/t2,0] 1
 LO BND way[j3/t2,1] 0
 UP BND way[j3/t2,1] 1
 LO BND way[j3/t2,2] 0
 UP BND way[j3/t2,2] 1
 LO BND way[j3/t2,3] 0
 UP BND way[j3/t2,3] 1
 LO BND past[j1/t2,1] 0
 UP BND past[j1/t2,1] 1
 LO BND past[j1/t2,2] 0
 UP BND past[j1/t2,2] 1
 LO BND past[j1/t2,3] 0
 UP BND past[j1/t2,3] 1
 LO BND past[j1/t2,4] 0
 UP BND past[j1/t2,4] 1
 LO BND past[j2/t1,1] 0
 UP BND past[j2/t1,1] 1
 LO BND past[j2/t1,2] 0
 UP BND past[j2/t1,2] 1
 LO BND past[j2/t1,3] 0
 UP BND past[j2/t1,3] 1
 LO BND past[j3/t2,1] 0
 UP BND past[j3/t2,1] 1
 LO BND past[j3/t2,2] 0
 UP BND past[j3/t2,2] 1
 LO BND past[j3/t2,3] 0
 UP BND past[j3/t2,3] 1
ENDATA
