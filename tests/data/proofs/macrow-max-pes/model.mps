NAME max-pes
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
 G min_nodes[p]
 G min_nodes[q]
 L max_pes[n2]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[p,n1] node_utilization[n1] 0.5
    v[p,n1] fairness[0] 500
    v[p,n1] min_nodes[p] 1
    v[p,n2] node_utilization[n2] 0.25
    v[p,n2] fairness[0] 500
    v[p,n2] min_nodes[p] 1
    v[p,n2] max_pes[n2] 1
    v[q,n1] node_utilization[n1] 0.5
    v[q,n1] fairness[1] 500
    v[q,n1] min_nodes[q] 1
    v[q,n2] node_utilization[n2] 0.25
    v[q,n2] fairness[1] 500
    v[q,n2] min_nodes[q] 1
    v[q,n2] max_pes[n2] 1
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
    RHS fairness[1] 100
    RHS min_nodes[p] 1
    RHS min_nodes[q] 1
    RHS max_pes[n2] 1
RANGES
BOUNDS
 LO BND v[p,n1] 0
 UP BND v[p,n1] 1
 LO BND v[p,n2] 0
 UP BND v[p,n2] 1
 LO BND v[q,n1] 0
 UP BND v[q,n1] 1
 LO BND v[q,n2] 0
 UP BND v[q,n2] 1
 MI BND alpha[n1]
 PL BND alpha[n1]
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND busiest_node
 PL BND busiest_node
ENDATA
