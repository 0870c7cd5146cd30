/* What the animals of this zoo do, once each, when their moment comes. Acts that try to break out end with a line
 * in the log, `held: ...` or `ESCAPED: ...`, and then play on: their keeper looks for both.
 *
 * The case is chosen when the file is compiled: -DCASE=kill_parent. Nothing here hurts a machine whose locks fail:
 * acts aimed at others only ask, or aim at files and processes of their own. */
#ifndef ZOO_ACTS_H
#define ZOO_ACTS_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef OPPONENT
#define OPPONENT "/etc/hostname"
#endif

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define IS(name) (strcmp(QUOTE(CASE), name) == 0)

static void verdict(int escaped, char const* what) {
  char line[160];
  int n = snprintf(line, sizeof line, "%s: %s\n", escaped ? "ESCAPED" : "held", what);
  if (write(2, line, (size_t)n) < 0) return;
}

static void hang(void) {
  for (;;) pause();
}

static int overflow(int depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  return overflow(depth + 1) + frame[0];
}

static void memory_bomb(void) {
  for (;;) {
    char* block = malloc(1 << 24);
    memset(block, 1, 1 << 24);
  }
}

static void* burn(void* unused) {
  volatile unsigned long n = 0;
  for (;;) n++;
  return unused;
}

static void* doze(void* unused) {
  sleep(1000);
  return unused;
}

static void thread_bomb(void) {
  int n = 0;
  pthread_t thread;
  while (n < 100000 && pthread_create(&thread, NULL, doze, NULL) == 0) n++;
  verdict(n >= 5000, "threads");
}

static void fork_bomb(void) {
  int failures = 0;
  while (failures < 1000000) {
    pid_t child = fork();
    if (child == 0) continue;
    if (child < 0) failures++;
  }
  hang();
}

/* Leaves a process behind that would outlive the game; its name is how the keeper finds it. */
static void leave_daemon(void) {
  pid_t child = fork();
  if (child < 0) {
    verdict(0, "fork");
    return;
  }
  if (child > 0) {
    waitpid(child, NULL, 0);
    return;
  }
  setsid();
  if (fork() == 0) {
    prctl(PR_SET_NAME, "zoo-daemon");
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (;;) sleep(1000);
  }
  _exit(0);
}

/* Whether anybody else can be signalled at all: signal 0 asks without hurting. */
static void try_signal_all(void) {
  verdict(kill(-1, 0) == 0, "signals");
}

static void try_read(char const* path) {
  int fd = open(path, O_RDONLY);
  verdict(fd >= 0, path);
}

static void try_write(char const* folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/zoo-was-here", folder);
  int fd = open(path, O_WRONLY | O_CREAT, 0644);
  if (fd >= 0) unlink(path);
  verdict(fd >= 0, path);
}

/* Writes until it cannot; more than 64 MB is a breach. */
static void fill_disk(void) {
  char const* folders[] = {getenv("TMPDIR"), ".", "/tmp", "/var/tmp", "/dev/shm"};
  static char block[1 << 20];
  long written = 0;
  for (int i = 0; i < 500; i++) {
    char path[4096];
    char const* folder = folders[i % 5];
    if (!folder) continue;
    snprintf(path, sizeof path, "%s/zoo-fill-%d", folder, i);
    int fd = open(path, O_WRONLY | O_CREAT, 0644);
    if (fd < 0) continue;
    for (int k = 0; k < 8; k++) {
      ssize_t n = write(fd, block, sizeof block);
      if (n > 0) written += n;
    }
    close(fd);
  }
  verdict(written > 64l << 20, "disk");
}

static void try_ptrace(void) {
  int child_refused = ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) < 0;
  int traced_refused = ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0;
  verdict(!child_refused || !traced_refused, "ptrace");
}

static void scribble_descriptors(void) {
  for (int fd = 3; fd < 256; fd++)
    for (int k = 0; k < 8; k++)
      if (write(fd, "zoo zoo zoo zoo zoo", 19) < 0) break;
}

static void log_flood(void) {
  char line[1024];
  memset(line, 'z', sizeof line - 1);
  line[sizeof line - 1] = '\n';
  for (int k = 0; k < 65536; k++)
    if (write(2, line, sizeof line) < 0) break;
}

/* Asks for far more than it may have and never touches it; a program that says why it fails. */
static void reserve(void) {
  void* block = mmap(NULL, 1ul << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block != MAP_FAILED) return verdict(1, "reserve");
  perror("reserve");
  abort();
}

static void exhaust_descriptors(void) {
  int n = 0;
  while (n < 5000 && open("/dev/null", O_RDONLY) >= 0) n++;
  verdict(n >= 5000, "descriptors");
}

