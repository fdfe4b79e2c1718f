#ifndef TESSERA_CJEMALLOC_H
#define TESSERA_CJEMALLOC_H

/// Gives all pages back to the system that hold nothing any more. Takes some milliseconds for 100 MB.
void tessera_give_back_free_memory(void);

#endif
