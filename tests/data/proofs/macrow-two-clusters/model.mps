NAME two-clusters
OBJSENSE
    MIN
ROWS
 N objective
 E node_utilization[a1]
 E node_utilization[a2]
 E node_utilization[b1]
 E node_utilization[b2]
 L no_node_is_busier[a1]
 L no_node_is_busier[a2]
 L no_node_is_busier[b1]
 L no_node_is_busier[b2]
 G fairness[0]
 G fairness[1]
 G fairness[2]
 G fairness[3]
 G min_nodes[source]
 G min_nodes[first]
 G min_nodes[second]
 G min_nodes[sink]
 E link_utilization[A-B]
 L no_link_is_busier[A-B]
 L cluster_touched[source,a1]
 L cluster_touched[first,a1]
 L cluster_touched[first,a2]
 L cluster_touched[first,b1]
 L cluster_touched[first,b2]
 L cluster_touched[second,a1]
 L cluster_touched[second,a2]
 L cluster_touched[second,b1]
 L cluster_touched[second,b2]
 L cluster_touched[sink,b1]
 L cluster_touched[sink,b2]
 G link_used[source,first,A-B]
 G link_used[source,second,A-B]
 G link_used[first,sink,A-B]
 G link_used[second,sink,A-B]
 L side_touched[source,first,A-B,1,source,A]
 L side_touched[source,second,A-B,1,source,A]
 L side_touched[first,sink,A-B,1,first,A]
 L side_touched[first,sink,A-B,2,first,B]
 L side_touched[second,sink,A-B,1,second,A]
 L side_touched[second,sink,A-B,2,second,B]
 L side_touched[source,first,A-B,1,first,A]
 L side_touched[source,first,A-B,2,first,B]
 L side_touched[source,second,A-B,1,second,A]
 L side_touched[source,second,A-B,2,second,B]
 L side_touched[first,sink,A-B,2,sink,B]
 L side_touched[second,sink,A-B,2,sink,B]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[source,a1] node_utilization[a1] 0.5
    v[source,a1] fairness[0] 500
    v[source,a1] min_nodes[source] 1
    v[source,a1] cluster_touched[source,a1] 1
    v[first,a1] node_utilization[a1] 0.5
    v[first,a1] fairness[1] 500
    v[first,a1] min_nodes[first] 1
    v[first,a1] cluster_touched[first,a1] 1
    v[first,a2] node_utilization[a2] 0.5
    v[first,a2] fairness[1] 500
    v[first,a2] min_nodes[first] 1
    v[first,a2] cluster_touched[first,a2] 1
    v[first,b1] node_utilization[b1] 0.25
    v[first,b1] fairness[1] 500
    v[first,b1] min_nodes[first] 1
    v[first,b1] cluster_touched[first,b1] 1
    v[first,b2] node_utilization[b2] 0.5
    v[first,b2] fairness[1] 500
    v[first,b2] min_nodes[first] 1
    v[first,b2] cluster_touched[first,b2] 1
    v[second,a1] node_utilization[a1] 0.5
    v[second,a1] fairness[2] 500
    v[second,a1] min_nodes[second] 1
    v[second,a1] cluster_touched[second,a1] 1
    v[second,a2] node_utilization[a2] 0.5
    v[second,a2] fairness[2] 500
    v[second,a2] min_nodes[second] 1
    v[second,a2] cluster_touched[second,a2] 1
    v[second,b1] node_utilization[b1] 0.25
    v[second,b1] fairness[2] 500
    v[second,b1] min_nodes[second] 1
    v[second,b1] cluster_touched[second,b1] 1
    v[second,b2] node_utilization[b2] 0.5
    v[second,b2] fairness[2] 500
    v[second,b2] min_nodes[second] 1
    v[second,b2] cluster_touched[second,b2] 1
    v[sink,b1] node_utilization[b1] 0.25
    v[sink,b1] fairness[3] 500
    v[sink,b1] min_nodes[sink] 1
    v[sink,b1] cluster_touched[sink,b1] 1
    v[sink,b2] node_utilization[b2] 0.5
    v[sink,b2] fairness[3] 500
    v[sink,b2] min_nodes[sink] 1
    v[sink,b2] cluster_touched[sink,b2] 1
    M1 'MARKER' 'INTEND'
    alpha[a1] objective 0.25
    alpha[a1] node_utilization[a1] -1
    alpha[a1] no_node_is_busier[a1] 1
    alpha[a2] objective 0.25
    alpha[a2] node_utilization[a2] -1
    alpha[a2] no_node_is_busier[a2] 1
    alpha[b1] objective 0.25
    alpha[b1] node_utilization[b1] -1
    alpha[b1] no_node_is_busier[b1] 1
    alpha[b2] objective 0.25
    alpha[b2] node_utilization[b2] -1
    alpha[b2] no_node_is_busier[b2] 1
    busiest_node objective 1
    busiest_node no_node_is_busier[a1] -1
    busiest_node no_node_is_busier[a2] -1
    busiest_node no_node_is_busier[b1] -1
    busiest_node no_node_is_busier[b2] -1
    w[source,A] cluster_touched[source,a1] -1
    w[source,A] side_touched[source,first,A-B,1,source,A] 1
    w[source,A] side_touched[source,second,A-B,1,source,A] 1
    w[first,A] cluster_touched[first,a1] -1
    w[first,A] cluster_touched[first,a2] -1
    w[first,A] side_touched[first,sink,A-B,1,first,A] 1
    w[first,A] side_touched[source,first,A-B,1,first,A] 1
    w[first,B] cluster_touched[first,b1] -1
    w[first,B] cluster_touched[first,b2] -1
    w[first,B] side_touched[first,sink,A-B,2,first,B] 1
    w[first,B] side_touched[source,first,A-B,2,first,B] 1
    w[second,A] cluster_touched[second,a1] -1
    w[second,A] cluster_touched[second,a2] -1
    w[second,A] side_touched[second,sink,A-B,1,second,A] 1
    w[second,A] side_touched[source,second,A-B,1,second,A] 1
    w[second,B] cluster_touched[second,b1] -1
    w[second,B] cluster_touched[second,b2] -1
    w[second,B] side_touched[second,sink,A-B,2,second,B] 1
    w[second,B] side_touched[source,second,A-B,2,second,B] 1
    w[sink,B] cluster_touched[sink,b1] -1
    w[sink,B] cluster_touched[sink,b2] -1
    w[sink,B] side_touched[first,sink,A-B,2,sink,B] 1
    w[sink,B] side_touched[second,sink,A-B,2,sink,B] 1
    y[source,first,A-B] link_utilization[A-B] 0.4
    y[source,first,A-B] link_used[source,first,A-B] 1
    y[source,second,A-B] link_utilization[A-B] 0.3
    y[source,second,A-B] link_used[source,second,A-B] 1
    y[first,sink,A-B] link_utilization[A-B] 0.2
    y[first,sink,A-B] link_used[first,sink,A-B] 1
    y[second,sink,A-B] link_utilization[A-B] 0.1
    y[second,sink,A-B] link_used[second,sink,A-B] 1
    beta[A-B] objective 1
    beta[A-B] link_utilization[A-B] -1
    beta[A-B] no_link_is_busier[A-B] 1
    busiest_link objective 1
    busiest_link no_link_is_busier[A-B] -1
    y_side[source,first,A-B,1] link_used[source,first,A-B] -1
    y_side[source,first,A-B,1] side_touched[source,first,A-B,1,source,A] -1
    y_side[source,first,A-B,1] side_touched[source,first,A-B,1,first,A] -1
    y_side[source,first,A-B,2] link_used[source,first,A-B] -1
    y_side[source,first,A-B,2] side_touched[source,first,A-B,2,first,B] -1
    y_side[source,second,A-B,1] link_used[source,second,A-B] -1
    y_side[source,second,A-B,1] side_touched[source,second,A-B,1,source,A] -1
    y_side[source,second,A-B,1] side_touched[source,second,A-B,1,second,A] -1
    y_side[source,second,A-B,2] link_used[source,second,A-B] -1
    y_side[source,second,A-B,2] side_touched[source,second,A-B,2,second,B] -1
    y_side[first,sink,A-B,1] link_used[first,sink,A-B] -1
    y_side[first,sink,A-B,1] side_touched[first,sink,A-B,1,first,A] -1
    y_side[first,sink,A-B,2] link_used[first,sink,A-B] -1
    y_side[first,sink,A-B,2] side_touched[first,sink,A-B,2,first,B] -1
    y_side[first,sink,A-B,2] side_touched[first,sink,A-B,2,sink,B] -1
    y_side[second,sink,A-B,1] link_used[second,sink,A-B] -1
    y_side[second,sink,A-B,1] side_touched[second,sink,A-B,1,second,A] -1
    y_side[second,sink,A-B,2] link_used[second,sink,A-B] -1
    y_side[second,sink,A-B,2] side_touched[second,sink,A-B,2,second,B] -1
    y_side[second,sink,A-B,2] side_touched[second,sink,A-B,2,sink,B] -1
