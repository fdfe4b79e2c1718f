// For the number of the call that closes all descriptors.
#define _GNU_SOURCE

#include "CSandbox.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define HAS_FILTER 1
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static void close_others(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0) return;
#endif
  struct rlimit files;
  int count = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536 ? (int)files.rlim_cur : 65536;
  for (int descriptor = 3; descriptor < count; descriptor++) close(descriptor);
}

// The address space that the process has, in bytes.
static uint64_t address_space(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file) {
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
  }
  // More than any program of this package has.
  return pages ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : (uint64_t)4 << 30;
}

static int limit(int resource, rlim_t value) {
  struct rlimit current;
  if (getrlimit(resource, &current) == 0 && current.rlim_max < value) value = current.rlim_max;
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit);
}

#ifdef HAS_FILTER

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define REFUSAL (SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA))
#define ALLOW(call) UNLESS(__NR_##call, 1), ANSWER(SECCOMP_RET_ALLOW)
// Refuses a call if an argument has a bit. Both architectures have the low half of an argument first.
#define REFUSE_BIT(argument, bit) \
  LOAD(args[argument]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bit, 0, 1), ANSWER(REFUSAL)

static int filter_calls(void) {
  // A library that tries something else gets an error, as from a system that lacks it, and may go on without.
  struct sock_filter instructions[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      // The content and the result.
      ALLOW(read),
      ALLOW(write),
      // Memory, which cannot be executed or shared.
      ALLOW(brk),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(madvise),
      UNLESS(__NR_mmap, 7),
      REFUSE_BIT(2, PROT_EXEC),
      REFUSE_BIT(3, MAP_SHARED),
      ANSWER(SECCOMP_RET_ALLOW),
      UNLESS(__NR_mprotect, 4),
      REFUSE_BIT(2, PROT_EXEC),
      ANSWER(SECCOMP_RET_ALLOW),
      // Locks, time, chance.
      ALLOW(futex),
      ALLOW(clock_gettime),
      ALLOW(gettimeofday),
      ALLOW(getrandom),
      ALLOW(sched_yield),
      ALLOW(restart_syscall),
      // The end.
      ALLOW(rt_sigreturn),
      ALLOW(exit),
      ALLOW(exit_group),
      ANSWER(REFUSAL),
  };
  struct sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#endif

enum tessera_confinement_kind tessera_confine(struct tessera_confinement confinement) {
  uint64_t memory = address_space() + confinement.memory;
  close_others();
  // An alarm ends the process, even after its host has ended. The filter refuses the calls that would cancel the alarm.
  alarm(confinement.seconds);
  if (limit(RLIMIT_CORE, 0) || limit(RLIMIT_FSIZE, 0) || limit(RLIMIT_NOFILE, 0)
      || limit(RLIMIT_CPU, confinement.seconds) || limit(RLIMIT_AS, memory))
    return TESSERA_CONFINED_NOT;
#ifdef RLIMIT_NPROC
  if (limit(RLIMIT_NPROC, 0)) return TESSERA_CONFINED_NOT;
#endif
#ifdef HAS_FILTER
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && filter_calls() == 0) return TESSERA_CONFINED_CALLS;
#endif
  return TESSERA_CONFINED_RESOURCES;
}
