"""Records when recurring events of iCalendar (RFC 5545) take place: writes `recurrence-rules.json`.

The fixture is a list of 300 objects: `name`, `lines` (those of one VEVENT), `starts` (the first 60 beginnings from
2026-01-01T00:00:00Z until before 2028-01-01T00:00:00Z: in UTC, or days if the event takes whole days) and `reason` (null,
or why this is so although the rule is disputed or a library differs). Times without a zone, and whole days, are in
Europe/Berlin: the whole day 2026-01-01 begins before the period, and 2028-01-01 begins in it.

The beginnings are those of recurring-ical-events and of dateutil. Where these differ from one another or from the RFC,
one of DECISIONS has to apply to the event, and the beginnings are those of `Event.starts`; otherwise nothing is written.
The fixture was recorded with recurring-ical-events 3.8.2, icalendar 7.3.2 and dateutil 2.9.0.

    python3 -m venv .venv && .venv/bin/pip install recurring-ical-events python-dateutil icalendar
    .venv/bin/python Tools/calendar-fixtures/record-rules.py
"""

import collections
import heapq
import itertools
import json
import pathlib
import random
import re
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

FILE = pathlib.Path(__file__).resolve().parents[2] / "Tests/Unit/TesseraCalendarsTests/Fixtures/recurrence-rules.json"
TOTAL, MOST, DAY, HOUR = 300, 60, timedelta(days=1), timedelta(hours=1)
FROM, TO = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2028, 1, 1, tzinfo=timezone.utc)
LAST = datetime(2028, 1, 3)  # The local time until which rules are followed.
BERLIN = ZoneInfo("Europe/Berlin")
ZONES = {"berlin": "Europe/Berlin", "york": "America/New_York", "auckland": "Pacific/Auckland", "kolkata": "Asia/Kolkata",
         "paulo": "America/Sao_Paulo"}
FORMS = [*ZONES, "berlin", "york", "utc", "local", "day", "day"]
SHORT = ["SECONDLY", "MINUTELY", "HOURLY"]
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
PARTS = ["FREQ", "INTERVAL", "COUNT", "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO",
         "BYMONTH", "BYSETPOS", "WKST"]

# Rules without FREQ=. Each gets a zone or whole days, a start that it contains, and maybe an end by chance.
RULES = """
SECONDLY;INTERVAL=90000 SECONDLY;INTERVAL=30;BYMINUTE=0;BYHOUR=12;COUNT=70 MINUTELY;INTERVAL=90 MINUTELY;INTERVAL=1441
MINUTELY;INTERVAL=20;BYHOUR=9,17;COUNT=50 HOURLY HOURLY;INTERVAL=6 HOURLY;INTERVAL=36 HOURLY;BYDAY=SA;BYHOUR=10,11,12
HOURLY;INTERVAL=2;BYMONTH=7;BYMONTHDAY=1,15 DAILY;INTERVAL=10 DAILY;INTERVAL=100 DAILY;BYDAY=MO,TU,WE,TH,FR
DAILY;INTERVAL=3;BYDAY=SA,SU DAILY;BYMONTHDAY=1,10,20,-1 DAILY;BYHOUR=9;BYMINUTE=0,15,30,45 DAILY;INTERVAL=5;BYMONTH=3,4
WEEKLY;INTERVAL=26 WEEKLY;BYDAY=SU,SA;WKST=SU WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU
WEEKLY;INTERVAL=3;BYDAY=FR,SA,SU,MO;WKST=SA WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=WE WEEKLY;BYDAY=TU;BYHOUR=9,14;BYMINUTE=30
WEEKLY;INTERVAL=2;BYMONTH=1,2,3 WEEKLY;INTERVAL=53;BYDAY=TH MONTHLY;BYMONTHDAY=31 MONTHLY;BYMONTHDAY=29,30,31
MONTHLY;BYMONTHDAY=-1 MONTHLY;BYMONTHDAY=-31 MONTHLY;BYMONTHDAY=28,-1 MONTHLY;INTERVAL=2;BYMONTHDAY=-2
MONTHLY;BYDAY=+2TU,4TU MONTHLY;BYDAY=5FR MONTHLY;BYDAY=-5SU MONTHLY;BYDAY=-1MO MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12
MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU MONTHLY;BYDAY=FR;BYMONTHDAY=13 MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13
MONTHLY;BYMONTH=3,6,9,12;BYDAY=3WE MONTHLY;BYDAY=1MO;BYHOUR=9,10;BYMINUTE=0,30 YEARLY;INTERVAL=2 YEARLY;BYMONTH=1,6
YEARLY;BYMONTH=12;BYMONTHDAY=24,25,26 YEARLY;BYMONTH=2;BYMONTHDAY=29 YEARLY;BYMONTH=2;BYMONTHDAY=-1 YEARLY;BYDAY=53TH
YEARLY;BYMONTH=11;BYDAY=4TH YEARLY;BYMONTH=3,10;BYDAY=-1SU YEARLY;BYDAY=20MO YEARLY;BYDAY=-1FR,1MO
YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8 YEARLY;BYYEARDAY=1,100,200 YEARLY;BYYEARDAY=-1,60 YEARLY;BYYEARDAY=366
YEARLY;BYYEARDAY=-366,-365 YEARLY;BYWEEKNO=20;BYDAY=MO YEARLY;BYWEEKNO=1;BYDAY=MO YEARLY;BYWEEKNO=53;BYDAY=MO,SU
YEARLY;BYWEEKNO=-1;BYDAY=SU YEARLY;BYWEEKNO=10,30;BYDAY=SU;WKST=SU YEARLY;BYWEEKNO=1,53;BYDAY=TH,FR,SA
YEARLY;BYWEEKNO=1;BYDAY=SA;WKST=SU YEARLY;BYMONTH=6;BYWEEKNO=26,27;BYDAY=TU,WE YEARLY;BYYEARDAY=100;BYHOUR=6,18
YEARLY;INTERVAL=2;BYMONTH=1;BYDAY=SU;BYHOUR=8,9 YEARLY;BYMONTH=4;BYDAY=MO,2TU,-1FR
""".split()

