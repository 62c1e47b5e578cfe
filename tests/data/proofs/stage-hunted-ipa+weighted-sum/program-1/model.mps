NAME hunted-ipa+weighted-sum
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
COLUMNS
RHS
    RHS one_choice[0] 1
    RHS capacity[0,0] 1
    RHS capacity[0,1] 1
    RHS capacity[1,0] 1
    RHS capacity[1,1] 1
RANGES
BOUNDS
ENDATA
