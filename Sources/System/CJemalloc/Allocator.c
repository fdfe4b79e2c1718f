#include "CJemalloc.h"

#include <jemalloc/jemalloc.h>
#include <stdio.h>

// Read by the library when the process starts; an environment's MALLOC_CONF comes after it and wins. A host makes thousands of
// small things for each client, and frees them in another order an hour later: without caches of threads they lie close together
// and their pages become free as a whole. A thread of the library gives pages back that were free for a second.
const char *malloc_conf = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0,tcache:false";

void tessera_give_back_free_memory(void) {
  char name[40];
  snprintf(name, sizeof name, "arena.%u.purge", (unsigned)MALLCTL_ARENAS_ALL);
  mallctl(name, NULL, NULL, NULL, 0);
}
