// The library's records have arrays of hundreds of numbers, which Swift would see as tuples.
#include "CICal.h"
#include <libical/ical.h>
#include <stdlib.h>
#include <string.h>

/// Times in seconds since 1970, sorted.
typedef struct {
  long long *seconds;
  size_t count;
} sorted_seconds;

/// An occurrence that another event takes the place of.
typedef struct {
  const char *identifier;
  long long seconds;
} replaced_occurrence;

typedef struct {
  tessera_calendar_limits limits;
  tessera_calendar_receiver receive;
  void *context;
  replaced_occurrence *replaced;
  size_t replaced_count;
} reading;

static long long seconds_of(struct icaltimetype time) { return icaltime_as_timet_with_zone(time, time.zone); }

static tessera_calendar_time time_of(struct icaltimetype time) {
  tessera_calendar_time result = {
      time.year, time.month, time.day, time.hour, time.minute, time.second, time.is_date != 0,
      !time.is_date && time.zone != NULL, seconds_of(time)};
  return result;
}

static int compare_seconds(const void *left, const void *right) {
  long long a = *(const long long *)left, b = *(const long long *)right;
  return (a > b) - (a < b);
}

static int compare_replaced(const void *left, const void *right) {
  const replaced_occurrence *a = left, *b = right;
  int order = strcmp(a->identifier, b->identifier);
  return order ? order : compare_seconds(&a->seconds, &b->seconds);
}

static icalproperty *first(icalcomponent *component, icalproperty_kind kind) {
  return icalcomponent_get_first_property(component, kind);
}

static struct icaltimetype date_of(icalcomponent *component, icalproperty_kind kind) {
  icalproperty *property = first(component, kind);
  return property ? icalproperty_get_datetime_with_component(property, component) : icaltime_null_time();
}

static const char *identifier_of(icalcomponent *component) {
  icalproperty *property = first(component, ICAL_UID_PROPERTY);
  const char *identifier = property ? icalproperty_get_uid(property) : NULL;
  return identifier ? identifier : "";
}

/// Returns the properties of a kind; to be freed. A component has one iterator, which reading other properties moves.
static icalproperty **properties_of(icalcomponent *component, icalproperty_kind kind, size_t *count) {
  size_t total = (size_t)icalcomponent_count_properties(component, kind);
  icalproperty **properties = total ? malloc(total * sizeof *properties) : NULL;
  *count = 0;
  if (!properties) return NULL;
  for (icalproperty *property = first(component, kind); property && *count < total;
       property = icalcomponent_get_next_property(component, kind)) {
    properties[(*count)++] = property;
  }
  return properties;
}

/// Returns the times of all properties of a kind; their memory is to be freed.
static sorted_seconds sorted_times(icalcomponent *component, icalproperty_kind kind) {
  size_t total;
  icalproperty **properties = properties_of(component, kind, &total);
  sorted_seconds times = {total ? malloc(total * sizeof(long long)) : NULL, 0};
  for (size_t index = 0; times.seconds && index < total; index += 1) {
    struct icaltimetype time = icalproperty_get_datetime_with_component(properties[index], component);
    if (!icaltime_is_null_time(time)) times.seconds[times.count++] = seconds_of(time);
  }
  free(properties);
  if (times.seconds) qsort(times.seconds, times.count, sizeof *times.seconds, compare_seconds);
  return times;
}

/// Whether the library finds each occurrence of a rule in a bounded time. Rules of hours, minutes and seconds with
/// conditions may never hold, and it tries each second for centuries.
static int is_bounded(const struct icalrecurrencetype *rule) {
  if (rule->freq >= ICAL_DAILY_RECURRENCE && rule->freq <= ICAL_YEARLY_RECURRENCE) return 1;
  const short *conditions[] = {rule->by_second, rule->by_minute, rule->by_hour, rule->by_day, rule->by_month_day,
                               rule->by_year_day, rule->by_week_no, rule->by_month, rule->by_set_pos};
  for (size_t index = 0; index < sizeof conditions / sizeof *conditions; index += 1) {
    if (conditions[index][0] != ICAL_RECURRENCE_ARRAY_MAX) return 0;
  }
  return 1;
}

/// Removes the rules of time zones that recur more often than each year: the library computes all changes of a zone.
static void restrict_zones(icalcomponent *calendar) {
  icalcompiter zones = icalcomponent_begin_component(calendar, ICAL_VTIMEZONE_COMPONENT);
  for (icalcomponent *zone = icalcompiter_deref(&zones); zone; zone = icalcompiter_next(&zones)) {
    icalcompiter parts = icalcomponent_begin_component(zone, ICAL_ANY_COMPONENT);
    for (icalcomponent *part = icalcompiter_deref(&parts); part; part = icalcompiter_next(&parts)) {
      size_t count;
      icalproperty **rules = properties_of(part, ICAL_RRULE_PROPERTY, &count);
      for (size_t index = 0; index < count; index += 1) {
        if (icalproperty_get_rrule(rules[index]).freq == ICAL_YEARLY_RECURRENCE) continue;
        icalcomponent_remove_property(part, rules[index]);
        icalproperty_free(rules[index]);
      }
      free(rules);
    }
  }
}

