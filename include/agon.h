/* agon.h: write a player for Agon as a shared library or a WebAssembly module, for any of the four games.
 *
 *     cc -O2 -shared -fPIC -o player.so player.c
 *     clang --target=wasm32-wasi -mexec-model=reactor -O2 -o player.wasm player.c
 *
 * Define the four functions below. Each game runs in a process of its own: static variables are yours alone.
 * What you print goes to your log. Nothing here needs another library. */
#ifndef AGON_H
#define AGON_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AGON_ABI 1

#ifdef __wasm__
#define AGON_EXPORT(name) __attribute__((export_name(name)))
#else
#define AGON_EXPORT(name) __attribute__((visibility("default")))
#endif

enum agon_game { AGON_AMAZONS = 0, AGON_BLOBWAR = 1, AGON_FLOOD = 2, AGON_REVERSI = 3 };

/* Bit 0 of `rules`: Ataxx's ending in Blobwar, the opponent's colour forbidden in Flood. */
enum agon_rules { AGON_STRICT = 1 };

/* A move. Use the functions below to make one and to look at one. */
struct agon_move {
  uint32_t from;
  uint32_t to;
  uint32_t arrow;
};

#define AGON_NONE UINT32_MAX
#define AGON_PASS (UINT32_MAX - 1)

/* The board: the neighbours of v are col[row_ptr[v]] to col[row_ptr[v + 1] - 1], and dir says where they lie:
 * N=1 NE=2 E=3 SE=4 S=5 SW=6 W=7 NW=8. A vertex without neighbours is a hole. In the full numbering, which is
 * the default, vertex = row * columns + column, row 0 at the top. */
struct agon_graph {
  uint32_t num_vertices;
  uint32_t columns;
  uint32_t rows;
  uint32_t reserved;
  uint32_t const* row_ptr;
  uint32_t const* col;
  uint32_t const* dir;
};

/* The position at the start. pieces[p] are the vertices of player p's queens, blobs or discs; in Flood its start.
 * colors (Flood only, else NULL) has one colour 0..7 per vertex; forbidden[p][c] is 1 if p may not play c. */
struct agon_start {
  uint64_t seed;
  uint32_t game;
  uint32_t rules;
  uint32_t num_pieces[2];
  uint32_t const* pieces[2];
  int32_t const* colors;
  uint8_t forbidden[2][8];
};

/* Called once, first. Everything pointed to stays yours to read until the game ends; do not free it.
 * player_id is 0 or 1. */
AGON_EXPORT("initialize")
void initialize(unsigned player_id, struct agon_graph const* graph, struct agon_start const* start);

/* Called after initialize: your name. */
AGON_EXPORT("get_player_name") char const* get_player_name(void);

/* Called for each move of the opponent, to answer it (agon_is_first: there is none yet, you begin). When all you
 * can do is pass, the referee has already passed for you: play is still called, so that you can follow the game,
 * and what you return is ignored. The opponent's own passes are told as well (agon_is_pass). */
AGON_EXPORT("play") struct agon_move play(struct agon_move previous);

/* Called once, last. */
AGON_EXPORT("finalize") void finalize(void);

/* The mark by which the arena knows this interface. */
AGON_EXPORT("agon_abi") __attribute__((weak)) unsigned agon_abi(void) {
  return AGON_ABI;
}

static inline struct agon_move agon_make(uint32_t from, uint32_t to, uint32_t arrow) {
  struct agon_move m;
  m.from = from;
  m.to = to;
  m.arrow = arrow;
  return m;
}

/* Amazons: a queen goes from one vertex to another and shoots at a third. */
static inline struct agon_move agon_amazons(uint32_t from, uint32_t to, uint32_t arrow) {
  return agon_make(from, to, arrow);
}

/* Blobwar: a new blob on `to`; or the blob on `from` jumps. */
static inline struct agon_move agon_duplicate(uint32_t to) {
  return agon_make(AGON_NONE, to, AGON_NONE);
}
static inline struct agon_move agon_jump(uint32_t from, uint32_t to) {
  return agon_make(from, to, AGON_NONE);
}

/* Reversi: a disc on `to`. */
static inline struct agon_move agon_disc(uint32_t to) {
  return agon_make(AGON_NONE, to, AGON_NONE);
}

/* Flood: a colour 0..7, found again in `from`. */
static inline struct agon_move agon_color(uint32_t color) {
  return agon_make(color, AGON_NONE, AGON_NONE);
}

static inline struct agon_move agon_pass(void) {
  return agon_make(AGON_PASS, AGON_NONE, AGON_NONE);
}

static inline int agon_is_pass(struct agon_move m) {
  return m.from == AGON_PASS;
}

/* Whether there is no previous move: you begin. */
static inline int agon_is_first(struct agon_move m) {
  return m.from == AGON_NONE && m.to == AGON_NONE;
}

#ifdef __cplusplus
}
#endif

#endif
