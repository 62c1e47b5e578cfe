NAME hunted-even
OBJSENSE
    MAX
ROWS
 N objective
 G least_mips[j1/t2/p1]
 G least_mips[j1/t2/p2]
 G least_mips[j2/t1/p1]
 G least_mips[j2/t1/p2]
 G least_mips[j2/t1/p3]
 G least_mips[j2/t1/p4]
 G least_mips[j2/t1/p5]
 G least_mips[j2/t1/p6]
 G least_mips[j2/t1/p7]
 L most_mips[j1/t2/p1]
 L most_mips[j1/t2/p2]
 L most_mips[j2/t1/p1]
 L most_mips[j2/t1/p2]
 L most_mips[j2/t1/p3]
 L most_mips[j2/t1/p4]
 L most_mips[j2/t1/p5]
 L most_mips[j2/t1/p6]
 L most_mips[j2/t1/p7]
 L stream_needs_template[j1/t2/s1]
 L stream_needs_template[j1/t2/out]
 L stream_needs_template[j2/t1/s1]
 L stream_needs_template[j2/t1/s2]
 L stream_needs_template[j2/t1/s3]
 L stream_needs_template[j2/t1/s4]
 L stream_needs_template[j2/t1/s5]
 L stream_needs_template[j2/t1/s6]
 L stream_needs_template[j2/t1/out]
 L resource[j1/t2/s1,0]
 L resource[j1/t2/out,0]
 L resource[j2/t1/s1,0]
 L resource[j2/t1/s2,0]
 L resource[j2/t1/s3,0]
 L resource[j2/t1/s4,0]
 L resource[j2/t1/s5,0]
 L resource[j2/t1/s6,0]
 L resource[j2/t1/out,0]
 L pieces_within_rate[j2/t1/s6]
 L pieces_within_rate[j2/t1/out]
 L piece_needs_template[j2/t1/s6,0]
 L piece_needs_template[j2/t1/s6,1]
 L piece_needs_template[j2/t1/out,0]
 L piece_needs_template[j2/t1/out,1]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[j1/t2] most_mips[j1/t2/p1] -5105
    y[j1/t2] most_mips[j1/t2/p2] -5105
    y[j1/t2] stream_needs_template[j1/t2/s1] -91
    y[j1/t2] stream_needs_template[j1/t2/out] -41.835475
    y[j1/t2] resource[j1/t2/s1,0] -91
    y[j2/t1] least_mips[j2/t1/p4] -156
    y[j2/t1] least_mips[j2/t1/p5] -249
    y[j2/t1] least_mips[j2/t1/p6] -6
    y[j2/t1] least_mips[j2/t1/p7] -800.2067690629157
    y[j2/t1] most_mips[j2/t1/p1] -5105
    y[j2/t1] most_mips[j2/t1/p2] -5105
    y[j2/t1] most_mips[j2/t1/p3] -5105
    y[j2/t1] most_mips[j2/t1/p4] -1569
    y[j2/t1] most_mips[j2/t1/p5] -2492
    y[j2/t1] most_mips[j2/t1/p6] -62
    y[j2/t1] most_mips[j2/t1/p7] -1953
    y[j2/t1] stream_needs_template[j2/t1/s1] -32.6316705
    y[j2/t1] stream_needs_template[j2/t1/s2] -26.75796981
    y[j2/t1] stream_needs_template[j2/t1/s3] -17.3926803765
    y[j2/t1] stream_needs_template[j2/t1/s4] -14.261997908729999
    y[j2/t1] stream_needs_template[j2/t1/s5] -12.9784180969443
    y[j2/t1] stream_needs_template[j2/t1/s6] -8.306187582044352
    y[j2/t1] stream_needs_template[j2/t1/out] -11.68057628724987
    y[j2/t1] piece_needs_template[j2/t1/s6,0] -9.925
    y[j2/t1] piece_needs_template[j2/t1/s6,1] -9.925
    y[j2/t1] piece_needs_template[j2/t1/out,0] -13.96
    y[j2/t1] piece_needs_template[j2/t1/out,1] -13.96
    M1 'MARKER' 'INTEND'
    g[j1/t2/p1] least_mips[j1/t2/p1] 1
    g[j1/t2/p1] most_mips[j1/t2/p1] 1
    g[j1/t2/p1] mips 1
    g[j1/t2/p2] least_mips[j1/t2/p2] 1
    g[j1/t2/p2] most_mips[j1/t2/p2] 1
    g[j1/t2/p2] resource[j1/t2/out,0] -0.008195
    g[j1/t2/p2] mips 1
    g[j2/t1/p1] least_mips[j2/t1/p1] 1
    g[j2/t1/p1] most_mips[j2/t1/p1] 1
    g[j2/t1/p1] mips 1
    g[j2/t1/p2] least_mips[j2/t1/p2] 1
    g[j2/t1/p2] most_mips[j2/t1/p2] 1
    g[j2/t1/p2] mips 1
    g[j2/t1/p3] least_mips[j2/t1/p3] 1
    g[j2/t1/p3] most_mips[j2/t1/p3] 1
    g[j2/t1/p3] mips 1
    g[j2/t1/p4] least_mips[j2/t1/p4] 1
    g[j2/t1/p4] most_mips[j2/t1/p4] 1
    g[j2/t1/p4] mips 1
    g[j2/t1/p5] least_mips[j2/t1/p5] 1
    g[j2/t1/p5] most_mips[j2/t1/p5] 1
    g[j2/t1/p5] mips 1
    g[j2/t1/p6] least_mips[j2/t1/p6] 1
    g[j2/t1/p6] most_mips[j2/t1/p6] 1
    g[j2/t1/p6] mips 1
    g[j2/t1/p7] least_mips[j2/t1/p7] 1
    g[j2/t1/p7] most_mips[j2/t1/p7] 1
    g[j2/t1/p7] mips 1
    r[j1/t2/s1] stream_needs_template[j1/t2/s1] 1
    r[j1/t2/s1] resource[j1/t2/s1,0] 1
    r[j1/t2/out] stream_needs_template[j1/t2/out] 1
    r[j1/t2/out] resource[j1/t2/out,0] 1
    r[j1/t2/out] resource[j2/t1/s1,0] -0.78
    r[j2/t1/s1] stream_needs_template[j2/t1/s1] 1
    r[j2/t1/s1] resource[j2/t1/s1,0] 1
    r[j2/t1/s1] resource[j2/t1/s2,0] -0.82
    r[j2/t1/s2] stream_needs_template[j2/t1/s2] 1
    r[j2/t1/s2] resource[j2/t1/s2,0] 1
    r[j2/t1/s2] resource[j2/t1/s3,0] -0.65
    r[j2/t1/s3] stream_needs_template[j2/t1/s3] 1
    r[j2/t1/s3] resource[j2/t1/s3,0] 1
    r[j2/t1/s3] resource[j2/t1/s4,0] -0.82
    r[j2/t1/s4] stream_needs_template[j2/t1/s4] 1
    r[j2/t1/s4] resource[j2/t1/s4,0] 1
    r[j2/t1/s4] resource[j2/t1/s5,0] -0.91
    r[j2/t1/s5] stream_needs_template[j2/t1/s5] 1
    r[j2/t1/s5] resource[j2/t1/s5,0] 1
    r[j2/t1/s5] resource[j2/t1/s6,0] -0.64
    r[j2/t1/s5] resource[j2/t1/out,0] -0.9
    r[j2/t1/s6] stream_needs_template[j2/t1/s6] 1
    r[j2/t1/s6] resource[j2/t1/s6,0] 1
    r[j2/t1/s6] pieces_within_rate[j2/t1/s6] -1
    r[j2/t1/out] stream_needs_template[j2/t1/out] 1
    r[j2/t1/out] resource[j2/t1/out,0] 1
    r[j2/t1/out] pieces_within_rate[j2/t1/out] -1
    piece[j2/t1/s6,0] objective 0.39185894206549116
    piece[j2/t1/s6,0] pieces_within_rate[j2/t1/s6] 1
    piece[j2/t1/s6,0] piece_needs_template[j2/t1/s6,0] 1
    piece[j2/t1/s6,1] objective 0.16814105793450881
    piece[j2/t1/s6,1] pieces_within_rate[j2/t1/s6] 1
    piece[j2/t1/s6,1] piece_needs_template[j2/t1/s6,1] 1
    piece[j2/t1/out,0] objective 2.001590257879656
    piece[j2/t1/out,0] pieces_within_rate[j2/t1/out] 1
    piece[j2/t1/out,0] piece_needs_template[j2/t1/out,0] 1
    piece[j2/t1/out,1] objective 0.8584097421203437
    piece[j2/t1/out,1] pieces_within_rate[j2/t1/out] 1
    piece[j2/t1/out,1] piece_needs_template[j2/t1/out,1] 1
