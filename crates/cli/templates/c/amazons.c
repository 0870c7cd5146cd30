/* @NAME@ plays Amazons: any legal move, drawn at random. Make choose() better. */
@BOARD@
static char taken[CELLS];
static char owner[CELLS]; /* 1 and 2: a queen of player 0 and 1 */

void initialize(unsigned id, struct agon_graph const* graph, struct agon_start const* start) {
  read_board(id, graph, start->seed);
  for (int p = 0; p < 2; p++)
    for (uint32_t i = 0; i < start->num_pieces[p]; i++) {
      taken[start->pieces[p][i]] = 1;
      owner[start->pieces[p][i]] = (char)(p + 1);
    }
}

static void apply(struct agon_move m) {
  owner[m.to] = owner[m.from];
  owner[m.from] = taken[m.from] = 0;
  taken[m.to] = taken[m.arrow] = 1;
}

/* The cell after v on the line from `start` in direction d; AGON_NONE where the line ends. */
static uint32_t slide(uint32_t start, uint32_t v, int d) {
  uint32_t to = next[v][d];
  return to == AGON_NONE || to == start || taken[to] ? AGON_NONE : to;
}

/* Every legal move is seen once; each is kept with the same chance. */
static struct agon_move choose(void) {
  struct agon_move best = agon_pass();
  uint32_t seen = 0;
  for (uint32_t q = 0; q < n; q++) {
    if (owner[q] != (char)(me + 1)) continue;
    taken[q] = 0; /* the arrow may fly over the cell that the queen left */
    for (int d = 1; d <= 8; d++)
      for (uint32_t to = slide(q, q, d); to != AGON_NONE; to = slide(q, to, d))
        for (int e = 1; e <= 8; e++)
          for (uint32_t arrow = slide(to, to, e); arrow != AGON_NONE; arrow = slide(to, arrow, e))
            if (dice(++seen) == 0) best = agon_amazons(q, to, arrow);
    taken[q] = 1;
  }
  return best;
}

struct agon_move play(struct agon_move previous) {
  if (!agon_is_first(previous)) apply(previous);
  struct agon_move m = choose();
  if (!agon_is_pass(m)) apply(m);
  return m;
}
