/// A format of screen documents besides the native one. A package provides it, and an app registers it:
///
/// ```swift
/// var extensions = WidgetExtensions.standard
/// extensions.register(.beagle)
/// ```
public struct ScreenFormat: Sendable {
  /// The name that identifies the format.
  let name: String
  /// The reader of documents in the format.
  let reader: any ScreenReader

  /// Creates a format.
  package init(_ name: String, reader: any ScreenReader) {
    self.name = name
    self.reader = reader
  }
}
