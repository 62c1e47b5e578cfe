/* Reads the plain form of an optgap instance (exec:./program --plain): one header, C99.

   A line of the plain form is a name, a shape and the content:

       problem text placement
       latency 2x3 12 nan 9 4 5 6

   plain_read takes all lines from a stream; plain_numbers and plain_text find one by its name. */
#ifndef OPTGAP_PLAIN_H
#define OPTGAP_PLAIN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_MOST_AXES = 8 };

typedef struct {
    char *name;
    char *text;                   /* NULL where the line holds numbers */
    int axes;                     /* how many of the lengths are used; 0 for one number */
    size_t shape[PLAIN_MOST_AXES]; /* the length of each axis; the last one runs fastest */
    size_t count;                 /* the product of the lengths */
    double *numbers;
} plain_line;

typedef struct {
    plain_line *lines;
    size_t count;
} plain_instance;

/* Allocates or ends the program: a reader for small programs needs no other way. */
static void *plain_memory(void *old, size_t bytes) {
    void *found = realloc(old, bytes ? bytes : 1);
    if (!found) {
        fputs("plain: out of memory\n", stderr);
        exit(1);
    }
    return found;
}

/* Returns the next line without its end, or NULL after the last one. */
static char *plain_next(FILE *stream) {
    size_t used = 0, room = 1 << 12;
    char *line = plain_memory(NULL, room);
    int letter;
    while ((letter = getc(stream)) != EOF && letter != '\n') {
        if (used + 2 > room)
            line = plain_memory(line, room *= 2);
        line[used++] = (char)letter;
    }
    if (letter == EOF && used == 0) {
        free(line);
        return NULL;
    }
    line[used] = 0;
    return line;
}

/* Replaces \n, \r and \\ by the letters that they stand for. */
static void plain_unescape(char *text) {
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1]) {
            text++;
            *to++ = *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text;
        } else {
            *to++ = *text;
        }
    }
    *to = 0;
}

/* Reads one line in place; the name and the text point into it. */
static plain_line plain_parse(char *line) {
    plain_line found = {line, NULL, 0, {0}, 1, NULL};
    char *rest = strchr(line, ' ');
    if (!rest) {
        fprintf(stderr, "plain: a line without a shape: %s\n", line);
        exit(1);
    }
    *rest++ = 0;
    if (strncmp(rest, "text ", 5) == 0) {
        found.text = rest + 5;
        plain_unescape(found.text);
        return found;
    }
    if (*rest == '-') { /* a single number */
        rest++;
    } else do {
        if (found.axes == PLAIN_MOST_AXES) {
            fprintf(stderr, "plain: %s has too many axes\n", line);
            exit(1);
        }
        found.shape[found.axes] = strtoul(rest, &rest, 10);
        found.count *= found.shape[found.axes++];
    } while (*rest++ == 'x');
    found.numbers = plain_memory(NULL, found.count * sizeof(double));
    for (size_t k = 0; k < found.count; k++) {
        char *end;
        found.numbers[k] = strtod(rest, &end);
        if (end == rest) {
            fprintf(stderr, "plain: %s has fewer numbers than its shape says\n", line);
            exit(1);
        }
        rest = end;
    }
    return found;
}

static inline plain_instance plain_read(FILE *stream) {
    plain_instance found = {NULL, 0};
    char *line;
    while ((line = plain_next(stream))) {
        found.lines = plain_memory(found.lines, (found.count + 1) * sizeof(plain_line));
        found.lines[found.count++] = plain_parse(line);
    }
    return found;
}

/* Returns the line of that name, or NULL: an optional field that the instance has not. */
static inline const plain_line *plain_find(const plain_instance *instance, const char *name) {
    for (size_t k = 0; k < instance->count; k++)
        if (strcmp(instance->lines[k].name, name) == 0)
            return &instance->lines[k];
    return NULL;
}

#endif
