/* @NAME@ plays Reversi: any legal move, drawn at random. Make choose() better. */
@BOARD@
static int owner[CELLS]; /* -1: empty, else the player */

void initialize(unsigned id, struct agon_graph const* graph, struct agon_start const* start) {
  read_board(id, graph, start->seed);
  for (uint32_t v = 0; v < n; v++) owner[v] = -1;
  for (int p = 0; p < 2; p++)
    for (uint32_t i = 0; i < start->num_pieces[p]; i++) owner[start->pieces[p][i]] = p;
}

/* How many discs a disc of player p on v turns; they are turned if `turn` is set. */
static uint32_t flips(int p, uint32_t v, int turn) {
  uint32_t all = 0;
  for (int d = 1; d <= 8; d++) {
    uint32_t count = 0, to = next[v][d];
    while (to != AGON_NONE && to != v && owner[to] == 1 - p) count++, to = next[to][d];
    if (to == AGON_NONE || to == v || owner[to] != p) continue;
    all += count;
    for (to = next[v][d]; turn && count > 0; count--, to = next[to][d]) owner[to] = p;
  }
  return all;
}

static void apply(int p, uint32_t v) {
  flips(p, v, 1);
  owner[v] = p;
}

/* Every legal move is seen once; each is kept with the same chance. */
static struct agon_move choose(void) {
  struct agon_move best = agon_pass();
  uint32_t seen = 0;
  for (uint32_t v = 0; v < n; v++)
    if (owner[v] < 0 && flips((int)me, v, 0) > 0 && dice(++seen) == 0) best = agon_disc(v);
  return best;
}

struct agon_move play(struct agon_move previous) {
  if (!agon_is_first(previous) && !agon_is_pass(previous)) apply(1 - (int)me, previous.to);
  struct agon_move m = choose();
  if (!agon_is_pass(m)) apply((int)me, m.to);
  return m;
}
