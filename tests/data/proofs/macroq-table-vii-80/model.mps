NAME table-vii-80
OBJSENSE
    MAX
ROWS
 N objective
 E required_jobs[A]
 E required_jobs[B]
 E required_jobs[C]
 E required_jobs[D]
 E required_jobs[E]
 E required_jobs[F]
 E required_jobs[G]
 L curve_needs_template[A/t1,0]
 L curve_needs_template[B/t1,0]
 L curve_needs_template[C/t1,0]
 L curve_needs_template[D/t1,0]
 L curve_needs_template[E/t1,0]
 L curve_needs_template[F/t1,0]
 L curve_needs_template[G/t1,0]
 L curve_needs_template[H/t1,0]
 L curve_needs_template[I/t1,0]
 L curve_needs_template[J/t1,0]
 L curve_needs_template[K/t1,0]
 L curve_needs_template[L/t1,0]
 L curve_needs_template[M/t1,0]
 L curve_needs_template[N/t1,0]
 L curve_needs_template[O/t1,0]
 L curve_needs_template[P/t1,0]
 L curve_needs_template[Q/t1,0]
 L curve_needs_template[R/t1,0]
 L points_in_order[A/t1,1]
 L points_in_order[A/t1,2]
 L points_in_order[A/t1,3]
 L points_in_order[A/t1,4]
 L points_in_order[A/t1,5]
 L points_in_order[B/t1,1]
 L points_in_order[B/t1,2]
 L points_in_order[B/t1,3]
 L points_in_order[B/t1,4]
 L points_in_order[B/t1,5]
 L points_in_order[C/t1,1]
 L points_in_order[C/t1,2]
 L points_in_order[C/t1,3]
 L points_in_order[D/t1,1]
 L points_in_order[D/t1,2]
 L points_in_order[E/t1,1]
 L points_in_order[E/t1,2]
 L points_in_order[E/t1,3]
 L points_in_order[E/t1,4]
 L points_in_order[E/t1,5]
 L points_in_order[F/t1,1]
 L points_in_order[F/t1,2]
 L points_in_order[G/t1,1]
 L points_in_order[G/t1,2]
 L points_in_order[G/t1,3]
 L points_in_order[G/t1,4]
 L points_in_order[G/t1,5]
 L points_in_order[H/t1,1]
 L points_in_order[H/t1,2]
 L points_in_order[H/t1,3]
 L points_in_order[H/t1,4]
 L points_in_order[H/t1,5]
 L points_in_order[I/t1,1]
 L points_in_order[I/t1,2]
 L points_in_order[J/t1,1]
 L points_in_order[J/t1,2]
 L points_in_order[K/t1,1]
 L points_in_order[K/t1,2]
 L points_in_order[N/t1,1]
 L points_in_order[N/t1,2]
 L points_in_order[N/t1,3]
 L points_in_order[O/t1,1]
 L all_better_in[0,1]
 L all_better_in[0,2]
 L all_better_in[1,1]
 L all_better_in[1,2]
 L all_better_in[2,1]
 L all_better_in[2,2]
 L all_better_in[3,1]
 L all_better_in[3,2]
 L all_better_in[4,1]
 L all_better_in[4,2]
 L all_better_in[5,1]
 L all_better_in[5,2]
 L all_better_in[6,1]
 L all_better_in[6,2]
 L all_better_in[7,2]
 L all_better_in[8,2]
 L all_better_in[9,2]
 L all_better_in[10,2]
 L all_better_in[11,2]
 L all_better_in[12,2]
 L legal[7,1]
 L legal[8,1]
 L legal[9,1]
 L legal[10,1]
 L legal[11,1]
 L legal[12,1]
 L legal[13,1]
 L legal[13,2]
 L legal[14,1]
 L legal[14,2]
 L legal[15,1]
 L legal[15,2]
 L legal[16,1]
 L legal[16,2]
 L legal[17,1]
 L legal[17,2]
 L legal[18,1]
 L legal[18,2]
 L mips
