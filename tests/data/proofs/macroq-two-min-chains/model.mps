NAME two-min-chains
OBJSENSE
    MAX
ROWS
 N objective
 G least_mips[x/t1/p]
 G least_mips[x/t1/q]
 G least_mips[y/t1/p]
 G least_mips[y/t1/q]
 L most_mips[x/t1/p]
 L most_mips[x/t1/q]
 L most_mips[y/t1/p]
 L most_mips[y/t1/q]
 L stream_needs_template[x/t1/s]
 L stream_needs_template[x/t1/out]
 L stream_needs_template[y/t1/s]
 L stream_needs_template[y/t1/out]
 L resource[x/t1/s,0]
 L resource[x/t1/s,1]
 L resource[x/t1/out,0]
 L resource[x/t1/out,1]
 L resource[y/t1/s,0]
 L resource[y/t1/s,1]
 L resource[y/t1/out,0]
 L resource[y/t1/out,1]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[x/t1] most_mips[x/t1/p] -100
    y[x/t1] most_mips[x/t1/q] -100
    y[x/t1] stream_needs_template[x/t1/s] -100
    y[x/t1] stream_needs_template[x/t1/out] -100
    y[x/t1] resource[x/t1/s,1] -100
    y[y/t1] most_mips[y/t1/p] -100
    y[y/t1] most_mips[y/t1/q] -100
    y[y/t1] stream_needs_template[y/t1/s] -100
    y[y/t1] stream_needs_template[y/t1/out] -100
    y[y/t1] resource[y/t1/s,1] -100
    M1 'MARKER' 'INTEND'
    g[x/t1/p] least_mips[x/t1/p] 1
    g[x/t1/p] most_mips[x/t1/p] 1
    g[x/t1/p] resource[x/t1/s,0] -1
    g[x/t1/p] mips 1
    g[x/t1/q] least_mips[x/t1/q] 1
    g[x/t1/q] most_mips[x/t1/q] 1
    g[x/t1/q] resource[x/t1/out,0] -1
    g[x/t1/q] mips 1
    g[y/t1/p] least_mips[y/t1/p] 1
    g[y/t1/p] most_mips[y/t1/p] 1
    g[y/t1/p] resource[y/t1/s,0] -1
    g[y/t1/p] mips 1
    g[y/t1/q] least_mips[y/t1/q] 1
    g[y/t1/q] most_mips[y/t1/q] 1
    g[y/t1/q] resource[y/t1/out,0] -1
    g[y/t1/q] mips 1
    r[x/t1/s] stream_needs_template[x/t1/s] 1
    r[x/t1/s] resource[x/t1/s,0] 1
    r[x/t1/s] resource[x/t1/s,1] 1
    r[x/t1/s] resource[x/t1/out,1] -1
    r[x/t1/out] objective 1
    r[x/t1/out] stream_needs_template[x/t1/out] 1
    r[x/t1/out] resource[x/t1/out,0] 1
    r[x/t1/out] resource[x/t1/out,1] 1
    r[y/t1/s] stream_needs_template[y/t1/s] 1
    r[y/t1/s] resource[y/t1/s,0] 1
    r[y/t1/s] resource[y/t1/s,1] 1
    r[y/t1/s] resource[y/t1/out,1] -1
    r[y/t1/out] objective 1
    r[y/t1/out] stream_needs_template[y/t1/out] 1
    r[y/t1/out] resource[y/t1/out,0] 1
    r[y/t1/out] resource[y/t1/out,1] 1
RHS
    RHS mips 200
RANGES
BOUNDS
 LO BND y[x/t1] 0
 UP BND y[x/t1] 1
 LO BND y[y/t1] 0
 UP BND y[y/t1] 1
 LO BND g[x/t1/p] 0
 PL BND g[x/t1/p]
 LO BND g[x/t1/q] 0
 PL BND g[x/t1/q]
 LO BND g[y/t1/p] 0
 PL BND g[y/t1/p]
 LO BND g[y/t1/q] 0
 PL BND g[y/t1/q]
 LO BND r[x/t1/s] 0
 UP BND r[x/t1/s] 100
 LO BND r[x/t1/out] 0
 UP BND r[x/t1/out] 100
 LO BND r[y/t1/s] 0
 UP BND r[y/t1/s] 100
 LO BND r[y/t1/out] 0
 UP BND r[y/t1/out] 100
ENDATA
