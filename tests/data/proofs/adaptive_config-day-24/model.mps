NAME day-24
OBJSENSE
    MIN
ROWS
 N objective
 E one_choice[g1]
 E one_choice[g2]
 L containers
COLUMNS
    M0 'MARKER' 'INTORG'
    x[g1,2,1] objective 217.776
    x[g1,2,1] one_choice[g1] 1
    x[g1,2,1] containers 2
    x[g1,2,2] objective 217.776
    x[g1,2,2] one_choice[g1] 1
    x[g1,2,2] containers 2
    x[g1,2,3] objective 217.776
    x[g1,2,3] one_choice[g1] 1
    x[g1,2,3] containers 2
    x[g1,3,0] objective 119.836
    x[g1,3,0] one_choice[g1] 1
    x[g1,3,0] containers 3
    x[g1,3,1] objective 119.836
    x[g1,3,1] one_choice[g1] 1
    x[g1,3,1] containers 3
    x[g1,3,2] objective 187.904
    x[g1,3,2] one_choice[g1] 1
    x[g1,3,2] containers 3
    x[g1,3,3] objective 187.904
    x[g1,3,3] one_choice[g1] 1
    x[g1,3,3] containers 3
    x[g1,3,4] objective 187.904
    x[g1,3,4] one_choice[g1] 1
    x[g1,3,4] containers 3
    x[g1,4,0] objective 103.676
    x[g1,4,0] one_choice[g1] 1
    x[g1,4,0] containers 4
    x[g1,4,1] objective 103.676
    x[g1,4,1] one_choice[g1] 1
    x[g1,4,1] containers 4
    x[g1,4,2] objective 89.964
    x[g1,4,2] one_choice[g1] 1
    x[g1,4,2] containers 4
    x[g1,4,3] objective 177.652
    x[g1,4,3] one_choice[g1] 1
    x[g1,4,3] containers 4
    x[g1,4,4] objective 177.652
    x[g1,4,4] one_choice[g1] 1
    x[g1,4,4] containers 4
    x[g1,5,0] objective 95.588
    x[g1,5,0] one_choice[g1] 1
    x[g1,5,0] containers 5
    x[g1,5,1] objective 73.804
    x[g1,5,1] one_choice[g1] 1
    x[g1,5,1] containers 5
    x[g1,5,2] objective 79.712
    x[g1,5,2] one_choice[g1] 1
    x[g1,5,2] containers 5
    x[g1,5,3] objective 79.712
    x[g1,5,3] one_choice[g1] 1
    x[g1,5,3] containers 5
    x[g1,5,4] objective 172.884
    x[g1,5,4] one_choice[g1] 1
    x[g1,5,4] containers 5
    x[g1,6,0] objective 91.896
    x[g1,6,0] one_choice[g1] 1
    x[g1,6,0] containers 6
    x[g1,6,1] objective 65.716
    x[g1,6,1] one_choice[g1] 1
    x[g1,6,1] containers 6
    x[g1,6,2] objective 63.552
    x[g1,6,2] one_choice[g1] 1
    x[g1,6,2] containers 6
    x[g1,6,3] objective 74.944
    x[g1,6,3] one_choice[g1] 1
    x[g1,6,3] containers 6
    x[g1,6,4] objective 169.316
    x[g1,6,4] one_choice[g1] 1
    x[g1,6,4] containers 6
    x[g1,7,0] objective 89.668
    x[g1,7,0] one_choice[g1] 1
    x[g1,7,0] containers 7
    x[g1,7,1] objective 62.024
    x[g1,7,1] one_choice[g1] 1
    x[g1,7,1] containers 7
    x[g1,7,2] objective 58.784
    x[g1,7,2] one_choice[g1] 1
    x[g1,7,2] containers 7
    x[g1,7,3] objective 71.376
    x[g1,7,3] one_choice[g1] 1
    x[g1,7,3] containers 7
    x[g1,7,4] objective 166.816
    x[g1,7,4] one_choice[g1] 1
    x[g1,7,4] containers 7
    x[g1,8,0] objective 87.792
    x[g1,8,0] one_choice[g1] 1
    x[g1,8,0] containers 8
    x[g1,8,1] objective 51.772
    x[g1,8,1] one_choice[g1] 1
    x[g1,8,1] containers 8
    x[g1,8,2] objective 50.696
    x[g1,8,2] one_choice[g1] 1
    x[g1,8,2] containers 8
    x[g1,8,3] objective 55.216
    x[g1,8,3] one_choice[g1] 1
    x[g1,8,3] containers 8
    x[g1,8,4] objective 164.628
    x[g1,8,4] one_choice[g1] 1
    x[g1,8,4] containers 8
    x[g2,2,1] objective 73.08
    x[g2,2,1] one_choice[g2] 1
    x[g2,2,1] containers 2
    x[g2,2,2] objective 73.08
    x[g2,2,2] one_choice[g2] 1
    x[g2,2,2] containers 2
    x[g2,2,3] objective 73.08
    x[g2,2,3] one_choice[g2] 1
    x[g2,2,3] containers 2
    x[g2,3,0] objective 68.4
    x[g2,3,0] one_choice[g2] 1
    x[g2,3,0] containers 3
    x[g2,3,1] objective 68.4
    x[g2,3,1] one_choice[g2] 1
    x[g2,3,1] containers 3
    x[g2,3,2] objective 42.6
    x[g2,3,2] one_choice[g2] 1
    x[g2,3,2] containers 3
    x[g2,3,3] objective 42.6
    x[g2,3,3] one_choice[g2] 1
    x[g2,3,3] containers 3
    x[g2,3,4] objective 42.6
    x[g2,3,4] one_choice[g2] 1
    x[g2,3,4] containers 3
    x[g2,4,0] objective 67.12
    x[g2,4,0] one_choice[g2] 1
    x[g2,4,0] containers 4
    x[g2,4,1] objective 67.12
    x[g2,4,1] one_choice[g2] 1
    x[g2,4,1] containers 4
    x[g2,4,2] objective 37.92
    x[g2,4,2] one_choice[g2] 1
    x[g2,4,2] containers 4
    x[g2,4,3] objective 32.08
    x[g2,4,3] one_choice[g2] 1
    x[g2,4,3] containers 4
    x[g2,4,4] objective 32.08
    x[g2,4,4] one_choice[g2] 1
    x[g2,4,4] containers 4
    x[g2,5,0] objective 66.32
    x[g2,5,0] one_choice[g2] 1
    x[g2,5,0] containers 5
    x[g2,5,1] objective 36.64
    x[g2,5,1] one_choice[g2] 1
    x[g2,5,1] containers 5
    x[g2,5,2] objective 27.4
    x[g2,5,2] one_choice[g2] 1
    x[g2,5,2] containers 5
    x[g2,5,3] objective 27.4
    x[g2,5,3] one_choice[g2] 1
    x[g2,5,3] containers 5
    x[g2,5,4] objective 26.82
    x[g2,5,4] one_choice[g2] 1
    x[g2,5,4] containers 5
    x[g2,6,0] objective 65.032
    x[g2,6,0] one_choice[g2] 1
    x[g2,6,0] containers 6
    x[g2,6,1] objective 35.84
    x[g2,6,1] one_choice[g2] 1
    x[g2,6,1] containers 6
    x[g2,6,2] objective 26.12
    x[g2,6,2] one_choice[g2] 1
    x[g2,6,2] containers 6
    x[g2,6,3] objective 22.14
    x[g2,6,3] one_choice[g2] 1
    x[g2,6,3] containers 6
    x[g2,6,4] objective 24.492
    x[g2,6,4] one_choice[g2] 1
    x[g2,6,4] containers 6
    x[g2,7,0] objective 65.032
    x[g2,7,0] one_choice[g2] 1
    x[g2,7,0] containers 7
    x[g2,7,1] objective 34.552
    x[g2,7,1] one_choice[g2] 1
    x[g2,7,1] containers 7
    x[g2,7,2] objective 20.86
    x[g2,7,2] one_choice[g2] 1
    x[g2,7,2] containers 7
    x[g2,7,3] objective 19.812
    x[g2,7,3] one_choice[g2] 1
    x[g2,7,3] containers 7
    x[g2,7,4] objective 23.084
    x[g2,7,4] one_choice[g2] 1
    x[g2,7,4] containers 7
    x[g2,8,0] objective 65.032
    x[g2,8,0] one_choice[g2] 1
    x[g2,8,0] containers 8
    x[g2,8,1] objective 24.032
    x[g2,8,1] one_choice[g2] 1
    x[g2,8,1] containers 8
    x[g2,8,2] objective 20.06
    x[g2,8,2] one_choice[g2] 1
    x[g2,8,2] containers 8
    x[g2,8,3] objective 18.532
    x[g2,8,3] one_choice[g2] 1
    x[g2,8,3] containers 8
    x[g2,8,4] objective 22.516
    x[g2,8,4] one_choice[g2] 1
    x[g2,8,4] containers 8
    M1 'MARKER' 'INTEND'
