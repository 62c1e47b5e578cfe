NAME estimates
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[new]
 E one_amount[old]
 E one_amount[nested]
 E one_amount[grouped]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[new,1] objective 0.0791227294085533
    x[new,1] one_amount[new] 1
    x[new,1] cores 1
    x[new,2] objective 0.13340286621070363
    x[new,2] one_amount[new] 1
    x[new,2] cores 2
    x[new,3] objective 0.17368326569931425
    x[new,3] one_amount[new] 1
    x[new,3] cores 3
    x[new,4] objective 0.20515669335982317
    x[new,4] one_amount[new] 1
    x[new,4] cores 4
    x[new,5] objective 0.23066378789552083
    x[new,5] one_amount[new] 1
    x[new,5] cores 5
    x[new,6] objective 0.25190703636514944
    x[new,6] one_amount[new] 1
    x[new,6] cores 6
    x[new,7] objective 0.2699773487481206
    x[new,7] one_amount[new] 1
    x[new,7] cores 7
    x[new,8] objective 0.28561047720295685
    x[new,8] one_amount[new] 1
    x[new,8] cores 8
    x[old,1] objective 0.001699169396025546
    x[old,1] one_amount[old] 1
    x[old,1] cores 1
    x[old,2] objective 0.0033784566935503163
    x[old,2] one_amount[old] 1
    x[old,2] cores 2
    x[old,3] objective 0.005039313495125056
    x[old,3] one_amount[old] 1
    x[old,3] cores 3
    x[old,4] objective 0.006683157841780918
    x[old,4] one_amount[old] 1
    x[old,4] cores 4
    x[old,5] objective 0.008311380841436858
    x[old,5] one_amount[old] 1
    x[old,5] cores 5
    x[old,6] objective 0.009925353293869801
    x[old,6] one_amount[old] 1
    x[old,6] cores 6
    x[old,7] objective 0.011526432400361997
    x[old,7] one_amount[old] 1
    x[old,7] cores 7
    x[old,8] objective 0.013115968653552607
    x[old,8] one_amount[old] 1
    x[old,8] cores 8
    x[nested,1] objective 0.01401140509802401
    x[nested,1] one_amount[nested] 1
    x[nested,1] cores 1
    x[nested,2] objective 0.024189512973685934
    x[nested,2] one_amount[nested] 1
    x[nested,2] cores 2
    x[nested,3] objective 0.031794638033598166
    x[nested,3] one_amount[nested] 1
    x[nested,3] cores 3
    x[nested,4] objective 0.03787709820583457
    x[nested,4] one_amount[nested] 1
    x[nested,4] cores 4
    x[nested,5] objective 0.04275319466815264
    x[nested,5] one_amount[nested] 1
    x[nested,5] cores 5
    x[nested,6] objective 0.046782701891065426
    x[nested,6] one_amount[nested] 1
    x[nested,6] cores 6
    x[nested,7] objective 0.05021302919062848
    x[nested,7] one_amount[nested] 1
    x[nested,7] cores 7
    x[nested,8] objective 0.05316916051387083
    x[nested,8] one_amount[nested] 1
    x[nested,8] cores 8
    x[grouped,1] objective 0.031898322817256575
    x[grouped,1] one_amount[grouped] 1
    x[grouped,1] cores 1
    x[grouped,2] objective -0.23311906590730486
    x[grouped,2] one_amount[grouped] 1
    x[grouped,2] cores 2
    x[grouped,3] objective -0.19336018376513348
    x[grouped,3] one_amount[grouped] 1
    x[grouped,3] cores 3
    x[grouped,4] objective -0.1590894725971797
    x[grouped,4] one_amount[grouped] 1
    x[grouped,4] cores 4
    x[grouped,5] objective -0.12910971626848916
    x[grouped,5] one_amount[grouped] 1
    x[grouped,5] cores 5
    x[grouped,6] objective -0.10256057884984354
    x[grouped,6] one_amount[grouped] 1
    x[grouped,6] cores 6
    x[grouped,7] objective -0.07880562816393627
    x[grouped,7] one_amount[grouped] 1
    x[grouped,7] cores 7
    x[grouped,8] objective -0.05736248334865196
    x[grouped,8] one_amount[grouped] 1
    x[grouped,8] cores 8
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[new] 1
    RHS one_amount[old] 1
    RHS one_amount[nested] 1
    RHS one_amount[grouped] 1
    RHS cores 12
RANGES
BOUNDS
 LO BND x[new,1] 0
 UP BND x[new,1] 1
 LO BND x[new,2] 0
 UP BND x[new,2] 1
 LO BND x[new,3] 0
 UP BND x[new,3] 1
 LO BND x[new,4] 0
 UP BND x[new,4] 1
 LO BND x[new,5] 0
 UP BND x[new,5] 1
 LO BND x[new,6] 0
 UP BND x[new,6] 1
 LO BND x[new,7] 0
 UP BND x[new,7] 1
 LO BND x[new,8] 0
 UP BND x[new,8] 1
 LO BND x[old,1] 0
 UP BND x[old,1] 1
 LO BND x[old,2] 0
 UP BND x[old,2] 1
 LO BND x[old,3] 0
 UP BND x[old,3] 1
 LO BND x[old,4] 0
 UP BND x[old,4] 1
 LO BND x[old,5] 0
 UP BND x[old,5] 1
 LO BND x[old,6] 0
 UP BND x[old,6] 1
 LO BND x[old,7] 0
 UP BND x[old,7] 1
 LO BND x[old,8] 0
 UP BND x[old,8] 1
 LO BND x[nested,1] 0
 UP BND x[nested,1] 1
 LO BND x[nested,2] 0
 UP BND x[nested,2] 1
 LO BND x[nested,3] 0
 UP BND x[nested,3] 1
 LO BND x[nested,4] 0
 UP BND x[nested,4] 1
 LO BND x[nested,5] 0
 UP BND x[nested,5] 1
 LO BND x[nested,6] 0
 UP BND x[nested,6] 1
 LO BND x[nested,7] 0
 UP BND x[nested,7] 1
 LO BND x[nested,8] 0
 UP BND x[nested,8] 1
 LO BND x[grouped,1] 0
 UP BND x[grouped,1] 1
 LO BND x[grouped,2] 0
 UP BND x[grouped,2] 1
 LO BND x[grouped,3] 0
 UP BND x[grouped,3] 1
 LO BND x[grouped,4] 0
 UP BND x[grouped,4] 1
 LO BND x[grouped,5] 0
 UP BND x[grouped,5] 1
 LO BND x[grouped,6] 0
 UP BND x[grouped,6] 1
 LO BND x[grouped,7] 0
 UP BND x[grouped,7] 1
 LO BND x[grouped,8] 0
 UP BND x[grouped,8] 1
ENDATA