# Cases of a kind: start | rules | further lines. Each rule (after " / ", another one) is combined with each choice of
# lines (" & " between those of one case). Times begin with a name in ZONES, or with `day`, `utc`, `local` or `period`.
ROWS = """
until
berlin 20260302T140000 | WEEKLY;UNTIL=20260330T120000Z / WEEKLY;UNTIL=20260330T115959Z / DAILY;UNTIL=20260401T140000
berlin 20260302T140000 | WEEKLY;BYDAY=MO,FR;UNTIL=20260320 / WEEKLY;UNTIL=20260201T000000Z / MONTHLY;UNTIL=20991231T235959Z
berlin 20261020T023000 | DAILY;UNTIL=20261025T003000Z / DAILY;UNTIL=20261025T002959Z / DAILY;UNTIL=20261026
york 20260105T200000 | WEEKLY;BYDAY=MO,WE;UNTIL=20260205T010000Z / DAILY;UNTIL=20260112T200000 / DAILY;UNTIL=20260115
york 20260305T023000 | DAILY;UNTIL=20260308T072959Z / DAILY;UNTIL=20260308T023000 / DAILY;UNTIL=20260308
auckland 20260105T080000 | DAILY;UNTIL=20260109T190000Z / DAILY;UNTIL=20260112T080000 / WEEKLY;BYDAY=MO,TH;UNTIL=20260115
kolkata 20260105T000000 | DAILY;UNTIL=20260109T183000Z / DAILY;BYDAY=MO,TU,WE;UNTIL=20260114
paulo 20180105T220000 | WEEKLY;UNTIL=20260117T010000Z / WEEKLY;UNTIL=20260116T220000 / DAILY;BYHOUR=8,22;UNTIL=20260107
utc 20260105T235900Z | MONTHLY;BYMONTHDAY=5;UNTIL=20260705 / DAILY;UNTIL=20260107T235900
local 20260601T230000 | DAILY;UNTIL=20260610T210000Z / DAILY;UNTIL=20260610T230000 / DAILY;UNTIL=20260610
day 20260105 | DAILY;INTERVAL=5;UNTIL=20260214 / DAILY;UNTIL=20260115T000000Z / WEEKLY;BYDAY=MO,TH;UNTIL=20260122T120000
day 20260105 | DAILY;UNTIL=20260114T230000Z / WEEKLY;UNTIL=20260105
count
berlin 20251220T090000 | DAILY;COUNT=30 / DAILY;COUNT=10 / WEEKLY;COUNT=-1 / WEEKLY;COUNT=0;INTERVAL=2
york 20260302T140000 | DAILY;COUNT=1 / WEEKLY;COUNT=-1;UNTIL=20260401T000000Z / DAILY;COUNT=4;UNTIL=20260401T120000Z
york 20260302T140000 | DAILY;UNTIL=20260304T190000Z;COUNT=10
day 20260131 | MONTHLY;COUNT=7 / MONTHLY;COUNT=-1;INTERVAL=2 / DAILY;COUNT=0;UNTIL=20260210 / WEEKLY;COUNT=10;UNTIL=20260314
day 20160229 | YEARLY;COUNT=3 / YEARLY;UNTIL=20280229
start
berlin 20260101T090000 | WEEKLY;BYDAY=MO;COUNT=3 / WEEKLY;BYDAY=MO,WE;UNTIL=20260201T000000Z / YEARLY;BYMONTH=3;BYDAY=-1SU
day 20260310 | MONTHLY;BYMONTHDAY=1;COUNT=4 / MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
auckland 20260115T073000 | DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=20260120T000000Z
york 20240229T233000 | YEARLY / MONTHLY / YEARLY;INTERVAL=4
utc 20251231T120000Z | MONTHLY;INTERVAL=2 / YEARLY;BYMONTH=2,3,4,12
day 19500612 | YEARLY
day 16040315 | YEARLY
utc 19700101T000000Z | DAILY;INTERVAL=1000
berlin 20280301T090000 | DAILY
york 20271229T190000 | DAILY
paulo 20181104T000000 | YEARLY
positions
berlin 20260302T090000 | WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1 / WEEKLY;INTERVAL=2;BYDAY=MO,TU,TH;BYSETPOS=1,-1
berlin 20260304T090000 | WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2 / WEEKLY;BYDAY=WE,TH;BYHOUR=9,15;BYMINUTE=0;BYSETPOS=1,-2
york 20260308T090000 | WEEKLY;BYDAY=MO,TU,SU;BYSETPOS=1;WKST=SU / WEEKLY;BYDAY=MO,TU,SU;BYSETPOS=-1;WKST=MO
berlin 20260130T170000 | MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 / MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-2
auckland 20260201T070000 | MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-1 / MONTHLY;INTERVAL=2;BYDAY=SU,MO;BYSETPOS=1
york 20260107T090000 | MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3
york 20260330T090000 | MONTHLY;BYDAY=MO;BYSETPOS=5
kolkata 20260112T090000 | MONTHLY;BYDAY=1MO,2MO,3FR;BYSETPOS=2
paulo 20261231T120000 | YEARLY;BYMONTH=6,12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
day 20260213 | YEARLY;BYDAY=FR;BYMONTHDAY=13;BYSETPOS=1 / WEEKLY;BYDAY=WE,TH,FR;BYSETPOS=-1
local 20260410T100000 | YEARLY;BYYEARDAY=10,100,200,300;BYSETPOS=2,-1
york 20260512T090000 | YEARLY;BYWEEKNO=20;BYDAY=MO,TU,WE;BYSETPOS=2
berlin 20260105T154000 | DAILY;BYHOUR=9,12,15;BYSETPOS=-1 / HOURLY;INTERVAL=8;BYMINUTE=0,20,40;BYSETPOS=-1
clocks
berlin 20260301T020000 | DAILY;COUNT=40 / WEEKLY;BYDAY=SU;COUNT=8
berlin 20250330T023000 | YEARLY;BYMONTH=3;BYDAY=-1SU
berlin 20260328T010000 | DAILY;BYHOUR=1,2,3;UNTIL=20260330T120000Z / HOURLY;UNTIL=20260329T120000Z
berlin 20260329T023000 | DAILY;COUNT=4
york 20260306T023000 | DAILY;COUNT=5 | EXDATE utc 20260308T073000Z / RDATE york 20260308T030000
york 20261030T013000 | DAILY;COUNT=5 | SEQUENCE:1 / EXDATE utc 20261101T053000Z / EXDATE utc 20261101T063000Z
york 20261031T220000 | HOURLY;COUNT=12 / MINUTELY;INTERVAL=30;COUNT=16
auckland 20260403T023000 | DAILY;COUNT=5 / HOURLY;INTERVAL=5;COUNT=20
auckland 20260920T021500 | WEEKLY;BYDAY=SU;COUNT=3
local 20270326T023000 | DAILY;UNTIL=20270330T023000
day 20260327 | DAILY;COUNT=5
paulo 20260214T233000 | DAILY;COUNT=5
exceptions
berlin 20260302T140000 | DAILY;COUNT=5 | EXDATE berlin 20260303T140000 / EXDATE berlin 20260302T140000,20260305T140000
berlin 20260302T140000 | DAILY;COUNT=5 | EXDATE berlin 20260303T150000 / EXDATE utc 20260304T130000Z & EXDATE day 20260305
berlin 20260302T140000 | DAILY;COUNT=5 | EXDATE york 20260303T080000 / EXDATE local 20260303T140000 / EXDATE local 20260304
york 20260302T220000 | DAILY;COUNT=9 | EXDATE day 20260303,20260305 / EXDATE utc 20260304T030000Z,20260309T020000Z
auckland 20260302T073000 | DAILY;COUNT=4 | EXDATE day 20260303 / EXDATE berlin 20260302T193000
kolkata 20260302T010000 | DAILY;BYHOUR=1,23;COUNT=8 | EXDATE day 20260303
utc 20260302T233000Z | DAILY;COUNT=2 | EXDATE day 20260303 / EXDATE utc 20260302T233000Z,20260303T233000Z
local 20260302T140000 | DAILY;COUNT=4 | EXDATE local 20260303T140000 / EXDATE utc 20260303T130000Z / EXDATE day 20260303
day 20260302 | DAILY;COUNT=5 | EXDATE day 20260303,20260306 / EXDATE local 20260304 / EXDATE berlin 20260303T000000
day 20260302 | DAILY;COUNT=5 | EXDATE utc 20260304T230000Z / EXDATE auckland 20260305T090000 / EXDATE local 20260305T120000
additions
berlin 20260302T140000 | WEEKLY;COUNT=3 | RDATE berlin 20260304T100000,20260411T100000 / RDATE kolkata 20260310T203000
berlin 20260302T140000 | WEEKLY;COUNT=3 | RDATE utc 20260309T130000Z / RDATE berlin 20260329T023000,20261025T023000
york 20260302T220000 | | RDATE york 20260306T160000 & RDATE york 20260401T090000
york 20260302T220000 | | RDATE york 20260303T100000,20260304T220000 & EXDATE day 20260303
auckland 20260302T080000 | WEEKLY;COUNT=2 | RDATE utc 20260304T200000Z & EXDATE auckland 20260305T090000
day 20260302 | MONTHLY;COUNT=3 | RDATE day 20260315,20260401 / RDATE day 20260402 & EXDATE day 20260402
local 20251201T140000 | MONTHLY;COUNT=2 | RDATE local 20251224T140000,20260701T140000
utc 20260302T140000Z | DAILY;COUNT=3 | RDATE period 20260304T100000Z/PT3H / RDATE period 20260303T140000Z/PT8H
utc 20260302T140000Z | | RDATE period 20260304T100000Z/PT3H & EXDATE utc 20260304T100000Z
berlin 20260302T140000 | | RDATE period 20260405T120000Z/20260405T130000Z,20260406T120000Z/PT15M
york 20260302T140000 | DAILY;COUNT=2 | RDATE;VALUE=PERIOD;TZID=America/New_York:20260310T090000/PT1H
writing
berlin 20260302T140000 | rrule:freq=weekly;byday=mo,we;count=5 / RRULE:freq=daily;until=20260305t130000z / WEEKLY; COUNT=5
berlin 20260302T140000 | WEEKLY;BYDAY=MO, WE;COUNT=5 / RRULE: FREQ=WEEKLY;COUNT=4 / WEEKLY;X-FOO=1;COUNT=4 / WEEKLY;COUNT=4;
berlin 20260302T140000 | RRULE:COUNT=4;BYDAY=MO,TH;FREQ=WEEKLY / RRULE;X-ID=3:FREQ=WEEKLY;COUNT=4 / WEEKLY;COU~ NT=4
berlin 20260302T140000 | WEEKLY;BYDAY=MO,MO,WE,WE;COUNT=05 / MONTHLY;BYMONTHDAY=02,09;INTERVAL=01;COUNT=5;X-DAYS=MO,TU
day 20260331 | RRULE:Freq=Monthly;ByDay=-1tu;Count=4 / RRULE:X-FOO=1;FREQ=DAILY;INTERVAL=2;COUNT=4
dtstart;value=date:20260302 | rrule:freq=daily;count=3 | exdate;value=date:20260303
DTSTART;TZID="Europe/Berlin":20260302T140000 | WEEKLY;COUNT=4 | DTEND;TZID="Europe/Berlin":20260302T153000
DTSTART;VALUE=DATE-TIME;TZID=Asia/Kolkata:20260302T140000 | WEEKLY;COUNT=4 | DURATION:PT1H30M
disputed
berlin 20260302T140000 | WEEKLY;COUNT=3 | RRULE:FREQ=MONTHLY;BYMONTHDAY=2;COUNT=3
berlin 20260513T100000 | YEARLY;BYWEEKNO=20 / YEARLY;BYMONTHDAY=13
day 20260304 | YEARLY;BYWEEKNO=10,40 / MONTHLY;BYDAY=WE,1MO;COUNT=9
""".strip().splitlines()

