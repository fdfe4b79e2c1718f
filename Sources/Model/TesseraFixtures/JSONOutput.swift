package import TesseraValues

/// What the queries or trees of a document give: JSON, and the problems of the document.
package struct JSONOutput: Sendable {
  /// JSON as UTF-8; empty if the document could not be parsed.
  package var json: [UInt8] = []
  /// The problems, with positions in the document.
  package var diagnostics = Diagnostics()
}
