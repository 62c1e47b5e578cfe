NAME two-chains
OBJSENSE
    MAX
ROWS
 N objective
 E on_grid[x/t1/p]
 E on_grid[x/t1/q]
 E on_grid[y/t1/p]
 E on_grid[y/t1/q]
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
 E mips_in_bits[0]
 E mips_in_bits[1]
 E mips_in_bits[2]
 E mips_in_bits[3]
 L rate_of_product[0]
 L rate_of_product[1]
 L rate_of_product[2]
 L rate_of_product[3]
 L all_read[0]
 L all_read[1]
 L all_read[2]
 L all_read[3]
 L part_of_read[x/t1/s/0,0]
 L part_of_read[x/t1/s/0,1]
 L part_of_read[x/t1/s/0,2]
 L part_of_read[x/t1/s/0,3]
 L part_of_read[x/t1/out/0,0]
 L part_of_read[x/t1/out/0,1]
 L part_of_read[x/t1/out/0,2]
 L part_of_read[x/t1/out/0,3]
 L part_of_read[y/t1/s/0,0]
 L part_of_read[y/t1/s/0,1]
 L part_of_read[y/t1/s/0,2]
 L part_of_read[y/t1/s/0,3]
 L part_of_read[y/t1/out/0,0]
 L part_of_read[y/t1/out/0,1]
 L part_of_read[y/t1/out/0,2]
 L part_of_read[y/t1/out/0,3]
 L part_of_bit[x/t1/s/0,0]
 L part_of_bit[x/t1/s/0,1]
 L part_of_bit[x/t1/s/0,2]
 L part_of_bit[x/t1/s/0,3]
 L part_of_bit[x/t1/out/0,0]
 L part_of_bit[x/t1/out/0,1]
 L part_of_bit[x/t1/out/0,2]
 L part_of_bit[x/t1/out/0,3]
 L part_of_bit[y/t1/s/0,0]
 L part_of_bit[y/t1/s/0,1]
 L part_of_bit[y/t1/s/0,2]
 L part_of_bit[y/t1/s/0,3]
 L part_of_bit[y/t1/out/0,0]
 L part_of_bit[y/t1/out/0,1]
 L part_of_bit[y/t1/out/0,2]
 L part_of_bit[y/t1/out/0,3]
 L resource[x/t1/s,1]
 L resource[x/t1/out,1]
 L resource[y/t1/s,1]
 L resource[y/t1/out,1]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[x/t1] most_mips[x/t1/p] -100
    y[x/t1] most_mips[x/t1/q] -100
    y[x/t1] stream_needs_template[x/t1/s] -100
    y[x/t1] stream_needs_template[x/t1/out] -100
    y[x/t1] all_read[0] -100
    y[x/t1] resource[x/t1/s,1] -100
    y[y/t1] most_mips[y/t1/p] -100
    y[y/t1] most_mips[y/t1/q] -100
    y[y/t1] stream_needs_template[y/t1/s] -100
    y[y/t1] stream_needs_template[y/t1/out] -100
    y[y/t1] all_read[2] -100
    y[y/t1] resource[y/t1/s,1] -100
    M1 'MARKER' 'INTEND'
    g[x/t1/p] on_grid[x/t1/p] 1
    g[x/t1/p] least_mips[x/t1/p] 1
    g[x/t1/p] most_mips[x/t1/p] 1
    g[x/t1/p] mips 1
    g[x/t1/q] on_grid[x/t1/q] 1
    g[x/t1/q] least_mips[x/t1/q] 1
    g[x/t1/q] most_mips[x/t1/q] 1
    g[x/t1/q] mips 1
    g[y/t1/p] on_grid[y/t1/p] 1
    g[y/t1/p] least_mips[y/t1/p] 1
    g[y/t1/p] most_mips[y/t1/p] 1
    g[y/t1/p] mips 1
    g[y/t1/q] on_grid[y/t1/q] 1
    g[y/t1/q] least_mips[y/t1/q] 1
    g[y/t1/q] most_mips[y/t1/q] 1
    g[y/t1/q] mips 1
    r[x/t1/s] stream_needs_template[x/t1/s] 1
    r[x/t1/s] rate_of_product[0] 1
    r[x/t1/s] all_read[1] -1
    r[x/t1/s] resource[x/t1/s,1] 1
    r[x/t1/s] resource[x/t1/out,1] -1
    r[x/t1/out] objective 1
    r[x/t1/out] stream_needs_template[x/t1/out] 1
    r[x/t1/out] rate_of_product[1] 1
    r[x/t1/out] resource[x/t1/out,1] 1
    r[y/t1/s] stream_needs_template[y/t1/s] 1
    r[y/t1/s] rate_of_product[2] 1
    r[y/t1/s] all_read[3] -1
    r[y/t1/s] resource[y/t1/s,1] 1
    r[y/t1/s] resource[y/t1/out,1] -1
    r[y/t1/out] objective 1
    r[y/t1/out] stream_needs_template[y/t1/out] 1
    r[y/t1/out] rate_of_product[3] 1
    r[y/t1/out] resource[y/t1/out,1] 1
    M2 'MARKER' 'INTORG'
    units[x/t1/p] on_grid[x/t1/p] -10
    units[x/t1/p] mips_in_bits[0] 1
    units[x/t1/q] on_grid[x/t1/q] -10
    units[x/t1/q] mips_in_bits[1] 1
    units[y/t1/p] on_grid[y/t1/p] -10
    units[y/t1/p] mips_in_bits[2] 1
    units[y/t1/q] on_grid[y/t1/q] -10
    units[y/t1/q] mips_in_bits[3] 1
    bit[x/t1/p,0] mips_in_bits[0] -1
    bit[x/t1/p,0] part_of_bit[x/t1/s/0,0] -100
    bit[x/t1/p,1] mips_in_bits[0] -2
    bit[x/t1/p,1] part_of_bit[x/t1/s/0,1] -100
    bit[x/t1/p,2] mips_in_bits[0] -4
    bit[x/t1/p,2] part_of_bit[x/t1/s/0,2] -100
    bit[x/t1/p,3] mips_in_bits[0] -8
    bit[x/t1/p,3] part_of_bit[x/t1/s/0,3] -100
    bit[x/t1/q,0] mips_in_bits[1] -1
    bit[x/t1/q,0] part_of_bit[x/t1/out/0,0] -100
    bit[x/t1/q,1] mips_in_bits[1] -2
    bit[x/t1/q,1] part_of_bit[x/t1/out/0,1] -100
    bit[x/t1/q,2] mips_in_bits[1] -4
    bit[x/t1/q,2] part_of_bit[x/t1/out/0,2] -100
    bit[x/t1/q,3] mips_in_bits[1] -8
    bit[x/t1/q,3] part_of_bit[x/t1/out/0,3] -100
    bit[y/t1/p,0] mips_in_bits[2] -1
    bit[y/t1/p,0] part_of_bit[y/t1/s/0,0] -100
    bit[y/t1/p,1] mips_in_bits[2] -2
    bit[y/t1/p,1] part_of_bit[y/t1/s/0,1] -100
    bit[y/t1/p,2] mips_in_bits[2] -4
    bit[y/t1/p,2] part_of_bit[y/t1/s/0,2] -100
    bit[y/t1/p,3] mips_in_bits[2] -8
    bit[y/t1/p,3] part_of_bit[y/t1/s/0,3] -100
    bit[y/t1/q,0] mips_in_bits[3] -1
    bit[y/t1/q,0] part_of_bit[y/t1/out/0,0] -100
    bit[y/t1/q,1] mips_in_bits[3] -2
    bit[y/t1/q,1] part_of_bit[y/t1/out/0,1] -100
    bit[y/t1/q,2] mips_in_bits[3] -4
    bit[y/t1/q,2] part_of_bit[y/t1/out/0,2] -100
    bit[y/t1/q,3] mips_in_bits[3] -8
    bit[y/t1/q,3] part_of_bit[y/t1/out/0,3] -100
    M3 'MARKER' 'INTEND'
    read[x/t1/s/0] all_read[0] 1
    read[x/t1/s/0] part_of_read[x/t1/s/0,0] -1
    read[x/t1/s/0] part_of_read[x/t1/s/0,1] -1
    read[x/t1/s/0] part_of_read[x/t1/s/0,2] -1
    read[x/t1/s/0] part_of_read[x/t1/s/0,3] -1
    read[x/t1/out/0] all_read[1] 1
    read[x/t1/out/0] part_of_read[x/t1/out/0,0] -1
    read[x/t1/out/0] part_of_read[x/t1/out/0,1] -1
    read[x/t1/out/0] part_of_read[x/t1/out/0,2] -1
    read[x/t1/out/0] part_of_read[x/t1/out/0,3] -1
    read[y/t1/s/0] all_read[2] 1
    read[y/t1/s/0] part_of_read[y/t1/s/0,0] -1
    read[y/t1/s/0] part_of_read[y/t1/s/0,1] -1
    read[y/t1/s/0] part_of_read[y/t1/s/0,2] -1
    read[y/t1/s/0] part_of_read[y/t1/s/0,3] -1
    read[y/t1/out/0] all_read[3] 1
    read[y/t1/out/0] part_of_read[y/t1/out/0,0] -1
    read[y/t1/out/0] part_of_read[y/t1/out/0,1] -1
    read[y/t1/out/0] part_of_read[y/t1/out/0,2] -1
    read[y/t1/out/0] part_of_read[y/t1/out/0,3] -1
    part[x/t1/s/0,0] rate_of_product[0] -0.1
    part[x/t1/s/0,0] part_of_read[x/t1/s/0,0] 1
    part[x/t1/s/0,0] part_of_bit[x/t1/s/0,0] 1
    part[x/t1/s/0,1] rate_of_product[0] -0.2
    part[x/t1/s/0,1] part_of_read[x/t1/s/0,1] 1
    part[x/t1/s/0,1] part_of_bit[x/t1/s/0,1] 1
    part[x/t1/s/0,2] rate_of_product[0] -0.4
    part[x/t1/s/0,2] part_of_read[x/t1/s/0,2] 1
    part[x/t1/s/0,2] part_of_bit[x/t1/s/0,2] 1
    part[x/t1/s/0,3] rate_of_product[0] -0.8
    part[x/t1/s/0,3] part_of_read[x/t1/s/0,3] 1
    part[x/t1/s/0,3] part_of_bit[x/t1/s/0,3] 1
    part[x/t1/out/0,0] rate_of_product[1] -0.1
    part[x/t1/out/0,0] part_of_read[x/t1/out/0,0] 1
    part[x/t1/out/0,0] part_of_bit[x/t1/out/0,0] 1
    part[x/t1/out/0,1] rate_of_product[1] -0.2
    part[x/t1/out/0,1] part_of_read[x/t1/out/0,1] 1
    part[x/t1/out/0,1] part_of_bit[x/t1/out/0,1] 1
    part[x/t1/out/0,2] rate_of_product[1] -0.4
    part[x/t1/out/0,2] part_of_read[x/t1/out/0,2] 1
    part[x/t1/out/0,2] part_of_bit[x/t1/out/0,2] 1
    part[x/t1/out/0,3] rate_of_product[1] -0.8
    part[x/t1/out/0,3] part_of_read[x/t1/out/0,3] 1
    part[x/t1/out/0,3] part_of_bit[x/t1/out/0,3] 1
    part[y/t1/s/0,0] rate_of_product[2] -0.1
    part[y/t1/s/0,0] part_of_read[y/t1/s/0,0] 1
    part[y/t1/s/0,0] part_of_bit[y/t1/s/0,0] 1
    part[y/t1/s/0,1] rate_of_product[2] -0.2
    part[y/t1/s/0,1] part_of_read[y/t1/s/0,1] 1
    part[y/t1/s/0,1] part_of_bit[y/t1/s/0,1] 1
    part[y/t1/s/0,2] rate_of_product[2] -0.4
    part[y/t1/s/0,2] part_of_read[y/t1/s/0,2] 1
    part[y/t1/s/0,2] part_of_bit[y/t1/s/0,2] 1
    part[y/t1/s/0,3] rate_of_product[2] -0.8
    part[y/t1/s/0,3] part_of_read[y/t1/s/0,3] 1
    part[y/t1/s/0,3] part_of_bit[y/t1/s/0,3] 1
    part[y/t1/out/0,0] rate_of_product[3] -0.1
    part[y/t1/out/0,0] part_of_read[y/t1/out/0,0] 1
    part[y/t1/out/0,0] part_of_bit[y/t1/out/0,0] 1
    part[y/t1/out/0,1] rate_of_product[3] -0.2
    part[y/t1/out/0,1] part_of_read[y/t1/out/0,1] 1
    part[y/t1/out/0,1] part_of_bit[y/t1/out/0,1] 1
    part[y/t1/out/0,2] rate_of_product[3] -0.4
    part[y/t1/out/0,2] part_of_read[y/t1/out/0,2] 1
    part[y/t1/out/0,2] part_of_bit[y/t1/out/0,2] 1
    part[y/t1/out/0,3] rate_of_product[3] -0.8
    part[y/t1/out/0,3] part_of_read[y/t1/out/0,3] 1
    part[y/t1/out/0,3] part_of_bit[y/t1/out/0,3] 1
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
 LO BND units[x/t1/p] 0
 UP BND units[x/t1/p] 10
 LO BND units[x/t1/q] 0
 UP BND units[x/t1/q] 10
 LO BND units[y/t1/p] 0
 UP BND units[y/t1/p] 10
 LO BND units[y/t1/q] 0
 UP BND units[y/t1/q] 10
 LO BND bit[x/t1/p,0] 0
 UP BND bit[x/t1/p,0] 1
 LO BND bit[x/t1/p,1] 0
 UP BND bit[x/t1/p,1] 1
 LO BND bit[x/t1/p,2] 0
 UP BND bit[x/t1/p,2] 1
 LO BND bit[x/t1/p,3] 0
 UP BND bit[x/t1/p,3] 1
 LO BND bit[x/t1/q,0] 0
 UP BND bit[x/t1/q,0] 1
 LO BND bit[x/t1/q,1] 0
 UP BND bit[x/t1/q,1] 1
 LO BND bit[x/t1/q,2] 0
 UP BND bit[x/t1/q,2] 1
 LO BND bit[x/t1/q,3] 0
 UP BND bit[x/t1/q,3] 1
 LO BND bit[y/t1/p,0] 0
 UP BND bit[y/t1/p,0] 1
 LO BND bit[y/t1/p,1] 0
 UP BND bit[y/t1/p,1] 1
 LO BND bit[y/t1/p,2] 0
 UP BND bit[y/t1/p,2] 1
 LO BND bit[y/t1/p,3] 0
 UP BND bit[y/t1/p,3] 1
 LO BND bit[y/t1/q,0] 0
 UP BND bit[y/t1/q,0] 1
 LO BND bit[y/t1/q,1] 0
 UP BND bit[y/t1/q,1] 1
 LO BND bit[y/t1/q,2] 0
 UP BND bit[y/t1/q,2] 1
 LO BND bit[y/t1/q,3] 0
 UP BND bit[y/t1/q,3] 1
 LO BND read[x/t1/s/0] 0
 PL BND read[x/t1/s/0]
 LO BND read[x/t1/out/0] 0
 PL BND read[x/t1/out/0]
 LO BND read[y/t1/s/0] 0
 PL BND read[y/t1/s/0]
 LO BND read[y/t1/out/0] 0
 PL BND read[y/t1/out/0]
 LO BND part[x/t1/s/0,0] 0
 PL BND part[x/t1/s/0,0]
 LO BND part[x/t1/s/0,1] 0
 PL BND part[x/t1/s/0,1]
 LO BND part[x/t1/s/0,2] 0
 PL BND part[x/t1/s/0,2]
 LO BND part[x/t1/s/0,3] 0
 PL BND part[x/t1/s/0,3]
 LO BND part[x/t1/out/0,0] 0
 PL BND part[x/t1/out/0,0]
 LO BND part[x/t1/out/0,1] 0
 PL BND part[x/t1/out/0,1]
 LO BND part[x/t1/out/0,2] 0
 PL BND part[x/t1/out/0,2]
 LO BND part[x/t1/out/0,3] 0
 PL BND part[x/t1/out/0,3]
 LO BND part[y/t1/s/0,0] 0
 PL BND part[y/t1/s/0,0]
 LO BND part[y/t1/s/0,1] 0
 PL BND part[y/t1/s/0,1]
 LO BND part[y/t1/s/0,2] 0
 PL BND part[y/t1/s/0,2]
 LO BND part[y/t1/s/0,3] 0
 PL BND part[y/t1/s/0,3]
 LO BND part[y/t1/out/0,0] 0
 PL BND part[y/t1/out/0,0]
 LO BND part[y/t1/out/0,1] 0
 PL BND part[y/t1/out/0,1]
 LO BND part[y/t1/out/0,2] 0
 PL BND part[y/t1/out/0,2]
 LO BND part[y/t1/out/0,3] 0
 PL BND part[y/t1/out/0,3]
ENDATA
