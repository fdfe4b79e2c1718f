import TesseraValues

/// What the body of an answer is written in.
package enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON (RFC 8259).
  case json
  /// XML 1.0, such as RSS and Atom: see ``XMLResponseDecoder``.
  case xml
  /// Comma-separated values (RFC 4180), with names in the first line: see ``CSVResponseDecoder``.
  case csv

  /// The value that a body stands for.
  /// - Throws: a ``Diagnostic`` that says what is wrong with it.
  func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    switch self {
    case .json:
      do {
        return try Value.parseJSON(body)
      } catch {
        // Read a second time, now with positions: the first reading does not spend time on them.
        return try JSONNode.parse(body, limits: .response).value
      }
    case .xml: return try XMLResponseDecoder.value(of: body)
    case .csv: return try CSVResponseDecoder.value(of: body)
    }
  }

  /// What documents call it.
  var name: String { rawValue.uppercased() }
}