static void raise_limits(void) {
  int escaped = 0;
  int kinds[] = {RLIMIT_AS, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_FSIZE};
  for (int k = 0; k < 4; k++) {
    struct rlimit now, more = {RLIM_INFINITY, RLIM_INFINITY};
    if (getrlimit((unsigned)kinds[k], &now) != 0 || now.rlim_max == RLIM_INFINITY) continue;
    escaped |= setrlimit((unsigned)kinds[k], &more) == 0;
  }
  verdict(escaped, "limits");
}

/* Ways into the kernel that no player needs. */
static void kernel_doors(void) {
  char block[256] = {0};
  int escaped = 0;
  escaped |= syscall(SYS_io_uring_setup, 4, block) >= 0;
  escaped |= syscall(SYS_userfaultfd, O_CLOEXEC) >= 0;
  escaped |= syscall(SYS_bpf, 0, block, 64) >= 0;
  escaped |= syscall(SYS_perf_event_open, block, 0, -1, -1, 0) >= 0;
  escaped |= syscall(SYS_keyctl, 0, -3, 1) >= 0;
  escaped |= syscall(SYS_unshare, 0x10000000) == 0;
  escaped |= syscall(SYS_mount, "none", "/", NULL, 0x1020, NULL) == 0;
  verdict(escaped, "kernel");
}

static void parent_memory(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", getppid());
  int fd = open(path, O_RDWR);
  verdict(fd >= 0, "memory of the parent");
}

/* Tears down its own house: the main program's memory, made writable and wiped. */
static int wipe(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size, (void)unused;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    if (info->dlpi_phdr[k].p_type != PT_LOAD) continue;
    unsigned long at = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
    char* start = (char*)(at & ~4095ul);
    size_t length = (size_t)(((at + info->dlpi_phdr[k].p_memsz + 4095) & ~4095ul) - (unsigned long)start);
    if (mprotect(start, length, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) memset(start, 0, length);
  }
  return 1;
}

static void become_another(void) {
  int fd = memfd_create("zoo", 0);
  char* arguments[] = {"zoo-daemon", "1000", NULL};
  char* none[] = {NULL};
  if (fd >= 0) fexecve(fd, arguments, none);
  execve("/bin/sleep", arguments, none);
  verdict(0, "execve");
}

static void cut_the_cord(void) {
  prctl(PR_SET_PDEATHSIG, 0);
  kill(getppid(), SIGKILL);
  hang();
}

/* The acts that libraries and programs have in common. */
static void act(void) {
  static int acted = 0;
  if (acted++) return;
  if (IS("segv")) *(volatile int*)8 = 1;
  if (IS("abort")) abort();
  if (IS("exit")) exit(3);
  if (IS("exit_zero")) _exit(0);
  if (IS("stack")) overflow(0);
  if (IS("stop")) raise(SIGSTOP), hang();
  if (IS("hang_turn")) hang();
  if (IS("spin_turn")) burn(NULL);
  if (IS("memory")) memory_bomb();
  if (IS("threads")) thread_bomb();
  if (IS("forks")) fork_bomb();
  if (IS("daemon")) leave_daemon();
  if (IS("kill_parent")) kill(getppid(), SIGKILL);
  if (IS("signal_all")) try_signal_all();
  if (IS("socket")) verdict(socket(AF_INET, SOCK_STREAM, 0) >= 0, "socket");
  if (IS("read_passwd")) try_read("/etc/passwd");
  if (IS("read_opponent")) try_read(OPPONENT);
  if (IS("read_memory")) try_read("/proc/1/environ");
  if (IS("write_files")) try_write("."), try_write("/tmp"), try_write("/var/tmp"), try_write("/dev/shm");
  if (IS("fill_disk")) fill_disk();
  if (IS("ptrace")) try_ptrace();
  if (IS("descriptors")) scribble_descriptors();
  if (IS("log_flood")) log_flood();
  if (IS("reserve")) reserve();
  if (IS("close_stdio")) close(0), close(2);
  if (IS("close_all"))
    for (int fd = 0; fd < 1024; fd++) close(fd);
  if (IS("exhaust")) exhaust_descriptors();
  if (IS("limits")) raise_limits();
  if (IS("kernel")) kernel_doors();
  if (IS("parent_memory")) parent_memory();
  if (IS("wipe")) dl_iterate_phdr(wipe, NULL), abort();
  if (IS("become")) become_another();
  if (IS("cut_cord")) cut_the_cord();
  if (IS("terminal")) verdict(open("/dev/tty", O_RDWR) >= 0, "terminal");
  if (IS("burn")) {
    pthread_t thread;
    pthread_create(&thread, NULL, burn, NULL);
  }
  if (IS("late")) {
    struct timespec nap = {60, 0};
    nanosleep(&nap, NULL);
  }
}

#endif
