NAME tiny
OBJSENSE
    MAX
ROWS
 N objective
 E required_jobs[a]
 L curve_needs_template[a/t1,0]
 L curve_needs_template[b/t1,0]
 L all_better_in[0,1]
 L all_better_in[0,2]
 L all_better_in[1,2]
 L all_better_in[2,2]
 L legal[1,1]
 L legal[2,1]
 L legal[3,1]
 L legal[3,2]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[a/t1] objective 4
    y[a/t1] required_jobs[a] 1
    y[a/t1] curve_needs_template[a/t1,0] -1
    y[a/t1] all_better_in[0,1] -1
    y[a/t1] all_better_in[0,2] -1
    y[a/t1] mips 2
    y[b/t1] objective 4
    y[b/t1] curve_needs_template[b/t1,0] -1
    y[b/t1] all_better_in[1,2] -1
    y[b/t1] legal[1,1] 1
    y[b/t1] mips 3
    y[c/t1] objective 7
    y[c/t1] all_better_in[2,2] -1
    y[c/t1] legal[2,1] 1
    y[c/t1] mips 4
    y[d/t1] objective 3
    y[d/t1] legal[3,1] 1
    y[d/t1] legal[3,2] 1
    y[d/t1] mips 1
    M1 'MARKER' 'INTEND'
    way[a/t1,0] objective 5
    way[a/t1,0] curve_needs_template[a/t1,0] 1
    way[a/t1,0] mips 3
    way[b/t1,0] objective 4
    way[b/t1,0] curve_needs_template[b/t1,0] 1
    way[b/t1,0] mips 3
    f[1] all_better_in[0,1] 1
    f[1] legal[1,1] -1
    f[1] legal[2,1] -1
    f[1] legal[3,1] -1
    f[2] all_better_in[0,2] 1
    f[2] all_better_in[1,2] 1
    f[2] all_better_in[2,2] 1
    f[2] legal[3,2] -1
RHS
    RHS required_jobs[a] 1
    RHS mips 10
RANGES
BOUNDS
 LO BND y[a/t1] 0
 UP BND y[a/t1] 1
 LO BND y[b/t1] 0
 UP BND y[b/t1] 1
 LO BND y[c/t1] 0
 UP BND y[c/t1] 1
 LO BND y[d/t1] 0
 UP BND y[d/t1] 1
 LO BND way[a/t1,0] 0
 UP BND way[a/t1,0] 1
 LO BND way[b/t1,0] 0
 UP BND way[b/t1,0] 1
 LO BND f[1] 0
 UP BND f[1] 1
 LO BND f[2] 0
 UP BND f[2] 1
ENDATA
