NAME dac-51x29
OBJSENSE
    MIN
ROWS
 N objective
 E distance[p1]
 E distance[p2]
 E distance[p3]
 E distance[p4]
 E distance[p5]
 E distance[p6]
 E distance[p7]
 E distance[p8]
 E distance[p9]
 E distance[p10]
 E distance[p11]
 E distance[p12]
 E distance[p13]
 E distance[p14]
 E distance[p15]
 E distance[p16]
 E distance[p17]
 E distance[p18]
 E distance[p19]
 E distance[p20]
 E distance[p21]
 E distance[p22]
 E distance[p23]
 E distance[p24]
 E distance[p25]
 E distance[p26]
 E distance[p27]
 E distance[p28]
 E distance[p29]
 E distance[p30]
 E distance[p31]
 E distance[p32]
 E distance[p33]
 E distance[p34]
 E distance[p35]
 E distance[p36]
 E distance[p37]
 E distance[p38]
 E distance[p39]
 E distance[p40]
 E distance[p41]
 E distance[p42]
 E distance[p43]
 E distance[p44]
 E distance[p45]
 E distance[p46]
 E distance[p47]
 E distance[p48]
 E distance[p49]
 E distance[p50]
 E distance[p51]
 E fixed[p5,n12]
 E fixed[p7,n26]
 E fixed[p19,n15]
 E fixed[p40,n27]
 E fixed[p42,n19]
 L capacity[n1]
 L capacity[n3]
 L capacity[n4]
 L capacity[n5]
 L capacity[n6]
 L capacity[n7]
 L capacity[n8]
 L capacity[n9]
 L capacity[n10]
 L capacity[n11]
 L capacity[n12]
 L capacity[n13]
 L capacity[n14]
 L capacity[n15]
 L capacity[n16]
 L capacity[n17]
 L capacity[n18]
 L capacity[n19]
 L capacity[n20]
 L capacity[n21]
 L capacity[n22]
 L capacity[n23]
 L capacity[n25]
 L capacity[n26]
 L capacity[n27]
 L capacity[n28]
 L capacity[n29]
 E change[p1,n14]
 E change[p1,n20]
 E change[p2,n7]
 E change[p2,n18]
 E change[p3,n11]
 E change[p3,n17]
 E change[p3,n19]
 E change[p3,n20]
 E change[p4,n4]
 E change[p4,n5]
 E change[p5,n12]
 E change[p6,n5]
 E change[p6,n10]
 E change[p7,n17]
 E change[p7,n26]
 E change[p8,n5]
 E change[p8,n21]
 E change[p8,n23]
 E change[p8,n29]
 E change[p9,n10]
 E change[p9,n26]
 E change[p9,n29]
 E change[p10,n3]
 E change[p10,n16]
 E change[p10,n29]
 E change[p11,n8]
 E change[p12,n27]
 E change[p13,n8]
 E change[p13,n22]
 E change[p13,n28]
 E change[p14,n5]
 E change[p14,n15]
 E change[p14,n21]
 E change[p14,n26]
 E change[p15,n9]
 E change[p15,n21]
 E change[p16,n4]
 E change[p16,n21]
 E change[p16,n22]
 E change[p16,n28]
 E change[p17,n7]
 E change[p17,n27]
 E change[p18,n11]
 E change[p18,n16]
 E change[p18,n28]
 E change[p18,n29]
 E change[p19,n15]
 E change[p19,n16]
 E change[p19,n17]
 E change[p20,n20]
 E change[p20,n28]
 E change[p21,n1]
 E change[p22,n11]
 E change[p22,n18]
 E change[p22,n21]
 E change[p22,n23]
 E change[p23,n10]
 E change[p23,n12]
 E change[p24,n1]
 E change[p24,n6]
 E change[p24,n28]
 E change[p25,n8]
 E change[p25,n15]
 E change[p25,n21]
 E change[p25,n22]
 E change[p26,n14]
 E change[p27,n1]
 E change[p27,n9]
 E change[p27,n10]
 E change[p27,n23]
 E change[p28,n7]
 E change[p28,n25]
 E change[p29,n7]
 E change[p29,n21]
 E change[p29,n23]
 E change[p30,n23]
 E change[p30,n27]
 E change[p31,n4]
 E change[p32,n11]
 E change[p32,n13]
 E change[p33,n4]
 E change[p33,n23]
 E change[p34,n5]
 E change[p35,n4]
 E change[p35,n11]
 E change[p35,n20]
 E change[p36,n6]
 E change[p36,n8]
 E change[p36,n25]
 E change[p37,n7]
 E change[p37,n9]
 E change[p37,n10]
 E change[p38,n3]
 E change[p38,n16]
 E change[p39,n10]
 E change[p39,n15]
 E change[p39,n16]
 E change[p39,n23]
 E change[p40,n1]
 E change[p40,n16]
 E change[p40,n27]
 E change[p41,n13]
 E change[p41,n16]
 E change[p41,n18]
 E change[p42,n5]
 E change[p42,n15]
 E change[p42,n19]
 E change[p42,n22]
 E change[p43,n8]
 E change[p43,n13]
 E change[p43,n27]
 E change[p44,n14]
 E change[p45,n22]
 E change[p46,n19]
 E change[p47,n9]
 E change[p47,n13]
 E change[p47,n29]
 E change[p48,n6]
 E change[p48,n10]
 E change[p48,n20]
 E change[p48,n22]
 E change[p49,n1]
 E change[p49,n3]
 E change[p49,n4]
 E change[p49,n23]
 E change[p50,n27]
 E change[p51,n1]
 E change[p51,n8]
 E change[p51,n20]
 L total_change
 E one_range[p4,n4]
 E one_range[p4,n5]
 E one_range[p6,n5]
 E one_range[p6,n10]
 E one_range[p7,n17]
 E one_range[p7,n26]
 E one_range[p14,n5]
 E one_range[p14,n15]
 E one_range[p14,n21]
 E one_range[p14,n26]
 E one_range[p18,n11]
 E one_range[p18,n16]
 E one_range[p18,n28]
 E one_range[p18,n29]
 E one_range[p24,n1]
 E one_range[p24,n6]
 E one_range[p24,n28]
 E one_range[p33,n4]
 E one_range[p33,n23]
 E one_range[p39,n10]
 E one_range[p39,n15]
 E one_range[p39,n16]
 E one_range[p39,n23]
 E one_range[p49,n1]
 E one_range[p49,n3]
 E one_range[p49,n4]
 E one_range[p49,n23]
 L from_low[p4,n4]
 L from_low[p4,n5]
 L from_low[p6,n5]
 L from_low[p6,n10]
 L from_low[p7,n17]
 L from_low[p7,n26]
 L from_low[p14,n5]
 L from_low[p14,n15]
 L from_low[p14,n21]
 L from_low[p14,n26]
 L from_low[p18,n11]
 L from_low[p18,n16]
 L from_low[p18,n28]
 L from_low[p18,n29]
 L from_low[p24,n1]
 L from_low[p24,n6]
 L from_low[p24,n28]
 L from_low[p33,n4]
 L from_low[p33,n23]
 L from_low[p39,n10]
 L from_low[p39,n15]
 L from_low[p39,n16]
 L from_low[p39,n23]
 L from_low[p49,n1]
 L from_low[p49,n3]
 L from_low[p49,n4]
 L from_low[p49,n23]
 L to_high[p4,n4]
 L to_high[p4,n5]
 L to_high[p6,n5]
 L to_high[p6,n10]
 L to_high[p7,n17]
 L to_high[p7,n26]
 L to_high[p14,n5]
 L to_high[p14,n15]
 L to_high[p14,n21]
 L to_high[p14,n26]
 L to_high[p18,n11]
 L to_high[p18,n16]
 L to_high[p18,n28]
 L to_high[p18,n29]
 L to_high[p24,n1]
 L to_high[p24,n6]
 L to_high[p24,n28]
 L to_high[p33,n4]
 L to_high[p33,n23]
 L to_high[p39,n10]
 L to_high[p39,n15]
 L to_high[p39,n16]
 L to_high[p39,n23]
 L to_high[p49,n1]
 L to_high[p49,n3]
 L to_high[p49,n4]
 L to_high[p49,n23]
