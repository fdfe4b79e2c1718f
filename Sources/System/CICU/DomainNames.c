// The library's headers must not be seen by Swift, which has another version of the same library in its Foundation.
#include "CICU.h"
#include <pthread.h>
#include <unicode/uidna.h>

static UIDNA *names;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_names(void) {
  UErrorCode status = U_ZERO_ERROR;
  names = uidna_openUTS46(
      UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
      &status);
  if (U_FAILURE(status)) names = NULL;
}

int tessera_domain_name(const char *name, int length, int to_unicode, char *result, int capacity) {
  pthread_once(&once, open_names);
  if (names == NULL) return 0;
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  int32_t count = to_unicode ? uidna_nameToUnicodeUTF8(names, name, length, result, capacity, &info, &status)
                             : uidna_nameToASCII_UTF8(names, name, length, result, capacity, &info, &status);
  // As in the URL standard, hyphens may be anywhere.
  uint32_t errors = info.errors & ~(uint32_t)(UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                              UIDNA_ERROR_HYPHEN_3_4);
  return U_FAILURE(status) || errors != 0 || count > capacity ? 0 : count;
}
