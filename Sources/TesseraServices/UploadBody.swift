import Foundation
import TesseraValues

/// The body of an upload: one value, or several as `multipart/form-data` (RFC 7578).
///
/// Pictures and other files are `data:` URLs (RFC 2397) in the object, as a browser gives them; they travel as the bytes
/// and the media type that they stand for. Any other value travels as its text.
struct UploadBody {
  var bytes: [UInt8]
  var contentType: String

  init(action: ServiceAction, parameters: Value, object: Value) throws(ServiceError) {
    if action.multipart.isEmpty {
      let part = Part(name: "", value: object)
      bytes = part.bytes
      contentType = part.contentType ?? "text/plain; charset=utf-8"
      return
    }
    var parts = action.multipart.sorted { $0.key < $1.key }.map {
      Part(name: $0.key, value: object.value(at: $0.value))
    }
    parts = parameters.sortedMembers.map { Part(name: $0.key, value: $0.value) } + parts
    parts.removeAll { $0.isMissing }
    let boundary = Self.boundary(for: parts)
    bytes = []
    for part in parts {
      bytes += Array("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)
      bytes += part.bytes
      bytes += Array("\r\n".utf8)
    }
    bytes += Array("--\(boundary)--\r\n".utf8)
    contentType = "multipart/form-data; boundary=\(boundary)"
  }

  /// A boundary that stands in none of the parts. It depends on them alone, so equal uploads are equal.
  private static func boundary(for parts: [Part]) -> String {
    var number = 0
    while true {
      let boundary = "tessera-part-\(number)"
      let bytes = Array(boundary.utf8)
      if !parts.contains(where: { $0.bytes.firstRange(of: bytes) != nil || $0.head.contains(boundary) }) {
        return boundary
      }
      number += 1
    }
  }

  private struct Part {
    var name: String
    var bytes: [UInt8]
    var contentType: String?
    var isMissing: Bool

    init(name: String, value: Value) {
      self.name = name
      isMissing = value.isNull
      if let text = value.string, let data = DataURL(text) {
        bytes = data.bytes
        contentType = data.mediaType
      } else {
        switch value {
        case .array, .dictionary: contentType = "application/json"
        default: contentType = nil
        }
        bytes = Array(value.parameterText.utf8)
      }
    }

    /// The part's header fields. Quotes and line breaks in names are escaped as browsers do.
    var head: String {
      // Scalar by scalar: as a character, "\r\n" is neither of the two.
      let quoted = name.unicodeScalars.reduce(into: "") { text, scalar in
        switch scalar {
        case "\"": text += "%22"
        case "\r": text += "%0D"
        case "\n": text += "%0A"
        default: text.unicodeScalars.append(scalar)
        }
      }
      let disposition = "Content-Disposition: form-data; name=\"\(quoted)\""
      guard let contentType else { return disposition }
      let fileName = contentType == "application/json" ? "" : "; filename=\"\(quoted)\""
      return "\(disposition)\(fileName)\r\nContent-Type: \(contentType)"
    }
  }
}

/// A `data:` URL with base64 content: `data:image/png;base64,…`.
struct DataURL {
  var mediaType: String
  var bytes: [UInt8]

  init?(_ text: String) {
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
    let head = text[text.index(text.startIndex, offsetBy: 5)..<comma]
    guard head.hasSuffix(";base64"), HeaderField.isValue(String(head)),
      let data = Data(base64Encoded: String(text[text.index(after: comma)...]))
    else { return nil }
    let type = head.dropLast(";base64".count)
    mediaType = type.isEmpty ? "application/octet-stream" : String(type)
    bytes = Array(data)
  }
}
