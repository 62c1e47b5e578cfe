NAME spread
OBJSENSE
    MIN
ROWS
 N objective
 E node_utilization[a1]
 E node_utilization[b1]
 L no_node_is_busier[a1]
 L no_node_is_busier[b1]
 G fairness[0]
 G min_nodes[p]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[p,a1] node_utilization[a1] 0.5
    v[p,a1] fairness[0] 500
    v[p,a1] min_nodes[p] 1
    v[p,b1] node_utilization[b1] 0.5
    v[p,b1] fairness[0] 500
    v[p,b1] min_nodes[p] 1
    M1 'MARKER' 'INTEND'
    alpha[a1] objective 0.5
    alpha[a1] node_utilization[a1] -1
    alpha[a1] no_node_is_busier[a1] 1
    alpha[b1] objective 0.5
    alpha[b1] node_utilization[b1] -1
    alpha[b1] no_node_is_busier[b1] 1
    busiest_node no_node_is_busier[a1] -1
    busiest_node no_node_is_busier[b1] -1
RHS
    RHS fairness[0] 600
    RHS min_nodes[p] 1
RANGES
BOUNDS
 LO BND v[p,a1] 0
 UP BND v[p,a1] 1
 LO BND v[p,b1] 0
 UP BND v[p,b1] 1
 MI BND alpha[a1]
 PL BND alpha[a1]
 MI BND alpha[b1]
 PL BND alpha[b1]
 MI BND busiest_node
 PL BND busiest_node
ENDATA
