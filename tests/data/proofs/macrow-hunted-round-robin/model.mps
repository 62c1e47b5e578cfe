NAME hunted-round-robin
OBJSENSE
    MIN
ROWS
 N objective
 E node_utilization[n2]
 E node_utilization[n4]
 L no_node_is_busier[n2]
 L no_node_is_busier[n4]
 L risk
 G fairness[0]
 G fairness[1]
 G fairness[2]
 G min_nodes[p1]
 G min_nodes[p2+p3]
 E link_utilization[l1]
 L no_link_is_busier[l1]
 L cluster_touched[p1,n2]
 L cluster_touched[p1,n4]
 L cluster_touched[p2+p3,n2]
 L cluster_touched[p2+p3,n4]
 G link_used[p1,p2+p3,l1]
 L side_touched[p1,p2+p3,l1,1,p1,c1]
 L side_touched[p1,p2+p3,l1,2,p1,c2]
 L side_touched[p1,p2+p3,l1,1,p2+p3,c1]
 L side_touched[p1,p2+p3,l1,2,p2+p3,c2]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[p1,n2] node_utilization[n2] 0.25
    v[p1,n2] fairness[0] 2750
    v[p1,n2] min_nodes[p1] 1
    v[p1,n2] cluster_touched[p1,n2] 1
    v[p1,n4] node_utilization[n4] 0.25
    v[p1,n4] fairness[0] 2750
    v[p1,n4] min_nodes[p1] 1
    v[p1,n4] cluster_touched[p1,n4] 1
    v[p2+p3,n2] node_utilization[n2] 0.5
    v[p2+p3,n2] risk 0.81
    v[p2+p3,n2] fairness[1] 2750
    v[p2+p3,n2] fairness[2] 2750
    v[p2+p3,n2] min_nodes[p2+p3] 1
    v[p2+p3,n2] cluster_touched[p2+p3,n2] 1
    v[p2+p3,n4] node_utilization[n4] 0.5
    v[p2+p3,n4] fairness[1] 2750
    v[p2+p3,n4] fairness[2] 2750
    v[p2+p3,n4] min_nodes[p2+p3] 1
    v[p2+p3,n4] cluster_touched[p2+p3,n4] 1
    M1 'MARKER' 'INTEND'
    alpha[n2] objective 0.5
    alpha[n2] node_utilization[n2] -1
    alpha[n2] no_node_is_busier[n2] 1
    alpha[n4] objective 0.5
    alpha[n4] node_utilization[n4] -1
    alpha[n4] no_node_is_busier[n4] 1
    busiest_node objective 1
    busiest_node no_node_is_busier[n2] -1
    busiest_node no_node_is_busier[n4] -1
    w[p1,c1] cluster_touched[p1,n2] -1
    w[p1,c1] side_touched[p1,p2+p3,l1,1,p1,c1] 1
    w[p1,c2] cluster_touched[p1,n4] -1
    w[p1,c2] side_touched[p1,p2+p3,l1,2,p1,c2] 1
    w[p2+p3,c1] cluster_touched[p2+p3,n2] -1
    w[p2+p3,c1] side_touched[p1,p2+p3,l1,1,p2+p3,c1] 1
    w[p2+p3,c2] cluster_touched[p2+p3,n4] -1
    w[p2+p3,c2] side_touched[p1,p2+p3,l1,2,p2+p3,c2] 1
    y[p1,p2+p3,l1] link_utilization[l1] 26.668333333333333
    y[p1,p2+p3,l1] link_used[p1,p2+p3,l1] 1
    beta[l1] objective 0.8456334820936264
    beta[l1] link_utilization[l1] -1
    beta[l1] no_link_is_busier[l1] 1
    busiest_link objective 0.8456334820936264
    busiest_link no_link_is_busier[l1] -1
    y_side[p1,p2+p3,l1,1] link_used[p1,p2+p3,l1] -1
    y_side[p1,p2+p3,l1,1] side_touched[p1,p2+p3,l1,1,p1,c1] -1
    y_side[p1,p2+p3,l1,1] side_touched[p1,p2+p3,l1,1,p2+p3,c1] -1
    y_side[p1,p2+p3,l1,2] link_used[p1,p2+p3,l1] -1
    y_side[p1,p2+p3,l1,2] side_touched[p1,p2+p3,l1,2,p1,c2] -1
    y_side[p1,p2+p3,l1,2] side_touched[p1,p2+p3,l1,2,p2+p3,c2] -1
RHS
    RHS risk 0.2
    RHS fairness[0] 762
    RHS fairness[1] 183.6
    RHS fairness[2] 1236
    RHS min_nodes[p1] 1
    RHS min_nodes[p2+p3] 1
    RHS link_used[p1,p2+p3,l1] -1
RANGES
BOUNDS
 LO BND v[p1,n2] 0
 UP BND v[p1,n2] 1
 LO BND v[p1,n4] 0
 UP BND v[p1,n4] 1
 LO BND v[p2+p3,n2] 0
 UP BND v[p2+p3,n2] 1
 LO BND v[p2+p3,n4] 0
 UP BND v[p2+p3,n4] 1
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND alpha[n4]
 PL BND alpha[n4]
 MI BND busiest_node
 PL BND busiest_node
 LO BND w[p1,c1] 0
 UP BND w[p1,c1] 1
 LO BND w[p1,c2] 0
 UP BND w[p1,c2] 1
 LO BND w[p2+p3,c1] 0
 UP BND w[p2+p3,c1] 1
 LO BND w[p2+p3,c2] 0
 UP BND w[p2+p3,c2] 1
 LO BND y[p1,p2+p3,l1] 0
 PL BND y[p1,p2+p3,l1]
 MI BND beta[l1]
 PL BND beta[l1]
 MI BND busiest_link
 PL BND busiest_link
 LO BND y_side[p1,p2+p3,l1,1] 0
 UP BND y_side[p1,p2+p3,l1,1] 1
 LO BND y_side[p1,p2+p3,l1,2] 0
 UP BND y_side[p1,p2+p3,l1,2] 1
ENDATA