COLUMNS
    f[p1,n14] distance[p1] 4000
    f[p1,n14] capacity[n14] 1
    f[p1,n14] change[p1,n14] 1
    f[p1,n20] distance[p1] 1000
    f[p1,n20] capacity[n20] 1
    f[p1,n20] change[p1,n20] 1
    f[p2,n7] distance[p2] 4000
    f[p2,n7] capacity[n7] 1
    f[p2,n7] change[p2,n7] 1
    f[p2,n18] distance[p2] 2000
    f[p2,n18] capacity[n18] 1
    f[p2,n18] change[p2,n18] 1
    f[p3,n11] distance[p3] 4000
    f[p3,n11] capacity[n11] 1
    f[p3,n11] change[p3,n11] 1
    f[p3,n17] distance[p3] 2000
    f[p3,n17] capacity[n17] 1
    f[p3,n17] change[p3,n17] 1
    f[p3,n19] distance[p3] 1000
    f[p3,n19] capacity[n19] 1
    f[p3,n19] change[p3,n19] 1
    f[p3,n20] distance[p3] 1000
    f[p3,n20] capacity[n20] 1
    f[p3,n20] change[p3,n20] 1
    f[p4,n4] distance[p4] 4000
    f[p4,n4] capacity[n4] 1
    f[p4,n4] change[p4,n4] 1
    f[p4,n4] from_low[p4,n4] -1
    f[p4,n4] to_high[p4,n4] 1
    f[p4,n5] distance[p4] 1000
    f[p4,n5] capacity[n5] 1
    f[p4,n5] change[p4,n5] 1
    f[p4,n5] from_low[p4,n5] -1
    f[p4,n5] to_high[p4,n5] 1
    f[p5,n12] distance[p5] 2000
    f[p5,n12] fixed[p5,n12] 1
    f[p5,n12] capacity[n12] 1
    f[p5,n12] change[p5,n12] 1
    f[p6,n5] distance[p6] 1000
    f[p6,n5] capacity[n5] 1
    f[p6,n5] change[p6,n5] 1
    f[p6,n5] from_low[p6,n5] -1
    f[p6,n5] to_high[p6,n5] 1
    f[p6,n10] distance[p6] 1000
    f[p6,n10] capacity[n10] 1
    f[p6,n10] change[p6,n10] 1
    f[p6,n10] from_low[p6,n10] -1
    f[p6,n10] to_high[p6,n10] 1
    f[p7,n17] distance[p7] 2000
    f[p7,n17] capacity[n17] 1
    f[p7,n17] change[p7,n17] 1
    f[p7,n17] from_low[p7,n17] -1
    f[p7,n17] to_high[p7,n17] 1
    f[p7,n26] distance[p7] 1000
    f[p7,n26] fixed[p7,n26] 1
    f[p7,n26] capacity[n26] 1
    f[p7,n26] change[p7,n26] 1
    f[p7,n26] from_low[p7,n26] -1
    f[p7,n26] to_high[p7,n26] 1
    f[p8,n5] distance[p8] 1000
    f[p8,n5] capacity[n5] 1
    f[p8,n5] change[p8,n5] 1
    f[p8,n21] distance[p8] 4000
    f[p8,n21] capacity[n21] 1
    f[p8,n21] change[p8,n21] 1
    f[p8,n23] distance[p8] 4000
    f[p8,n23] capacity[n23] 1
    f[p8,n23] change[p8,n23] 1
    f[p8,n29] distance[p8] 1000
    f[p8,n29] capacity[n29] 1
    f[p8,n29] change[p8,n29] 1
    f[p9,n10] distance[p9] 1000
    f[p9,n10] capacity[n10] 1
    f[p9,n10] change[p9,n10] 1
    f[p9,n26] distance[p9] 1000
    f[p9,n26] capacity[n26] 1
    f[p9,n26] change[p9,n26] 1
    f[p9,n29] distance[p9] 1000
    f[p9,n29] capacity[n29] 1
    f[p9,n29] change[p9,n29] 1
    f[p10,n3] distance[p10] 4000
    f[p10,n3] capacity[n3] 1
    f[p10,n3] change[p10,n3] 1
    f[p10,n16] distance[p10] 2000
    f[p10,n16] capacity[n16] 1
    f[p10,n16] change[p10,n16] 1
    f[p10,n29] distance[p10] 1000
    f[p10,n29] capacity[n29] 1
    f[p10,n29] change[p10,n29] 1
    f[p11,n8] distance[p11] 4000
    f[p11,n8] capacity[n8] 1
    f[p11,n8] change[p11,n8] 1
    f[p12,n27] distance[p12] 2000
    f[p12,n27] capacity[n27] 1
    f[p12,n27] change[p12,n27] 1
    f[p13,n8] distance[p13] 4000
    f[p13,n8] capacity[n8] 1
    f[p13,n8] change[p13,n8] 1
    f[p13,n22] distance[p13] 4000
    f[p13,n22] capacity[n22] 1
    f[p13,n22] change[p13,n22] 1
    f[p13,n28] distance[p13] 4000
    f[p13,n28] capacity[n28] 1
    f[p13,n28] change[p13,n28] 1
    f[p14,n5] distance[p14] 1000
    f[p14,n5] capacity[n5] 1
    f[p14,n5] change[p14,n5] 1
    f[p14,n5] from_low[p14,n5] -1
    f[p14,n5] to_high[p14,n5] 1
    f[p14,n15] distance[p14] 1000
    f[p14,n15] capacity[n15] 1
    f[p14,n15] change[p14,n15] 1
    f[p14,n15] from_low[p14,n15] -1
    f[p14,n15] to_high[p14,n15] 1
    f[p14,n21] distance[p14] 4000
    f[p14,n21] capacity[n21] 1
    f[p14,n21] change[p14,n21] 1
    f[p14,n21] from_low[p14,n21] -1
    f[p14,n21] to_high[p14,n21] 1
    f[p14,n26] distance[p14] 1000
    f[p14,n26] capacity[n26] 1
    f[p14,n26] change[p14,n26] 1
    f[p14,n26] from_low[p14,n26] -1
    f[p14,n26] to_high[p14,n26] 1
    f[p15,n9] distance[p15] 1000
    f[p15,n9] capacity[n9] 1
    f[p15,n9] change[p15,n9] 1
    f[p15,n21] distance[p15] 4000
    f[p15,n21] capacity[n21] 1
    f[p15,n21] change[p15,n21] 1
    f[p16,n4] distance[p16] 4000
    f[p16,n4] capacity[n4] 1
    f[p16,n4] change[p16,n4] 1
    f[p16,n21] distance[p16] 4000
    f[p16,n21] capacity[n21] 1
    f[p16,n21] change[p16,n21] 1
    f[p16,n22] distance[p16] 4000
    f[p16,n22] capacity[n22] 1
    f[p16,n22] change[p16,n22] 1
    f[p16,n28] distance[p16] 4000
    f[p16,n28] capacity[n28] 1
    f[p16,n28] change[p16,n28] 1
    f[p17,n7] distance[p17] 4000
    f[p17,n7] capacity[n7] 1
    f[p17,n7] change[p17,n7] 1
    f[p17,n27] distance[p17] 2000
    f[p17,n27] capacity[n27] 1
    f[p17,n27] change[p17,n27] 1
    f[p18,n11] distance[p18] 4000
    f[p18,n11] capacity[n11] 1
    f[p18,n11] change[p18,n11] 1
    f[p18,n11] from_low[p18,n11] -1
    f[p18,n11] to_high[p18,n11] 1
    f[p18,n16] distance[p18] 2000
    f[p18,n16] capacity[n16] 1
    f[p18,n16] change[p18,n16] 1
    f[p18,n16] from_low[p18,n16] -1
    f[p18,n16] to_high[p18,n16] 1
    f[p18,n28] distance[p18] 4000
    f[p18,n28] capacity[n28] 1
    f[p18,n28] change[p18,n28] 1
    f[p18,n28] from_low[p18,n28] -1
    f[p18,n28] to_high[p18,n28] 1
    f[p18,n29] distance[p18] 1000
    f[p18,n29] capacity[n29] 1
    f[p18,n29] change[p18,n29] 1
    f[p18,n29] from_low[p18,n29] -1
    f[p18,n29] to_high[p18,n29] 1
    f[p19,n15] distance[p19] 1000
    f[p19,n15] fixed[p19,n15] 1
    f[p19,n15] capacity[n15] 1
    f[p19,n15] change[p19,n15] 1
    f[p19,n16] distance[p19] 2000
    f[p19,n16] capacity[n16] 1
    f[p19,n16] change[p19,n16] 1
    f[p19,n17] distance[p19] 2000
    f[p19,n17] capacity[n17] 1
    f[p19,n17] change[p19,n17] 1
    f[p20,n20] distance[p20] 1000
    f[p20,n20] capacity[n20] 1
    f[p20,n20] change[p20,n20] 1
    f[p20,n28] distance[p20] 4000
    f[p20,n28] capacity[n28] 1
    f[p20,n28] change[p20,n28] 1
    f[p21,n1] distance[p21] 2000
    f[p21,n1] capacity[n1] 1
    f[p21,n1] change[p21,n1] 1
    f[p22,n11] distance[p22] 4000
    f[p22,n11] capacity[n11] 1
    f[p22,n11] change[p22,n11] 1
    f[p22,n18] distance[p22] 2000
    f[p22,n18] capacity[n18] 1
    f[p22,n18] change[p22,n18] 1
    f[p22,n21] distance[p22] 4000
    f[p22,n21] capacity[n21] 1
    f[p22,n21] change[p22,n21] 1
    f[p22,n23] distance[p22] 4000
    f[p22,n23] capacity[n23] 1
    f[p22,n23] change[p22,n23] 1
    f[p23,n10] distance[p23] 1000
    f[p23,n10] capacity[n10] 1
    f[p23,n10] change[p23,n10] 1
    f[p23,n12] distance[p23] 2000
    f[p23,n12] capacity[n12] 1
    f[p23,n12] change[p23,n12] 1
    f[p24,n1] distance[p24] 2000
    f[p24,n1] capacity[n1] 1
    f[p24,n1] change[p24,n1] 1
    f[p24,n1] from_low[p24,n1] -1
    f[p24,n1] to_high[p24,n1] 1
    f[p24,n6] distance[p24] 1000
    f[p24,n6] capacity[n6] 1
    f[p24,n6] change[p24,n6] 1
    f[p24,n6] from_low[p24,n6] -1
    f[p24,n6] to_high[p24,n6] 1
    f[p24,n28] distance[p24] 4000
    f[p24,n28] capacity[n28] 1
    f[p24,n28] change[p24,n28] 1
    f[p24,n28] from_low[p24,n28] -1
    f[p24,n28] to_high[p24,n28] 1
    f[p25,n8] distance[p25] 4000
    f[p25,n8] capacity[n8] 1
    f[p25,n8] change[p25,n8] 1
    f[p25,n15] distance[p25] 1000
    f[p25,n15] capacity[n15] 1
    f[p25,n15] change[p25,n15] 1
    f[p25,n21] distance[p25] 4000
    f[p25,n21] capacity[n21] 1
    f[p25,n21] change[p25,n21] 1
    f[p25,n22] distance[p25] 4000
    f[p25,n22] capacity[n22] 1
    f[p25,n22] change[p25,n22] 1
    f[p26,n14] distance[p26] 4000
    f[p26,n14] capacity[n14] 1
    f[p26,n14] change[p26,n14] 1
    f[p27,n1] distance[p27] 2000
    f[p27,n1] capacity[n1] 1
    f[p27,n1] change[p27,n1] 1
    f[p27,n9] distance[p27] 1000
    f[p27,n9] capacity[n9] 1
    f[p27,n9] change[p27,n9] 1
    f[p27,n10] distance[p27] 1000
    f[p27,n10] capacity[n10] 1
    f[p27,n10] change[p27,n10] 1
    f[p27,n23] distance[p27] 4000
    f[p27,n23] capacity[n23] 1
    f[p27,n23] change[p27,n23] 1
    f[p28,n7] distance[p28] 4000
    f[p28,n7] capacity[n7] 1
    f[p28,n7] change[p28,n7] 1
    f[p28,n25] distance[p28] 4000
    f[p28,n25] capacity[n25] 1
    f[p28,n25] change[p28,n25] 1
    f[p29,n7] distance[p29] 4000
    f[p29,n7] capacity[n7] 1
    f[p29,n7] change[p29,n7] 1
    f[p29,n21] distance[p29] 4000
    f[p29,n21] capacity[n21] 1
    f[p29,n21] change[p29,n21] 1
    f[p29,n23] distance[p29] 4000
    f[p29,n23] capacity[n23] 1
    f[p29,n23] change[p29,n23] 1
    f[p30,n23] distance[p30] 4000
    f[p30,n23] capacity[n23] 1
    f[p30,n23] change[p30,n23] 1
    f[p30,n27] distance[p30] 2000
    f[p30,n27] capacity[n27] 1
    f[p30,n27] change[p30,n27] 1
    f[p31,n4] distance[p31] 4000
    f[p31,n4] capacity[n4] 1
    f[p31,n4] change[p31,n4] 1
    f[p32,n11] distance[p32] 4000
    f[p32,n11] capacity[n11] 1
    f[p32,n11] change[p32,n11] 1
    f[p32,n13] distance[p32] 1000
    f[p32,n13] capacity[n13] 1
    f[p32,n13] change[p32,n13] 1
    f[p33,n4] distance[p33] 4000
    f[p33,n4] capacity[n4] 1
    f[p33,n4] change[p33,n4] 1
    f[p33,n4] from_low[p33,n4] -1
    f[p33,n4] to_high[p33,n4] 1
    f[p33,n23] distance[p33] 4000
    f[p33,n23] capacity[n23] 1
    f[p33,n23] change[p33,n23] 1
    f[p33,n23] from_low[p33,n23] -1
    f[p33,n23] to_high[p33,n23] 1
    f[p34,n5] distance[p34] 1000
    f[p34,n5] capacity[n5] 1
    f[p34,n5] change[p34,n5] 1
    f[p35,n4] distance[p35] 4000
    f[p35,n4] capacity[n4] 1
    f[p35,n4] change[p35,n4] 1
    f[p35,n11] distance[p35] 4000
    f[p35,n11] capacity[n11] 1
    f[p35,n11] change[p35,n11] 1
    f[p35,n20] distance[p35] 1000
    f[p35,n20] capacity[n20] 1
    f[p35,n20] change[p35,n20] 1
    f[p36,n6] distance[p36] 1000
    f[p36,n6] capacity[n6] 1
    f[p36,n6] change[p36,n6] 1
    f[p36,n8] distance[p36] 4000
    f[p36,n8] capacity[n8] 1
    f[p36,n8] change[p36,n8] 1
    f[p36,n25] distance[p36] 4000
    f[p36,n25] capacity[n25] 1
    f[p36,n25] change[p36,n25] 1
    f[p37,n7] distance[p37] 4000
    f[p37,n7] capacity[n7] 1
    f[p37,n7] change[p37,n7] 1
    f[p37,n9] distance[p37] 1000
    f[p37,n9] capacity[n9] 1
    f[p37,n9] change[p37,n9] 1
    f[p37,n10] distance[p37] 1000
    f[p37,n10] capacity[n10] 1
    f[p37,n10] change[p37,n10] 1
    f[p38,n3] distance[p38] 4000
    f[p38,n3] capacity[n3] 1
    f[p38,n3] change[p38,n3] 1
    f[p38,n16] distance[p38] 2000
    f[p38,n16] capacity[n16] 1
    f[p38,n16] change[p38,n16] 1
    f[p39,n10] distance[p39] 1000
    f[p39,n10] capacity[n10] 1
    f[p39,n10] change[p39,n10] 1
    f[p39,n10] from_low[p39,n10] -1
    f[p39,n10] to_high[p39,n10] 1
    f[p39,n15] distance[p39] 1000
    f[p39,n15] capacity[n15] 1
    f[p39,n15] change[p39,n15] 1
    f[p39,n15] from_low[p39,n15] -1
    f[p39,n15] to_high[p39,n15] 1
    f[p39,n16] distance[p39] 2000
    f[p39,n16] capacity[n16] 1
    f[p39,n16] change[p39,n16] 1
    f[p39,n16] from_low[p39,n16] -1
    f[p39,n16] to_high[p39,n16] 1
    f[p39,n23] distance[p39] 4000
    f[p39,n23] capacity[n23] 1
    f[p39,n23] change[p39,n23] 1
    f[p39,n23] from_low[p39,n23] -1
    f[p39,n23] to_high[p39,n23] 1
    f[p40,n1] distance[p40] 2000
    f[p40,n1] capacity[n1] 1
    f[p40,n1] change[p40,n1] 1
    f[p40,n16] distance[p40] 2000
    f[p40,n16] capacity[n16] 1
    f[p40,n16] change[p40,n16] 1
    f[p40,n27] distance[p40] 2000
    f[p40,n27] fixed[p40,n27] 1
    f[p40,n27] capacity[n27] 1
    f[p40,n27] change[p40,n27] 1
    f[p41,n13] distance[p41] 1000
    f[p41,n13] capacity[n13] 1
    f[p41,n13] change[p41,n13] 1
    f[p41,n16] distance[p41] 2000
    f[p41,n16] capacity[n16] 1
    f[p41,n16] change[p41,n16] 1
    f[p41,n18] distance[p41] 2000
    f[p41,n18] capacity[n18] 1
    f[p41,n18] change[p41,n18] 1
    f[p42,n5] distance[p42] 1000
    f[p42,n5] capacity[n5] 1
    f[p42,n5] change[p42,n5] 1
    f[p42,n15] distance[p42] 1000
    f[p42,n15] capacity[n15] 1
    f[p42,n15] change[p42,n15] 1
    f[p42,n19] distance[p42] 1000
    f[p42,n19] fixed[p42,n19] 1
    f[p42,n19] capacity[n19] 1
    f[p42,n19] change[p42,n19] 1
    f[p42,n22] distance[p42] 4000
    f[p42,n22] capacity[n22] 1
    f[p42,n22] change[p42,n22] 1
    f[p43,n8] distance[p43] 4000
    f[p43,n8] capacity[n8] 1
    f[p43,n8] change[p43,n8] 1
    f[p43,n13] distance[p43] 1000
    f[p43,n13] capacity[n13] 1
    f[p43,n13] change[p43,n13] 1
    f[p43,n27] distance[p43] 2000
    f[p43,n27] capacity[n27] 1
    f[p43,n27] change[p43,n27] 1
    f[p44,n14] distance[p44] 4000
    f[p44,n14] capacity[n14] 1
    f[p44,n14] change[p44,n14] 1
    f[p45,n22] distance[p45] 4000
    f[p45,n22] capacity[n22] 1
    f[p45,n22] change[p45,n22] 1
    f[p46,n19] distance[p46] 1000
    f[p46,n19] capacity[n19] 1
    f[p46,n19] change[p46,n19] 1
    f[p47,n9] distance[p47] 1000
    f[p47,n9] capacity[n9] 1
    f[p47,n9] change[p47,n9] 1
    f[p47,n13] distance[p47] 1000
    f[p47,n13] capacity[n13] 1
    f[p47,n13] change[p47,n13] 1
    f[p47,n29] distance[p47] 1000
    f[p47,n29] capacity[n29] 1
    f[p47,n29] change[p47,n29] 1
    f[p48,n6] distance[p48] 1000
    f[p48,n6] capacity[n6] 1
    f[p48,n6] change[p48,n6] 1
    f[p48,n10] distance[p48] 1000
    f[p48,n10] capacity[n10] 1
    f[p48,n10] change[p48,n10] 1
    f[p48,n20] distance[p48] 1000
    f[p48,n20] capacity[n20] 1
    f[p48,n20] change[p48,n20] 1
    f[p48,n22] distance[p48] 4000
    f[p48,n22] capacity[n22] 1
    f[p48,n22] change[p48,n22] 1
    f[p49,n1] distance[p49] 2000
    f[p49,n1] capacity[n1] 1
    f[p49,n1] change[p49,n1] 1
    f[p49,n1] from_low[p49,n1] -1
    f[p49,n1] to_high[p49,n1] 1
    f[p49,n3] distance[p49] 4000
    f[p49,n3] capacity[n3] 1
    f[p49,n3] change[p49,n3] 1
    f[p49,n3] from_low[p49,n3] -1
    f[p49,n3] to_high[p49,n3] 1
    f[p49,n4] distance[p49] 4000
    f[p49,n4] capacity[n4] 1
    f[p49,n4] change[p49,n4] 1
    f[p49,n4] from_low[p49,n4] -1
    f[p49,n4] to_high[p49,n4] 1
    f[p49,n23] distance[p49] 4000
    f[p49,n23] capacity[n23] 1
    f[p49,n23] change[p49,n23] 1
    f[p49,n23] from_low[p49,n23] -1
    f[p49,n23] to_high[p49,n23] 1
    f[p50,n27] distance[p50] 2000
    f[p50,n27] capacity[n27] 1
    f[p50,n27] change[p50,n27] 1
    f[p51,n1] distance[p51] 2000
    f[p51,n1] capacity[n1] 1
    f[p51,n1] change[p51,n1] 1
    f[p51,n8] distance[p51] 4000
    f[p51,n8] capacity[n8] 1
    f[p51,n8] change[p51,n8] 1
    f[p51,n20] distance[p51] 1000
    f[p51,n20] capacity[n20] 1
    f[p51,n20] change[p51,n20] 1
    under[p1] objective 1
    under[p1] distance[p1] 1
    under[p2] objective 1
    under[p2] distance[p2] 1
    under[p3] objective 1
    under[p3] distance[p3] 1
    under[p4] objective 1
    under[p4] distance[p4] 1
    under[p5] objective 1
    under[p5] distance[p5] 1
    under[p6] objective 1
    under[p6] distance[p6] 1
    under[p7] objective 1
    under[p7] distance[p7] 1
    under[p8] objective 1
    under[p8] distance[p8] 1
    under[p9] objective 1
    under[p9] distance[p9] 1
    under[p10] objective 1
    under[p10] distance[p10] 1
    under[p11] objective 1
    under[p11] distance[p11] 1
    under[p12] objective 1
    under[p12] distance[p12] 1
    under[p13] objective 1
    under[p13] distance[p13] 1
    under[p14] objective 1
    under[p14] distance[p14] 1
    under[p15] objective 1
    under[p15] distance[p15] 1
    under[p16] objective 1
    under[p16] distance[p16] 1
    under[p17] objective 1
    under[p17] distance[p17] 1
    under[p18] objective 1
    under[p18] distance[p18] 1
    under[p19] objective 1
    under[p19] distance[p19] 1
    under[p20] objective 1
    under[p20] distance[p20] 1
    under[p21] objective 1
    under[p21] distance[p21] 1
    under[p22] objective 1
    under[p22] distance[p22] 1
    under[p23] objective 1
    under[p23] distance[p23] 1
    under[p24] objective 1
    under[p24] distance[p24] 1
    under[p25] objective 1
    under[p25] distance[p25] 1
    under[p26] objective 1
    under[p26] distance[p26] 1
    under[p27] objective 1
    under[p27] distance[p27] 1
    under[p28] objective 1
    under[p28] distance[p28] 1
    under[p29] objective 1
    under[p29] distance[p29] 1
    under[p30] objective 1
    under[p30] distance[p30] 1
    under[p31] objective 1
    under[p31] distance[p31] 1
    under[p32] objective 1
    under[p32] distance[p32] 1
    under[p33] objective 1
    under[p33] distance[p33] 1
    under[p34] objective 1
    under[p34] distance[p34] 1
    under[p35] objective 1
    under[p35] distance[p35] 1
    under[p36] objective 1
    under[p36] distance[p36] 1
    under[p37] objective 1
    under[p37] distance[p37] 1
    under[p38] objective 1
    under[p38] distance[p38] 1
    under[p39] objective 1
    under[p39] distance[p39] 1
    under[p40] objective 1
    under[p40] distance[p40] 1
    under[p41] objective 1
    under[p41] distance[p41] 1
    under[p42] objective 1
    under[p42] distance[p42] 1
    under[p43] objective 1
    under[p43] distance[p43] 1
    under[p44] objective 1
    under[p44] distance[p44] 1
    under[p45] objective 1
    under[p45] distance[p45] 1
    under[p46] objective 1
    under[p46] distance[p46] 1
    under[p47] objective 1
    under[p47] distance[p47] 1
    under[p48] objective 1
    under[p48] distance[p48] 1
    under[p49] objective 1
    under[p49] distance[p49] 1
    under[p50] objective 1
    under[p50] distance[p50] 1
    under[p51] objective 1
    under[p51] distance[p51] 1
    over[p1] objective 1
    over[p1] distance[p1] -1
    over[p2] objective 1
    over[p2] distance[p2] -1
    over[p3] objective 1
    over[p3] distance[p3] -1
    over[p4] objective 1
    over[p4] distance[p4] -1
    over[p5] objective 1
    over[p5] distance[p5] -1
    over[p6] objective 1
    over[p6] distance[p6] -1
    over[p7] objective 1
    over[p7] distance[p7] -1
    over[p8] objective 1
    over[p8] distance[p8] -1
    over[p9] objective 1
    over[p9] distance[p9] -1
    over[p10] objective 1
    over[p10] distance[p10] -1
    over[p11] objective 1
    over[p11] distance[p11] -1
    over[p12] objective 1
    over[p12] distance[p12] -1
    over[p13] objective 1
    over[p13] distance[p13] -1
    over[p14] objective 1
    over[p14] distance[p14] -1
    over[p15] objective 1
    over[p15] distance[p15] -1
    over[p16] objective 1
    over[p16] distance[p16] -1
    over[p17] objective 1
    over[p17] distance[p17] -1
    over[p18] objective 1
    over[p18] distance[p18] -1
    over[p19] objective 1
    over[p19] distance[p19] -1
    over[p20] objective 1
    over[p20] distance[p20] -1
    over[p21] objective 1
    over[p21] distance[p21] -1
    over[p22] objective 1
    over[p22] distance[p22] -1
    over[p23] objective 1
    over[p23] distance[p23] -1
    over[p24] objective 1
    over[p24] distance[p24] -1
    over[p25] objective 1
    over[p25] distance[p25] -1
    over[p26] objective 1
    over[p26] distance[p26] -1
    over[p27] objective 1
    over[p27] distance[p27] -1
    over[p28] objective 1
    over[p28] distance[p28] -1
    over[p29] objective 1
    over[p29] distance[p29] -1
    over[p30] objective 1
    over[p30] distance[p30] -1
    over[p31] objective 1
    over[p31] distance[p31] -1
    over[p32] objective 1
    over[p32] distance[p32] -1
    over[p33] objective 1
    over[p33] distance[p33] -1
    over[p34] objective 1
    over[p34] distance[p34] -1
    over[p35] objective 1
    over[p35] distance[p35] -1
    over[p36] objective 1
    over[p36] distance[p36] -1
    over[p37] objective 1
    over[p37] distance[p37] -1
    over[p38] objective 1
    over[p38] distance[p38] -1
    over[p39] objective 1
    over[p39] distance[p39] -1
    over[p40] objective 1
    over[p40] distance[p40] -1
    over[p41] objective 1
    over[p41] distance[p41] -1
    over[p42] objective 1
    over[p42] distance[p42] -1
    over[p43] objective 1
    over[p43] distance[p43] -1
    over[p44] objective 1
    over[p44] distance[p44] -1
    over[p45] objective 1
    over[p45] distance[p45] -1
    over[p46] objective 1
    over[p46] distance[p46] -1
    over[p47] objective 1
    over[p47] distance[p47] -1
    over[p48] objective 1
    over[p48] distance[p48] -1
    over[p49] objective 1
    over[p49] distance[p49] -1
    over[p50] objective 1
    over[p50] distance[p50] -1
    over[p51] objective 1
    over[p51] distance[p51] -1
    more[p1,n14] change[p1,n14] -1
    more[p1,n14] total_change 4000
    more[p1,n20] change[p1,n20] -1
    more[p1,n20] total_change 1000
    more[p2,n7] change[p2,n7] -1
    more[p2,n7] total_change 4000
    more[p2,n18] change[p2,n18] -1
    more[p2,n18] total_change 2000
    more[p3,n11] change[p3,n11] -1
    more[p3,n11] total_change 4000
    more[p3,n17] change[p3,n17] -1
    more[p3,n17] total_change 2000
    more[p3,n19] change[p3,n19] -1
    more[p3,n19] total_change 1000
    more[p3,n20] change[p3,n20] -1
    more[p3,n20] total_change 1000
    more[p4,n4] change[p4,n4] -1
    more[p4,n4] total_change 4000
    more[p4,n5] change[p4,n5] -1
    more[p4,n5] total_change 1000
    more[p5,n12] change[p5,n12] -1
    more[p5,n12] total_change 2000
    more[p6,n5] change[p6,n5] -1
    more[p6,n5] total_change 1000
    more[p6,n10] change[p6,n10] -1
    more[p6,n10] total_change 1000
    more[p7,n17] change[p7,n17] -1
    more[p7,n17] total_change 2000
    more[p7,n26] change[p7,n26] -1
    more[p7,n26] total_change 1000
    more[p8,n5] change[p8,n5] -1
    more[p8,n5] total_change 1000
    more[p8,n21] change[p8,n21] -1
    more[p8,n21] total_change 4000
    more[p8,n23] change[p8,n23] -1
    more[p8,n23] total_change 4000
    more[p8,n29] change[p8,n29] -1
    more[p8,n29] total_change 1000
    more[p9,n10] change[p9,n10] -1
    more[p9,n10] total_change 1000
    more[p9,n26] change[p9,n26] -1
    more[p9,n26] total_change 1000
    more[p9,n29] change[p9,n29] -1
    more[p9,n29] total_change 1000
    more[p10,n3] change[p10,n3] -1
    more[p10,n3] total_change 4000
    more[p10,n16] change[p10,n16] -1
    more[p10,n16] total_change 2000
    more[p10,n29] change[p10,n29] -1
    more[p10,n29] total_change 1000
    more[p11,n8] change[p11,n8] -1
    more[p11,n8] total_change 4000
    more[p12,n27] change[p12,n27] -1
    more[p12,n27] total_change 2000
    more[p13,n8] change[p13,n8] -1
    more[p13,n8] total_change 4000
    more[p13,n22] change[p13,n22] -1
    more[p13,n22] total_change 4000
    more[p13,n28] change[p13,n28] -1
    more[p13,n28] total_change 4000
    more[p14,n5] change[p14,n5] -1
    more[p14,n5] total_change 1000
    more[p14,n15] change[p14,n15] -1
    more[p14,n15] total_change 1000
    more[p14,n21] change[p14,n21] -1
    more[p14,n21] total_change 4000
    more[p14,n26] change[p14,n26] -1
    more[p14,n26] total_change 1000
    more[p15,n9] change[p15,n9] -1
    more[p15,n9] total_change 1000
    more[p15,n21] change[p15,n21] -1
    more[p15,n21] total_change 4000
    more[p16,n4] change[p16,n4] -1
    more[p16,n4] total_change 4000
    more[p16,n21] change[p16,n21] -1
    more[p16,n21] total_change 4000
    more[p16,n22] change[p16,n22] -1
    more[p16,n22] total_change 4000
    more[p16,n28] change[p16,n28] -1
    more[p16,n28] total_change 4000
    more[p17,n7] change[p17,n7] -1
    more[p17,n7] total_change 4000
    more[p17,n27] change[p17,n27] -1
    more[p17,n27] total_change 2000
    more[p18,n11] change[p18,n11] -1
    more[p18,n11] total_change 4000
    more[p18,n16] change[p18,n16] -1
    more[p18,n16] total_change 2000
    more[p18,n28] change[p18,n28] -1
    more[p18,n28] total_change 4000
    more[p18,n29] change[p18,n29] -1
    more[p18,n29] total_change 1000
    more[p19,n15] change[p19,n15] -1
    more[p19,n15] total_change 1000
    more[p19,n16] change[p19,n16] -1
    more[p19,n16] total_change 2000
    more[p19,n17] change[p19,n17] -1
    more[p19,n17] total_change 2000
    more[p20,n20] change[p20,n20] -1
    more[p20,n20] total_change 1000
    more[p20,n28] change[p20,n28] -1
    more[p20,n28] total_change 4000
    more[p21,n1] change[p21,n1] -1
    more[p21,n1] total_change 2000
    more[p22,n11] change[p22,n11] -1
    more[p22,n11] total_change 4000
    more[p22,n18] change[p22,n18] -1
    more[p22,n18] total_change 2000
    more[p22,n21] change[p22,n21] -1
    more[p22,n21] total_change 4000
    more[p22,n23] change[p22,n23] -1
    more[p22,n23] total_change 4000
    more[p23,n10] change[p23,n10] -1
    more[p23,n10] total_change 1000
    more[p23,n12] change[p23,n12] -1
    more[p23,n12] total_change 2000
    more[p24,n1] change[p24,n1] -1
    more[p24,n1] total_change 2000
    more[p24,n6] change[p24,n6] -1
    more[p24,n6] total_change 1000
    more[p24,n28] change[p24,n28] -1
    more[p24,n28] total_change 4000
    more[p25,n8] change[p25,n8] -1
    more[p25,n8] total_change 4000
    more[p25,n15] change[p25,n15] -1
    more[p25,n15] total_change 1000
    more[p25,n21] change[p25,n21] -1
    more[p25,n21] total_change 4000
    more[p25,n22] change[p25,n22] -1
    more[p25,n22] total_change 4000
    more[p26,n14] change[p26,n14] -1
    more[p26,n14] total_change 4000
    more[p27,n1] change[p27,n1] -1
    more[p27,n1] total_change 2000
    more[p27,n9] change[p27,n9] -1
    more[p27,n9] total_change 1000
    more[p27,n10] change[p27,n10] -1
    more[p27,n10] total_change 1000
    more[p27,n23] change[p27,n23] -1
    more[p27,n23] total_change 4000
    more[p28,n7] change[p28,n7] -1
    more[p28,n7] total_change 4000
    more[p28,n25] change[p28,n25] -1
    more[p28,n25] total_change 4000
    more[p29,n7] change[p29,n7] -1
    more[p29,n7] total_change 4000
    more[p29,n21] change[p29,n21] -1
    more[p29,n21] total_change 4000
    more[p29,n23] change[p29,n23] -1
    more[p29,n23] total_change 4000
    more[p30,n23] change[p30,n23] -1
    more[p30,n23] total_change 4000
    more[p30,n27] change[p30,n27] -1
    more[p30,n27] total_change 2000
    more[p31,n4] change[p31,n4] -1
    more[p31,n4] total_change 4000
    more[p32,n11] change[p32,n11] -1
    more[p32,n11] total_change 4000
    more[p32,n13] change[p32,n13] -1
    more[p32,n13] total_change 1000
    more[p33,n4] change[p33,n4] -1
    more[p33,n4] total_change 4000
    more[p33,n23] change[p33,n23] -1
    more[p33,n23] total_change 4000
    more[p34,n5] change[p34,n5] -1
    more[p34,n5] total_change 1000
    more[p35,n4] change[p35,n4] -1
    more[p35,n4] total_change 4000
    more[p35,n11] change[p35,n11] -1
    more[p35,n11] total_change 4000
    more[p35,n20] change[p35,n20] -1
    more[p35,n20] total_change 1000
    more[p36,n6] change[p36,n6] -1
    more[p36,n6] total_change 1000
    more[p36,n8] change[p36,n8] -1
    more[p36,n8] total_change 4000
    more[p36,n25] change[p36,n25] -1
    more[p36,n25] total_change 4000
    more[p37,n7] change[p37,n7] -1
    more[p37,n7] total_change 4000
    more[p37,n9] change[p37,n9] -1
    more[p37,n9] total_change 1000
    more[p37,n10] change[p37,n10] -1
    more[p37,n10] total_change 1000
    more[p38,n3] change[p38,n3] -1
    more[p38,n3] total_change 4000
    more[p38,n16] change[p38,n16] -1
    more[p38,n16] total_change 2000
    more[p39,n10] change[p39,n10] -1
    more[p39,n10] total_change 1000
    more[p39,n15] change[p39,n15] -1
    more[p39,n15] total_change 1000
    more[p39,n16] change[p39,n16] -1
    more[p39,n16] total_change 2000
    more[p39,n23] change[p39,n23] -1
    more[p39,n23] total_change 4000
    more[p40,n1] change[p40,n1] -1
    more[p40,n1] total_change 2000
    more[p40,n16] change[p40,n16] -1
    more[p40,n16] total_change 2000
    more[p40,n27] change[p40,n27] -1
    more[p40,n27] total_change 2000
    more[p41,n13] change[p41,n13] -1
    more[p41,n13] total_change 1000
    more[p41,n16] change[p41,n16] -1
    more[p41,n16] total_change 2000
    more[p41,n18] change[p41,n18] -1
    more[p41,n18] total_change 2000
    more[p42,n5] change[p42,n5] -1
    more[p42,n5] total_change 1000
    more[p42,n15] change[p42,n15] -1
    more[p42,n15] total_change 1000
    more[p42,n19] change[p42,n19] -1
    more[p42,n19] total_change 1000
    more[p42,n22] change[p42,n22] -1
    more[p42,n22] total_change 4000
    more[p43,n8] change[p43,n8] -1
    more[p43,n8] total_change 4000
    more[p43,n13] change[p43,n13] -1
    more[p43,n13] total_change 1000
    more[p43,n27] change[p43,n27] -1
    more[p43,n27] total_change 2000
    more[p44,n14] change[p44,n14] -1
    more[p44,n14] total_change 4000
    more[p45,n22] change[p45,n22] -1
    more[p45,n22] total_change 4000
    more[p46,n19] change[p46,n19] -1
    more[p46,n19] total_change 1000
    more[p47,n9] change[p47,n9] -1
    more[p47,n9] total_change 1000
    more[p47,n13] change[p47,n13] -1
    more[p47,n13] total_change 1000
    more[p47,n29] change[p47,n29] -1
    more[p47,n29] total_change 1000
    more[p48,n6] change[p48,n6] -1
    more[p48,n6] total_change 1000
    more[p48,n10] change[p48,n10] -1
    more[p48,n10] total_change 1000
    more[p48,n20] change[p48,n20] -1
    more[p48,n20] total_change 1000
    more[p48,n22] change[p48,n22] -1
    more[p48,n22] total_change 4000
    more[p49,n1] change[p49,n1] -1
    more[p49,n1] total_change 2000
    more[p49,n3] change[p49,n3] -1
    more[p49,n3] total_change 4000
    more[p49,n4] change[p49,n4] -1
    more[p49,n4] total_change 4000
    more[p49,n23] change[p49,n23] -1
    more[p49,n23] total_change 4000
    more[p50,n27] change[p50,n27] -1
    more[p50,n27] total_change 2000
    more[p51,n1] change[p51,n1] -1
    more[p51,n1] total_change 2000
    more[p51,n8] change[p51,n8] -1
    more[p51,n8] total_change 4000
    more[p51,n20] change[p51,n20] -1
    more[p51,n20] total_change 1000
    less[p1,n14] change[p1,n14] 1
    less[p1,n14] total_change 4000
    less[p1,n20] change[p1,n20] 1
    less[p1,n20] total_change 1000
    less[p2,n7] change[p2,n7] 1
    less[p2,n7] total_change 4000
    less[p2,n18] change[p2,n18] 1
    less[p2,n18] total_change 2000
    less[p3,n11] change[p3,n11] 1
    less[p3,n11] total_change 4000
    less[p3,n17] change[p3,n17] 1
    less[p3,n17] total_change 2000
    less[p3,n19] change[p3,n19] 1
    less[p3,n19] total_change 1000
    less[p3,n20] change[p3,n20] 1
    less[p3,n20] total_change 1000
    less[p4,n4] change[p4,n4] 1
    less[p4,n4] total_change 4000
    less[p4,n5] change[p4,n5] 1
    less[p4,n5] total_change 1000
    less[p5,n12] change[p5,n12] 1
    less[p5,n12] total_change 2000
    less[p6,n5] change[p6,n5] 1
    less[p6,n5] total_change 1000
    less[p6,n10] change[p6,n10] 1
    less[p6,n10] total_change 1000
    less[p7,n17] change[p7,n17] 1
    less[p7,n17] total_change 2000
    less[p7,n26] change[p7,n26] 1
    less[p7,n26] total_change 1000
    less[p8,n5] change[p8,n5] 1
    less[p8,n5] total_change 1000
    less[p8,n21] change[p8,n21] 1
    less[p8,n21] total_change 4000
    less[p8,n23] change[p8,n23] 1
    less[p8,n23] total_change 4000
    less[p8,n29] change[p8,n29] 1
    less[p8,n29] total_change 1000
    less[p9,n10] change[p9,n10] 1
    less[p9,n10] total_change 1000
    less[p9,n26] change[p9,n26] 1
    less[p9,n26] total_change 1000
    less[p9,n29] change[p9,n29] 1
    less[p9,n29] total_change 1000
    less[p10,n3] change[p10,n3] 1
    less[p10,n3] total_change 4000
    less[p10,n16] change[p10,n16] 1
    less[p10,n16] total_change 2000
    less[p10,n29] change[p10,n29] 1
    less[p10,n29] total_change 1000
    less[p11,n8] change[p11,n8] 1
    less[p11,n8] total_change 4000
    less[p12,n27] change[p12,n27] 1
    less[p12,n27] total_change 2000
    less[p13,n8] change[p13,n8] 1
    less[p13,n8] total_change 4000
    less[p13,n22] change[p13,n22] 1
    less[p13,n22] total_change 4000
    less[p13,n28] change[p13,n28] 1
    less[p13,n28] total_change 4000
    less[p14,n5] change[p14,n5] 1
    less[p14,n5] total_change 1000
    less[p14,n15] change[p14,n15] 1
    less[p14,n15] total_change 1000
    less[p14,n21] change[p14,n21] 1
    less[p14,n21] total_change 4000
    less[p14,n26] change[p14,n26] 1
    less[p14,n26] total_change 1000
    less[p15,n9] change[p15,n9] 1
    less[p15,n9] total_change 1000
    less[p15,n21] change[p15,n21] 1
    less[p15,n21] total_change 4000
    less[p16,n4] change[p16,n4] 1
    less[p16,n4] total_change 4000
    less[p16,n21] change[p16,n21] 1
    less[p16,n21] total_change 4000
    less[p16,n22] change[p16,n22] 1
    less[p16,n22] total_change 4000
    less[p16,n28] change[p16,n28] 1
    less[p16,n28] total_change 4000
    less[p17,n7] change[p17,n7] 1
    less[p17,n7] total_change 4000
    less[p17,n27] change[p17,n27] 1
    less[p17,n27] total_change 2000
    less[p18,n11] change[p18,n11] 1
    less[p18,n11] total_change 4000
    less[p18,n16] change[p18,n16] 1
    less[p18,n16] total_change 2000
    less[p18,n28] change[p18,n28] 1
    less[p18,n28] total_change 4000
    less[p18,n29] change[p18,n29] 1
    less[p18,n29] total_change 1000
    less[p19,n15] change[p19,n15] 1
    less[p19,n15] total_change 1000
    less[p19,n16] change[p19,n16] 1
    less[p19,n16] total_change 2000
    less[p19,n17] change[p19,n17] 1
    less[p19,n17] total_change 2000
    less[p20,n20] change[p20,n20] 1
    less[p20,n20] total_change 1000
    less[p20,n28] change[p20,n28] 1
    less[p20,n28] total_change 4000
    less[p21,n1] change[p21,n1] 1
    less[p21,n1] total_change 2000
    less[p22,n11] change[p22,n11] 1
    less[p22,n11] total_change 4000
    less[p22,n18] change[p22,n18] 1
    less[p22,n18] total_change 2000
    less[p22,n21] change[p22,n21] 1
    less[p22,n21] total_change 4000
    less[p22,n23] change[p22,n23] 1
    less[p22,n23] total_change 4000
    less[p23,n10] change[p23,n10] 1
    less[p23,n10] total_change 1000
    less[p23,n12] change[p23,n12] 1
    less[p23,n12] total_change 2000
    less[p24,n1] change[p24,n1] 1
    less[p24,n1] total_change 2000
    less[p24,n6] change[p24,n6] 1
    less[p24,n6] total_change 1000
    less[p24,n28] change[p24,n28] 1
    less[p24,n28] total_change 4000
    less[p25,n8] change[p25,n8] 1
    less[p25,n8] total_change 4000
    less[p25,n15] change[p25,n15] 1
    less[p25,n15] total_change 1000
    less[p25,n21] change[p25,n21] 1
    less[p25,n21] total_change 4000
    less[p25,n22] change[p25,n22] 1
    less[p25,n22] total_change 4000
    less[p26,n14] change[p26,n14] 1
    less[p26,n14] total_change 4000
    less[p27,n1] change[p27,n1] 1
    less[p27,n1] total_change 2000
    less[p27,n9] change[p27,n9] 1
    less[p27,n9] total_change 1000
    less[p27,n10] change[p27,n10] 1
    less[p27,n10] total_change 1000
    less[p27,n23] change[p27,n23] 1
    less[p27,n23] total_change 4000
    less[p28,n7] change[p28,n7] 1
    less[p28,n7] total_change 4000
    less[p28,n25] change[p28,n25] 1
    less[p28,n25] total_change 4000
    less[p29,n7] change[p29,n7] 1
    less[p29,n7] total_change 4000
    less[p29,n21] change[p29,n21] 1
    less[p29,n21] total_change 4000
    less[p29,n23] change[p29,n23] 1
    less[p29,n23] total_change 4000
    less[p30,n23] change[p30,n23] 1
    less[p30,n23] total_change 4000
    less[p30,n27] change[p30,n27] 1
    less[p30,n27] total_change 2000
    less[p31,n4] change[p31,n4] 1
    less[p31,n4] total_change 4000
    less[p32,n11] change[p32,n11] 1
    less[p32,n11] total_change 4000
    less[p32,n13] change[p32,n13] 1
    less[p32,n13] total_change 1000
    less[p33,n4] change[p33,n4] 1
    less[p33,n4] total_change 4000
    less[p33,n23] change[p33,n23] 1
    less[p33,n23] total_change 4000
    less[p34,n5] change[p34,n5] 1
    less[p34,n5] total_change 1000
    less[p35,n4] change[p35,n4] 1
    less[p35,n4] total_change 4000
    less[p35,n11] change[p35,n11] 1
    less[p35,n11] total_change 4000
    less[p35,n20] change[p35,n20] 1
    less[p35,n20] total_change 1000
    less[p36,n6] change[p36,n6] 1
    less[p36,n6] total_change 1000
    less[p36,n8] change[p36,n8] 1
    less[p36,n8] total_change 4000
    less[p36,n25] change[p36,n25] 1
    less[p36,n25] total_change 4000
    less[p37,n7] change[p37,n7] 1
    less[p37,n7] total_change 4000
    less[p37,n9] change[p37,n9] 1
    less[p37,n9] total_change 1000
    less[p37,n10] change[p37,n10] 1
    less[p37,n10] total_change 1000
    less[p38,n3] change[p38,n3] 1
    less[p38,n3] total_change 4000
    less[p38,n16] change[p38,n16] 1
    less[p38,n16] total_change 2000
    less[p39,n10] change[p39,n10] 1
    less[p39,n10] total_change 1000
    less[p39,n15] change[p39,n15] 1
    less[p39,n15] total_change 1000
    less[p39,n16] change[p39,n16] 1
    less[p39,n16] total_change 2000
    less[p39,n23] change[p39,n23] 1
    less[p39,n23] total_change 4000
    less[p40,n1] change[p40,n1] 1
    less[p40,n1] total_change 2000
    less[p40,n16] change[p40,n16] 1
    less[p40,n16] total_change 2000
    less[p40,n27] change[p40,n27] 1
    less[p40,n27] total_change 2000
    less[p41,n13] change[p41,n13] 1
    less[p41,n13] total_change 1000
    less[p41,n16] change[p41,n16] 1
    less[p41,n16] total_change 2000
    less[p41,n18] change[p41,n18] 1
    less[p41,n18] total_change 2000
    less[p42,n5] change[p42,n5] 1
    less[p42,n5] total_change 1000
    less[p42,n15] change[p42,n15] 1
    less[p42,n15] total_change 1000
    less[p42,n19] change[p42,n19] 1
    less[p42,n19] total_change 1000
    less[p42,n22] change[p42,n22] 1
    less[p42,n22] total_change 4000
    less[p43,n8] change[p43,n8] 1
    less[p43,n8] total_change 4000
    less[p43,n13] change[p43,n13] 1
    less[p43,n13] total_change 1000
    less[p43,n27] change[p43,n27] 1
    less[p43,n27] total_change 2000
    less[p44,n14] change[p44,n14] 1
    less[p44,n14] total_change 4000
    less[p45,n22] change[p45,n22] 1
    less[p45,n22] total_change 4000
    less[p46,n19] change[p46,n19] 1
    less[p46,n19] total_change 1000
    less[p47,n9] change[p47,n9] 1
    less[p47,n9] total_change 1000
    less[p47,n13] change[p47,n13] 1
    less[p47,n13] total_change 1000
    less[p47,n29] change[p47,n29] 1
    less[p47,n29] total_change 1000
    less[p48,n6] change[p48,n6] 1
    less[p48,n6] total_change 1000
    less[p48,n10] change[p48,n10] 1
    less[p48,n10] total_change 1000
    less[p48,n20] change[p48,n20] 1
    less[p48,n20] total_change 1000
    less[p48,n22] change[p48,n22] 1
    less[p48,n22] total_change 4000
    less[p49,n1] change[p49,n1] 1
    less[p49,n1] total_change 2000
    less[p49,n3] change[p49,n3] 1
    less[p49,n3] total_change 4000
    less[p49,n4] change[p49,n4] 1
    less[p49,n4] total_change 4000
    less[p49,n23] change[p49,n23] 1
    less[p49,n23] total_change 4000
    less[p50,n27] change[p50,n27] 1
    less[p50,n27] total_change 2000
    less[p51,n1] change[p51,n1] 1
    less[p51,n1] total_change 2000
    less[p51,n8] change[p51,n8] 1
    less[p51,n8] total_change 4000
    less[p51,n20] change[p51,n20] 1
    less[p51,n20] total_change 1000
    M0 'MARKER' 'INTORG'
    z[p4,n4,0] one_range[p4,n4] 1
    z[p4,n4,1] one_range[p4,n4] 1
    z[p4,n4,1] from_low[p4,n4] 0.1
    z[p4,n4,1] to_high[p4,n4] -0.3
    z[p4,n5,0] one_range[p4,n5] 1
    z[p4,n5,1] one_range[p4,n5] 1
    z[p4,n5,1] from_low[p4,n5] 0.1
    z[p4,n5,1] to_high[p4,n5] -0.3
    z[p6,n5,0] one_range[p6,n5] 1
    z[p6,n5,1] one_range[p6,n5] 1
    z[p6,n5,1] from_low[p6,n5] 0.1
    z[p6,n5,1] to_high[p6,n5] -0.3
    z[p6,n10,0] one_range[p6,n10] 1
    z[p6,n10,1] one_range[p6,n10] 1
    z[p6,n10,1] from_low[p6,n10] 0.1
    z[p6,n10,1] to_high[p6,n10] -0.3
    z[p7,n17,0] one_range[p7,n17] 1
    z[p7,n17,1] one_range[p7,n17] 1
    z[p7,n17,1] from_low[p7,n17] 0.1
    z[p7,n17,1] to_high[p7,n17] -0.3
    z[p7,n26,0] one_range[p7,n26] 1
    z[p7,n26,1] one_range[p7,n26] 1
    z[p7,n26,1] from_low[p7,n26] 0.1
    z[p7,n26,1] to_high[p7,n26] -0.3
    z[p14,n5,0] one_range[p14,n5] 1
    z[p14,n5,1] one_range[p14,n5] 1
    z[p14,n5,1] from_low[p14,n5] 0.1
    z[p14,n5,1] to_high[p14,n5] -0.3
    z[p14,n15,0] one_range[p14,n15] 1
    z[p14,n15,1] one_range[p14,n15] 1
    z[p14,n15,1] from_low[p14,n15] 0.1
    z[p14,n15,1] to_high[p14,n15] -0.3
    z[p14,n21,0] one_range[p14,n21] 1
    z[p14,n21,1] one_range[p14,n21] 1
    z[p14,n21,1] from_low[p14,n21] 0.1
    z[p14,n21,1] to_high[p14,n21] -0.3
    z[p14,n26,0] one_range[p14,n26] 1
    z[p14,n26,1] one_range[p14,n26] 1
    z[p14,n26,1] from_low[p14,n26] 0.1
    z[p14,n26,1] to_high[p14,n26] -0.3
    z[p18,n11,0] one_range[p18,n11] 1
    z[p18,n11,1] one_range[p18,n11] 1
    z[p18,n11,1] from_low[p18,n11] 0.1
    z[p18,n11,1] to_high[p18,n11] -0.3
    z[p18,n16,0] one_range[p18,n16] 1
    z[p18,n16,1] one_range[p18,n16] 1
    z[p18,n16,1] from_low[p18,n16] 0.1
    z[p18,n16,1] to_high[p18,n16] -0.3
    z[p18,n28,0] one_range[p18,n28] 1
    z[p18,n28,1] one_range[p18,n28] 1
    z[p18,n28,1] from_low[p18,n28] 0.1
    z[p18,n28,1] to_high[p18,n28] -0.3
    z[p18,n29,0] one_range[p18,n29] 1
    z[p18,n29,1] one_range[p18,n29] 1
    z[p18,n29,1] from_low[p18,n29] 0.1
    z[p18,n29,1] to_high[p18,n29] -0.3
    z[p24,n1,0] one_range[p24,n1] 1
    z[p24,n1,1] one_range[p24,n1] 1
    z[p24,n1,1] from_low[p24,n1] 0.1
    z[p24,n1,1] to_high[p24,n1] -0.3
    z[p24,n6,0] one_range[p24,n6] 1
    z[p24,n6,1] one_range[p24,n6] 1
    z[p24,n6,1] from_low[p24,n6] 0.1
    z[p24,n6,1] to_high[p24,n6] -0.3
    z[p24,n28,0] one_range[p24,n28] 1
    z[p24,n28,1] one_range[p24,n28] 1
    z[p24,n28,1] from_low[p24,n28] 0.1
    z[p24,n28,1] to_high[p24,n28] -0.3
    z[p33,n4,0] one_range[p33,n4] 1
    z[p33,n4,1] one_range[p33,n4] 1
    z[p33,n4,1] from_low[p33,n4] 0.1
    z[p33,n4,1] to_high[p33,n4] -0.3
    z[p33,n23,0] one_range[p33,n23] 1
    z[p33,n23,1] one_range[p33,n23] 1
    z[p33,n23,1] from_low[p33,n23] 0.1
    z[p33,n23,1] to_high[p33,n23] -0.3
    z[p39,n10,0] one_range[p39,n10] 1
    z[p39,n10,1] one_range[p39,n10] 1
    z[p39,n10,1] from_low[p39,n10] 0.1
    z[p39,n10,1] to_high[p39,n10] -0.3
    z[p39,n15,0] one_range[p39,n15] 1
    z[p39,n15,1] one_range[p39,n15] 1
    z[p39,n15,1] from_low[p39,n15] 0.1
    z[p39,n15,1] to_high[p39,n15] -0.3
    z[p39,n16,0] one_range[p39,n16] 1
    z[p39,n16,1] one_range[p39,n16] 1
    z[p39,n16,1] from_low[p39,n16] 0.1
    z[p39,n16,1] to_high[p39,n16] -0.3
    z[p39,n23,0] one_range[p39,n23] 1
    z[p39,n23,1] one_range[p39,n23] 1
    z[p39,n23,1] from_low[p39,n23] 0.1
    z[p39,n23,1] to_high[p39,n23] -0.3
    z[p49,n1,0] one_range[p49,n1] 1
    z[p49,n1,1] one_range[p49,n1] 1
    z[p49,n1,1] from_low[p49,n1] 0.1
    z[p49,n1,1] to_high[p49,n1] -0.3
    z[p49,n3,0] one_range[p49,n3] 1
    z[p49,n3,1] one_range[p49,n3] 1
    z[p49,n3,1] from_low[p49,n3] 0.1
    z[p49,n3,1] to_high[p49,n3] -0.3
    z[p49,n4,0] one_range[p49,n4] 1
    z[p49,n4,1] one_range[p49,n4] 1
    z[p49,n4,1] from_low[p49,n4] 0.1
    z[p49,n4,1] to_high[p49,n4] -0.3
    z[p49,n23,0] one_range[p49,n23] 1
    z[p49,n23,1] one_range[p49,n23] 1
    z[p49,n23,1] from_low[p49,n23] 0.1
    z[p49,n23,1] to_high[p49,n23] -0.3
    M1 'MARKER' 'INTEND'
