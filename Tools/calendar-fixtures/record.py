"""Records when recurring events take place.

The fixture is a list of objects: `start` (local time), `zone`, `rule`, and `times`, the beginnings from 2026-01-01 until
2027-01-01 in seconds since 1970, at most 400.
"""

import json
import pathlib
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

FILE = pathlib.Path(__file__).resolve().parents[2] / "Tests/Unit/TesseraCalendarsTests/Fixtures/recurrences.json"
FROM = datetime(2026, 1, 1, tzinfo=timezone.utc)
TO = datetime(2027, 1, 1, tzinfo=timezone.utc)

CASES = [
    ("20200106T090000", "Europe/Berlin", [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=10", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        "FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=MO,SU", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=15",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYYEARDAY=1,100,200", "FREQ=YEARLY;INTERVAL=2;BYMONTH=6",
        "FREQ=WEEKLY;UNTIL=20260601T000000Z", "FREQ=DAILY;COUNT=2200", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
        "FREQ=HOURLY;INTERVAL=36", "FREQ=DAILY;BYHOUR=2;BYMINUTE=30",
    ]),
    ("20240229T233000", "America/New_York", [
        "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=MONTHLY", "FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=7",
    ]),
    ("20251231T120000", "UTC", ["FREQ=DAILY;COUNT=5", "FREQ=MINUTELY;INTERVAL=1441", "FREQ=YEARLY"]),
]


def record():
    fixtures = []
    for start, zone, rules in CASES:
        local = datetime.strptime(start, "%Y%m%dT%H%M%S")
        for rule in rules:
            # dateutil recurs in local time; hours and minutes that are counted pass in real time (RFC 5545, 3.3.10).
            begin = local.replace(tzinfo=ZoneInfo(zone))
            times = []
            for time in rrulestr(rule, dtstart=begin):
                if time >= TO:
                    break
                if time >= FROM and len(times) < 400:
                    times.append(int(time.timestamp()))
            fixtures.append({"start": start, "zone": zone, "rule": rule, "times": times})
    return fixtures


FILE.write_text("[\n" + ",\n".join(json.dumps(fixture) for fixture in record()) + "\n]\n")
