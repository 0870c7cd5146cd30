/* The zoo as a shared library for Flood, in the interface of the earlier servers. Tame, it passes every turn.
 * Also built for WebAssembly, where only the acts that need no operating system exist. */
#ifdef __wasm__
typedef __SIZE_TYPE__ size_t;
#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
static int same(char const* a, char const* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}
#define IS(name) same(QUOTE(CASE), name)
#define EXPORT(name) __attribute__((export_name(#name)))
static volatile int sink;
static void hang(void) {
  for (;;) sink++;
}
__attribute__((noinline)) static int overflow(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = 1;
  return overflow(depth + 1) + frame[0];
}
static void act(void) {
  if (IS("segv")) *(volatile int*)0xfffffff0u = 1;
  if (IS("abort")) __builtin_trap();
  if (IS("stack")) overflow(0);
  if (IS("hang_turn") || IS("spin_turn") || IS("late")) hang();
  if (IS("grow")) __builtin_wasm_memory_grow(0, 1);
  if (IS("memory"))
    while (__builtin_wasm_memory_grow(0, 256) != (size_t)-1) sink++;
}
#else
#include "acts.h"
#define EXPORT(name)
#endif

struct move_t {
  int c;
};
struct graph_t {
  size_t num_vertices;
  void* t;
  size_t positions[2];
};
struct color_set_t {
  char t[8];
};

static unsigned long count;
static struct graph_t* graph;
static int* colors;

#ifndef __wasm__
__attribute__((constructor)) static void load(void) {
  if (IS("hang_load")) hang();
  if (IS("segv_load")) *(volatile int*)8 = 1;
}
#endif

EXPORT(initialize) void initialize(size_t id, struct graph_t* g, int* c, struct color_set_t forbidden[2]) {
  graph = g;
  colors = c;
  if (IS("hang_start")) hang();
  if (IS("segv_start")) *(volatile int*)0xfffffff0u = (int)id;
  if (IS("scribble")) {
    for (size_t v = 0; v < g->num_vertices; v++) c[v] = 99;
    g->num_vertices = 12345678;
    g->positions[0] = g->positions[1] = 4000000000u;
    forbidden[0].t[0] = forbidden[1].t[7] = 77;
    for (size_t k = 0; k < 40; k++) ((char*)g->t)[k] = (char)0xa5;
  }
}

EXPORT(get_player_name) char const* get_player_name(void) {
  if (IS("hang_name")) hang();
  if (IS("no_name")) return 0;
  if (IS("wild_name")) return (char const*)0xffffff00u;
  if (IS("fickle")) return count++ % 2 ? "Jekyll" : "Hyde";
  if (IS("rude_name")) return "zoo\033[2J\a\r\n\xff\xfe \x01";
  if (IS("huge_name")) {
    static char name[1 << 20];
    for (size_t k = 0; k < sizeof name - 1; k++) ((volatile char*)name)[k] = 'z';
    return name;
  }
  return "zoo";
}

EXPORT(play) struct move_t play(struct move_t previous) {
  struct move_t answer = {-1};
  (void)previous;
  act();
  if (IS("illegal")) answer.c = 77;
  if (IS("rubbish")) answer.c = (int)0x80001234;
  if (IS("negative")) answer.c = -2;
  if (IS("outside")) answer.c = 0x7fffffff;
  if (IS("fickle")) answer.c = count++ % 2 ? -1 : 1234;
  return answer;
}

EXPORT(finalize) void finalize(void) {
  if (IS("hang_end")) hang();
  if (IS("segv_end")) *(volatile int*)0xfffffff0u = 1;
}