COLUMNS
    M0 'MARKER' 'INTORG'
    y[A/t1] objective 301
    y[A/t1] required_jobs[A] 1
    y[A/t1] curve_needs_template[A/t1,0] -1
    y[A/t1] all_better_in[0,1] -1
    y[A/t1] all_better_in[0,2] -1
    y[A/t1] mips 510
    y[B/t1] objective 333
    y[B/t1] required_jobs[B] 1
    y[B/t1] curve_needs_template[B/t1,0] -1
    y[B/t1] all_better_in[1,1] -1
    y[B/t1] all_better_in[1,2] -1
    y[B/t1] mips 558
    y[C/t1] objective 116
    y[C/t1] required_jobs[C] 1
    y[C/t1] curve_needs_template[C/t1,0] -1
    y[C/t1] all_better_in[2,1] -1
    y[C/t1] all_better_in[2,2] -1
    y[C/t1] mips 344
    y[D/t1] objective 253
    y[D/t1] required_jobs[D] 1
    y[D/t1] curve_needs_template[D/t1,0] -1
    y[D/t1] all_better_in[3,1] -1
    y[D/t1] all_better_in[3,2] -1
    y[D/t1] mips 426
    y[E/t1] objective 170
    y[E/t1] required_jobs[E] 1
    y[E/t1] curve_needs_template[E/t1,0] -1
    y[E/t1] all_better_in[4,1] -1
    y[E/t1] all_better_in[4,2] -1
    y[E/t1] mips 354
    y[F/t1] objective 262
    y[F/t1] required_jobs[F] 1
    y[F/t1] curve_needs_template[F/t1,0] -1
    y[F/t1] all_better_in[5,1] -1
    y[F/t1] all_better_in[5,2] -1
    y[F/t1] mips 272
    y[G/t1] objective 5
    y[G/t1] required_jobs[G] 1
    y[G/t1] curve_needs_template[G/t1,0] -1
    y[G/t1] all_better_in[6,1] -1
    y[G/t1] all_better_in[6,2] -1
    y[G/t1] mips 286
    y[H/t1] objective 380
    y[H/t1] curve_needs_template[H/t1,0] -1
    y[H/t1] all_better_in[7,2] -1
    y[H/t1] legal[7,1] 1
    y[H/t1] mips 544
    y[I/t1] objective 377
    y[I/t1] curve_needs_template[I/t1,0] -1
    y[I/t1] all_better_in[8,2] -1
    y[I/t1] legal[8,1] 1
    y[I/t1] mips 768
    y[J/t1] objective 126
    y[J/t1] curve_needs_template[J/t1,0] -1
    y[J/t1] all_better_in[9,2] -1
    y[J/t1] legal[9,1] 1
    y[J/t1] mips 366
    y[K/t1] objective 257
    y[K/t1] curve_needs_template[K/t1,0] -1
    y[K/t1] all_better_in[10,2] -1
    y[K/t1] legal[10,1] 1
    y[K/t1] mips 606
    y[L/t1] objective 245
    y[L/t1] curve_needs_template[L/t1,0] -1
    y[L/t1] all_better_in[11,2] -1
    y[L/t1] legal[11,1] 1
    y[L/t1] mips 258
    y[M/t1] objective 286
    y[M/t1] curve_needs_template[M/t1,0] -1
    y[M/t1] all_better_in[12,2] -1
    y[M/t1] legal[12,1] 1
    y[M/t1] mips 360
    y[N/t1] objective 389
    y[N/t1] curve_needs_template[N/t1,0] -1
    y[N/t1] legal[13,1] 1
    y[N/t1] legal[13,2] 1
    y[N/t1] mips 684
    y[O/t1] objective 383
    y[O/t1] curve_needs_template[O/t1,0] -1
    y[O/t1] legal[14,1] 1
    y[O/t1] legal[14,2] 1
    y[O/t1] mips 774
    y[P/t1] objective 301
    y[P/t1] curve_needs_template[P/t1,0] -1
    y[P/t1] legal[15,1] 1
    y[P/t1] legal[15,2] 1
    y[P/t1] mips 510
    y[Q/t1] objective 216
    y[Q/t1] curve_needs_template[Q/t1,0] -1
    y[Q/t1] legal[16,1] 1
    y[Q/t1] legal[16,2] 1
    y[Q/t1] mips 468
    y[R/t1] objective 275
    y[R/t1] curve_needs_template[R/t1,0] -1
    y[R/t1] legal[17,1] 1
    y[R/t1] legal[17,2] 1
    y[R/t1] mips 288
    y[S/t1] objective 13
    y[S/t1] legal[18,1] 1
    y[S/t1] legal[18,2] 1
    y[S/t1] mips 336
    way[A/t1,0] objective 58
    way[A/t1,0] curve_needs_template[A/t1,0] 1
    way[A/t1,0] points_in_order[A/t1,1] -1
    way[A/t1,0] mips 116
    way[A/t1,1] objective 30
    way[A/t1,1] points_in_order[A/t1,1] 1
    way[A/t1,1] points_in_order[A/t1,2] -1
    way[A/t1,1] mips 58
    way[A/t1,2] objective 6
    way[A/t1,2] points_in_order[A/t1,2] 1
    way[A/t1,2] points_in_order[A/t1,3] -1
    way[A/t1,2] mips 6
    way[A/t1,3] objective 5
    way[A/t1,3] points_in_order[A/t1,3] 1
    way[A/t1,3] points_in_order[A/t1,4] -1
    way[A/t1,3] mips 6
    way[A/t1,4] objective 2
    way[A/t1,4] points_in_order[A/t1,4] 1
    way[A/t1,4] points_in_order[A/t1,5] -1
    way[A/t1,4] mips 84
    way[A/t1,5] points_in_order[A/t1,5] 1
    way[A/t1,5] mips 6
    way[B/t1,0] objective 22
    way[B/t1,0] curve_needs_template[B/t1,0] 1
    way[B/t1,0] points_in_order[B/t1,1] -1
    way[B/t1,0] mips 152
    way[B/t1,1] objective 22
    way[B/t1,1] points_in_order[B/t1,1] 1
    way[B/t1,1] points_in_order[B/t1,2] -1
    way[B/t1,1] mips 70
    way[B/t1,2] objective 6
    way[B/t1,2] points_in_order[B/t1,2] 1
    way[B/t1,2] points_in_order[B/t1,3] -1
    way[B/t1,2] mips 6
    way[B/t1,3] objective 5
    way[B/t1,3] points_in_order[B/t1,3] 1
    way[B/t1,3] points_in_order[B/t1,4] -1
    way[B/t1,3] mips 6
    way[B/t1,4] points_in_order[B/t1,4] 1
    way[B/t1,4] points_in_order[B/t1,5] -1
    way[B/t1,4] mips 48
    way[B/t1,5] objective 1
    way[B/t1,5] points_in_order[B/t1,5] 1
    way[B/t1,5] mips 42
    way[C/t1,0] objective 9
    way[C/t1,0] curve_needs_template[C/t1,0] 1
    way[C/t1,0] points_in_order[C/t1,1] -1
    way[C/t1,0] mips 10
    way[C/t1,1] objective 1
    way[C/t1,1] points_in_order[C/t1,1] 1
    way[C/t1,1] points_in_order[C/t1,2] -1
    way[C/t1,1] mips 12
    way[C/t1,2] objective 3
    way[C/t1,2] points_in_order[C/t1,2] 1
    way[C/t1,2] points_in_order[C/t1,3] -1
    way[C/t1,2] mips 6
    way[C/t1,3] objective 7
    way[C/t1,3] points_in_order[C/t1,3] 1
    way[C/t1,3] mips 90
    way[D/t1,0] objective 6
    way[D/t1,0] curve_needs_template[D/t1,0] 1
    way[D/t1,0] points_in_order[D/t1,1] -1
    way[D/t1,0] mips 68
    way[D/t1,1] objective 1
    way[D/t1,1] points_in_order[D/t1,1] 1
    way[D/t1,1] points_in_order[D/t1,2] -1
    way[D/t1,1] mips 40
    way[D/t1,2] objective 2
    way[D/t1,2] points_in_order[D/t1,2] 1
    way[D/t1,2] mips 6
    way[E/t1,0] objective 8
    way[E/t1,0] curve_needs_template[E/t1,0] 1
    way[E/t1,0] points_in_order[E/t1,1] -1
    way[E/t1,0] mips 72
    way[E/t1,1] objective 27
    way[E/t1,1] points_in_order[E/t1,1] 1
    way[E/t1,1] points_in_order[E/t1,2] -1
    way[E/t1,1] mips 18
    way[E/t1,2] objective 7
    way[E/t1,2] points_in_order[E/t1,2] 1
    way[E/t1,2] points_in_order[E/t1,3] -1
    way[E/t1,2] mips 18
    way[E/t1,3] objective 4
    way[E/t1,3] points_in_order[E/t1,3] 1
    way[E/t1,3] points_in_order[E/t1,4] -1
    way[E/t1,3] mips 6
    way[E/t1,4] objective 5
    way[E/t1,4] points_in_order[E/t1,4] 1
    way[E/t1,4] points_in_order[E/t1,5] -1
    way[E/t1,4] mips 84
    way[E/t1,5] objective 1
    way[E/t1,5] points_in_order[E/t1,5] 1
    way[E/t1,5] mips 6
    way[F/t1,0] objective 11
    way[F/t1,0] curve_needs_template[F/t1,0] 1
    way[F/t1,0] points_in_order[F/t1,1] -1
    way[F/t1,0] mips 28
    way[F/t1,1] objective 2
    way[F/t1,1] points_in_order[F/t1,1] 1
    way[F/t1,1] points_in_order[F/t1,2] -1
    way[F/t1,1] mips 12
    way[F/t1,2] objective 4
    way[F/t1,2] points_in_order[F/t1,2] 1
    way[F/t1,2] mips 6
    way[G/t1,0] objective 1
    way[G/t1,0] curve_needs_template[G/t1,0] 1
    way[G/t1,0] points_in_order[G/t1,1] -1
    way[G/t1,0] mips 6
    way[G/t1,1] objective 3
    way[G/t1,1] points_in_order[G/t1,1] 1
    way[G/t1,1] points_in_order[G/t1,2] -1
    way[G/t1,1] mips 20
    way[G/t1,2] objective 1
    way[G/t1,2] points_in_order[G/t1,2] 1
    way[G/t1,2] points_in_order[G/t1,3] -1
    way[G/t1,2] mips 2
    way[G/t1,3] points_in_order[G/t1,3] 1
    way[G/t1,3] points_in_order[G/t1,4] -1
    way[G/t1,3] mips 4
    way[G/t1,4] objective 1
    way[G/t1,4] points_in_order[G/t1,4] 1
    way[G/t1,4] points_in_order[G/t1,5] -1
    way[G/t1,4] mips 6
    way[G/t1,5] objective 2
    way[G/t1,5] points_in_order[G/t1,5] 1
    way[G/t1,5] mips 12
    way[H/t1,0] objective 9
    way[H/t1,0] curve_needs_template[H/t1,0] 1
    way[H/t1,0] points_in_order[H/t1,1] -1
    way[H/t1,0] mips 82
    way[H/t1,1] objective 6
    way[H/t1,1] points_in_order[H/t1,1] 1
    way[H/t1,1] points_in_order[H/t1,2] -1
    way[H/t1,1] mips 64
    way[H/t1,2] points_in_order[H/t1,2] 1
    way[H/t1,2] points_in_order[H/t1,3] -1
    way[H/t1,2] mips 2
    way[H/t1,3] objective 5
    way[H/t1,3] points_in_order[H/t1,3] 1
    way[H/t1,3] points_in_order[H/t1,4] -1
    way[H/t1,3] mips 4
    way[H/t1,4] objective 2
    way[H/t1,4] points_in_order[H/t1,4] 1
    way[H/t1,4] points_in_order[H/t1,5] -1
    way[H/t1,4] mips 84
    way[H/t1,5] points_in_order[H/t1,5] 1
    way[H/t1,5] mips 6
    way[I/t1,0] objective 6
    way[I/t1,0] curve_needs_template[I/t1,0] 1
    way[I/t1,0] points_in_order[I/t1,1] -1
    way[I/t1,0] mips 6
    way[I/t1,1] objective 5
    way[I/t1,1] points_in_order[I/t1,1] 1
    way[I/t1,1] points_in_order[I/t1,2] -1
    way[I/t1,1] mips 6
    way[I/t1,2] objective 1
    way[I/t1,2] points_in_order[I/t1,2] 1
    way[I/t1,2] mips 90
    way[J/t1,0] objective 3
    way[J/t1,0] curve_needs_template[J/t1,0] 1
    way[J/t1,0] points_in_order[J/t1,1] -1
    way[J/t1,0] mips 6
    way[J/t1,1] points_in_order[J/t1,1] 1
    way[J/t1,1] points_in_order[J/t1,2] -1
    way[J/t1,1] mips 18
    way[J/t1,2] objective 7
    way[J/t1,2] points_in_order[J/t1,2] 1
    way[J/t1,2] mips 72
    way[K/t1,0] objective 2
    way[K/t1,0] curve_needs_template[K/t1,0] 1
    way[K/t1,0] points_in_order[K/t1,1] -1
    way[K/t1,0] mips 6
    way[K/t1,1] objective 2
    way[K/t1,1] points_in_order[K/t1,1] 1
    way[K/t1,1] points_in_order[K/t1,2] -1
    way[K/t1,1] mips 84
    way[K/t1,2] points_in_order[K/t1,2] 1
    way[K/t1,2] mips 6
    way[L/t1,0] objective 5
    way[L/t1,0] curve_needs_template[L/t1,0] 1
    way[L/t1,0] mips 6
    way[M/t1,0] objective 5
    way[M/t1,0] curve_needs_template[M/t1,0] 1
    way[M/t1,0] mips 6
    way[N/t1,0] objective 6
    way[N/t1,0] curve_needs_template[N/t1,0] 1
    way[N/t1,0] points_in_order[N/t1,1] -1
    way[N/t1,0] mips 6
    way[N/t1,1] objective 5
    way[N/t1,1] points_in_order[N/t1,1] 1
    way[N/t1,1] points_in_order[N/t1,2] -1
    way[N/t1,1] mips 6
    way[N/t1,2] objective 2
    way[N/t1,2] points_in_order[N/t1,2] 1
    way[N/t1,2] points_in_order[N/t1,3] -1
    way[N/t1,2] mips 84
    way[N/t1,3] points_in_order[N/t1,3] 1
    way[N/t1,3] mips 6
    way[O/t1,0] objective 5
    way[O/t1,0] curve_needs_template[O/t1,0] 1
    way[O/t1,0] points_in_order[O/t1,1] -1
    way[O/t1,0] mips 6
    way[O/t1,1] objective 2
    way[O/t1,1] points_in_order[O/t1,1] 1
    way[O/t1,1] mips 90
    way[P/t1,0] objective 3
    way[P/t1,0] curve_needs_template[P/t1,0] 1
    way[P/t1,0] mips 6
    way[Q/t1,0] objective 6
    way[Q/t1,0] curve_needs_template[Q/t1,0] 1
    way[Q/t1,0] mips 90
    way[R/t1,0] objective 4
    way[R/t1,0] curve_needs_template[R/t1,0] 1
    way[R/t1,0] mips 6
    M1 'MARKER' 'INTEND'
    f[1] all_better_in[0,1] 1
    f[1] all_better_in[1,1] 1
    f[1] all_better_in[2,1] 1
    f[1] all_better_in[3,1] 1
    f[1] all_better_in[4,1] 1
    f[1] all_better_in[5,1] 1
    f[1] all_better_in[6,1] 1
    f[1] legal[7,1] -1
    f[1] legal[8,1] -1
    f[1] legal[9,1] -1
    f[1] legal[10,1] -1
    f[1] legal[11,1] -1
    f[1] legal[12,1] -1
    f[1] legal[13,1] -1
    f[1] legal[14,1] -1
    f[1] legal[15,1] -1
    f[1] legal[16,1] -1
    f[1] legal[17,1] -1
    f[1] legal[18,1] -1
    f[2] all_better_in[0,2] 1
    f[2] all_better_in[1,2] 1
    f[2] all_better_in[2,2] 1
    f[2] all_better_in[3,2] 1
    f[2] all_better_in[4,2] 1
    f[2] all_better_in[5,2] 1
    f[2] all_better_in[6,2] 1
    f[2] all_better_in[7,2] 1
    f[2] all_better_in[8,2] 1
    f[2] all_better_in[9,2] 1
    f[2] all_better_in[10,2] 1
    f[2] all_better_in[11,2] 1
    f[2] all_better_in[12,2] 1
    f[2] legal[13,2] -1
    f[2] legal[14,2] -1
    f[2] legal[15,2] -1
    f[2] legal[16,2] -1
    f[2] legal[17,2] -1
    f[2] legal[18,2] -1
