NAME ecs-12
OBJSENSE
    MIN
ROWS
 N objective
 E assignment[0]
 E assignment[1]
 E assignment[2]
 E assignment[3]
 E assignment[4]
 E assignment[5]
 E assignment[6]
 E assignment[7]
 E assignment[8]
 E assignment[9]
 E assignment[10]
 E assignment[11]
 E assignment[12]
 E assignment[13]
 E assignment[14]
 E assignment[15]
 E assignment[16]
 E assignment[17]
 E assignment[18]
 E assignment[19]
 E assignment[20]
 E assignment[21]
 E assignment[22]
 E assignment[23]
 E assignment[24]
 E assignment[25]
 E assignment[26]
 E assignment[27]
 E assignment[28]
 E assignment[29]
 E assignment[30]
 E assignment[31]
 E assignment[32]
 E assignment[33]
 E assignment[34]
 E assignment[35]
 E assignment[36]
 E assignment[37]
 E assignment[38]
 E assignment[39]
 E assignment[40]
 E assignment[41]
 E assignment[42]
 E assignment[43]
 E assignment[44]
 E assignment[45]
 E assignment[46]
 E assignment[47]
 E assignment[48]
 E assignment[49]
 E assignment[50]
 E assignment[51]
 E assignment[52]
 E assignment[53]
 L capacity[0,0]
 L capacity[0,1]
 L capacity[1,0]
 L capacity[1,1]
 L capacity[2,0]
 L capacity[2,1]
 L capacity[3,0]
 L capacity[3,1]
 L capacity[4,0]
 L capacity[4,1]
 L capacity[5,0]
 L capacity[5,1]
 L capacity[6,0]
 L capacity[6,1]
 L capacity[7,0]
 L capacity[7,1]
 L capacity[8,0]
 L capacity[8,1]
 L capacity[9,0]
 L capacity[9,1]
 L capacity[10,0]
 L capacity[10,1]
 L capacity[11,0]
 L capacity[11,1]
 L opened[0,0]
 L opened[0,1]
 L opened[0,2]
 L opened[0,3]
 L opened[0,4]
 L opened[0,5]
 L opened[0,6]
 L opened[0,7]
 L opened[0,8]
 L opened[0,9]
 L opened[0,10]
 L opened[0,11]
 L opened[1,0]
 L opened[1,1]
 L opened[1,2]
 L opened[1,3]
 L opened[1,4]
 L opened[1,5]
 L opened[1,6]
 L opened[1,7]
 L opened[1,8]
 L opened[1,9]
 L opened[1,10]
 L opened[1,11]
 L opened[2,0]
 L opened[2,1]
 L opened[2,2]
 L opened[2,3]
 L opened[2,4]
 L opened[2,5]
 L opened[2,6]
 L opened[2,7]
 L opened[2,8]
 L opened[2,9]
 L opened[2,10]
 L opened[2,11]
 L opened[3,0]
 L opened[3,1]
 L opened[3,2]
 L opened[3,3]
 L opened[3,4]
 L opened[3,5]
 L opened[3,6]
 L opened[3,7]
 L opened[3,8]
 L opened[3,9]
 L opened[3,10]
 L opened[3,11]
 L opened[4,0]
 L opened[4,1]
 L opened[4,2]
 L opened[4,3]
 L opened[4,4]
 L opened[4,5]
 L opened[4,6]
 L opened[4,7]
 L opened[4,8]
 L opened[4,9]
 L opened[4,10]
 L opened[4,11]
 L opened[5,0]
 L opened[5,1]
 L opened[5,2]
 L opened[5,3]
 L opened[5,4]
 L opened[5,5]
 L opened[5,6]
 L opened[5,7]
 L opened[5,8]
 L opened[5,9]
 L opened[5,10]
 L opened[5,11]
 L opened[6,0]
 L opened[6,1]
 L opened[6,2]
 L opened[6,3]
 L opened[6,4]
 L opened[6,5]
 L opened[6,6]
 L opened[6,7]
 L opened[6,8]
 L opened[6,9]
 L opened[6,10]
 L opened[6,11]
 L opened[7,0]
 L opened[7,1]
 L opened[7,2]
 L opened[7,3]
 L opened[7,4]
 L opened[7,5]
 L opened[7,6]
 L opened[7,7]
 L opened[7,8]
 L opened[7,9]
 L opened[7,10]
 L opened[7,11]
 L opened[8,0]
 L opened[8,1]
 L opened[8,2]
 L opened[8,3]
 L opened[8,4]
 L opened[8,5]
 L opened[8,6]
 L opened[8,7]
 L opened[8,8]
 L opened[8,9]
 L opened[8,10]
 L opened[8,11]
 L opened[9,0]
 L opened[9,1]
 L opened[9,2]
 L opened[9,3]
 L opened[9,4]
 L opened[9,5]
 L opened[9,6]
 L opened[9,7]
 L opened[9,8]
 L opened[9,9]
 L opened[9,10]
 L opened[9,11]
 L opened[10,0]
 L opened[10,1]
 L opened[10,2]
 L opened[10,3]
 L opened[10,4]
 L opened[10,5]
 L opened[10,6]
 L opened[10,7]
 L opened[10,8]
 L opened[10,9]
 L opened[10,10]
 L opened[10,11]
 L opened[11,0]
 L opened[11,1]
 L opened[11,2]
 L opened[11,3]
 L opened[11,4]
 L opened[11,5]
 L opened[11,6]
 L opened[11,7]
 L opened[11,8]
 L opened[11,9]
 L opened[11,10]
 L opened[11,11]
 L opened[12,0]
 L opened[12,1]
 L opened[12,2]
 L opened[12,3]
 L opened[12,4]
 L opened[12,5]
 L opened[12,6]
 L opened[12,7]
 L opened[12,8]
 L opened[12,9]
 L opened[12,10]
 L opened[12,11]
 L opened[13,0]
 L opened[13,1]
 L opened[13,2]
 L opened[13,3]
 L opened[13,4]
 L opened[13,5]
 L opened[13,6]
 L opened[13,7]
 L opened[13,8]
 L opened[13,9]
 L opened[13,10]
 L opened[13,11]
 L opened[14,0]
 L opened[14,1]
 L opened[14,2]
 L opened[14,3]
 L opened[14,4]
 L opened[14,5]
 L opened[14,6]
 L opened[14,7]
 L opened[14,8]
 L opened[14,9]
 L opened[14,10]
 L opened[14,11]
 L opened[15,0]
 L opened[15,1]
 L opened[15,2]
 L opened[15,3]
 L opened[15,4]
 L opened[15,5]
 L opened[15,6]
 L opened[15,7]
 L opened[15,8]
 L opened[15,9]
 L opened[15,10]
 L opened[15,11]
 L opened[16,0]
 L opened[16,1]
 L opened[16,2]
 L opened[16,3]
 L opened[16,4]
 L opened[16,5]
 L opened[16,6]
 L opened[16,7]
 L opened[16,8]
 L opened[16,9]
 L opened[16,10]
 L opened[16,11]
 L opened[17,0]
 L opened[17,1]
 L opened[17,2]
 L opened[17,3]
 L opened[17,4]
 L opened[17,5]
 L opened[17,6]
 L opened[17,7]
 L opened[17,8]
 L opened[17,9]
 L opened[17,10]
 L opened[17,11]
 L opened[18,0]
 L opened[18,1]
 L opened[18,2]
 L opened[18,3]
 L opened[18,4]
 L opened[18,5]
 L opened[18,6]
 L opened[18,7]
 L opened[18,8]
 L opened[18,9]
 L opened[18,10]
 L opened[18,11]
 L opened[19,0]
 L opened[19,1]
 L opened[19,2]
 L opened[19,3]
 L opened[19,4]
 L opened[19,5]
 L opened[19,6]
 L opened[19,7]
 L opened[19,8]
 L opened[19,9]
 L opened[19,10]
 L opened[19,11]
 L opened[20,0]
 L opened[20,1]
 L opened[20,2]
 L opened[20,3]
 L opened[20,4]
 L opened[20,5]
 L opened[20,6]
 L opened[20,7]
 L opened[20,8]
 L opened[20,9]
 L opened[20,10]
 L opened[20,11]
 L opened[21,0]
 L opened[21,1]
 L opened[21,2]
 L opened[21,3]
 L opened[21,4]
 L opened[21,5]
 L opened[21,6]
 L opened[21,7]
 L opened[21,8]
 L opened[21,9]
 L opened[21,10]
 L opened[21,11]
 L opened[22,0]
 L opened[22,1]
 L opened[22,2]
 L opened[22,3]
 L opened[22,4]
 L opened[22,5]
 L opened[22,6]
 L opened[22,7]
 L opened[22,8]
 L opened[22,9]
 L opened[22,10]
 L opened[22,11]
 L opened[23,0]
 L opened[23,1]
 L opened[23,2]
 L opened[23,3]
 L opened[23,4]
 L opened[23,5]
 L opened[23,6]
 L opened[23,7]
 L opened[23,8]
 L opened[23,9]
 L opened[23,10]
 L opened[23,11]
 L opened[24,0]
 L opened[24,1]
 L opened[24,2]
 L opened[24,3]
 L opened[24,4]
 L opened[24,5]
 L opened[24,6]
 L opened[24,7]
 L opened[24,8]
 L opened[24,9]
 L opened[24,10]
 L opened[24,11]
 L opened[25,0]
 L opened[25,1]
 L opened[25,2]
 L opened[25,3]
 L opened[25,4]
 L opened[25,5]
 L opened[25,6]
 L opened[25,7]
 L opened[25,8]
 L opened[25,9]
 L opened[25,10]
 L opened[25,11]
 L opened[26,0]
 L opened[26,1]
 L opened[26,2]
 L opened[26,3]
 L opened[26,4]
 L opened[26,5]
 L opened[26,6]
 L opened[26,7]
 L opened[26,8]
 L opened[26,9]
 L opened[26,10]
 L opened[26,11]
 L opened[27,0]
 L opened[27,1]
 L opened[27,2]
 L opened[27,3]
 L opened[27,4]
 L opened[27,5]
 L opened[27,6]
 L opened[27,7]
 L opened[27,8]
 L opened[27,9]
 L opened[27,10]
 L opened[27,11]
 L opened[28,0]
 L opened[28,1]
 L opened[28,2]
 L opened[28,3]
 L opened[28,4]
 L opened[28,5]
 L opened[28,6]
 L opened[28,7]
 L opened[28,8]
 L opened[28,9]
 L opened[28,10]
 L opened[28,11]
 L opened[29,0]
 L opened[29,1]
 L opened[29,2]
 L opened[29,3]
 L opened[29,4]
 L opened[29,5]
 L opened[29,6]
 L opened[29,7]
 L opened[29,8]
 L opened[29,9]
 L opened[29,10]
 L opened[29,11]
 L opened[30,0]
 L opened[30,1]
 L opened[30,2]
 L opened[30,3]
 L opened[30,4]
 L opened[30,5]
 L opened[30,6]
 L opened[30,7]
 L opened[30,8]
 L opened[30,9]
 L opened[30,10]
 L opened[30,11]
 L opened[31,0]
 L opened[31,1]
 L opened[31,2]
 L opened[31,3]
 L opened[31,4]
 L opened[31,5]
 L opened[31,6]
 L opened[31,7]
 L opened[31,8]
 L opened[31,9]
 L opened[31,10]
 L opened[31,11]
 L opened[32,0]
 L opened[32,1]
 L opened[32,2]
 L opened[32,3]
 L opened[32,4]
 L opened[32,5]
 L opened[32,6]
 L opened[32,7]
 L opened[32,8]
 L opened[32,9]
 L opened[32,10]
 L opened[32,11]
 L opened[33,0]
 L opened[33,1]
 L opened[33,2]
 L opened[33,3]
 L opened[33,4]
 L opened[33,5]
 L opened[33,6]
 L opened[33,7]
 L opened[33,8]
 L opened[33,9]
 L opened[33,10]
 L opened[33,11]
 L opened[34,0]
 L opened[34,1]
 L opened[34,2]
 L opened[34,3]
 L opened[34,4]
 L opened[34,5]
 L opened[34,6]
 L opened[34,7]
 L opened[34,8]
 L opened[34,9]
 L opened[34,10]
 L opened[34,11]
 L opened[35,0]
 L opened[35,1]
 L opened[35,2]
 L opened[35,3]
 L opened[35,4]
 L opened[35,5]
 L opened[35,6]
 L opened[35,7]
 L opened[35,8]
 L opened[35,9]
 L opened[35,10]
 L opened[35,11]
 L opened[36,0]
 L opened[36,1]
 L opened[36,2]
 L opened[36,3]
 L opened[36,4]
 L opened[36,5]
 L opened[36,6]
 L opened[36,7]
 L opened[36,8]
 L opened[36,9]
 L opened[36,10]
 L opened[36,11]
 L opened[37,0]
 L opened[37,1]
 L opened[37,2]
 L opened[37,3]
 L opened[37,4]
 L opened[37,5]
 L opened[37,6]
 L opened[37,7]
 L opened[37,8]
 L opened[37,9]
 L opened[37,10]
 L opened[37,11]
 L opened[38,0]
 L opened[38,1]
 L opened[38,2]
 L opened[38,3]
 L opened[38,4]
 L opened[38,5]
 L opened[38,6]
 L opened[38,7]
 L opened[38,8]
 L opened[38,9]
 L opened[38,10]
 L opened[38,11]
 L opened[39,0]
 L opened[39,1]
 L opened[39,2]
 L opened[39,3]
 L opened[39,4]
 L opened[39,5]
 L opened[39,6]
 L opened[39,7]
 L opened[39,8]
 L opened[39,9]
 L opened[39,10]
 L opened[39,11]
 L opened[40,0]
 L opened[40,1]
 L opened[40,2]
 L opened[40,3]
 L opened[40,4]
 L opened[40,5]
 L opened[40,6]
 L opened[40,7]
 L opened[40,8]
 L opened[40,9]
 L opened[40,10]
 L opened[40,11]
 L opened[41,0]
 L opened[41,1]
 L opened[41,2]
 L opened[41,3]
 L opened[41,4]
 L opened[41,5]
 L opened[41,6]
 L opened[41,7]
 L opened[41,8]
 L opened[41,9]
 L opened[41,10]
 L opened[41,11]
 L opened[42,0]
 L opened[42,1]
 L opened[42,2]
 L opened[42,3]
 L opened[42,4]
 L opened[42,5]
 L opened[42,6]
 L opened[42,7]
 L opened[42,8]
 L opened[42,9]
 L opened[42,10]
 L opened[42,11]
 L opened[43,0]
 L opened[43,1]
 L opened[43,2]
 L opened[43,3]
 L opened[43,4]
 L opened[43,5]
 L opened[43,6]
 L opened[43,7]
 L opened[43,8]
 L opened[43,9]
 L opened[43,10]
 L opened[43,11]
 L opened[44,0]
 L opened[44,1]
 L opened[44,2]
 L opened[44,3]
 L opened[44,4]
 L opened[44,5]
 L opened[44,6]
 L opened[44,7]
 L opened[44,8]
 L opened[44,9]
 L opened[44,10]
 L opened[44,11]
 L opened[45,0]
 L opened[45,1]
 L opened[45,2]
 L opened[45,3]
 L opened[45,4]
 L opened[45,5]
 L opened[45,6]
 L opened[45,7]
 L opened[45,8]
 L opened[45,9]
 L opened[45,10]
 L opened[45,11]
 L opened[46,0]
 L opened[46,1]
 L opened[46,2]
 L opened[46,3]
 L opened[46,4]
 L opened[46,5]
 L opened[46,6]
 L opened[46,7]
 L opened[46,8]
 L opened[46,9]
 L opened[46,10]
 L opened[46,11]
 L opened[47,0]
 L opened[47,1]
 L opened[47,2]
 L opened[47,3]
 L opened[47,4]
 L opened[47,5]
 L opened[47,6]
 L opened[47,7]
 L opened[47,8]
 L opened[47,9]
 L opened[47,10]
 L opened[47,11]
 L opened[48,0]
 L opened[48,1]
 L opened[48,2]
 L opened[48,3]
 L opened[48,4]
 L opened[48,5]
 L opened[48,6]
 L opened[48,7]
 L opened[48,8]
 L opened[48,9]
 L opened[48,10]
 L opened[48,11]
 L opened[49,0]
 L opened[49,1]
 L opened[49,2]
 L opened[49,3]
 L opened[49,4]
 L opened[49,5]
 L opened[49,6]
 L opened[49,7]
 L opened[49,8]
 L opened[49,9]
 L opened[49,10]
 L opened[49,11]
 L opened[50,0]
 L opened[50,1]
 L opened[50,2]
 L opened[50,3]
 L opened[50,4]
 L opened[50,5]
 L opened[50,6]
 L opened[50,7]
 L opened[50,8]
 L opened[50,9]
 L opened[50,10]
 L opened[50,11]
 L opened[51,0]
 L opened[51,1]
 L opened[51,2]
 L opened[51,3]
 L opened[51,4]
 L opened[51,5]
 L opened[51,6]
 L opened[51,7]
 L opened[51,8]
 L opened[51,9]
 L opened[51,10]
 L opened[51,11]
 L opened[52,0]
 L opened[52,1]
 L opened[52,2]
 L opened[52,3]
 L opened[52,4]
 L opened[52,5]
 L opened[52,6]
 L opened[52,7]
 L opened[52,8]
 L opened[52,9]
 L opened[52,10]
 L opened[52,11]
 L opened[53,0]
 L opened[53,1]
 L opened[53,2]
 L opened[53,3]
 L opened[53,4]
 L opened[53,5]
 L opened[53,6]
 L opened[53,7]
 L opened[53,8]
 L opened[53,9]
 L opened[53,10]
 L opened[53,11]
 L budget
