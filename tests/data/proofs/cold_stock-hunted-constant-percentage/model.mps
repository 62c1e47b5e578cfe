NAME hunted-constant-percentage
OBJSENSE
    MIN
ROWS
 N objective
 E balance[0]
 E balance[1]
 E balance[2]
 E balance[3]
 E balance[4]
 E balance[5]
 E balance[6]
 E balance[7]
 E balance[8]
 E balance[9]
 E balance[10]
 L removed_from_stock[0]
 L removed_from_stock[1]
 L removed_from_stock[2]
 L removed_from_stock[3]
 L removed_from_stock[4]
 L removed_from_stock[5]
 L removed_from_stock[6]
 L removed_from_stock[7]
 L removed_from_stock[8]
 L removed_from_stock[9]
 L removed_from_stock[10]
 L owed_when_short[0]
 L owed_when_short[1]
 L owed_when_short[2]
 L owed_when_short[3]
 L owed_when_short[4]
 L owed_when_short[5]
 L owed_when_short[6]
 L owed_when_short[7]
 L owed_when_short[8]
 L owed_when_short[9]
 L owed_when_short[10]
 L held_otherwise[0]
 L held_otherwise[1]
 L held_otherwise[2]
 L held_otherwise[3]
 L held_otherwise[4]
 L held_otherwise[5]
 L held_otherwise[6]
 L held_otherwise[7]
 L held_otherwise[8]
 L held_otherwise[9]
 L held_otherwise[10]
 L max_short
COLUMNS
    M0 'MARKER' 'INTORG'
    q[0] balance[0] -1
    q[1] balance[1] -1
    q[2] balance[2] -1
    q[3] balance[3] -1
    q[4] balance[4] -1
    q[5] balance[5] -1
    q[6] balance[6] -1
    q[7] balance[7] -1
    q[8] balance[8] -1
    q[9] balance[9] -1
    q[10] balance[10] -1
    r[0] balance[0] 1
    r[0] removed_from_stock[0] 1
    r[1] balance[1] 1
    r[1] removed_from_stock[1] 1
    r[2] balance[2] 1
    r[2] removed_from_stock[2] 1
    r[3] balance[3] 1
    r[3] removed_from_stock[3] 1
    r[4] balance[4] 1
    r[4] removed_from_stock[4] 1
    r[5] balance[5] 1
    r[5] removed_from_stock[5] 1
    r[6] balance[6] 1
    r[6] removed_from_stock[6] 1
    r[7] balance[7] 1
    r[7] removed_from_stock[7] 1
    r[8] balance[8] 1
    r[8] removed_from_stock[8] 1
    r[9] balance[9] 1
    r[9] removed_from_stock[9] 1
    r[10] balance[10] 1
    r[10] removed_from_stock[10] 1
    s[0] objective 1
    s[0] balance[0] 1
    s[0] balance[1] -1
    s[0] removed_from_stock[1] -1
    s[0] held_otherwise[0] 1
    s[1] objective 1
    s[1] balance[1] 1
    s[1] balance[2] -1
    s[1] removed_from_stock[2] -1
    s[1] held_otherwise[1] 1
    s[2] objective 1
    s[2] balance[2] 1
    s[2] balance[3] -1
    s[2] removed_from_stock[3] -1
    s[2] held_otherwise[2] 1
    s[3] objective 1
    s[3] balance[3] 1
    s[3] balance[4] -1
    s[3] removed_from_stock[4] -1
    s[3] held_otherwise[3] 1
    s[4] objective 1
    s[4] balance[4] 1
    s[4] balance[5] -1
    s[4] removed_from_stock[5] -1
    s[4] held_otherwise[4] 1
    s[5] objective 1
    s[5] balance[5] 1
    s[5] balance[6] -1
    s[5] removed_from_stock[6] -1
    s[5] held_otherwise[5] 1
    s[6] objective 1
    s[6] balance[6] 1
    s[6] balance[7] -1
    s[6] removed_from_stock[7] -1
    s[6] held_otherwise[6] 1
    s[7] objective 1
    s[7] balance[7] 1
    s[7] balance[8] -1
    s[7] removed_from_stock[8] -1
    s[7] held_otherwise[7] 1
    s[8] objective 1
    s[8] balance[8] 1
    s[8] balance[9] -1
    s[8] removed_from_stock[9] -1
    s[8] held_otherwise[8] 1
    s[9] objective 1
    s[9] balance[9] 1
    s[9] balance[10] -1
    s[9] removed_from_stock[10] -1
    s[9] held_otherwise[9] 1
    s[10] objective 1
    s[10] balance[10] 1
    s[10] held_otherwise[10] 1
    b[0] balance[0] -1
    b[0] balance[1] 1
    b[0] owed_when_short[0] 1
    b[1] balance[1] -1
    b[1] balance[2] 1
    b[1] owed_when_short[1] 1
    b[2] balance[2] -1
    b[2] balance[3] 1
    b[2] owed_when_short[2] 1
    b[3] balance[3] -1
    b[3] balance[4] 1
    b[3] owed_when_short[3] 1
    b[4] balance[4] -1
    b[4] balance[5] 1
    b[4] owed_when_short[4] 1
    b[5] balance[5] -1
    b[5] balance[6] 1
    b[5] owed_when_short[5] 1
    b[6] balance[6] -1
    b[6] balance[7] 1
    b[6] owed_when_short[6] 1
    b[7] balance[7] -1
    b[7] balance[8] 1
    b[7] owed_when_short[7] 1
    b[8] balance[8] -1
    b[8] balance[9] 1
    b[8] owed_when_short[8] 1
    b[9] balance[9] -1
    b[9] balance[10] 1
    b[9] owed_when_short[9] 1
    b[10] balance[10] -1
    b[10] owed_when_short[10] 1
    z[0] max_short 1
    z[1] max_short 1
    z[2] max_short 1
    z[3] max_short 1
    z[4] max_short 1
    z[5] max_short 1
    z[6] max_short 1
    z[7] max_short 1
    z[8] max_short 1
    z[9] max_short 1
    z[10] max_short 1
    M1 'MARKER' 'INTEND'
