#pragma once

/// A time as a calendar writes it.
typedef struct {
  int year, month, day, hour, minute, second;
  /// Whether the time is a day.
  int is_date;
  /// Whether the time has a zone, so that `seconds` are known. Times without one are those of the reader's place.
  int has_zone;
  /// Seconds since 1970. Without a zone, as if the time were in UTC.
  long long seconds;
} tessera_calendar_time;

/// An event, or one occurrence of a recurring one. Texts are valid during the call; NULL where there are none.
typedef struct {
  const char *identifier, *title, *place, *notes, *address;
  /// The name of the time zone of the beginning.
  const char *zone;
  tessera_calendar_time begin, end;
} tessera_calendar_event;

/// What a reading is limited to.
typedef struct {
  /// Occurrences that end before `from` or begin after `to` are left out; seconds since 1970.
  long long from, to;
  /// The most occurrences that are computed, in all events together.
  long long maximum_steps;
  /// The most events that are told.
  int maximum_events;
} tessera_calendar_limits;

/// Receives an event.
typedef void (*tessera_calendar_receiver)(const tessera_calendar_event *event, void *context);

/// Reads the events of calendars in iCalendar format, with occurrences of recurring ones in no particular order.
///
/// Not thread-safe: the library keeps time zones in shared memory.
/// @param on_name receives the name of the first calendar that has one.
/// @return 1; 0 if the text is no calendar.
int tessera_calendar_read(
    const char *text, tessera_calendar_limits limits, tessera_calendar_receiver receive,
    void (*on_name)(const char *name, void *context), void *context);
