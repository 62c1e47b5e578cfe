NAME hunted-random
OBJSENSE
    MIN
ROWS
 N objective
 E node_utilization[n1]
 E node_utilization[n2]
 E node_utilization[n3]
 L no_node_is_busier[n1]
 L no_node_is_busier[n2]
 L no_node_is_busier[n3]
 G fairness[0]
 G fairness[1]
 G min_nodes[p1]
 G min_nodes[p2]
 E link_utilization[l1]
 L no_link_is_busier[l1]
 L cluster_touched[p1,n1]
 L cluster_touched[p1,n2]
 L cluster_touched[p1,n3]
 L cluster_touched[p2,n1]
 L cluster_touched[p2,n2]
 L cluster_touched[p2,n3]
 G link_used[p1,p2,l1]
 L side_touched[p1,p2,l1,1,p1,c1]
 L side_touched[p1,p2,l1,2,p1,c2]
 L side_touched[p1,p2,l1,1,p2,c1]
 L side_touched[p1,p2,l1,2,p2,c2]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[p1,n1] node_utilization[n1] 0.25
    v[p1,n1] fairness[0] 2750
    v[p1,n1] min_nodes[p1] 1
    v[p1,n1] cluster_touched[p1,n1] 1
    v[p1,n2] node_utilization[n2] 0.25
    v[p1,n2] fairness[0] 2750
    v[p1,n2] min_nodes[p1] 1
    v[p1,n2] cluster_touched[p1,n2] 1
    v[p1,n3] node_utilization[n3] 0.25
    v[p1,n3] fairness[0] 2750
    v[p1,n3] min_nodes[p1] 1
    v[p1,n3] cluster_touched[p1,n3] 1
    v[p2,n1] node_utilization[n1] 0.25
    v[p2,n1] fairness[1] 2750
    v[p2,n1] min_nodes[p2] 1
    v[p2,n1] cluster_touched[p2,n1] 1
    v[p2,n2] node_utilization[n2] 0.25
    v[p2,n2] fairness[1] 2750
    v[p2,n2] min_nodes[p2] 1
    v[p2,n2] cluster_touched[p2,n2] 1
    v[p2,n3] node_utilization[n3] 0.25
    v[p2,n3] fairness[1] 2750
    v[p2,n3] min_nodes[p2] 1
    v[p2,n3] cluster_touched[p2,n3] 1
    M1 'MARKER' 'INTEND'
    alpha[n1] objective 0.3333333333333333
    alpha[n1] node_utilization[n1] -1
    alpha[n1] no_node_is_busier[n1] 1
    alpha[n2] objective 0.3333333333333333
    alpha[n2] node_utilization[n2] -1
    alpha[n2] no_node_is_busier[n2] 1
    alpha[n3] objective 0.3333333333333333
    alpha[n3] node_utilization[n3] -1
    alpha[n3] no_node_is_busier[n3] 1
    busiest_node objective 1
    busiest_node no_node_is_busier[n1] -1
    busiest_node no_node_is_busier[n2] -1
    busiest_node no_node_is_busier[n3] -1
    w[p1,c1] cluster_touched[p1,n1] -1
    w[p1,c1] cluster_touched[p1,n2] -1
    w[p1,c1] side_touched[p1,p2,l1,1,p1,c1] 1
    w[p1,c2] cluster_touched[p1,n3] -1
    w[p1,c2] side_touched[p1,p2,l1,2,p1,c2] 1
    w[p2,c1] cluster_touched[p2,n1] -1
    w[p2,c1] cluster_touched[p2,n2] -1
    w[p2,c1] side_touched[p1,p2,l1,1,p2,c1] 1
    w[p2,c2] cluster_touched[p2,n3] -1
    w[p2,c2] side_touched[p1,p2,l1,2,p2,c2] 1
    y[p1,p2,l1] link_utilization[l1] 2.63625
    y[p1,p2,l1] link_used[p1,p2,l1] 1
    beta[l1] objective 1.3780076486562112
    beta[l1] link_utilization[l1] -1
    beta[l1] no_link_is_busier[l1] 1
    busiest_link objective 2.458880157357831
    busiest_link no_link_is_busier[l1] -1
    y_side[p1,p2,l1,1] link_used[p1,p2,l1] -1
    y_side[p1,p2,l1,1] side_touched[p1,p2,l1,1,p1,c1] -1
    y_side[p1,p2,l1,1] side_touched[p1,p2,l1,1,p2,c1] -1
    y_side[p1,p2,l1,2] link_used[p1,p2,l1] -1
    y_side[p1,p2,l1,2] side_touched[p1,p2,l1,2,p1,c2] -1
    y_side[p1,p2,l1,2] side_touched[p1,p2,l1,2,p2,c2] -1
RHS
    RHS fairness[0] 241.2
    RHS fairness[1] 163.2
    RHS min_nodes[p1] 1
    RHS min_nodes[p2] 1
    RHS link_used[p1,p2,l1] -1
RANGES
BOUNDS
 LO BND v[p1,n1] 0
 UP BND v[p1,n1] 1
 LO BND v[p1,n2] 0
 UP BND v[p1,n2] 1
 LO BND v[p1,n3] 0
 UP BND v[p1,n3] 1
 LO BND v[p2,n1] 0
 UP BND v[p2,n1] 1
 LO BND v[p2,n2] 0
 UP BND v[p2,n2] 1
 LO BND v[p2,n3] 0
 UP BND v[p2,n3] 1
 MI BND alpha[n1]
 PL BND alpha[n1]
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND alpha[n3]
 PL BND alpha[n3]
 MI BND busiest_node
 PL BND busiest_node
 LO BND w[p1,c1] 0
 UP BND w[p1,c1] 1
 LO BND w[p1,c2] 0
 UP BND w[p1,c2] 1
 LO BND w[p2,c1] 0
 UP BND w[p2,c1] 1
 LO BND w[p2,c2] 0
 UP BND w[p2,c2] 1
 LO BND y[p1,p2,l1] 0
 PL BND y[p1,p2,l1]
 MI BND beta[l1]
 PL BND beta[l1]
 MI BND busiest_link
 PL BND busiest_link
 LO BND y_side[p1,p2,l1,1] 0
 UP BND y_side[p1,p2,l1,1] 1
 LO BND y_side[p1,p2,l1,2] 0
 UP BND y_side[p1,p2,l1,2] 1
ENDATA
