#pragma once

/// Opens the rules by which a language says numbers of things; NULL where there are none.
void *tessera_plural_rules_open(const char *locale);

/// Frees rules.
void tessera_plural_rules_close(void *rules);

/// Writes the name of a number's category, in ASCII.
/// @return the number of letters; 0 where there is none, or no room for it.
int tessera_plural_rules_select(const void *rules, double number, char *name, int capacity);

/// Writes a number as an ICU number skeleton says, such as `measure-unit/digital-megabyte .00`, which is in ASCII.
/// @return the number of UTF-16 units; 0 if the skeleton is invalid, or there is no room for the text.
int tessera_measure_format(
    const char *skeleton, const char *locale, double number, unsigned short *text, int capacity);