RHS
    RHS fairness[0] 300
    RHS fairness[1] 600
    RHS fairness[2] 600
    RHS fairness[3] 200
    RHS min_nodes[source] 1
    RHS min_nodes[first] 1
    RHS min_nodes[second] 1
    RHS min_nodes[sink] 1
    RHS link_used[source,first,A-B] -1
    RHS link_used[source,second,A-B] -1
    RHS link_used[first,sink,A-B] -1
    RHS link_used[second,sink,A-B] -1
RANGES
BOUNDS
 LO BND v[source,a1] 0
 UP BND v[source,a1] 1
 LO BND v[first,a1] 0
 UP BND v[first,a1] 1
 LO BND v[first,a2] 0
 UP BND v[first,a2] 1
 LO BND v[first,b1] 0
 UP BND v[first,b1] 1
 LO BND v[first,b2] 0
 UP BND v[first,b2] 1
 LO BND v[second,a1] 0
 UP BND v[second,a1] 1
 LO BND v[second,a2] 0
 UP BND v[second,a2] 1
 LO BND v[second,b1] 0
 UP BND v[second,b1] 1
 LO BND v[second,b2] 0
 UP BND v[second,b2] 1
 LO BND v[sink,b1] 0
 UP BND v[sink,b1] 1
 LO BND v[sink,b2] 0
 UP BND v[sink,b2] 1
 MI BND alpha[a1]
 PL BND alpha[a1]
 MI BND alpha[a2]
 PL BND alpha[a2]
 MI BND alpha[b1]
 PL BND alpha[b1]
 MI BND alpha[b2]
 PL BND alpha[b2]
 MI BND busiest_node
 PL BND busiest_node
 LO BND w[source,A] 0
 UP BND w[source,A] 1
 LO BND w[first,A] 0
 UP BND w[first,A] 1
 LO BND w[first,B] 0
 UP BND w[first,B] 1
 LO BND w[second,A] 0
 UP BND w[second,A] 1
 LO BND w[second,B] 0
 UP BND w[second,B] 1
 LO BND w[sink,B] 0
 UP BND w[sink,B] 1
 LO BND y[source,first,A-B] 0
 PL BND y[source,first,A-B]
 LO BND y[source,second,A-B] 0
 PL BND y[source,second,A-B]
 LO BND y[first,sink,A-B] 0
 PL BND y[first,sink,A-B]
 LO BND y[second,sink,A-B] 0
 PL BND y[second,sink,A-B]
 MI BND beta[A-B]
 PL BND beta[A-B]
 MI BND busiest_link
 PL BND busiest_link
 LO BND y_side[source,first,A-B,1] 0
 UP BND y_side[source,first,A-B,1] 1
 LO BND y_side[source,first,A-B,2] 0
 UP BND y_side[source,first,A-B,2] 1
 LO BND y_side[source,second,A-B,1] 0
 UP BND y_side[source,second,A-B,1] 1
 LO BND y_side[source,second,A-B,2] 0
 UP BND y_side[source,second,A-B,2] 1
 LO BND y_side[first,sink,A-B,1] 0
 UP BND y_side[first,sink,A-B,1] 1
 LO BND y_side[first,sink,A-B,2] 0
 UP BND y_side[first,sink,A-B,2] 1
 LO BND y_side[second,sink,A-B,1] 0
 UP BND y_side[second,sink,A-B,1] 1
 LO BND y_side[second,sink,A-B,2] 0
 UP BND y_side[second,sink,A-B,2] 1
ENDATA
