import Foundation

/// Checks whether the clock of the machine was set back: schedules and sessions would be wrong.
struct ClockCheck {
  /// The present date.
  let now: Date
  /// The date of the program's file; nil if it is unknown.
  let built: Date?
  /// A file of the data folder that was changed last; nil if there is none.
  let newest: (path: String, modified: Date)?

  /// The first second of 2024. No version of the program is older.
  private static let earliest = Date(timeIntervalSince1970: 1_704_067_200)
  /// How much later than now a date may be. Files come from machines whose clocks differ.
  private static let tolerance = 86_400.0
  /// The maximum number of files whose dates `tessera doctor` compares with the clock. It ignores the others.
  private static let maximumFiles = 100_000

  var finding: Finding {
    let fix = "Set the clock, and let the system keep it: 'timedatectl set-ntp true'"
    let earliest = max(Self.earliest, built.map { $0 - Self.tolerance } ?? Self.earliest)
    guard now >= earliest else {
      return .error("clock", "The clock says \(now.ISO8601Format()), which is before this program was made", fix: fix)
    }
    if let newest, newest.modified > now + Self.tolerance {
      return .warning(
        "clock",
        "The clock says \(now.ISO8601Format()), and '\(newest.path)' was changed at \(newest.modified.ISO8601Format())",
        fix: fix)
    }
    return .ok("clock", "The clock says \(now.ISO8601Format())")
  }
}

extension ClockCheck {
  /// Takes the dates of this machine, of this program and of a data folder.
  init(folder: URL) {
    var newest: (path: String, modified: Date)?
    let paths = FileManager.default.enumerator(atPath: folder.path)
    var count = 0
    while count < Self.maximumFiles, let path = paths?.nextObject() as? String {
      count += 1
      guard let modified = FileRights(folder.appending(path: path).path)?.modified else { continue }
      if newest.map({ modified > $0.modified }) ?? true { newest = (path, modified) }
    }
    self.init(now: Date(), built: FileRights("/proc/self/exe")?.modified, newest: newest)
  }
}
