NAME hunted-best-constant-margin
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
 G warm_memory[15]
 G warm_memory[16]
 G warm_memory[17]
 G warm_memory[18]
 G warm_memory[19]
 G warm_memory[20]
 G warm_memory[21]
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
 G enough_or_short[15]
 G enough_or_short[16]
 G enough_or_short[17]
 G enough_or_short[18]
 G enough_or_short[19]
 G enough_or_short[20]
 G enough_or_short[21]
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
 G configured[15]
 G configured[16]
 G configured[17]
 G configured[18]
 G configured[19]
 G configured[20]
 G configured[21]
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
 G in_use[15]
 G in_use[16]
 G in_use[17]
 G in_use[18]
 G in_use[19]
 G in_use[20]
 G in_use[21]
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
 G all_in_use_when_short[15]
 G all_in_use_when_short[16]
 G all_in_use_when_short[17]
 G all_in_use_when_short[18]
 G all_in_use_when_short[19]
 G all_in_use_when_short[20]
 G all_in_use_when_short[21]
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
    c[14] configured[15] 1
    c[14] in_use[14] 1
    c[14] all_in_use_when_short[14] 1
    c[14] all_in_use_when_short[15] -1
    c[15] warm_memory[15] -8
    c[15] enough_or_short[15] 1
    c[15] configured[15] -1
    c[15] configured[16] 1
    c[15] in_use[15] 1
    c[15] all_in_use_when_short[15] 1
    c[15] all_in_use_when_short[16] -1
    c[16] warm_memory[16] -8
    c[16] enough_or_short[16] 1
    c[16] configured[16] -1
    c[16] configured[17] 1
    c[16] in_use[16] 1
    c[16] all_in_use_when_short[16] 1
    c[16] all_in_use_when_short[17] -1
    c[17] warm_memory[17] -8
    c[17] enough_or_short[17] 1
    c[17] configured[17] -1
    c[17] configured[18] 1
    c[17] in_use[17] 1
    c[17] all_in_use_when_short[17] 1
    c[17] all_in_use_when_short[18] -1
    c[18] warm_memory[18] -8
    c[18] enough_or_short[18] 1
    c[18] configured[18] -1
    c[18] configured[19] 1
    c[18] in_use[18] 1
    c[18] all_in_use_when_short[18] 1
    c[18] all_in_use_when_short[19] -1
    c[19] warm_memory[19] -8
    c[19] enough_or_short[19] 1
    c[19] configured[19] -1
    c[19] configured[20] 1
    c[19] in_use[19] 1
    c[19] all_in_use_when_short[19] 1
    c[19] all_in_use_when_short[20] -1
    c[20] warm_memory[20] -8
    c[20] enough_or_short[20] 1
    c[20] configured[20] -1
    c[20] configured[21] 1
    c[20] in_use[20] 1
    c[20] all_in_use_when_short[20] 1
    c[20] all_in_use_when_short[21] -1
    c[21] warm_memory[21] -8
    c[21] enough_or_short[21] 1
    c[21] configured[21] -1
    c[21] in_use[21] 1
    c[21] all_in_use_when_short[21] 1
    z[0] objective 1
    z[0] all_in_use_when_short[1] -79
    z[1] objective 1
    z[1] enough_or_short[1] 41
    z[1] in_use[2] 41
    z[1] all_in_use_when_short[2] -38
    z[2] objective 1
    z[2] enough_or_short[2] 79
    z[2] in_use[3] 79
    z[3] objective 1
    z[3] enough_or_short[3] 41
    z[3] in_use[4] 41
    z[3] all_in_use_when_short[4] -38
    z[4] objective 1
    z[4] enough_or_short[4] 79
    z[4] in_use[5] 79
    z[5] objective 1
    z[5] enough_or_short[5] 79
    z[5] in_use[6] 79
    z[6] objective 1
    z[6] enough_or_short[6] 41
    z[6] in_use[7] 41
    z[6] all_in_use_when_short[7] -38
    z[7] objective 1
    z[7] enough_or_short[7] 79
    z[7] in_use[8] 79
    z[8] objective 1
    z[8] enough_or_short[8] 41
    z[8] in_use[9] 41
    z[8] all_in_use_when_short[9] -38
    z[9] objective 1
    z[9] enough_or_short[9] 41
    z[9] in_use[10] 41
    z[9] all_in_use_when_short[10] -38
    z[10] objective 1
    z[10] enough_or_short[10] 79
    z[10] in_use[11] 79
    z[11] objective 1
    z[11] enough_or_short[11] 41
    z[11] in_use[12] 41
    z[11] all_in_use_when_short[12] -38
    z[12] objective 1
    z[12] enough_or_short[12] 4
    z[12] in_use[13] 4
    z[12] all_in_use_when_short[13] -75
    z[13] objective 1
    z[13] enough_or_short[13] 1
    z[13] in_use[14] 1
    z[13] all_in_use_when_short[14] -78
    z[14] objective 1
    z[14] enough_or_short[14] 4
    z[14] in_use[15] 4
    z[14] all_in_use_when_short[15] -75
    z[15] objective 1
    z[15] enough_or_short[15] 3
    z[15] in_use[16] 3
    z[15] all_in_use_when_short[16] -76
    z[16] objective 1
    z[16] enough_or_short[16] 1
    z[16] in_use[17] 1
    z[16] all_in_use_when_short[17] -78
    z[17] objective 1
    z[17] enough_or_short[17] 1
    z[17] in_use[18] 1
    z[17] all_in_use_when_short[18] -78
    z[18] objective 1
    z[18] enough_or_short[18] 3
    z[18] in_use[19] 3
    z[18] all_in_use_when_short[19] -76
    z[19] objective 1
    z[19] enough_or_short[19] 79
    z[19] in_use[20] 79
    z[20] objective 1
    z[20] enough_or_short[20] 4
    z[20] in_use[21] 4
    z[20] all_in_use_when_short[21] -75
    z[21] objective 1
    z[21] enough_or_short[21] 4
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
    w[15] objective 1
    w[15] warm_memory[15] 1
    w[16] objective 1
    w[16] warm_memory[16] 1
    w[17] objective 1
    w[17] warm_memory[17] 1
    w[18] objective 1
    w[18] warm_memory[18] 1
    w[19] objective 1
    w[19] warm_memory[19] 1
    w[20] objective 1
    w[20] warm_memory[20] 1
    w[21] objective 1
    w[21] warm_memory[21] 1
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
    u[15] configured[15] 1
    u[16] configured[16] 1
    u[17] configured[17] 1
    u[18] configured[18] 1
    u[19] configured[19] 1
    u[20] configured[20] 1
    u[21] configured[21] 1
