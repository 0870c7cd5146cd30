/* A player for Reversi and Blobwar through agon.h: plays the first legal move that it finds. */
#include <stdlib.h>
#include <string.h>

#include "../../../../include/agon.h"

static struct agon_graph const* graph;
static uint32_t game, me;
static signed char* owner; /* -1 nobody, else the player */

void initialize(unsigned player_id, struct agon_graph const* g, struct agon_start const* start) {
  graph = g;
  me = player_id;
  game = start->game;
  owner = malloc(g->num_vertices);
  memset(owner, -1, g->num_vertices);
  for (int side = 0; side < 2; side++)
    for (uint32_t k = 0; k < start->num_pieces[side]; k++) owner[start->pieces[side][k]] = (signed char)side;
}

char const* get_player_name(void) {
  return "first come";
}

static uint32_t step(uint32_t from, uint32_t dir) {
  for (uint32_t k = graph->row_ptr[from]; k < graph->row_ptr[from + 1]; k++)
    if (graph->dir[k] == dir) return graph->col[k];
  return AGON_NONE;
}

/* Reversi: turns discs if `doing`, else counts them. */
static int turn_discs(uint32_t side, uint32_t at, int doing) {
  int total = 0;
  for (uint32_t dir = 1; dir <= 8; dir++) {
    int n = 0;
    uint32_t v = step(at, dir);
    while (v != AGON_NONE && owner[v] == (signed char)(1 - side)) n++, v = step(v, dir);
    if (v == AGON_NONE || owner[v] != (signed char)side) continue;
    total += n;
    if (doing)
      for (v = step(at, dir); n--; v = step(v, dir)) owner[v] = (signed char)side;
  }
  return total;
}

static void execute(uint32_t side, struct agon_move m) {
  if (agon_is_pass(m) || agon_is_first(m)) return;
  if (game == AGON_REVERSI) turn_discs(side, m.to, 1);
  if (game == AGON_BLOBWAR) {
    if (m.from != AGON_NONE) owner[m.from] = -1;
    for (uint32_t k = graph->row_ptr[m.to]; k < graph->row_ptr[m.to + 1]; k++)
      if (owner[graph->col[k]] >= 0) owner[graph->col[k]] = (signed char)side;
  }
  owner[m.to] = (signed char)side;
}

static struct agon_move choose(void) {
  for (uint32_t v = 0; v < graph->num_vertices; v++) {
    if (owner[v] >= 0 || graph->row_ptr[v] == graph->row_ptr[v + 1]) continue;
    if (game == AGON_REVERSI && turn_discs(me, v, 0)) return agon_disc(v);
    if (game != AGON_BLOBWAR) continue;
    for (uint32_t k = graph->row_ptr[v]; k < graph->row_ptr[v + 1]; k++)
      if (owner[graph->col[k]] == (signed char)me) return agon_duplicate(v);
  }
  for (uint32_t v = 0; game == AGON_BLOBWAR && v < graph->num_vertices; v++)
    for (uint32_t d = 1; owner[v] == (signed char)me && d <= 8; d++) {
      uint32_t near = step(v, d), far = near == AGON_NONE ? AGON_NONE : step(near, d);
      if (far != AGON_NONE && owner[far] < 0) return agon_jump(v, far);
    }
  return agon_pass();
}

struct agon_move play(struct agon_move previous) {
  execute(1 - me, previous);
  struct agon_move answer = choose();
  execute(me, answer);
  return answer;
}

void finalize(void) {
  free(owner);
}