RHS
    RHS distance[p1] 898
    RHS distance[p2] 367
    RHS distance[p3] 215.5
    RHS distance[p4] 98.5
    RHS distance[p5] 228
    RHS distance[p6] 349
    RHS distance[p7] 221.5
    RHS distance[p8] 2731
    RHS distance[p9] 1724.5
    RHS distance[p10] 4.5
    RHS distance[p11] 17
    RHS distance[p12] 260.5
    RHS distance[p13] 175.5
    RHS distance[p14] 485
    RHS distance[p15] 487.5
    RHS distance[p16] 10203.5
    RHS distance[p17] 58
    RHS distance[p18] 188
    RHS distance[p19] 9048.5
    RHS distance[p20] 969.5
    RHS distance[p21] 995
    RHS distance[p22] 151.5
    RHS distance[p23] 24.5
    RHS distance[p24] 450.5
    RHS distance[p25] 410
    RHS distance[p26] 48.5
    RHS distance[p27] 115.5
    RHS distance[p28] 307
    RHS distance[p29] 76
    RHS distance[p30] 294.5
    RHS distance[p31] 401.5
    RHS distance[p32] 364.5
    RHS distance[p33] 153
    RHS distance[p34] 890.5
    RHS distance[p35] 1433.5
    RHS distance[p36] 575.5
    RHS distance[p37] 93
    RHS distance[p38] 1110.5
    RHS distance[p39] 154.5
    RHS distance[p40] 1406
    RHS distance[p41] 62
    RHS distance[p42] 1488
    RHS distance[p43] 333.5
    RHS distance[p44] 46.5
    RHS distance[p45] 208.5
    RHS distance[p46] 375.5
    RHS distance[p47] 533
    RHS distance[p48] 71.5
    RHS distance[p49] 58.5
    RHS distance[p50] 474
    RHS distance[p51] 163
    RHS fixed[p5,n12] 0.186
    RHS fixed[p19,n15] 0.8933
    RHS fixed[p40,n27] 0.2731
    RHS fixed[p42,n19] 0.2029
    RHS capacity[n1] 1
    RHS capacity[n3] 1
    RHS capacity[n4] 1
    RHS capacity[n5] 1
    RHS capacity[n6] 1
    RHS capacity[n7] 1
    RHS capacity[n8] 1
    RHS capacity[n9] 1
    RHS capacity[n10] 1
    RHS capacity[n11] 1
    RHS capacity[n12] 1
    RHS capacity[n13] 1
    RHS capacity[n14] 1
    RHS capacity[n15] 1
    RHS capacity[n16] 1
    RHS capacity[n17] 1
    RHS capacity[n18] 1
    RHS capacity[n19] 1
    RHS capacity[n20] 1
    RHS capacity[n21] 1
    RHS capacity[n22] 1
    RHS capacity[n23] 1
    RHS capacity[n25] 1
    RHS capacity[n26] 1
    RHS capacity[n27] 1
    RHS capacity[n28] 1
    RHS capacity[n29] 1
    RHS change[p1,n14] 0.1233
    RHS change[p1,n20] 0.25
    RHS change[p2,n7] 0.0621
    RHS change[p2,n18] 0.1243
    RHS change[p3,n11] 0.0069
    RHS change[p3,n17] 0.0063
    RHS change[p3,n19] 0.0278
    RHS change[p3,n20] 0.0175
    RHS change[p5,n12] 0.186
    RHS change[p6,n10] 0.1549
    RHS change[p8,n5] 0.3759
    RHS change[p8,n21] 0.2128
    RHS change[p8,n23] 0.2306
    RHS change[p8,n29] 0.5257
    RHS change[p9,n10] 0.6361
    RHS change[p9,n26] 0.6361
    RHS change[p9,n29] 0.3625
    RHS change[p10,n3] 0.0005
    RHS change[p10,n16] 0.0003
    RHS change[p10,n29] 0.0012
    RHS change[p11,n8] 0.0037
    RHS change[p12,n27] 0.072
    RHS change[p13,n8] 0.0139
    RHS change[p13,n22] 0.0139
    RHS change[p13,n28] 0.0139
    RHS change[p14,n26] 0.1014
    RHS change[p15,n9] 0.3323
    RHS change[p15,n21] 0.0766
    RHS change[p16,n4] 0.689
    RHS change[p16,n21] 0.6358
    RHS change[p16,n22] 0.689
    RHS change[p16,n28] 0.689
    RHS change[p17,n7] 0.0037
    RHS change[p17,n27] 0.0075
    RHS change[p19,n15] 0.8933
    RHS change[p19,n16] 0.7567
    RHS change[p19,n17] 0.9754
    RHS change[p20,n20] 0.3997
    RHS change[p20,n28] 0.159
    RHS change[p21,n1] 0.385
    RHS change[p22,n11] 0.0094
    RHS change[p22,n18] 0.0189
    RHS change[p22,n21] 0.0087
    RHS change[p22,n23] 0.0094
    RHS change[p23,n10] 0.0146
    RHS change[p23,n12] 0.0073
    RHS change[p24,n6] 0.1811
    RHS change[p25,n8] 0.0363
    RHS change[p25,n15] 0.0302
    RHS change[p25,n21] 0.0335
    RHS change[p25,n22] 0.0363
    RHS change[p26,n14] 0.0134
    RHS change[p27,n1] 0.0139
    RHS change[p27,n9] 0.0278
    RHS change[p27,n10] 0.0278
    RHS change[p27,n23] 0.0069
    RHS change[p28,n7] 0.0346
    RHS change[p28,n25] 0.0346
    RHS change[p29,n7] 0.0096
    RHS change[p29,n21] 0.0089
    RHS change[p29,n23] 0.0096
    RHS change[p30,n23] 0.0149
    RHS change[p30,n27] 0.0299
    RHS change[p31,n4] 0.0949
    RHS change[p32,n11] 0.0461
    RHS change[p32,n13] 0.1846
    RHS change[p34,n5] 0.25
    RHS change[p35,n4] 0.092
    RHS change[p35,n11] 0.092
    RHS change[p35,n20] 0.2313
    RHS change[p36,n6] 0.2708
    RHS change[p36,n8] 0.0677
    RHS change[p36,n25] 0.0677
    RHS change[p37,n7] 0.0073
    RHS change[p37,n9] 0.0294
    RHS change[p37,n10] 0.0294
    RHS change[p38,n3] 0.1814
    RHS change[p38,n16] 0.1278
    RHS change[p40,n1] 0.2731
    RHS change[p40,n16] 0.0962
    RHS change[p40,n27] 0.2731
    RHS change[p41,n13] 0.0145
    RHS change[p41,n16] 0.0025
    RHS change[p41,n18] 0.0072
    RHS change[p42,n5] 0.0827
    RHS change[p42,n15] 0.0422
    RHS change[p42,n19] 0.2029
    RHS change[p42,n22] 0.0507
    RHS change[p43,n8] 0.056
    RHS change[p43,n13] 0.2241
    RHS change[p43,n27] 0.112
    RHS change[p44,n14] 0.0111
    RHS change[p45,n22] 0.0395
    RHS change[p46,n19] 0.3978
    RHS change[p47,n9] 0.1645
    RHS change[p47,n13] 0.1645
    RHS change[p47,n29] 0.0938
    RHS change[p48,n6] 0.0251
    RHS change[p48,n10] 0.0251
    RHS change[p48,n20] 0.0157
    RHS change[p48,n22] 0.0062
    RHS change[p50,n27] 0.2383
    RHS change[p51,n1] 0.0204
    RHS change[p51,n8] 0.0102
    RHS change[p51,n20] 0.0256
    RHS total_change 12600
    RHS one_range[p4,n4] 1
    RHS one_range[p4,n5] 1
    RHS one_range[p6,n5] 1
    RHS one_range[p6,n10] 1
    RHS one_range[p7,n17] 1
    RHS one_range[p7,n26] 1
    RHS one_range[p14,n5] 1
    RHS one_range[p14,n15] 1
    RHS one_range[p14,n21] 1
    RHS one_range[p14,n26] 1
    RHS one_range[p18,n11] 1
    RHS one_range[p18,n16] 1
    RHS one_range[p18,n28] 1
    RHS one_range[p18,n29] 1
    RHS one_range[p24,n1] 1
    RHS one_range[p24,n6] 1
    RHS one_range[p24,n28] 1
    RHS one_range[p33,n4] 1
    RHS one_range[p33,n23] 1
    RHS one_range[p39,n10] 1
    RHS one_range[p39,n15] 1
    RHS one_range[p39,n16] 1
    RHS one_range[p39,n23] 1
    RHS one_range[p49,n1] 1
    RHS one_range[p49,n3] 1
    RHS one_range[p49,n4] 1
    RHS one_range[p49,n23] 1
