// The library's headers must not be seen by Swift, which has another version of the same library in its Foundation.
#include "CICU.h"
#include <unicode/unumberformatter.h>

int tessera_measure_format(
    const char *skeleton, const char *locale, double number, unsigned short *text, int capacity) {
  UChar pattern[128];
  int32_t length = 0;
  for (; skeleton[length]; length += 1) {
    if (length == 128) return 0;
    pattern[length] = (UChar)skeleton[length];
  }
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormatter *formatter = unumf_openForSkeletonAndLocale(pattern, length, locale, &status);
  UFormattedNumber *result = unumf_openResult(&status);
  // A call after a failure does nothing.
  unumf_formatDouble(formatter, number, result, &status);
  int32_t written = unumf_resultToString(result, (UChar *)text, capacity, &status);
  unumf_closeResult(result);
  unumf_close(formatter);
  return U_SUCCESS(status) && written <= capacity ? written : 0;
}
