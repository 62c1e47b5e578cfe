NAME revised-rank
OBJSENSE
    MAX
ROWS
 N objective
 G least_mips[a/t1/p]
 G least_mips[b/t1/p]
 G least_mips[c/t1/p]
 L most_mips[a/t1/p]
 L most_mips[b/t1/p]
 L most_mips[c/t1/p]
 L stream_needs_template[a/t1/s]
 L stream_needs_template[b/t1/out]
 L stream_needs_template[c/t1/out]
 L resource[a/t1/s,0]
 L resource[b/t1/out,0]
 L resource[c/t1/out,0]
 L all_better_in[1,1]
 L all_better_in[1,2]
 L all_better_in[2,2]
 L legal[0,1]
 L legal[0,2]
 L legal[2,1]
 L rank_needs_template[a/t1/p,1]
 L rank_needs_template[a/t1/p,2]
 L rank_by_readers[a/t1/p,1]
 L rank_by_readers[a/t1/p,2]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[a/t1] least_mips[a/t1/p] -5
    y[a/t1] most_mips[a/t1/p] -5
    y[a/t1] stream_needs_template[a/t1/s] -9
    y[a/t1] legal[0,1] 1
    y[a/t1] legal[0,2] 1
    y[a/t1] rank_needs_template[a/t1/p,1] -1
    y[a/t1] rank_needs_template[a/t1/p,2] -1
    y[b/t1] least_mips[b/t1/p] -4
    y[b/t1] most_mips[b/t1/p] -4
    y[b/t1] stream_needs_template[b/t1/out] -12
    y[b/t1] resource[b/t1/out,0] -3
    y[b/t1] all_better_in[1,1] -1
    y[b/t1] all_better_in[1,2] -1
    y[b/t1] rank_by_readers[a/t1/p,1] -1
    y[b/t1] rank_by_readers[a/t1/p,2] -1
    y[c/t1] least_mips[c/t1/p] -4
    y[c/t1] most_mips[c/t1/p] -4
    y[c/t1] stream_needs_template[c/t1/out] -8
    y[c/t1] all_better_in[2,2] -1
    y[c/t1] legal[2,1] 1
    M1 'MARKER' 'INTEND'
    g[a/t1/p] least_mips[a/t1/p] 1
    g[a/t1/p] most_mips[a/t1/p] 1
    g[a/t1/p] resource[a/t1/s,0] -1.8
    g[a/t1/p] mips 1
    g[b/t1/p] least_mips[b/t1/p] 1
    g[b/t1/p] most_mips[b/t1/p] 1
    g[b/t1/p] mips 1
    g[c/t1/p] least_mips[c/t1/p] 1
    g[c/t1/p] most_mips[c/t1/p] 1
    g[c/t1/p] resource[c/t1/out,0] -2
    g[c/t1/p] mips 1
    r[a/t1/s] stream_needs_template[a/t1/s] 1
    r[a/t1/s] resource[a/t1/s,0] 1
    r[a/t1/s] resource[b/t1/out,0] -1
    r[b/t1/out] objective 1
    r[b/t1/out] stream_needs_template[b/t1/out] 1
    r[b/t1/out] resource[b/t1/out,0] 1
    r[c/t1/out] objective 1
    r[c/t1/out] stream_needs_template[c/t1/out] 1
    r[c/t1/out] resource[c/t1/out,0] 1
    f[1] all_better_in[1,1] 1
    f[1] legal[0,1] -1
    f[1] legal[2,1] -1
    f[2] all_better_in[1,2] 1
    f[2] all_better_in[2,2] 1
    f[2] legal[0,2] -1
    d[a/t1/p,1] legal[0,1] -1
    d[a/t1/p,1] rank_needs_template[a/t1/p,1] 1
    d[a/t1/p,1] rank_by_readers[a/t1/p,1] 1
    d[a/t1/p,2] legal[0,2] -1
    d[a/t1/p,2] rank_needs_template[a/t1/p,2] 1
    d[a/t1/p,2] rank_by_readers[a/t1/p,2] 1
RHS
    RHS mips 10
RANGES
BOUNDS
 LO BND y[a/t1] 0
 UP BND y[a/t1] 1
 LO BND y[b/t1] 0
 UP BND y[b/t1] 1
 LO BND y[c/t1] 0
 UP BND y[c/t1] 1
 LO BND g[a/t1/p] 0
 PL BND g[a/t1/p]
 LO BND g[b/t1/p] 0
 PL BND g[b/t1/p]
 LO BND g[c/t1/p] 0
 PL BND g[c/t1/p]
 LO BND r[a/t1/s] 0
 UP BND r[a/t1/s] 9
 LO BND r[b/t1/out] 0
 UP BND r[b/t1/out] 12
 LO BND r[c/t1/out] 0
 UP BND r[c/t1/out] 8
 LO BND f[1] 0
 UP BND f[1] 1
 LO BND f[2] 0
 UP BND f[2] 1
 LO BND d[a/t1/p,1] 0
 UP BND d[a/t1/p,1] 1
 LO BND d[a/t1/p,2] 0
 UP BND d[a/t1/p,2] 1
ENDATA
