import Foundation

/// A `data:` URL with Base64 content (RFC 2397): `data:image/png;base64,…`.
package struct DataURL: Sendable, Hashable {
  /// The media type as written, or `application/octet-stream` if there is none.
  package var mediaType: String
  /// The decoded content.
  package var bytes: [UInt8]

  /// Parses a URL. Returns nil if the text is not a Base64 `data:` URL.
  package init?(_ text: String) {
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
    let head = text[text.index(text.startIndex, offsetBy: 5)..<comma]
    guard head.hasSuffix(";base64"), let data = Data(base64Encoded: String(text[text.index(after: comma)...])) else {
      return nil
    }
    let type = head.dropLast(";base64".count)
    mediaType = type.isEmpty ? "application/octet-stream" : String(type)
    bytes = Array(data)
  }
}
