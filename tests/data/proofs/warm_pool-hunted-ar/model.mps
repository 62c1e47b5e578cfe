NAME hunted-ar
OBJSENSE
    MIN
ROWS
 N objective
 G warm_memory[0]
 G warm_memory[1]
 G warm_memory[2]
 G warm_memory[3]
 G warm_memory[4]
 G warm_memory[5]
 G warm_memory[6]
 G warm_memory[7]
 G warm_memory[8]
 G warm_memory[9]
 G warm_memory[10]
 G warm_memory[11]
 G warm_memory[12]
 G warm_memory[13]
 G warm_memory[14]
 G enough_or_short[0]
 G enough_or_short[1]
 G enough_or_short[2]
 G enough_or_short[3]
 G enough_or_short[4]
 G enough_or_short[5]
 G enough_or_short[6]
 G enough_or_short[7]
 G enough_or_short[8]
 G enough_or_short[9]
 G enough_or_short[10]
 G enough_or_short[11]
 G enough_or_short[12]
 G enough_or_short[13]
 G enough_or_short[14]
 G configured[1]
 G configured[2]
 G configured[3]
 G configured[4]
 G configured[5]
 G configured[6]
 G configured[7]
 G configured[8]
 G configured[9]
 G configured[10]
 G configured[11]
 G configured[12]
 G configured[13]
 G configured[14]
 G in_use[1]
 G in_use[2]
 G in_use[3]
 G in_use[4]
 G in_use[5]
 G in_use[6]
 G in_use[7]
 G in_use[8]
 G in_use[9]
 G in_use[10]
 G in_use[11]
 G in_use[12]
 G in_use[13]
 G in_use[14]
 G all_in_use_when_short[1]
 G all_in_use_when_short[2]
 G all_in_use_when_short[3]
 G all_in_use_when_short[4]
 G all_in_use_when_short[5]
 G all_in_use_when_short[6]
 G all_in_use_when_short[7]
 G all_in_use_when_short[8]
 G all_in_use_when_short[9]
 G all_in_use_when_short[10]
 G all_in_use_when_short[11]
 G all_in_use_when_short[12]
 G all_in_use_when_short[13]
 G all_in_use_when_short[14]
