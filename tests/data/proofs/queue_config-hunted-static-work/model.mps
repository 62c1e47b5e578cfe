NAME hunted-static-work
OBJSENSE
    MIN
ROWS
 N objective
 E one_setting
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0] objective 78.19559793580196
    x[0] one_setting 1
    x[1] objective 78.19559793580196
    x[1] one_setting 1
    x[2] objective 78.19559793580196
    x[2] one_setting 1
    x[3] objective 33.181865978600655
    x[3] one_setting 1
    x[4] objective 33.181865978600655
    x[4] one_setting 1
    x[5] objective 33.181865978600655
    x[5] one_setting 1
    x[6] objective 33.181865978600655
    x[6] one_setting 1
    x[7] objective 33.181865978600655
    x[7] one_setting 1
    x[8] objective 33.181865978600655
    x[8] one_setting 1
    x[9] objective 78.19559793580196
    x[9] one_setting 1
    x[10] objective 78.19559793580196
    x[10] one_setting 1
    x[11] objective 78.19559793580196
    x[11] one_setting 1
    x[12] objective 33.181865978600655
    x[12] one_setting 1
    x[13] objective 33.181865978600655
    x[13] one_setting 1
    x[14] objective 33.181865978600655
    x[14] one_setting 1
    x[15] objective 33.181865978600655
    x[15] one_setting 1
    x[16] objective 33.181865978600655
    x[16] one_setting 1
    x[17] objective 33.181865978600655
    x[17] one_setting 1
    x[18] objective 78.19559793580196
    x[18] one_setting 1
    x[19] objective 78.19559793580196
    x[19] one_setting 1
    x[20] objective 78.19559793580196
    x[20] one_setting 1
    x[21] objective 33.181865978600655
    x[21] one_setting 1
    x[22] objective 33.181865978600655
    x[22] one_setting 1
    x[23] objective 33.181865978600655
    x[23] one_setting 1
    x[24] objective 33.181865978600655
    x[24] one_setting 1
    x[25] objective 33.181865978600655
    x[25] one_setting 1
    x[26] objective 33.181865978600655
    x[26] one_setting 1
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
ENDATA
