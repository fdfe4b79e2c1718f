// The library's headers must not be seen by Swift, which has another version of the same library in its Foundation.
#include "CICU.h"
#include <unicode/ucal.h>
#include <unicode/ustring.h>

int tessera_zone_of_windows(const char *name, char *zone, int capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UChar units[256], result[128];
  int32_t length = 0;
  u_strFromUTF8(units, 256, &length, name, -1, &status);
  int32_t count = ucal_getTimeZoneIDForWindowsID(units, length, NULL, result, 128, &status);
  if (U_FAILURE(status) || count <= 0 || count >= 128 || count >= capacity) return 0;
  // Names of zones are ASCII.
  for (int32_t index = 0; index < count; index += 1) zone[index] = (char)result[index];
  return count;
}
