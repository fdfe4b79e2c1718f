// The library's headers must not be seen by Swift, which has another version of the same library in its Foundation.
#include "CICU.h"
#include <unicode/upluralrules.h>

void *tessera_plural_rules_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_open(locale, &status);
  return U_SUCCESS(status) ? rules : 0;
}

void tessera_plural_rules_close(void *rules) { uplrules_close((UPluralRules *)rules); }

int tessera_plural_rules_select(const void *rules, double number, char *name, int capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UChar buffer[16];
  int32_t length = uplrules_select((const UPluralRules *)rules, number, buffer, 16, &status);
  if (U_FAILURE(status) || length >= 16 || length >= capacity) return 0;
  for (int32_t index = 0; index < length; index += 1) name[index] = (char)buffer[index];
  return length;
}
