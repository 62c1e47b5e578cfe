NAME facebook-8
OBJSENSE
    MIN
ROWS
 N objective
 E one_setting
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0] objective 77.19285714285715
    x[0] one_setting 1
    x[1] objective 79.11428571428573
    x[1] one_setting 1
    x[2] objective 78.7642857142857
    x[2] one_setting 1
    x[3] objective 73.65714285714286
    x[3] one_setting 1
    x[4] objective 74.73571428571428
    x[4] one_setting 1
    x[5] objective 75.43571428571428
    x[5] one_setting 1
    x[6] objective 73.65714285714286
    x[6] one_setting 1
    x[7] objective 74.73571428571428
    x[7] one_setting 1
    x[8] objective 75.43571428571428
    x[8] one_setting 1
    x[9] objective 77.19285714285715
    x[9] one_setting 1
    x[10] objective 79.11428571428573
    x[10] one_setting 1
    x[11] objective 78.7642857142857
    x[11] one_setting 1
    x[12] objective 73.65714285714286
    x[12] one_setting 1
    x[13] objective 74.73571428571428
    x[13] one_setting 1
    x[14] objective 75.43571428571428
    x[14] one_setting 1
    x[15] objective 73.65714285714286
    x[15] one_setting 1
    x[16] objective 74.73571428571428
    x[16] one_setting 1
    x[17] objective 75.43571428571428
    x[17] one_setting 1
    x[18] objective 75.91428571428571
    x[18] one_setting 1
    x[19] objective 76.32142857142857
    x[19] one_setting 1
    x[20] objective 76.32142857142857
    x[20] one_setting 1
    x[21] objective 71.92142857142858
    x[21] one_setting 1
    x[22] objective 72.35714285714286
    x[22] one_setting 1
    x[23] objective 72.35714285714286
    x[23] one_setting 1
    x[24] objective 71.92142857142858
    x[24] one_setting 1
    x[25] objective 72.35714285714286
    x[25] one_setting 1
    x[26] objective 72.35714285714286
    x[26] one_setting 1
    x[27] objective 75.67857142857143
    x[27] one_setting 1
    x[28] objective 75.92857142857143
    x[28] one_setting 1
    x[29] objective 75.92857142857143
    x[29] one_setting 1
    x[30] objective 72.29285714285714
    x[30] one_setting 1
    x[31] objective 74.13571428571427
    x[31] one_setting 1
    x[32] objective 74.13571428571427
    x[32] one_setting 1
    x[33] objective 72.29285714285714
    x[33] one_setting 1
    x[34] objective 74.13571428571427
    x[34] one_setting 1
    x[35] objective 74.13571428571427
    x[35] one_setting 1
    x[36] objective 76.85714285714286
    x[36] one_setting 1
    x[37] objective 76.9857142857143
    x[37] one_setting 1
    x[38] objective 76.9857142857143
    x[38] one_setting 1
    x[39] objective 72.25714285714285
    x[39] one_setting 1
    x[40] objective 72.38571428571429
    x[40] one_setting 1
    x[41] objective 72.38571428571429
    x[41] one_setting 1
    x[42] objective 72.25714285714285
    x[42] one_setting 1
    x[43] objective 72.38571428571429
    x[43] one_setting 1
    x[44] objective 72.38571428571429
    x[44] one_setting 1
    M1 'MARKER' 'INTEND'
RHS
    RHS one_setting 1
RANGES
BOUNDS
 LO BND x[0] 0
 UP BND x[0] 1
 LO BND x[1] 0
 UP BND x[1] 1
 LO BND x[2] 0
 UP BND x[2] 1
 LO BND x[3] 0
 UP BND x[3] 1
 LO BND x[4] 0
 UP BND x[4] 1
 LO BND x[5] 0
 UP BND x[5] 1
 LO BND x[6] 0
 UP BND x[6] 1
 LO BND x[7] 0
 UP BND x[7] 1
 LO BND x[8] 0
 UP BND x[8] 1
 LO BND x[9] 0
 UP BND x[9] 1
 LO BND x[10] 0
 UP BND x[10] 1
 LO BND x[11] 0
 UP BND x[11] 1
 LO BND x[12] 0
 UP BND x[12] 1
 LO BND x[13] 0
 UP BND x[13] 1
 LO BND x[14] 0
 UP BND x[14] 1
 LO BND x[15] 0
 UP BND x[15] 1
 LO BND x[16] 0
 UP BND x[16] 1
 LO BND x[17] 0
 UP BND x[17] 1
 LO BND x[18] 0
 UP BND x[18] 1
 LO BND x[19] 0
 UP BND x[19] 1
 LO BND x[20] 0
 UP BND x[20] 1
 LO BND x[21] 0
 UP BND x[21] 1
 LO BND x[22] 0
 UP BND x[22] 1
 LO BND x[23] 0
 UP BND x[23] 1
 LO BND x[24] 0
 UP BND x[24] 1
 LO BND x[25] 0
 UP BND x[25] 1
 LO BND x[26] 0
 UP BND x[26] 1
 LO BND x[27] 0
 UP BND x[27] 1
 LO BND x[28] 0
 UP BND x[28] 1
 LO BND x[29] 0
 UP BND x[29] 1
 LO BND x[30] 0
 UP BND x[30] 1
 LO BND x[31] 0
 UP BND x[31] 1
 LO BND x[32] 0
 UP BND x[32] 1
 LO BND x[33] 0
 UP BND x[33] 1
 LO BND x[34] 0
 UP BND x[34] 1
 LO BND x[35] 0
 UP BND x[35] 1
 LO BND x[36] 0
 UP BND x[36] 1
 LO BND x[37] 0
 UP BND x[37] 1
 LO BND x[38] 0
 UP BND x[38] 1
 LO BND x[39] 0
 UP BND x[39] 1
 LO BND x[40] 0
 UP BND x[40] 1
 LO BND x[41] 0
 UP BND x[41] 1
 LO BND x[42] 0
 UP BND x[42] 1
 LO BND x[43] 0
 UP BND x[43] 1
 LO BND x[44] 0
 UP BND x[44] 1
ENDATA
