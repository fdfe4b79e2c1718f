#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The start of a helper process, what it is told by, and how it confines what it runs.

// The other end of a helper.
struct tessera_helper {
  pid_t process;
  // A socket, which is descriptor 0 of the helper.
  int socket;
  // A pipe with bytes that the helper reports, which is descriptor 3 of the helper.
  int reports;
};

// Starts a program as a helper, in a process group of its own, with no other descriptors than the two, and with what it prints
// discarded. Returns 0, or the reason as in errno.
int tessera_helper_start(
    const char *path, char *const arguments[], char *const environment[], struct tessera_helper *helper);

// Sends bytes to a helper, as many as fit. Returns their number, or -1 with the reason in errno: EAGAIN if none fit.
ssize_t tessera_helper_send(struct tessera_helper helper, const void *bytes, size_t count);

// Receives bytes of a helper, as many as there are. Returns their number, 0 if there will be none, or -1 with the reason in
// errno: EAGAIN if there are none yet.
ssize_t tessera_helper_receive(struct tessera_helper helper, void *bytes, size_t count);

// Ends a helper and its child, and waits until both have ended; at most some seconds if it is not one of this package.
void tessera_helper_end(struct tessera_helper helper);

// For the helper. Returns whether the process was started as one.
int tessera_is_helper(void);

// For the helper. Waits for bytes on its socket. Returns 0 if there are none within the time, or if the other end is closed.
int tessera_helper_await(int seconds);

// For the helper. Starts a child that is a copy of the process with the calling thread only. Returns 0 in the child.
pid_t tessera_helper_fork(void);

// For the helper. Waits for the end of a child. Returns its exit code, or 128 and the signal that ended it.
int tessera_helper_wait(pid_t child);

// For the helper. Reports a byte.
void tessera_helper_report(uint8_t byte);

// What a confined process may use.
struct tessera_confinement {
  // The memory that it may take beside what it has, in bytes.
  uint64_t memory;
  // The seconds after which the system ends it, whether it worked or waited.
  uint32_t seconds;
};

// How a process is confined.
enum tessera_confinement_kind {
  TESSERA_CONFINED_NOT = 0,
  // Its resources are limited.
  TESSERA_CONFINED_RESOURCES = 1,
  // Its resources are limited, and the system refuses it all calls but the few that a decoder needs.
  TESSERA_CONFINED_CALLS = 2,
};

// Confines the calling process for good. It must have one thread. Descriptors 0 to 2 stay open, all others are closed.
enum tessera_confinement_kind tessera_confine(struct tessera_confinement confinement);
