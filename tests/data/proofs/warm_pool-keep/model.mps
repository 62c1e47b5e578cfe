NAME keep
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
 G enough_or_short[0]
 G enough_or_short[1]
 G enough_or_short[2]
 G enough_or_short[3]
 G enough_or_short[4]
 G configured[1]
 G configured[2]
 G configured[3]
 G configured[4]
 G in_use[1]
 G in_use[2]
 G in_use[3]
 G in_use[4]
 G all_in_use_when_short[1]
 G all_in_use_when_short[2]
 G all_in_use_when_short[3]
 G all_in_use_when_short[4]
COLUMNS
    M0 'MARKER' 'INTORG'
    c[0] warm_memory[0] -10
    c[0] enough_or_short[0] 1
    c[0] configured[1] 1
    c[0] all_in_use_when_short[1] -1
    c[1] warm_memory[1] -10
    c[1] enough_or_short[1] 1
    c[1] configured[1] -1
    c[1] configured[2] 1
    c[1] in_use[1] 1
    c[1] all_in_use_when_short[1] 1
    c[1] all_in_use_when_short[2] -1
    c[2] warm_memory[2] -10
    c[2] enough_or_short[2] 1
    c[2] configured[2] -1
    c[2] configured[3] 1
    c[2] in_use[2] 1
    c[2] all_in_use_when_short[2] 1
    c[2] all_in_use_when_short[3] -1
    c[3] warm_memory[3] -10
    c[3] enough_or_short[3] 1
    c[3] configured[3] -1
    c[3] configured[4] 1
    c[3] in_use[3] 1
    c[3] all_in_use_when_short[3] 1
    c[3] all_in_use_when_short[4] -1
    c[4] warm_memory[4] -10
    c[4] enough_or_short[4] 1
    c[4] configured[4] -1
    c[4] in_use[4] 1
    c[4] all_in_use_when_short[4] 1
    z[0] max_short 1
    z[1] max_short 1
    z[1] all_in_use_when_short[2] -2
    z[2] max_short 1
    z[2] all_in_use_when_short[3] -2
    z[3] max_short 1
    z[3] all_in_use_when_short[4] -2
    z[4] max_short 1
    z[4] enough_or_short[4] 2
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
    u[0] objective 25
    u[1] objective 25
    u[1] configured[1] 1
    u[2] objective 25
    u[2] configured[2] 1
    u[3] objective 25
    u[3] configured[3] 1
    u[4] objective 25
    u[4] configured[4] 1
RHS
    RHS max_short 1
    RHS warm_memory[0] -30
    RHS warm_memory[1] -10
    RHS warm_memory[2] -10
    RHS warm_memory[3] -10
    RHS warm_memory[4] -30
    RHS enough_or_short[0] 3
    RHS enough_or_short[1] 1
    RHS enough_or_short[2] 1
    RHS enough_or_short[3] 1
    RHS enough_or_short[4] 3
    RHS in_use[1] 3
    RHS in_use[2] 1
    RHS in_use[3] 1
    RHS in_use[4] 1
    RHS all_in_use_when_short[2] -2
    RHS all_in_use_when_short[3] -2
    RHS all_in_use_when_short[4] -2
RANGES
BOUNDS
 FX BND c[0] 3
 FX BND c[1] 3
 LO BND c[2] 1
 UP BND c[2] 3
 LO BND c[3] 1
 UP BND c[3] 3
 LO BND c[4] 1
 UP BND c[4] 3
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
 LO BND u[0] 0
 PL BND u[0]
 LO BND u[1] 0
 PL BND u[1]
 LO BND u[2] 0
 PL BND u[2]
 LO BND u[3] 0
 PL BND u[3]
 LO BND u[4] 0
 PL BND u[4]
ENDATA
