NAME histories
OBJSENSE
    MAX
ROWS
 N objective
 E one_amount[k-means]
 E one_amount[l-bfgs]
 E one_amount[avg-query]
 E one_amount[restless]
 L cores
COLUMNS
    M0 'MARKER' 'INTORG'
    x[k-means,1] objective 0.053606919099589825
    x[k-means,1] one_amount[k-means] 1
    x[k-means,1] cores 1
    x[k-means,2] objective 0.10290536295421988
    x[k-means,2] one_amount[k-means] 1
    x[k-means,2] cores 2
    x[k-means,3] objective 0.14839468344325368
    x[k-means,3] one_amount[k-means] 1
    x[k-means,3] cores 3
    x[k-means,4] objective 0.1904999363030303
    x[k-means,4] one_amount[k-means] 1
    x[k-means,4] cores 4
    x[k-means,5] objective 0.22958520329492804
    x[k-means,5] one_amount[k-means] 1
    x[k-means,5] cores 5
    x[k-means,6] objective 0.2659641470319692
    x[k-means,6] one_amount[k-means] 1
    x[k-means,6] cores 6
    x[k-means,7] objective 0.29990844667466454
    x[k-means,7] one_amount[k-means] 1
    x[k-means,7] cores 7
    x[k-means,8] objective 0.33165459480050125
    x[k-means,8] one_amount[k-means] 1
    x[k-means,8] cores 8
    x[k-means,9] objective 0.36140941524005055
    x[k-means,9] one_amount[k-means] 1
    x[k-means,9] cores 9
    x[k-means,10] objective 0.389354574143521
    x[k-means,10] one_amount[k-means] 1
    x[k-means,10] cores 10
    x[k-means,11] objective 0.4156502922609622
    x[k-means,11] one_amount[k-means] 1
    x[k-means,11] cores 11
    x[k-means,12] objective 0.4404384187227745
    x[k-means,12] one_amount[k-means] 1
    x[k-means,12] cores 12
    x[k-means,13] objective 0.4638449908731812
    x[k-means,13] one_amount[k-means] 1
    x[k-means,13] cores 13
    x[k-means,14] objective 0.48598237769461633
    x[k-means,14] one_amount[k-means] 1
    x[k-means,14] cores 14
    x[k-means,15] objective 0.506951083764022
    x[k-means,15] one_amount[k-means] 1
    x[k-means,15] cores 15
    x[k-means,16] objective 0.5268412748523559
    x[k-means,16] one_amount[k-means] 1
    x[k-means,16] cores 16
    x[l-bfgs,1] objective 0.12612772403822015
    x[l-bfgs,1] one_amount[l-bfgs] 1
    x[l-bfgs,1] cores 1
    x[l-bfgs,2] objective 0.23773987202276642
    x[l-bfgs,2] one_amount[l-bfgs] 1
    x[l-bfgs,2] cores 2
    x[l-bfgs,3] objective 0.3365069882354507
    x[l-bfgs,3] one_amount[l-bfgs] 1
    x[l-bfgs,3] cores 3
    x[l-bfgs,4] objective 0.42390736015841257
    x[l-bfgs,4] one_amount[l-bfgs] 1
    x[l-bfgs,4] cores 4
    x[l-bfgs,5] objective 0.5012491446023624
    x[l-bfgs,5] one_amount[l-bfgs] 1
    x[l-bfgs,5] cores 5
    x[l-bfgs,6] objective 0.5696899474200775
    x[l-bfgs,6] one_amount[l-bfgs] 1
    x[l-bfgs,6] cores 6
    x[l-bfgs,7] objective 0.6302541498626524
    x[l-bfgs,7] one_amount[l-bfgs] 1
    x[l-bfgs,7] cores 7
    x[l-bfgs,8] objective 0.6838482409091088
    x[l-bfgs,8] one_amount[l-bfgs] 1
    x[l-bfgs,8] cores 8
    x[l-bfgs,9] objective 0.7312743850545607
    x[l-bfgs,9] one_amount[l-bfgs] 1
    x[l-bfgs,9] cores 9
    x[l-bfgs,10] objective 0.7732424286315188
    x[l-bfgs,10] one_amount[l-bfgs] 1
    x[l-bfgs,10] cores 10
    x[l-bfgs,11] objective 0.8103805243678218
    x[l-bfgs,11] one_amount[l-bfgs] 1
    x[l-bfgs,11] cores 11
    x[l-bfgs,12] objective 0.8432445332032498
    x[l-bfgs,12] one_amount[l-bfgs] 1
    x[l-bfgs,12] cores 12
    x[l-bfgs,13] objective 0.8723263440856347
    x[l-bfgs,13] one_amount[l-bfgs] 1
    x[l-bfgs,13] cores 13
    x[l-bfgs,14] objective 0.8980612362722236
    x[l-bfgs,14] one_amount[l-bfgs] 1
    x[l-bfgs,14] cores 14
    x[l-bfgs,15] objective 0.9208343943308395
    x[l-bfgs,15] one_amount[l-bfgs] 1
    x[l-bfgs,15] cores 15
    x[l-bfgs,16] objective 0.9409866733535193
    x[l-bfgs,16] one_amount[l-bfgs] 1
    x[l-bfgs,16] cores 16
    x[avg-query,1] objective 0.020604189925203183
    x[avg-query,1] one_amount[avg-query] 1
    x[avg-query,1] cores 1
    x[avg-query,2] objective 0.03902158996315417
    x[avg-query,2] one_amount[avg-query] 1
    x[avg-query,2] cores 2
    x[avg-query,3] objective 0.05552082448475805
    x[avg-query,3] one_amount[avg-query] 1
    x[avg-query,3] cores 3
    x[avg-query,4] objective 0.07033634178179084
    x[avg-query,4] one_amount[avg-query] 1
    x[avg-query,4] cores 4
    x[avg-query,5] objective 0.08367209737075379
    x[avg-query,5] one_amount[avg-query] 1
    x[avg-query,5] cores 5
    x[avg-query,6] objective 0.09570521746311242
    x[avg-query,6] one_amount[avg-query] 1
    x[avg-query,6] cores 6
    x[avg-query,7] objective 0.10658943863304864
    x[avg-query,7] one_amount[avg-query] 1
    x[avg-query,7] cores 7
    x[avg-query,8] objective 0.1164582283738786
    x[avg-query,8] one_amount[avg-query] 1
    x[avg-query,8] cores 8
    x[avg-query,9] objective 0.12542755509210843
    x[avg-query,9] one_amount[avg-query] 1
    x[avg-query,9] cores 9
    x[avg-query,10] objective 0.13359831195399163
    x[avg-query,10] one_amount[avg-query] 1
    x[avg-query,10] cores 10
    x[avg-query,11] objective 0.14105841772063143
    x[avg-query,11] one_amount[avg-query] 1
    x[avg-query,11] cores 11
    x[avg-query,12] objective 0.14788462617095152
    x[avg-query,12] one_amount[avg-query] 1
    x[avg-query,12] cores 12
    x[avg-query,13] objective 0.1541440782264174
    x[avg-query,13] one_amount[avg-query] 1
    x[avg-query,13] cores 13
    x[avg-query,14] objective 0.15989563011359065
    x[avg-query,14] one_amount[avg-query] 1
    x[avg-query,14] cores 14
    x[avg-query,15] objective 0.16519098843984098
    x[avg-query,15] one_amount[avg-query] 1
    x[avg-query,15] cores 15
    x[avg-query,16] objective 0.17007567986725297
    x[avg-query,16] one_amount[avg-query] 1
    x[avg-query,16] cores 16
    x[restless,1] one_amount[restless] 1
    x[restless,1] cores 1
    x[restless,2] one_amount[restless] 1
    x[restless,2] cores 2
    x[restless,3] one_amount[restless] 1
    x[restless,3] cores 3
    x[restless,4] one_amount[restless] 1
    x[restless,4] cores 4
    x[restless,5] one_amount[restless] 1
    x[restless,5] cores 5
    x[restless,6] one_amount[restless] 1
    x[restless,6] cores 6
    x[restless,7] one_amount[restless] 1
    x[restless,7] cores 7
    x[restless,8] one_amount[restless] 1
    x[restless,8] cores 8
    x[restless,9] one_amount[restless] 1
    x[restless,9] cores 9
    x[restless,10] one_amount[restless] 1
    x[restless,10] cores 10
    x[restless,11] one_amount[restless] 1
    x[restless,11] cores 11
    x[restless,12] one_amount[restless] 1
    x[restless,12] cores 12
    x[restless,13] one_amount[restless] 1
    x[restless,13] cores 13
    x[restless,14] one_amount[restless] 1
    x[restless,14] cores 14
    x[restless,15] one_amount[restless] 1
    x[restless,15] cores 15
    x[restless,16] one_amount[restless] 1
    x[restless,16] cores 16
    M1 'MARKER' 'INTEND'