static void tell(reading *reading, icalcomponent *component, struct icaltimetype begin, long long length) {
  long long from = seconds_of(begin), day = 86400;
  // Times without a zone may be up to a day away from UTC.
  if (from > reading->limits.to + day || from + length < reading->limits.from - day) return;
  if (reading->limits.maximum_events <= 0) return;
  reading->limits.maximum_events -= 1;
  struct icaltimetype end = begin;
  if (begin.is_date) {
    icaltime_adjust(&end, (int)(length / day), 0, 0, 0);
  } else {
    icaltime_adjust(&end, 0, 0, 0, (int)length);
  }
  icalproperty *address = first(component, ICAL_URL_PROPERTY);
  const char *zone = NULL;
  if (begin.zone && !begin.is_date) {
    zone = icaltimezone_get_location((icaltimezone *)begin.zone);
    if (!zone) zone = icaltimezone_get_tzid((icaltimezone *)begin.zone);
  }
  tessera_calendar_event event = {
      identifier_of(component), icalcomponent_get_summary(component), icalcomponent_get_location(component),
      icalcomponent_get_description(component), address ? icalproperty_get_url(address) : NULL, zone,
      time_of(begin), time_of(end)};
  // What lasts two hours ends two hours later, even if clocks change meanwhile.
  if (!begin.is_date) event.end.seconds = from + length;
  reading->receive(&event, reading->context);
}

static int is_replaced(const reading *reading, const char *identifier, long long seconds) {
  replaced_occurrence key = {identifier, seconds};
  return reading->replaced_count
         && bsearch(&key, reading->replaced, reading->replaced_count, sizeof key, compare_replaced) != NULL;
}

/// Whether an occurrence is left out: the event excepts it, or another event takes its place.
static int is_excluded(
    const reading *reading, const char *identifier, const sorted_seconds *exceptions, long long seconds) {
  if (exceptions->count
      && bsearch(&seconds, exceptions->seconds, exceptions->count, sizeof seconds, compare_seconds)) {
    return 1;
  }
  return is_replaced(reading, identifier, seconds);
}

/// Tells the occurrences of a recurring event.
static void expand(reading *reading, icalcomponent *component, struct icaltimetype start, long long length) {
  const char *identifier = identifier_of(component);
  sorted_seconds exceptions = sorted_times(component, ICAL_EXDATE_PROPERTY);
  int is_start_told = 0;
  size_t rule_count, date_count;
  icalproperty **rules = properties_of(component, ICAL_RRULE_PROPERTY, &rule_count);
  icalproperty **dates = properties_of(component, ICAL_RDATE_PROPERTY, &date_count);
  for (size_t index = 0; index < rule_count; index += 1) {
    struct icalrecurrencetype rule = icalproperty_get_rrule(rules[index]);
    if (!is_bounded(&rule)) continue;
    // In a zone, the library moves the day after one with a gap, too. So rules run without a zone.
    struct icaltimetype local = start;
    local.zone = NULL;
    if (start.zone && icaltime_is_utc(rule.until)) {
      rule.until = icaltime_convert_to_zone(rule.until, (icaltimezone *)start.zone);
    }
    rule.until.zone = NULL;
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, local);
    if (!iterator) continue;
    // A rule that counts has to be followed from its beginning, and so have intervals of hours: the library starts them
    // elsewhere.
    long long early = reading->limits.from - length - 2 * 86400;
    int is_long = rule.freq >= ICAL_DAILY_RECURRENCE && rule.freq <= ICAL_YEARLY_RECURRENCE;
    if (rule.count == 0 && is_long && seconds_of(start) < early) {
      struct icaltimetype from = icaltime_from_timet_with_zone((time_t)early, start.is_date, NULL);
      from.hour = start.hour, from.minute = start.minute, from.second = start.second;
      icalrecur_iterator_set_start(iterator, from);
    }
    while (reading->limits.maximum_steps > 0 && reading->limits.maximum_events > 0) {
      reading->limits.maximum_steps -= 1;
      struct icaltimetype next = icalrecur_iterator_next(iterator);
      if (icaltime_is_null_time(next)) break;
      next.zone = start.zone;
      long long seconds = seconds_of(next);
      if (seconds > reading->limits.to + 86400) break;
      if (seconds == seconds_of(start)) is_start_told = 1;
      if (!is_excluded(reading, identifier, &exceptions, seconds)) tell(reading, component, next, length);
    }
    icalrecur_iterator_free(iterator);
  }
  for (size_t index = 0; index < date_count; index += 1) {
    struct icaltimetype time = icalproperty_get_datetime_with_component(dates[index], component);
    if (icaltime_is_null_time(time)) time = icalproperty_get_rdate(dates[index]).time;
    long long seconds = seconds_of(time);
    if (icaltime_is_null_time(time) || is_excluded(reading, identifier, &exceptions, seconds)) continue;
    tell(reading, component, time, length);
  }
  // The first occurrence counts even if no rule contains it (RFC 5545, section 3.8.5.3).
  long long seconds = seconds_of(start);
  if (!is_start_told && !is_excluded(reading, identifier, &exceptions, seconds)) {
    tell(reading, component, start, length);
  }
  free(rules);
  free(dates);
  free(exceptions.seconds);
}

