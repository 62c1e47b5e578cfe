NAME integrity
OBJSENSE
    MIN
ROWS
 N objective
 E node_utilization[n1]
 E node_utilization[n2]
 L no_node_is_busier[n1]
 L no_node_is_busier[n2]
 G fairness[0]
 G fairness[1]
 G min_nodes[low]
 G min_nodes[high]
 G integrity_from[low,n2]
 G integrity_from[high,n2]
 L integrity_to[low,n2]
 L integrity_to[high,n2]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[low,n1] node_utilization[n1] 0.5
    v[low,n1] fairness[0] 500
    v[low,n1] min_nodes[low] 1
    v[low,n2] node_utilization[n2] 0.25
    v[low,n2] fairness[0] 500
    v[low,n2] min_nodes[low] 1
    v[low,n2] integrity_from[low,n2] -2
    v[high,n1] node_utilization[n1] 0.5
    v[high,n1] fairness[1] 500
    v[high,n1] min_nodes[high] 1
    v[high,n2] node_utilization[n2] 0.25
    v[high,n2] fairness[1] 500
    v[high,n2] min_nodes[high] 1
    v[high,n2] integrity_from[high,n2] 1
    v[high,n2] integrity_to[high,n2] 3
    M1 'MARKER' 'INTEND'
    alpha[n1] objective 0.5
    alpha[n1] node_utilization[n1] -1
    alpha[n1] no_node_is_busier[n1] 1
    alpha[n2] objective 0.5
    alpha[n2] node_utilization[n2] -1
    alpha[n2] no_node_is_busier[n2] 1
    busiest_node no_node_is_busier[n1] -1
    busiest_node no_node_is_busier[n2] -1
    u[n2] integrity_from[low,n2] -1
    u[n2] integrity_from[high,n2] -1
    u[n2] integrity_to[low,n2] -1
    u[n2] integrity_to[high,n2] -1
RHS
    RHS fairness[0] 100
    RHS fairness[1] 100
    RHS min_nodes[low] 1
    RHS min_nodes[high] 1
    RHS integrity_from[low,n2] -3
    RHS integrity_from[high,n2] -3
RANGES
BOUNDS
 LO BND v[low,n1] 0
 UP BND v[low,n1] 1
 LO BND v[low,n2] 0
 UP BND v[low,n2] 1
 LO BND v[high,n1] 0
 UP BND v[high,n1] 1
 LO BND v[high,n2] 0
 UP BND v[high,n2] 1
 MI BND alpha[n1]
 PL BND alpha[n1]
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND busiest_node
 PL BND busiest_node
 LO BND u[n2] 0
 UP BND u[n2] 3
ENDATA