# What is decided: a short sentence, and whether it applies to an event, of which one rule is given ({} without one).
DECISIONS = [
    ("A COUNT below 1 does not end a series, so it is ignored.", lambda event, rule: int(rule.get("COUNT", 1)) < 1),
    ("Of COUNT and UNTIL, which exclude each other, the earlier end counts.",
     lambda event, rule: rule.keys() >= {"COUNT", "UNTIL"}),
    ("An unknown part of a rule is ignored.", lambda event, rule: rule.keys() - {*PARTS, "UNTIL"}),
    ("Rules are written in capital or small letters (section 2).", lambda event, rule: re.search("[a-z]", event.written)),
    ("Spaces in a rule are ignored, although 3.3.10 allows none.", lambda event, rule: " " in event.written),
    ("An empty part of a rule is ignored.", lambda event, rule: event.written.endswith(";")),
    ("Several rules are united.", lambda event, rule: len(event.rules) > 1),
    ("DTSTART is the first occurrence (3.8.5.3), even after UNTIL.",
     lambda event, rule: not event.is_within(rule, event.start)),
    ("DTSTART is the first occurrence (3.8.5.3), which COUNT includes (3.3.10), even if the rule does not contain it.",
     lambda event, rule: rule and not event.is_in(rule)),
    ("UNTIL as a time ends a series of whole days with the day on which the time falls in its own zone.",
     lambda event, rule: event.is_day and "T" in rule.get("UNTIL", "")),
    ("UNTIL as a day includes the occurrences of that day in the event's zone.",
     lambda event, rule: not event.is_day and len(rule.get("UNTIL", "")) == 8),
    ("UNTIL without a zone is a time in the event's zone.",
     lambda event, rule: not (event.is_day or event.is_local) and len(rule.get("UNTIL", "")) == 15),
    ("UNTIL in UTC ends a series of times without a zone at this instant in the default zone.",
     lambda event, rule: event.is_local and len(rule.get("UNTIL", "")) == 16),
    ("BYWEEKNO without a day takes the weekday of DTSTART (3.3.10).",
     lambda event, rule: "BYWEEKNO" in rule and "BYDAY" not in rule),
    ("BYDAY may have days with and without ordinals, which are united.",
     lambda event, rule: re.search(r"\d", rule.get("BYDAY", "")) and re.search(r"(^|,)[A-Z]", rule["BYDAY"])),
    ("BYMONTHDAY without BYMONTH means all months of a year.",
     lambda event, rule: rule.get("FREQ") == "YEARLY" and "BYMONTHDAY" in rule and not rule.keys() & {"BYMONTH", "BYDAY"}),
    ("BYSETPOS also counts in weeks, and in the whole week of DTSTART.",
     lambda event, rule: rule.get("FREQ") == "WEEKLY" and "BYSETPOS" in rule),
    ("A skipped time is moved forward by the gap (3.3.5), although 3.3.10 also says to ignore it.",
     lambda event, rule: event.has_skipped),
    ("Hours, minutes and seconds are counted in local time, also over a change of clocks.",
     lambda event, rule: rule.get("FREQ") in SHORT and "BYHOUR" not in rule and event.has_changes),
    ("EXDATE as a day removes the occurrences of that day in the event's zone.",
     lambda event, rule: not event.is_day and any(map(is_date, event.exceptions))),
    ("EXDATE as a time removes the whole day on which the time falls in its own zone.",
     lambda event, rule: event.is_day and not all(map(is_date, event.exceptions))),
    ("EXDATE in UTC removes the time without a zone that is this instant in the default zone.",
     lambda event, rule: event.is_local and timezone.utc in (each.tzinfo for each in event.exceptions if not is_date(each))),
    ("EXDATE as a time removes an occurrence at this instant only.", lambda event, rule: event.has_vain_exception),
]


