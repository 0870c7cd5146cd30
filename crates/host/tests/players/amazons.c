/* Says everything that it was given, then plays the same three numbers plus one, and frees what is its own. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef WITH_GSL
#include <gsl/gsl_spmatrix.h>
#else
typedef struct {
  size_t size1, size2;
  int* i;
  unsigned* data;
  int* p;
  size_t nzmax, nz;
  void *tree, *pool;
  size_t node_size;
  void* work;
  int sptype;
  size_t spflags;
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
static unsigned* own[2];
static char const* name;

#ifdef UNRESOLVED
void nobody_has_this(void);
void never_called(void) {
  nobody_has_this();
}
#endif

/* Only correct after initialize, as with many players. */
char const* get_player_name(void) {
#ifdef NAMELESS
  return NULL;
#else
  return name;
#endif
}

void initialize(unsigned id, struct graph_t* g, unsigned num_queens, unsigned* queens[2]) {
  name = "witness";
  graph = g;
  own[0] = queens[0];
  own[1] = queens[1];
  printf("id %u n %u size %zu %zu nz %zu type %d\n", id, g->num_vertices, g->t->size1, g->t->size2, g->t->nz,
         g->t->sptype);
  printf("p");
  for (unsigned v = 0; v <= g->num_vertices; v++) printf(" %d", g->t->p[v]);
  printf("\ni");
  for (size_t k = 0; k < g->t->nz; k++) printf(" %d", g->t->i[k]);
  printf("\ndata");
  for (size_t k = 0; k < g->t->nz; k++) printf(" %u", g->t->data[k]);
  printf("\nqueens %u:", num_queens);
  for (unsigned side = 0; side < 2; side++)
    for (unsigned k = 0; k < num_queens; k++) printf(" %u", queens[side][k]);
  printf("\n");
#ifdef WITH_GSL
  printf("gsl get %u %u\n", gsl_spmatrix_uint_get(g->t, 0, 1), gsl_spmatrix_uint_get(g->t, 0, 2));
#endif
  queens[0] = queens[1] = NULL;
}

struct move_t play(struct move_t previous) {
  struct move_t answer = {previous.queen_src + 1, previous.queen_dst + 2, previous.arrow_dst + 3};
  return answer;
}

void finalize(void) {
  free(own[0]);
  free(own[1]);
#ifdef WITH_GSL
  gsl_spmatrix_uint_free(graph->t);
#else
  free(graph->t->i);
  free(graph->t->p);
  free(graph->t->data);
  free(graph->t->work);
  free(graph->t);
#endif
  free(graph);
  printf("freed\n");
}