static void read_event(reading *reading, icalcomponent *component) {
  if (icalcomponent_get_status(component) == ICAL_STATUS_CANCELLED) return;
  struct icaltimetype start = date_of(component, ICAL_DTSTART_PROPERTY);
  if (icaltime_is_null_time(start)) return;
  const long long longest = 366 * 86400LL;
  icalproperty *duration = first(component, ICAL_DURATION_PROPERTY);
  // The library adds durations day by day.
  int is_too_long = duration && icaldurationtype_as_int(icalproperty_get_duration(duration)) > longest;
  struct icaltimetype end = is_too_long ? icaltime_null_time() : icalcomponent_get_dtend(component);
  long long length = icaltime_is_null_time(end) ? 0 : seconds_of(end) - seconds_of(start);
  if (is_too_long || length > longest) length = longest;
  // An event of a day without an end lasts for the day (RFC 5545, section 3.6.1).
  if (start.is_date && length < 86400) length = 86400;
  if (length < 0) length = 0;
  if (first(component, ICAL_RECURRENCEID_PROPERTY)) {
    tell(reading, component, start, length);
  } else {
    expand(reading, component, start, length);
  }
}

/// Collects the occurrences that events with a RECURRENCE-ID take the place of.
static void collect_replaced(reading *reading, icalcomponent *calendar, size_t *capacity) {
  icalcompiter events = icalcomponent_begin_component(calendar, ICAL_VEVENT_COMPONENT);
  for (icalcomponent *event = icalcompiter_deref(&events); event; event = icalcompiter_next(&events)) {
    struct icaltimetype time = date_of(event, ICAL_RECURRENCEID_PROPERTY);
    if (icaltime_is_null_time(time)) continue;
    if (reading->replaced_count == *capacity) {
      size_t larger = *capacity ? 2 * *capacity : 64;
      replaced_occurrence *moved = realloc(reading->replaced, larger * sizeof *moved);
      if (!moved) return;
      reading->replaced = moved;
      *capacity = larger;
    }
    replaced_occurrence occurrence = {identifier_of(event), seconds_of(time)};
    reading->replaced[reading->replaced_count++] = occurrence;
  }
}

static void read_calendar(reading *reading, icalcomponent *calendar) {
  size_t capacity = 0;
  restrict_zones(calendar);
  collect_replaced(reading, calendar, &capacity);
  qsort(reading->replaced, reading->replaced_count, sizeof *reading->replaced, compare_replaced);
  icalcompiter events = icalcomponent_begin_component(calendar, ICAL_VEVENT_COMPONENT);
  for (icalcomponent *event = icalcompiter_deref(&events); event; event = icalcompiter_next(&events)) {
    read_event(reading, event);
  }
  free(reading->replaced);
  reading->replaced = NULL;
  reading->replaced_count = 0;
}

static const char *name_of(icalcomponent *calendar) {
  for (icalproperty *property = first(calendar, ICAL_X_PROPERTY); property;
       property = icalcomponent_get_next_property(calendar, ICAL_X_PROPERTY)) {
    const char *name = icalproperty_get_x_name(property);
    if (name && strcmp(name, "X-WR-CALNAME") == 0) return icalproperty_get_x(property);
  }
  return NULL;
}

int tessera_calendar_read(
    const char *text, tessera_calendar_limits limits, tessera_calendar_receiver receive,
    void (*on_name)(const char *name, void *context), void *context) {
  icalerror_set_errors_are_fatal(0);
  icalcomponent *root = icalparser_parse_string(text);
  if (!root) return 0;
  reading reading = {limits, receive, context, NULL, 0};
  int is_calendar = 0;
  icalcomponent *calendar = icalcomponent_isa(root) == ICAL_VCALENDAR_COMPONENT
                                ? root
                                : icalcomponent_get_first_component(root, ICAL_VCALENDAR_COMPONENT);
  const char *name = NULL;
  while (calendar) {
    is_calendar = 1;
    if (!name) {
      name = name_of(calendar);
      if (name) on_name(name, context);
    }
    read_calendar(&reading, calendar);
    calendar = calendar == root ? NULL : icalcomponent_get_next_component(root, ICAL_VCALENDAR_COMPONENT);
  }
  icalcomponent_free(root);
  icalmemory_free_ring();
  return is_calendar;
}
