/* @NAME@ plays Flood: the colour that gains most. Make choose() better. */
@BOARD@
static int color[CELLS];
static int forbidden[2][8];
static int strict;
static uint32_t home[2];

void initialize(unsigned id, struct agon_graph const* graph, struct agon_start const* start) {
  read_board(id, graph, start->seed);
  strict = (start->rules & AGON_STRICT) != 0;
  for (uint32_t v = 0; v < n; v++) color[v] = start->colors[v];
  for (int p = 0; p < 2; p++) {
    home[p] = start->pieces[p][0];
    for (int c = 0; c < 8; c++) forbidden[p][c] = start->forbidden[p][c];
  }
}

/* Marks player p's zone after it takes colour c and returns its size. */
static uint32_t zone(int p, int c, char* in) {
  static uint32_t queue[CELLS];
  uint32_t head = 0, tail = 0;
  for (uint32_t v = 0; v < n; v++) in[v] = 0;
  in[home[p]] = 1;
  queue[tail++] = home[p];
  while (head < tail) {
    uint32_t v = queue[head++];
    for (int d = 1; d <= 7; d += 2) {
      uint32_t to = next[v][d];
      if (to == AGON_NONE || in[to]) continue;
      if (color[to] != color[home[p]] && color[to] != c) continue;
      if (color[to] == color[home[p]] && color[v] != color[to]) continue; /* only the old zone takes the colour */
      in[to] = 1;
      queue[tail++] = to;
    }
  }
  return tail;
}

static void apply(int p, int c) {
  static char in[CELLS];
  zone(p, c, in);
  for (uint32_t v = 0; v < n; v++)
    if (in[v]) color[v] = c;
}

static struct agon_move choose(void) {
  static char in[CELLS];
  int best = -1;
  uint32_t most = zone((int)me, color[home[me]], in);
  for (int c = 0; c < 8; c++) {
    if (forbidden[me][c] || (strict && c == color[home[1 - me]])) continue;
    uint32_t size = zone((int)me, c, in);
    int is_better = size > most || (size == most && best >= 0 && dice(2));
    if (is_better && !in[home[1 - me]]) best = c, most = size;
  }
  return best < 0 ? agon_pass() : agon_color((uint32_t)best);
}

struct agon_move play(struct agon_move previous) {
  if (!agon_is_first(previous) && !agon_is_pass(previous)) apply(1 - (int)me, (int)previous.from);
  struct agon_move m = choose();
  if (!agon_is_pass(m)) apply((int)me, (int)m.from);
  return m;
}