RHS
    RHS mips 5105
RANGES
BOUNDS
 LO BND y[j1/t2] 0
 UP BND y[j1/t2] 1
 LO BND y[j2/t1] 0
 UP BND y[j2/t1] 1
 LO BND g[j1/t2/p1] 0
 PL BND g[j1/t2/p1]
 LO BND g[j1/t2/p2] 0
 PL BND g[j1/t2/p2]
 LO BND g[j2/t1/p1] 0
 PL BND g[j2/t1/p1]
 LO BND g[j2/t1/p2] 0
 PL BND g[j2/t1/p2]
 LO BND g[j2/t1/p3] 0
 PL BND g[j2/t1/p3]
 LO BND g[j2/t1/p4] 0
 PL BND g[j2/t1/p4]
 LO BND g[j2/t1/p5] 0
 PL BND g[j2/t1/p5]
 LO BND g[j2/t1/p6] 0
 PL BND g[j2/t1/p6]
 LO BND g[j2/t1/p7] 0
 PL BND g[j2/t1/p7]
 LO BND r[j1/t2/s1] 0
 UP BND r[j1/t2/s1] 91
 LO BND r[j1/t2/out] 0
 UP BND r[j1/t2/out] 41.835475
 LO BND r[j2/t1/s1] 0
 UP BND r[j2/t1/s1] 32.6316705
 LO BND r[j2/t1/s2] 0
 UP BND r[j2/t1/s2] 26.75796981
 LO BND r[j2/t1/s3] 0
 UP BND r[j2/t1/s3] 17.3926803765
 LO BND r[j2/t1/s4] 0
 UP BND r[j2/t1/s4] 14.261997908729999
 LO BND r[j2/t1/s5] 0
 UP BND r[j2/t1/s5] 12.9784180969443
 LO BND r[j2/t1/s6] 0
 UP BND r[j2/t1/s6] 8.306187582044352
 LO BND r[j2/t1/out] 0
 UP BND r[j2/t1/out] 11.68057628724987
 LO BND piece[j2/t1/s6,0] 0
 UP BND piece[j2/t1/s6,0] 9.925
 LO BND piece[j2/t1/s6,1] 0
 UP BND piece[j2/t1/s6,1] 9.925
 LO BND piece[j2/t1/out,0] 0
 UP BND piece[j2/t1/out,0] 13.96
 LO BND piece[j2/t1/out,1] 0
 UP BND piece[j2/t1/out,1] 13.96
ENDATA
