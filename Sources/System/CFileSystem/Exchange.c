// Swift's module of glibc does not show what glibc declares only for GNU programs.
#define _GNU_SOURCE

#include "CFileSystem.h"

#include <fcntl.h>
#include <stdio.h>

int tessera_exchange_files(const char *left, const char *right) {
#ifdef __APPLE__
  return renamex_np(left, right, RENAME_SWAP);
#else
  return renameat2(AT_FDCWD, left, AT_FDCWD, right, RENAME_EXCHANGE);
#endif
}
