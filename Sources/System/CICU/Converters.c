// The library's headers must not be seen by Swift, which has another version of the same library in its Foundation.
#include "CICU.h"
#include <stdlib.h>
#include <unicode/ucnv.h>

unsigned short *tessera_decode(const char *encoding, const char *bytes, int count, int *length) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(encoding, &status);
  if (U_FAILURE(status)) return NULL;
  // No converter makes more units than there are bytes, except for a unit that ends what was open.
  int capacity = count + 16;
  UChar *text = malloc(sizeof(UChar) * (size_t)capacity);
  if (text) {
    *length = ucnv_toUChars(converter, text, capacity, bytes, count, &status);
    if (U_FAILURE(status)) {
      free(text);
      text = NULL;
    }
  }
  ucnv_close(converter);
  return text;
}
