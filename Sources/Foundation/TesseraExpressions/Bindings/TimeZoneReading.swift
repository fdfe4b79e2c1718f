import Foundation
import TesseraValues

/// Reads time zones as arguments of templates: names of the tz database, such as `Europe/Berlin`.
enum TimeZoneReading {
  /// Returns the time zone with a name. A name that is empty or null, as an option of the type `timeZone` has until a
  /// person chooses, stands for the usual zone. Nil for any other value.
  static func timeZone(_ value: Value, usual: TimeZone) -> TimeZone? {
    switch value {
    case .null, "": usual
    case .string(let name): TimeZone(identifier: name)
    default: nil
    }
  }
}
