import Foundation
import Testing

@testable import TesseraCommands

/// A clock that stands still until a schedule waits.
private struct ScheduleClock {
  var now: Date
  let zone: TimeZone

  init(_ text: String, in zone: String = "Europe/Berlin") throws {
    now = try Date(text, strategy: .iso8601)
    self.zone = try #require(TimeZone(identifier: zone))
  }

  /// Runs a schedule for some hours, and returns the times of the backups in UTC.
  mutating func run(_ schedule: inout BackupSchedule, hours: Double) -> [String] {
    let end = now + hours * 3600
    var backups: [String] = []
    while now <= end {
      switch schedule.step(now: now, in: zone) {
      case .makeBackup: backups.append(now.ISO8601Format())
      case .wait(let seconds):
        #expect(seconds > 0 && seconds <= 60)
        now += seconds
      }
    }
    return backups
  }
}

@Suite("The schedule of backups")
struct BackupScheduleTests {
  private let three = TimeOfDay(hour: 3, minute: 0)

  @Test(
    arguments: [
      (nil, ["2026-06-01T10:00:00Z"]), ("2026-05-31T09:59:59Z", ["2026-06-01T10:00:00Z"]),
      ("2026-05-31T10:00:00Z", []), ("2026-06-01T09:00:00Z", []),
      // The clock was ahead when that one was made.
      ("2027-01-01T00:00:00Z", []),
    ] as [(String?, [String])])
  func `makes one at the start if the last one is older than a day, and then one each day`(
    newest: String?, first: [String]
  ) throws {
    var clock = try ScheduleClock("2026-06-01T10:00:00Z")
    let newest = try newest.map { try Date($0, strategy: .iso8601) }
    var schedule = BackupSchedule(at: three, newest: newest, now: clock.now)
    let backups = clock.run(&schedule, hours: 72)
    #expect(backups == first + ["2026-06-02T01:00:00Z", "2026-06-03T01:00:00Z", "2026-06-04T01:00:00Z"])
  }

  @Test(arguments: [
    // Clocks go from 2:00 to 3:00.
    ("02:30", "Europe/Berlin", "2026-03-27T12:00:00Z", ["28T01:30", "29T01:30", "30T00:30"]),
    ("03:00", "Europe/Berlin", "2026-03-27T12:00:00Z", ["28T02:00", "29T01:00", "30T01:00"]),
    // Clocks go from 3:00 to 2:00.
    ("02:30", "Europe/Berlin", "2026-10-23T12:00:00Z", ["24T00:30", "25T00:30", "26T01:30"]),
    ("03:00", "Europe/Berlin", "2026-10-23T12:00:00Z", ["24T01:00", "25T02:00", "26T02:00"]),
    // Clocks go from 24:00 to 1:00, and from 24:00 to 23:00.
    ("00:30", "Asia/Beirut", "2026-03-27T12:00:00Z", ["27T22:30", "28T22:30", "29T21:30"]),
    ("23:30", "Asia/Beirut", "2026-10-23T12:00:00Z", ["23T20:30", "24T20:30", "25T21:30"]),
    // Half an hour.
    ("01:45", "Australia/Lord_Howe", "2026-04-03T00:00:00Z", ["03T14:45", "04T14:45", "05T15:15"]),
    ("03:00", "UTC", "2026-03-27T12:00:00Z", ["28T03:00", "29T03:00", "30T03:00"]),
  ])
  func `makes one each day when clocks are changed, also if the time is there twice or not at all`(
    time: String, zone: String, start: String, expected: [String]
  ) throws {
    var clock = try ScheduleClock(start, in: zone)
    let time = try #require(TimeOfDay(argument: time))
    var schedule = BackupSchedule(at: time, newest: clock.now, now: clock.now)
    let backups = clock.run(&schedule, hours: 72)
    #expect(backups == expected.map { start.prefix(8) + $0 + ":00Z" })
  }

