/* An Amazons player as people wrote them for earlier servers: the board is whatever the matrix says, moves are
 * drawn by rand(), everything handed over is freed at the end. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WITH_GSL
#include <gsl/gsl_spmatrix.h>
#else
typedef struct {
  size_t size1, size2;
  int* i;
  unsigned* data;
  int* p;
  size_t nzmax, nz;
} gsl_spmatrix_uint;
#endif

struct graph_t {
  unsigned num_vertices;
  gsl_spmatrix_uint* t;
};
struct move_t {
  unsigned queen_src, queen_dst, arrow_dst;
};

static struct graph_t* graph;
static unsigned me, num;
static unsigned* queens[2];
static char* taken;

char const* get_player_name(void) {
  return graph ? "old server's random" : NULL;
}

void initialize(unsigned id, struct graph_t* g, unsigned num_queens, unsigned* q[2]) {
  graph = g;
  me = id;
  num = num_queens;
  taken = calloc(g->num_vertices, 1);
  for (int side = 0; side < 2; side++) {
    queens[side] = q[side];
    for (unsigned k = 0; k < num; k++) taken[q[side][k]] = 1;
  }
  srand(id + 7);
}

static unsigned step(unsigned from, unsigned dir) {
#ifdef WITH_GSL
  for (unsigned to = 0; to < graph->num_vertices; to++)
    if (gsl_spmatrix_uint_get(graph->t, from, to) == dir) return to;
#else
  for (int k = graph->t->p[from]; k < graph->t->p[from + 1]; k++)
    if (graph->t->data[k] == dir) return (unsigned)graph->t->i[k];
#endif
  return UINT_MAX;
}

static unsigned slides(unsigned from, unsigned* out) {
  unsigned n = 0;
  for (unsigned dir = 1; dir <= 8; dir++)
    for (unsigned at = step(from, dir); at != UINT_MAX && at != from && !taken[at]; at = step(at, dir)) out[n++] = at;
  return n;
}

static void execute(unsigned side, struct move_t m) {
  for (unsigned k = 0; k < num; k++)
    if (queens[side][k] == m.queen_src) queens[side][k] = m.queen_dst;
  taken[m.queen_src] = 0;
  taken[m.queen_dst] = taken[m.arrow_dst] = 1;
}

struct move_t play(struct move_t previous) {
  unsigned room[8 * 512], n = 0;
  struct move_t m = {0, 0, 0};
  if (previous.queen_src != UINT_MAX) execute(1 - me, previous);
  for (unsigned k = (unsigned)rand() % num; n == 0; k = (k + 1) % num) {
    m.queen_src = queens[me][k];
    n = slides(m.queen_src, room);
  }
  m.queen_dst = room[(unsigned)rand() % n];
  taken[m.queen_src] = 0;
  taken[m.queen_dst] = 1;
  n = slides(m.queen_dst, room);
  m.arrow_dst = room[(unsigned)rand() % n];
  execute(me, m);
  return m;
}

void finalize(void) {
#ifdef WITH_GSL
  gsl_spmatrix_uint_free(graph->t);
#endif
  free(graph);
  free(queens[0]);
  free(queens[1]);
  free(taken);
}
