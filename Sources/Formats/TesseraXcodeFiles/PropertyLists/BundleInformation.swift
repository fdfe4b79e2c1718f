/// What an `Info.plist` says of a bundle.
///
/// Source: Apple, "Information Property List", keys `CFBundleIdentifier`, `CFBundleDisplayName`, `CFBundleName`,
/// `CFBundleShortVersionString`.
package struct BundleInformation: Sendable, Hashable {
  package var identifier: String?
  /// The name for people.
  package var name: String?
  /// The version, with three numbers: Apple's may have only one or two.
  package var version: String?

  /// - Parameter list: The property list; one that is no dictionary says nothing.
  package init(_ list: PropertyListValue) {
    identifier = list["CFBundleIdentifier"]?.string
    name = list["CFBundleDisplayName"]?.string ?? list["CFBundleName"]?.string
    let numbers = (list["CFBundleShortVersionString"]?.string ?? "").split(separator: ".").prefix(3)
      .compactMap { UInt32($0) }
    if !numbers.isEmpty { version = (numbers + [0, 0]).prefix(3).map(String.init).joined(separator: ".") }
  }
}