COLUMNS
    M0 'MARKER' 'INTORG'
    x[0,0] assignment[0] 1
    x[0,0] capacity[0,0] 8
    x[0,0] capacity[0,1] 1
    x[0,0] opened[0,0] 1
    x[0,1] assignment[0] 1
    x[0,1] capacity[1,0] 8
    x[0,1] capacity[1,1] 1
    x[0,1] opened[0,1] 1
    x[0,1] budget 8
    x[0,2] assignment[0] 1
    x[0,2] capacity[2,0] 8
    x[0,2] capacity[2,1] 1
    x[0,2] opened[0,2] 1
    x[0,2] budget 8
    x[0,3] assignment[0] 1
    x[0,3] capacity[3,0] 8
    x[0,3] capacity[3,1] 1
    x[0,3] opened[0,3] 1
    x[0,3] budget 8
    x[0,4] assignment[0] 1
    x[0,4] capacity[4,0] 8
    x[0,4] capacity[4,1] 1
    x[0,4] opened[0,4] 1
    x[0,4] budget 8
    x[0,5] assignment[0] 1
    x[0,5] capacity[5,0] 8
    x[0,5] capacity[5,1] 1
    x[0,5] opened[0,5] 1
    x[0,5] budget 8
    x[0,6] assignment[0] 1
    x[0,6] capacity[6,0] 8
    x[0,6] capacity[6,1] 1
    x[0,6] opened[0,6] 1
    x[0,6] budget 8
    x[0,7] assignment[0] 1
    x[0,7] capacity[7,0] 8
    x[0,7] capacity[7,1] 1
    x[0,7] opened[0,7] 1
    x[0,7] budget 8
    x[0,8] assignment[0] 1
    x[0,8] capacity[8,0] 8
    x[0,8] capacity[8,1] 1
    x[0,8] opened[0,8] 1
    x[0,8] budget 8
    x[0,9] assignment[0] 1
    x[0,9] capacity[9,0] 8
    x[0,9] capacity[9,1] 1
    x[0,9] opened[0,9] 1
    x[0,9] budget 8
    x[0,10] assignment[0] 1
    x[0,10] capacity[10,0] 8
    x[0,10] capacity[10,1] 1
    x[0,10] opened[0,10] 1
    x[0,10] budget 8
    x[0,11] assignment[0] 1
    x[0,11] capacity[11,0] 8
    x[0,11] capacity[11,1] 1
    x[0,11] opened[0,11] 1
    x[0,11] budget 8
    x[1,0] assignment[1] 1
    x[1,0] capacity[0,0] 8
    x[1,0] capacity[0,1] 1
    x[1,0] opened[1,0] 1
    x[1,0] budget 8
    x[1,1] assignment[1] 1
    x[1,1] capacity[1,0] 8
    x[1,1] capacity[1,1] 1
    x[1,1] opened[1,1] 1
    x[1,1] budget 8
    x[1,2] assignment[1] 1
    x[1,2] capacity[2,0] 8
    x[1,2] capacity[2,1] 1
    x[1,2] opened[1,2] 1
    x[1,2] budget 8
    x[1,3] assignment[1] 1
    x[1,3] capacity[3,0] 8
    x[1,3] capacity[3,1] 1
    x[1,3] opened[1,3] 1
    x[1,3] budget 8
    x[1,4] assignment[1] 1
    x[1,4] capacity[4,0] 8
    x[1,4] capacity[4,1] 1
    x[1,4] opened[1,4] 1
    x[1,4] budget 8
    x[1,5] assignment[1] 1
    x[1,5] capacity[5,0] 8
    x[1,5] capacity[5,1] 1
    x[1,5] opened[1,5] 1
    x[1,5] budget 8
    x[1,6] assignment[1] 1
    x[1,6] capacity[6,0] 8
    x[1,6] capacity[6,1] 1
    x[1,6] opened[1,6] 1
    x[1,6] budget 8
    x[1,7] assignment[1] 1
    x[1,7] capacity[7,0] 8
    x[1,7] capacity[7,1] 1
    x[1,7] opened[1,7] 1
    x[1,7] budget 8
    x[1,8] assignment[1] 1
    x[1,8] capacity[8,0] 8
    x[1,8] capacity[8,1] 1
    x[1,8] opened[1,8] 1
    x[1,9] assignment[1] 1
    x[1,9] capacity[9,0] 8
    x[1,9] capacity[9,1] 1
    x[1,9] opened[1,9] 1
    x[1,9] budget 8
    x[1,10] assignment[1] 1
    x[1,10] capacity[10,0] 8
    x[1,10] capacity[10,1] 1
    x[1,10] opened[1,10] 1
    x[1,10] budget 8
    x[1,11] assignment[1] 1
    x[1,11] capacity[11,0] 8
    x[1,11] capacity[11,1] 1
    x[1,11] opened[1,11] 1
    x[1,11] budget 8
    x[2,0] assignment[2] 1
    x[2,0] capacity[0,0] 2
    x[2,0] capacity[0,1] 1
    x[2,0] opened[2,0] 1
    x[2,0] budget 2
    x[2,1] assignment[2] 1
    x[2,1] capacity[1,0] 2
    x[2,1] capacity[1,1] 1
    x[2,1] opened[2,1] 1
    x[2,1] budget 2
    x[2,2] assignment[2] 1
    x[2,2] capacity[2,0] 2
    x[2,2] capacity[2,1] 1
    x[2,2] opened[2,2] 1
    x[2,2] budget 2
    x[2,3] assignment[2] 1
    x[2,3] capacity[3,0] 2
    x[2,3] capacity[3,1] 1
    x[2,3] opened[2,3] 1
    x[2,3] budget 2
    x[2,4] assignment[2] 1
    x[2,4] capacity[4,0] 2
    x[2,4] capacity[4,1] 1
    x[2,4] opened[2,4] 1
    x[2,4] budget 2
    x[2,5] assignment[2] 1
    x[2,5] capacity[5,0] 2
    x[2,5] capacity[5,1] 1
    x[2,5] opened[2,5] 1
    x[2,5] budget 2
    x[2,6] assignment[2] 1
    x[2,6] capacity[6,0] 2
    x[2,6] capacity[6,1] 1
    x[2,6] opened[2,6] 1
    x[2,6] budget 2
    x[2,7] assignment[2] 1
    x[2,7] capacity[7,0] 2
    x[2,7] capacity[7,1] 1
    x[2,7] opened[2,7] 1
    x[2,7] budget 2
    x[2,8] assignment[2] 1
    x[2,8] capacity[8,0] 2
    x[2,8] capacity[8,1] 1
    x[2,8] opened[2,8] 1
    x[2,8] budget 2
    x[2,9] assignment[2] 1
    x[2,9] capacity[9,0] 2
    x[2,9] capacity[9,1] 1
    x[2,9] opened[2,9] 1
    x[2,9] budget 2
    x[2,10] assignment[2] 1
    x[2,10] capacity[10,0] 2
    x[2,10] capacity[10,1] 1
    x[2,10] opened[2,10] 1
    x[2,11] assignment[2] 1
    x[2,11] capacity[11,0] 2
    x[2,11] capacity[11,1] 1
    x[2,11] opened[2,11] 1
    x[2,11] budget 2
    x[3,0] assignment[3] 1
    x[3,0] capacity[0,0] 2
    x[3,0] capacity[0,1] 4
    x[3,0] opened[3,0] 1
    x[3,0] budget 2
    x[3,1] assignment[3] 1
    x[3,1] capacity[1,0] 2
    x[3,1] capacity[1,1] 4
    x[3,1] opened[3,1] 1
    x[3,1] budget 2
    x[3,2] assignment[3] 1
    x[3,2] capacity[2,0] 2
    x[3,2] capacity[2,1] 4
    x[3,2] opened[3,2] 1
    x[3,2] budget 2
    x[3,3] assignment[3] 1
    x[3,3] capacity[3,0] 2
    x[3,3] capacity[3,1] 4
    x[3,3] opened[3,3] 1
    x[3,3] budget 2
    x[3,4] assignment[3] 1
    x[3,4] capacity[4,0] 2
    x[3,4] capacity[4,1] 4
    x[3,4] opened[3,4] 1
    x[3,5] assignment[3] 1
    x[3,5] capacity[5,0] 2
    x[3,5] capacity[5,1] 4
    x[3,5] opened[3,5] 1
    x[3,5] budget 2
    x[3,6] assignment[3] 1
    x[3,6] capacity[6,0] 2
    x[3,6] capacity[6,1] 4
    x[3,6] opened[3,6] 1
    x[3,6] budget 2
    x[3,7] assignment[3] 1
    x[3,7] capacity[7,0] 2
    x[3,7] capacity[7,1] 4
    x[3,7] opened[3,7] 1
    x[3,7] budget 2
    x[3,8] assignment[3] 1
    x[3,8] capacity[8,0] 2
    x[3,8] capacity[8,1] 4
    x[3,8] opened[3,8] 1
    x[3,8] budget 2
    x[3,9] assignment[3] 1
    x[3,9] capacity[9,0] 2
    x[3,9] capacity[9,1] 4
    x[3,9] opened[3,9] 1
    x[3,9] budget 2
    x[3,10] assignment[3] 1
    x[3,10] capacity[10,0] 2
    x[3,10] capacity[10,1] 4
    x[3,10] opened[3,10] 1
    x[3,10] budget 2
    x[3,11] assignment[3] 1
    x[3,11] capacity[11,0] 2
    x[3,11] capacity[11,1] 4
    x[3,11] opened[3,11] 1
    x[3,11] budget 2
    x[4,0] assignment[4] 1
    x[4,0] capacity[0,0] 1
    x[4,0] capacity[0,1] 2
    x[4,0] opened[4,0] 1
    x[4,1] assignment[4] 1
    x[4,1] capacity[1,0] 1
    x[4,1] capacity[1,1] 2
    x[4,1] opened[4,1] 1
    x[4,1] budget 1
    x[4,2] assignment[4] 1
    x[4,2] capacity[2,0] 1
    x[4,2] capacity[2,1] 2
    x[4,2] opened[4,2] 1
    x[4,2] budget 1
    x[4,3] assignment[4] 1
    x[4,3] capacity[3,0] 1
    x[4,3] capacity[3,1] 2
    x[4,3] opened[4,3] 1
    x[4,3] budget 1
    x[4,4] assignment[4] 1
    x[4,4] capacity[4,0] 1
    x[4,4] capacity[4,1] 2
    x[4,4] opened[4,4] 1
    x[4,4] budget 1
    x[4,5] assignment[4] 1
    x[4,5] capacity[5,0] 1
    x[4,5] capacity[5,1] 2
    x[4,5] opened[4,5] 1
    x[4,5] budget 1
    x[4,6] assignment[4] 1
    x[4,6] capacity[6,0] 1
    x[4,6] capacity[6,1] 2
    x[4,6] opened[4,6] 1
    x[4,6] budget 1
    x[4,7] assignment[4] 1
    x[4,7] capacity[7,0] 1
    x[4,7] capacity[7,1] 2
    x[4,7] opened[4,7] 1
    x[4,7] budget 1
    x[4,8] assignment[4] 1
    x[4,8] capacity[8,0] 1
    x[4,8] capacity[8,1] 2
    x[4,8] opened[4,8] 1
    x[4,8] budget 1
    x[4,9] assignment[4] 1
    x[4,9] capacity[9,0] 1
    x[4,9] capacity[9,1] 2
    x[4,9] opened[4,9] 1
    x[4,9] budget 1
    x[4,10] assignment[4] 1
    x[4,10] capacity[10,0] 1
    x[4,10] capacity[10,1] 2
    x[4,10] opened[4,10] 1
    x[4,10] budget 1
    x[4,11] assignment[4] 1
    x[4,11] capacity[11,0] 1
    x[4,11] capacity[11,1] 2
    x[4,11] opened[4,11] 1
    x[4,11] budget 1
    x[5,0] assignment[5] 1
    x[5,0] capacity[0,0] 2
    x[5,0] capacity[0,1] 1
    x[5,0] opened[5,0] 1
    x[5,0] budget 2
    x[5,1] assignment[5] 1
    x[5,1] capacity[1,0] 2
    x[5,1] capacity[1,1] 1
    x[5,1] opened[5,1] 1
    x[5,1] budget 2
    x[5,2] assignment[5] 1
    x[5,2] capacity[2,0] 2
    x[5,2] capacity[2,1] 1
    x[5,2] opened[5,2] 1
    x[5,2] budget 2
    x[5,3] assignment[5] 1
    x[5,3] capacity[3,0] 2
    x[5,3] capacity[3,1] 1
    x[5,3] opened[5,3] 1
    x[5,3] budget 2
    x[5,4] assignment[5] 1
    x[5,4] capacity[4,0] 2
    x[5,4] capacity[4,1] 1
    x[5,4] opened[5,4] 1
    x[5,4] budget 2
    x[5,5] assignment[5] 1
    x[5,5] capacity[5,0] 2
    x[5,5] capacity[5,1] 1
    x[5,5] opened[5,5] 1
    x[5,5] budget 2
    x[5,6] assignment[5] 1
    x[5,6] capacity[6,0] 2
    x[5,6] capacity[6,1] 1
    x[5,6] opened[5,6] 1
    x[5,6] budget 2
    x[5,7] assignment[5] 1
    x[5,7] capacity[7,0] 2
    x[5,7] capacity[7,1] 1
    x[5,7] opened[5,7] 1
    x[5,7] budget 2
    x[5,8] assignment[5] 1
    x[5,8] capacity[8,0] 2
    x[5,8] capacity[8,1] 1
    x[5,8] opened[5,8] 1
    x[5,8] budget 2
    x[5,9] assignment[5] 1
    x[5,9] capacity[9,0] 2
    x[5,9] capacity[9,1] 1
    x[5,9] opened[5,9] 1
    x[5,9] budget 2
    x[5,10] assignment[5] 1
    x[5,10] capacity[10,0] 2
    x[5,10] capacity[10,1] 1
    x[5,10] opened[5,10] 1
    x[5,10] budget 2
    x[5,11] assignment[5] 1
    x[5,11] capacity[11,0] 2
    x[5,11] capacity[11,1] 1
    x[5,11] opened[5,11] 1
    x[6,0] assignment[6] 1
    x[6,0] capacity[0,0] 2
    x[6,0] capacity[0,1] 1
    x[6,0] opened[6,0] 1
    x[6,0] budget 2
    x[6,1] assignment[6] 1
    x[6,1] capacity[1,0] 2
    x[6,1] capacity[1,1] 1
    x[6,1] opened[6,1] 1
    x[6,2] assignment[6] 1
    x[6,2] capacity[2,0] 2
    x[6,2] capacity[2,1] 1
    x[6,2] opened[6,2] 1
    x[6,2] budget 2
    x[6,3] assignment[6] 1
    x[6,3] capacity[3,0] 2
    x[6,3] capacity[3,1] 1
    x[6,3] opened[6,3] 1
    x[6,3] budget 2
    x[6,4] assignment[6] 1
    x[6,4] capacity[4,0] 2
    x[6,4] capacity[4,1] 1
    x[6,4] opened[6,4] 1
    x[6,4] budget 2
    x[6,5] assignment[6] 1
    x[6,5] capacity[5,0] 2
    x[6,5] capacity[5,1] 1
    x[6,5] opened[6,5] 1
    x[6,5] budget 2
    x[6,6] assignment[6] 1
    x[6,6] capacity[6,0] 2
    x[6,6] capacity[6,1] 1
    x[6,6] opened[6,6] 1
    x[6,6] budget 2
    x[6,7] assignment[6] 1
    x[6,7] capacity[7,0] 2
    x[6,7] capacity[7,1] 1
    x[6,7] opened[6,7] 1
    x[6,7] budget 2
    x[6,8] assignment[6] 1
    x[6,8] capacity[8,0] 2
    x[6,8] capacity[8,1] 1
    x[6,8] opened[6,8] 1
    x[6,8] budget 2
    x[6,9] assignment[6] 1
    x[6,9] capacity[9,0] 2
    x[6,9] capacity[9,1] 1
    x[6,9] opened[6,9] 1
    x[6,9] budget 2
    x[6,10] assignment[6] 1
    x[6,10] capacity[10,0] 2
    x[6,10] capacity[10,1] 1
    x[6,10] opened[6,10] 1
    x[6,10] budget 2
    x[6,11] assignment[6] 1
    x[6,11] capacity[11,0] 2
    x[6,11] capacity[11,1] 1
    x[6,11] opened[6,11] 1
    x[6,11] budget 2
    x[7,0] assignment[7] 1
    x[7,0] capacity[0,0] 1
    x[7,0] capacity[0,1] 2
    x[7,0] opened[7,0] 1
    x[7,0] budget 1
    x[7,1] assignment[7] 1
    x[7,1] capacity[1,0] 1
    x[7,1] capacity[1,1] 2
    x[7,1] opened[7,1] 1
    x[7,1] budget 1
    x[7,2] assignment[7] 1
    x[7,2] capacity[2,0] 1
    x[7,2] capacity[2,1] 2
    x[7,2] opened[7,2] 1
    x[7,3] assignment[7] 1
    x[7,3] capacity[3,0] 1
    x[7,3] capacity[3,1] 2
    x[7,3] opened[7,3] 1
    x[7,3] budget 1
    x[7,4] assignment[7] 1
    x[7,4] capacity[4,0] 1
    x[7,4] capacity[4,1] 2
    x[7,4] opened[7,4] 1
    x[7,4] budget 1
    x[7,5] assignment[7] 1
    x[7,5] capacity[5,0] 1
    x[7,5] capacity[5,1] 2
    x[7,5] opened[7,5] 1
    x[7,5] budget 1
    x[7,6] assignment[7] 1
    x[7,6] capacity[6,0] 1
    x[7,6] capacity[6,1] 2
    x[7,6] opened[7,6] 1
    x[7,6] budget 1
    x[7,7] assignment[7] 1
    x[7,7] capacity[7,0] 1
    x[7,7] capacity[7,1] 2
    x[7,7] opened[7,7] 1
    x[7,7] budget 1
    x[7,8] assignment[7] 1
    x[7,8] capacity[8,0] 1
    x[7,8] capacity[8,1] 2
    x[7,8] opened[7,8] 1
    x[7,8] budget 1
    x[7,9] assignment[7] 1
    x[7,9] capacity[9,0] 1
    x[7,9] capacity[9,1] 2
    x[7,9] opened[7,9] 1
    x[7,9] budget 1
    x[7,10] assignment[7] 1
    x[7,10] capacity[10,0] 1
    x[7,10] capacity[10,1] 2
    x[7,10] opened[7,10] 1
    x[7,10] budget 1
    x[7,11] assignment[7] 1
    x[7,11] capacity[11,0] 1
    x[7,11] capacity[11,1] 2
    x[7,11] opened[7,11] 1
    x[7,11] budget 1
    x[8,0] assignment[8] 1
    x[8,0] capacity[0,0] 1
    x[8,0] capacity[0,1] 1
    x[8,0] opened[8,0] 1
    x[8,0] budget 1
    x[8,1] assignment[8] 1
    x[8,1] capacity[1,0] 1
    x[8,1] capacity[1,1] 1
    x[8,1] opened[8,1] 1
    x[8,1] budget 1
    x[8,2] assignment[8] 1
    x[8,2] capacity[2,0] 1
    x[8,2] capacity[2,1] 1
    x[8,2] opened[8,2] 1
    x[8,2] budget 1
    x[8,3] assignment[8] 1
    x[8,3] capacity[3,0] 1
    x[8,3] capacity[3,1] 1
    x[8,3] opened[8,3] 1
    x[8,3] budget 1
    x[8,4] assignment[8] 1
    x[8,4] capacity[4,0] 1
    x[8,4] capacity[4,1] 1
    x[8,4] opened[8,4] 1
    x[8,4] budget 1
    x[8,5] assignment[8] 1
    x[8,5] capacity[5,0] 1
    x[8,5] capacity[5,1] 1
    x[8,5] opened[8,5] 1
    x[8,5] budget 1
    x[8,6] assignment[8] 1
    x[8,6] capacity[6,0] 1
    x[8,6] capacity[6,1] 1
    x[8,6] opened[8,6] 1
    x[8,6] budget 1
    x[8,7] assignment[8] 1
    x[8,7] capacity[7,0] 1
    x[8,7] capacity[7,1] 1
    x[8,7] opened[8,7] 1
    x[8,8] assignment[8] 1
    x[8,8] capacity[8,0] 1
    x[8,8] capacity[8,1] 1
    x[8,8] opened[8,8] 1
    x[8,8] budget 1
    x[8,9] assignment[8] 1
    x[8,9] capacity[9,0] 1
    x[8,9] capacity[9,1] 1
    x[8,9] opened[8,9] 1
    x[8,9] budget 1
    x[8,10] assignment[8] 1
    x[8,10] capacity[10,0] 1
    x[8,10] capacity[10,1] 1
    x[8,10] opened[8,10] 1
    x[8,10] budget 1
    x[8,11] assignment[8] 1
    x[8,11] capacity[11,0] 1
    x[8,11] capacity[11,1] 1
    x[8,11] opened[8,11] 1
    x[8,11] budget 1
    x[9,0] assignment[9] 1
    x[9,0] capacity[0,0] 16
    x[9,0] capacity[0,1] 1
    x[9,0] opened[9,0] 1
    x[9,0] budget 16
    x[9,1] assignment[9] 1
    x[9,1] capacity[1,0] 16
    x[9,1] capacity[1,1] 1
    x[9,1] opened[9,1] 1
    x[9,1] budget 16
    x[9,2] assignment[9] 1
    x[9,2] capacity[2,0] 16
    x[9,2] capacity[2,1] 1
    x[9,2] opened[9,2] 1
    x[9,2] budget 16
    x[9,3] assignment[9] 1
    x[9,3] capacity[3,0] 16
    x[9,3] capacity[3,1] 1
    x[9,3] opened[9,3] 1
    x[9,4] assignment[9] 1
    x[9,4] capacity[4,0] 16
    x[9,4] capacity[4,1] 1
    x[9,4] opened[9,4] 1
    x[9,4] budget 16
    x[9,5] assignment[9] 1
    x[9,5] capacity[5,0] 16
    x[9,5] capacity[5,1] 1
    x[9,5] opened[9,5] 1
    x[9,5] budget 16
    x[9,6] assignment[9] 1
    x[9,6] capacity[6,0] 16
    x[9,6] capacity[6,1] 1
    x[9,6] opened[9,6] 1
    x[9,6] budget 16
    x[9,7] assignment[9] 1
    x[9,7] capacity[7,0] 16
    x[9,7] capacity[7,1] 1
    x[9,7] opened[9,7] 1
    x[9,7] budget 16
    x[9,8] assignment[9] 1
    x[9,8] capacity[8,0] 16
    x[9,8] capacity[8,1] 1
    x[9,8] opened[9,8] 1
    x[9,8] budget 16
    x[9,9] assignment[9] 1
    x[9,9] capacity[9,0] 16
    x[9,9] capacity[9,1] 1
    x[9,9] opened[9,9] 1
    x[9,9] budget 16
    x[9,10] assignment[9] 1
    x[9,10] capacity[10,0] 16
    x[9,10] capacity[10,1] 1
    x[9,10] opened[9,10] 1
    x[9,10] budget 16
    x[9,11] assignment[9] 1
    x[9,11] capacity[11,0] 16
    x[9,11] capacity[11,1] 1
    x[9,11] opened[9,11] 1
    x[9,11] budget 16
    x[10,0] assignment[10] 1
    x[10,0] capacity[0,0] 4
    x[10,0] capacity[0,1] 4
    x[10,0] opened[10,0] 1
    x[10,0] budget 4
    x[10,1] assignment[10] 1
    x[10,1] capacity[1,0] 4
    x[10,1] capacity[1,1] 4
    x[10,1] opened[10,1] 1
    x[10,1] budget 4
    x[10,2] assignment[10] 1
    x[10,2] capacity[2,0] 4
    x[10,2] capacity[2,1] 4
    x[10,2] opened[10,2] 1
    x[10,2] budget 4
    x[10,3] assignment[10] 1
    x[10,3] capacity[3,0] 4
    x[10,3] capacity[3,1] 4
    x[10,3] opened[10,3] 1
    x[10,3] budget 4
    x[10,4] assignment[10] 1
    x[10,4] capacity[4,0] 4
    x[10,4] capacity[4,1] 4
    x[10,4] opened[10,4] 1
    x[10,4] budget 4
    x[10,5] assignment[10] 1
    x[10,5] capacity[5,0] 4
    x[10,5] capacity[5,1] 4
    x[10,5] opened[10,5] 1
    x[10,5] budget 4
    x[10,6] assignment[10] 1
    x[10,6] capacity[6,0] 4
    x[10,6] capacity[6,1] 4
    x[10,6] opened[10,6] 1
    x[10,6] budget 4
    x[10,7] assignment[10] 1
    x[10,7] capacity[7,0] 4
    x[10,7] capacity[7,1] 4
    x[10,7] opened[10,7] 1
    x[10,8] assignment[10] 1
    x[10,8] capacity[8,0] 4
    x[10,8] capacity[8,1] 4
    x[10,8] opened[10,8] 1
    x[10,8] budget 4
    x[10,9] assignment[10] 1
    x[10,9] capacity[9,0] 4
    x[10,9] capacity[9,1] 4
    x[10,9] opened[10,9] 1
    x[10,9] budget 4
    x[10,10] assignment[10] 1
    x[10,10] capacity[10,0] 4
    x[10,10] capacity[10,1] 4
    x[10,10] opened[10,10] 1
    x[10,10] budget 4
    x[10,11] assignment[10] 1
    x[10,11] capacity[11,0] 4
    x[10,11] capacity[11,1] 4
    x[10,11] opened[10,11] 1
    x[10,11] budget 4
    x[11,0] assignment[11] 1
    x[11,0] capacity[0,0] 1
    x[11,0] capacity[0,1] 1
    x[11,0] opened[11,0] 1
    x[11,0] budget 1
    x[11,1] assignment[11] 1
    x[11,1] capacity[1,0] 1
    x[11,1] capacity[1,1] 1
    x[11,1] opened[11,1] 1
    x[11,2] assignment[11] 1
    x[11,2] capacity[2,0] 1
    x[11,2] capacity[2,1] 1
    x[11,2] opened[11,2] 1
    x[11,2] budget 1
    x[11,3] assignment[11] 1
    x[11,3] capacity[3,0] 1
    x[11,3] capacity[3,1] 1
    x[11,3] opened[11,3] 1
    x[11,3] budget 1
    x[11,4] assignment[11] 1
    x[11,4] capacity[4,0] 1
    x[11,4] capacity[4,1] 1
    x[11,4] opened[11,4] 1
    x[11,4] budget 1
    x[11,5] assignment[11] 1
    x[11,5] capacity[5,0] 1
    x[11,5] capacity[5,1] 1
    x[11,5] opened[11,5] 1
    x[11,5] budget 1
    x[11,6] assignment[11] 1
    x[11,6] capacity[6,0] 1
    x[11,6] capacity[6,1] 1
    x[11,6] opened[11,6] 1
    x[11,6] budget 1
    x[11,7] assignment[11] 1
    x[11,7] capacity[7,0] 1
    x[11,7] capacity[7,1] 1
    x[11,7] opened[11,7] 1
    x[11,7] budget 1
    x[11,8] assignment[11] 1
    x[11,8] capacity[8,0] 1
    x[11,8] capacity[8,1] 1
    x[11,8] opened[11,8] 1
    x[11,8] budget 1
    x[11,9] assignment[11] 1
    x[11,9] capacity[9,0] 1
    x[11,9] capacity[9,1] 1
    x[11,9] opened[11,9] 1
    x[11,9] budget 1
    x[11,10] assignment[11] 1
    x[11,10] capacity[10,0] 1
    x[11,10] capacity[10,1] 1
    x[11,10] opened[11,10] 1
    x[11,10] budget 1
    x[11,11] assignment[11] 1
    x[11,11] capacity[11,0] 1
    x[11,11] capacity[11,1] 1
    x[11,11] opened[11,11] 1
    x[11,11] budget 1
    x[12,0] assignment[12] 1
    x[12,0] capacity[0,0] 2
    x[12,0] capacity[0,1] 2
    x[12,0] opened[12,0] 1
    x[12,0] budget 2
    x[12,1] assignment[12] 1
    x[12,1] capacity[1,0] 2
    x[12,1] capacity[1,1] 2
    x[12,1] opened[12,1] 1
    x[12,1] budget 2
    x[12,2] assignment[12] 1
    x[12,2] capacity[2,0] 2
    x[12,2] capacity[2,1] 2
    x[12,2] opened[12,2] 1
    x[12,2] budget 2
    x[12,3] assignment[12] 1
    x[12,3] capacity[3,0] 2
    x[12,3] capacity[3,1] 2
    x[12,3] opened[12,3] 1
    x[12,3] budget 2
    x[12,4] assignment[12] 1
    x[12,4] capacity[4,0] 2
    x[12,4] capacity[4,1] 2
    x[12,4] opened[12,4] 1
    x[12,4] budget 2
    x[12,5] assignment[12] 1
    x[12,5] capacity[5,0] 2
    x[12,5] capacity[5,1] 2
    x[12,5] opened[12,5] 1
    x[12,5] budget 2
    x[12,6] assignment[12] 1
    x[12,6] capacity[6,0] 2
    x[12,6] capacity[6,1] 2
    x[12,6] opened[12,6] 1
    x[12,6] budget 2
    x[12,7] assignment[12] 1
    x[12,7] capacity[7,0] 2
    x[12,7] capacity[7,1] 2
    x[12,7] opened[12,7] 1
    x[12,7] budget 2
    x[12,8] assignment[12] 1
    x[12,8] capacity[8,0] 2
    x[12,8] capacity[8,1] 2
    x[12,8] opened[12,8] 1
    x[12,8] budget 2
    x[12,9] assignment[12] 1
    x[12,9] capacity[9,0] 2
    x[12,9] capacity[9,1] 2
    x[12,9] opened[12,9] 1
    x[12,9] budget 2
    x[12,10] assignment[12] 1
    x[12,10] capacity[10,0] 2
    x[12,10] capacity[10,1] 2
    x[12,10] opened[12,10] 1
    x[12,11] assignment[12] 1
    x[12,11] capacity[11,0] 2
    x[12,11] capacity[11,1] 2
    x[12,11] opened[12,11] 1
    x[12,11] budget 2
    x[13,0] assignment[13] 1
    x[13,0] capacity[0,0] 16
    x[13,0] capacity[0,1] 1
    x[13,0] opened[13,0] 1
    x[13,0] budget 16
    x[13,1] assignment[13] 1
    x[13,1] capacity[1,0] 16
    x[13,1] capacity[1,1] 1
    x[13,1] opened[13,1] 1
    x[13,1] budget 16
    x[13,2] assignment[13] 1
    x[13,2] capacity[2,0] 16
    x[13,2] capacity[2,1] 1
    x[13,2] opened[13,2] 1
    x[13,2] budget 16
    x[13,3] assignment[13] 1
    x[13,3] capacity[3,0] 16
    x[13,3] capacity[3,1] 1
    x[13,3] opened[13,3] 1
    x[13,3] budget 16
    x[13,4] assignment[13] 1
    x[13,4] capacity[4,0] 16
    x[13,4] capacity[4,1] 1
    x[13,4] opened[13,4] 1
    x[13,4] budget 16
    x[13,5] assignment[13] 1
    x[13,5] capacity[5,0] 16
    x[13,5] capacity[5,1] 1
    x[13,5] opened[13,5] 1
    x[13,5] budget 16
    x[13,6] assignment[13] 1
    x[13,6] capacity[6,0] 16
    x[13,6] capacity[6,1] 1
    x[13,6] opened[13,6] 1
    x[13,7] assignment[13] 1
    x[13,7] capacity[7,0] 16
    x[13,7] capacity[7,1] 1
    x[13,7] opened[13,7] 1
    x[13,7] budget 16
    x[13,8] assignment[13] 1
    x[13,8] capacity[8,0] 16
    x[13,8] capacity[8,1] 1
    x[13,8] opened[13,8] 1
    x[13,8] budget 16
    x[13,9] assignment[13] 1
    x[13,9] capacity[9,0] 16
    x[13,9] capacity[9,1] 1
    x[13,9] opened[13,9] 1
    x[13,9] budget 16
    x[13,10] assignment[13] 1
    x[13,10] capacity[10,0] 16
    x[13,10] capacity[10,1] 1
    x[13,10] opened[13,10] 1
    x[13,10] budget 16
    x[13,11] assignment[13] 1
    x[13,11] capacity[11,0] 16
    x[13,11] capacity[11,1] 1
    x[13,11] opened[13,11] 1
    x[13,11] budget 16
    x[14,0] assignment[14] 1
    x[14,0] capacity[0,0] 8
    x[14,0] capacity[0,1] 2
    x[14,0] opened[14,0] 1
    x[14,0] budget 8
    x[14,1] assignment[14] 1
    x[14,1] capacity[1,0] 8
    x[14,1] capacity[1,1] 2
    x[14,1] opened[14,1] 1
    x[14,1] budget 8
    x[14,2] assignment[14] 1
    x[14,2] capacity[2,0] 8
    x[14,2] capacity[2,1] 2
    x[14,2] opened[14,2] 1
    x[14,3] assignment[14] 1
    x[14,3] capacity[3,0] 8
    x[14,3] capacity[3,1] 2
    x[14,3] opened[14,3] 1
    x[14,3] budget 8
    x[14,4] assignment[14] 1
    x[14,4] capacity[4,0] 8
    x[14,4] capacity[4,1] 2
    x[14,4] opened[14,4] 1
    x[14,4] budget 8
    x[14,5] assignment[14] 1
    x[14,5] capacity[5,0] 8
    x[14,5] capacity[5,1] 2
    x[14,5] opened[14,5] 1
    x[14,5] budget 8
    x[14,6] assignment[14] 1
    x[14,6] capacity[6,0] 8
    x[14,6] capacity[6,1] 2
    x[14,6] opened[14,6] 1
    x[14,6] budget 8
    x[14,7] assignment[14] 1
    x[14,7] capacity[7,0] 8
    x[14,7] capacity[7,1] 2
    x[14,7] opened[14,7] 1
    x[14,7] budget 8
    x[14,8] assignment[14] 1
    x[14,8] capacity[8,0] 8
    x[14,8] capacity[8,1] 2
    x[14,8] opened[14,8] 1
    x[14,8] budget 8
    x[14,9] assignment[14] 1
    x[14,9] capacity[9,0] 8
    x[14,9] capacity[9,1] 2
    x[14,9] opened[14,9] 1
    x[14,9] budget 8
    x[14,10] assignment[14] 1
    x[14,10] capacity[10,0] 8
    x[14,10] capacity[10,1] 2
    x[14,10] opened[14,10] 1
    x[14,10] budget 8
    x[14,11] assignment[14] 1
    x[14,11] capacity[11,0] 8
    x[14,11] capacity[11,1] 2
    x[14,11] opened[14,11] 1
    x[14,11] budget 8
    x[15,0] assignment[15] 1
    x[15,0] capacity[0,0] 8
    x[15,0] capacity[0,1] 2
    x[15,0] opened[15,0] 1
    x[15,0] budget 8
    x[15,1] assignment[15] 1
    x[15,1] capacity[1,0] 8
    x[15,1] capacity[1,1] 2
    x[15,1] opened[15,1] 1
    x[15,1] budget 8
    x[15,2] assignment[15] 1
    x[15,2] capacity[2,0] 8
    x[15,2] capacity[2,1] 2
    x[15,2] opened[15,2] 1
    x[15,2] budget 8
    x[15,3] assignment[15] 1
    x[15,3] capacity[3,0] 8
    x[15,3] capacity[3,1] 2
    x[15,3] opened[15,3] 1
    x[15,3] budget 8
    x[15,4] assignment[15] 1
    x[15,4] capacity[4,0] 8
    x[15,4] capacity[4,1] 2
    x[15,4] opened[15,4] 1
    x[15,4] budget 8
    x[15,5] assignment[15] 1
    x[15,5] capacity[5,0] 8
    x[15,5] capacity[5,1] 2
    x[15,5] opened[15,5] 1
    x[15,5] budget 8
    x[15,6] assignment[15] 1
    x[15,6] capacity[6,0] 8
    x[15,6] capacity[6,1] 2
    x[15,6] opened[15,6] 1
    x[15,6] budget 8
    x[15,7] assignment[15] 1
    x[15,7] capacity[7,0] 8
    x[15,7] capacity[7,1] 2
    x[15,7] opened[15,7] 1
    x[15,7] budget 8
    x[15,8] assignment[15] 1
    x[15,8] capacity[8,0] 8
    x[15,8] capacity[8,1] 2
    x[15,8] opened[15,8] 1
    x[15,9] assignment[15] 1
    x[15,9] capacity[9,0] 8
    x[15,9] capacity[9,1] 2
    x[15,9] opened[15,9] 1
    x[15,9] budget 8
    x[15,10] assignment[15] 1
    x[15,10] capacity[10,0] 8
    x[15,10] capacity[10,1] 2
    x[15,10] opened[15,10] 1
    x[15,10] budget 8
    x[15,11] assignment[15] 1
    x[15,11] capacity[11,0] 8
    x[15,11] capacity[11,1] 2
    x[15,11] opened[15,11] 1
    x[15,11] budget 8
    x[16,0] assignment[16] 1
    x[16,0] capacity[0,0] 2
    x[16,0] capacity[0,1] 1
    x[16,0] opened[16,0] 1
    x[16,1] assignment[16] 1
    x[16,1] capacity[1,0] 2
    x[16,1] capacity[1,1] 1
    x[16,1] opened[16,1] 1
    x[16,1] budget 2
    x[16,2] assignment[16] 1
    x[16,2] capacity[2,0] 2
    x[16,2] capacity[2,1] 1
    x[16,2] opened[16,2] 1
    x[16,2] budget 2
    x[16,3] assignment[16] 1
    x[16,3] capacity[3,0] 2
    x[16,3] capacity[3,1] 1
    x[16,3] opened[16,3] 1
    x[16,3] budget 2
    x[16,4] assignment[16] 1
    x[16,4] capacity[4,0] 2
    x[16,4] capacity[4,1] 1
    x[16,4] opened[16,4] 1
    x[16,4] budget 2
    x[16,5] assignment[16] 1
    x[16,5] capacity[5,0] 2
    x[16,5] capacity[5,1] 1
    x[16,5] opened[16,5] 1
    x[16,5] budget 2
    x[16,6] assignment[16] 1
    x[16,6] capacity[6,0] 2
    x[16,6] capacity[6,1] 1
    x[16,6] opened[16,6] 1
    x[16,6] budget 2
    x[16,7] assignment[16] 1
    x[16,7] capacity[7,0] 2
    x[16,7] capacity[7,1] 1
    x[16,7] opened[16,7] 1
    x[16,7] budget 2
    x[16,8] assignment[16] 1
    x[16,8] capacity[8,0] 2
    x[16,8] capacity[8,1] 1
    x[16,8] opened[16,8] 1
    x[16,8] budget 2
    x[16,9] assignment[16] 1
    x[16,9] capacity[9,0] 2
    x[16,9] capacity[9,1] 1
    x[16,9] opened[16,9] 1
    x[16,9] budget 2
    x[16,10] assignment[16] 1
    x[16,10] capacity[10,0] 2
    x[16,10] capacity[10,1] 1
    x[16,10] opened[16,10] 1
    x[16,10] budget 2
    x[16,11] assignment[16] 1
    x[16,11] capacity[11,0] 2
    x[16,11] capacity[11,1] 1
    x[16,11] opened[16,11] 1
    x[16,11] budget 2
    x[17,0] assignment[17] 1
    x[17,0] capacity[0,0] 2
    x[17,0] capacity[0,1] 2
    x[17,0] opened[17,0] 1
    x[17,0] budget 2
    x[17,1] assignment[17] 1
    x[17,1] capacity[1,0] 2
    x[17,1] capacity[1,1] 2
    x[17,1] opened[17,1] 1
    x[17,1] budget 2
    x[17,2] assignment[17] 1
    x[17,2] capacity[2,0] 2
    x[17,2] capacity[2,1] 2
    x[17,2] opened[17,2] 1
    x[17,2] budget 2
    x[17,3] assignment[17] 1
    x[17,3] capacity[3,0] 2
    x[17,3] capacity[3,1] 2
    x[17,3] opened[17,3] 1
    x[17,4] assignment[17] 1
    x[17,4] capacity[4,0] 2
    x[17,4] capacity[4,1] 2
    x[17,4] opened[17,4] 1
    x[17,4] budget 2
    x[17,5] assignment[17] 1
    x[17,5] capacity[5,0] 2
    x[17,5] capacity[5,1] 2
    x[17,5] opened[17,5] 1
    x[17,5] budget 2
    x[17,6] assignment[17] 1
    x[17,6] capacity[6,0] 2
    x[17,6] capacity[6,1] 2
    x[17,6] opened[17,6] 1
    x[17,6] budget 2
    x[17,7] assignment[17] 1
    x[17,7] capacity[7,0] 2
    x[17,7] capacity[7,1] 2
    x[17,7] opened[17,7] 1
    x[17,7] budget 2
    x[17,8] assignment[17] 1
    x[17,8] capacity[8,0] 2
    x[17,8] capacity[8,1] 2
    x[17,8] opened[17,8] 1
    x[17,8] budget 2
    x[17,9] assignment[17] 1
    x[17,9] capacity[9,0] 2
    x[17,9] capacity[9,1] 2
    x[17,9] opened[17,9] 1
    x[17,9] budget 2
    x[17,10] assignment[17] 1
    x[17,10] capacity[10,0] 2
    x[17,10] capacity[10,1] 2
    x[17,10] opened[17,10] 1
    x[17,10] budget 2
    x[17,11] assignment[17] 1
    x[17,11] capacity[11,0] 2
    x[17,11] capacity[11,1] 2
    x[17,11] opened[17,11] 1
    x[17,11] budget 2
    x[18,0] assignment[18] 1
    x[18,0] capacity[0,0] 4
    x[18,0] capacity[0,1] 2
    x[18,0] opened[18,0] 1
    x[18,0] budget 4
    x[18,1] assignment[18] 1
    x[18,1] capacity[1,0] 4
    x[18,1] capacity[1,1] 2
    x[18,1] opened[18,1] 1
    x[18,1] budget 4
    x[18,2] assignment[18] 1
    x[18,2] capacity[2,0] 4
    x[18,2] capacity[2,1] 2
    x[18,2] opened[18,2] 1
    x[18,2] budget 4
    x[18,3] assignment[18] 1
    x[18,3] capacity[3,0] 4
    x[18,3] capacity[3,1] 2
    x[18,3] opened[18,3] 1
    x[18,3] budget 4
    x[18,4] assignment[18] 1
    x[18,4] capacity[4,0] 4
    x[18,4] capacity[4,1] 2
    x[18,4] opened[18,4] 1
    x[18,4] budget 4
    x[18,5] assignment[18] 1
    x[18,5] capacity[5,0] 4
    x[18,5] capacity[5,1] 2
    x[18,5] opened[18,5] 1
    x[18,6] assignment[18] 1
    x[18,6] capacity[6,0] 4
    x[18,6] capacity[6,1] 2
    x[18,6] opened[18,6] 1
    x[18,6] budget 4
    x[18,7] assignment[18] 1
    x[18,7] capacity[7,0] 4
    x[18,7] capacity[7,1] 2
    x[18,7] opened[18,7] 1
    x[18,7] budget 4
    x[18,8] assignment[18] 1
    x[18,8] capacity[8,0] 4
    x[18,8] capacity[8,1] 2
    x[18,8] opened[18,8] 1
    x[18,8] budget 4
    x[18,9] assignment[18] 1
    x[18,9] capacity[9,0] 4
    x[18,9] capacity[9,1] 2
    x[18,9] opened[18,9] 1
    x[18,9] budget 4
    x[18,10] assignment[18] 1
    x[18,10] capacity[10,0] 4
    x[18,10] capacity[10,1] 2
    x[18,10] opened[18,10] 1
    x[18,10] budget 4
    x[18,11] assignment[18] 1
    x[18,11] capacity[11,0] 4
    x[18,11] capacity[11,1] 2
    x[18,11] opened[18,11] 1
    x[18,11] budget 4
    x[19,0] assignment[19] 1
    x[19,0] capacity[0,0] 1
    x[19,0] capacity[0,1] 1
    x[19,0] opened[19,0] 1
    x[19,0] budget 1
    x[19,1] assignment[19] 1
    x[19,1] capacity[1,0] 1
    x[19,1] capacity[1,1] 1
    x[19,1] opened[19,1] 1
    x[19,1] budget 1
    x[19,2] assignment[19] 1
    x[19,2] capacity[2,0] 1
    x[19,2] capacity[2,1] 1
    x[19,2] opened[19,2] 1
    x[19,2] budget 1
    x[19,3] assignment[19] 1
    x[19,3] capacity[3,0] 1
    x[19,3] capacity[3,1] 1
    x[19,3] opened[19,3] 1
    x[19,3] budget 1
    x[19,4] assignment[19] 1
    x[19,4] capacity[4,0] 1
    x[19,4] capacity[4,1] 1
    x[19,4] opened[19,4] 1
    x[19,4] budget 1
    x[19,5] assignment[19] 1
    x[19,5] capacity[5,0] 1
    x[19,5] capacity[5,1] 1
    x[19,5] opened[19,5] 1
    x[19,5] budget 1
    x[19,6] assignment[19] 1
    x[19,6] capacity[6,0] 1
    x[19,6] capacity[6,1] 1
    x[19,6] opened[19,6] 1
    x[19,6] budget 1
    x[19,7] assignment[19] 1
    x[19,7] capacity[7,0] 1
    x[19,7] capacity[7,1] 1
    x[19,7] opened[19,7] 1
    x[19,7] budget 1
    x[19,8] assignment[19] 1
    x[19,8] capacity[8,0] 1
    x[19,8] capacity[8,1] 1
    x[19,8] opened[19,8] 1
    x[19,8] budget 1
    x[19,9] assignment[19] 1
    x[19,9] capacity[9,0] 1
    x[19,9] capacity[9,1] 1
    x[19,9] opened[19,9] 1
    x[19,9] budget 1
    x[19,10] assignment[19] 1
    x[19,10] capacity[10,0] 1
    x[19,10] capacity[10,1] 1
    x[19,10] opened[19,10] 1
    x[19,11] assignment[19] 1
    x[19,11] capacity[11,0] 1
    x[19,11] capacity[11,1] 1
    x[19,11] opened[19,11] 1
    x[19,11] budget 1
    x[20,0] assignment[20] 1
    x[20,0] capacity[0,0] 4
    x[20,0] capacity[0,1] 1
    x[20,0] opened[20,0] 1
    x[20,0] budget 4
    x[20,1] assignment[20] 1
    x[20,1] capacity[1,0] 4
    x[20,1] capacity[1,1] 1
    x[20,1] opened[20,1] 1
    x[20,1] budget 4
    x[20,2] assignment[20] 1
    x[20,2] capacity[2,0] 4
    x[20,2] capacity[2,1] 1
    x[20,2] opened[20,2] 1
    x[20,2] budget 4
    x[20,3] assignment[20] 1
    x[20,3] capacity[3,0] 4
    x[20,3] capacity[3,1] 1
    x[20,3] opened[20,3] 1
    x[20,3] budget 4
    x[20,4] assignment[20] 1
    x[20,4] capacity[4,0] 4
    x[20,4] capacity[4,1] 1
    x[20,4] opened[20,4] 1
    x[20,4] budget 4
    x[20,5] assignment[20] 1
    x[20,5] capacity[5,0] 4
    x[20,5] capacity[5,1] 1
    x[20,5] opened[20,5] 1
    x[20,5] budget 4
    x[20,6] assignment[20] 1
    x[20,6] capacity[6,0] 4
    x[20,6] capacity[6,1] 1
    x[20,6] opened[20,6] 1
    x[20,6] budget 4
    x[20,7] assignment[20] 1
    x[20,7] capacity[7,0] 4
    x[20,7] capacity[7,1] 1
    x[20,7] opened[20,7] 1
    x[20,8] assignment[20] 1
    x[20,8] capacity[8,0] 4
    x[20,8] capacity[8,1] 1
    x[20,8] opened[20,8] 1
    x[20,8] budget 4
    x[20,9] assignment[20] 1
    x[20,9] capacity[9,0] 4
    x[20,9] capacity[9,1] 1
    x[20,9] opened[20,9] 1
    x[20,9] budget 4
    x[20,10] assignment[20] 1
    x[20,10] capacity[10,0] 4
    x[20,10] capacity[10,1] 1
    x[20,10] opened[20,10] 1
    x[20,10] budget 4
    x[20,11] assignment[20] 1
    x[20,11] capacity[11,0] 4
    x[20,11] capacity[11,1] 1
    x[20,11] opened[20,11] 1
    x[20,11] budget 4
    x[21,0] assignment[21] 1
    x[21,0] capacity[0,0] 2
    x[21,0] capacity[0,1] 1
    x[21,0] opened[21,0] 1
    x[21,0] budget 2
    x[21,1] assignment[21] 1
    x[21,1] capacity[1,0] 2
    x[21,1] capacity[1,1] 1
    x[21,1] opened[21,1] 1
    x[21,1] budget 2
    x[21,2] assignment[21] 1
    x[21,2] capacity[2,0] 2
    x[21,2] capacity[2,1] 1
    x[21,2] opened[21,2] 1
    x[21,2] budget 2
    x[21,3] assignment[21] 1
    x[21,3] capacity[3,0] 2
    x[21,3] capacity[3,1] 1
    x[21,3] opened[21,3] 1
    x[21,3] budget 2
    x[21,4] assignment[21] 1
    x[21,4] capacity[4,0] 2
    x[21,4] capacity[4,1] 1
    x[21,4] opened[21,4] 1
    x[21,4] budget 2
    x[21,5] assignment[21] 1
    x[21,5] capacity[5,0] 2
    x[21,5] capacity[5,1] 1
    x[21,5] opened[21,5] 1
    x[21,5] budget 2
    x[21,6] assignment[21] 1
    x[21,6] capacity[6,0] 2
    x[21,6] capacity[6,1] 1
    x[21,6] opened[21,6] 1
    x[21,6] budget 2
    x[21,7] assignment[21] 1
    x[21,7] capacity[7,0] 2
    x[21,7] capacity[7,1] 1
    x[21,7] opened[21,7] 1
    x[21,7] budget 2
    x[21,8] assignment[21] 1
    x[21,8] capacity[8,0] 2
    x[21,8] capacity[8,1] 1
    x[21,8] opened[21,8] 1
    x[21,8] budget 2
    x[21,9] assignment[21] 1
    x[21,9] capacity[9,0] 2
    x[21,9] capacity[9,1] 1
    x[21,9] opened[21,9] 1
    x[21,10] assignment[21] 1
    x[21,10] capacity[10,0] 2
    x[21,10] capacity[10,1] 1
    x[21,10] opened[21,10] 1
    x[21,10] budget 2
    x[21,11] assignment[21] 1
    x[21,11] capacity[11,0] 2
    x[21,11] capacity[11,1] 1
    x[21,11] opened[21,11] 1
    x[21,11] budget 2
    x[22,0] assignment[22] 1
    x[22,0] capacity[0,0] 8
    x[22,0] capacity[0,1] 2
    x[22,0] opened[22,0] 1
    x[22,0] budget 8
    x[22,1] assignment[22] 1
    x[22,1] capacity[1,0] 8
    x[22,1] capacity[1,1] 2
    x[22,1] opened[22,1] 1
    x[22,1] budget 8
    x[22,2] assignment[22] 1
    x[22,2] capacity[2,0] 8
    x[22,2] capacity[2,1] 2
    x[22,2] opened[22,2] 1
    x[22,2] budget 8
    x[22,3] assignment[22] 1
    x[22,3] capacity[3,0] 8
    x[22,3] capacity[3,1] 2
    x[22,3] opened[22,3] 1
    x[22,3] budget 8
    x[22,4] assignment[22] 1
    x[22,4] capacity[4,0] 8
    x[22,4] capacity[4,1] 2
    x[22,4] opened[22,4] 1
    x[22,4] budget 8
    x[22,5] assignment[22] 1
    x[22,5] capacity[5,0] 8
    x[22,5] capacity[5,1] 2
    x[22,5] opened[22,5] 1
    x[22,5] budget 8
    x[22,6] assignment[22] 1
    x[22,6] capacity[6,0] 8
    x[22,6] capacity[6,1] 2
    x[22,6] opened[22,6] 1
    x[22,6] budget 8
    x[22,7] assignment[22] 1
    x[22,7] capacity[7,0] 8
    x[22,7] capacity[7,1] 2
    x[22,7] opened[22,7] 1
    x[22,7] budget 8
    x[22,8] assignment[22] 1
    x[22,8] capacity[8,0] 8
    x[22,8] capacity[8,1] 2
    x[22,8] opened[22,8] 1
    x[22,8] budget 8
    x[22,9] assignment[22] 1
    x[22,9] capacity[9,0] 8
    x[22,9] capacity[9,1] 2
    x[22,9] opened[22,9] 1
    x[22,9] budget 8
    x[22,10] assignment[22] 1
    x[22,10] capacity[10,0] 8
    x[22,10] capacity[10,1] 2
    x[22,10] opened[22,10] 1
    x[22,10] budget 8
    x[22,11] assignment[22] 1
    x[22,11] capacity[11,0] 8
    x[22,11] capacity[11,1] 2
    x[22,11] opened[22,11] 1
    x[23,0] assignment[23] 1
    x[23,0] capacity[0,0] 1
    x[23,0] capacity[0,1] 2
    x[23,0] opened[23,0] 1
    x[23,0] budget 1
    x[23,1] assignment[23] 1
    x[23,1] capacity[1,0] 1
    x[23,1] capacity[1,1] 2
    x[23,1] opened[23,1] 1
    x[23,1] budget 1
    x[23,2] assignment[23] 1
    x[23,2] capacity[2,0] 1
    x[23,2] capacity[2,1] 2
    x[23,2] opened[23,2] 1
    x[23,2] budget 1
    x[23,3] assignment[23] 1
    x[23,3] capacity[3,0] 1
    x[23,3] capacity[3,1] 2
    x[23,3] opened[23,3] 1
    x[23,4] assignment[23] 1
    x[23,4] capacity[4,0] 1
    x[23,4] capacity[4,1] 2
    x[23,4] opened[23,4] 1
    x[23,4] budget 1
    x[23,5] assignment[23] 1
    x[23,5] capacity[5,0] 1
    x[23,5] capacity[5,1] 2
    x[23,5] opened[23,5] 1
    x[23,5] budget 1
    x[23,6] assignment[23] 1
    x[23,6] capacity[6,0] 1
    x[23,6] capacity[6,1] 2
    x[23,6] opened[23,6] 1
    x[23,6] budget 1
    x[23,7] assignment[23] 1
    x[23,7] capacity[7,0] 1
    x[23,7] capacity[7,1] 2
    x[23,7] opened[23,7] 1
    x[23,7] budget 1
    x[23,8] assignment[23] 1
    x[23,8] capacity[8,0] 1
    x[23,8] capacity[8,1] 2
    x[23,8] opened[23,8] 1
    x[23,8] budget 1
    x[23,9] assignment[23] 1
    x[23,9] capacity[9,0] 1
    x[23,9] capacity[9,1] 2
    x[23,9] opened[23,9] 1
    x[23,9] budget 1
    x[23,10] assignment[23] 1
    x[23,10] capacity[10,0] 1
    x[23,10] capacity[10,1] 2
    x[23,10] opened[23,10] 1
    x[23,10] budget 1
    x[23,11] assignment[23] 1
    x[23,11] capacity[11,0] 1
    x[23,11] capacity[11,1] 2
    x[23,11] opened[23,11] 1
    x[23,11] budget 1
    x[24,0] assignment[24] 1
    x[24,0] capacity[0,0] 4
    x[24,0] capacity[0,1] 1
    x[24,0] opened[24,0] 1
    x[24,0] budget 4
    x[24,1] assignment[24] 1
    x[24,1] capacity[1,0] 4
    x[24,1] capacity[1,1] 1
    x[24,1] opened[24,1] 1
    x[24,1] budget 4
    x[24,2] assignment[24] 1
    x[24,2] capacity[2,0] 4
    x[24,2] capacity[2,1] 1
    x[24,2] opened[24,2] 1
    x[24,2] budget 4
    x[24,3] assignment[24] 1
    x[24,3] capacity[3,0] 4
    x[24,3] capacity[3,1] 1
    x[24,3] opened[24,3] 1
    x[24,3] budget 4
    x[24,4] assignment[24] 1
    x[24,4] capacity[4,0] 4
    x[24,4] capacity[4,1] 1
    x[24,4] opened[24,4] 1
    x[24,4] budget 4
    x[24,5] assignment[24] 1
    x[24,5] capacity[5,0] 4
    x[24,5] capacity[5,1] 1
    x[24,5] opened[24,5] 1
    x[24,5] budget 4
    x[24,6] assignment[24] 1
    x[24,6] capacity[6,0] 4
    x[24,6] capacity[6,1] 1
    x[24,6] opened[24,6] 1
    x[24,6] budget 4
    x[24,7] assignment[24] 1
    x[24,7] capacity[7,0] 4
    x[24,7] capacity[7,1] 1
    x[24,7] opened[24,7] 1
    x[24,7] budget 4
    x[24,8] assignment[24] 1
    x[24,8] capacity[8,0] 4
    x[24,8] capacity[8,1] 1
    x[24,8] opened[24,8] 1
    x[24,9] assignment[24] 1
    x[24,9] capacity[9,0] 4
    x[24,9] capacity[9,1] 1
    x[24,9] opened[24,9] 1
    x[24,9] budget 4
    x[24,10] assignment[24] 1
    x[24,10] capacity[10,0] 4
    x[24,10] capacity[10,1] 1
    x[24,10] opened[24,10] 1
    x[24,10] budget 4
    x[24,11] assignment[24] 1
    x[24,11] capacity[11,0] 4
    x[24,11] capacity[11,1] 1
    x[24,11] opened[24,11] 1
    x[24,11] budget 4
    x[25,0] assignment[25] 1
    x[25,0] capacity[0,0] 8
    x[25,0] capacity[0,1] 1
    x[25,0] opened[25,0] 1
    x[25,0] budget 8
    x[25,1] assignment[25] 1
    x[25,1] capacity[1,0] 8
    x[25,1] capacity[1,1] 1
    x[25,1] opened[25,1] 1
    x[25,1] budget 8
    x[25,2] assignment[25] 1
    x[25,2] capacity[2,0] 8
    x[25,2] capacity[2,1] 1
    x[25,2] opened[25,2] 1
    x[25,2] budget 8
    x[25,3] assignment[25] 1
    x[25,3] capacity[3,0] 8
    x[25,3] capacity[3,1] 1
    x[25,3] opened[25,3] 1
    x[25,3] budget 8
    x[25,4] assignment[25] 1
    x[25,4] capacity[4,0] 8
    x[25,4] capacity[4,1] 1
    x[25,4] opened[25,4] 1
    x[25,4] budget 8
    x[25,5] assignment[25] 1
    x[25,5] capacity[5,0] 8
    x[25,5] capacity[5,1] 1
    x[25,5] opened[25,5] 1
    x[25,5] budget 8
    x[25,6] assignment[25] 1
    x[25,6] capacity[6,0] 8
    x[25,6] capacity[6,1] 1
    x[25,6] opened[25,6] 1
    x[25,6] budget 8
    x[25,7] assignment[25] 1
    x[25,7] capacity[7,0] 8
    x[25,7] capacity[7,1] 1
    x[25,7] opened[25,7] 1
    x[25,8] assignment[25] 1
    x[25,8] capacity[8,0] 8
    x[25,8] capacity[8,1] 1
    x[25,8] opened[25,8] 1
    x[25,8] budget 8
    x[25,9] assignment[25] 1
    x[25,9] capacity[9,0] 8
    x[25,9] capacity[9,1] 1
    x[25,9] opened[25,9] 1
    x[25,9] budget 8
    x[25,10] assignment[25] 1
    x[25,10] capacity[10,0] 8
    x[25,10] capacity[10,1] 1
    x[25,10] opened[25,10] 1
    x[25,10] budget 8
    x[25,11] assignment[25] 1
    x[25,11] capacity[11,0] 8
    x[25,11] capacity[11,1] 1
    x[25,11] opened[25,11] 1
    x[25,11] budget 8
    x[26,0] assignment[26] 1
    x[26,0] capacity[0,0] 1
    x[26,0] capacity[0,1] 1
    x[26,0] opened[26,0] 1
    x[26,0] budget 1
    x[26,1] assignment[26] 1
    x[26,1] capacity[1,0] 1
    x[26,1] capacity[1,1] 1
    x[26,1] opened[26,1] 1
    x[26,1] budget 1
    x[26,2] assignment[26] 1
    x[26,2] capacity[2,0] 1
    x[26,2] capacity[2,1] 1
    x[26,2] opened[26,2] 1
    x[26,2] budget 1
    x[26,3] assignment[26] 1
    x[26,3] capacity[3,0] 1
    x[26,3] capacity[3,1] 1
    x[26,3] opened[26,3] 1
    x[26,3] budget 1
    x[26,4] assignment[26] 1
    x[26,4] capacity[4,0] 1
    x[26,4] capacity[4,1] 1
    x[26,4] opened[26,4] 1
    x[26,5] assignment[26] 1
    x[26,5] capacity[5,0] 1
    x[26,5] capacity[5,1] 1
    x[26,5] opened[26,5] 1
    x[26,5] budget 1
    x[26,6] assignment[26] 1
    x[26,6] capacity[6,0] 1
    x[26,6] capacity[6,1] 1
    x[26,6] opened[26,6] 1
    x[26,6] budget 1
    x[26,7] assignment[26] 1
    x[26,7] capacity[7,0] 1
    x[26,7] capacity[7,1] 1
    x[26,7] opened[26,7] 1
    x[26,7] budget 1
    x[26,8] assignment[26] 1
    x[26,8] capacity[8,0] 1
    x[26,8] capacity[8,1] 1
    x[26,8] opened[26,8] 1
    x[26,8] budget 1
    x[26,9] assignment[26] 1
    x[26,9] capacity[9,0] 1
    x[26,9] capacity[9,1] 1
    x[26,9] opened[26,9] 1
    x[26,9] budget 1
    x[26,10] assignment[26] 1
    x[26,10] capacity[10,0] 1
    x[26,10] capacity[10,1] 1
    x[26,10] opened[26,10] 1
    x[26,10] budget 1
    x[26,11] assignment[26] 1
    x[26,11] capacity[11,0] 1
    x[26,11] capacity[11,1] 1
    x[26,11] opened[26,11] 1
    x[26,11] budget 1
    x[27,0] assignment[27] 1
    x[27,0] capacity[0,0] 8
    x[27,0] capacity[0,1] 2
    x[27,0] opened[27,0] 1
    x[27,0] budget 8
    x[27,1] assignment[27] 1
    x[27,1] capacity[1,0] 8
    x[27,1] capacity[1,1] 2
    x[27,1] opened[27,1] 1
    x[27,1] budget 8
    x[27,2] assignment[27] 1
    x[27,2] capacity[2,0] 8
    x[27,2] capacity[2,1] 2
    x[27,2] opened[27,2] 1
    x[27,2] budget 8
    x[27,3] assignment[27] 1
    x[27,3] capacity[3,0] 8
    x[27,3] capacity[3,1] 2
    x[27,3] opened[27,3] 1
    x[27,3] budget 8
    x[27,4] assignment[27] 1
    x[27,4] capacity[4,0] 8
    x[27,4] capacity[4,1] 2
    x[27,4] opened[27,4] 1
    x[27,4] budget 8
    x[27,5] assignment[27] 1
    x[27,5] capacity[5,0] 8
    x[27,5] capacity[5,1] 2
    x[27,5] opened[27,5] 1
    x[27,5] budget 8
    x[27,6] assignment[27] 1
    x[27,6] capacity[6,0] 8
    x[27,6] capacity[6,1] 2
    x[27,6] opened[27,6] 1
    x[27,6] budget 8
    x[27,7] assignment[27] 1
    x[27,7] capacity[7,0] 8
    x[27,7] capacity[7,1] 2
    x[27,7] opened[27,7] 1
    x[27,8] assignment[27] 1
    x[27,8] capacity[8,0] 8
    x[27,8] capacity[8,1] 2
    x[27,8] opened[27,8] 1
    x[27,8] budget 8
    x[27,9] assignment[27] 1
    x[27,9] capacity[9,0] 8
    x[27,9] capacity[9,1] 2
    x[27,9] opened[27,9] 1
    x[27,9] budget 8
    x[27,10] assignment[27] 1
    x[27,10] capacity[10,0] 8
    x[27,10] capacity[10,1] 2
    x[27,10] opened[27,10] 1
    x[27,10] budget 8
    x[27,11] assignment[27] 1
    x[27,11] capacity[11,0] 8
    x[27,11] capacity[11,1] 2
    x[27,11] opened[27,11] 1
    x[27,11] budget 8
    x[28,0] assignment[28] 1
    x[28,0] capacity[0,0] 8
    x[28,0] capacity[0,1] 4
    x[28,0] opened[28,0] 1
    x[28,1] assignment[28] 1
    x[28,1] capacity[1,0] 8
    x[28,1] capacity[1,1] 4
    x[28,1] opened[28,1] 1
    x[28,1] budget 8
    x[28,2] assignment[28] 1
    x[28,2] capacity[2,0] 8
    x[28,2] capacity[2,1] 4
    x[28,2] opened[28,2] 1
    x[28,2] budget 8
    x[28,3] assignment[28] 1
    x[28,3] capacity[3,0] 8
    x[28,3] capacity[3,1] 4
    x[28,3] opened[28,3] 1
    x[28,3] budget 8
    x[28,4] assignment[28] 1
    x[28,4] capacity[4,0] 8
    x[28,4] capacity[4,1] 4
    x[28,4] opened[28,4] 1
    x[28,4] budget 8
    x[28,5] assignment[28] 1
    x[28,5] capacity[5,0] 8
    x[28,5] capacity[5,1] 4
    x[28,5] opened[28,5] 1
    x[28,5] budget 8
    x[28,6] assignment[28] 1
    x[28,6] capacity[6,0] 8
    x[28,6] capacity[6,1] 4
    x[28,6] opened[28,6] 1
    x[28,6] budget 8
    x[28,7] assignment[28] 1
    x[28,7] capacity[7,0] 8
    x[28,7] capacity[7,1] 4
    x[28,7] opened[28,7] 1
    x[28,7] budget 8
    x[28,8] assignment[28] 1
    x[28,8] capacity[8,0] 8
    x[28,8] capacity[8,1] 4
    x[28,8] opened[28,8] 1
    x[28,8] budget 8
    x[28,9] assignment[28] 1
    x[28,9] capacity[9,0] 8
    x[28,9] capacity[9,1] 4
    x[28,9] opened[28,9] 1
    x[28,9] budget 8
    x[28,10] assignment[28] 1
    x[28,10] capacity[10,0] 8
    x[28,10] capacity[10,1] 4
    x[28,10] opened[28,10] 1
    x[28,10] budget 8
    x[28,11] assignment[28] 1
    x[28,11] capacity[11,0] 8
    x[28,11] capacity[11,1] 4
    x[28,11] opened[28,11] 1
    x[28,11] budget 8
    x[29,0] assignment[29] 1
    x[29,0] capacity[0,0] 1
    x[29,0] capacity[0,1] 2
    x[29,0] opened[29,0] 1
    x[29,0] budget 1
    x[29,1] assignment[29] 1
    x[29,1] capacity[1,0] 1
    x[29,1] capacity[1,1] 2
    x[29,1] opened[29,1] 1
    x[29,2] assignment[29] 1
    x[29,2] capacity[2,0] 1
    x[29,2] capacity[2,1] 2
    x[29,2] opened[29,2] 1
    x[29,2] budget 1
    x[29,3] assignment[29] 1
    x[29,3] capacity[3,0] 1
    x[29,3] capacity[3,1] 2
    x[29,3] opened[29,3] 1
    x[29,3] budget 1
    x[29,4] assignment[29] 1
    x[29,4] capacity[4,0] 1
    x[29,4] capacity[4,1] 2
    x[29,4] opened[29,4] 1
    x[29,4] budget 1
    x[29,5] assignment[29] 1
    x[29,5] capacity[5,0] 1
    x[29,5] capacity[5,1] 2
    x[29,5] opened[29,5] 1
    x[29,5] budget 1
    x[29,6] assignment[29] 1
    x[29,6] capacity[6,0] 1
    x[29,6] capacity[6,1] 2
    x[29,6] opened[29,6] 1
    x[29,6] budget 1
    x[29,7] assignment[29] 1
    x[29,7] capacity[7,0] 1
    x[29,7] capacity[7,1] 2
    x[29,7] opened[29,7] 1
    x[29,7] budget 1
    x[29,8] assignment[29] 1
    x[29,8] capacity[8,0] 1
    x[29,8] capacity[8,1] 2
    x[29,8] opened[29,8] 1
    x[29,8] budget 1
    x[29,9] assignment[29] 1
    x[29,9] capacity[9,0] 1
    x[29,9] capacity[9,1] 2
    x[29,9] opened[29,9] 1
    x[29,9] budget 1
    x[29,10] assignment[29] 1
    x[29,10] capacity[10,0] 1
    x[29,10] capacity[10,1] 2
    x[29,10] opened[29,10] 1
    x[29,10] budget 1
    x[29,11] assignment[29] 1
    x[29,11] capacity[11,0] 1
    x[29,11] capacity[11,1] 2
    x[29,11] opened[29,11] 1
    x[29,11] budget 1
    x[30,0] assignment[30] 1
    x[30,0] capacity[0,0] 4
    x[30,0] capacity[0,1] 1
    x[30,0] opened[30,0] 1
    x[30,0] budget 4
    x[30,1] assignment[30] 1
    x[30,1] capacity[1,0] 4
    x[30,1] capacity[1,1] 1
    x[30,1] opened[30,1] 1
    x[30,1] budget 4
    x[30,2] assignment[30] 1
    x[30,2] capacity[2,0] 4
    x[30,2] capacity[2,1] 1
    x[30,2] opened[30,2] 1
    x[30,2] budget 4
    x[30,3] assignment[30] 1
    x[30,3] capacity[3,0] 4
    x[30,3] capacity[3,1] 1
    x[30,3] opened[30,3] 1
    x[30,4] assignment[30] 1
    x[30,4] capacity[4,0] 4
    x[30,4] capacity[4,1] 1
    x[30,4] opened[30,4] 1
    x[30,4] budget 4
    x[30,5] assignment[30] 1
    x[30,5] capacity[5,0] 4
    x[30,5] capacity[5,1] 1
    x[30,5] opened[30,5] 1
    x[30,5] budget 4
    x[30,6] assignment[30] 1
    x[30,6] capacity[6,0] 4
    x[30,6] capacity[6,1] 1
    x[30,6] opened[30,6] 1
    x[30,6] budget 4
    x[30,7] assignment[30] 1
    x[30,7] capacity[7,0] 4
    x[30,7] capacity[7,1] 1
    x[30,7] opened[30,7] 1
    x[30,7] budget 4
    x[30,8] assignment[30] 1
    x[30,8] capacity[8,0] 4
    x[30,8] capacity[8,1] 1
    x[30,8] opened[30,8] 1
    x[30,8] budget 4
    x[30,9] assignment[30] 1
    x[30,9] capacity[9,0] 4
    x[30,9] capacity[9,1] 1
    x[30,9] opened[30,9] 1
    x[30,9] budget 4
    x[30,10] assignment[30] 1
    x[30,10] capacity[10,0] 4
    x[30,10] capacity[10,1] 1
    x[30,10] opened[30,10] 1
    x[30,10] budget 4
    x[30,11] assignment[30] 1
    x[30,11] capacity[11,0] 4
    x[30,11] capacity[11,1] 1
    x[30,11] opened[30,11] 1
    x[30,11] budget 4
    x[31,0] assignment[31] 1
    x[31,0] capacity[0,0] 1
    x[31,0] capacity[0,1] 1
    x[31,0] opened[31,0] 1
    x[31,0] budget 1
    x[31,1] assignment[31] 1
    x[31,1] capacity[1,0] 1
    x[31,1] capacity[1,1] 1
    x[31,1] opened[31,1] 1
    x[31,1] budget 1
    x[31,2] assignment[31] 1
    x[31,2] capacity[2,0] 1
    x[31,2] capacity[2,1] 1
    x[31,2] opened[31,2] 1
    x[31,2] budget 1
    x[31,3] assignment[31] 1
    x[31,3] capacity[3,0] 1
    x[31,3] capacity[3,1] 1
    x[31,3] opened[31,3] 1
    x[31,3] budget 1
    x[31,4] assignment[31] 1
    x[31,4] capacity[4,0] 1
    x[31,4] capacity[4,1] 1
    x[31,4] opened[31,4] 1
    x[31,4] budget 1
    x[31,5] assignment[31] 1
    x[31,5] capacity[5,0] 1
    x[31,5] capacity[5,1] 1
    x[31,5] opened[31,5] 1
    x[31,5] budget 1
    x[31,6] assignment[31] 1
    x[31,6] capacity[6,0] 1
    x[31,6] capacity[6,1] 1
    x[31,6] opened[31,6] 1
    x[31,6] budget 1
    x[31,7] assignment[31] 1
    x[31,7] capacity[7,0] 1
    x[31,7] capacity[7,1] 1
    x[31,7] opened[31,7] 1
    x[31,8] assignment[31] 1
    x[31,8] capacity[8,0] 1
    x[31,8] capacity[8,1] 1
    x[31,8] opened[31,8] 1
    x[31,8] budget 1
    x[31,9] assignment[31] 1
    x[31,9] capacity[9,0] 1
    x[31,9] capacity[9,1] 1
    x[31,9] opened[31,9] 1
    x[31,9] budget 1
    x[31,10] assignment[31] 1
    x[31,10] capacity[10,0] 1
    x[31,10] capacity[10,1] 1
    x[31,10] opened[31,10] 1
    x[31,10] budget 1
    x[31,11] assignment[31] 1
    x[31,11] capacity[11,0] 1
    x[31,11] capacity[11,1] 1
    x[31,11] opened[31,11] 1
    x[31,11] budget 1
    x[32,0] assignment[32] 1
    x[32,0] capacity[0,0] 2
    x[32,0] capacity[0,1] 2
    x[32,0] opened[32,0] 1
    x[32,0] budget 2
    x[32,1] assignment[32] 1
    x[32,1] capacity[1,0] 2
    x[32,1] capacity[1,1] 2
    x[32,1] opened[32,1] 1
    x[32,2] assignment[32] 1
    x[32,2] capacity[2,0] 2
    x[32,2] capacity[2,1] 2
    x[32,2] opened[32,2] 1
    x[32,2] budget 2
    x[32,3] assignment[32] 1
    x[32,3] capacity[3,0] 2
    x[32,3] capacity[3,1] 2
    x[32,3] opened[32,3] 1
    x[32,3] budget 2
    x[32,4] assignment[32] 1
    x[32,4] capacity[4,0] 2
    x[32,4] capacity[4,1] 2
    x[32,4] opened[32,4] 1
    x[32,4] budget 2
    x[32,5] assignment[32] 1
    x[32,5] capacity[5,0] 2
    x[32,5] capacity[5,1] 2
    x[32,5] opened[32,5] 1
    x[32,5] budget 2
    x[32,6] assignment[32] 1
    x[32,6] capacity[6,0] 2
    x[32,6] capacity[6,1] 2
    x[32,6] opened[32,6] 1
    x[32,6] budget 2
    x[32,7] assignment[32] 1
    x[32,7] capacity[7,0] 2
    x[32,7] capacity[7,1] 2
    x[32,7] opened[32,7] 1
    x[32,7] budget 2
    x[32,8] assignment[32] 1
    x[32,8] capacity[8,0] 2
    x[32,8] capacity[8,1] 2
    x[32,8] opened[32,8] 1
    x[32,8] budget 2
    x[32,9] assignment[32] 1
    x[32,9] capacity[9,0] 2
    x[32,9] capacity[9,1] 2
    x[32,9] opened[32,9] 1
    x[32,9] budget 2
    x[32,10] assignment[32] 1
    x[32,10] capacity[10,0] 2
    x[32,10] capacity[10,1] 2
    x[32,10] opened[32,10] 1
    x[32,10] budget 2
    x[32,11] assignment[32] 1
    x[32,11] capacity[11,0] 2
    x[32,11] capacity[11,1] 2
    x[32,11] opened[32,11] 1
    x[32,11] budget 2
    x[33,0] assignment[33] 1
    x[33,0] capacity[0,0] 2
    x[33,0] capacity[0,1] 4
    x[33,0] opened[33,0] 1
    x[33,0] budget 2
    x[33,1] assignment[33] 1
    x[33,1] capacity[1,0] 2
    x[33,1] capacity[1,1] 4
    x[33,1] opened[33,1] 1
    x[33,1] budget 2
    x[33,2] assignment[33] 1
    x[33,2] capacity[2,0] 2
    x[33,2] capacity[2,1] 4
    x[33,2] opened[33,2] 1
    x[33,2] budget 2
    x[33,3] assignment[33] 1
    x[33,3] capacity[3,0] 2
    x[33,3] capacity[3,1] 4
    x[33,3] opened[33,3] 1
    x[33,3] budget 2
    x[33,4] assignment[33] 1
    x[33,4] capacity[4,0] 2
    x[33,4] capacity[4,1] 4
    x[33,4] opened[33,4] 1
    x[33,4] budget 2
    x[33,5] assignment[33] 1
    x[33,5] capacity[5,0] 2
    x[33,5] capacity[5,1] 4
    x[33,5] opened[33,5] 1
    x[33,5] budget 2
    x[33,6] assignment[33] 1
    x[33,6] capacity[6,0] 2
    x[33,6] capacity[6,1] 4
    x[33,6] opened[33,6] 1
    x[33,6] budget 2
    x[33,7] assignment[33] 1
    x[33,7] capacity[7,0] 2
    x[33,7] capacity[7,1] 4
    x[33,7] opened[33,7] 1
    x[33,8] assignment[33] 1
    x[33,8] capacity[8,0] 2
    x[33,8] capacity[8,1] 4
    x[33,8] opened[33,8] 1
    x[33,8] budget 2
    x[33,9] assignment[33] 1
    x[33,9] capacity[9,0] 2
    x[33,9] capacity[9,1] 4
    x[33,9] opened[33,9] 1
    x[33,9] budget 2
    x[33,10] assignment[33] 1
    x[33,10] capacity[10,0] 2
    x[33,10] capacity[10,1] 4
    x[33,10] opened[33,10] 1
    x[33,10] budget 2
    x[33,11] assignment[33] 1
    x[33,11] capacity[11,0] 2
    x[33,11] capacity[11,1] 4
    x[33,11] opened[33,11] 1
    x[33,11] budget 2
    x[34,0] assignment[34] 1
    x[34,0] capacity[0,0] 1
    x[34,0] capacity[0,1] 2
    x[34,0] opened[34,0] 1
    x[34,0] budget 1
    x[34,1] assignment[34] 1
    x[34,1] capacity[1,0] 1
    x[34,1] capacity[1,1] 2
    x[34,1] opened[34,1] 1
    x[34,1] budget 1
    x[34,2] assignment[34] 1
    x[34,2] capacity[2,0] 1
    x[34,2] capacity[2,1] 2
    x[34,2] opened[34,2] 1
    x[34,2] budget 1
    x[34,3] assignment[34] 1
    x[34,3] capacity[3,0] 1
    x[34,3] capacity[3,1] 2
    x[34,3] opened[34,3] 1
    x[34,3] budget 1
    x[34,4] assignment[34] 1
    x[34,4] capacity[4,0] 1
    x[34,4] capacity[4,1] 2
    x[34,4] opened[34,4] 1
    x[34,4] budget 1
    x[34,5] assignment[34] 1
    x[34,5] capacity[5,0] 1
    x[34,5] capacity[5,1] 2
    x[34,5] opened[34,5] 1
    x[34,5] budget 1
    x[34,6] assignment[34] 1
    x[34,6] capacity[6,0] 1
    x[34,6] capacity[6,1] 2
    x[34,6] opened[34,6] 1
    x[34,7] assignment[34] 1
    x[34,7] capacity[7,0] 1
    x[34,7] capacity[7,1] 2
    x[34,7] opened[34,7] 1
    x[34,7] budget 1
    x[34,8] assignment[34] 1
    x[34,8] capacity[8,0] 1
    x[34,8] capacity[8,1] 2
    x[34,8] opened[34,8] 1
    x[34,8] budget 1
    x[34,9] assignment[34] 1
    x[34,9] capacity[9,0] 1
    x[34,9] capacity[9,1] 2
    x[34,9] opened[34,9] 1
    x[34,9] budget 1
    x[34,10] assignment[34] 1
    x[34,10] capacity[10,0] 1
    x[34,10] capacity[10,1] 2
    x[34,10] opened[34,10] 1
    x[34,10] budget 1
    x[34,11] assignment[34] 1
    x[34,11] capacity[11,0] 1
    x[34,11] capacity[11,1] 2
    x[34,11] opened[34,11] 1
    x[34,11] budget 1
    x[35,0] assignment[35] 1
    x[35,0] capacity[0,0] 2
    x[35,0] capacity[0,1] 4
    x[35,0] opened[35,0] 1
    x[35,0] budget 2
    x[35,1] assignment[35] 1
    x[35,1] capacity[1,0] 2
    x[35,1] capacity[1,1] 4
    x[35,1] opened[35,1] 1
    x[35,1] budget 2
    x[35,2] assignment[35] 1
    x[35,2] capacity[2,0] 2
    x[35,2] capacity[2,1] 4
    x[35,2] opened[35,2] 1
    x[35,2] budget 2
    x[35,3] assignment[35] 1
    x[35,3] capacity[3,0] 2
    x[35,3] capacity[3,1] 4
    x[35,3] opened[35,3] 1
    x[35,3] budget 2
    x[35,4] assignment[35] 1
    x[35,4] capacity[4,0] 2
    x[35,4] capacity[4,1] 4
    x[35,4] opened[35,4] 1
    x[35,4] budget 2
    x[35,5] assignment[35] 1
    x[35,5] capacity[5,0] 2
    x[35,5] capacity[5,1] 4
    x[35,5] opened[35,5] 1
    x[35,5] budget 2
    x[35,6] assignment[35] 1
    x[35,6] capacity[6,0] 2
    x[35,6] capacity[6,1] 4
    x[35,6] opened[35,6] 1
    x[35,6] budget 2
    x[35,7] assignment[35] 1
    x[35,7] capacity[7,0] 2
    x[35,7] capacity[7,1] 4
    x[35,7] opened[35,7] 1
    x[35,7] budget 2
    x[35,8] assignment[35] 1
    x[35,8] capacity[8,0] 2
    x[35,8] capacity[8,1] 4
    x[35,8] opened[35,8] 1
    x[35,8] budget 2
    x[35,9] assignment[35] 1
    x[35,9] capacity[9,0] 2
    x[35,9] capacity[9,1] 4
    x[35,9] opened[35,9] 1
    x[35,9] budget 2
    x[35,10] assignment[35] 1
    x[35,10] capacity[10,0] 2
    x[35,10] capacity[10,1] 4
    x[35,10] opened[35,10] 1
    x[35,11] assignment[35] 1
    x[35,11] capacity[11,0] 2
    x[35,11] capacity[11,1] 4
    x[35,11] opened[35,11] 1
    x[35,11] budget 2
    x[36,0] assignment[36] 1
    x[36,0] capacity[0,0] 8
    x[36,0] capacity[0,1] 2
    x[36,0] opened[36,0] 1
    x[36,0] budget 8
    x[36,1] assignment[36] 1
    x[36,1] capacity[1,0] 8
    x[36,1] capacity[1,1] 2
    x[36,1] opened[36,1] 1
    x[36,1] budget 8
    x[36,2] assignment[36] 1
    x[36,2] capacity[2,0] 8
    x[36,2] capacity[2,1] 2
    x[36,2] opened[36,2] 1
    x[36,2] budget 8
    x[36,3] assignment[36] 1
    x[36,3] capacity[3,0] 8
    x[36,3] capacity[3,1] 2
    x[36,3] opened[36,3] 1
    x[36,3] budget 8
    x[36,4] assignment[36] 1
    x[36,4] capacity[4,0] 8
    x[36,4] capacity[4,1] 2
    x[36,4] opened[36,4] 1
    x[36,5] assignment[36] 1
    x[36,5] capacity[5,0] 8
    x[36,5] capacity[5,1] 2
    x[36,5] opened[36,5] 1
    x[36,5] budget 8
    x[36,6] assignment[36] 1
    x[36,6] capacity[6,0] 8
    x[36,6] capacity[6,1] 2
    x[36,6] opened[36,6] 1
    x[36,6] budget 8
    x[36,7] assignment[36] 1
    x[36,7] capacity[7,0] 8
    x[36,7] capacity[7,1] 2
    x[36,7] opened[36,7] 1
    x[36,7] budget 8
    x[36,8] assignment[36] 1
    x[36,8] capacity[8,0] 8
    x[36,8] capacity[8,1] 2
    x[36,8] opened[36,8] 1
    x[36,8] budget 8
    x[36,9] assignment[36] 1
    x[36,9] capacity[9,0] 8
    x[36,9] capacity[9,1] 2
    x[36,9] opened[36,9] 1
    x[36,9] budget 8
    x[36,10] assignment[36] 1
    x[36,10] capacity[10,0] 8
    x[36,10] capacity[10,1] 2
    x[36,10] opened[36,10] 1
    x[36,10] budget 8
    x[36,11] assignment[36] 1
    x[36,11] capacity[11,0] 8
    x[36,11] capacity[11,1] 2
    x[36,11] opened[36,11] 1
    x[36,11] budget 8
    x[37,0] assignment[37] 1
    x[37,0] capacity[0,0] 2
    x[37,0] capacity[0,1] 1
    x[37,0] opened[37,0] 1
    x[37,0] budget 2
    x[37,1] assignment[37] 1
    x[37,1] capacity[1,0] 2
    x[37,1] capacity[1,1] 1
    x[37,1] opened[37,1] 1
    x[37,1] budget 2
    x[37,2] assignment[37] 1
    x[37,2] capacity[2,0] 2
    x[37,2] capacity[2,1] 1
    x[37,2] opened[37,2] 1
    x[37,2] budget 2
    x[37,3] assignment[37] 1
    x[37,3] capacity[3,0] 2
    x[37,3] capacity[3,1] 1
    x[37,3] opened[37,3] 1
    x[37,4] assignment[37] 1
    x[37,4] capacity[4,0] 2
    x[37,4] capacity[4,1] 1
    x[37,4] opened[37,4] 1
    x[37,4] budget 2
    x[37,5] assignment[37] 1
    x[37,5] capacity[5,0] 2
    x[37,5] capacity[5,1] 1
    x[37,5] opened[37,5] 1
    x[37,5] budget 2
    x[37,6] assignment[37] 1
    x[37,6] capacity[6,0] 2
    x[37,6] capacity[6,1] 1
    x[37,6] opened[37,6] 1
    x[37,6] budget 2
    x[37,7] assignment[37] 1
    x[37,7] capacity[7,0] 2
    x[37,7] capacity[7,1] 1
    x[37,7] opened[37,7] 1
    x[37,7] budget 2
    x[37,8] assignment[37] 1
    x[37,8] capacity[8,0] 2
    x[37,8] capacity[8,1] 1
    x[37,8] opened[37,8] 1
    x[37,8] budget 2
    x[37,9] assignment[37] 1
    x[37,9] capacity[9,0] 2
    x[37,9] capacity[9,1] 1
    x[37,9] opened[37,9] 1
    x[37,9] budget 2
    x[37,10] assignment[37] 1
    x[37,10] capacity[10,0] 2
    x[37,10] capacity[10,1] 1
    x[37,10] opened[37,10] 1
    x[37,10] budget 2
    x[37,11] assignment[37] 1
    x[37,11] capacity[11,0] 2
    x[37,11] capacity[11,1] 1
    x[37,11] opened[37,11] 1
    x[37,11] budget 2
    x[38,0] assignment[38] 1
    x[38,0] capacity[0,0] 1
    x[38,0] capacity[0,1] 4
    x[38,0] opened[38,0] 1
    x[38,0] budget 1
    x[38,1] assignment[38] 1
    x[38,1] capacity[1,0] 1
    x[38,1] capacity[1,1] 4
    x[38,1] opened[38,1] 1
    x[38,1] budget 1
    x[38,2] assignment[38] 1
    x[38,2] capacity[2,0] 1
    x[38,2] capacity[2,1] 4
    x[38,2] opened[38,2] 1
    x[38,2] budget 1
    x[38,3] assignment[38] 1
    x[38,3] capacity[3,0] 1
    x[38,3] capacity[3,1] 4
    x[38,3] opened[38,3] 1
    x[38,4] assignment[38] 1
    x[38,4] capacity[4,0] 1
    x[38,4] capacity[4,1] 4
    x[38,4] opened[38,4] 1
    x[38,4] budget 1
    x[38,5] assignment[38] 1
    x[38,5] capacity[5,0] 1
    x[38,5] capacity[5,1] 4
    x[38,5] opened[38,5] 1
    x[38,5] budget 1
    x[38,6] assignment[38] 1
    x[38,6] capacity[6,0] 1
    x[38,6] capacity[6,1] 4
    x[38,6] opened[38,6] 1
    x[38,6] budget 1
    x[38,7] assignment[38] 1
    x[38,7] capacity[7,0] 1
    x[38,7] capacity[7,1] 4
    x[38,7] opened[38,7] 1
    x[38,7] budget 1
    x[38,8] assignment[38] 1
    x[38,8] capacity[8,0] 1
    x[38,8] capacity[8,1] 4
    x[38,8] opened[38,8] 1
    x[38,8] budget 1
    x[38,9] assignment[38] 1
    x[38,9] capacity[9,0] 1
    x[38,9] capacity[9,1] 4
    x[38,9] opened[38,9] 1
    x[38,9] budget 1
    x[38,10] assignment[38] 1
    x[38,10] capacity[10,0] 1
    x[38,10] capacity[10,1] 4
    x[38,10] opened[38,10] 1
    x[38,10] budget 1
    x[38,11] assignment[38] 1
    x[38,11] capacity[11,0] 1
    x[38,11] capacity[11,1] 4
    x[38,11] opened[38,11] 1
    x[38,11] budget 1
    x[39,0] assignment[39] 1
    x[39,0] capacity[0,0] 4
    x[39,0] capacity[0,1] 2
    x[39,0] opened[39,0] 1
    x[39,0] budget 4
    x[39,1] assignment[39] 1
    x[39,1] capacity[1,0] 4
    x[39,1] capacity[1,1] 2
    x[39,1] opened[39,1] 1
    x[39,2] assignment[39] 1
    x[39,2] capacity[2,0] 4
    x[39,2] capacity[2,1] 2
    x[39,2] opened[39,2] 1
    x[39,2] budget 4
    x[39,3] assignment[39] 1
    x[39,3] capacity[3,0] 4
    x[39,3] capacity[3,1] 2
    x[39,3] opened[39,3] 1
    x[39,3] budget 4
    x[39,4] assignment[39] 1
    x[39,4] capacity[4,0] 4
    x[39,4] capacity[4,1] 2
    x[39,4] opened[39,4] 1
    x[39,4] budget 4
    x[39,5] assignment[39] 1
    x[39,5] capacity[5,0] 4
    x[39,5] capacity[5,1] 2
    x[39,5] opened[39,5] 1
    x[39,5] budget 4
    x[39,6] assignment[39] 1
    x[39,6] capacity[6,0] 4
    x[39,6] capacity[6,1] 2
    x[39,6] opened[39,6] 1
    x[39,6] budget 4
    x[39,7] assignment[39] 1
    x[39,7] capacity[7,0] 4
    x[39,7] capacity[7,1] 2
    x[39,7] opened[39,7] 1
    x[39,7] budget 4
    x[39,8] assignment[39] 1
    x[39,8] capacity[8,0] 4
    x[39,8] capacity[8,1] 2
    x[39,8] opened[39,8] 1
    x[39,8] budget 4
    x[39,9] assignment[39] 1
    x[39,9] capacity[9,0] 4
    x[39,9] capacity[9,1] 2
    x[39,9] opened[39,9] 1
    x[39,9] budget 4
    x[39,10] assignment[39] 1
    x[39,10] capacity[10,0] 4
    x[39,10] capacity[10,1] 2
    x[39,10] opened[39,10] 1
    x[39,10] budget 4
    x[39,11] assignment[39] 1
    x[39,11] capacity[11,0] 4
    x[39,11] capacity[11,1] 2
    x[39,11] opened[39,11] 1
    x[39,11] budget 4
    x[40,0] assignment[40] 1
    x[40,0] capacity[0,0] 2
    x[40,0] capacity[0,1] 2
    x[40,0] opened[40,0] 1
    x[40,0] budget 2
    x[40,1] assignment[40] 1
    x[40,1] capacity[1,0] 2
    x[40,1] capacity[1,1] 2
    x[40,1] opened[40,1] 1
    x[40,1] budget 2
    x[40,2] assignment[40] 1
    x[40,2] capacity[2,0] 2
    x[40,2] capacity[2,1] 2
    x[40,2] opened[40,2] 1
    x[40,2] budget 2
    x[40,3] assignment[40] 1
    x[40,3] capacity[3,0] 2
    x[40,3] capacity[3,1] 2
    x[40,3] opened[40,3] 1
    x[40,3] budget 2
    x[40,4] assignment[40] 1
    x[40,4] capacity[4,0] 2
    x[40,4] capacity[4,1] 2
    x[40,4] opened[40,4] 1
    x[40,4] budget 2
    x[40,5] assignment[40] 1
    x[40,5] capacity[5,0] 2
    x[40,5] capacity[5,1] 2
    x[40,5] opened[40,5] 1
    x[40,5] budget 2
    x[40,6] assignment[40] 1
    x[40,6] capacity[6,0] 2
    x[40,6] capacity[6,1] 2
    x[40,6] opened[40,6] 1
    x[40,6] budget 2
    x[40,7] assignment[40] 1
    x[40,7] capacity[7,0] 2
    x[40,7] capacity[7,1] 2
    x[40,7] opened[40,7] 1
    x[40,7] budget 2
    x[40,8] assignment[40] 1
    x[40,8] capacity[8,0] 2
    x[40,8] capacity[8,1] 2
    x[40,8] opened[40,8] 1
    x[40,8] budget 2
    x[40,9] assignment[40] 1
    x[40,9] capacity[9,0] 2
    x[40,9] capacity[9,1] 2
    x[40,9] opened[40,9] 1
    x[40,9] budget 2
    x[40,10] assignment[40] 1
    x[40,10] capacity[10,0] 2
    x[40,10] capacity[10,1] 2
    x[40,10] opened[40,10] 1
    x[40,10] budget 2
    x[40,11] assignment[40] 1
    x[40,11] capacity[11,0] 2
    x[40,11] capacity[11,1] 2
    x[40,11] opened[40,11] 1
    x[41,0] assignment[41] 1
    x[41,0] capacity[0,0] 4
    x[41,0] capacity[0,1] 1
    x[41,0] opened[41,0] 1
    x[41,0] budget 4
    x[41,1] assignment[41] 1
    x[41,1] capacity[1,0] 4
    x[41,1] capacity[1,1] 1
    x[41,1] opened[41,1] 1
    x[41,1] budget 4
    x[41,2] assignment[41] 1
    x[41,2] capacity[2,0] 4
    x[41,2] capacity[2,1] 1
    x[41,2] opened[41,2] 1
    x[41,2] budget 4
    x[41,3] assignment[41] 1
    x[41,3] capacity[3,0] 4
    x[41,3] capacity[3,1] 1
    x[41,3] opened[41,3] 1
    x[41,3] budget 4
    x[41,4] assignment[41] 1
    x[41,4] capacity[4,0] 4
    x[41,4] capacity[4,1] 1
    x[41,4] opened[41,4] 1
    x[41,4] budget 4
    x[41,5] assignment[41] 1
    x[41,5] capacity[5,0] 4
    x[41,5] capacity[5,1] 1
    x[41,5] opened[41,5] 1
    x[41,6] assignment[41] 1
    x[41,6] capacity[6,0] 4
    x[41,6] capacity[6,1] 1
    x[41,6] opened[41,6] 1
    x[41,6] budget 4
    x[41,7] assignment[41] 1
    x[41,7] capacity[7,0] 4
    x[41,7] capacity[7,1] 1
    x[41,7] opened[41,7] 1
    x[41,7] budget 4
    x[41,8] assignment[41] 1
    x[41,8] capacity[8,0] 4
    x[41,8] capacity[8,1] 1
    x[41,8] opened[41,8] 1
    x[41,8] budget 4
    x[41,9] assignment[41] 1
    x[41,9] capacity[9,0] 4
    x[41,9] capacity[9,1] 1
    x[41,9] opened[41,9] 1
    x[41,9] budget 4
    x[41,10] assignment[41] 1
    x[41,10] capacity[10,0] 4
    x[41,10] capacity[10,1] 1
    x[41,10] opened[41,10] 1
    x[41,10] budget 4
    x[41,11] assignment[41] 1
    x[41,11] capacity[11,0] 4
    x[41,11] capacity[11,1] 1
    x[41,11] opened[41,11] 1
    x[41,11] budget 4
    x[42,0] assignment[42] 1
    x[42,0] capacity[0,0] 1
    x[42,0] capacity[0,1] 4
    x[42,0] opened[42,0] 1
    x[42,0] budget 1
    x[42,1] assignment[42] 1
    x[42,1] capacity[1,0] 1
    x[42,1] capacity[1,1] 4
    x[42,1] opened[42,1] 1
    x[42,1] budget 1
    x[42,2] assignment[42] 1
    x[42,2] capacity[2,0] 1
    x[42,2] capacity[2,1] 4
    x[42,2] opened[42,2] 1
    x[42,2] budget 1
    x[42,3] assignment[42] 1
    x[42,3] capacity[3,0] 1
    x[42,3] capacity[3,1] 4
    x[42,3] opened[42,3] 1
    x[42,3] budget 1
    x[42,4] assignment[42] 1
    x[42,4] capacity[4,0] 1
    x[42,4] capacity[4,1] 4
    x[42,4] opened[42,4] 1
    x[42,5] assignment[42] 1
    x[42,5] capacity[5,0] 1
    x[42,5] capacity[5,1] 4
    x[42,5] opened[42,5] 1
    x[42,5] budget 1
    x[42,6] assignment[42] 1
    x[42,6] capacity[6,0] 1
    x[42,6] capacity[6,1] 4
    x[42,6] opened[42,6] 1
    x[42,6] budget 1
    x[42,7] assignment[42] 1
    x[42,7] capacity[7,0] 1
    x[42,7] capacity[7,1] 4
    x[42,7] opened[42,7] 1
    x[42,7] budget 1
    x[42,8] assignment[42] 1
    x[42,8] capacity[8,0] 1
    x[42,8] capacity[8,1] 4
    x[42,8] opened[42,8] 1
    x[42,8] budget 1
    x[42,9] assignment[42] 1
    x[42,9] capacity[9,0] 1
    x[42,9] capacity[9,1] 4
    x[42,9] opened[42,9] 1
    x[42,9] budget 1
    x[42,10] assignment[42] 1
    x[42,10] capacity[10,0] 1
    x[42,10] capacity[10,1] 4
    x[42,10] opened[42,10] 1
    x[42,10] budget 1
    x[42,11] assignment[42] 1
    x[42,11] capacity[11,0] 1
    x[42,11] capacity[11,1] 4
    x[42,11] opened[42,11] 1
    x[42,11] budget 1
    x[43,0] assignment[43] 1
    x[43,0] capacity[0,0] 2
    x[43,0] capacity[0,1] 4
    x[43,0] opened[43,0] 1
    x[43,0] budget 2
    x[43,1] assignment[43] 1
    x[43,1] capacity[1,0] 2
    x[43,1] capacity[1,1] 4
    x[43,1] opened[43,1] 1
    x[43,1] budget 2
    x[43,2] assignment[43] 1
    x[43,2] capacity[2,0] 2
    x[43,2] capacity[2,1] 4
    x[43,2] opened[43,2] 1
    x[43,2] budget 2
    x[43,3] assignment[43] 1
    x[43,3] capacity[3,0] 2
    x[43,3] capacity[3,1] 4
    x[43,3] opened[43,3] 1
    x[43,3] budget 2
    x[43,4] assignment[43] 1
    x[43,4] capacity[4,0] 2
    x[43,4] capacity[4,1] 4
    x[43,4] opened[43,4] 1
    x[43,4] budget 2
    x[43,5] assignment[43] 1
    x[43,5] capacity[5,0] 2
    x[43,5] capacity[5,1] 4
    x[43,5] opened[43,5] 1
    x[43,5] budget 2
    x[43,6] assignment[43] 1
    x[43,6] capacity[6,0] 2
    x[43,6] capacity[6,1] 4
    x[43,6] opened[43,6] 1
    x[43,6] budget 2
    x[43,7] assignment[43] 1
    x[43,7] capacity[7,0] 2
    x[43,7] capacity[7,1] 4
    x[43,7] opened[43,7] 1
    x[43,7] budget 2
    x[43,8] assignment[43] 1
    x[43,8] capacity[8,0] 2
    x[43,8] capacity[8,1] 4
    x[43,8] opened[43,8] 1
    x[43,8] budget 2
    x[43,9] assignment[43] 1
    x[43,9] capacity[9,0] 2
    x[43,9] capacity[9,1] 4
    x[43,9] opened[43,9] 1
    x[43,9] budget 2
    x[43,10] assignment[43] 1
    x[43,10] capacity[10,0] 2
    x[43,10] capacity[10,1] 4
    x[43,10] opened[43,10] 1
    x[43,11] assignment[43] 1
    x[43,11] capacity[11,0] 2
    x[43,11] capacity[11,1] 4
    x[43,11] opened[43,11] 1
    x[43,11] budget 2
    x[44,0] assignment[44] 1
    x[44,0] capacity[0,0] 4
    x[44,0] capacity[0,1] 1
    x[44,0] opened[44,0] 1
    x[44,0] budget 4
    x[44,1] assignment[44] 1
    x[44,1] capacity[1,0] 4
    x[44,1] capacity[1,1] 1
    x[44,1] opened[44,1] 1
    x[44,1] budget 4
    x[44,2] assignment[44] 1
    x[44,2] capacity[2,0] 4
    x[44,2] capacity[2,1] 1
    x[44,2] opened[44,2] 1
    x[44,2] budget 4
    x[44,3] assignment[44] 1
    x[44,3] capacity[3,0] 4
    x[44,3] capacity[3,1] 1
    x[44,3] opened[44,3] 1
    x[44,3] budget 4
    x[44,4] assignment[44] 1
    x[44,4] capacity[4,0] 4
    x[44,4] capacity[4,1] 1
    x[44,4] opened[44,4] 1
    x[44,4] budget 4
    x[44,5] assignment[44] 1
    x[44,5] capacity[5,0] 4
    x[44,5] capacity[5,1] 1
    x[44,5] opened[44,5] 1
    x[44,5] budget 4
    x[44,6] assignment[44] 1
    x[44,6] capacity[6,0] 4
    x[44,6] capacity[6,1] 1
    x[44,6] opened[44,6] 1
    x[44,6] budget 4
    x[44,7] assignment[44] 1
    x[44,7] capacity[7,0] 4
    x[44,7] capacity[7,1] 1
    x[44,7] opened[44,7] 1
    x[44,7] budget 4
    x[44,8] assignment[44] 1
    x[44,8] capacity[8,0] 4
    x[44,8] capacity[8,1] 1
    x[44,8] opened[44,8] 1
    x[44,8] budget 4
    x[44,9] assignment[44] 1
    x[44,9] capacity[9,0] 4
    x[44,9] capacity[9,1] 1
    x[44,9] opened[44,9] 1
    x[44,9] budget 4
    x[44,10] assignment[44] 1
    x[44,10] capacity[10,0] 4
    x[44,10] capacity[10,1] 1
    x[44,10] opened[44,10] 1
    x[44,11] assignment[44] 1
    x[44,11] capacity[11,0] 4
    x[44,11] capacity[11,1] 1
    x[44,11] opened[44,11] 1
    x[44,11] budget 4
    x[45,0] assignment[45] 1
    x[45,0] capacity[0,0] 2
    x[45,0] capacity[0,1] 2
    x[45,0] opened[45,0] 1
    x[45,0] budget 2
    x[45,1] assignment[45] 1
    x[45,1] capacity[1,0] 2
    x[45,1] capacity[1,1] 2
    x[45,1] opened[45,1] 1
    x[45,2] assignment[45] 1
    x[45,2] capacity[2,0] 2
    x[45,2] capacity[2,1] 2
    x[45,2] opened[45,2] 1
    x[45,2] budget 2
    x[45,3] assignment[45] 1
    x[45,3] capacity[3,0] 2
    x[45,3] capacity[3,1] 2
    x[45,3] opened[45,3] 1
    x[45,3] budget 2
    x[45,4] assignment[45] 1
    x[45,4] capacity[4,0] 2
    x[45,4] capacity[4,1] 2
    x[45,4] opened[45,4] 1
    x[45,4] budget 2
    x[45,5] assignment[45] 1
    x[45,5] capacity[5,0] 2
    x[45,5] capacity[5,1] 2
    x[45,5] opened[45,5] 1
    x[45,5] budget 2
    x[45,6] assignment[45] 1
    x[45,6] capacity[6,0] 2
    x[45,6] capacity[6,1] 2
    x[45,6] opened[45,6] 1
    x[45,6] budget 2
    x[45,7] assignment[45] 1
    x[45,7] capacity[7,0] 2
    x[45,7] capacity[7,1] 2
    x[45,7] opened[45,7] 1
    x[45,7] budget 2
    x[45,8] assignment[45] 1
    x[45,8] capacity[8,0] 2
    x[45,8] capacity[8,1] 2
    x[45,8] opened[45,8] 1
    x[45,8] budget 2
    x[45,9] assignment[45] 1
    x[45,9] capacity[9,0] 2
    x[45,9] capacity[9,1] 2
    x[45,9] opened[45,9] 1
    x[45,9] budget 2
    x[45,10] assignment[45] 1
    x[45,10] capacity[10,0] 2
    x[45,10] capacity[10,1] 2
    x[45,10] opened[45,10] 1
    x[45,10] budget 2
    x[45,11] assignment[45] 1
    x[45,11] capacity[11,0] 2
    x[45,11] capacity[11,1] 2
    x[45,11] opened[45,11] 1
    x[45,11] budget 2
    x[46,0] assignment[46] 1
    x[46,0] capacity[0,0] 2
    x[46,0] capacity[0,1] 1
    x[46,0] opened[46,0] 1
    x[46,0] budget 2
    x[46,1] assignment[46] 1
    x[46,1] capacity[1,0] 2
    x[46,1] capacity[1,1] 1
    x[46,1] opened[46,1] 1
    x[46,1] budget 2
    x[46,2] assignment[46] 1
    x[46,2] capacity[2,0] 2
    x[46,2] capacity[2,1] 1
    x[46,2] opened[46,2] 1
    x[46,2] budget 2
    x[46,3] assignment[46] 1
    x[46,3] capacity[3,0] 2
    x[46,3] capacity[3,1] 1
    x[46,3] opened[46,3] 1
    x[46,3] budget 2
    x[46,4] assignment[46] 1
    x[46,4] capacity[4,0] 2
    x[46,4] capacity[4,1] 1
    x[46,4] opened[46,4] 1
    x[46,5] assignment[46] 1
    x[46,5] capacity[5,0] 2
    x[46,5] capacity[5,1] 1
    x[46,5] opened[46,5] 1
    x[46,5] budget 2
    x[46,6] assignment[46] 1
    x[46,6] capacity[6,0] 2
    x[46,6] capacity[6,1] 1
    x[46,6] opened[46,6] 1
    x[46,6] budget 2
    x[46,7] assignment[46] 1
    x[46,7] capacity[7,0] 2
    x[46,7] capacity[7,1] 1
    x[46,7] opened[46,7] 1
    x[46,7] budget 2
    x[46,8] assignment[46] 1
    x[46,8] capacity[8,0] 2
    x[46,8] capacity[8,1] 1
    x[46,8] opened[46,8] 1
    x[46,8] budget 2
    x[46,9] assignment[46] 1
    x[46,9] capacity[9,0] 2
    x[46,9] capacity[9,1] 1
    x[46,9] opened[46,9] 1
    x[46,9] budget 2
    x[46,10] assignment[46] 1
    x[46,10] capacity[10,0] 2
    x[46,10] capacity[10,1] 1
    x[46,10] opened[46,10] 1
    x[46,10] budget 2
    x[46,11] assignment[46] 1
    x[46,11] capacity[11,0] 2
    x[46,11] capacity[11,1] 1
    x[46,11] opened[46,11] 1
    x[46,11] budget 2
    x[47,0] assignment[47] 1
    x[47,0] capacity[0,0] 1
    x[47,0] capacity[0,1] 2
    x[47,0] opened[47,0] 1
    x[47,0] budget 1
    x[47,1] assignment[47] 1
    x[47,1] capacity[1,0] 1
    x[47,1] capacity[1,1] 2
    x[47,1] opened[47,1] 1
    x[47,1] budget 1
    x[47,2] assignment[47] 1
    x[47,2] capacity[2,0] 1
    x[47,2] capacity[2,1] 2
    x[47,2] opened[47,2] 1
    x[47,3] assignment[47] 1
    x[47,3] capacity[3,0] 1
    x[47,3] capacity[3,1] 2
    x[47,3] opened[47,3] 1
    x[47,3] budget 1
    x[47,4] assignment[47] 1
    x[47,4] capacity[4,0] 1
    x[47,4] capacity[4,1] 2
    x[47,4] opened[47,4] 1
    x[47,4] budget 1
    x[47,5] assignment[47] 1
    x[47,5] capacity[5,0] 1
    x[47,5] capacity[5,1] 2
    x[47,5] opened[47,5] 1
    x[47,5] budget 1
    x[47,6] assignment[47] 1
    x[47,6] capacity[6,0] 1
    x[47,6] capacity[6,1] 2
    x[47,6] opened[47,6] 1
    x[47,6] budget 1
    x[47,7] assignment[47] 1
    x[47,7] capacity[7,0] 1
    x[47,7] capacity[7,1] 2
    x[47,7] opened[47,7] 1
    x[47,7] budget 1
    x[47,8] assignment[47] 1
    x[47,8] capacity[8,0] 1
    x[47,8] capacity[8,1] 2
    x[47,8] opened[47,8] 1
    x[47,8] budget 1
    x[47,9] assignment[47] 1
    x[47,9] capacity[9,0] 1
    x[47,9] capacity[9,1] 2
    x[47,9] opened[47,9] 1
    x[47,9] budget 1
    x[47,10] assignment[47] 1
    x[47,10] capacity[10,0] 1
    x[47,10] capacity[10,1] 2
    x[47,10] opened[47,10] 1
    x[47,10] budget 1
    x[47,11] assignment[47] 1
    x[47,11] capacity[11,0] 1
    x[47,11] capacity[11,1] 2
    x[47,11] opened[47,11] 1
    x[47,11] budget 1
    x[48,0] assignment[48] 1
    x[48,0] capacity[0,0] 1
    x[48,0] capacity[0,1] 2
    x[48,0] opened[48,0] 1
    x[48,0] budget 1
    x[48,1] assignment[48] 1
    x[48,1] capacity[1,0] 1
    x[48,1] capacity[1,1] 2
    x[48,1] opened[48,1] 1
    x[48,1] budget 1
    x[48,2] assignment[48] 1
    x[48,2] capacity[2,0] 1
    x[48,2] capacity[2,1] 2
    x[48,2] opened[48,2] 1
    x[48,2] budget 1
    x[48,3] assignment[48] 1
    x[48,3] capacity[3,0] 1
    x[48,3] capacity[3,1] 2
    x[48,3] opened[48,3] 1
    x[48,3] budget 1
    x[48,4] assignment[48] 1
    x[48,4] capacity[4,0] 1
    x[48,4] capacity[4,1] 2
    x[48,4] opened[48,4] 1
    x[48,4] budget 1
    x[48,5] assignment[48] 1
    x[48,5] capacity[5,0] 1
    x[48,5] capacity[5,1] 2
    x[48,5] opened[48,5] 1
    x[48,5] budget 1
    x[48,6] assignment[48] 1
    x[48,6] capacity[6,0] 1
    x[48,6] capacity[6,1] 2
    x[48,6] opened[48,6] 1
    x[48,6] budget 1
    x[48,7] assignment[48] 1
    x[48,7] capacity[7,0] 1
    x[48,7] capacity[7,1] 2
    x[48,7] opened[48,7] 1
    x[48,7] budget 1
    x[48,8] assignment[48] 1
    x[48,8] capacity[8,0] 1
    x[48,8] capacity[8,1] 2
    x[48,8] opened[48,8] 1
    x[48,8] budget 1
    x[48,9] assignment[48] 1
    x[48,9] capacity[9,0] 1
    x[48,9] capacity[9,1] 2
    x[48,9] opened[48,9] 1
    x[48,9] budget 1
    x[48,10] assignment[48] 1
    x[48,10] capacity[10,0] 1
    x[48,10] capacity[10,1] 2
    x[48,10] opened[48,10] 1
    x[48,11] assignment[48] 1
    x[48,11] capacity[11,0] 1
    x[48,11] capacity[11,1] 2
    x[48,11] opened[48,11] 1
    x[48,11] budget 1
    x[49,0] assignment[49] 1
    x[49,0] capacity[0,0] 8
    x[49,0] capacity[0,1] 1
    x[49,0] opened[49,0] 1
    x[49,0] budget 8
    x[49,1] assignment[49] 1
    x[49,1] capacity[1,0] 8
    x[49,1] capacity[1,1] 1
    x[49,1] opened[49,1] 1
    x[49,2] assignment[49] 1
    x[49,2] capacity[2,0] 8
    x[49,2] capacity[2,1] 1
    x[49,2] opened[49,2] 1
    x[49,2] budget 8
    x[49,3] assignment[49] 1
    x[49,3] capacity[3,0] 8
    x[49,3] capacity[3,1] 1
    x[49,3] opened[49,3] 1
    x[49,3] budget 8
    x[49,4] assignment[49] 1
    x[49,4] capacity[4,0] 8
    x[49,4] capacity[4,1] 1
    x[49,4] opened[49,4] 1
    x[49,4] budget 8
    x[49,5] assignment[49] 1
    x[49,5] capacity[5,0] 8
    x[49,5] capacity[5,1] 1
    x[49,5] opened[49,5] 1
    x[49,5] budget 8
    x[49,6] assignment[49] 1
    x[49,6] capacity[6,0] 8
    x[49,6] capacity[6,1] 1
    x[49,6] opened[49,6] 1
    x[49,6] budget 8
    x[49,7] assignment[49] 1
    x[49,7] capacity[7,0] 8
    x[49,7] capacity[7,1] 1
    x[49,7] opened[49,7] 1
    x[49,7] budget 8
    x[49,8] assignment[49] 1
    x[49,8] capacity[8,0] 8
    x[49,8] capacity[8,1] 1
    x[49,8] opened[49,8] 1
    x[49,8] budget 8
    x[49,9] assignment[49] 1
    x[49,9] capacity[9,0] 8
    x[49,9] capacity[9,1] 1
    x[49,9] opened[49,9] 1
    x[49,9] budget 8
    x[49,10] assignment[49] 1
    x[49,10] capacity[10,0] 8
    x[49,10] capacity[10,1] 1
    x[49,10] opened[49,10] 1
    x[49,10] budget 8
    x[49,11] assignment[49] 1
    x[49,11] capacity[11,0] 8
    x[49,11] capacity[11,1] 1
    x[49,11] opened[49,11] 1
    x[49,11] budget 8
    x[50,0] assignment[50] 1
    x[50,0] capacity[0,0] 1
    x[50,0] capacity[0,1] 4
    x[50,0] opened[50,0] 1
    x[50,0] budget 1
    x[50,1] assignment[50] 1
    x[50,1] capacity[1,0] 1
    x[50,1] capacity[1,1] 4
    x[50,1] opened[50,1] 1
    x[50,1] budget 1
    x[50,2] assignment[50] 1
    x[50,2] capacity[2,0] 1
    x[50,2] capacity[2,1] 4
    x[50,2] opened[50,2] 1
    x[50,2] budget 1
    x[50,3] assignment[50] 1
    x[50,3] capacity[3,0] 1
    x[50,3] capacity[3,1] 4
    x[50,3] opened[50,3] 1
    x[50,3] budget 1
    x[50,4] assignment[50] 1
    x[50,4] capacity[4,0] 1
    x[50,4] capacity[4,1] 4
    x[50,4] opened[50,4] 1
    x[50,4] budget 1
    x[50,5] assignment[50] 1
    x[50,5] capacity[5,0] 1
    x[50,5] capacity[5,1] 4
    x[50,5] opened[50,5] 1
    x[50,5] budget 1
    x[50,6] assignment[50] 1
    x[50,6] capacity[6,0] 1
    x[50,6] capacity[6,1] 4
    x[50,6] opened[50,6] 1
    x[50,6] budget 1
    x[50,7] assignment[50] 1
    x[50,7] capacity[7,0] 1
    x[50,7] capacity[7,1] 4
    x[50,7] opened[50,7] 1
    x[50,7] budget 1
    x[50,8] assignment[50] 1
    x[50,8] capacity[8,0] 1
    x[50,8] capacity[8,1] 4
    x[50,8] opened[50,8] 1
    x[50,9] assignment[50] 1
    x[50,9] capacity[9,0] 1
    x[50,9] capacity[9,1] 4
    x[50,9] opened[50,9] 1
    x[50,9] budget 1
    x[50,10] assignment[50] 1
    x[50,10] capacity[10,0] 1
    x[50,10] capacity[10,1] 4
    x[50,10] opened[50,10] 1
    x[50,10] budget 1
    x[50,11] assignment[50] 1
    x[50,11] capacity[11,0] 1
    x[50,11] capacity[11,1] 4
    x[50,11] opened[50,11] 1
    x[50,11] budget 1
    x[51,0] assignment[51] 1
    x[51,0] capacity[0,0] 8
    x[51,0] capacity[0,1] 2
    x[51,0] opened[51,0] 1
    x[51,0] budget 8
    x[51,1] assignment[51] 1
    x[51,1] capacity[1,0] 8
    x[51,1] capacity[1,1] 2
    x[51,1] opened[51,1] 1
    x[51,1] budget 8
    x[51,2] assignment[51] 1
    x[51,2] capacity[2,0] 8
    x[51,2] capacity[2,1] 2
    x[51,2] opened[51,2] 1
    x[51,2] budget 8
    x[51,3] assignment[51] 1
    x[51,3] capacity[3,0] 8
    x[51,3] capacity[3,1] 2
    x[51,3] opened[51,3] 1
    x[51,3] budget 8
    x[51,4] assignment[51] 1
    x[51,4] capacity[4,0] 8
    x[51,4] capacity[4,1] 2
    x[51,4] opened[51,4] 1
    x[51,4] budget 8
    x[51,5] assignment[51] 1
    x[51,5] capacity[5,0] 8
    x[51,5] capacity[5,1] 2
    x[51,5] opened[51,5] 1
    x[51,5] budget 8
    x[51,6] assignment[51] 1
    x[51,6] capacity[6,0] 8
    x[51,6] capacity[6,1] 2
    x[51,6] opened[51,6] 1
    x[51,6] budget 8
    x[51,7] assignment[51] 1
    x[51,7] capacity[7,0] 8
    x[51,7] capacity[7,1] 2
    x[51,7] opened[51,7] 1
    x[51,7] budget 8
    x[51,8] assignment[51] 1
    x[51,8] capacity[8,0] 8
    x[51,8] capacity[8,1] 2
    x[51,8] opened[51,8] 1
    x[51,8] budget 8
    x[51,9] assignment[51] 1
    x[51,9] capacity[9,0] 8
    x[51,9] capacity[9,1] 2
    x[51,9] opened[51,9] 1
    x[51,9] budget 8
    x[51,10] assignment[51] 1
    x[51,10] capacity[10,0] 8
    x[51,10] capacity[10,1] 2
    x[51,10] opened[51,10] 1
    x[51,10] budget 8
    x[51,11] assignment[51] 1
    x[51,11] capacity[11,0] 8
    x[51,11] capacity[11,1] 2
    x[51,11] opened[51,11] 1
    x[52,0] assignment[52] 1
    x[52,0] capacity[0,0] 2
    x[52,0] capacity[0,1] 4
    x[52,0] opened[52,0] 1
    x[52,0] budget 2
    x[52,1] assignment[52] 1
    x[52,1] capacity[1,0] 2
    x[52,1] capacity[1,1] 4
    x[52,1] opened[52,1] 1
    x[52,1] budget 2
    x[52,2] assignment[52] 1
    x[52,2] capacity[2,0] 2
    x[52,2] capacity[2,1] 4
    x[52,2] opened[52,2] 1
    x[52,2] budget 2
    x[52,3] assignment[52] 1
    x[52,3] capacity[3,0] 2
    x[52,3] capacity[3,1] 4
    x[52,3] opened[52,3] 1
    x[52,3] budget 2
    x[52,4] assignment[52] 1
    x[52,4] capacity[4,0] 2
    x[52,4] capacity[4,1] 4
    x[52,4] opened[52,4] 1
    x[52,4] budget 2
    x[52,5] assignment[52] 1
    x[52,5] capacity[5,0] 2
    x[52,5] capacity[5,1] 4
    x[52,5] opened[52,5] 1
    x[52,5] budget 2
    x[52,6] assignment[52] 1
    x[52,6] capacity[6,0] 2
    x[52,6] capacity[6,1] 4
    x[52,6] opened[52,6] 1
    x[52,6] budget 2
    x[52,7] assignment[52] 1
    x[52,7] capacity[7,0] 2
    x[52,7] capacity[7,1] 4
    x[52,7] opened[52,7] 1
    x[52,7] budget 2
    x[52,8] assignment[52] 1
    x[52,8] capacity[8,0] 2
    x[52,8] capacity[8,1] 4
    x[52,8] opened[52,8] 1
    x[52,9] assignment[52] 1
    x[52,9] capacity[9,0] 2
    x[52,9] capacity[9,1] 4
    x[52,9] opened[52,9] 1
    x[52,9] budget 2
    x[52,10] assignment[52] 1
    x[52,10] capacity[10,0] 2
    x[52,10] capacity[10,1] 4
    x[52,10] opened[52,10] 1
    x[52,10] budget 2
    x[52,11] assignment[52] 1
    x[52,11] capacity[11,0] 2
    x[52,11] capacity[11,1] 4
    x[52,11] opened[52,11] 1
    x[52,11] budget 2
    x[53,0] assignment[53] 1
    x[53,0] capacity[0,0] 16
    x[53,0] capacity[0,1] 4
    x[53,0] opened[53,0] 1
    x[53,0] budget 16
    x[53,1] assignment[53] 1
    x[53,1] capacity[1,0] 16
    x[53,1] capacity[1,1] 4
    x[53,1] opened[53,1] 1
    x[53,1] budget 16
    x[53,2] assignment[53] 1
    x[53,2] capacity[2,0] 16
    x[53,2] capacity[2,1] 4
    x[53,2] opened[53,2] 1
    x[53,2] budget 16
    x[53,3] assignment[53] 1
    x[53,3] capacity[3,0] 16
    x[53,3] capacity[3,1] 4
    x[53,3] opened[53,3] 1
    x[53,3] budget 16
    x[53,4] assignment[53] 1
    x[53,4] capacity[4,0] 16
    x[53,4] capacity[4,1] 4
    x[53,4] opened[53,4] 1
    x[53,4] budget 16
    x[53,5] assignment[53] 1
    x[53,5] capacity[5,0] 16
    x[53,5] capacity[5,1] 4
    x[53,5] opened[53,5] 1
    x[53,5] budget 16
    x[53,6] assignment[53] 1
    x[53,6] capacity[6,0] 16
    x[53,6] capacity[6,1] 4
    x[53,6] opened[53,6] 1
    x[53,6] budget 16
    x[53,7] assignment[53] 1
    x[53,7] capacity[7,0] 16
    x[53,7] capacity[7,1] 4
    x[53,7] opened[53,7] 1
    x[53,7] budget 16
    x[53,8] assignment[53] 1
    x[53,8] capacity[8,0] 16
    x[53,8] capacity[8,1] 4
    x[53,8] opened[53,8] 1
    x[53,8] budget 16
    x[53,9] assignment[53] 1
    x[53,9] capacity[9,0] 16
    x[53,9] capacity[9,1] 4
    x[53,9] opened[53,9] 1
    x[53,10] assignment[53] 1
    x[53,10] capacity[10,0] 16
    x[53,10] capacity[10,1] 4
    x[53,10] opened[53,10] 1
    x[53,10] budget 16
    x[53,11] assignment[53] 1
    x[53,11] capacity[11,0] 16
    x[53,11] capacity[11,1] 4
    x[53,11] opened[53,11] 1
    x[53,11] budget 16
    y[0] objective 1
    y[0] capacity[0,0] -30
    y[0] capacity[0,1] -16
    y[0] opened[0,0] -1
    y[0] opened[1,0] -1
    y[0] opened[2,0] -1
    y[0] opened[3,0] -1
    y[0] opened[4,0] -1
    y[0] opened[5,0] -1
    y[0] opened[6,0] -1
    y[0] opened[7,0] -1
    y[0] opened[8,0] -1
    y[0] opened[9,0] -1
    y[0] opened[10,0] -1
    y[0] opened[11,0] -1
    y[0] opened[12,0] -1
    y[0] opened[13,0] -1
    y[0] opened[14,0] -1
    y[0] opened[15,0] -1
    y[0] opened[16,0] -1
    y[0] opened[17,0] -1
    y[0] opened[18,0] -1
    y[0] opened[19,0] -1
    y[0] opened[20,0] -1
    y[0] opened[21,0] -1
    y[0] opened[22,0] -1
    y[0] opened[23,0] -1
    y[0] opened[24,0] -1
    y[0] opened[25,0] -1
    y[0] opened[26,0] -1
    y[0] opened[27,0] -1
    y[0] opened[28,0] -1
    y[0] opened[29,0] -1
    y[0] opened[30,0] -1
    y[0] opened[31,0] -1
    y[0] opened[32,0] -1
    y[0] opened[33,0] -1
    y[0] opened[34,0] -1
    y[0] opened[35,0] -1
    y[0] opened[36,0] -1
    y[0] opened[37,0] -1
    y[0] opened[38,0] -1
    y[0] opened[39,0] -1
    y[0] opened[40,0] -1
    y[0] opened[41,0] -1
    y[0] opened[42,0] -1
    y[0] opened[43,0] -1
    y[0] opened[44,0] -1
    y[0] opened[45,0] -1
    y[0] opened[46,0] -1
    y[0] opened[47,0] -1
    y[0] opened[48,0] -1
    y[0] opened[49,0] -1
    y[0] opened[50,0] -1
    y[0] opened[51,0] -1
    y[0] opened[52,0] -1
    y[0] opened[53,0] -1
    y[1] objective 1
    y[1] capacity[1,0] -30
    y[1] capacity[1,1] -16
    y[1] opened[0,1] -1
    y[1] opened[1,1] -1
    y[1] opened[2,1] -1
    y[1] opened[3,1] -1
    y[1] opened[4,1] -1
    y[1] opened[5,1] -1
    y[1] opened[6,1] -1
    y[1] opened[7,1] -1
    y[1] opened[8,1] -1
    y[1] opened[9,1] -1
    y[1] opened[10,1] -1
    y[1] opened[11,1] -1
    y[1] opened[12,1] -1
    y[1] opened[13,1] -1
    y[1] opened[14,1] -1
    y[1] opened[15,1] -1
    y[1] opened[16,1] -1
    y[1] opened[17,1] -1
    y[1] opened[18,1] -1
    y[1] opened[19,1] -1
    y[1] opened[20,1] -1
    y[1] opened[21,1] -1
    y[1] opened[22,1] -1
    y[1] opened[23,1] -1
    y[1] opened[24,1] -1
    y[1] opened[25,1] -1
    y[1] opened[26,1] -1
    y[1] opened[27,1] -1
    y[1] opened[28,1] -1
    y[1] opened[29,1] -1
    y[1] opened[30,1] -1
    y[1] opened[31,1] -1
    y[1] opened[32,1] -1
    y[1] opened[33,1] -1
    y[1] opened[34,1] -1
    y[1] opened[35,1] -1
    y[1] opened[36,1] -1
    y[1] opened[37,1] -1
    y[1] opened[38,1] -1
    y[1] opened[39,1] -1
    y[1] opened[40,1] -1
    y[1] opened[41,1] -1
    y[1] opened[42,1] -1
    y[1] opened[43,1] -1
    y[1] opened[44,1] -1
    y[1] opened[45,1] -1
    y[1] opened[46,1] -1
    y[1] opened[47,1] -1
    y[1] opened[48,1] -1
    y[1] opened[49,1] -1
    y[1] opened[50,1] -1
    y[1] opened[51,1] -1
    y[1] opened[52,1] -1
    y[1] opened[53,1] -1
    y[2] objective 1
    y[2] capacity[2,0] -30
    y[2] capacity[2,1] -16
    y[2] opened[0,2] -1
    y[2] opened[1,2] -1
    y[2] opened[2,2] -1
    y[2] opened[3,2] -1
    y[2] opened[4,2] -1
    y[2] opened[5,2] -1
    y[2] opened[6,2] -1
    y[2] opened[7,2] -1
    y[2] opened[8,2] -1
    y[2] opened[9,2] -1
    y[2] opened[10,2] -1
    y[2] opened[11,2] -1
    y[2] opened[12,2] -1
    y[2] opened[13,2] -1
    y[2] opened[14,2] -1
    y[2] opened[15,2] -1
    y[2] opened[16,2] -1
    y[2] opened[17,2] -1
    y[2] opened[18,2] -1
    y[2] opened[19,2] -1
    y[2] opened[20,2] -1
    y[2] opened[21,2] -1
    y[2] opened[22,2] -1
    y[2] opened[23,2] -1
    y[2] opened[24,2] -1
    y[2] opened[25,2] -1
    y[2] opened[26,2] -1
    y[2] opened[27,2] -1
    y[2] opened[28,2] -1
    y[2] opened[29,2] -1
    y[2] opened[30,2] -1
    y[2] opened[31,2] -1
    y[2] opened[32,2] -1
    y[2] opened[33,2] -1
    y[2] opened[34,2] -1
    y[2] opened[35,2] -1
    y[2] opened[36,2] -1
    y[2] opened[37,2] -1
    y[2] opened[38,2] -1
    y[2] opened[39,2] -1
    y[2] opened[40,2] -1
    y[2] opened[41,2] -1
    y[2] opened[42,2] -1
    y[2] opened[43,2] -1
    y[2] opened[44,2] -1
    y[2] opened[45,2] -1
    y[2] opened[46,2] -1
    y[2] opened[47,2] -1
    y[2] opened[48,2] -1
    y[2] opened[49,2] -1
    y[2] opened[50,2] -1
    y[2] opened[51,2] -1
    y[2] opened[52,2] -1
    y[2] opened[53,2] -1
    y[3] objective 1
    y[3] capacity[3,0] -30
    y[3] capacity[3,1] -16
    y[3] opened[0,3] -1
    y[3] opened[1,3] -1
    y[3] opened[2,3] -1
    y[3] opened[3,3] -1
    y[3] opened[4,3] -1
    y[3] opened[5,3] -1
    y[3] opened[6,3] -1
    y[3] opened[7,3] -1
    y[3] opened[8,3] -1
    y[3] opened[9,3] -1
    y[3] opened[10,3] -1
    y[3] opened[11,3] -1
    y[3] opened[12,3] -1
    y[3] opened[13,3] -1
    y[3] opened[14,3] -1
    y[3] opened[15,3] -1
    y[3] opened[16,3] -1
    y[3] opened[17,3] -1
    y[3] opened[18,3] -1
    y[3] opened[19,3] -1
    y[3] opened[20,3] -1
    y[3] opened[21,3] -1
    y[3] opened[22,3] -1
    y[3] opened[23,3] -1
    y[3] opened[24,3] -1
    y[3] opened[25,3] -1
    y[3] opened[26,3] -1
    y[3] opened[27,3] -1
    y[3] opened[28,3] -1
    y[3] opened[29,3] -1
    y[3] opened[30,3] -1
    y[3] opened[31,3] -1
    y[3] opened[32,3] -1
    y[3] opened[33,3] -1
    y[3] opened[34,3] -1
    y[3] opened[35,3] -1
    y[3] opened[36,3] -1
    y[3] opened[37,3] -1
    y[3] opened[38,3] -1
    y[3] opened[39,3] -1
    y[3] opened[40,3] -1
    y[3] opened[41,3] -1
    y[3] opened[42,3] -1
    y[3] opened[43,3] -1
    y[3] opened[44,3] -1
    y[3] opened[45,3] -1
    y[3] opened[46,3] -1
    y[3] opened[47,3] -1
    y[3] opened[48,3] -1
    y[3] opened[49,3] -1
    y[3] opened[50,3] -1
    y[3] opened[51,3] -1
    y[3] opened[52,3] -1
    y[3] opened[53,3] -1
    y[4] objective 1
    y[4] capacity[4,0] -30
    y[4] capacity[4,1] -16
    y[4] opened[0,4] -1
    y[4] opened[1,4] -1
    y[4] opened[2,4] -1
    y[4] opened[3,4] -1
    y[4] opened[4,4] -1
    y[4] opened[5,4] -1
    y[4] opened[6,4] -1
    y[4] opened[7,4] -1
    y[4] opened[8,4] -1
    y[4] opened[9,4] -1
    y[4] opened[10,4] -1
    y[4] opened[11,4] -1
    y[4] opened[12,4] -1
    y[4] opened[13,4] -1
    y[4] opened[14,4] -1
    y[4] opened[15,4] -1
    y[4] opened[16,4] -1
    y[4] opened[17,4] -1
    y[4] opened[18,4] -1
    y[4] opened[19,4] -1
    y[4] opened[20,4] -1
    y[4] opened[21,4] -1
    y[4] opened[22,4] -1
    y[4] opened[23,4] -1
    y[4] opened[24,4] -1
    y[4] opened[25,4] -1
    y[4] opened[26,4] -1
    y[4] opened[27,4] -1
    y[4] opened[28,4] -1
    y[4] opened[29,4] -1
    y[4] opened[30,4] -1
    y[4] opened[31,4] -1
    y[4] opened[32,4] -1
    y[4] opened[33,4] -1
    y[4] opened[34,4] -1
    y[4] opened[35,4] -1
    y[4] opened[36,4] -1
    y[4] opened[37,4] -1
    y[4] opened[38,4] -1
    y[4] opened[39,4] -1
    y[4] opened[40,4] -1
    y[4] opened[41,4] -1
    y[4] opened[42,4] -1
    y[4] opened[43,4] -1
    y[4] opened[44,4] -1
    y[4] opened[45,4] -1
    y[4] opened[46,4] -1
    y[4] opened[47,4] -1
    y[4] opened[48,4] -1
    y[4] opened[49,4] -1
    y[4] opened[50,4] -1
    y[4] opened[51,4] -1
    y[4] opened[52,4] -1
    y[4] opened[53,4] -1
    y[5] objective 1
    y[5] capacity[5,0] -30
    y[5] capacity[5,1] -16
    y[5] opened[0,5] -1
    y[5] opened[1,5] -1
    y[5] opened[2,5] -1
    y[5] opened[3,5] -1
    y[5] opened[4,5] -1
    y[5] opened[5,5] -1
    y[5] opened[6,5] -1
    y[5] opened[7,5] -1
    y[5] opened[8,5] -1
    y[5] opened[9,5] -1
    y[5] opened[10,5] -1
    y[5] opened[11,5] -1
    y[5] opened[12,5] -1
    y[5] opened[13,5] -1
    y[5] opened[14,5] -1
    y[5] opened[15,5] -1
    y[5] opened[16,5] -1
    y[5] opened[17,5] -1
    y[5] opened[18,5] -1
    y[5] opened[19,5] -1
    y[5] opened[20,5] -1
    y[5] opened[21,5] -1
    y[5] opened[22,5] -1
    y[5] opened[23,5] -1
    y[5] opened[24,5] -1
    y[5] opened[25,5] -1
    y[5] opened[26,5] -1
    y[5] opened[27,5] -1
    y[5] opened[28,5] -1
    y[5] opened[29,5] -1
    y[5] opened[30,5] -1
    y[5] opened[31,5] -1
    y[5] opened[32,5] -1
    y[5] opened[33,5] -1
    y[5] opened[34,5] -1
    y[5] opened[35,5] -1
    y[5] opened[36,5] -1
    y[5] opened[37,5] -1
    y[5] opened[38,5] -1
    y[5] opened[39,5] -1
    y[5] opened[40,5] -1
    y[5] opened[41,5] -1
    y[5] opened[42,5] -1
    y[5] opened[43,5] -1
    y[5] opened[44,5] -1
    y[5] opened[45,5] -1
    y[5] opened[46,5] -1
    y[5] opened[47,5] -1
    y[5] opened[48,5] -1
    y[5] opened[49,5] -1
    y[5] opened[50,5] -1
    y[5] opened[51,5] -1
    y[5] opened[52,5] -1
    y[5] opened[53,5] -1
    y[6] objective 1
    y[6] capacity[6,0] -30
    y[6] capacity[6,1] -16
    y[6] opened[0,6] -1
    y[6] opened[1,6] -1
    y[6] opened[2,6] -1
    y[6] opened[3,6] -1
    y[6] opened[4,6] -1
    y[6] opened[5,6] -1
    y[6] opened[6,6] -1
    y[6] opened[7,6] -1
    y[6] opened[8,6] -1
    y[6] opened[9,6] -1
    y[6] opened[10,6] -1
    y[6] opened[11,6] -1
    y[6] opened[12,6] -1
    y[6] opened[13,6] -1
    y[6] opened[14,6] -1
    y[6] opened[15,6] -1
    y[6] opened[16,6] -1
    y[6] opened[17,6] -1
    y[6] opened[18,6] -1
    y[6] opened[19,6] -1
    y[6] opened[20,6] -1
    y[6] opened[21,6] -1
    y[6] opened[22,6] -1
    y[6] opened[23,6] -1
    y[6] opened[24,6] -1
    y[6] opened[25,6] -1
    y[6] opened[26,6] -1
    y[6] opened[27,6] -1
    y[6] opened[28,6] -1
    y[6] opened[29,6] -1
    y[6] opened[30,6] -1
    y[6] opened[31,6] -1
    y[6] opened[32,6] -1
    y[6] opened[33,6] -1
    y[6] opened[34,6] -1
    y[6] opened[35,6] -1
    y[6] opened[36,6] -1
    y[6] opened[37,6] -1
    y[6] opened[38,6] -1
    y[6] opened[39,6] -1
    y[6] opened[40,6] -1
    y[6] opened[41,6] -1
    y[6] opened[42,6] -1
    y[6] opened[43,6] -1
    y[6] opened[44,6] -1
    y[6] opened[45,6] -1
    y[6] opened[46,6] -1
    y[6] opened[47,6] -1
    y[6] opened[48,6] -1
    y[6] opened[49,6] -1
    y[6] opened[50,6] -1
    y[6] opened[51,6] -1
    y[6] opened[52,6] -1
    y[6] opened[53,6] -1
    y[7] objective 1
    y[7] capacity[7,0] -30
    y[7] capacity[7,1] -16
    y[7] opened[0,7] -1
    y[7] opened[1,7] -1
    y[7] opened[2,7] -1
    y[7] opened[3,7] -1
    y[7] opened[4,7] -1
    y[7] opened[5,7] -1
    y[7] opened[6,7] -1
    y[7] opened[7,7] -1
    y[7] opened[8,7] -1
    y[7] opened[9,7] -1
    y[7] opened[10,7] -1
    y[7] opened[11,7] -1
    y[7] opened[12,7] -1
    y[7] opened[13,7] -1
    y[7] opened[14,7] -1
    y[7] opened[15,7] -1
    y[7] opened[16,7] -1
    y[7] opened[17,7] -1
    y[7] opened[18,7] -1
    y[7] opened[19,7] -1
    y[7] opened[20,7] -1
    y[7] opened[21,7] -1
    y[7] opened[22,7] -1
    y[7] opened[23,7] -1
    y[7] opened[24,7] -1
    y[7] opened[25,7] -1
    y[7] opened[26,7] -1
    y[7] opened[27,7] -1
    y[7] opened[28,7] -1
    y[7] opened[29,7] -1
    y[7] opened[30,7] -1
    y[7] opened[31,7] -1
    y[7] opened[32,7] -1
    y[7] opened[33,7] -1
    y[7] opened[34,7] -1
    y[7] opened[35,7] -1
    y[7] opened[36,7] -1
    y[7] opened[37,7] -1
    y[7] opened[38,7] -1
    y[7] opened[39,7] -1
    y[7] opened[40,7] -1
    y[7] opened[41,7] -1
    y[7] opened[42,7] -1
    y[7] opened[43,7] -1
    y[7] opened[44,7] -1
    y[7] opened[45,7] -1
    y[7] opened[46,7] -1
    y[7] opened[47,7] -1
    y[7] opened[48,7] -1
    y[7] opened[49,7] -1
    y[7] opened[50,7] -1
    y[7] opened[51,7] -1
    y[7] opened[52,7] -1
    y[7] opened[53,7] -1
    y[8] objective 1
    y[8] capacity[8,0] -30
    y[8] capacity[8,1] -16
    y[8] opened[0,8] -1
    y[8] opened[1,8] -1
    y[8] opened[2,8] -1
    y[8] opened[3,8] -1
    y[8] opened[4,8] -1
    y[8] opened[5,8] -1
    y[8] opened[6,8] -1
    y[8] opened[7,8] -1
    y[8] opened[8,8] -1
    y[8] opened[9,8] -1
    y[8] opened[10,8] -1
    y[8] opened[11,8] -1
    y[8] opened[12,8] -1
    y[8] opened[13,8] -1
    y[8] opened[14,8] -1
    y[8] opened[15,8] -1
    y[8] opened[16,8] -1
    y[8] opened[17,8] -1
    y[8] opened[18,8] -1
    y[8] opened[19,8] -1
    y[8] opened[20,8] -1
    y[8] opened[21,8] -1
    y[8] opened[22,8] -1
    y[8] opened[23,8] -1
    y[8] opened[24,8] -1
    y[8] opened[25,8] -1
    y[8] opened[26,8] -1
    y[8] opened[27,8] -1
    y[8] opened[28,8] -1
    y[8] opened[29,8] -1
    y[8] opened[30,8] -1
    y[8] opened[31,8] -1
    y[8] opened[32,8] -1
    y[8] opened[33,8] -1
    y[8] opened[34,8] -1
    y[8] opened[35,8] -1
    y[8] opened[36,8] -1
    y[8] opened[37,8] -1
    y[8] opened[38,8] -1
    y[8] opened[39,8] -1
    y[8] opened[40,8] -1
    y[8] opened[41,8] -1
    y[8] opened[42,8] -1
    y[8] opened[43,8] -1
    y[8] opened[44,8] -1
    y[8] opened[45,8] -1
    y[8] opened[46,8] -1
    y[8] opened[47,8] -1
    y[8] opened[48,8] -1
    y[8] opened[49,8] -1
    y[8] opened[50,8] -1
    y[8] opened[51,8] -1
    y[8] opened[52,8] -1
    y[8] opened[53,8] -1
    y[9] objective 1
    y[9] capacity[9,0] -30
    y[9] capacity[9,1] -16
    y[9] opened[0,9] -1
    y[9] opened[1,9] -1
    y[9] opened[2,9] -1
    y[9] opened[3,9] -1
    y[9] opened[4,9] -1
    y[9] opened[5,9] -1
    y[9] opened[6,9] -1
    y[9] opened[7,9] -1
    y[9] opened[8,9] -1
    y[9] opened[9,9] -1
    y[9] opened[10,9] -1
    y[9] opened[11,9] -1
    y[9] opened[12,9] -1
    y[9] opened[13,9] -1
    y[9] opened[14,9] -1
    y[9] opened[15,9] -1
    y[9] opened[16,9] -1
    y[9] opened[17,9] -1
    y[9] opened[18,9] -1
    y[9] opened[19,9] -1
    y[9] opened[20,9] -1
    y[9] opened[21,9] -1
    y[9] opened[22,9] -1
    y[9] opened[23,9] -1
    y[9] opened[24,9] -1
    y[9] opened[25,9] -1
    y[9] opened[26,9] -1
    y[9] opened[27,9] -1
    y[9] opened[28,9] -1
    y[9] opened[29,9] -1
    y[9] opened[30,9] -1
    y[9] opened[31,9] -1
    y[9] opened[32,9] -1
    y[9] opened[33,9] -1
    y[9] opened[34,9] -1
    y[9] opened[35,9] -1
    y[9] opened[36,9] -1
    y[9] opened[37,9] -1
    y[9] opened[38,9] -1
    y[9] opened[39,9] -1
    y[9] opened[40,9] -1
    y[9] opened[41,9] -1
    y[9] opened[42,9] -1
    y[9] opened[43,9] -1
    y[9] opened[44,9] -1
    y[9] opened[45,9] -1
    y[9] opened[46,9] -1
    y[9] opened[47,9] -1
    y[9] opened[48,9] -1
    y[9] opened[49,9] -1
    y[9] opened[50,9] -1
    y[9] opened[51,9] -1
    y[9] opened[52,9] -1
    y[9] opened[53,9] -1
    y[10] objective 1
    y[10] capacity[10,0] -30
    y[10] capacity[10,1] -16
    y[10] opened[0,10] -1
    y[10] opened[1,10] -1
    y[10] opened[2,10] -1
    y[10] opened[3,10] -1
    y[10] opened[4,10] -1
    y[10] opened[5,10] -1
    y[10] opened[6,10] -1
    y[10] opened[7,10] -1
    y[10] opened[8,10] -1
    y[10] opened[9,10] -1
    y[10] opened[10,10] -1
    y[10] opened[11,10] -1
    y[10] opened[12,10] -1
    y[10] opened[13,10] -1
    y[10] opened[14,10] -1
    y[10] opened[15,10] -1
    y[10] opened[16,10] -1
    y[10] opened[17,10] -1
    y[10] opened[18,10] -1
    y[10] opened[19,10] -1
    y[10] opened[20,10] -1
    y[10] opened[21,10] -1
    y[10] opened[22,10] -1
    y[10] opened[23,10] -1
    y[10] opened[24,10] -1
    y[10] opened[25,10] -1
    y[10] opened[26,10] -1
    y[10] opened[27,10] -1
    y[10] opened[28,10] -1
    y[10] opened[29,10] -1
    y[10] opened[30,10] -1
    y[10] opened[31,10] -1
    y[10] opened[32,10] -1
    y[10] opened[33,10] -1
    y[10] opened[34,10] -1
    y[10] opened[35,10] -1
    y[10] opened[36,10] -1
    y[10] opened[37,10] -1
    y[10] opened[38,10] -1
    y[10] opened[39,10] -1
    y[10] opened[40,10] -1
    y[10] opened[41,10] -1
    y[10] opened[42,10] -1
    y[10] opened[43,10] -1
    y[10] opened[44,10] -1
    y[10] opened[45,10] -1
    y[10] opened[46,10] -1
    y[10] opened[47,10] -1
    y[10] opened[48,10] -1
    y[10] opened[49,10] -1
    y[10] opened[50,10] -1
    y[10] opened[51,10] -1
    y[10] opened[52,10] -1
    y[10] opened[53,10] -1
    y[11] objective 1
    y[11] capacity[11,0] -30
    y[11] capacity[11,1] -16
    y[11] opened[0,11] -1
    y[11] opened[1,11] -1
    y[11] opened[2,11] -1
    y[11] opened[3,11] -1
    y[11] opened[4,11] -1
    y[11] opened[5,11] -1
    y[11] opened[6,11] -1
    y[11] opened[7,11] -1
    y[11] opened[8,11] -1
    y[11] opened[9,11] -1
    y[11] opened[10,11] -1
    y[11] opened[11,11] -1
    y[11] opened[12,11] -1
    y[11] opened[13,11] -1
    y[11] opened[14,11] -1
    y[11] opened[15,11] -1
    y[11] opened[16,11] -1
    y[11] opened[17,11] -1
    y[11] opened[18,11] -1
    y[11] opened[19,11] -1
    y[11] opened[20,11] -1
    y[11] opened[21,11] -1
    y[11] opened[22,11] -1
    y[11] opened[23,11] -1
    y[11] opened[24,11] -1
    y[11] opened[25,11] -1
    y[11] opened[26,11] -1
    y[11] opened[27,11] -1
    y[11] opened[28,11] -1
    y[11] opened[29,11] -1
    y[11] opened[30,11] -1
    y[11] opened[31,11] -1
    y[11] opened[32,11] -1
    y[11] opened[33,11] -1
    y[11] opened[34,11] -1
    y[11] opened[35,11] -1
    y[11] opened[36,11] -1
    y[11] opened[37,11] -1
    y[11] opened[38,11] -1
    y[11] opened[39,11] -1
    y[11] opened[40,11] -1
    y[11] opened[41,11] -1
    y[11] opened[42,11] -1
    y[11] opened[43,11] -1
    y[11] opened[44,11] -1
    y[11] opened[45,11] -1
    y[11] opened[46,11] -1
    y[11] opened[47,11] -1
    y[11] opened[48,11] -1
    y[11] opened[49,11] -1
    y[11] opened[50,11] -1
    y[11] opened[51,11] -1
    y[11] opened[52,11] -1
    y[11] opened[53,11] -1
    M1 'MARKER' 'INTEND'
