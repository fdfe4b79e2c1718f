import TesseraValues

/// The format of a response's body.
package enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON (RFC 8259).
  case json
  /// XML 1.0, such as RSS and Atom. See ``XMLResponseDecoder``.
  case xml
  /// Comma-separated values (RFC 4180), with names in the first line. See ``CSVResponseDecoder``.
  case csv
  /// A feed in XML or JSON. See ``FeedResponseDecoder``.
  case feed
  /// The exchange itself, whatever the body is. See ``ExchangeReport``.
  case exchange

  /// Decodes a body.
  /// - Throws: A ``Diagnostic`` that describes the problem.
  func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    switch self {
    case .json:
      do {
        return try Value.parseJSON(body)
      } catch {
        // Parse a second time to get positions: the first parse does not track them, which makes it faster.
        return try JSONNode.parse(body, limits: .response).value
      }
    case .xml: return try XMLResponseDecoder.value(of: body)
    case .csv: return try CSVResponseDecoder.value(of: body)
    case .feed: return try FeedResponseDecoder.value(of: body)
    case .exchange: return .null
    }
  }

  /// The name of the format in messages.
  var name: String { self == .feed ? "a feed" : rawValue.uppercased() }
}
