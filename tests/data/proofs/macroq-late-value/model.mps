NAME late-value
OBJSENSE
    MAX
ROWS
 N objective
 G least_mips[a/t1/p]
 G least_mips[b/t1/p]
 L most_mips[a/t1/p]
 L most_mips[b/t1/p]
 L stream_needs_template[a/t1/out]
 L stream_needs_template[b/t1/out]
 L resource[a/t1/out,0]
 L resource[a/t1/out,1]
 L resource[b/t1/out,0]
 L resource[b/t1/out,1]
 L pieces_within_rate[a/t1/out]
 L pieces_within_rate[b/t1/out]
 L piece_needs_template[a/t1/out,0]
 L piece_needs_template[a/t1/out,1]
 L piece_needs_template[a/t1/out,2]
 L piece_needs_template[b/t1/out,0]
 L piece_needs_template[b/t1/out,1]
 G piece_before_full[a/t1/out,1]
 G piece_before_full[a/t1/out,2]
 L piece_not_begun[a/t1/out,1]
 L piece_not_begun[a/t1/out,2]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[a/t1] most_mips[a/t1/p] -12
    y[a/t1] stream_needs_template[a/t1/out] -12
    y[a/t1] resource[a/t1/out,1] -20
    y[a/t1] piece_needs_template[a/t1/out,0] -5
    y[a/t1] piece_needs_template[a/t1/out,1] -5
    y[a/t1] piece_needs_template[a/t1/out,2] -10
    y[b/t1] most_mips[b/t1/p] -12
    y[b/t1] stream_needs_template[b/t1/out] -12
    y[b/t1] resource[b/t1/out,1] -20
    y[b/t1] piece_needs_template[b/t1/out,0] -4
    y[b/t1] piece_needs_template[b/t1/out,1] -4
    M1 'MARKER' 'INTEND'
    g[a/t1/p] least_mips[a/t1/p] 1
    g[a/t1/p] most_mips[a/t1/p] 1
    g[a/t1/p] resource[a/t1/out,0] -1
    g[a/t1/p] mips 1
    g[b/t1/p] least_mips[b/t1/p] 1
    g[b/t1/p] most_mips[b/t1/p] 1
    g[b/t1/p] resource[b/t1/out,0] -1
    g[b/t1/p] mips 1
    r[a/t1/out] stream_needs_template[a/t1/out] 1
    r[a/t1/out] resource[a/t1/out,0] 1
    r[a/t1/out] resource[a/t1/out,1] 1
    r[a/t1/out] pieces_within_rate[a/t1/out] -1
    r[b/t1/out] stream_needs_template[b/t1/out] 1
    r[b/t1/out] resource[b/t1/out,0] 1
    r[b/t1/out] resource[b/t1/out,1] 1
    r[b/t1/out] pieces_within_rate[b/t1/out] -1
    piece[a/t1/out,0] pieces_within_rate[a/t1/out] 1
    piece[a/t1/out,0] piece_needs_template[a/t1/out,0] 1
    piece[a/t1/out,0] piece_before_full[a/t1/out,1] 1
    piece[a/t1/out,1] objective 2
    piece[a/t1/out,1] pieces_within_rate[a/t1/out] 1
    piece[a/t1/out,1] piece_needs_template[a/t1/out,1] 1
    piece[a/t1/out,1] piece_before_full[a/t1/out,2] 1
    piece[a/t1/out,1] piece_not_begun[a/t1/out,1] 1
    piece[a/t1/out,2] objective 0.2
    piece[a/t1/out,2] pieces_within_rate[a/t1/out] 1
    piece[a/t1/out,2] piece_needs_template[a/t1/out,2] 1
    piece[a/t1/out,2] piece_not_begun[a/t1/out,2] 1
    piece[b/t1/out,0] objective 1.5
    piece[b/t1/out,0] pieces_within_rate[b/t1/out] 1
    piece[b/t1/out,0] piece_needs_template[b/t1/out,0] 1
    piece[b/t1/out,1] objective 0.5
    piece[b/t1/out,1] pieces_within_rate[b/t1/out] 1
    piece[b/t1/out,1] piece_needs_template[b/t1/out,1] 1
    M2 'MARKER' 'INTORG'
    over[a/t1/out,1] piece_before_full[a/t1/out,1] -5
    over[a/t1/out,1] piece_not_begun[a/t1/out,1] -5
    over[a/t1/out,2] piece_before_full[a/t1/out,2] -5
    over[a/t1/out,2] piece_not_begun[a/t1/out,2] -10
    M3 'MARKER' 'INTEND'
RHS
    RHS mips 12
RANGES
BOUNDS
 LO BND y[a/t1] 0
 UP BND y[a/t1] 1
 LO BND y[b/t1] 0
 UP BND y[b/t1] 1
 LO BND g[a/t1/p] 0
 PL BND g[a/t1/p]
 LO BND g[b/t1/p] 0
 PL BND g[b/t1/p]
 LO BND r[a/t1/out] 0
 UP BND r[a/t1/out] 12
 LO BND r[b/t1/out] 0
 UP BND r[b/t1/out] 12
 LO BND piece[a/t1/out,0] 0
 UP BND piece[a/t1/out,0] 5
 LO BND piece[a/t1/out,1] 0
 UP BND piece[a/t1/out,1] 5
 LO BND piece[a/t1/out,2] 0
 UP BND piece[a/t1/out,2] 10
 LO BND piece[b/t1/out,0] 0
 UP BND piece[b/t1/out,0] 4
 LO BND piece[b/t1/out,1] 0
 UP BND piece[b/t1/out,1] 4
 LO BND over[a/t1/out,1] 0
 UP BND over[a/t1/out,1] 1
 LO BND over[a/t1/out,2] 0
 UP BND over[a/t1/out,2] 1
ENDATA