RHS
    RHS assignment[0] 1
    RHS assignment[1] 1
    RHS assignment[2] 1
    RHS assignment[3] 1
    RHS assignment[4] 1
    RHS assignment[5] 1
    RHS assignment[6] 1
    RHS assignment[7] 1
    RHS assignment[8] 1
    RHS assignment[9] 1
    RHS assignment[10] 1
    RHS assignment[11] 1
    RHS assignment[12] 1
    RHS assignment[13] 1
    RHS assignment[14] 1
    RHS assignment[15] 1
    RHS assignment[16] 1
    RHS assignment[17] 1
    RHS assignment[18] 1
    RHS assignment[19] 1
    RHS assignment[20] 1
    RHS assignment[21] 1
    RHS assignment[22] 1
    RHS assignment[23] 1
    RHS assignment[24] 1
    RHS assignment[25] 1
    RHS assignment[26] 1
    RHS assignment[27] 1
    RHS assignment[28] 1
    RHS assignment[29] 1
    RHS assignment[30] 1
    RHS assignment[31] 1
    RHS assignment[32] 1
    RHS assignment[33] 1
    RHS assignment[34] 1
    RHS assignment[35] 1
    RHS assignment[36] 1
    RHS assignment[37] 1
    RHS assignment[38] 1
    RHS assignment[39] 1
    RHS assignment[40] 1
    RHS assignment[41] 1
    RHS assignment[42] 1
    RHS assignment[43] 1
    RHS assignment[44] 1
    RHS assignment[45] 1
    RHS assignment[46] 1
    RHS assignment[47] 1
    RHS assignment[48] 1
    RHS assignment[49] 1
    RHS assignment[50] 1
    RHS assignment[51] 1
    RHS assignment[52] 1
    RHS assignment[53] 1
    RHS budget 86
