/* A Flood player as people wrote them for earlier servers: takes the colour that wins the most cells now. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  size_t size1, size2;
  int* i;
  unsigned* data;
  int* p;
} gsl_spmatrix_uint;
enum color_t { NO_COLOR = -1 };
struct graph_t {
  size_t num_vertices;
  gsl_spmatrix_uint* t;
  size_t positions[2];
};
struct color_set_t {
  char t[8];
};
struct move_t {
  enum color_t c;
};

static struct graph_t* graph;
static enum color_t* color;
static struct color_set_t* banned;
static size_t me;

void initialize(size_t id, struct graph_t* g, enum color_t* colors, struct color_set_t forbidden[2]) {
  me = id;
  graph = g;
  color = colors;
  banned = forbidden;
}

char const* get_player_name(void) {
  return "old server's greedy";
}

/* Marks the zone around a cell if it had colour c; gives its size. */
static size_t zone(size_t from, int c, char* seen) {
  size_t n = 0, *stack = malloc(graph->num_vertices * sizeof *stack), top = 0;
  int old = color[from];
  char* own = calloc(graph->num_vertices, 1);
  seen[from] = own[from] = 1;
  stack[top++] = from;
  while (top) {
    size_t v = stack[--top];
    n++;
    for (int k = graph->t->p[v]; k < graph->t->p[v + 1]; k++) {
      size_t w = (size_t)graph->t->i[k];
      int inside = own[v] && color[w] == old;
      if (!seen[w] && (inside || color[w] == c)) {
        seen[w] = 1;
        own[w] = (char)inside;
        stack[top++] = w;
      }
    }
  }
  free(stack);
  free(own);
  return n;
}

static void paint(size_t side, int c) {
  char* seen = calloc(graph->num_vertices, 1);
  int old = color[graph->positions[side]];
  zone(graph->positions[side], old, seen);
  for (size_t v = 0; v < graph->num_vertices; v++)
    if (seen[v]) color[v] = c;
  free(seen);
}

struct move_t play(struct move_t previous) {
  struct move_t best = {NO_COLOR};
  char* seen = malloc(graph->num_vertices);
  if (previous.c != NO_COLOR) paint(1 - me, previous.c);
  memset(seen, 0, graph->num_vertices);
  size_t most = zone(graph->positions[me], color[graph->positions[me]], seen);
  for (int c = 0; c < 8; c++) {
    memset(seen, 0, graph->num_vertices);
    size_t n = zone(graph->positions[me], c, seen);
    if (!banned[me].t[c] && n > most && !seen[graph->positions[1 - me]]) {
      most = n;
      best.c = c;
    }
  }
  free(seen);
  if (best.c != NO_COLOR) paint(me, best.c);
  return best;
}

void finalize(void) {
  free(color);
  free(graph);
}
