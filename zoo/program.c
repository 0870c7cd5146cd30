/* The zoo as a program that speaks UGI for Flood. Tame, it passes every turn. */
#include "acts.h"

static void say(char const* text) {
  if (write(1, text, strlen(text)) < 0) _exit(9);
}

static void drip(void) {
  struct timespec nap = {0, 5000000};
  for (;;) {
    say("info string drip\n");
    nanosleep(&nap, NULL);
  }
}

static void flood(char const* line) {
  for (;;) say(line);
}

static void rubbish(void) {
  unsigned long state = 88172645463325252ul;
  char block[512];
  for (;;) {
    for (unsigned k = 0; k < sizeof block; k++) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      block[k] = (char)state;
    }
    if (write(1, block, sizeof block) < 0) _exit(9);
  }
}

static void turn(void) {
  act();
  if (IS("drip")) drip();
  if (IS("flood_lines")) flood("info depth 1 score cp 0 nodes 1 pv -\n");
  if (IS("endless_line")) flood("zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz");
  if (IS("rubbish")) rubbish();
  if (IS("hush")) close(1), hang();
  if (IS("illegal")) return say("bestmove z99\n");
  if (IS("no_move")) return say("bestmove\n");
  if (IS("negative")) return say("bestmove -2\n");
  if (IS("outside")) return say("bestmove 2147483647\n");
  if (IS("control")) return say("bestmove \033[2J\a\x01\n");
  if (IS("null_bytes")) {
    if (write(1, "bestmove \0\0\0\n", 13) < 0) _exit(9);
    return;
  }
  if (IS("twice")) return say("bestmove -\nbestmove -\n");
  if (IS("fickle")) {
    static int count;
    return say(count++ % 2 ? "bestmove -\n" : "bestmove 1234\n");
  }
  say("bestmove -\n");
}

int main(void) {
  char line[65536];
  if (IS("hang_load")) hang();
  if (IS("segv_load")) *(volatile int*)8 = 1;
  if (IS("never_reads")) {
    say("option name Game type string default flood\nugiok\nreadyok\n");
    hang();
  }
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "ugi\n", 4) == 0) {
      if (IS("hang_name")) hang();
      say(IS("rude_name") ? "id name zoo\033[2J\a \xff\xfe \x01\n" : "id name zoo\n");
      say("option name Game type string default flood\nugiok\n");
    } else if (strncmp(line, "isready", 7) == 0) {
      if (IS("hang_start")) hang();
      if (IS("segv_start")) *(volatile int*)8 = 1;
      say(IS("early") ? "readyok\nbestmove -\n" : "readyok\n");
    } else if (strncmp(line, "go", 2) == 0) {
      turn();
    } else if (strncmp(line, "quit", 4) == 0) {
      if (IS("hang_end")) hang();
      if (IS("segv_end")) *(volatile int*)8 = 1;
      return 0;
    }
  }
  return 0;
}