RANGES
BOUNDS
 LO BND x[0,0] 0
 UP BND x[0,0] 1
 LO BND x[0,1] 0
 UP BND x[0,1] 1
 LO BND x[0,2] 0
 UP BND x[0,2] 1
 LO BND x[0,3] 0
 UP BND x[0,3] 1
 LO BND x[0,4] 0
 UP BND x[0,4] 1
 LO BND x[0,5] 0
 UP BND x[0,5] 1
 LO BND x[0,6] 0
 UP BND x[0,6] 1
 LO BND x[0,7] 0
 UP BND x[0,7] 1
 LO BND x[0,8] 0
 UP BND x[0,8] 1
 LO BND x[0,9] 0
 UP BND x[0,9] 1
 LO BND x[0,10] 0
 UP BND x[0,10] 1
 LO BND x[0,11] 0
 UP BND x[0,11] 1
 LO BND x[1,0] 0
 UP BND x[1,0] 1
 LO BND x[1,1] 0
 UP BND x[1,1] 1
 LO BND x[1,2] 0
 UP BND x[1,2] 1
 LO BND x[1,3] 0
 UP BND x[1,3] 1
 LO BND x[1,4] 0
 UP BND x[1,4] 1
 LO BND x[1,5] 0
 UP BND x[1,5] 1
 LO BND x[1,6] 0
 UP BND x[1,6] 1
 LO BND x[1,7] 0
 UP BND x[1,7] 1
 LO BND x[1,8] 0
 UP BND x[1,8] 1
 LO BND x[1,9] 0
 UP BND x[1,9] 1
 LO BND x[1,10] 0
 UP BND x[1,10] 1
 LO BND x[1,11] 0
 UP BND x[1,11] 1
 LO BND x[2,0] 0
 UP BND x[2,0] 1
 LO BND x[2,1] 0
 UP BND x[2,1] 1
 LO BND x[2,2] 0
 UP BND x[2,2] 1
 LO BND x[2,3] 0
 UP BND x[2,3] 1
 LO BND x[2,4] 0
 UP BND x[2,4] 1
 LO BND x[2,5] 0
 UP BND x[2,5] 1
 LO BND x[2,6] 0
 UP BND x[2,6] 1
 LO BND x[2,7] 0
 UP BND x[2,7] 1
 LO BND x[2,8] 0
 UP BND x[2,8] 1
 LO BND x[2,9] 0
 UP BND x[2,9] 1
 LO BND x[2,10] 0
 UP BND x[2,10] 1
 LO BND x[2,11] 0
 UP BND x[2,11] 1
 LO BND x[3,0] 0
 UP BND x[3,0] 1
 LO BND x[3,1] 0
 UP BND x[3,1] 1
 LO BND x[3,2] 0
 UP BND x[3,2] 1
 LO BND x[3,3] 0
 UP BND x[3,3] 1
 LO BND x[3,4] 0
 UP BND x[3,4] 1
 LO BND x[3,5] 0
 UP BND x[3,5] 1
 LO BND x[3,6] 0
 UP BND x[3,6] 1
 LO BND x[3,7] 0
 UP BND x[3,7] 1
 LO BND x[3,8] 0
 UP BND x[3,8] 1
 LO BND x[3,9] 0
 UP BND x[3,9] 1
 LO BND x[3,10] 0
 UP BND x[3,10] 1
 LO BND x[3,11] 0
 UP BND x[3,11] 1
 LO BND x[4,0] 0
 UP BND x[4,0] 1
 LO BND x[4,1] 0
 UP BND x[4,1] 1
 LO BND x[4,2] 0
 UP BND x[4,2] 1
 LO BND x[4,3] 0
 UP BND x[4,3] 1
 LO BND x[4,4] 0
 UP BND x[4,4] 1
 LO BND x[4,5] 0
 UP BND x[4,5] 1
 LO BND x[4,6] 0
 UP BND x[4,6] 1
 LO BND x[4,7] 0
 UP BND x[4,7] 1
 LO BND x[4,8] 0
 UP BND x[4,8] 1
 LO BND x[4,9] 0
 UP BND x[4,9] 1
 LO BND x[4,10] 0
 UP BND x[4,10] 1
 LO BND x[4,11] 0
 UP BND x[4,11] 1
 LO BND x[5,0] 0
 UP BND x[5,0] 1
 LO BND x[5,1] 0
 UP BND x[5,1] 1
 LO BND x[5,2] 0
 UP BND x[5,2] 1
 LO BND x[5,3] 0
 UP BND x[5,3] 1
 LO BND x[5,4] 0
 UP BND x[5,4] 1
 LO BND x[5,5] 0
 UP BND x[5,5] 1
 LO BND x[5,6] 0
 UP BND x[5,6] 1
 LO BND x[5,7] 0
 UP BND x[5,7] 1
 LO BND x[5,8] 0
 UP BND x[5,8] 1
 LO BND x[5,9] 0
 UP BND x[5,9] 1
 LO BND x[5,10] 0
 UP BND x[5,10] 1
 LO BND x[5,11] 0
 UP BND x[5,11] 1
 LO BND x[6,0] 0
 UP BND x[6,0] 1
 LO BND x[6,1] 0
 UP BND x[6,1] 1
 LO BND x[6,2] 0
 UP BND x[6,2] 1
 LO BND x[6,3] 0
 UP BND x[6,3] 1
 LO BND x[6,4] 0
 UP BND x[6,4] 1
 LO BND x[6,5] 0
 UP BND x[6,5] 1
 LO BND x[6,6] 0
 UP BND x[6,6] 1
 LO BND x[6,7] 0
 UP BND x[6,7] 1
 LO BND x[6,8] 0
 UP BND x[6,8] 1
 LO BND x[6,9] 0
 UP BND x[6,9] 1
 LO BND x[6,10] 0
 UP BND x[6,10] 1
 LO BND x[6,11] 0
 UP BND x[6,11] 1
 LO BND x[7,0] 0
 UP BND x[7,0] 1
 LO BND x[7,1] 0
 UP BND x[7,1] 1
 LO BND x[7,2] 0
 UP BND x[7,2] 1
 LO BND x[7,3] 0
 UP BND x[7,3] 1
 LO BND x[7,4] 0
 UP BND x[7,4] 1
 LO BND x[7,5] 0
 UP BND x[7,5] 1
 LO BND x[7,6] 0
 UP BND x[7,6] 1
 LO BND x[7,7] 0
 UP BND x[7,7] 1
 LO BND x[7,8] 0
 UP BND x[7,8] 1
 LO BND x[7,9] 0
 UP BND x[7,9] 1
 LO BND x[7,10] 0
 UP BND x[7,10] 1
 LO BND x[7,11] 0
 UP BND x[7,11] 1
 LO BND x[8,0] 0
 UP BND x[8,0] 1
 LO BND x[8,1] 0
 UP BND x[8,1] 1
 LO BND x[8,2] 0
 UP BND x[8,2] 1
 LO BND x[8,3] 0
 UP BND x[8,3] 1
 LO BND x[8,4] 0
 UP BND x[8,4] 1
 LO BND x[8,5] 0
 UP BND x[8,5] 1
 LO BND x[8,6] 0
 UP BND x[8,6] 1
 LO BND x[8,7] 0
 UP BND x[8,7] 1
 LO BND x[8,8] 0
 UP BND x[8,8] 1
 LO BND x[8,9] 0
 UP BND x[8,9] 1
 LO BND x[8,10] 0
 UP BND x[8,10] 1
 LO BND x[8,11] 0
 UP BND x[8,11] 1
 LO BND x[9,0] 0
 UP BND x[9,0] 1
 LO BND x[9,1] 0
 UP BND x[9,1] 1
 LO BND x[9,2] 0
 UP BND x[9,2] 1
 LO BND x[9,3] 0
 UP BND x[9,3] 1
 LO BND x[9,4] 0
 UP BND x[9,4] 1
 LO BND x[9,5] 0
 UP BND x[9,5] 1
 LO BND x[9,6] 0
 UP BND x[9,6] 1
 LO BND x[9,7] 0
 UP BND x[9,7] 1
 LO BND x[9,8] 0
 UP BND x[9,8] 1
 LO BND x[9,9] 0
 UP BND x[9,9] 1
 LO BND x[9,10] 0
 UP BND x[9,10] 1
 LO BND x[9,11] 0
 UP BND x[9,11] 1
 LO BND x[10,0] 0
 UP BND x[10,0] 1
 LO BND x[10,1] 0
 UP BND x[10,1] 1
 LO BND x[10,2] 0
 UP BND x[10,2] 1
 LO BND x[10,3] 0
 UP BND x[10,3] 1
 LO BND x[10,4] 0
 UP BND x[10,4] 1
 LO BND x[10,5] 0
 UP BND x[10,5] 1
 LO BND x[10,6] 0
 UP BND x[10,6] 1
 LO BND x[10,7] 0
 UP BND x[10,7] 1
 LO BND x[10,8] 0
 UP BND x[10,8] 1
 LO BND x[10,9] 0
 UP BND x[10,9] 1
 LO BND x[10,10] 0
 UP BND x[10,10] 1
 LO BND x[10,11] 0
 UP BND x[10,11] 1
 LO BND x[11,0] 0
 UP BND x[11,0] 1
 LO BND x[11,1] 0
 UP BND x[11,1] 1
 LO BND x[11,2] 0
 UP BND x[11,2] 1
 LO BND x[11,3] 0
 UP BND x[11,3] 1
 LO BND x[11,4] 0
 UP BND x[11,4] 1
 LO BND x[11,5] 0
 UP BND x[11,5] 1
 LO BND x[11,6] 0
 UP BND x[11,6] 1
 LO BND x[11,7] 0
 UP BND x[11,7] 1
 LO BND x[11,8] 0
 UP BND x[11,8] 1
 LO BND x[11,9] 0
 UP BND x[11,9] 1
 LO BND x[11,10] 0
 UP BND x[11,10] 1
 LO BND x[11,11] 0
 UP BND x[11,11] 1
 LO BND x[12,0] 0
 UP BND x[12,0] 1
 LO BND x[12,1] 0
 UP BND x[12,1] 1
 LO BND x[12,2] 0
 UP BND x[12,2] 1
 LO BND x[12,3] 0
 UP BND x[12,3] 1
 LO BND x[12,4] 0
 UP BND x[12,4] 1
 LO BND x[12,5] 0
 UP BND x[12,5] 1
 LO BND x[12,6] 0
 UP BND x[12,6] 1
 LO BND x[12,7] 0
 UP BND x[12,7] 1
 LO BND x[12,8] 0
 UP BND x[12,8] 1
 LO BND x[12,9] 0
 UP BND x[12,9] 1
 LO BND x[12,10] 0
 UP BND x[12,10] 1
 LO BND x[12,11] 0
 UP BND x[12,11] 1
 LO BND x[13,0] 0
 UP BND x[13,0] 1
 LO BND x[13,1] 0
 UP BND x[13,1] 1
 LO BND x[13,2] 0
 UP BND x[13,2] 1
 LO BND x[13,3] 0
 UP BND x[13,3] 1
 LO BND x[13,4] 0
 UP BND x[13,4] 1
 LO BND x[13,5] 0
 UP BND x[13,5] 1
 LO BND x[13,6] 0
 UP BND x[13,6] 1
 LO BND x[13,7] 0
 UP BND x[13,7] 1
 LO BND x[13,8] 0
 UP BND x[13,8] 1
 LO BND x[13,9] 0
 UP BND x[13,9] 1
 LO BND x[13,10] 0
 UP BND x[13,10] 1
 LO BND x[13,11] 0
 UP BND x[13,11] 1
 LO BND x[14,0] 0
 UP BND x[14,0] 1
 LO BND x[14,1] 0
 UP BND x[14,1] 1
 LO BND x[14,2] 0
 UP BND x[14,2] 1
 LO BND x[14,3] 0
 UP BND x[14,3] 1
 LO BND x[14,4] 0
 UP BND x[14,4] 1
 LO BND x[14,5] 0
 UP BND x[14,5] 1
 LO BND x[14,6] 0
 UP BND x[14,6] 1
 LO BND x[14,7] 0
 UP BND x[14,7] 1
 LO BND x[14,8] 0
 UP BND x[14,8] 1
 LO BND x[14,9] 0
 UP BND x[14,9] 1
 LO BND x[14,10] 0
 UP BND x[14,10] 1
 LO BND x[14,11] 0
 UP BND x[14,11] 1
 LO BND x[15,0] 0
 UP BND x[15,0] 1
 LO BND x[15,1] 0
 UP BND x[15,1] 1
 LO BND x[15,2] 0
 UP BND x[15,2] 1
 LO BND x[15,3] 0
 UP BND x[15,3] 1
 LO BND x[15,4] 0
 UP BND x[15,4] 1
 LO BND x[15,5] 0
 UP BND x[15,5] 1
 LO BND x[15,6] 0
 UP BND x[15,6] 1
 LO BND x[15,7] 0
 UP BND x[15,7] 1
 LO BND x[15,8] 0
 UP BND x[15,8] 1
 LO BND x[15,9] 0
 UP BND x[15,9] 1
 LO BND x[15,10] 0
 UP BND x[15,10] 1
 LO BND x[15,11] 0
 UP BND x[15,11] 1
 LO BND x[16,0] 0
 UP BND x[16,0] 1
 LO BND x[16,1] 0
 UP BND x[16,1] 1
 LO BND x[16,2] 0
 UP BND x[16,2] 1
 LO BND x[16,3] 0
 UP BND x[16,3] 1
 LO BND x[16,4] 0
 UP BND x[16,4] 1
 LO BND x[16,5] 0
 UP BND x[16,5] 1
 LO BND x[16,6] 0
 UP BND x[16,6] 1
 LO BND x[16,7] 0
 UP BND x[16,7] 1
 LO BND x[16,8] 0
 UP BND x[16,8] 1
 LO BND x[16,9] 0
 UP BND x[16,9] 1
 LO BND x[16,10] 0
 UP BND x[16,10] 1
 LO BND x[16,11] 0
 UP BND x[16,11] 1
 LO BND x[17,0] 0
 UP BND x[17,0] 1
 LO BND x[17,1] 0
 UP BND x[17,1] 1
 LO BND x[17,2] 0
 UP BND x[17,2] 1
 LO BND x[17,3] 0
 UP BND x[17,3] 1
 LO BND x[17,4] 0
 UP BND x[17,4] 1
 LO BND x[17,5] 0
 UP BND x[17,5] 1
 LO BND x[17,6] 0
 UP BND x[17,6] 1
 LO BND x[17,7] 0
 UP BND x[17,7] 1
 LO BND x[17,8] 0
 UP BND x[17,8] 1
 LO BND x[17,9] 0
 UP BND x[17,9] 1
 LO BND x[17,10] 0
 UP BND x[17,10] 1
 LO BND x[17,11] 0
 UP BND x[17,11] 1
 LO BND x[18,0] 0
 UP BND x[18,0] 1
 LO BND x[18,1] 0
 UP BND x[18,1] 1
 LO BND x[18,2] 0
 UP BND x[18,2] 1
 LO BND x[18,3] 0
 UP BND x[18,3] 1
 LO BND x[18,4] 0
 UP BND x[18,4] 1
 LO BND x[18,5] 0
 UP BND x[18,5] 1
 LO BND x[18,6] 0
 UP BND x[18,6] 1
 LO BND x[18,7] 0
 UP BND x[18,7] 1
 LO BND x[18,8] 0
 UP BND x[18,8] 1
 LO BND x[18,9] 0
 UP BND x[18,9] 1
 LO BND x[18,10] 0
 UP BND x[18,10] 1
 LO BND x[18,11] 0
 UP BND x[18,11] 1
 LO BND x[19,0] 0
 UP BND x[19,0] 1
 LO BND x[19,1] 0
 UP BND x[19,1] 1
 LO BND x[19,2] 0
 UP BND x[19,2] 1
 LO BND x[19,3] 0
 UP BND x[19,3] 1
 LO BND x[19,4] 0
 UP BND x[19,4] 1
 LO BND x[19,5] 0
 UP BND x[19,5] 1
 LO BND x[19,6] 0
 UP BND x[19,6] 1
 LO BND x[19,7] 0
 UP BND x[19,7] 1
 LO BND x[19,8] 0
 UP BND x[19,8] 1
 LO BND x[19,9] 0
 UP BND x[19,9] 1
 LO BND x[19,10] 0
 UP BND x[19,10] 1
 LO BND x[19,11] 0
 UP BND x[19,11] 1
 LO BND x[20,0] 0
 UP BND x[20,0] 1
 LO BND x[20,1] 0
 UP BND x[20,1] 1
 LO BND x[20,2] 0
 UP BND x[20,2] 1
 LO BND x[20,3] 0
 UP BND x[20,3] 1
 LO BND x[20,4] 0
 UP BND x[20,4] 1
 LO BND x[20,5] 0
 UP BND x[20,5] 1
 LO BND x[20,6] 0
 UP BND x[20,6] 1
 LO BND x[20,7] 0
 UP BND x[20,7] 1
 LO BND x[20,8] 0
 UP BND x[20,8] 1
 LO BND x[20,9] 0
 UP BND x[20,9] 1
 LO BND x[20,10] 0
 UP BND x[20,10] 1
 LO BND x[20,11] 0
 UP BND x[20,11] 1
 LO BND x[21,0] 0
 UP BND x[21,0] 1
 LO BND x[21,1] 0
 UP BND x[21,1] 1
 LO BND x[21,2] 0
 UP BND x[21,2] 1
 LO BND x[21,3] 0
 UP BND x[21,3] 1
 LO BND x[21,4] 0
 UP BND x[21,4] 1
 LO BND x[21,5] 0
 UP BND x[21,5] 1
 LO BND x[21,6] 0
 UP BND x[21,6] 1
 LO BND x[21,7] 0
 UP BND x[21,7] 1
 LO BND x[21,8] 0
 UP BND x[21,8] 1
 LO BND x[21,9] 0
 UP BND x[21,9] 1
 LO BND x[21,10] 0
 UP BND x[21,10] 1
 LO BND x[21,11] 0
 UP BND x[21,11] 1
 LO BND x[22,0] 0
 UP BND x[22,0] 1
 LO BND x[22,1] 0
 UP BND x[22,1] 1
 LO BND x[22,2] 0
 UP BND x[22,2] 1
 LO BND x[22,3] 0
 UP BND x[22,3] 1
 LO BND x[22,4] 0
 UP BND x[22,4] 1
 LO BND x[22,5] 0
 UP BND x[22,5] 1
 LO BND x[22,6] 0
 UP BND x[22,6] 1
 LO BND x[22,7] 0
 UP BND x[22,7] 1
 LO BND x[22,8] 0
 UP BND x[22,8] 1
 LO BND x[22,9] 0
 UP BND x[22,9] 1
 LO BND x[22,10] 0
 UP BND x[22,10] 1
 LO BND x[22,11] 0
 UP BND x[22,11] 1
 LO BND x[23,0] 0
 UP BND x[23,0] 1
 LO BND x[23,1] 0
 UP BND x[23,1] 1
 LO BND x[23,2] 0
 UP BND x[23,2] 1
 LO BND x[23,3] 0
 UP BND x[23,3] 1
 LO BND x[23,4] 0
 UP BND x[23,4] 1
 LO BND x[23,5] 0
 UP BND x[23,5] 1
 LO BND x[23,6] 0
 UP BND x[23,6] 1
 LO BND x[23,7] 0
 UP BND x[23,7] 1
 LO BND x[23,8] 0
 UP BND x[23,8] 1
 LO BND x[23,9] 0
 UP BND x[23,9] 1
 LO BND x[23,10] 0
 UP BND x[23,10] 1
 LO BND x[23,11] 0
 UP BND x[23,11] 1
 LO BND x[24,0] 0
 UP BND x[24,0] 1
 LO BND x[24,1] 0
 UP BND x[24,1] 1
 LO BND x[24,2] 0
 UP BND x[24,2] 1
 LO BND x[24,3] 0
 UP BND x[24,3] 1
 LO BND x[24,4] 0
 UP BND x[24,4] 1
 LO BND x[24,5] 0
 UP BND x[24,5] 1
 LO BND x[24,6] 0
 UP BND x[24,6] 1
 LO BND x[24,7] 0
 UP BND x[24,7] 1
 LO BND x[24,8] 0
 UP BND x[24,8] 1
 LO BND x[24,9] 0
 UP BND x[24,9] 1
 LO BND x[24,10] 0
 UP BND x[24,10] 1
 LO BND x[24,11] 0
 UP BND x[24,11] 1
 LO BND x[25,0] 0
 UP BND x[25,0] 1
 LO BND x[25,1] 0
 UP BND x[25,1] 1
 LO BND x[25,2] 0
 UP BND x[25,2] 1
 LO BND x[25,3] 0
 UP BND x[25,3] 1
 LO BND x[25,4] 0
 UP BND x[25,4] 1
 LO BND x[25,5] 0
 UP BND x[25,5] 1
 LO BND x[25,6] 0
 UP BND x[25,6] 1
 LO BND x[25,7] 0
 UP BND x[25,7] 1
 LO BND x[25,8] 0
 UP BND x[25,8] 1
 LO BND x[25,9] 0
 UP BND x[25,9] 1
 LO BND x[25,10] 0
 UP BND x[25,10] 1
 LO BND x[25,11] 0
 UP BND x[25,11] 1
 LO BND x[26,0] 0
 UP BND x[26,0] 1
 LO BND x[26,1] 0
 UP BND x[26,1] 1
 LO BND x[26,2] 0
 UP BND x[26,2] 1
 LO BND x[26,3] 0
 UP BND x[26,3] 1
 LO BND x[26,4] 0
 UP BND x[26,4] 1
 LO BND x[26,5] 0
 UP BND x[26,5] 1
 LO BND x[26,6] 0
 UP BND x[26,6] 1
 LO BND x[26,7] 0
 UP BND x[26,7] 1
 LO BND x[26,8] 0
 UP BND x[26,8] 1
 LO BND x[26,9] 0
 UP BND x[26,9] 1
 LO BND x[26,10] 0
 UP BND x[26,10] 1
 LO BND x[26,11] 0
 UP BND x[26,11] 1
 LO BND x[27,0] 0
 UP BND x[27,0] 1
 LO BND x[27,1] 0
 UP BND x[27,1] 1
 LO BND x[27,2] 0
 UP BND x[27,2] 1
 LO BND x[27,3] 0
 UP BND x[27,3] 1
 LO BND x[27,4] 0
 UP BND x[27,4] 1
 LO BND x[27,5] 0
 UP BND x[27,5] 1
 LO BND x[27,6] 0
 UP BND x[27,6] 1
 LO BND x[27,7] 0
 UP BND x[27,7] 1
 LO BND x[27,8] 0
 UP BND x[27,8] 1
 LO BND x[27,9] 0
 UP BND x[27,9] 1
 LO BND x[27,10] 0
 UP BND x[27,10] 1
 LO BND x[27,11] 0
 UP BND x[27,11] 1
 LO BND x[28,0] 0
 UP BND x[28,0] 1
 LO BND x[28,1] 0
 UP BND x[28,1] 1
 LO BND x[28,2] 0
 UP BND x[28,2] 1
 LO BND x[28,3] 0
 UP BND x[28,3] 1
 LO BND x[28,4] 0
 UP BND x[28,4] 1
 LO BND x[28,5] 0
 UP BND x[28,5] 1
 LO BND x[28,6] 0
 UP BND x[28,6] 1
 LO BND x[28,7] 0
 UP BND x[28,7] 1
 LO BND x[28,8] 0
 UP BND x[28,8] 1
 LO BND x[28,9] 0
 UP BND x[28,9] 1
 LO BND x[28,10] 0
 UP BND x[28,10] 1
 LO BND x[28,11] 0
 UP BND x[28,11] 1
 LO BND x[29,0] 0
 UP BND x[29,0] 1
 LO BND x[29,1] 0
 UP BND x[29,1] 1
 LO BND x[29,2] 0
 UP BND x[29,2] 1
 LO BND x[29,3] 0
 UP BND x[29,3] 1
 LO BND x[29,4] 0
 UP BND x[29,4] 1
 LO BND x[29,5] 0
 UP BND x[29,5] 1
 LO BND x[29,6] 0
 UP BND x[29,6] 1
 LO BND x[29,7] 0
 UP BND x[29,7] 1
 LO BND x[29,8] 0
 UP BND x[29,8] 1
 LO BND x[29,9] 0
 UP BND x[29,9] 1
 LO BND x[29,10] 0
 UP BND x[29,10] 1
 LO BND x[29,11] 0
 UP BND x[29,11] 1
 LO BND x[30,0] 0
 UP BND x[30,0] 1
 LO BND x[30,1] 0
 UP BND x[30,1] 1
 LO BND x[30,2] 0
 UP BND x[30,2] 1
 LO BND x[30,3] 0
 UP BND x[30,3] 1
 LO BND x[30,4] 0
 UP BND x[30,4] 1
 LO BND x[30,5] 0
 UP BND x[30,5] 1
 LO BND x[30,6] 0
 UP BND x[30,6] 1
 LO BND x[30,7] 0
 UP BND x[30,7] 1
 LO BND x[30,8] 0
 UP BND x[30,8] 1
 LO BND x[30,9] 0
 UP BND x[30,9] 1
 LO BND x[30,10] 0
 UP BND x[30,10] 1
 LO BND x[30,11] 0
 UP BND x[30,11] 1
 LO BND x[31,0] 0
 UP BND x[31,0] 1
 LO BND x[31,1] 0
 UP BND x[31,1] 1
 LO BND x[31,2] 0
 UP BND x[31,2] 1
 LO BND x[31,3] 0
 UP BND x[31,3] 1
 LO BND x[31,4] 0
 UP BND x[31,4] 1
 LO BND x[31,5] 0
 UP BND x[31,5] 1
 LO BND x[31,6] 0
 UP BND x[31,6] 1
 LO BND x[31,7] 0
 UP BND x[31,7] 1
 LO BND x[31,8] 0
 UP BND x[31,8] 1
 LO BND x[31,9] 0
 UP BND x[31,9] 1
 LO BND x[31,10] 0
 UP BND x[31,10] 1
 LO BND x[31,11] 0
 UP BND x[31,11] 1
 LO BND x[32,0] 0
 UP BND x[32,0] 1
 LO BND x[32,1] 0
 UP BND x[32,1] 1
 LO BND x[32,2] 0
 UP BND x[32,2] 1
 LO BND x[32,3] 0
 UP BND x[32,3] 1
 LO BND x[32,4] 0
 UP BND x[32,4] 1
 LO BND x[32,5] 0
 UP BND x[32,5] 1
 LO BND x[32,6] 0
 UP BND x[32,6] 1
 LO BND x[32,7] 0
 UP BND x[32,7] 1
 LO BND x[32,8] 0
 UP BND x[32,8] 1
 LO BND x[32,9] 0
 UP BND x[32,9] 1
 LO BND x[32,10] 0
 UP BND x[32,10] 1
 LO BND x[32,11] 0
 UP BND x[32,11] 1
 LO BND x[33,0] 0
 UP BND x[33,0] 1
 LO BND x[33,1] 0
 UP BND x[33,1] 1
 LO BND x[33,2] 0
 UP BND x[33,2] 1
 LO BND x[33,3] 0
 UP BND x[33,3] 1
 LO BND x[33,4] 0
 UP BND x[33,4] 1
 LO BND x[33,5] 0
 UP BND x[33,5] 1
 LO BND x[33,6] 0
 UP BND x[33,6] 1
 LO BND x[33,7] 0
 UP BND x[33,7] 1
 LO BND x[33,8] 0
 UP BND x[33,8] 1
 LO BND x[33,9] 0
 UP BND x[33,9] 1
 LO BND x[33,10] 0
 UP BND x[33,10] 1
 LO BND x[33,11] 0
 UP BND x[33,11] 1
 LO BND x[34,0] 0
 UP BND x[34,0] 1
 LO BND x[34,1] 0
 UP BND x[34,1] 1
 LO BND x[34,2] 0
 UP BND x[34,2] 1
 LO BND x[34,3] 0
 UP BND x[34,3] 1
 LO BND x[34,4] 0
 UP BND x[34,4] 1
 LO BND x[34,5] 0
 UP BND x[34,5] 1
 LO BND x[34,6] 0
 UP BND x[34,6] 1
 LO BND x[34,7] 0
 UP BND x[34,7] 1
 LO BND x[34,8] 0
 UP BND x[34,8] 1
 LO BND x[34,9] 0
 UP BND x[34,9] 1
 LO BND x[34,10] 0
 UP BND x[34,10] 1
 LO BND x[34,11] 0
 UP BND x[34,11] 1
 LO BND x[35,0] 0
 UP BND x[35,0] 1
 LO BND x[35,1] 0
 UP BND x[35,1] 1
 LO BND x[35,2] 0
 UP BND x[35,2] 1
 LO BND x[35,3] 0
 UP BND x[35,3] 1
 LO BND x[35,4] 0
 UP BND x[35,4] 1
 LO BND x[35,5] 0
 UP BND x[35,5] 1
 LO BND x[35,6] 0
 UP BND x[35,6] 1
 LO BND x[35,7] 0
 UP BND x[35,7] 1
 LO BND x[35,8] 0
 UP BND x[35,8] 1
 LO BND x[35,9] 0
 UP BND x[35,9] 1
 LO BND x[35,10] 0
 UP BND x[35,10] 1
 LO BND x[35,11] 0
 UP BND x[35,11] 1
 LO BND x[36,0] 0
 UP BND x[36,0] 1
 LO BND x[36,1] 0
 UP BND x[36,1] 1
 LO BND x[36,2] 0
 UP BND x[36,2] 1
 LO BND x[36,3] 0
 UP BND x[36,3] 1
 LO BND x[36,4] 0
 UP BND x[36,4] 1
 LO BND x[36,5] 0
 UP BND x[36,5] 1
 LO BND x[36,6] 0
 UP BND x[36,6] 1
 LO BND x[36,7] 0
 UP BND x[36,7] 1
 LO BND x[36,8] 0
 UP BND x[36,8] 1
 LO BND x[36,9] 0
 UP BND x[36,9] 1
 LO BND x[36,10] 0
 UP BND x[36,10] 1
 LO BND x[36,11] 0
 UP BND x[36,11] 1
 LO BND x[37,0] 0
 UP BND x[37,0] 1
 LO BND x[37,1] 0
 UP BND x[37,1] 1
 LO BND x[37,2] 0
 UP BND x[37,2] 1
 LO BND x[37,3] 0
 UP BND x[37,3] 1
 LO BND x[37,4] 0
 UP BND x[37,4] 1
 LO BND x[37,5] 0
 UP BND x[37,5] 1
 LO BND x[37,6] 0
 UP BND x[37,6] 1
 LO BND x[37,7] 0
 UP BND x[37,7] 1
 LO BND x[37,8] 0
 UP BND x[37,8] 1
 LO BND x[37,9] 0
 UP BND x[37,9] 1
 LO BND x[37,10] 0
 UP BND x[37,10] 1
 LO BND x[37,11] 0
 UP BND x[37,11] 1
 LO BND x[38,0] 0
 UP BND x[38,0] 1
 LO BND x[38,1] 0
 UP BND x[38,1] 1
 LO BND x[38,2] 0
 UP BND x[38,2] 1
 LO BND x[38,3] 0
 UP BND x[38,3] 1
 LO BND x[38,4] 0
 UP BND x[38,4] 1
 LO BND x[38,5] 0
 UP BND x[38,5] 1
 LO BND x[38,6] 0
 UP BND x[38,6] 1
 LO BND x[38,7] 0
 UP BND x[38,7] 1
 LO BND x[38,8] 0
 UP BND x[38,8] 1
 LO BND x[38,9] 0
 UP BND x[38,9] 1
 LO BND x[38,10] 0
 UP BND x[38,10] 1
 LO BND x[38,11] 0
 UP BND x[38,11] 1
 LO BND x[39,0] 0
 UP BND x[39,0] 1
 LO BND x[39,1] 0
 UP BND x[39,1] 1
 LO BND x[39,2] 0
 UP BND x[39,2] 1
 LO BND x[39,3] 0
 UP BND x[39,3] 1
 LO BND x[39,4] 0
 UP BND x[39,4] 1
 LO BND x[39,5] 0
 UP BND x[39,5] 1
 LO BND x[39,6] 0
 UP BND x[39,6] 1
 LO BND x[39,7] 0
 UP BND x[39,7] 1
 LO BND x[39,8] 0
 UP BND x[39,8] 1
 LO BND x[39,9] 0
 UP BND x[39,9] 1
 LO BND x[39,10] 0
 UP BND x[39,10] 1
 LO BND x[39,11] 0
 UP BND x[39,11] 1
 LO BND x[40,0] 0
 UP BND x[40,0] 1
 LO BND x[40,1] 0
 UP BND x[40,1] 1
 LO BND x[40,2] 0
 UP BND x[40,2] 1
 LO BND x[40,3] 0
 UP BND x[40,3] 1
 LO BND x[40,4] 0
 UP BND x[40,4] 1
 LO BND x[40,5] 0
 UP BND x[40,5] 1
 LO BND x[40,6] 0
 UP BND x[40,6] 1
 LO BND x[40,7] 0
 UP BND x[40,7] 1
 LO BND x[40,8] 0
 UP BND x[40,8] 1
 LO BND x[40,9] 0
 UP BND x[40,9] 1
 LO BND x[40,10] 0
 UP BND x[40,10] 1
 LO BND x[40,11] 0
 UP BND x[40,11] 1
 LO BND x[41,0] 0
 UP BND x[41,0] 1
 LO BND x[41,1] 0
 UP BND x[41,1] 1
 LO BND x[41,2] 0
 UP BND x[41,2] 1
 LO BND x[41,3] 0
 UP BND x[41,3] 1
 LO BND x[41,4] 0
 UP BND x[41,4] 1
 LO BND x[41,5] 0
 UP BND x[41,5] 1
 LO BND x[41,6] 0
 UP BND x[41,6] 1
 LO BND x[41,7] 0
 UP BND x[41,7] 1
 LO BND x[41,8] 0
 UP BND x[41,8] 1
 LO BND x[41,9] 0
 UP BND x[41,9] 1
 LO BND x[41,10] 0
 UP BND x[41,10] 1
 LO BND x[41,11] 0
 UP BND x[41,11] 1
 LO BND x[42,0] 0
 UP BND x[42,0] 1
 LO BND x[42,1] 0
 UP BND x[42,1] 1
 LO BND x[42,2] 0
 UP BND x[42,2] 1
 LO BND x[42,3] 0
 UP BND x[42,3] 1
 LO BND x[42,4] 0
 UP BND x[42,4] 1
 LO BND x[42,5] 0
 UP BND x[42,5] 1
 LO BND x[42,6] 0
 UP BND x[42,6] 1
 LO BND x[42,7] 0
 UP BND x[42,7] 1
 LO BND x[42,8] 0
 UP BND x[42,8] 1
 LO BND x[42,9] 0
 UP BND x[42,9] 1
 LO BND x[42,10] 0
 UP BND x[42,10] 1
 LO BND x[42,11] 0
 UP BND x[42,11] 1
 LO BND x[43,0] 0
 UP BND x[43,0] 1
 LO BND x[43,1] 0
 UP BND x[43,1] 1
 LO BND x[43,2] 0
 UP BND x[43,2] 1
 LO BND x[43,3] 0
 UP BND x[43,3] 1
 LO BND x[43,4] 0
 UP BND x[43,4] 1
 LO BND x[43,5] 0
 UP BND x[43,5] 1
 LO BND x[43,6] 0
 UP BND x[43,6] 1
 LO BND x[43,7] 0
 UP BND x[43,7] 1
 LO BND x[43,8] 0
 UP BND x[43,8] 1
 LO BND x[43,9] 0
 UP BND x[43,9] 1
 LO BND x[43,10] 0
 UP BND x[43,10] 1
 LO BND x[43,11] 0
 UP BND x[43,11] 1
 LO BND x[44,0] 0
 UP BND x[44,0] 1
 LO BND x[44,1] 0
 UP BND x[44,1] 1
 LO BND x[44,2] 0
 UP BND x[44,2] 1
 LO BND x[44,3] 0
 UP BND x[44,3] 1
 LO BND x[44,4] 0
 UP BND x[44,4] 1
 LO BND x[44,5] 0
 UP BND x[44,5] 1
 LO BND x[44,6] 0
 UP BND x[44,6] 1
 LO BND x[44,7] 0
 UP BND x[44,7] 1
 LO BND x[44,8] 0
 UP BND x[44,8] 1
 LO BND x[44,9] 0
 UP BND x[44,9] 1
 LO BND x[44,10] 0
 UP BND x[44,10] 1
 LO BND x[44,11] 0
 UP BND x[44,11] 1
 LO BND x[45,0] 0
 UP BND x[45,0] 1
 LO BND x[45,1] 0
 UP BND x[45,1] 1
 LO BND x[45,2] 0
 UP BND x[45,2] 1
 LO BND x[45,3] 0
 UP BND x[45,3] 1
 LO BND x[45,4] 0
 UP BND x[45,4] 1
 LO BND x[45,5] 0
 UP BND x[45,5] 1
 LO BND x[45,6] 0
 UP BND x[45,6] 1
 LO BND x[45,7] 0
 UP BND x[45,7] 1
 LO BND x[45,8] 0
 UP BND x[45,8] 1
 LO BND x[45,9] 0
 UP BND x[45,9] 1
 LO BND x[45,10] 0
 UP BND x[45,10] 1
 LO BND x[45,11] 0
 UP BND x[45,11] 1
 LO BND x[46,0] 0
 UP BND x[46,0] 1
 LO BND x[46,1] 0
 UP BND x[46,1] 1
 LO BND x[46,2] 0
 UP BND x[46,2] 1
 LO BND x[46,3] 0
 UP BND x[46,3] 1
 LO BND x[46,4] 0
 UP BND x[46,4] 1
 LO BND x[46,5] 0
 UP BND x[46,5] 1
 LO BND x[46,6] 0
 UP BND x[46,6] 1
 LO BND x[46,7] 0
 UP BND x[46,7] 1
 LO BND x[46,8] 0
 UP BND x[46,8] 1
 LO BND x[46,9] 0
 UP BND x[46,9] 1
 LO BND x[46,10] 0
 UP BND x[46,10] 1
 LO BND x[46,11] 0
 UP BND x[46,11] 1
 LO BND x[47,0] 0
 UP BND x[47,0] 1
 LO BND x[47,1] 0
 UP BND x[47,1] 1
 LO BND x[47,2] 0
 UP BND x[47,2] 1
 LO BND x[47,3] 0
 UP BND x[47,3] 1
 LO BND x[47,4] 0
 UP BND x[47,4] 1
 LO BND x[47,5] 0
 UP BND x[47,5] 1
 LO BND x[47,6] 0
 UP BND x[47,6] 1
 LO BND x[47,7] 0
 UP BND x[47,7] 1
 LO BND x[47,8] 0
 UP BND x[47,8] 1
 LO BND x[47,9] 0
 UP BND x[47,9] 1
 LO BND x[47,10] 0
 UP BND x[47,10] 1
 LO BND x[47,11] 0
 UP BND x[47,11] 1
 LO BND x[48,0] 0
 UP BND x[48,0] 1
 LO BND x[48,1] 0
 UP BND x[48,1] 1
 LO BND x[48,2] 0
 UP BND x[48,2] 1
 LO BND x[48,3] 0
 UP BND x[48,3] 1
 LO BND x[48,4] 0
 UP BND x[48,4] 1
 LO BND x[48,5] 0
 UP BND x[48,5] 1
 LO BND x[48,6] 0
 UP BND x[48,6] 1
 LO BND x[48,7] 0
 UP BND x[48,7] 1
 LO BND x[48,8] 0
 UP BND x[48,8] 1
 LO BND x[48,9] 0
 UP BND x[48,9] 1
 LO BND x[48,10] 0
 UP BND x[48,10] 1
 LO BND x[48,11] 0
 UP BND x[48,11] 1
 LO BND x[49,0] 0
 UP BND x[49,0] 1
 LO BND x[49,1] 0
 UP BND x[49,1] 1
 LO BND x[49,2] 0
 UP BND x[49,2] 1
 LO BND x[49,3] 0
 UP BND x[49,3] 1
 LO BND x[49,4] 0
 UP BND x[49,4] 1
 LO BND x[49,5] 0
 UP BND x[49,5] 1
 LO BND x[49,6] 0
 UP BND x[49,6] 1
 LO BND x[49,7] 0
 UP BND x[49,7] 1
 LO BND x[49,8] 0
 UP BND x[49,8] 1
 LO BND x[49,9] 0
 UP BND x[49,9] 1
 LO BND x[49,10] 0
 UP BND x[49,10] 1
 LO BND x[49,11] 0
 UP BND x[49,11] 1
 LO BND x[50,0] 0
 UP BND x[50,0] 1
 LO BND x[50,1] 0
 UP BND x[50,1] 1
 LO BND x[50,2] 0
 UP BND x[50,2] 1
 LO BND x[50,3] 0
 UP BND x[50,3] 1
 LO BND x[50,4] 0
 UP BND x[50,4] 1
 LO BND x[50,5] 0
 UP BND x[50,5] 1
 LO BND x[50,6] 0
 UP BND x[50,6] 1
 LO BND x[50,7] 0
 UP BND x[50,7] 1
 LO BND x[50,8] 0
 UP BND x[50,8] 1
 LO BND x[50,9] 0
 UP BND x[50,9] 1
 LO BND x[50,10] 0
 UP BND x[50,10] 1
 LO BND x[50,11] 0
 UP BND x[50,11] 1
 LO BND x[51,0] 0
 UP BND x[51,0] 1
 LO BND x[51,1] 0
 UP BND x[51,1] 1
 LO BND x[51,2] 0
 UP BND x[51,2] 1
 LO BND x[51,3] 0
 UP BND x[51,3] 1
 LO BND x[51,4] 0
 UP BND x[51,4] 1
 LO BND x[51,5] 0
 UP BND x[51,5] 1
 LO BND x[51,6] 0
 UP BND x[51,6] 1
 LO BND x[51,7] 0
 UP BND x[51,7] 1
 LO BND x[51,8] 0
 UP BND x[51,8] 1
 LO BND x[51,9] 0
 UP BND x[51,9] 1
 LO BND x[51,10] 0
 UP BND x[51,10] 1
 LO BND x[51,11] 0
 UP BND x[51,11] 1
 LO BND x[52,0] 0
 UP BND x[52,0] 1
 LO BND x[52,1] 0
 UP BND x[52,1] 1
 LO BND x[52,2] 0
 UP BND x[52,2] 1
 LO BND x[52,3] 0
 UP BND x[52,3] 1
 LO BND x[52,4] 0
 UP BND x[52,4] 1
 LO BND x[52,5] 0
 UP BND x[52,5] 1
 LO BND x[52,6] 0
 UP BND x[52,6] 1
 LO BND x[52,7] 0
 UP BND x[52,7] 1
 LO BND x[52,8] 0
 UP BND x[52,8] 1
 LO BND x[52,9] 0
 UP BND x[52,9] 1
 LO BND x[52,10] 0
 UP BND x[52,10] 1
 LO BND x[52,11] 0
 UP BND x[52,11] 1
 LO BND x[53,0] 0
 UP BND x[53,0] 1
 LO BND x[53,1] 0
 UP BND x[53,1] 1
 LO BND x[53,2] 0
 UP BND x[53,2] 1
 LO BND x[53,3] 0
 UP BND x[53,3] 1
 LO BND x[53,4] 0
 UP BND x[53,4] 1
 LO BND x[53,5] 0
 UP BND x[53,5] 1
 LO BND x[53,6] 0
 UP BND x[53,6] 1
 LO BND x[53,7] 0
 UP BND x[53,7] 1
 LO BND x[53,8] 0
 UP BND x[53,8] 1
 LO BND x[53,9] 0
 UP BND x[53,9] 1
 LO BND x[53,10] 0
 UP BND x[53,10] 1
 LO BND x[53,11] 0
 UP BND x[53,11] 1
 LO BND y[0] 0
 UP BND y[0] 1
 LO BND y[1] 0
 UP BND y[1] 1
 LO BND y[2] 0
 UP BND y[2] 1
 LO BND y[3] 0
 UP BND y[3] 1
 LO BND y[4] 0
 UP BND y[4] 1
 LO BND y[5] 0
 UP BND y[5] 1
 LO BND y[6] 0
 UP BND y[6] 1
 LO BND y[7] 0
 UP BND y[7] 1
 LO BND y[8] 0
 UP BND y[8] 1
 LO BND y[9] 0
 UP BND y[9] 1
 LO BND y[10] 0
 UP BND y[10] 1
 LO BND y[11] 0
 UP BND y[11] 1
ENDATA