COLUMNS
    M0 'MARKER' 'INTORG'
    c[0] warm_memory[0] -8
    c[0] enough_or_short[0] 1
    c[0] configured[1] 1
    c[0] all_in_use_when_short[1] -1
    c[1] warm_memory[1] -8
    c[1] enough_or_short[1] 1
    c[1] configured[1] -1
    c[1] configured[2] 1
    c[1] in_use[1] 1
    c[1] all_in_use_when_short[1] 1
    c[1] all_in_use_when_short[2] -1
    c[2] warm_memory[2] -8
    c[2] enough_or_short[2] 1
    c[2] configured[2] -1
    c[2] configured[3] 1
    c[2] in_use[2] 1
    c[2] all_in_use_when_short[2] 1
    c[2] all_in_use_when_short[3] -1
    c[3] warm_memory[3] -8
    c[3] enough_or_short[3] 1
    c[3] configured[3] -1
    c[3] configured[4] 1
    c[3] in_use[3] 1
    c[3] all_in_use_when_short[3] 1
    c[3] all_in_use_when_short[4] -1
    c[4] warm_memory[4] -8
    c[4] enough_or_short[4] 1
    c[4] configured[4] -1
    c[4] configured[5] 1
    c[4] in_use[4] 1
    c[4] all_in_use_when_short[4] 1
    c[4] all_in_use_when_short[5] -1
    c[5] warm_memory[5] -8
    c[5] enough_or_short[5] 1
    c[5] configured[5] -1
    c[5] configured[6] 1
    c[5] in_use[5] 1
    c[5] all_in_use_when_short[5] 1
    c[5] all_in_use_when_short[6] -1
    c[6] warm_memory[6] -8
    c[6] enough_or_short[6] 1
    c[6] configured[6] -1
    c[6] configured[7] 1
    c[6] in_use[6] 1
    c[6] all_in_use_when_short[6] 1
    c[6] all_in_use_when_short[7] -1
    c[7] warm_memory[7] -8
    c[7] enough_or_short[7] 1
    c[7] configured[7] -1
    c[7] configured[8] 1
    c[7] in_use[7] 1
    c[7] all_in_use_when_short[7] 1
    c[7] all_in_use_when_short[8] -1
    c[8] warm_memory[8] -8
    c[8] enough_or_short[8] 1
    c[8] configured[8] -1
    c[8] configured[9] 1
    c[8] in_use[8] 1
    c[8] all_in_use_when_short[8] 1
    c[8] all_in_use_when_short[9] -1
    c[9] warm_memory[9] -8
    c[9] enough_or_short[9] 1
    c[9] configured[9] -1
    c[9] configured[10] 1
    c[9] in_use[9] 1
    c[9] all_in_use_when_short[9] 1
    c[9] all_in_use_when_short[10] -1
    c[10] warm_memory[10] -8
    c[10] enough_or_short[10] 1
    c[10] configured[10] -1
    c[10] configured[11] 1
    c[10] in_use[10] 1
    c[10] all_in_use_when_short[10] 1
    c[10] all_in_use_when_short[11] -1
    c[11] warm_memory[11] -8
    c[11] enough_or_short[11] 1
    c[11] configured[11] -1
    c[11] configured[12] 1
    c[11] in_use[11] 1
    c[11] all_in_use_when_short[11] 1
    c[11] all_in_use_when_short[12] -1
    c[12] warm_memory[12] -8
    c[12] enough_or_short[12] 1
    c[12] configured[12] -1
    c[12] configured[13] 1
    c[12] in_use[12] 1
    c[12] all_in_use_when_short[12] 1
    c[12] all_in_use_when_short[13] -1
    c[13] warm_memory[13] -8
    c[13] enough_or_short[13] 1
    c[13] configured[13] -1
    c[13] configured[14] 1
    c[13] in_use[13] 1
    c[13] all_in_use_when_short[13] 1
    c[13] all_in_use_when_short[14] -1
    c[14] warm_memory[14] -8
    c[14] enough_or_short[14] 1
    c[14] configured[14] -1
    c[14] in_use[14] 1
    c[14] all_in_use_when_short[14] 1
    z[0] objective 100
    z[0] all_in_use_when_short[1] -4
    z[1] objective 100
    z[1] all_in_use_when_short[2] -4
    z[2] objective 100
    z[2] enough_or_short[2] 1
    z[2] in_use[3] 1
    z[2] all_in_use_when_short[3] -3
    z[3] objective 100
    z[3] enough_or_short[3] 1
    z[3] in_use[4] 1
    z[3] all_in_use_when_short[4] -3
    z[4] objective 100
    z[4] enough_or_short[4] 1
    z[4] in_use[5] 1
    z[4] all_in_use_when_short[5] -3
    z[5] objective 100
    z[5] enough_or_short[5] 3
    z[5] in_use[6] 3
    z[5] all_in_use_when_short[6] -1
    z[6] objective 100
    z[6] enough_or_short[6] 3
    z[6] in_use[7] 3
    z[6] all_in_use_when_short[7] -1
    z[7] objective 100
    z[7] enough_or_short[7] 3
    z[7] in_use[8] 3
    z[7] all_in_use_when_short[8] -1
    z[8] objective 100
    z[8] enough_or_short[8] 3
    z[8] in_use[9] 3
    z[8] all_in_use_when_short[9] -1
    z[9] objective 100
    z[9] all_in_use_when_short[10] -4
    z[10] objective 100
    z[10] enough_or_short[10] 3
    z[10] in_use[11] 3
    z[10] all_in_use_when_short[11] -1
    z[11] objective 100
    z[11] enough_or_short[11] 3
    z[11] in_use[12] 3
    z[11] all_in_use_when_short[12] -1
    z[12] objective 100
    z[12] enough_or_short[12] 4
    z[12] in_use[13] 4
    z[13] objective 100
    z[13] enough_or_short[13] 4
    z[13] in_use[14] 4
    z[14] objective 100
    z[14] enough_or_short[14] 4
    M1 'MARKER' 'INTEND'
    w[0] objective 1
    w[0] warm_memory[0] 1
    w[1] objective 1
    w[1] warm_memory[1] 1
    w[2] objective 1
    w[2] warm_memory[2] 1
    w[3] objective 1
    w[3] warm_memory[3] 1
    w[4] objective 1
    w[4] warm_memory[4] 1
    w[5] objective 1
    w[5] warm_memory[5] 1
    w[6] objective 1
    w[6] warm_memory[6] 1
    w[7] objective 1
    w[7] warm_memory[7] 1
    w[8] objective 1
    w[8] warm_memory[8] 1
    w[9] objective 1
    w[9] warm_memory[9] 1
    w[10] objective 1
    w[10] warm_memory[10] 1
    w[11] objective 1
    w[11] warm_memory[11] 1
    w[12] objective 1
    w[12] warm_memory[12] 1
    w[13] objective 1
    w[13] warm_memory[13] 1
    w[14] objective 1
    w[14] warm_memory[14] 1
    u[1] configured[1] 1
    u[2] configured[2] 1
    u[3] configured[3] 1
    u[4] configured[4] 1
    u[5] configured[5] 1
    u[6] configured[6] 1
    u[7] configured[7] 1
    u[8] configured[8] 1
    u[9] configured[9] 1
    u[10] configured[10] 1
    u[11] configured[11] 1
    u[12] configured[12] 1
    u[13] configured[13] 1
    u[14] configured[14] 1
