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

/// Decodes bytes. What is malformed becomes U+FFFD.
/// @param encoding The name of one of ICU's converters.
/// @param length Receives the number of UTF-16 units.
/// @return the units, which the caller frees; NULL if the encoding is unknown, or memory is short.
unsigned short *tessera_decode(const char *encoding, const char *bytes, int count, int *length);

/// Finds the time zone of a name that Windows has for it.
/// @param zone Receives the name in the time zone database, without a zero at its end.
/// @return the length of that name; 0 if Windows has no such zone, or there is no room.
int tessera_zone_of_windows(const char *name, char *zone, int capacity);

/// Writes a domain name as it is sent, or as people read it (Unicode Technical Standard #46, without transitional mapping).
/// @param result Receives UTF-8, without a zero at its end.
/// @return the number of bytes; 0 if the name is invalid, or there is no room for it.
int tessera_domain_name(const char *name, int length, int to_unicode, char *result, int capacity);
