/* @NAME@ plays Blobwar and Ataxx: any legal move, drawn at random. Make choose() better. */
@BOARD@
static int owner[CELLS]; /* -1: empty, else the player */
static uint32_t columns, rows;
static int wraps;

void initialize(unsigned id, struct agon_graph const* graph, struct agon_start const* start) {
  read_board(id, graph, start->seed);
  columns = graph->columns, rows = graph->rows;
  for (uint32_t v = 0; v < n; v++) {
    owner[v] = -1;
    if (v < columns && next[v][1] != AGON_NONE) wraps = 1; /* something lies north of the first row */
  }
  for (int p = 0; p < 2; p++)
    for (uint32_t i = 0; i < start->num_pieces[p]; i++) owner[start->pieces[p][i]] = p;
}

/* The cell so many rows and columns away, holes included; AGON_NONE off the board. */
static uint32_t away(uint32_t v, int down, int right) {
  int r = (int)(v / columns) + down, c = (int)(v % columns) + right;
  if (wraps) r = (r + (int)rows) % (int)rows, c = (c + (int)columns) % (int)columns;
  return r < 0 || c < 0 || r >= (int)rows || c >= (int)columns ? AGON_NONE : (uint32_t)r * columns + (uint32_t)c;
}

static int is_cell(uint32_t v) {
  for (int d = 1; d <= 8; d++)
    if (next[v][d] != AGON_NONE) return 1;
  return 0;
}

static void apply(int p, struct agon_move m) {
  if (m.from != AGON_NONE) owner[m.from] = -1;
  owner[m.to] = p;
  for (int d = 1; d <= 8; d++)
    if (next[m.to][d] != AGON_NONE && owner[next[m.to][d]] == 1 - p) owner[next[m.to][d]] = p;
}

/* Every legal move is seen once; each is kept with the same chance. */
static struct agon_move choose(void) {
  struct agon_move best = agon_pass();
  uint32_t seen = 0;
  for (uint32_t to = 0; to < n; to++) {
    if (owner[to] >= 0 || !is_cell(to)) continue;
    int beside = 0;
    for (int d = 1; d <= 8; d++) beside |= next[to][d] != AGON_NONE && owner[next[to][d]] == (int)me;
    if (beside && dice(++seen) == 0) best = agon_duplicate(to);
    for (int down = -2; down <= 2; down++)
      for (int right = -2; right <= 2; right++) {
        if (down > -2 && down < 2 && right > -2 && right < 2) continue;
        uint32_t from = away(to, down, right);
        if (from != AGON_NONE && owner[from] == (int)me && dice(++seen) == 0) best = agon_jump(from, to);
      }
  }
  return best;
}

struct agon_move play(struct agon_move previous) {
  if (!agon_is_first(previous) && !agon_is_pass(previous)) apply(1 - (int)me, previous);
  struct agon_move m = choose();
  if (!agon_is_pass(m)) apply((int)me, m);
  return m;
}