RHS
    RHS warm_memory[0] -70
    RHS warm_memory[1] -400
    RHS warm_memory[2] -700
    RHS warm_memory[3] -400
    RHS warm_memory[4] -700
    RHS warm_memory[5] -700
    RHS warm_memory[6] -400
    RHS warm_memory[7] -700
    RHS warm_memory[8] -400
    RHS warm_memory[9] -400
    RHS warm_memory[10] -700
    RHS warm_memory[11] -400
    RHS warm_memory[12] -100
    RHS warm_memory[13] -80
    RHS warm_memory[14] -100
    RHS warm_memory[15] -90
    RHS warm_memory[16] -80
    RHS warm_memory[17] -80
    RHS warm_memory[18] -90
    RHS warm_memory[19] -700
    RHS warm_memory[20] -100
    RHS warm_memory[21] -100
    RHS enough_or_short[0] 9
    RHS enough_or_short[1] 50
    RHS enough_or_short[2] 88
    RHS enough_or_short[3] 50
    RHS enough_or_short[4] 88
    RHS enough_or_short[5] 88
    RHS enough_or_short[6] 50
    RHS enough_or_short[7] 88
    RHS enough_or_short[8] 50
    RHS enough_or_short[9] 50
    RHS enough_or_short[10] 88
    RHS enough_or_short[11] 50
    RHS enough_or_short[12] 13
    RHS enough_or_short[13] 10
    RHS enough_or_short[14] 13
    RHS enough_or_short[15] 12
    RHS enough_or_short[16] 10
    RHS enough_or_short[17] 10
    RHS enough_or_short[18] 12
    RHS enough_or_short[19] 88
    RHS enough_or_short[20] 13
    RHS enough_or_short[21] 13
    RHS in_use[1] 9
    RHS in_use[2] 50
    RHS in_use[3] 88
    RHS in_use[4] 50
    RHS in_use[5] 88
    RHS in_use[6] 88
    RHS in_use[7] 50
    RHS in_use[8] 88
    RHS in_use[9] 50
    RHS in_use[10] 50
    RHS in_use[11] 88
    RHS in_use[12] 50
    RHS in_use[13] 13
    RHS in_use[14] 10
    RHS in_use[15] 13
    RHS in_use[16] 12
    RHS in_use[17] 10
    RHS in_use[18] 10
    RHS in_use[19] 12
    RHS in_use[20] 88
    RHS in_use[21] 13
    RHS all_in_use_when_short[1] -79
    RHS all_in_use_when_short[2] -38
    RHS all_in_use_when_short[4] -38
    RHS all_in_use_when_short[7] -38
    RHS all_in_use_when_short[9] -38
    RHS all_in_use_when_short[10] -38
    RHS all_in_use_when_short[12] -38
    RHS all_in_use_when_short[13] -75
    RHS all_in_use_when_short[14] -78
    RHS all_in_use_when_short[15] -75
    RHS all_in_use_when_short[16] -76
    RHS all_in_use_when_short[17] -78
    RHS all_in_use_when_short[18] -78
    RHS all_in_use_when_short[19] -76
    RHS all_in_use_when_short[21] -75
