NAME two-step-stuck
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[0]
 L capacity[0,0]
 L capacity[1,0]
COLUMNS
RHS
    RHS one_choice[0] 1
    RHS capacity[0,0] 1
    RHS capacity[1,0] 8
RANGES
BOUNDS
ENDATA
