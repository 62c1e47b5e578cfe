NAME hunted-fig10
OBJSENSE
    MAX
ROWS
 N objective
 G least_mips[j2/t2/p1]
 G least_mips[j2/t2/p2]
 G least_mips[j3/t1/p1]
 G least_mips[j3/t1/p2]
 G least_mips[j3/t1/p3]
 G least_mips[j3/t1/p4]
 G least_mips[j4/t1/p1]
 L most_mips[j2/t2/p1]
 L most_mips[j2/t2/p2]
 L most_mips[j3/t1/p1]
 L most_mips[j3/t1/p2]
 L most_mips[j3/t1/p3]
 L most_mips[j3/t1/p4]
 L most_mips[j4/t1/p1]
 L stream_needs_template[j2/t2/s1]
 L stream_needs_template[j2/t2/out]
 L stream_needs_template[j3/t1/s1]
 L stream_needs_template[j3/t1/s2]
 L stream_needs_template[j3/t1/s3]
 L stream_needs_template[j3/t1/out]
 L stream_needs_template[j4/t1/out]
 L resource[j2/t2/s1,0]
 L resource[j2/t2/out,0]
 L resource[j3/t1/s1,0]
 L resource[j3/t1/s2,0]
 L resource[j3/t1/s3,0]
 L resource[j3/t1/out,0]
 L resource[j4/t1/out,0]
 L pieces_within_rate[j2/t2/out]
 L pieces_within_rate[j3/t1/out]
 L pieces_within_rate[j4/t1/out]
 L piece_needs_template[j2/t2/out,0]
 L piece_needs_template[j2/t2/out,1]
 L piece_needs_template[j3/t1/out,0]
 L piece_needs_template[j3/t1/out,1]
 L piece_needs_template[j4/t1/out,0]
 L piece_needs_template[j4/t1/out,1]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[j2/t2] most_mips[j2/t2/p1] -4416
    y[j2/t2] most_mips[j2/t2/p2] -4416
    y[j2/t2] stream_needs_template[j2/t2/s1] -115.39008
    y[j2/t2] stream_needs_template[j2/t2/out] -100.3893696
    y[j2/t2] piece_needs_template[j2/t2/out,0] -39.59
    y[j2/t2] piece_needs_template[j2/t2/out,1] -39.58
    y[j3/t1] least_mips[j3/t1/p1] -42
    y[j3/t1] least_mips[j3/t1/p2] -12
    y[j3/t1] least_mips[j3/t1/p3] -13
    y[j3/t1] least_mips[j3/t1/p4] -305
    y[j3/t1] most_mips[j3/t1/p1] -425
    y[j3/t1] most_mips[j3/t1/p2] -123
    y[j3/t1] most_mips[j3/t1/p3] -136
    y[j3/t1] most_mips[j3/t1/p4] -3058
    y[j3/t1] stream_needs_template[j3/t1/s1] -96.373794816
    y[j3/t1] stream_needs_template[j3/t1/s2] -83.84520148991999
    y[j3/t1] stream_needs_template[j3/t1/s3] -71.8216
    y[j3/t1] stream_needs_template[j3/t1/out] -65.357656
    y[j3/t1] piece_needs_template[j3/t1/out,0] -32.68
    y[j3/t1] piece_needs_template[j3/t1/out,1] -32.68
    y[j4/t1] least_mips[j4/t1/p1] -54
    y[j4/t1] most_mips[j4/t1/p1] -549
    y[j4/t1] stream_needs_template[j4/t1/out] -55.5540076
    y[j4/t1] piece_needs_template[j4/t1/out,0] -42.5
    y[j4/t1] piece_needs_template[j4/t1/out,1] -42.5
    M1 'MARKER' 'INTEND'
    g[j2/t2/p1] least_mips[j2/t2/p1] 1
    g[j2/t2/p1] most_mips[j2/t2/p1] 1
    g[j2/t2/p1] resource[j2/t2/s1,0] -0.02613
    g[j2/t2/p1] mips 1
    g[j2/t2/p2] least_mips[j2/t2/p2] 1
    g[j2/t2/p2] most_mips[j2/t2/p2] 1
    g[j2/t2/p2] mips 1
    g[j3/t1/p1] least_mips[j3/t1/p1] 1
    g[j3/t1/p1] most_mips[j3/t1/p1] 1
    g[j3/t1/p1] mips 1
    g[j3/t1/p2] least_mips[j3/t1/p2] 1
    g[j3/t1/p2] most_mips[j3/t1/p2] 1
    g[j3/t1/p2] mips 1
    g[j3/t1/p3] least_mips[j3/t1/p3] 1
    g[j3/t1/p3] most_mips[j3/t1/p3] 1
    g[j3/t1/p3] resource[j3/t1/s3,0] -0.5281
    g[j3/t1/p3] mips 1
    g[j3/t1/p4] least_mips[j3/t1/p4] 1
    g[j3/t1/p4] most_mips[j3/t1/p4] 1
    g[j3/t1/p4] mips 1
    g[j4/t1/p1] least_mips[j4/t1/p1] 1
    g[j4/t1/p1] most_mips[j4/t1/p1] 1
    g[j4/t1/p1] mips 1
    r[j2/t2/s1] stream_needs_template[j2/t2/s1] 1
    r[j2/t2/s1] resource[j2/t2/s1,0] 1
    r[j2/t2/s1] resource[j2/t2/out,0] -0.87
    r[j2/t2/out] stream_needs_template[j2/t2/out] 1
    r[j2/t2/out] resource[j2/t2/out,0] 1
    r[j2/t2/out] resource[j3/t1/s1,0] -0.96
    r[j2/t2/out] pieces_within_rate[j2/t2/out] -1
    r[j3/t1/s1] stream_needs_template[j3/t1/s1] 1
    r[j3/t1/s1] resource[j3/t1/s1,0] 1
    r[j3/t1/s1] resource[j3/t1/s2,0] -0.87
    r[j3/t1/s2] stream_needs_template[j3/t1/s2] 1
    r[j3/t1/s2] resource[j3/t1/s2,0] 1
    r[j3/t1/s3] stream_needs_template[j3/t1/s3] 1
    r[j3/t1/s3] resource[j3/t1/s3,0] 1
    r[j3/t1/s3] resource[j3/t1/out,0] -0.91
    r[j3/t1/out] stream_needs_template[j3/t1/out] 1
    r[j3/t1/out] resource[j3/t1/out,0] 1
    r[j3/t1/out] resource[j4/t1/out,0] -0.85
    r[j3/t1/out] pieces_within_rate[j3/t1/out] -1
    r[j4/t1/out] stream_needs_template[j4/t1/out] 1
    r[j4/t1/out] resource[j4/t1/out,0] 1
    r[j4/t1/out] pieces_within_rate[j4/t1/out] -1
    piece[j2/t2/out,0] objective 1.0778833038646123
    piece[j2/t2/out,0] pieces_within_rate[j2/t2/out] 1
    piece[j2/t2/out,0] piece_needs_template[j2/t2/out,0] 1
    piece[j2/t2/out,1] objective 0.46203890853966656
    piece[j2/t2/out,1] pieces_within_rate[j2/t2/out] 1
    piece[j2/t2/out,1] piece_needs_template[j2/t2/out,1] 1
    piece[j3/t1/out,0] objective 4.619798041615667
    piece[j3/t1/out,0] pieces_within_rate[j3/t1/out] 1
    piece[j3/t1/out,0] piece_needs_template[j3/t1/out,0] 1
    piece[j3/t1/out,1] objective 1.9802019583843327
    piece[j3/t1/out,1] pieces_within_rate[j3/t1/out] 1
    piece[j3/t1/out,1] piece_needs_template[j3/t1/out,1] 1
    piece[j4/t1/out,0] objective 5.782
    piece[j4/t1/out,0] pieces_within_rate[j4/t1/out] 1
    piece[j4/t1/out,0] piece_needs_template[j4/t1/out,0] 1
    piece[j4/t1/out,1] objective 2.478
    piece[j4/t1/out,1] pieces_within_rate[j4/t1/out] 1
    piece[j4/t1/out,1] piece_needs_template[j4/t1/out,1] 1