def moment(text, zone=None):
    """Returns a date, or a time: in UTC, or in a zone if it is given."""
    if len(text) == 8:
        return datetime.strptime(text, "%Y%m%d").date()
    found = datetime.strptime(text.upper().removesuffix("Z"), "%Y%m%dT%H%M%S")
    return found.replace(tzinfo=timezone.utc if text.upper().endswith("Z") else zone)


def is_date(value):
    return not isinstance(value, datetime)


def day_of(value):
    return value if is_date(value) else value.date()


def utc(value):
    return value if is_date(value) else value.astimezone(timezone.utc)


def parts_of(rule):
    return dict(part.split("=") for part in rule.upper().replace(" ", "").split(";") if part)


def in_period(begins):
    """Returns the first of the days and instants that are in the period."""
    def instant(begin):
        return utc(datetime.combine(begin, time(), BERLIN)) if is_date(begin) else begin

    return sorted(begin for begin in set(begins) if FROM <= instant(begin) < TO)[:MOST]


class Event:
    """The start of an event in local time (for whole days, the beginning of the day), its rules and dates."""

    def __init__(self, lines):
        found = collections.defaultdict(list)
        for line in "\n".join(lines).replace("\n ", "").split("\n"):
            head, _, value = line.partition(":")
            zone = re.search(r'TZID="?([\w/]+)', head)
            found[head.split(";")[0].upper()].append((value, ZoneInfo(zone[1]) if zone else None))
        start = moment(*found["DTSTART"][0])
        self.is_day, self.is_local = is_date(start), not is_date(start) and start.tzinfo is None
        self.zone = BERLIN if self.is_day else start.tzinfo or BERLIN
        self.start = datetime.combine(start, time()) if self.is_day else start.replace(tzinfo=None)
        self.rules = [parts_of(value) for value, _ in found["RRULE"]]
        self.written = "".join(value for value, _ in found["RRULE"])
        self.exceptions, self.additions = (
            [moment(text.split("/")[0], zone or (None if self.is_day else self.zone))
             for value, zone in found[name] for text in value.split(",")] for name in ("EXDATE", "RDATE"))
        self.has_skipped = self.has_changes = self.has_vain_exception = False

    def instant(self, local):
        """Returns when a local time is: one that a change of clocks skips is later by the gap, a repeated one the first."""
        return utc(local.replace(tzinfo=self.zone, fold=0))

    def is_in(self, rule):
        """Whether a rule contains the start."""
        unlimited = {name: value for name, value in rule.items() if name != "COUNT"}
        return self.start >= LAST or next(expansion(unlimited, self.start), None) == self.start

    def is_within(self, rule, local):
        """Whether a local time is not after the end of a rule."""
        until = moment(rule["UNTIL"], self.zone) if "UNTIL" in rule else date.max
        if self.is_day or is_date(until):
            return local.date() <= day_of(until)
        return self.instant(local) <= until

    def is_excepted(self, begin):
        if self.is_day:
            return begin in map(day_of, self.exceptions)
        return any(utc(each) in (begin, begin.astimezone(self.zone).date()) for each in self.exceptions)

    def starts(self, expand):
        """Returns the first beginnings in the period, with a function that expands rules: days, or instants."""
        locals_ = {self.start}
        for rule in self.rules:
            nearly = itertools.takewhile(lambda each: self.is_within(rule, each - DAY), expand(rule, self.start))
            locals_.update(each for each in nearly if self.is_within(rule, each))
        begins = {each.date() if self.is_day else self.instant(each) for each in locals_} | set(map(utc, self.additions))
        found = in_period(each for each in begins if not self.is_excepted(each))
        if not self.is_day:
            zoned = [each.astimezone(self.zone) for each in [self.instant(self.start), *found]]
            clock = {each.replace(tzinfo=None) for each in zoned}
            self.has_changes = len({each.utcoffset() for each in zoned}) > 1
            self.has_skipped = any(self.instant(each) in found and each not in clock for each in locals_)
            self.has_vain_exception = any(not is_date(each) and utc(each) not in begins for each in self.exceptions)
        return found


