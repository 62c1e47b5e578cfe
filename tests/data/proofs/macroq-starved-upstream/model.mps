NAME starved-upstream
OBJSENSE
    MAX
ROWS
 N objective
 G least_mips[u/t1/p]
 G least_mips[d/t1/p]
 G least_mips[e/t1/p]
 L most_mips[u/t1/p]
 L most_mips[d/t1/p]
 L most_mips[e/t1/p]
 L stream_needs_template[u/t1/s]
 L stream_needs_template[d/t1/out]
 L stream_needs_template[e/t1/out]
 L resource[u/t1/s,0]
 L resource[u/t1/s,1]
 L resource[d/t1/out,0]
 L resource[d/t1/out,1]
 L resource[e/t1/out,0]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[u/t1] least_mips[u/t1/p] -2
    y[u/t1] most_mips[u/t1/p] -2
    y[u/t1] stream_needs_template[u/t1/s] -10
    y[u/t1] resource[u/t1/s,1] -10
    y[d/t1] least_mips[d/t1/p] -2
    y[d/t1] most_mips[d/t1/p] -2
    y[d/t1] stream_needs_template[d/t1/out] -10
    y[e/t1] least_mips[e/t1/p] -4
    y[e/t1] most_mips[e/t1/p] -4
    y[e/t1] stream_needs_template[e/t1/out] -6
    M1 'MARKER' 'INTEND'
    g[u/t1/p] least_mips[u/t1/p] 1
    g[u/t1/p] most_mips[u/t1/p] 1
    g[u/t1/p] resource[u/t1/s,0] -5
    g[u/t1/p] mips 1
    g[d/t1/p] least_mips[d/t1/p] 1
    g[d/t1/p] most_mips[d/t1/p] 1
    g[d/t1/p] resource[d/t1/out,0] -5
    g[d/t1/p] mips 1
    g[e/t1/p] least_mips[e/t1/p] 1
    g[e/t1/p] most_mips[e/t1/p] 1
    g[e/t1/p] resource[e/t1/out,0] -1.5
    g[e/t1/p] mips 1
    r[u/t1/s] stream_needs_template[u/t1/s] 1
    r[u/t1/s] resource[u/t1/s,0] 1
    r[u/t1/s] resource[u/t1/s,1] 1
    r[u/t1/s] resource[d/t1/out,1] -1
    r[d/t1/out] objective 1
    r[d/t1/out] stream_needs_template[d/t1/out] 1
    r[d/t1/out] resource[d/t1/out,0] 1
    r[d/t1/out] resource[d/t1/out,1] 1
    r[e/t1/out] objective 1
    r[e/t1/out] stream_needs_template[e/t1/out] 1
    r[e/t1/out] resource[e/t1/out,0] 1
RHS
    RHS mips 6
RANGES
BOUNDS
 LO BND y[u/t1] 0
 UP BND y[u/t1] 1
 LO BND y[d/t1] 0
 UP BND y[d/t1] 1
 LO BND y[e/t1] 0
 UP BND y[e/t1] 1
 LO BND g[u/t1/p] 0
 PL BND g[u/t1/p]
 LO BND g[d/t1/p] 0
 PL BND g[d/t1/p]
 LO BND g[e/t1/p] 0
 PL BND g[e/t1/p]
 LO BND r[u/t1/s] 0
 UP BND r[u/t1/s] 10
 LO BND r[d/t1/out] 0
 UP BND r[d/t1/out] 10
 LO BND r[e/t1/out] 0
 UP BND r[e/t1/out] 6
ENDATA
