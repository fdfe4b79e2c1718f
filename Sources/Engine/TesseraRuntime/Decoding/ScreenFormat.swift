/// A format of screen documents besides the native one. Its package offers it, and an app registers it:
///
/// ```swift
/// var extensions = WidgetExtensions.standard
/// extensions.register(.beagle)
/// ```
public struct ScreenFormat: Sendable {
  /// The name that tells formats apart.
  let name: String
  /// Reads documents of the format.
  let reader: any ScreenReader

  /// Creates a format.
  package init(_ name: String, reader: any ScreenReader) {
    self.name = name
    self.reader = reader
  }
}
