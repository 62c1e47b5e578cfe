/* A placement rule in C: each instance goes to its fastest machine with room.

   cc -O2 -o greedy greedy.c && optgap compare placement/fig6 --methods "exec:./greedy --plain,exact" */
#include "plain.h"

int main(void) {
    plain_instance instance = plain_read(stdin);
    const plain_line *latency = plain_find(&instance, "latency");
    const plain_line *capacity = plain_find(&instance, "capacity");
    if (!latency || !capacity || latency->axes != 2) {
        fputs("greedy: this is no placement\n", stderr);
        return 1;
    }
    size_t machines = latency->shape[1];
    printf("{\"machine\": [");
    for (size_t i = 0; i < latency->shape[0]; i++) {
        const double *row = latency->numbers + i * machines;
        size_t best = machines;
        for (size_t j = 0; j < machines; j++) /* nan, "cannot run", is below nothing */
            if (capacity->numbers[j] > 0 && row[j] == row[j] && (best == machines || row[j] < row[best]))
                best = j;
        if (best == machines) {
            fprintf(stderr, "greedy: no machine has room for instance %zu\n", i);
            return 1;
        }
        capacity->numbers[best] -= 1;
        printf("%s%zu", i ? ", " : "", best);
    }
    puts("]}");
    return 0;
}