RHS
    RHS one_choice[g1] 1
    RHS one_choice[g2] 1
    RHS containers 10
RANGES
BOUNDS
 LO BND x[g1,2,1] 0
 UP BND x[g1,2,1] 1
 LO BND x[g1,2,2] 0
 UP BND x[g1,2,2] 1
 LO BND x[g1,2,3] 0
 UP BND x[g1,2,3] 1
 LO BND x[g1,3,0] 0
 UP BND x[g1,3,0] 1
 LO BND x[g1,3,1] 0
 UP BND x[g1,3,1] 1
 LO BND x[g1,3,2] 0
 UP BND x[g1,3,2] 1
 LO BND x[g1,3,3] 0
 UP BND x[g1,3,3] 1
 LO BND x[g1,3,4] 0
 UP BND x[g1,3,4] 1
 LO BND x[g1,4,0] 0
 UP BND x[g1,4,0] 1
 LO BND x[g1,4,1] 0
 UP BND x[g1,4,1] 1
 LO BND x[g1,4,2] 0
 UP BND x[g1,4,2] 1
 LO BND x[g1,4,3] 0
 UP BND x[g1,4,3] 1
 LO BND x[g1,4,4] 0
 UP BND x[g1,4,4] 1
 LO BND x[g1,5,0] 0
 UP BND x[g1,5,0] 1
 LO BND x[g1,5,1] 0
 UP BND x[g1,5,1] 1
 LO BND x[g1,5,2] 0
 UP BND x[g1,5,2] 1
 LO BND x[g1,5,3] 0
 UP BND x[g1,5,3] 1
 LO BND x[g1,5,4] 0
 UP BND x[g1,5,4] 1
 LO BND x[g1,6,0] 0
 UP BND x[g1,6,0] 1
 LO BND x[g1,6,1] 0
 UP BND x[g1,6,1] 1
 LO BND x[g1,6,2] 0
 UP BND x[g1,6,2] 1
 LO BND x[g1,6,3] 0
 UP BND x[g1,6,3] 1
 LO BND x[g1,6,4] 0
 UP BND x[g1,6,4] 1
 LO BND x[g1,7,0] 0
 UP BND x[g1,7,0] 1
 LO BND x[g1,7,1] 0
 UP BND x[g1,7,1] 1
 LO BND x[g1,7,2] 0
 UP BND x[g1,7,2] 1
 LO BND x[g1,7,3] 0
 UP BND x[g1,7,3] 1
 LO BND x[g1,7,4] 0
 UP BND x[g1,7,4] 1
 LO BND x[g1,8,0] 0
 UP BND x[g1,8,0] 1
 LO BND x[g1,8,1] 0
 UP BND x[g1,8,1] 1
 LO BND x[g1,8,2] 0
 UP BND x[g1,8,2] 1
 LO BND x[g1,8,3] 0
 UP BND x[g1,8,3] 1
 LO BND x[g1,8,4] 0
 UP BND x[g1,8,4] 1
 LO BND x[g2,2,1] 0
 UP BND x[g2,2,1] 1
 LO BND x[g2,2,2] 0
 UP BND x[g2,2,2] 1
 LO BND x[g2,2,3] 0
 UP BND x[g2,2,3] 1
 LO BND x[g2,3,0] 0
 UP BND x[g2,3,0] 1
 LO BND x[g2,3,1] 0
 UP BND x[g2,3,1] 1
 LO BND x[g2,3,2] 0
 UP BND x[g2,3,2] 1
 LO BND x[g2,3,3] 0
 UP BND x[g2,3,3] 1
 LO BND x[g2,3,4] 0
 UP BND x[g2,3,4] 1
 LO BND x[g2,4,0] 0
 UP BND x[g2,4,0] 1
 LO BND x[g2,4,1] 0
 UP BND x[g2,4,1] 1
 LO BND x[g2,4,2] 0
 UP BND x[g2,4,2] 1
 LO BND x[g2,4,3] 0
 UP BND x[g2,4,3] 1
 LO BND x[g2,4,4] 0
 UP BND x[g2,4,4] 1
 LO BND x[g2,5,0] 0
 UP BND x[g2,5,0] 1
 LO BND x[g2,5,1] 0
 UP BND x[g2,5,1] 1
 LO BND x[g2,5,2] 0
 UP BND x[g2,5,2] 1
 LO BND x[g2,5,3] 0
 UP BND x[g2,5,3] 1
 LO BND x[g2,5,4] 0
 UP BND x[g2,5,4] 1
 LO BND x[g2,6,0] 0
 UP BND x[g2,6,0] 1
 LO BND x[g2,6,1] 0
 UP BND x[g2,6,1] 1
 LO BND x[g2,6,2] 0
 UP BND x[g2,6,2] 1
 LO BND x[g2,6,3] 0
 UP BND x[g2,6,3] 1
 LO BND x[g2,6,4] 0
 UP BND x[g2,6,4] 1
 LO BND x[g2,7,0] 0
 UP BND x[g2,7,0] 1
 LO BND x[g2,7,1] 0
 UP BND x[g2,7,1] 1
 LO BND x[g2,7,2] 0
 UP BND x[g2,7,2] 1
 LO BND x[g2,7,3] 0
 UP BND x[g2,7,3] 1
 LO BND x[g2,7,4] 0
 UP BND x[g2,7,4] 1
 LO BND x[g2,8,0] 0
 UP BND x[g2,8,0] 1
 LO BND x[g2,8,1] 0
 UP BND x[g2,8,1] 1
 LO BND x[g2,8,2] 0
 UP BND x[g2,8,2] 1
 LO BND x[g2,8,3] 0
 UP BND x[g2,8,3] 1
 LO BND x[g2,8,4] 0
 UP BND x[g2,8,4] 1
ENDATA