  @Test func `a skipped day has no backup of its own`() throws {
    // Samoa went from the 29th to the 31st.
    var clock = try ScheduleClock("2011-12-29T00:00:00Z", in: "Pacific/Apia")
    var schedule = BackupSchedule(at: three, newest: clock.now, now: clock.now)
    #expect(
      clock.run(&schedule, hours: 72) == ["2011-12-29T13:00:00Z", "2011-12-30T13:00:00Z", "2011-12-31T13:00:00Z"])
  }

  @Test func `goes on when the clock was wrong, and is set`() throws {
    var clock = try ScheduleClock("1970-01-01T00:00:10Z")
    var schedule = BackupSchedule(at: three, newest: nil, now: clock.now)
    #expect(clock.run(&schedule, hours: 1) == ["1970-01-01T00:00:10Z"])
    // It gets the time from the network.
    clock.now = try Date("2026-06-01T10:00:00Z", strategy: .iso8601)
    #expect(clock.run(&schedule, hours: 24) == ["2026-06-01T10:00:00Z", "2026-06-02T01:00:00Z"])
    // It is set back by a little, which makes no second backup, and by years.
    clock.now = try Date("2026-06-02T00:59:59Z", strategy: .iso8601)
    #expect(clock.run(&schedule, hours: 1) == [])
    clock.now = try Date("2020-06-01T10:00:00Z", strategy: .iso8601)
    #expect(clock.run(&schedule, hours: 24) == ["2020-06-02T01:00:00Z"])
  }

  @Test(
    arguments: [
      ("03:00", "03:00"), ("3:05", "03:05"), ("23:59", "23:59"), ("24:00", nil), ("12:60", nil), ("3", nil),
      ("03:0", nil), ("-1:00", nil), ("", nil), ("03:00:00", nil),
    ] as [(String, String?)])
  func `times of day have hours and minutes`(text: String, time: String?) {
    #expect(TimeOfDay(argument: text)?.description == time)
  }
}

@Suite("Files of backups on a schedule")
struct BackupFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func `names tell the date, and only files with such names are removed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(BackupName.of(date, isEncrypted: true) == "tessera 2023-11-14 221320Z.zip.age")
    for isEncrypted in [false, true] {
      #expect(BackupName.date(in: BackupName.of(date, isEncrypted: isEncrypted)) == date)
    }
    #expect(BackupName.newestDate(in: folder) == nil)
    let old = ["2020-01-01 000000Z.zip", "2021-01-01 000000Z.zip.age", "2022-01-01 000000Z.zip"].map { "tessera \($0)" }
    let others = [
      "mine.zip", "tessera 2020-01-01 000000Z.zip.gpg", "tessera 2020-01-01.zip", "a tessera 2020-01-01 000000Z.zip",
    ]
    for name in old + others { try Data().write(to: folder.appending(path: name)) }
    #expect(BackupName.newestDate(in: folder) == (try Date("2022-01-01T00:00:00Z", strategy: .iso8601)))
    BackupName.removeOld(in: folder, keeping: 2, besides: old[2])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == (old[1...] + others).sorted())
  }

  @Test func `the record is kept, and a damaged one is none`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(BackupRecord.read(in: folder) == nil)
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    var record = BackupRecord(folder: "/srv/backups", start: date)
    record.write(in: folder)
    #expect(BackupRecord.read(in: folder) == record)
    record.success = date + 10
    record.failure = BackupRecord.Failure(date: date + 20, reason: "The disk is \"full\"")
    record.write(in: folder)
    #expect(BackupRecord.read(in: folder) == record)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == [".backups.json"])
    for text in ["", "{", "[]", #"{"folder": "a"}"#, #"{"folder": "a", "start": "today"}"#] {
      try Data(text.utf8).write(to: folder.appending(path: names[0]))
      #expect(BackupRecord.read(in: folder) == nil, "\(text)")
    }
    BackupRecord.remove(in: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(
    arguments: [
      ("correct horse\n", "correct horse"), ("correct horse", "correct horse"), (" a \r\n", " a "), ("", nil),
      ("\n", nil), ("a\nb\n", nil), ("a\n\n", nil), (String(repeating: "a", count: 4097), nil),
    ] as [(String, String?)])
  func `a passphrase is the only line of its file`(text: String, passphrase: String?) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "passphrase")
    #expect(throws: (any Error).self) { try PassphraseOption.read(file.path) }
    try Data(text.utf8).write(to: file)
    #expect((try? PassphraseOption.read(file.path)) == passphrase.map { Array($0.utf8) })
  }
}
