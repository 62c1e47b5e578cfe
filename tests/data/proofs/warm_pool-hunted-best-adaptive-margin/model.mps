NAME hunted-best-adaptive-margin
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
 G enough_or_short[0]
 G enough_or_short[1]
 G enough_or_short[2]
 G enough_or_short[3]
 G enough_or_short[4]
 G enough_or_short[5]
 G enough_or_short[6]
 G enough_or_short[7]
 G enough_or_short[8]
 L max_up[1]
 L max_up[2]
 L max_up[3]
 L max_up[4]
 L max_up[5]
 L max_up[6]
 L max_up[7]
 L max_up[8]
 G configured[1]
 G configured[2]
 G configured[3]
 G configured[4]
 G configured[5]
 G configured[6]
 G configured[7]
 G configured[8]
 G in_use[1]
 G in_use[2]
 G in_use[3]
 G in_use[4]
 G in_use[5]
 G in_use[6]
 G in_use[7]
 G in_use[8]
 G all_in_use_when_short[1]
 G all_in_use_when_short[2]
 G all_in_use_when_short[3]
 G all_in_use_when_short[4]
 G all_in_use_when_short[5]
 G all_in_use_when_short[6]
 G all_in_use_when_short[7]
 G all_in_use_when_short[8]
COLUMNS
    M0 'MARKER' 'INTORG'
    c[0] warm_memory[0] -8
    c[0] enough_or_short[0] 1
    c[0] max_up[1] -1
    c[0] configured[1] 1
    c[0] all_in_use_when_short[1] -1
    c[1] warm_memory[1] -8
    c[1] enough_or_short[1] 1
    c[1] max_up[1] 1
    c[1] max_up[2] -1
    c[1] configured[1] -1
    c[1] configured[2] 1
    c[1] in_use[1] 1
    c[1] all_in_use_when_short[1] 1
    c[1] all_in_use_when_short[2] -1
    c[2] warm_memory[2] -8
    c[2] enough_or_short[2] 1
    c[2] max_up[2] 1
    c[2] max_up[3] -1
    c[2] configured[2] -1
    c[2] configured[3] 1
    c[2] in_use[2] 1
    c[2] all_in_use_when_short[2] 1
    c[2] all_in_use_when_short[3] -1
    c[3] warm_memory[3] -8
    c[3] enough_or_short[3] 1
    c[3] max_up[3] 1
    c[3] max_up[4] -1
    c[3] configured[3] -1
    c[3] configured[4] 1
    c[3] in_use[3] 1
    c[3] all_in_use_when_short[3] 1
    c[3] all_in_use_when_short[4] -1
    c[4] warm_memory[4] -8
    c[4] enough_or_short[4] 1
    c[4] max_up[4] 1
    c[4] max_up[5] -1
    c[4] configured[4] -1
    c[4] configured[5] 1
    c[4] in_use[4] 1
    c[4] all_in_use_when_short[4] 1
    c[4] all_in_use_when_short[5] -1
    c[5] warm_memory[5] -8
    c[5] enough_or_short[5] 1
    c[5] max_up[5] 1
    c[5] max_up[6] -1
    c[5] configured[5] -1
    c[5] configured[6] 1
    c[5] in_use[5] 1
    c[5] all_in_use_when_short[5] 1
    c[5] all_in_use_when_short[6] -1
    c[6] warm_memory[6] -8
    c[6] enough_or_short[6] 1
    c[6] max_up[6] 1
    c[6] max_up[7] -1
    c[6] configured[6] -1
    c[6] configured[7] 1
    c[6] in_use[6] 1
    c[6] all_in_use_when_short[6] 1
    c[6] all_in_use_when_short[7] -1
    c[7] warm_memory[7] -8
    c[7] enough_or_short[7] 1
    c[7] max_up[7] 1
    c[7] max_up[8] -1
    c[7] configured[7] -1
    c[7] configured[8] 1
    c[7] in_use[7] 1
    c[7] all_in_use_when_short[7] 1
    c[7] all_in_use_when_short[8] -1
    c[8] warm_memory[8] -8
    c[8] enough_or_short[8] 1
    c[8] max_up[8] 1
    c[8] configured[8] -1
    c[8] in_use[8] 1
    c[8] all_in_use_when_short[8] 1
    z[0] objective 98
    z[0] all_in_use_when_short[1] -3
    z[1] objective 98
    z[1] all_in_use_when_short[2] -3
    z[2] objective 98
    z[2] all_in_use_when_short[3] -3
    z[3] objective 98
    z[3] enough_or_short[3] 2
    z[3] in_use[4] 2
    z[3] all_in_use_when_short[4] -1
    z[4] objective 98
    z[4] enough_or_short[4] 3
    z[4] in_use[5] 3
    z[5] objective 98
    z[5] all_in_use_when_short[6] -5
    z[6] objective 98
    z[6] enough_or_short[6] 5
    z[6] in_use[7] 5
    z[7] objective 98
    z[7] enough_or_short[7] 5
    z[7] in_use[8] 5
    z[8] objective 98
    z[8] enough_or_short[8] 5
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
    u[1] configured[1] 1
    u[2] configured[2] 1
    u[3] configured[3] 1
    u[4] configured[4] 1
    u[5] configured[5] 1
    u[6] configured[6] 1
    u[7] configured[7] 1
    u[8] configured[8] 1
RHS
    RHS warm_memory[0] -40
    RHS warm_memory[1] -40
    RHS warm_memory[2] -40
    RHS warm_memory[3] -50
    RHS warm_memory[4] -60
    RHS warm_memory[5] -20
    RHS warm_memory[6] -60
    RHS warm_memory[7] -60
    RHS warm_memory[8] -60
    RHS enough_or_short[0] 5
    RHS enough_or_short[1] 5
    RHS enough_or_short[2] 5
    RHS enough_or_short[3] 7
    RHS enough_or_short[4] 8
    RHS enough_or_short[5] 3
    RHS enough_or_short[6] 8
    RHS enough_or_short[7] 8
    RHS enough_or_short[8] 8
    RHS max_up[1] 1
    RHS max_up[2] 1
    RHS max_up[3] 1
    RHS max_up[4] 1
    RHS max_up[5] 1
    RHS max_up[6] 1
    RHS max_up[7] 1
    RHS max_up[8] 1
    RHS in_use[1] 5
    RHS in_use[2] 5
    RHS in_use[3] 5
    RHS in_use[4] 7
    RHS in_use[5] 8
    RHS in_use[6] 3
    RHS in_use[7] 8
    RHS in_use[8] 8
    RHS all_in_use_when_short[1] -3
    RHS all_in_use_when_short[2] -3
    RHS all_in_use_when_short[3] -3
    RHS all_in_use_when_short[4] -1
    RHS all_in_use_when_short[6] -5
RANGES
BOUNDS
 FX BND c[0] 5
 LO BND c[1] 5
 UP BND c[1] 8
 LO BND c[2] 5
 UP BND c[2] 8
 LO BND c[3] 5
 UP BND c[3] 8
 LO BND c[4] 5
 UP BND c[4] 8
 LO BND c[5] 5
 UP BND c[5] 8
 LO BND c[6] 3
 UP BND c[6] 8
 LO BND c[7] 3
 UP BND c[7] 8
 LO BND c[8] 3
 UP BND c[8] 8
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
ENDATA
