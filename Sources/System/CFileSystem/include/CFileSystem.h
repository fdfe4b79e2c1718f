#pragma once

// Exchanges the names of two files or folders in one step. Returns 0, or -1 with the reason in errno.
int tessera_exchange_files(const char *left, const char *right);