RANGES
BOUNDS
 LO BND f[p1,n14] 0
 UP BND f[p1,n14] 0.25
 LO BND f[p1,n20] 0
 UP BND f[p1,n20] 0.25
 LO BND f[p2,n7] 0
 UP BND f[p2,n7] 1
 LO BND f[p2,n18] 0
 UP BND f[p2,n18] 1
 LO BND f[p3,n11] 0
 UP BND f[p3,n11] 1
 LO BND f[p3,n17] 0
 UP BND f[p3,n17] 1
 LO BND f[p3,n19] 0
 UP BND f[p3,n19] 1
 LO BND f[p3,n20] 0
 UP BND f[p3,n20] 1
 LO BND f[p4,n4] 0
 UP BND f[p4,n4] 0.3
 LO BND f[p4,n5] 0
 UP BND f[p4,n5] 0.3
 LO BND f[p5,n12] 0
 UP BND f[p5,n12] 1
 LO BND f[p6,n5] 0
 UP BND f[p6,n5] 0.3
 LO BND f[p6,n10] 0
 UP BND f[p6,n10] 0.3
 LO BND f[p7,n17] 0
 UP BND f[p7,n17] 0.3
 LO BND f[p7,n26] 0
 UP BND f[p7,n26] 0.3
 LO BND f[p8,n5] 0
 UP BND f[p8,n5] 1
 LO BND f[p8,n21] 0
 UP BND f[p8,n21] 1
 LO BND f[p8,n23] 0
 UP BND f[p8,n23] 1
 LO BND f[p8,n29] 0
 UP BND f[p8,n29] 1
 LO BND f[p9,n10] 0
 UP BND f[p9,n10] 1
 LO BND f[p9,n26] 0
 UP BND f[p9,n26] 1
 LO BND f[p9,n29] 0
 UP BND f[p9,n29] 1
 LO BND f[p10,n3] 0
 UP BND f[p10,n3] 1
 LO BND f[p10,n16] 0
 UP BND f[p10,n16] 1
 LO BND f[p10,n29] 0
 UP BND f[p10,n29] 1
 LO BND f[p11,n8] 0
 UP BND f[p11,n8] 1
 LO BND f[p12,n27] 0
 UP BND f[p12,n27] 1
 LO BND f[p13,n8] 0
 UP BND f[p13,n8] 0.25
 LO BND f[p13,n22] 0
 UP BND f[p13,n22] 0.25
 LO BND f[p13,n28] 0
 UP BND f[p13,n28] 0.25
 LO BND f[p14,n5] 0
 UP BND f[p14,n5] 0.3
 LO BND f[p14,n15] 0
 UP BND f[p14,n15] 0.3
 LO BND f[p14,n21] 0
 UP BND f[p14,n21] 0.3
 LO BND f[p14,n26] 0
 UP BND f[p14,n26] 0.3
 LO BND f[p15,n9] 0
 UP BND f[p15,n9] 1
 LO BND f[p15,n21] 0
 UP BND f[p15,n21] 1
 LO BND f[p16,n4] 0
 UP BND f[p16,n4] 1
 LO BND f[p16,n21] 0
 UP BND f[p16,n21] 1
 LO BND f[p16,n22] 0
 UP BND f[p16,n22] 1
 LO BND f[p16,n28] 0
 UP BND f[p16,n28] 1
 LO BND f[p17,n7] 0
 UP BND f[p17,n7] 1
 LO BND f[p17,n27] 0
 UP BND f[p17,n27] 1
 LO BND f[p18,n11] 0
 UP BND f[p18,n11] 0.3
 LO BND f[p18,n16] 0
 UP BND f[p18,n16] 0.3
 LO BND f[p18,n28] 0
 UP BND f[p18,n28] 0.3
 LO BND f[p18,n29] 0
 UP BND f[p18,n29] 0.3
 LO BND f[p19,n15] 0
 UP BND f[p19,n15] 1
 LO BND f[p19,n16] 0
 UP BND f[p19,n16] 1
 LO BND f[p19,n17] 0
 UP BND f[p19,n17] 1
 LO BND f[p20,n20] 0
 UP BND f[p20,n20] 1
 LO BND f[p20,n28] 0
 UP BND f[p20,n28] 1
 LO BND f[p21,n1] 0
 UP BND f[p21,n1] 1
 LO BND f[p22,n11] 0
 UP BND f[p22,n11] 0.25
 LO BND f[p22,n18] 0
 UP BND f[p22,n18] 0.25
 LO BND f[p22,n21] 0
 UP BND f[p22,n21] 0.25
 LO BND f[p22,n23] 0
 UP BND f[p22,n23] 0.25
 LO BND f[p23,n10] 0
 UP BND f[p23,n10] 1
 LO BND f[p23,n12] 0
 UP BND f[p23,n12] 1
 LO BND f[p24,n1] 0
 UP BND f[p24,n1] 0.3
 LO BND f[p24,n6] 0
 UP BND f[p24,n6] 0.3
 LO BND f[p24,n28] 0
 UP BND f[p24,n28] 0.3
 LO BND f[p25,n8] 0
 UP BND f[p25,n8] 1
 LO BND f[p25,n15] 0
 UP BND f[p25,n15] 1
 LO BND f[p25,n21] 0
 UP BND f[p25,n21] 1
 LO BND f[p25,n22] 0
 UP BND f[p25,n22] 1
 LO BND f[p26,n14] 0
 UP BND f[p26,n14] 0.25
 LO BND f[p27,n1] 0
 UP BND f[p27,n1] 1
 LO BND f[p27,n9] 0
 UP BND f[p27,n9] 1
 LO BND f[p27,n10] 0
 UP BND f[p27,n10] 1
 LO BND f[p27,n23] 0
 UP BND f[p27,n23] 1
 LO BND f[p28,n7] 0
 UP BND f[p28,n7] 0.25
 LO BND f[p28,n25] 0
 UP BND f[p28,n25] 0.25
 LO BND f[p29,n7] 0
 UP BND f[p29,n7] 1
 LO BND f[p29,n21] 0
 UP BND f[p29,n21] 1
 LO BND f[p29,n23] 0
 UP BND f[p29,n23] 1
 LO BND f[p30,n23] 0
 UP BND f[p30,n23] 1
 LO BND f[p30,n27] 0
 UP BND f[p30,n27] 1
 LO BND f[p31,n4] 0
 UP BND f[p31,n4] 1
 LO BND f[p32,n11] 0
 UP BND f[p32,n11] 1
 LO BND f[p32,n13] 0
 UP BND f[p32,n13] 1
 LO BND f[p33,n4] 0
 UP BND f[p33,n4] 0.3
 LO BND f[p33,n23] 0
 UP BND f[p33,n23] 0.3
 LO BND f[p34,n5] 0
 UP BND f[p34,n5] 0.25
 LO BND f[p35,n4] 0
 UP BND f[p35,n4] 1
 LO BND f[p35,n11] 0
 UP BND f[p35,n11] 1
 LO BND f[p35,n20] 0
 UP BND f[p35,n20] 1
 LO BND f[p36,n6] 0
 UP BND f[p36,n6] 1
 LO BND f[p36,n8] 0
 UP BND f[p36,n8] 1
 LO BND f[p36,n25] 0
 UP BND f[p36,n25] 1
 LO BND f[p37,n7] 0
 UP BND f[p37,n7] 1
 LO BND f[p37,n9] 0
 UP BND f[p37,n9] 1
 LO BND f[p37,n10] 0
 UP BND f[p37,n10] 1
 LO BND f[p38,n3] 0
 UP BND f[p38,n3] 1
 LO BND f[p38,n16] 0
 UP BND f[p38,n16] 1
 LO BND f[p39,n10] 0
 UP BND f[p39,n10] 0.3
 LO BND f[p39,n15] 0
 UP BND f[p39,n15] 0.3
 LO BND f[p39,n16] 0
 UP BND f[p39,n16] 0.3
 LO BND f[p39,n23] 0
 UP BND f[p39,n23] 0.3
 LO BND f[p40,n1] 0
 UP BND f[p40,n1] 1
 LO BND f[p40,n16] 0
 UP BND f[p40,n16] 1
 LO BND f[p40,n27] 0
 UP BND f[p40,n27] 1
 LO BND f[p41,n13] 0
 UP BND f[p41,n13] 1
 LO BND f[p41,n16] 0
 UP BND f[p41,n16] 1
 LO BND f[p41,n18] 0
 UP BND f[p41,n18] 1
 LO BND f[p42,n5] 0
 UP BND f[p42,n5] 1
 LO BND f[p42,n15] 0
 UP BND f[p42,n15] 1
 LO BND f[p42,n19] 0
 UP BND f[p42,n19] 1
 LO BND f[p42,n22] 0
 UP BND f[p42,n22] 1
 LO BND f[p43,n8] 0
 UP BND f[p43,n8] 1
 LO BND f[p43,n13] 0
 UP BND f[p43,n13] 1
 LO BND f[p43,n27] 0
 UP BND f[p43,n27] 1
 LO BND f[p44,n14] 0
 UP BND f[p44,n14] 1
 LO BND f[p45,n22] 0
 UP BND f[p45,n22] 1
 LO BND f[p46,n19] 0
 UP BND f[p46,n19] 1
 LO BND f[p47,n9] 0
 UP BND f[p47,n9] 1
 LO BND f[p47,n13] 0
 UP BND f[p47,n13] 1
 LO BND f[p47,n29] 0
 UP BND f[p47,n29] 1
 LO BND f[p48,n6] 0
 UP BND f[p48,n6] 1
 LO BND f[p48,n10] 0
 UP BND f[p48,n10] 1
 LO BND f[p48,n20] 0
 UP BND f[p48,n20] 1
 LO BND f[p48,n22] 0
 UP BND f[p48,n22] 1
 LO BND f[p49,n1] 0
 UP BND f[p49,n1] 0.3
 LO BND f[p49,n3] 0
 UP BND f[p49,n3] 0.3
 LO BND f[p49,n4] 0
 UP BND f[p49,n4] 0.3
 LO BND f[p49,n23] 0
 UP BND f[p49,n23] 0.3
 LO BND f[p50,n27] 0
 UP BND f[p50,n27] 1
 LO BND f[p51,n1] 0
 UP BND f[p51,n1] 1
 LO BND f[p51,n8] 0
 UP BND f[p51,n8] 1
 LO BND f[p51,n20] 0
 UP BND f[p51,n20] 1
 LO BND under[p1] 0
 PL BND under[p1]
 LO BND under[p2] 0
 PL BND under[p2]
 LO BND under[p3] 0
 PL BND under[p3]
 LO BND under[p4] 0
 PL BND under[p4]
 LO BND under[p5] 0
 PL BND under[p5]
 LO BND under[p6] 0
 PL BND under[p6]
 LO BND under[p7] 0
 PL BND under[p7]
 LO BND under[p8] 0
 PL BND under[p8]
 LO BND under[p9] 0
 PL BND under[p9]
 LO BND under[p10] 0
 PL BND under[p10]
 LO BND under[p11] 0
 PL BND under[p11]
 LO BND under[p12] 0
 PL BND under[p12]
 LO BND under[p13] 0
 PL BND under[p13]
 LO BND under[p14] 0
 PL BND under[p14]
 LO BND under[p15] 0
 PL BND under[p15]
 LO BND under[p16] 0
 PL BND under[p16]
 LO BND under[p17] 0
 PL BND under[p17]
 LO BND under[p18] 0
 PL BND under[p18]
 LO BND under[p19] 0
 PL BND under[p19]
 LO BND under[p20] 0
 PL BND under[p20]
 LO BND under[p21] 0
 PL BND under[p21]
 LO BND under[p22] 0
 PL BND under[p22]
 LO BND under[p23] 0
 PL BND under[p23]
 LO BND under[p24] 0
 PL BND under[p24]
 LO BND under[p25] 0
 PL BND under[p25]
 LO BND under[p26] 0
 PL BND under[p26]
 LO BND under[p27] 0
 PL BND under[p27]
 LO BND under[p28] 0
 PL BND under[p28]
 LO BND under[p29] 0
 PL BND under[p29]
 LO BND under[p30] 0
 PL BND under[p30]
 LO BND under[p31] 0
 PL BND under[p31]
 LO BND under[p32] 0
 PL BND under[p32]
 LO BND under[p33] 0
 PL BND under[p33]
 LO BND under[p34] 0
 PL BND under[p34]
 LO BND under[p35] 0
 PL BND under[p35]
 LO BND under[p36] 0
 PL BND under[p36]
 LO BND under[p37] 0
 PL BND under[p37]
 LO BND under[p38] 0
 PL BND under[p38]
 LO BND under[p39] 0
 PL BND under[p39]
 LO BND under[p40] 0
 PL BND under[p40]
 LO BND under[p41] 0
 PL BND under[p41]
 LO BND under[p42] 0
 PL BND under[p42]
 LO BND under[p43] 0
 PL BND under[p43]
 LO BND under[p44] 0
 PL BND under[p44]
 LO BND under[p45] 0
 PL BND under[p45]
 LO BND under[p46] 0
 PL BND under[p46]
 LO BND under[p47] 0
 PL BND under[p47]
 LO BND under[p48] 0
 PL BND under[p48]
 LO BND under[p49] 0
 PL BND under[p49]
 LO BND under[p50] 0
 PL BND under[p50]
 LO BND under[p51] 0
 PL BND under[p51]
 LO BND over[p1] 0
 PL BND over[p1]
 LO BND over[p2] 0
 PL BND over[p2]
 LO BND over[p3] 0
 PL BND over[p3]
 LO BND over[p4] 0
 PL BND over[p4]
 LO BND over[p5] 0
 PL BND over[p5]
 LO BND over[p6] 0
 PL BND over[p6]
 LO BND over[p7] 0
 PL BND over[p7]
 LO BND over[p8] 0
 PL BND over[p8]
 LO BND over[p9] 0
 PL BND over[p9]
 LO BND over[p10] 0
 PL BND over[p10]
 LO BND over[p11] 0
 PL BND over[p11]
 LO BND over[p12] 0
 PL BND over[p12]
 LO BND over[p13] 0
 PL BND over[p13]
 LO BND over[p14] 0
 PL BND over[p14]
 LO BND over[p15] 0
 PL BND over[p15]
 LO BND over[p16] 0
 PL BND over[p16]
 LO BND over[p17] 0
 PL BND over[p17]
 LO BND over[p18] 0
 PL BND over[p18]
 LO BND over[p19] 0
 PL BND over[p19]
 LO BND over[p20] 0
 PL BND over[p20]
 LO BND over[p21] 0
 PL BND over[p21]
 LO BND over[p22] 0
 PL BND over[p22]
 LO BND over[p23] 0
 PL BND over[p23]
 LO BND over[p24] 0
 PL BND over[p24]
 LO BND over[p25] 0
 PL BND over[p25]
 LO BND over[p26] 0
 PL BND over[p26]
 LO BND over[p27] 0
 PL BND over[p27]
 LO BND over[p28] 0
 PL BND over[p28]
 LO BND over[p29] 0
 PL BND over[p29]
 LO BND over[p30] 0
 PL BND over[p30]
 LO BND over[p31] 0
 PL BND over[p31]
 LO BND over[p32] 0
 PL BND over[p32]
 LO BND over[p33] 0
 PL BND over[p33]
 LO BND over[p34] 0
 PL BND over[p34]
 LO BND over[p35] 0
 PL BND over[p35]
 LO BND over[p36] 0
 PL BND over[p36]
 LO BND over[p37] 0
 PL BND over[p37]
 LO BND over[p38] 0
 PL BND over[p38]
 LO BND over[p39] 0
 PL BND over[p39]
 LO BND over[p40] 0
 PL BND over[p40]
 LO BND over[p41] 0
 PL BND over[p41]
 LO BND over[p42] 0
 PL BND over[p42]
 LO BND over[p43] 0
 PL BND over[p43]
 LO BND over[p44] 0
 PL BND over[p44]
 LO BND over[p45] 0
 PL BND over[p45]
 LO BND over[p46] 0
 PL BND over[p46]
 LO BND over[p47] 0
 PL BND over[p47]
 LO BND over[p48] 0
 PL BND over[p48]
 LO BND over[p49] 0
 PL BND over[p49]
 LO BND over[p50] 0
 PL BND over[p50]
 LO BND over[p51] 0
 PL BND over[p51]
 LO BND more[p1,n14] 0
 PL BND more[p1,n14]
 LO BND more[p1,n20] 0
 PL BND more[p1,n20]
 LO BND more[p2,n7] 0
 PL BND more[p2,n7]
 LO BND more[p2,n18] 0
 PL BND more[p2,n18]
 LO BND more[p3,n11] 0
 PL BND more[p3,n11]
 LO BND more[p3,n17] 0
 PL BND more[p3,n17]
 LO BND more[p3,n19] 0
 PL BND more[p3,n19]
 LO BND more[p3,n20] 0
 PL BND more[p3,n20]
 LO BND more[p4,n4] 0
 PL BND more[p4,n4]
 LO BND more[p4,n5] 0
 PL BND more[p4,n5]
 LO BND more[p5,n12] 0
 PL BND more[p5,n12]
 LO BND more[p6,n5] 0
 PL BND more[p6,n5]
 LO BND more[p6,n10] 0
 PL BND more[p6,n10]
 LO BND more[p7,n17] 0
 PL BND more[p7,n17]
 LO BND more[p7,n26] 0
 PL BND more[p7,n26]
 LO BND more[p8,n5] 0
 PL BND more[p8,n5]
 LO BND more[p8,n21] 0
 PL BND more[p8,n21]
 LO BND more[p8,n23] 0
 PL BND more[p8,n23]
 LO BND more[p8,n29] 0
 PL BND more[p8,n29]
 LO BND more[p9,n10] 0
 PL BND more[p9,n10]
 LO BND more[p9,n26] 0
 PL BND more[p9,n26]
 LO BND more[p9,n29] 0
 PL BND more[p9,n29]
 LO BND more[p10,n3] 0
 PL BND more[p10,n3]
 LO BND more[p10,n16] 0
 PL BND more[p10,n16]
 LO BND more[p10,n29] 0
 PL BND more[p10,n29]
 LO BND more[p11,n8] 0
 PL BND more[p11,n8]
 LO BND more[p12,n27] 0
 PL BND more[p12,n27]
 LO BND more[p13,n8] 0
 PL BND more[p13,n8]
 LO BND more[p13,n22] 0
 PL BND more[p13,n22]
 LO BND more[p13,n28] 0
 PL BND more[p13,n28]
 LO BND more[p14,n5] 0
 PL BND more[p14,n5]
 LO BND more[p14,n15] 0
 PL BND more[p14,n15]
 LO BND more[p14,n21] 0
 PL BND more[p14,n21]
 LO BND more[p14,n26] 0
 PL BND more[p14,n26]
 LO BND more[p15,n9] 0
 PL BND more[p15,n9]
 LO BND more[p15,n21] 0
 PL BND more[p15,n21]
 LO BND more[p16,n4] 0
 PL BND more[p16,n4]
 LO BND more[p16,n21] 0
 PL BND more[p16,n21]
 LO BND more[p16,n22] 0
 PL BND more[p16,n22]
 LO BND more[p16,n28] 0
 PL BND more[p16,n28]
 LO BND more[p17,n7] 0
 PL BND more[p17,n7]
 LO BND more[p17,n27] 0
 PL BND more[p17,n27]
 LO BND more[p18,n11] 0
 PL BND more[p18,n11]
 LO BND more[p18,n16] 0
 PL BND more[p18,n16]
 LO BND more[p18,n28] 0
 PL BND more[p18,n28]
 LO BND more[p18,n29] 0
 PL BND more[p18,n29]
 LO BND more[p19,n15] 0
 PL BND more[p19,n15]
 LO BND more[p19,n16] 0
 PL BND more[p19,n16]
 LO BND more[p19,n17] 0
 PL BND more[p19,n17]
 LO BND more[p20,n20] 0
 PL BND more[p20,n20]
 LO BND more[p20,n28] 0
 PL BND more[p20,n28]
 LO BND more[p21,n1] 0
 PL BND more[p21,n1]
 LO BND more[p22,n11] 0
 PL BND more[p22,n11]
 LO BND more[p22,n18] 0
 PL BND more[p22,n18]
 LO BND more[p22,n21] 0
 PL BND more[p22,n21]
 LO BND more[p22,n23] 0
 PL BND more[p22,n23]
 LO BND more[p23,n10] 0
 PL BND more[p23,n10]
 LO BND more[p23,n12] 0
 PL BND more[p23,n12]
 LO BND more[p24,n1] 0
 PL BND more[p24,n1]
 LO BND more[p24,n6] 0
 PL BND more[p24,n6]
 LO BND more[p24,n28] 0
 PL BND more[p24,n28]
 LO BND more[p25,n8] 0
 PL BND more[p25,n8]
 LO BND more[p25,n15] 0
 PL BND more[p25,n15]
 LO BND more[p25,n21] 0
 PL BND more[p25,n21]
 LO BND more[p25,n22] 0
 PL BND more[p25,n22]
 LO BND more[p26,n14] 0
 PL BND more[p26,n14]
 LO BND more[p27,n1] 0
 PL BND more[p27,n1]
 LO BND more[p27,n9] 0
 PL BND more[p27,n9]
 LO BND more[p27,n10] 0
 PL BND more[p27,n10]
 LO BND more[p27,n23] 0
 PL BND more[p27,n23]
 LO BND more[p28,n7] 0
 PL BND more[p28,n7]
 LO BND more[p28,n25] 0
 PL BND more[p28,n25]
 LO BND more[p29,n7] 0
 PL BND more[p29,n7]
 LO BND more[p29,n21] 0
 PL BND more[p29,n21]
 LO BND more[p29,n23] 0
 PL BND more[p29,n23]
 LO BND more[p30,n23] 0
 PL BND more[p30,n23]
 LO BND more[p30,n27] 0
 PL BND more[p30,n27]
 LO BND more[p31,n4] 0
 PL BND more[p31,n4]
 LO BND more[p32,n11] 0
 PL BND more[p32,n11]
 LO BND more[p32,n13] 0
 PL BND more[p32,n13]
 LO BND more[p33,n4] 0
 PL BND more[p33,n4]
 LO BND more[p33,n23] 0
 PL BND more[p33,n23]
 LO BND more[p34,n5] 0
 PL BND more[p34,n5]
 LO BND more[p35,n4] 0
 PL BND more[p35,n4]
 LO BND more[p35,n11] 0
 PL BND more[p35,n11]
 LO BND more[p35,n20] 0
 PL BND more[p35,n20]
 LO BND more[p36,n6] 0
 PL BND more[p36,n6]
 LO BND more[p36,n8] 0
 PL BND more[p36,n8]
 LO BND more[p36,n25] 0
 PL BND more[p36,n25]
 LO BND more[p37,n7] 0
 PL BND more[p37,n7]
 LO BND more[p37,n9] 0
 PL BND more[p37,n9]
 LO BND more[p37,n10] 0
 PL BND more[p37,n10]
 LO BND more[p38,n3] 0
 PL BND more[p38,n3]
 LO BND more[p38,n16] 0
 PL BND more[p38,n16]
 LO BND more[p39,n10] 0
 PL BND more[p39,n10]
 LO BND more[p39,n15] 0
 PL BND more[p39,n15]
 LO BND more[p39,n16] 0
 PL BND more[p39,n16]
 LO BND more[p39,n23] 0
 PL BND more[p39,n23]
 LO BND more[p40,n1] 0
 PL BND more[p40,n1]
 LO BND more[p40,n16] 0
 PL BND more[p40,n16]
 LO BND more[p40,n27] 0
 PL BND more[p40,n27]
 LO BND more[p41,n13] 0
 PL BND more[p41,n13]
 LO BND more[p41,n16] 0
 PL BND more[p41,n16]
 LO BND more[p41,n18] 0
 PL BND more[p41,n18]
 LO BND more[p42,n5] 0
 PL BND more[p42,n5]
 LO BND more[p42,n15] 0
 PL BND more[p42,n15]
 LO BND more[p42,n19] 0
 PL BND more[p42,n19]
 LO BND more[p42,n22] 0
 PL BND more[p42,n22]
 LO BND more[p43,n8] 0
 PL BND more[p43,n8]
 LO BND more[p43,n13] 0
 PL BND more[p43,n13]
 LO BND more[p43,n27] 0
 PL BND more[p43,n27]
 LO BND more[p44,n14] 0
 PL BND more[p44,n14]
 LO BND more[p45,n22] 0
 PL BND more[p45,n22]
 LO BND more[p46,n19] 0
 PL BND more[p46,n19]
 LO BND more[p47,n9] 0
 PL BND more[p47,n9]
 LO BND more[p47,n13] 0
 PL BND more[p47,n13]
 LO BND more[p47,n29] 0
 PL BND more[p47,n29]
 LO BND more[p48,n6] 0
 PL BND more[p48,n6]
 LO BND more[p48,n10] 0
 PL BND more[p48,n10]
 LO BND more[p48,n20] 0
 PL BND more[p48,n20]
 LO BND more[p48,n22] 0
 PL BND more[p48,n22]
 LO BND more[p49,n1] 0
 PL BND more[p49,n1]
 LO BND more[p49,n3] 0
 PL BND more[p49,n3]
 LO BND more[p49,n4] 0
 PL BND more[p49,n4]
 LO BND more[p49,n23] 0
 PL BND more[p49,n23]
 LO BND more[p50,n27] 0
 PL BND more[p50,n27]
 LO BND more[p51,n1] 0
 PL BND more[p51,n1]
 LO BND more[p51,n8] 0
 PL BND more[p51,n8]
 LO BND more[p51,n20] 0
 PL BND more[p51,n20]
 LO BND less[p1,n14] 0
 PL BND less[p1,n14]
 LO BND less[p1,n20] 0
 PL BND less[p1,n20]
 LO BND less[p2,n7] 0
 PL BND less[p2,n7]
 LO BND less[p2,n18] 0
 PL BND less[p2,n18]
 LO BND less[p3,n11] 0
 PL BND less[p3,n11]
 LO BND less[p3,n17] 0
 PL BND less[p3,n17]
 LO BND less[p3,n19] 0
 PL BND less[p3,n19]
 LO BND less[p3,n20] 0
 PL BND less[p3,n20]
 LO BND less[p4,n4] 0
 PL BND less[p4,n4]
 LO BND less[p4,n5] 0
 PL BND less[p4,n5]
 LO BND less[p5,n12] 0
 PL BND less[p5,n12]
 LO BND less[p6,n5] 0
 PL BND less[p6,n5]
 LO BND less[p6,n10] 0
 PL BND less[p6,n10]
 LO BND less[p7,n17] 0
 PL BND less[p7,n17]
 LO BND less[p7,n26] 0
 PL BND less[p7,n26]
 LO BND less[p8,n5] 0
 PL BND less[p8,n5]
 LO BND less[p8,n21] 0
 PL BND less[p8,n21]
 LO BND less[p8,n23] 0
 PL BND less[p8,n23]
 LO BND less[p8,n29] 0
 PL BND less[p8,n29]
 LO BND less[p9,n10] 0
 PL BND less[p9,n10]
 LO BND less[p9,n26] 0
 PL BND less[p9,n26]
 LO BND less[p9,n29] 0
 PL BND less[p9,n29]
 LO BND less[p10,n3] 0
 PL BND less[p10,n3]
 LO BND less[p10,n16] 0
 PL BND less[p10,n16]
 LO BND less[p10,n29] 0
 PL BND less[p10,n29]
 LO BND less[p11,n8] 0
 PL BND less[p11,n8]
 LO BND less[p12,n27] 0
 PL BND less[p12,n27]
 LO BND less[p13,n8] 0
 PL BND less[p13,n8]
 LO BND less[p13,n22] 0
 PL BND less[p13,n22]
 LO BND less[p13,n28] 0
 PL BND less[p13,n28]
 LO BND less[p14,n5] 0
 PL BND less[p14,n5]
 LO BND less[p14,n15] 0
 PL BND less[p14,n15]
 LO BND less[p14,n21] 0
 PL BND less[p14,n21]
 LO BND less[p14,n26] 0
 PL BND less[p14,n26]
 LO BND less[p15,n9] 0
 PL BND less[p15,n9]
 LO BND less[p15,n21] 0
 PL BND less[p15,n21]
 LO BND less[p16,n4] 0
 PL BND less[p16,n4]
 LO BND less[p16,n21] 0
 PL BND less[p16,n21]
 LO BND less[p16,n22] 0
 PL BND less[p16,n22]
 LO BND less[p16,n28] 0
 PL BND less[p16,n28]
 LO BND less[p17,n7] 0
 PL BND less[p17,n7]
 LO BND less[p17,n27] 0
 PL BND less[p17,n27]
 LO BND less[p18,n11] 0
 PL BND less[p18,n11]
 LO BND less[p18,n16] 0
 PL BND less[p18,n16]
 LO BND less[p18,n28] 0
 PL BND less[p18,n28]
 LO BND less[p18,n29] 0
 PL BND less[p18,n29]
 LO BND less[p19,n15] 0
 PL BND less[p19,n15]
 LO BND less[p19,n16] 0
 PL BND less[p19,n16]
 LO BND less[p19,n17] 0
 PL BND less[p19,n17]
 LO BND less[p20,n20] 0
 PL BND less[p20,n20]
 LO BND less[p20,n28] 0
 PL BND less[p20,n28]
 LO BND less[p21,n1] 0
 PL BND less[p21,n1]
 LO BND less[p22,n11] 0
 PL BND less[p22,n11]
 LO BND less[p22,n18] 0
 PL BND less[p22,n18]
 LO BND less[p22,n21] 0
 PL BND less[p22,n21]
 LO BND less[p22,n23] 0
 PL BND less[p22,n23]
 LO BND less[p23,n10] 0
 PL BND less[p23,n10]
 LO BND less[p23,n12] 0
 PL BND less[p23,n12]
 LO BND less[p24,n1] 0
 PL BND less[p24,n1]
 LO BND less[p24,n6] 0
 PL BND less[p24,n6]
 LO BND less[p24,n28] 0
 PL BND less[p24,n28]
 LO BND less[p25,n8] 0
 PL BND less[p25,n8]
 LO BND less[p25,n15] 0
 PL BND less[p25,n15]
 LO BND less[p25,n21] 0
 PL BND less[p25,n21]
 LO BND less[p25,n22] 0
 PL BND less[p25,n22]
 LO BND less[p26,n14] 0
 PL BND less[p26,n14]
 LO BND less[p27,n1] 0
 PL BND less[p27,n1]
 LO BND less[p27,n9] 0
 PL BND less[p27,n9]
 LO BND less[p27,n10] 0
 PL BND less[p27,n10]
 LO BND less[p27,n23] 0
 PL BND less[p27,n23]
 LO BND less[p28,n7] 0
 PL BND less[p28,n7]
 LO BND less[p28,n25] 0
 PL BND less[p28,n25]
 LO BND less[p29,n7] 0
 PL BND less[p29,n7]
 LO BND less[p29,n21] 0
 PL BND less[p29,n21]
 LO BND less[p29,n23] 0
 PL BND less[p29,n23]
 LO BND less[p30,n23] 0
 PL BND less[p30,n23]
 LO BND less[p30,n27] 0
 PL BND less[p30,n27]
 LO BND less[p31,n4] 0
 PL BND less[p31,n4]
 LO BND less[p32,n11] 0
 PL BND less[p32,n11]
 LO BND less[p32,n13] 0
 PL BND less[p32,n13]
 LO BND less[p33,n4] 0
 PL BND less[p33,n4]
 LO BND less[p33,n23] 0
 PL BND less[p33,n23]
 LO BND less[p34,n5] 0
 PL BND less[p34,n5]
 LO BND less[p35,n4] 0
 PL BND less[p35,n4]
 LO BND less[p35,n11] 0
 PL BND less[p35,n11]
 LO BND less[p35,n20] 0
 PL BND less[p35,n20]
 LO BND less[p36,n6] 0
 PL BND less[p36,n6]
 LO BND less[p36,n8] 0
 PL BND less[p36,n8]
 LO BND less[p36,n25] 0
 PL BND less[p36,n25]
 LO BND less[p37,n7] 0
 PL BND less[p37,n7]
 LO BND less[p37,n9] 0
 PL BND less[p37,n9]
 LO BND less[p37,n10] 0
 PL BND less[p37,n10]
 LO BND less[p38,n3] 0
 PL BND less[p38,n3]
 LO BND less[p38,n16] 0
 PL BND less[p38,n16]
 LO BND less[p39,n10] 0
 PL BND less[p39,n10]
 LO BND less[p39,n15] 0
 PL BND less[p39,n15]
 LO BND less[p39,n16] 0
 PL BND less[p39,n16]
 LO BND less[p39,n23] 0
 PL BND less[p39,n23]
 LO BND less[p40,n1] 0
 PL BND less[p40,n1]
 LO BND less[p40,n16] 0
 PL BND less[p40,n16]
 LO BND less[p40,n27] 0
 PL BND less[p40,n27]
 LO BND less[p41,n13] 0
 PL BND less[p41,n13]
 LO BND less[p41,n16] 0
 PL BND less[p41,n16]
 LO BND less[p41,n18] 0
 PL BND less[p41,n18]
 LO BND less[p42,n5] 0
 PL BND less[p42,n5]
 LO BND less[p42,n15] 0
 PL BND less[p42,n15]
 LO BND less[p42,n19] 0
 PL BND less[p42,n19]
 LO BND less[p42,n22] 0
 PL BND less[p42,n22]
 LO BND less[p43,n8] 0
 PL BND less[p43,n8]
 LO BND less[p43,n13] 0
 PL BND less[p43,n13]
 LO BND less[p43,n27] 0
 PL BND less[p43,n27]
 LO BND less[p44,n14] 0
 PL BND less[p44,n14]
 LO BND less[p45,n22] 0
 PL BND less[p45,n22]
 LO BND less[p46,n19] 0
 PL BND less[p46,n19]
 LO BND less[p47,n9] 0
 PL BND less[p47,n9]
 LO BND less[p47,n13] 0
 PL BND less[p47,n13]
 LO BND less[p47,n29] 0
 PL BND less[p47,n29]
 LO BND less[p48,n6] 0
 PL BND less[p48,n6]
 LO BND less[p48,n10] 0
 PL BND less[p48,n10]
 LO BND less[p48,n20] 0
 PL BND less[p48,n20]
 LO BND less[p48,n22] 0
 PL BND less[p48,n22]
 LO BND less[p49,n1] 0
 PL BND less[p49,n1]
 LO BND less[p49,n3] 0
 PL BND less[p49,n3]
 LO BND less[p49,n4] 0
 PL BND less[p49,n4]
 LO BND less[p49,n23] 0
 PL BND less[p49,n23]
 LO BND less[p50,n27] 0
 PL BND less[p50,n27]
 LO BND less[p51,n1] 0
 PL BND less[p51,n1]
 LO BND less[p51,n8] 0
 PL BND less[p51,n8]
 LO BND less[p51,n20] 0
 PL BND less[p51,n20]
 LO BND z[p4,n4,0] 0
 UP BND z[p4,n4,0] 1
 LO BND z[p4,n4,1] 0
 UP BND z[p4,n4,1] 1
 LO BND z[p4,n5,0] 0
 UP BND z[p4,n5,0] 1
 LO BND z[p4,n5,1] 0
 UP BND z[p4,n5,1] 1
 LO BND z[p6,n5,0] 0
 UP BND z[p6,n5,0] 1
 LO BND z[p6,n5,1] 0
 UP BND z[p6,n5,1] 1
 LO BND z[p6,n10,0] 0
 UP BND z[p6,n10,0] 1
 LO BND z[p6,n10,1] 0
 UP BND z[p6,n10,1] 1
 LO BND z[p7,n17,0] 0
 UP BND z[p7,n17,0] 1
 LO BND z[p7,n17,1] 0
 UP BND z[p7,n17,1] 1
 LO BND z[p7,n26,0] 0
 UP BND z[p7,n26,0] 1
 LO BND z[p7,n26,1] 0
 UP BND z[p7,n26,1] 1
 LO BND z[p14,n5,0] 0
 UP BND z[p14,n5,0] 1
 LO BND z[p14,n5,1] 0
 UP BND z[p14,n5,1] 1
 LO BND z[p14,n15,0] 0
 UP BND z[p14,n15,0] 1
 LO BND z[p14,n15,1] 0
 UP BND z[p14,n15,1] 1
 LO BND z[p14,n21,0] 0
 UP BND z[p14,n21,0] 1
 LO BND z[p14,n21,1] 0
 UP BND z[p14,n21,1] 1
 LO BND z[p14,n26,0] 0
 UP BND z[p14,n26,0] 1
 LO BND z[p14,n26,1] 0
 UP BND z[p14,n26,1] 1
 LO BND z[p18,n11,0] 0
 UP BND z[p18,n11,0] 1
 LO BND z[p18,n11,1] 0
 UP BND z[p18,n11,1] 1
 LO BND z[p18,n16,0] 0
 UP BND z[p18,n16,0] 1
 LO BND z[p18,n16,1] 0
 UP BND z[p18,n16,1] 1
 LO BND z[p18,n28,0] 0
 UP BND z[p18,n28,0] 1
 LO BND z[p18,n28,1] 0
 UP BND z[p18,n28,1] 1
 LO BND z[p18,n29,0] 0
 UP BND z[p18,n29,0] 1
 LO BND z[p18,n29,1] 0
 UP BND z[p18,n29,1] 1
 LO BND z[p24,n1,0] 0
 UP BND z[p24,n1,0] 1
 LO BND z[p24,n1,1] 0
 UP BND z[p24,n1,1] 1
 LO BND z[p24,n6,0] 0
 UP BND z[p24,n6,0] 1
 LO BND z[p24,n6,1] 0
 UP BND z[p24,n6,1] 1
 LO BND z[p24,n28,0] 0
 UP BND z[p24,n28,0] 1
 LO BND z[p24,n28,1] 0
 UP BND z[p24,n28,1] 1
 LO BND z[p33,n4,0] 0
 UP BND z[p33,n4,0] 1
 LO BND z[p33,n4,1] 0
 UP BND z[p33,n4,1] 1
 LO BND z[p33,n23,0] 0
 UP BND z[p33,n23,0] 1
 LO BND z[p33,n23,1] 0
 UP BND z[p33,n23,1] 1
 LO BND z[p39,n10,0] 0
 UP BND z[p39,n10,0] 1
 LO BND z[p39,n10,1] 0
 UP BND z[p39,n10,1] 1
 LO BND z[p39,n15,0] 0
 UP BND z[p39,n15,0] 1
 LO BND z[p39,n15,1] 0
 UP BND z[p39,n15,1] 1
 LO BND z[p39,n16,0] 0
 UP BND z[p39,n16,0] 1
 LO BND z[p39,n16,1] 0
 UP BND z[p39,n16,1] 1
 LO BND z[p39,n23,0] 0
 UP BND z[p39,n23,0] 1
 LO BND z[p39,n23,1] 0
 UP BND z[p39,n23,1] 1
 LO BND z[p49,n1,0] 0
 UP BND z[p49,n1,0] 1
 LO BND z[p49,n1,1] 0
 UP BND z[p49,n1,1] 1
 LO BND z[p49,n3,0] 0
 UP BND z[p49,n3,0] 1
 LO BND z[p49,n3,1] 0
 UP BND z[p49,n3,1] 1
 LO BND z[p49,n4,0] 0
 UP BND z[p49,n4,0] 1
 LO BND z[p49,n4,1] 0
 UP BND z[p49,n4,1] 1
 LO BND z[p49,n23,0] 0
 UP BND z[p49,n23,0] 1
 LO BND z[p49,n23,1] 0
 UP BND z[p49,n23,1] 1
ENDATA