RHS
    RHS warm_memory[0] -70
    RHS warm_memory[1] -70
    RHS warm_memory[2] -80
    RHS warm_memory[3] -80
    RHS warm_memory[4] -80
    RHS warm_memory[5] -90
    RHS warm_memory[6] -90
    RHS warm_memory[7] -90
    RHS warm_memory[8] -90
    RHS warm_memory[9] -70
    RHS warm_memory[10] -90
    RHS warm_memory[11] -90
    RHS warm_memory[12] -100
    RHS warm_memory[13] -100
    RHS warm_memory[14] -100
    RHS enough_or_short[0] 9
    RHS enough_or_short[1] 9
    RHS enough_or_short[2] 10
    RHS enough_or_short[3] 10
    RHS enough_or_short[4] 10
    RHS enough_or_short[5] 12
    RHS enough_or_short[6] 12
    RHS enough_or_short[7] 12
    RHS enough_or_short[8] 12
    RHS enough_or_short[9] 9
    RHS enough_or_short[10] 12
    RHS enough_or_short[11] 12
    RHS enough_or_short[12] 13
    RHS enough_or_short[13] 13
    RHS enough_or_short[14] 13
    RHS in_use[1] 9
    RHS in_use[2] 9
    RHS in_use[3] 10
    RHS in_use[4] 10
    RHS in_use[5] 10
    RHS in_use[6] 12
    RHS in_use[7] 12
    RHS in_use[8] 12
    RHS in_use[9] 12
    RHS in_use[10] 9
    RHS in_use[11] 12
    RHS in_use[12] 12
    RHS in_use[13] 13
    RHS in_use[14] 13
    RHS all_in_use_when_short[1] -4
    RHS all_in_use_when_short[2] -4
    RHS all_in_use_when_short[3] -3
    RHS all_in_use_when_short[4] -3
    RHS all_in_use_when_short[5] -3
    RHS all_in_use_when_short[6] -1
    RHS all_in_use_when_short[7] -1
    RHS all_in_use_when_short[8] -1
    RHS all_in_use_when_short[9] -1
    RHS all_in_use_when_short[10] -4
    RHS all_in_use_when_short[11] -1
    RHS all_in_use_when_short[12] -1
RANGES
BOUNDS
 FX BND c[0] 9
 LO BND c[1] 9
 UP BND c[1] 13
 LO BND c[2] 9
 UP BND c[2] 13
 LO BND c[3] 9
 UP BND c[3] 13
 LO BND c[4] 9
 UP BND c[4] 13
 LO BND c[5] 9
 UP BND c[5] 13
 LO BND c[6] 9
 UP BND c[6] 13
 LO BND c[7] 9
 UP BND c[7] 13
 LO BND c[8] 9
 UP BND c[8] 13
 LO BND c[9] 9
 UP BND c[9] 13
 LO BND c[10] 9
 UP BND c[10] 13
 LO BND c[11] 9
 UP BND c[11] 13
 LO BND c[12] 9
 UP BND c[12] 13
 LO BND c[13] 9
 UP BND c[13] 13
 LO BND c[14] 9
 UP BND c[14] 13
 LO BND z[0] 0
 UP BND z[0] 1
 LO BND z[1] 0
 UP BND z[1] 1
 LO BND z[2] 0
 UP BND z[2] 1
 LO BND z[3] 0
 UP BND z[3] 1
 LO BND z[4] 0
 UP BND z[4] 1
 LO BND z[5] 0
 UP BND z[5] 1
 LO BND z[6] 0
 UP BND z[6] 1
 LO BND z[7] 0
 UP BND z[7] 1
 LO BND z[8] 0
 UP BND z[8] 1
 LO BND z[9] 0
 UP BND z[9] 1
 LO BND z[10] 0
 UP BND z[10] 1
 LO BND z[11] 0
 UP BND z[11] 1
 LO BND z[12] 0
 UP BND z[12] 1
 LO BND z[13] 0
 UP BND z[13] 1
 LO BND z[14] 0
 UP BND z[14] 1
 LO BND w[0] 0
 PL BND w[0]
 LO BND w[1] 0
 PL BND w[1]
 LO BND w[2] 0
 PL BND w[2]
 LO BND w[3] 0
 PL BND w[3]
 LO BND w[4] 0
 PL BND w[4]
 LO BND w[5] 0
 PL BND w[5]
 LO BND w[6] 0
 PL BND w[6]
 LO BND w[7] 0
 PL BND w[7]
 LO BND w[8] 0
 PL BND w[8]
 LO BND w[9] 0
 PL BND w[9]
 LO BND w[10] 0
 PL BND w[10]
 LO BND w[11] 0
 PL BND w[11]
 LO BND w[12] 0
 PL BND w[12]
 LO BND w[13] 0
 PL BND w[13]
 LO BND w[14] 0
 PL BND w[14]
 LO BND u[1] 0
 PL BND u[1]
 LO BND u[2] 0
 PL BND u[2]
 LO BND u[3] 0
 PL BND u[3]
 LO BND u[4] 0
 PL BND u[4]
 LO BND u[5] 0
 PL BND u[5]
 LO BND u[6] 0
 PL BND u[6]
 LO BND u[7] 0
 PL BND u[7]
 LO BND u[8] 0
 PL BND u[8]
 LO BND u[9] 0
 PL BND u[9]
 LO BND u[10] 0
 PL BND u[10]
 LO BND u[11] 0
 PL BND u[11]
 LO BND u[12] 0
 PL BND u[12]
 LO BND u[13] 0
 PL BND u[13]
 LO BND u[14] 0
 PL BND u[14]
ENDATA
