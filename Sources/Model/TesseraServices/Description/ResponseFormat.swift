package import Foundation
import HTTPTypes
package import TesseraValues

/// What the meaning of a response depends on beside its bytes.
package struct ResponseContext: Sendable {
  /// The current date: calendars are read for the time around it.
  package var now: Date
  /// The zone of days and of times without a zone.
  package var timeZone: TimeZone
  /// The field `Content-Type`; nil if it is unknown.
  var contentType: String?
  /// The address of the response, from which relative addresses in it start.
  var address: HTTPURL?
  /// Receives what is wrong with a response that is read all the same.
  var report: @Sendable (Diagnostic) -> Void
  /// Where decoders run; nil for this process.
  var contentDecoding: (any ContentDecoding)?

  /// Creates a context.
  package init(
    now: Date = Date(), timeZone: TimeZone = .current, report: @escaping @Sendable (Diagnostic) -> Void = { _ in },
    contentDecoding: (any ContentDecoding)? = nil
  ) {
    self.now = now
    self.timeZone = timeZone
    self.report = report
    self.contentDecoding = contentDecoding
  }
}

/// The format of a response's body.
package enum ResponseFormat: String, Sendable, Hashable, CaseIterable {
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
    in response: IncomingResponse, _ context: ResponseContext, action: String? = nil
  ) throws(ServiceError) -> Value {
    do throws(Diagnostic) {
      var context = context
      context.contentType = response.headers[.contentType]
      context.address = response.url
      context.report = { [report = context.report] in report($0.inFile(response.url.textWithoutQuery)) }
      return try value(of: response.body, in: context)
    } catch {
      throw ServiceError(
        .notJSON, action: action, status: response.status, message: "The server's answer cannot be read as \(name)",
        underlying: error.inFile(response.url.textWithoutQuery).description)
    }
  }

  /// Decodes a body.
  /// - Throws: A ``Diagnostic`` that describes the problem.
  package func value(of body: [UInt8], in context: ResponseContext = ResponseContext()) throws(Diagnostic) -> Value {
    let body = BodyEncoding.utf8(body, format: self, contentType: context.contentType)
    switch self {
    case .json:
      do {
        return try Value.parseJSON(body)
      } catch {
        // Parse a second time to get positions: the first parse does not track them, which makes it faster.
        return try JSONNode.parse(body, limits: .response).value
      }
    case .xml: return try XMLResponseDecoder.value(of: body, decoding: context.contentDecoding, report: context.report)
    case .text: return try TextResponseDecoder.value(of: body)
    case .yaml: return try YAMLResponseDecoder.value(of: body)
    case .csv: return try CSVResponseDecoder.value(of: body)
    case .feed:
      return try FeedResponseDecoder.value(
        of: body, base: context.address, decoding: context.contentDecoding, report: context.report)
    case .ics: return try CalendarResponseDecoder.value(of: body, in: context)
    case .exchange: return .null
    }
  }

  /// The media types that a request accepts (RFC 9110, section 12.5.1). Servers that know only another one may send it.
  var accept: String {
    switch self {
    case .json: "application/json"
    case .xml: "application/xml, text/xml, */*;q=0.5"
    case .text: "text/plain, */*;q=0.5"
    case .yaml: "application/yaml, text/yaml, */*;q=0.5"
    case .csv: "text/csv, */*;q=0.5"
    case .feed: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"
    case .ics: "text/calendar, */*;q=0.5"
    case .exchange: "*/*"
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
