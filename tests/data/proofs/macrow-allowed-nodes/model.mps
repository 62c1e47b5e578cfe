NAME allowed-nodes
OBJSENSE
    MIN
ROWS
 N objective
 E node_utilization[n1]
 E node_utilization[n2]
 L no_node_is_busier[n1]
 L no_node_is_busier[n2]
 G fairness[0]
 G min_nodes[p]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[p,n1] node_utilization[n1] 0.5
    v[p,n1] fairness[0] 500
    v[p,n1] min_nodes[p] 1
    M1 'MARKER' 'INTEND'
    alpha[n1] objective 0.5
    alpha[n1] node_utilization[n1] -1
    alpha[n1] no_node_is_busier[n1] 1
    alpha[n2] objective 0.5
    alpha[n2] node_utilization[n2] -1
    alpha[n2] no_node_is_busier[n2] 1
    busiest_node no_node_is_busier[n1] -1
    busiest_node no_node_is_busier[n2] -1
RHS
    RHS fairness[0] 100
    RHS min_nodes[p] 1
RANGES
BOUNDS
 LO BND v[p,n1] 0
 UP BND v[p,n1] 1
 MI BND alpha[n1]
 PL BND alpha[n1]
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND busiest_node
 PL BND busiest_node
ENDATA