RHS
    RHS mips 4416
RANGES
BOUNDS
 LO BND y[j2/t2] 0
 UP BND y[j2/t2] 1
 LO BND y[j3/t1] 0
 UP BND y[j3/t1] 1
 LO BND y[j4/t1] 0
 UP BND y[j4/t1] 1
 LO BND g[j2/t2/p1] 0
 PL BND g[j2/t2/p1]
 LO BND g[j2/t2/p2] 0
 PL BND g[j2/t2/p2]
 LO BND g[j3/t1/p1] 0
 PL BND g[j3/t1/p1]
 LO BND g[j3/t1/p2] 0
 PL BND g[j3/t1/p2]
 LO BND g[j3/t1/p3] 0
 PL BND g[j3/t1/p3]
 LO BND g[j3/t1/p4] 0
 PL BND g[j3/t1/p4]
 LO BND g[j4/t1/p1] 0
 PL BND g[j4/t1/p1]
 LO BND r[j2/t2/s1] 0
 UP BND r[j2/t2/s1] 115.39008
 LO BND r[j2/t2/out] 0
 UP BND r[j2/t2/out] 100.3893696
 LO BND r[j3/t1/s1] 0
 UP BND r[j3/t1/s1] 96.373794816
 LO BND r[j3/t1/s2] 0
 UP BND r[j3/t1/s2] 83.84520148991999
 LO BND r[j3/t1/s3] 0
 UP BND r[j3/t1/s3] 71.8216
 LO BND r[j3/t1/out] 0
 UP BND r[j3/t1/out] 65.357656
 LO BND r[j4/t1/out] 0
 UP BND r[j4/t1/out] 55.5540076
 LO BND piece[j2/t2/out,0] 0
 UP BND piece[j2/t2/out,0] 39.59
 LO BND piece[j2/t2/out,1] 0
 UP BND piece[j2/t2/out,1] 39.58
 LO BND piece[j3/t1/out,0] 0
 UP BND piece[j3/t1/out,0] 32.68
 LO BND piece[j3/t1/out,1] 0
 UP BND piece[j3/t1/out,1] 32.68
 LO BND piece[j4/t1/out,0] 0
 UP BND piece[j4/t1/out,0] 42.5
 LO BND piece[j4/t1/out,1] 0
 UP BND piece[j4/t1/out,1] 42.5
ENDATA
