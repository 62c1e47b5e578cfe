NAME figure-10
OBJSENSE
    MIN
ROWS
 N objective
 L max_short
 G warm_memory[0]
 G warm_memory[1]
 G warm_memory[2]
 G warm_memory[3]
 G warm_memory[4]
 G warm_memory[5]
 G enough_or_short[0]
 G enough_or_short[1]
 G enough_or_short[2]
 G enough_or_short[3]
 G enough_or_short[4]
 G enough_or_short[5]
 G configured[1]
 G configured[2]
 G configured[3]
 G configured[4]
 G configured[5]
 G in_use[1]
 G in_use[2]
 G in_use[3]
 G in_use[4]
 G in_use[5]
 G all_in_use_when_short[1]
 G all_in_use_when_short[2]
 G all_in_use_when_short[3]
 G all_in_use_when_short[4]
 G all_in_use_when_short[5]
COLUMNS
    M0 'MARKER' 'INTORG'
    c[0] warm_memory[0] -1
    c[0] enough_or_short[0] 1
    c[0] configured[1] 1
    c[0] all_in_use_when_short[1] -1
    c[1] warm_memory[1] -1
    c[1] enough_or_short[1] 1
    c[1] configured[1] -1
    c[1] configured[2] 1
    c[1] in_use[1] 1
    c[1] all_in_use_when_short[1] 1
    c[1] all_in_use_when_short[2] -1
    c[2] warm_memory[2] -1
    c[2] enough_or_short[2] 1
    c[2] configured[2] -1
    c[2] configured[3] 1
    c[2] in_use[2] 1
    c[2] all_in_use_when_short[2] 1
    c[2] all_in_use_when_short[3] -1
    c[3] warm_memory[3] -1
    c[3] enough_or_short[3] 1
    c[3] configured[3] -1
    c[3] configured[4] 1
    c[3] in_use[3] 1
    c[3] all_in_use_when_short[3] 1
    c[3] all_in_use_when_short[4] -1
    c[4] warm_memory[4] -1
    c[4] enough_or_short[4] 1
    c[4] configured[4] -1
    c[4] configured[5] 1
    c[4] in_use[4] 1
    c[4] all_in_use_when_short[4] 1
    c[4] all_in_use_when_short[5] -1
    c[5] warm_memory[5] -1
    c[5] enough_or_short[5] 1
    c[5] configured[5] -1
    c[5] in_use[5] 1
    c[5] all_in_use_when_short[5] 1
    z[0] max_short 1
    z[1] max_short 1
    z[1] all_in_use_when_short[2] -3
    z[2] max_short 1
    z[2] all_in_use_when_short[3] -5
    z[3] max_short 1
    z[3] all_in_use_when_short[4] -8
    z[4] max_short 1
    z[4] enough_or_short[4] 1
    z[4] in_use[5] 1
    z[4] all_in_use_when_short[5] -7
    z[5] max_short 1
    z[5] enough_or_short[5] 8
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
    u[1] configured[1] 1
    u[2] configured[2] 1
    u[3] configured[3] 1
    u[4] configured[4] 1
    u[5] configured[5] 1
RHS
    RHS max_short 6
    RHS warm_memory[0] -20
    RHS warm_memory[1] -17
    RHS warm_memory[2] -15
    RHS warm_memory[3] -12
    RHS warm_memory[4] -13
    RHS warm_memory[5] -20
    RHS enough_or_short[0] 20
    RHS enough_or_short[1] 17
    RHS enough_or_short[2] 15
    RHS enough_or_short[3] 12
    RHS enough_or_short[4] 13
    RHS enough_or_short[5] 20
    RHS in_use[1] 20
    RHS in_use[2] 17
    RHS in_use[3] 15
    RHS in_use[4] 12
    RHS in_use[5] 13
    RHS all_in_use_when_short[2] -3
    RHS all_in_use_when_short[3] -5
    RHS all_in_use_when_short[4] -8
    RHS all_in_use_when_short[5] -7
RANGES
BOUNDS
 FX BND c[0] 20
 FX BND c[1] 20
 LO BND c[2] 17
 UP BND c[2] 20
 LO BND c[3] 15
 UP BND c[3] 20
 LO BND c[4] 12
 UP BND c[4] 20
 LO BND c[5] 12
 UP BND c[5] 20
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
ENDATA