def dateutil_expansion(rule, start):
    """Finds the local times of a rule with dateutil, apart from UNTIL."""
    known = {name: rule[name] for name in PARTS if name in rule and (name != "COUNT" or int(rule[name]) > 0)}
    return rrulestr(";".join("=".join(part) for part in known.items()), dtstart=start).replace(until=LAST)


def expansion(rule, start):
    """Finds the local times of a rule as section 3.3.10 describes it: as dateutil, apart from four corrections."""
    parts, begin = {name: value for name, value in rule.items() if name != "COUNT"}, start
    if "BYWEEKNO" in parts and "BYDAY" not in parts:
        parts["BYDAY"] = WEEKDAYS[start.weekday()]
    if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
        begin -= DAY * ((start.weekday() - WEEKDAYS.index(parts.get("WKST", "MO"))) % 7)
    # Days with ordinals, and days without, are united.
    days = sorted(parts.get("BYDAY", "").split(","))
    kinds = [",".join(same) for _, same in itertools.groupby(days, lambda day: len(day) > 2)]
    rules = [dateutil_expansion(parts | ({"BYDAY": kind} if kind else {}), begin) for kind in kinds]
    times = (each for each, _ in itertools.groupby(heapq.merge(*rules)) if each >= start)
    count = int(rule.get("COUNT", 0))
    if count < 1:
        return times
    return itertools.islice(itertools.chain([start], (each for each in times if each != start)), count)


