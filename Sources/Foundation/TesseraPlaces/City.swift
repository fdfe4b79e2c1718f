package import Foundation

/// A city that was found by its name.
package struct City: Sendable, Hashable {
  /// The name to show: the usual one, or the other one that a person typed.
  package let name: String
  /// The name of the state or province; empty if it is unknown.
  package let region: String
  /// The country by its code (ISO 3166-1).
  package let countryCode: String
  /// The latitude in degrees, to the north.
  package let latitude: Double
  /// The longitude in degrees, to the east.
  package let longitude: Double
  /// The name of the time zone, such as `Europe/Berlin`.
  package let timeZone: String

  /// Returns the name of the country in a language; its code if it has no name there.
  package func country(in locale: Locale) -> String {
    locale.localizedString(forRegionCode: countryCode) ?? countryCode
  }
}
