/* A player for all four games through agon.h: plays the first legal move that it finds, in Flood the colour that wins
 * the most cells. Also built for WebAssembly without any library: clang --target=wasm32 -nostdlib -fno-builtin -O1
 * -Wl,--no-entry -o any.wasm any.c */
#include "../../../../include/agon.h"

#define MOST 512
enum { NOBODY = -1, ARROW = 2 };

static struct agon_graph const* graph;
static struct agon_start const* terms;
static uint32_t me;
static signed char owner[MOST]; /* nobody, a player, an arrow */
static int colour[MOST];

void initialize(unsigned player_id, struct agon_graph const* g, struct agon_start const* start) {
  graph = g;
  terms = start;
  me = player_id;
  for (uint32_t v = 0; v < g->num_vertices; v++) {
    owner[v] = NOBODY;
    colour[v] = start->colors ? start->colors[v] : 0;
  }
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

/* Flood: marks the zone of a side as if its colour were c (its own: the zone as it is); gives its size. */
static char seen[MOST];
static uint32_t zone(uint32_t side, int c) {
  static uint32_t stack[MOST];
  static char own[MOST];
  uint32_t n = 0, top = 0, start = terms->pieces[side][0];
  int old = colour[start];
  for (uint32_t v = 0; v < graph->num_vertices; v++) seen[v] = own[v] = 0;
  seen[start] = own[start] = 1;
  stack[top++] = start;
  while (top) {
    uint32_t v = stack[--top];
    n++;
    for (uint32_t k = graph->row_ptr[v]; k < graph->row_ptr[v + 1]; k++) {
      uint32_t w = graph->col[k];
      int inside = own[v] && colour[w] == old;
      if (seen[w] || (!inside && colour[w] != c)) continue;
      seen[w] = 1;
      own[w] = (char)inside;
      stack[top++] = w;
    }
  }
  return n;
}

static void paint(uint32_t side, int c) {
  zone(side, colour[terms->pieces[side][0]]);
  for (uint32_t v = 0; v < graph->num_vertices; v++)
    if (seen[v]) colour[v] = c;
}

static void execute(uint32_t side, struct agon_move m) {
  if (agon_is_pass(m) || agon_is_first(m)) return;
  switch (terms->game) {
    case AGON_AMAZONS:
      owner[m.from] = NOBODY;
      owner[m.to] = (signed char)side;
      owner[m.arrow] = ARROW;
      return;
    case AGON_BLOBWAR:
      if (m.from != AGON_NONE) owner[m.from] = NOBODY;
      for (uint32_t k = graph->row_ptr[m.to]; k < graph->row_ptr[m.to + 1]; k++)
        if (owner[graph->col[k]] != NOBODY) owner[graph->col[k]] = (signed char)side;
      owner[m.to] = (signed char)side;
      return;
    case AGON_FLOOD: paint(side, (int)m.from); return;
    default:
      turn_discs(side, m.to, 1);
      owner[m.to] = (signed char)side;
  }
}

static struct agon_move choose_amazons(void) {
  for (uint32_t from = 0; from < graph->num_vertices; from++) {
    if (owner[from] != (signed char)me) continue;
    for (uint32_t dir = 1; dir <= 8; dir++) {
      uint32_t to = step(from, dir);
      if (to == AGON_NONE || owner[to] != NOBODY) continue;
      return agon_amazons(from, to, from); /* where it came from is free */
    }
  }
  return agon_pass();
}

static struct agon_move choose_flood(void) {
  uint32_t most = zone(me, colour[terms->pieces[me][0]]);
  struct agon_move best = agon_pass();
  for (int c = 0; c < 8; c++) {
    uint32_t n = zone(me, c);
    if (terms->forbidden[me][c] || n <= most || c == colour[terms->pieces[1 - me][0]]) continue;
    most = n;
    best = agon_color((uint32_t)c);
  }
  return best;
}

static struct agon_move choose_reversi(void) {
  for (uint32_t v = 0; v < graph->num_vertices; v++)
    if (owner[v] == NOBODY && turn_discs(me, v, 0)) return agon_disc(v);
  return agon_pass();
}

static struct agon_move choose_blobwar(void) {
  for (uint32_t v = 0; v < graph->num_vertices; v++) {
    if (owner[v] != NOBODY) continue;
    for (uint32_t k = graph->row_ptr[v]; k < graph->row_ptr[v + 1]; k++)
      if (owner[graph->col[k]] == (signed char)me) return agon_duplicate(v);
  }
  for (uint32_t v = 0; v < graph->num_vertices; v++)
    for (uint32_t d = 1; owner[v] == (signed char)me && d <= 8; d++) {
      uint32_t near = step(v, d), far = near == AGON_NONE ? AGON_NONE : step(near, d);
      if (far != AGON_NONE && owner[far] == NOBODY) return agon_jump(v, far);
    }
  return agon_pass();
}

struct agon_move play(struct agon_move previous) {
  struct agon_move answer;
  execute(1 - me, previous);
  switch (terms->game) {
    case AGON_AMAZONS: answer = choose_amazons(); break;
    case AGON_BLOBWAR: answer = choose_blobwar(); break;
    case AGON_FLOOD: answer = choose_flood(); break;
    default: answer = choose_reversi();
  }
  execute(me, answer);
  return answer;
}

void finalize(void) {}