def library_starts(lines):
    """Returns what recurring-ical-events finds in the period, or the name of its error."""
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fixture//EN", "BEGIN:VEVENT", *lines, "END:VEVENT", "END:VCALENDAR"]
    found = []
    try:
        for component in recurring_ical_events.of(icalendar.Calendar.from_ical("\r\n".join(text))).after(FROM - DAY):
            begin = component["DTSTART"].dt
            found.append(begin if is_date(begin) else utc(begin.replace(tzinfo=begin.tzinfo or BERLIN)))
            if day_of(begin) > LAST.date() or len(in_period(found)) == MOST:
                break
    except Exception as error:  # pylint: disable=broad-exception-caught
        return type(error).__name__
    return in_period(found)


def dated(name, text):
    """Returns the line of a property: of `EXDATE` and `berlin 20260302T140000`, for instance."""
    form, value = text.split(" ")
    parameters = {"day": ";VALUE=DATE", "period": ";VALUE=PERIOD", "utc": "", "local": ""}
    return f"{name}{parameters[form] if form in parameters else f';TZID={ZONES[form]}'}:{value}"


def written(name, form, value):
    """Returns the line of a property with a date, or with a time in a form."""
    return dated(name, f"{form} {value:%Y%m%d}" if form == "day" else f"{form} {value:%Y%m%dT%H%M%S}{'Z' * (form == 'utc')}")


