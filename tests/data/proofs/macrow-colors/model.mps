NAME colors
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
 G fairness[2]
 G min_nodes[r]
 G min_nodes[b]
 G min_nodes[w]
 L color_present[r,'0',n2]
 L color_present[b,'1',n2]
 L incompatible_colors['0','1',n2]
COLUMNS
    M0 'MARKER' 'INTORG'
    v[r,n1] node_utilization[n1] 0.5
    v[r,n1] fairness[0] 500
    v[r,n1] min_nodes[r] 1
    v[r,n2] node_utilization[n2] 0.25
    v[r,n2] fairness[0] 500
    v[r,n2] min_nodes[r] 1
    v[r,n2] color_present[r,'0',n2] 1
    v[b,n1] node_utilization[n1] 0.5
    v[b,n1] fairness[1] 500
    v[b,n1] min_nodes[b] 1
    v[b,n2] node_utilization[n2] 0.25
    v[b,n2] fairness[1] 500
    v[b,n2] min_nodes[b] 1
    v[b,n2] color_present[b,'1',n2] 1
    v[w,n1] node_utilization[n1] 0.5
    v[w,n1] fairness[2] 500
    v[w,n1] min_nodes[w] 1
    v[w,n2] node_utilization[n2] 0.25
    v[w,n2] fairness[2] 500
    v[w,n2] min_nodes[w] 1
    M1 'MARKER' 'INTEND'
    alpha[n1] objective 0.5
    alpha[n1] node_utilization[n1] -1
    alpha[n1] no_node_is_busier[n1] 1
    alpha[n2] objective 0.5
    alpha[n2] node_utilization[n2] -1
    alpha[n2] no_node_is_busier[n2] 1
    busiest_node no_node_is_busier[n1] -1
    busiest_node no_node_is_busier[n2] -1
    x['0',n2] color_present[r,'0',n2] -1
    x['0',n2] incompatible_colors['0','1',n2] 1
    x['1',n2] color_present[b,'1',n2] -1
    x['1',n2] incompatible_colors['0','1',n2] 1
RHS
    RHS fairness[0] 100
    RHS fairness[1] 100
    RHS fairness[2] 100
    RHS min_nodes[r] 1
    RHS min_nodes[b] 1
    RHS min_nodes[w] 1
    RHS incompatible_colors['0','1',n2] 1
RANGES
BOUNDS
 LO BND v[r,n1] 0
 UP BND v[r,n1] 1
 LO BND v[r,n2] 0
 UP BND v[r,n2] 1
 LO BND v[b,n1] 0
 UP BND v[b,n1] 1
 LO BND v[b,n2] 0
 UP BND v[b,n2] 1
 LO BND v[w,n1] 0
 UP BND v[w,n1] 1
 LO BND v[w,n2] 0
 UP BND v[w,n2] 1
 MI BND alpha[n1]
 PL BND alpha[n1]
 MI BND alpha[n2]
 PL BND alpha[n2]
 MI BND busiest_node
 PL BND busiest_node
 LO BND x['0',n2] 0
 UP BND x['0',n2] 1
 LO BND x['1',n2] 0
 UP BND x['1',n2] 1
ENDATA
