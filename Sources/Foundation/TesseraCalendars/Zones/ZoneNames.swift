import CICU
import Foundation

/// What the names of time zones mean that programs write in calendar files.
enum ZoneNames {
  /// Returns the zone of a name: one of the time zone database, also behind a prefix, as libraries write it, or one of Windows;
  /// nil if it is unknown.
  static func zone(_ name: String) -> TimeZone? {
    guard !name.isEmpty, name.utf8.count <= 200 else { return nil }
    if let zone = databaseZone(name) { return zone }
    // `/mozilla.org/20050126_1/Europe/Berlin`, `/citadel.org/20210210_1/America/Argentina/Ushuaia`
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count > count {
      if let zone = databaseZone(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return windowsZone(name)
  }

  private static func databaseZone(_ name: String) -> TimeZone? {
    // Other names, such as `EST`, could be found, too, but mean something else elsewhere.
    guard name.contains("/") || ["UTC", "GMT", "Z"].contains(name.uppercased()) else { return nil }
    return name.contains("/") ? TimeZone(identifier: name) : .gmt
  }

  /// Returns the zone that Unicode's table has for a name of Windows, such as `Romance Standard Time`.
  private static func windowsZone(_ name: String) -> TimeZone? {
    var buffer = [CChar](repeating: 0, count: 128)
    let length = Int(tessera_zone_of_windows(name, &buffer, Int32(buffer.count)))
    guard (1..<buffer.count).contains(length) else { return nil }
    return TimeZone(identifier: String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