def table_cases():
    """Returns the kinds and lines of the cases in ROWS."""
    kind = ""
    for row in ROWS:
        if " " not in row:
            kind = row
            continue
        start, rules, choices = ([each.strip() for each in row.split("|")] + ["", ""])[:3]
        for rule, choice in itertools.product(rules.split(" / "), choices.split(" / ")):
            begin = start if start[:7].upper() == "DTSTART" else dated("DTSTART", start)
            rule = rule if rule[:5].upper() in ("RRULE", "") else f"RRULE:FREQ={rule}"
            further = [dated(*each.split(" ", 1)) if " " in each else each for each in choice.split(" & ")]
            # A tilde is a break of a folded line.
            yield kind, [each for each in [begin, *rule.split("~"), *further] if each]


def event_of(rule, chance):
    """Returns the form and the lines of an event with a rule, with a start that the rule contains, and maybe an end."""
    parts = parts_of(f"FREQ={rule.split(';COUNT')[0]}")
    is_short = parts["FREQ"] in SHORT
    for _ in range(50):
        form = chance.choice(FORMS[:-2] if is_short or "BYHOUR" in parts else FORMS)
        days = chance.randrange(60) if is_short else chance.choice([chance.randrange(-2500, 0), chance.randrange(200)])
        base = datetime(2026, 1, 1) + days * DAY + (form != "day") * chance.randrange(96) * HOUR / 4
        if start := next(expansion(parts, base), None):
            break
    start = start or base
    some = [start, *itertools.islice(expansion(parts, start), 1, chance.randrange(2, 40))]
    begin, last, ends = written("DTSTART", form, start), some[-1], ["", "", "", f";COUNT={len(some)}"]
    day, local = f";UNTIL={last:%Y%m%d}", f";UNTIL={last:%Y%m%dT%H%M%S}"
    if form in ("day", "local"):
        ends.append(day if form == "day" else local)
    else:
        ends += 2 * [f";UNTIL={Event([begin]).instant(last):%Y%m%dT%H%M%SZ}"] + [chance.choice([day, local])]
    return form, [begin, f"RRULE:FREQ={rule}{'' if 'COUNT' in rule else chance.choice(ends)}"]


