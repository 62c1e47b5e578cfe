NAME figure-6-case-2
OBJSENSE
    MIN
ROWS
 N objective
 E balance[0]
 E balance[1]
 E balance[2]
 E balance[3]
 L removed_from_stock[0]
 L owed_when_short[0]
 L owed_when_short[1]
 L owed_when_short[2]
 L owed_when_short[3]
 L held_otherwise[0]
 L held_otherwise[1]
 L held_otherwise[2]
 L held_otherwise[3]
 L max_short
COLUMNS
    M0 'MARKER' 'INTORG'
    q[0] objective 2
    q[0] balance[2] -1
    r[0] balance[0] 1
    r[0] removed_from_stock[0] 1
    s[0] objective 1
    s[0] balance[0] 1
    s[0] balance[1] -1
    s[0] held_otherwise[0] 1
    s[1] objective 1
    s[1] balance[1] 1
    s[1] balance[2] -1
    s[1] held_otherwise[1] 1
    s[2] objective 1
    s[2] balance[2] 1
    s[2] balance[3] -1
    s[2] held_otherwise[2] 1
    s[3] objective 1
    s[3] balance[3] 1
    s[3] held_otherwise[3] 1
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
    b[3] owed_when_short[3] 1
    z[0] owed_when_short[0] -2
    z[0] held_otherwise[0] 3
    z[0] max_short 1
    z[1] owed_when_short[1] -1
    z[1] held_otherwise[1] 4
    z[1] max_short 1
    z[2] owed_when_short[2] -4
    z[2] held_otherwise[2] 1
    z[2] max_short 1
    z[3] owed_when_short[3] -5
    z[3] max_short 1
    M1 'MARKER' 'INTEND'
RHS
    RHS balance[0] 1
    RHS balance[1] 1
    RHS balance[2] -3
    RHS balance[3] -1
    RHS removed_from_stock[0] 3
    RHS held_otherwise[0] 3
    RHS held_otherwise[1] 4
    RHS held_otherwise[2] 1
RANGES
BOUNDS
 LO BND q[0] 0
 UP BND q[0] 5
 LO BND r[0] 0
 UP BND r[0] 5
 LO BND s[0] 0
 UP BND s[0] 3
 LO BND s[1] 0
 UP BND s[1] 4
 LO BND s[2] 0
 UP BND s[2] 1
 FX BND s[3] 0
 LO BND b[0] 0
 UP BND b[0] 2
 LO BND b[1] 0
 UP BND b[1] 1
 LO BND b[2] 0
 UP BND b[2] 4
 LO BND b[3] 0
 UP BND b[3] 5
 LO BND z[0] 0
 UP BND z[0] 1
 LO BND z[1] 0
 UP BND z[1] 1
 LO BND z[2] 0
 UP BND z[2] 1
 LO BND z[3] 0
 UP BND z[3] 1
ENDATA
