import Foundation
import TesseraValues

/// The body of an upload: one value, or several as `multipart/form-data` (RFC 7578).
///
/// Images and other files are `data:` URLs (RFC 2397) in the object, or the values of a file picker: `{"name", "type",
/// "data"}`. They are sent as the bytes and the media type that they represent. Any other value is sent as its text.
struct UploadBody {
  var bytes: [UInt8]
  var contentType: String

  init(action: ServiceAction, parameters: Value, object: Value) throws(ServiceError) {
    if action.multipart.isEmpty {
      let part = Part(name: "", value: object)
      try Self.check(part.bytes.count)
      bytes = part.bytes
      contentType = part.contentType ?? "text/plain; charset=utf-8"
      return
    }
    var parts: [Part] = []
    var size = 0
    func add(_ name: String, _ value: Value) throws(ServiceError) {
      guard !value.isNull else { return }
      let part = Part(name: name, value: value)
      size += part.bytes.count + name.utf8.count
      try Self.check(size)
      parts.append(part)
    }
    for (name, value) in parameters.sortedMembers { try add(name, value) }
    for (name, path) in action.multipart.sorted(by: { $0.key < $1.key }) { try add(name, object.value(at: path)) }
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

  /// Checks the size of the body. It is called for each part, because many paths may lead to one large value.
  private static func check(_ size: Int) throws(ServiceError) {
    guard size <= RequestComposer.maximumBodyBytes else {
      throw .requestTooLarge("its body has more than \(RequestComposer.maximumBodyBytes) bytes")
    }
  }

  /// Returns a boundary that does not occur in any part. It depends only on the parts, so equal uploads are equal.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the parts, whatever their content.
  private static func boundary(for parts: [Part]) -> String {
    let stem = Array("tessera-part-".utf8)
    // The numbers that follow the stem somewhere, and their prefixes. At most eight digits of a number are considered.
    var taken: Set<Int> = []
    for text in parts.flatMap({ [$0.bytes, Array($0.head.utf8)] }) {
      var rest = text[...]
      while let found = rest.firstRange(of: stem) {
        rest = rest[found.upperBound...]
        var number = 0
        for digit in rest.prefix(8) {
          guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { break }
          number = number * 10 + Int(digit - UInt8(ascii: "0"))
          taken.insert(number)
        }
      }
    }
    var number = 0
    while taken.contains(number) { number += 1 }
    return "tessera-part-\(number)"
  }

  private struct Part {
    var name: String
    var bytes: [UInt8]
    var contentType: String?
    /// The file's own name; nil if the value is not a file.
    var fileName: String?

    init(name: String, value: Value) {
      self.name = name
      if let file = value.dictionary, let title = file["name"]?.string, let content = file["data"]?.string,
        let data = Data(base64Encoded: content)
      {
        fileName = title
        bytes = Array(data)
        let type = file["type"]?.string ?? ""
        contentType = type.contains("/") && HeaderField.isValue(type) ? type : "application/octet-stream"
      } else if let text = value.string, let data = DataURL(text), HeaderField.isValue(data.mediaType) {
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
      // Iterates over scalars, because the character "\r\n" equals neither "\r" nor "\n".
      func quoting(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
          switch scalar {
          case "\"": text += "%22"
          case "\r": text += "%0D"
          case "\n": text += "%0A"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
      let quoted = quoting(name)
      let disposition = "Content-Disposition: form-data; name=\"\(quoted)\""
      guard let contentType else { return disposition }
      let fileName =
        contentType == "application/json" && fileName == nil
        ? "" : "; filename=\"\(fileName.map(quoting) ?? quoted)\""
      return "\(disposition)\(fileName)\r\nContent-Type: \(contentType)"
    }
  }
}