RANGES
BOUNDS
 FX BND c[0] 9
 LO BND c[1] 9
 UP BND c[1] 88
 LO BND c[2] 9
 UP BND c[2] 88
 LO BND c[3] 9
 UP BND c[3] 88
 LO BND c[4] 9
 UP BND c[4] 88
 LO BND c[5] 9
 UP BND c[5] 88
 LO BND c[6] 9
 UP BND c[6] 88
 LO BND c[7] 9
 UP BND c[7] 88
 LO BND c[8] 9
 UP BND c[8] 88
 LO BND c[9] 9
 UP BND c[9] 88
 LO BND c[10] 9
 UP BND c[10] 88
 LO BND c[11] 9
 UP BND c[11] 88
 LO BND c[12] 9
 UP BND c[12] 88
 LO BND c[13] 9
 UP BND c[13] 88
 LO BND c[14] 9
 UP BND c[14] 88
 LO BND c[15] 9
 UP BND c[15] 88
 LO BND c[16] 9
 UP BND c[16] 88
 LO BND c[17] 9
 UP BND c[17] 88
 LO BND c[18] 9
 UP BND c[18] 88
 LO BND c[19] 9
 UP BND c[19] 88
 LO BND c[20] 9
 UP BND c[20] 88
 LO BND c[21] 9
 UP BND c[21] 88
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
 LO BND z[15] 0
 UP BND z[15] 1
 LO BND z[16] 0
 UP BND z[16] 1
 LO BND z[17] 0
 UP BND z[17] 1
 LO BND z[18] 0
 UP BND z[18] 1
 LO BND z[19] 0
 UP BND z[19] 1
 LO BND z[20] 0
 UP BND z[20] 1
 LO BND z[21] 0
 UP BND z[21] 1
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
 LO BND w[15] 0
 PL BND w[15]
 LO BND w[16] 0
 PL BND w[16]
 LO BND w[17] 0
 PL BND w[17]
 LO BND w[18] 0
 PL BND w[18]
 LO BND w[19] 0
 PL BND w[19]
 LO BND w[20] 0
 PL BND w[20]
 LO BND w[21] 0
 PL BND w[21]
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
 LO BND u[15] 0
 PL BND u[15]
 LO BND u[16] 0
 PL BND u[16]
 LO BND u[17] 0
 PL BND u[17]
 LO BND u[18] 0
 PL BND u[18]
 LO BND u[19] 0
 PL BND u[19]
 LO BND u[20] 0
 PL BND u[20]
 LO BND u[21] 0
 PL BND u[21]
ENDATA
