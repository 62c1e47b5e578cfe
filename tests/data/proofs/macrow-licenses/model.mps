NAME licenses
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
 L licenses[db]
 G fairness[0]
 G min_nodes[p]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[p,n1] node_utilization[n1] 1
    v[p,n1] licenses[db] 1
    v[p,n1] fairness[0] 500
    v[p,n1] min_nodes[p] 1
    v[p,n2] node_utilization[n2] 0.05
    v[p,n2] licenses[db] 1
    v[p,n2] fairness[0] 250
    v[p,n2] min_nodes[p] 1
    v[p,n3] node_utilization[n3] 0.05
    v[p,n3] licenses[db] 1
    v[p,n3] fairness[0] 250
    v[p,n3] min_nodes[p] 1
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
    busiest_node no_node_is_busier[n1] -1
    busiest_node no_node_is_busier[n2] -1
    busiest_node no_node_is_busier[n3] -1
RHS
    RHS licenses[db] 1
    RHS fairness[0] 500
    RHS min_nodes[p] 1
RANGES
BOUNDS
 LO BND v[p,n1] 0
 UP BND v[p,n1] 1
 LO BND v[p,n2] 0
 UP BND v[p,n2] 1
 LO BND v[p,n3] 0
 UP BND v[p,n3] 1
 MI BND alpha[n1]
 PL BND alpha[n1]
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND alpha[n3]
 PL BND alpha[n3]
 MI BND busiest_node
 PL BND busiest_node
ENDATA