RHS
RANGES
BOUNDS
 FX BND q[0] 0
 FX BND q[1] 0
 FX BND q[2] 0
 FX BND q[3] 0
 FX BND q[4] 0
 FX BND q[5] 0
 FX BND q[6] 0
 FX BND q[7] 0
 FX BND q[8] 0
 FX BND q[9] 0
 FX BND q[10] 0
 FX BND r[0] 0
 FX BND r[1] 0
 FX BND r[2] 0
 FX BND r[3] 0
 FX BND r[4] 0
 FX BND r[5] 0
 FX BND r[6] 0
 FX BND r[7] 0
 FX BND r[8] 0
 FX BND r[9] 0
 FX BND r[10] 0
 FX BND s[0] 0
 FX BND s[1] 0
 FX BND s[2] 0
 FX BND s[3] 0
 FX BND s[4] 0
 FX BND s[5] 0
 FX BND s[6] 0
 FX BND s[7] 0
 FX BND s[8] 0
 FX BND s[9] 0
 FX BND s[10] 0
 FX BND b[0] 0
 FX BND b[1] 0
 FX BND b[2] 0
 FX BND b[3] 0
 FX BND b[4] 0
 FX BND b[5] 0
 FX BND b[6] 0
 FX BND b[7] 0
 FX BND b[8] 0
 FX BND b[9] 0
 FX BND b[10] 0
 LO BND z[0] 0
 UP BND z[0] 1
 LO BND z[1] 0
 UP BND z[1] 1
 LO BND z[2] 0
 UP BND z[2] 1
 LO BND z[3] 0
 UP BND z[3] 1
 LO BND z[4] 0
 UP BND z[4] 1
 LO BND z[5] 0
 UP BND z[5] 1
 LO BND z[6] 0
 UP BND z[6] 1
 LO BND z[7] 0
 UP BND z[7] 1
 LO BND z[8] 0
 UP BND z[8] 1
 LO BND z[9] 0
 UP BND z[9] 1
 LO BND z[10] 0
 UP BND z[10] 1
ENDATA
