// For the functions that close all descriptors, and for pipes that programs do not inherit.
#define _GNU_SOURCE

#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPORTS = 3 };

// For the helper: the child that it waits for; 0 if there is none.
static volatile sig_atomic_t waited_child;

// Moves a descriptor out of the way of those that the helper gets, and keeps programs from inheriting it.
static int moved(int descriptor) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, REPORTS + 1);
  close(descriptor);
  return copy;
}

// A socket pair and a pipe: the caller's ends first.
static int open_connections(int ends[4]) {
  int sockets[2], pipes[2];
#ifdef __linux__
  int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets);
#else
  int failed = socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
#endif
  if (failed) return errno;
#ifdef __linux__
  failed = pipe2(pipes, O_CLOEXEC);
#else
  failed = pipe(pipes);
#endif
  if (failed) {
    int reason = errno;
    close(sockets[0]);
    close(sockets[1]);
    return reason;
  }
  ends[0] = moved(sockets[0]);
  ends[1] = moved(pipes[0]);
  ends[2] = moved(sockets[1]);
  ends[3] = moved(pipes[1]);
  int reason = 0;
  for (int index = 0; index < 4; index++)
    if (ends[index] < 0) reason = EMFILE;
  if (!reason) return 0;
  for (int index = 0; index < 4; index++)
    if (ends[index] >= 0) close(ends[index]);
  return reason;
}

int tessera_helper_start(
    const char *path, char *const arguments[], char *const environment[], struct tessera_helper *helper) {
  int ends[4];
  int reason = open_connections(ends);
  if (reason) return reason;
#ifdef __APPLE__
  int yes = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[2], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[3], REPORTS);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&actions, REPORTS + 1);
#endif
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, flags);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  for (int number = 1; number < 32; number++)
    if (number != SIGKILL && number != SIGSTOP) sigaddset(&signals, number);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  reason = posix_spawn(&helper->process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[2]);
  close(ends[3]);
  if (reason) {
    close(ends[0]);
    close(ends[1]);
    return reason;
  }
  helper->socket = ends[0];
  helper->reports = ends[1];
  return 0;
}

ssize_t tessera_helper_send(struct tessera_helper helper, const void *bytes, size_t count) {
#ifdef __APPLE__
  int flags = MSG_DONTWAIT;
#else
  // A helper that has ended must not end this process by a signal.
  int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
#endif
  ssize_t sent;
  do {
    sent = send(helper.socket, bytes, count, flags);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t tessera_helper_receive(struct tessera_helper helper, void *bytes, size_t count) {
  ssize_t received;
  do {
    received = recv(helper.socket, bytes, count, MSG_DONTWAIT);
  } while (received < 0 && errno == EINTR);
  return received;
}

void tessera_helper_end(struct tessera_helper helper) {
  close(helper.socket);
  // The helper kills its child and collects it. In a container whose first process is this one, no other process would.
  kill(helper.process, SIGTERM);
  struct pollfd reports = {.fd = helper.reports, .events = POLLIN};
  char bytes[64];
  for (int tries = 0; tries < 16; tries++)
    if (poll(&reports, 1, 1000) <= 0 || read(helper.reports, bytes, sizeof bytes) <= 0) break;
  // The process is not waited for before, so its number is not that of another one.
  kill(-helper.process, SIGKILL);
  close(helper.reports);
  while (waitpid(helper.process, NULL, 0) < 0 && errno == EINTR) {}
}

int tessera_is_helper(void) {
  struct stat socket_status, reports_status;
  return fstat(STDIN_FILENO, &socket_status) == 0 && S_ISSOCK(socket_status.st_mode)
      && fstat(REPORTS, &reports_status) == 0 && S_ISFIFO(reports_status.st_mode);
}

int tessera_helper_await(int seconds) {
  struct pollfd socket = {.fd = STDIN_FILENO, .events = POLLIN};
  int count;
  do {
    count = poll(&socket, 1, seconds * 1000);
  } while (count < 0 && errno == EINTR);
  char byte;
  return count > 0 && recv(STDIN_FILENO, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
}

static void end_helper(int signal) {
  (void)signal;
  // Without a child, nothing has to be put in order.
  if (waited_child == 0) _exit(0);
  kill(waited_child, SIGKILL);
}

pid_t tessera_helper_fork(void) {
  // Dates of the local zone are made of a file, which a confined process cannot read.
  tzset();
  struct sigaction ending = {.sa_handler = end_helper};
  sigaction(SIGTERM, &ending, NULL);
  // The child is known before the signal comes.
  sigset_t signals, former;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &former);
  pid_t child = fork();
  if (child > 0) waited_child = child;
  if (child == 0) signal(SIGTERM, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  return child;
}

int tessera_helper_wait(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 127;
  waited_child = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void tessera_helper_report(uint8_t byte) {
  while (write(REPORTS, &byte, 1) < 0 && errno == EINTR) {}
}
