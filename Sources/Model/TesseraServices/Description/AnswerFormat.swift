package import Foundation
package import TesseraValues

/// What the meaning of a response depends on beside its bytes.
package struct AnswerContext: Sendable {
  /// The current date: calendars are read for the time around it.
  package var now: Date
  /// The zone of days and of times without a zone.
  package var timeZone: TimeZone

  /// Creates a context.
  package init(now: Date = Date(), timeZone: TimeZone = .current) {
    self.now = now
    self.timeZone = timeZone
  }
}

/// The format of a response's body.
package enum AnswerFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON (RFC 8259).
  case json
  /// XML 1.0, such as RSS and Atom. See ``XMLResponseDecoder``.
  case xml
  /// Comma-separated values (RFC 4180), with names in the first line. See ``CSVResponseDecoder``.
  case csv
  /// YAML 1.2. See ``YAMLResponseDecoder``.
  case yaml
  /// Plain text, as `{"text", "lines"}`. See ``TextResponseDecoder``.
  case text
  /// A feed in XML or JSON. See ``FeedResponseDecoder``.
  case feed
  /// A calendar (iCalendar, RFC 5545). See ``CalendarResponseDecoder``.
  case ics
  /// The exchange itself, whatever the body is. See ``ExchangeReport``.
  case exchange

  /// The formats of bodies.
  package static let ofBodies = allCases.filter { $0 != .exchange }

  /// Decodes the body of a response.
  /// - Parameter action: The name of the action; nil for a request without one.
  func value(
    in answer: IncomingAnswer, _ context: AnswerContext, action: String? = nil
  ) throws(ServiceError) -> Value {
    do throws(Diagnostic) {
      return try value(of: answer.body, in: context)
    } catch {
      throw ServiceError(
        .notJSON, action: action, status: answer.status, message: "The server's answer cannot be read as \(name)",
        underlying: error.inFile(answer.url.textWithoutQuery).description)
    }
  }

  /// Decodes a body.
  /// - Throws: A ``Diagnostic`` that describes the problem.
  package func value(of body: [UInt8], in context: AnswerContext = AnswerContext()) throws(Diagnostic) -> Value {
    switch self {
    case .json:
      do {
        return try Value.parseJSON(body)
      } catch {
        // Parse a second time to get positions: the first parse does not track them, which makes it faster.
        return try JSONNode.parse(body, limits: .response).value
      }
    case .xml: return try XMLResponseDecoder.value(of: body)
    case .text: return try TextResponseDecoder.value(of: body)
    case .yaml: return try YAMLResponseDecoder.value(of: body)
    case .csv: return try CSVResponseDecoder.value(of: body)
    case .feed: return try FeedResponseDecoder.value(of: body)
    case .ics: return try CalendarResponseDecoder.value(of: body, in: context)
    case .exchange: return .null
    }
  }

  /// The name of the format in messages.
  var name: String {
    switch self {
    case .feed: "a feed"
    case .text: "text"
    case .ics: "a calendar"
    default: rawValue.uppercased()
    }
  }
}
