import Foundation
import HTTPTypes

/// The syntax of header fields (RFC 9110, section 5).
enum HeaderField {
  /// The maximum length of a header value that is sent, in bytes. The request is not sent. Servers accept 8 to 16 kB
  /// for all fields together.
  static let maximumLength = 16_384

  /// The fields that the transport controls, which a widget must not set.
  static let reserved: Set<String> = [
    "host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "expect",
    "proxy-authorization", "proxy-connection", "accept-encoding",
  ]

  static func isName(_ text: String) -> Bool { HTTPField.Name(text) != nil }

  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

/// A header field with placeholders.
struct HeaderTemplate: Sendable, Hashable {
  var name: String
  var text: PlaceholderText
}

extension HTTPFields {
  /// Creates header fields from values keyed by name. Invalid names are left out.
  init(_ values: [String: String]) {
    self.init()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }

  /// The values, keyed by lower-case name. Values with the same name are joined (RFC 9110, section 5.3).
  var byName: [String: String] {
    Dictionary(map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
  }

  /// Returns the elements of a field whose value is a list (RFC 9110, section 5.6.1).
  func elements(of name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { value in
      value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
  }

  /// Returns the first value of a singleton field. Like the Fetch standard, this ignores any further values.
  func first(_ name: HTTPField.Name) -> String? { self[values: name].first }

  /// Sets the only value of a field.
  /// - Throws: ``ServiceError`` if the name is invalid.
  mutating func set(_ name: String, to value: String) throws(ServiceError) {
    guard let name = HTTPField.Name(name) else {
      throw ServiceError(.invalidRequest, message: "The header field '\(name.prefix(60))' cannot be sent")
    }
    // Assigning by name would split a cookie into several fields, which is for HTTP/2 only (RFC 6265, section 5.4).
    self[fields: name] = [HTTPField(name: name, value: value)]
  }
}