RHS
    RHS required_jobs[A] 1
    RHS required_jobs[B] 1
    RHS required_jobs[C] 1
    RHS required_jobs[D] 1
    RHS required_jobs[E] 1
    RHS required_jobs[F] 1
    RHS required_jobs[G] 1
    RHS mips 8800
RANGES
BOUNDS
 LO BND y[A/t1] 0
 UP BND y[A/t1] 1
 LO BND y[B/t1] 0
 UP BND y[B/t1] 1
 LO BND y[C/t1] 0
 UP BND y[C/t1] 1
 LO BND y[D/t1] 0
 UP BND y[D/t1] 1
 LO BND y[E/t1] 0
 UP BND y[E/t1] 1
 LO BND y[F/t1] 0
 UP BND y[F/t1] 1
 LO BND y[G/t1] 0
 UP BND y[G/t1] 1
 LO BND y[H/t1] 0
 UP BND y[H/t1] 1
 LO BND y[I/t1] 0
 UP BND y[I/t1] 1
 LO BND y[J/t1] 0
 UP BND y[J/t1] 1
 LO BND y[K/t1] 0
 UP BND y[K/t1] 1
 LO BND y[L/t1] 0
 UP BND y[L/t1] 1
 LO BND y[M/t1] 0
 UP BND y[M/t1] 1
 LO BND y[N/t1] 0
 UP BND y[N/t1] 1
 LO BND y[O/t1] 0
 UP BND y[O/t1] 1
 LO BND y[P/t1] 0
 UP BND y[P/t1] 1
 LO BND y[Q/t1] 0
 UP BND y[Q/t1] 1
 LO BND y[R/t1] 0
 UP BND y[R/t1] 1
 LO BND y[S/t1] 0
 UP BND y[S/t1] 1
 LO BND way[A/t1,0] 0
 UP BND way[A/t1,0] 1
 LO BND way[A/t1,1] 0
 UP BND way[A/t1,1] 1
 LO BND way[A/t1,2] 0
 UP BND way[A/t1,2] 1
 LO BND way[A/t1,3] 0
 UP BND way[A/t1,3] 1
 LO BND way[A/t1,4] 0
 UP BND way[A/t1,4] 1
 LO BND way[A/t1,5] 0
 UP BND way[A/t1,5] 1
 LO BND way[B/t1,0] 0
 UP BND way[B/t1,0] 1
 LO BND way[B/t1,1] 0
 UP BND way[B/t1,1] 1
 LO BND way[B/t1,2] 0
 UP BND way[B/t1,2] 1
 LO BND way[B/t1,3] 0
 UP BND way[B/t1,3] 1
 LO BND way[B/t1,4] 0
 UP BND way[B/t1,4] 1
 LO BND way[B/t1,5] 0
 UP BND way[B/t1,5] 1
 LO BND way[C/t1,0] 0
 UP BND way[C/t1,0] 1
 LO BND way[C/t1,1] 0
 UP BND way[C/t1,1] 1
 LO BND way[C/t1,2] 0
 UP BND way[C/t1,2] 1
 LO BND way[C/t1,3] 0
 UP BND way[C/t1,3] 1
 LO BND way[D/t1,0] 0
 UP BND way[D/t1,0] 1
 LO BND way[D/t1,1] 0
 UP BND way[D/t1,1] 1
 LO BND way[D/t1,2] 0
 UP BND way[D/t1,2] 1
 LO BND way[E/t1,0] 0
 UP BND way[E/t1,0] 1
 LO BND way[E/t1,1] 0
 UP BND way[E/t1,1] 1
 LO BND way[E/t1,2] 0
 UP BND way[E/t1,2] 1
 LO BND way[E/t1,3] 0
 UP BND way[E/t1,3] 1
 LO BND way[E/t1,4] 0
 UP BND way[E/t1,4] 1
 LO BND way[E/t1,5] 0
 UP BND way[E/t1,5] 1
 LO BND way[F/t1,0] 0
 UP BND way[F/t1,0] 1
 LO BND way[F/t1,1] 0
 UP BND way[F/t1,1] 1
 LO BND way[F/t1,2] 0
 UP BND way[F/t1,2] 1
 LO BND way[G/t1,0] 0
 UP BND way[G/t1,0] 1
 LO BND way[G/t1,1] 0
 UP BND way[G/t1,1] 1
 LO BND way[G/t1,2] 0
 UP BND way[G/t1,2] 1
 LO BND way[G/t1,3] 0
 UP BND way[G/t1,3] 1
 LO BND way[G/t1,4] 0
 UP BND way[G/t1,4] 1
 LO BND way[G/t1,5] 0
 UP BND way[G/t1,5] 1
 LO BND way[H/t1,0] 0
 UP BND way[H/t1,0] 1
 LO BND way[H/t1,1] 0
 UP BND way[H/t1,1] 1
 LO BND way[H/t1,2] 0
 UP BND way[H/t1,2] 1
 LO BND way[H/t1,3] 0
 UP BND way[H/t1,3] 1
 LO BND way[H/t1,4] 0
 UP BND way[H/t1,4] 1
 LO BND way[H/t1,5] 0
 UP BND way[H/t1,5] 1
 LO BND way[I/t1,0] 0
 UP BND way[I/t1,0] 1
 LO BND way[I/t1,1] 0
 UP BND way[I/t1,1] 1
 LO BND way[I/t1,2] 0
 UP BND way[I/t1,2] 1
 LO BND way[J/t1,0] 0
 UP BND way[J/t1,0] 1
 LO BND way[J/t1,1] 0
 UP BND way[J/t1,1] 1
 LO BND way[J/t1,2] 0
 UP BND way[J/t1,2] 1
 LO BND way[K/t1,0] 0
 UP BND way[K/t1,0] 1
 LO BND way[K/t1,1] 0
 UP BND way[K/t1,1] 1
 LO BND way[K/t1,2] 0
 UP BND way[K/t1,2] 1
 LO BND way[L/t1,0] 0
 UP BND way[L/t1,0] 1
 LO BND way[M/t1,0] 0
 UP BND way[M/t1,0] 1
 LO BND way[N/t1,0] 0
 UP BND way[N/t1,0] 1
 LO BND way[N/t1,1] 0
 UP BND way[N/t1,1] 1
 LO BND way[N/t1,2] 0
 UP BND way[N/t1,2] 1
 LO BND way[N/t1,3] 0
 UP BND way[N/t1,3] 1
 LO BND way[O/t1,0] 0
 UP BND way[O/t1,0] 1
 LO BND way[O/t1,1] 0
 UP BND way[O/t1,1] 1
 LO BND way[P/t1,0] 0
 UP BND way[P/t1,0] 1
 LO BND way[Q/t1,0] 0
 UP BND way[Q/t1,0] 1
 LO BND way[R/t1,0] 0
 UP BND way[R/t1,0] 1
 LO BND f[1] 0
 UP BND f[1] 1
 LO BND f[2] 0
 UP BND f[2] 1
ENDATA
