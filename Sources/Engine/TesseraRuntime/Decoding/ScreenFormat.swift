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
  /// The header fields by which servers know that a request comes from a document in the format.
  let requestHeaders: [String: String]

  /// Creates a format.
  package init(_ name: String, reader: any ScreenReader, requestHeaders: [String: String] = [:]) {
    self.name = name
    self.reader = reader
    self.requestHeaders = requestHeaders
  }

  /// The format of Tessera's own documents, which accepts any document.
  static let native = ScreenFormat("tessera", reader: NativeScreenReader())
}