def random_rule(chance):
    """Returns a rule of a kind that calendars have."""
    def some(values, most):
        chosen = chance.sample(values, chance.randint(1, most))
        return ",".join(str(each) for each in values if each in chosen)

    days, months = f"BYDAY={some(WEEKDAYS, 5)}", f"BYMONTH={some(range(1, 13), 3)}"
    dates = f"BYMONTHDAY={some([*range(1, 32), *range(-7, 0)], 4)}"
    ordinals = f"BYDAY={chance.choice([1, 2, 3, 4, 5, -1, -2])}{chance.choice(WEEKDAYS)}"
    # Rules that never hold are followed for thousands of years.
    first, second = (
        f"BYSETPOS={chance.choice(['1', '-1', '1,-1'] + 2 * ['2', '-2'] * (',' in each))}" for each in (days, dates))
    return chance.choice([
        "DAILY", f"DAILY;{months}", f"DAILY;{days}", f"DAILY;BYHOUR={some(range(24), 3)}", "WEEKLY", f"WEEKLY;{days}",
        f"WEEKLY;{days}", f"WEEKLY;{days};WKST={chance.choice(WEEKDAYS)}", f"WEEKLY;{days};{months}",
        f"WEEKLY;{days};{first}", "MONTHLY", f"MONTHLY;{ordinals}", f"MONTHLY;{dates}", f"MONTHLY;{days};{dates}",
        f"MONTHLY;{days};{first}", f"MONTHLY;{dates};{second}", "YEARLY", f"YEARLY;{months};{ordinals}",
        f"YEARLY;{months};{dates}", f"YEARLY;BYYEARDAY={some([*range(1, 367), *range(-366, 0)], 4)}",
        f"YEARLY;{months};{days};{first}", f"YEARLY;BYWEEKNO={some(range(2, 52), 3)};{days}",
    ]) + chance.choice(["", "", ";INTERVAL=2", ";INTERVAL=3"])


def random_lines(chance):
    """Returns an event with a random rule, and maybe with exceptions and additions in some form."""
    form, lines = event_of(random_rule(chance), chance)
    event = Event(lines)
    other = form if form in ("day", "local") else chance.choice([form, form, "utc", *ZONES])
    zone = event.zone if other == form else ZoneInfo(ZONES.get(other, "UTC"))
    begins = event.starts(expansion)[:12]
    for begin in chance.sample(begins, min(len(begins), chance.choice([0, 0, 1, 2]))):
        if form == "day" or chance.random() < 0.15:
            lines.append(written("EXDATE", "day", begin if form == "day" else begin.astimezone(event.zone)))
        else:
            lines.append(written("EXDATE", other, begin.astimezone(zone)))
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        early = max(event.start, event.start.replace(year=2026, month=1, day=2))
        local = early + chance.randrange(500) * DAY + (form != "day") * 3 * HOUR
        lines.append(written("RDATE", other, local if form == "day" else event.instant(local).astimezone(zone)))
    return lines + (["DURATION:PT45M"] if form != "day" and chance.random() < 0.3 else [])


def cases():
    """Returns the names and lines of all cases. Of random ones, those are preferred that occur in the period."""
    chance, numbers = random.Random(5545), collections.Counter()

    def occurring(make):
        return next((lines for lines in (make() for _ in range(20)) if Event(lines).starts(expansion)), make())

    found = list(table_cases())
    found += [(rule.split(";")[0].lower(), occurring(lambda rule=rule: event_of(rule, chance)[1])) for rule in RULES]
    found += [("random", occurring(lambda: random_lines(chance))) for _ in range(TOTAL - len(found))]
    for kind, lines in found:
        numbers[kind] += 1
        name = f"{kind} {numbers[kind]}"
        yield name, [f"UID:{kind}-{numbers[kind]}@example.org", f"SUMMARY:{name}", *lines]


def record():
    """Writes the fixture, and prints what is in it."""
    fixture, kinds, differences = [], collections.Counter(), collections.defaultdict(list)
    for name, lines in cases():
        event = Event(lines)
        starts = event.starts(expansion)
        reasons = (text for text, applies in DECISIONS if any(applies(event, rule) for rule in event.rules or [{}]))
        reason = next(reasons, None)
        others = {"dateutil": event.starts(dateutil_expansion), "recurring-ical-events": library_starts(lines)}
        differing = [library for library, other in others.items() if other != starts]
        if differing and not reason:
            raise SystemExit(f"{name}: {lines}\n{starts}\n{others}")
        kinds[name.split()[0]] += 1
        differences[reason].append(f"{name} ({', '.join(differing)})" if differing else name)
        begins = [each.isoformat().replace("+00:00", "Z") for each in starts]
        fixture.append(json.dumps({"name": name, "lines": lines, "starts": begins, "reason": reason}, ensure_ascii=False))
    FILE.write_text("[\n" + ",\n".join(fixture) + "\n]\n", encoding="utf-8")
    print(dict(kinds), *(f"{reason}\n    {'; '.join(names)}" for reason, names in differences.items() if reason), sep="\n")


if __name__ == "__main__":
    record()