RHS
    RHS one_amount[k-means] 1
    RHS one_amount[l-bfgs] 1
    RHS one_amount[avg-query] 1
    RHS one_amount[restless] 1
    RHS cores 24
RANGES
BOUNDS
 LO BND x[k-means,1] 0
 UP BND x[k-means,1] 1
 LO BND x[k-means,2] 0
 UP BND x[k-means,2] 1
 LO BND x[k-means,3] 0
 UP BND x[k-means,3] 1
 LO BND x[k-means,4] 0
 UP BND x[k-means,4] 1
 LO BND x[k-means,5] 0
 UP BND x[k-means,5] 1
 LO BND x[k-means,6] 0
 UP BND x[k-means,6] 1
 LO BND x[k-means,7] 0
 UP BND x[k-means,7] 1
 LO BND x[k-means,8] 0
 UP BND x[k-means,8] 1
 LO BND x[k-means,9] 0
 UP BND x[k-means,9] 1
 LO BND x[k-means,10] 0
 UP BND x[k-means,10] 1
 LO BND x[k-means,11] 0
 UP BND x[k-means,11] 1
 LO BND x[k-means,12] 0
 UP BND x[k-means,12] 1
 LO BND x[k-means,13] 0
 UP BND x[k-means,13] 1
 LO BND x[k-means,14] 0
 UP BND x[k-means,14] 1
 LO BND x[k-means,15] 0
 UP BND x[k-means,15] 1
 LO BND x[k-means,16] 0
 UP BND x[k-means,16] 1
 LO BND x[l-bfgs,1] 0
 UP BND x[l-bfgs,1] 1
 LO BND x[l-bfgs,2] 0
 UP BND x[l-bfgs,2] 1
 LO BND x[l-bfgs,3] 0
 UP BND x[l-bfgs,3] 1
 LO BND x[l-bfgs,4] 0
 UP BND x[l-bfgs,4] 1
 LO BND x[l-bfgs,5] 0
 UP BND x[l-bfgs,5] 1
 LO BND x[l-bfgs,6] 0
 UP BND x[l-bfgs,6] 1
 LO BND x[l-bfgs,7] 0
 UP BND x[l-bfgs,7] 1
 LO BND x[l-bfgs,8] 0
 UP BND x[l-bfgs,8] 1
 LO BND x[l-bfgs,9] 0
 UP BND x[l-bfgs,9] 1
 LO BND x[l-bfgs,10] 0
 UP BND x[l-bfgs,10] 1
 LO BND x[l-bfgs,11] 0
 UP BND x[l-bfgs,11] 1
 LO BND x[l-bfgs,12] 0
 UP BND x[l-bfgs,12] 1
 LO BND x[l-bfgs,13] 0
 UP BND x[l-bfgs,13] 1
 LO BND x[l-bfgs,14] 0
 UP BND x[l-bfgs,14] 1
 LO BND x[l-bfgs,15] 0
 UP BND x[l-bfgs,15] 1
 LO BND x[l-bfgs,16] 0
 UP BND x[l-bfgs,16] 1
 LO BND x[avg-query,1] 0
 UP BND x[avg-query,1] 1
 LO BND x[avg-query,2] 0
 UP BND x[avg-query,2] 1
 LO BND x[avg-query,3] 0
 UP BND x[avg-query,3] 1
 LO BND x[avg-query,4] 0
 UP BND x[avg-query,4] 1
 LO BND x[avg-query,5] 0
 UP BND x[avg-query,5] 1
 LO BND x[avg-query,6] 0
 UP BND x[avg-query,6] 1
 LO BND x[avg-query,7] 0
 UP BND x[avg-query,7] 1
 LO BND x[avg-query,8] 0
 UP BND x[avg-query,8] 1
 LO BND x[avg-query,9] 0
 UP BND x[avg-query,9] 1
 LO BND x[avg-query,10] 0
 UP BND x[avg-query,10] 1
 LO BND x[avg-query,11] 0
 UP BND x[avg-query,11] 1
 LO BND x[avg-query,12] 0
 UP BND x[avg-query,12] 1
 LO BND x[avg-query,13] 0
 UP BND x[avg-query,13] 1
 LO BND x[avg-query,14] 0
 UP BND x[avg-query,14] 1
 LO BND x[avg-query,15] 0
 UP BND x[avg-query,15] 1
 LO BND x[avg-query,16] 0
 UP BND x[avg-query,16] 1
 LO BND x[restless,1] 0
 UP BND x[restless,1] 1
 LO BND x[restless,2] 0
 UP BND x[restless,2] 1
 LO BND x[restless,3] 0
 UP BND x[restless,3] 1
 LO BND x[restless,4] 0
 UP BND x[restless,4] 1
 LO BND x[restless,5] 0
 UP BND x[restless,5] 1
 LO BND x[restless,6] 0
 UP BND x[restless,6] 1
 LO BND x[restless,7] 0
 UP BND x[restless,7] 1
 LO BND x[restless,8] 0
 UP BND x[restless,8] 1
 LO BND x[restless,9] 0
 UP BND x[restless,9] 1
 LO BND x[restless,10] 0
 UP BND x[restless,10] 1
 LO BND x[restless,11] 0
 UP BND x[restless,11] 1
 LO BND x[restless,12] 0
 UP BND x[restless,12] 1
 LO BND x[restless,13] 0
 UP BND x[restless,13] 1
 LO BND x[restless,14] 0
 UP BND x[restless,14] 1
 LO BND x[restless,15] 0
 UP BND x[restless,15] 1
 LO BND x[restless,16] 0
 UP BND x[restless,16] 1
ENDATA
