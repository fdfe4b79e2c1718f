import Foundation
import TesseraValues

/// What an exchange shows of a server, whether it succeeds or not: the result of actions with `"format": "exchange"`.
enum ExchangeReport {
  /// Returns `{"status", "isSuccess", "latency", "address", "headers", "message", "date"}` of a response. The latency is
  /// in seconds, the names of header fields are in lower case, and the address is the one after all redirects.
  /// - Parameter date: When the exchange ended.
  static func value(of response: IncomingResponse, at date: Date) -> Value {
    let reason = ReasonPhrase.phrase(of: response.status)
    return value(
      status: response.status, latency: .double(response.latency / .seconds(1)), address: .string(response.url.text),
      headers: .dictionary(response.headers.byName.mapValues(Value.string)), message: reason.map(Value.string) ?? .null,
      date: date)
  }

  /// Returns the same object for a status alone.
  static func value(ofStatus status: Int, at date: Date) -> Value {
    value(
      status: status, latency: 0, address: .null, headers: [:],
      message: ReasonPhrase.phrase(of: status).map(Value.string) ?? .null, date: date)
  }

  /// Returns the same object for an exchange without a response.
  static func value(of error: ServiceError, at date: Date) -> Value {
    value(status: nil, latency: .null, address: .null, headers: [:], message: .string(error.message), date: date)
  }

  /// Returns the response to an action whose result is a report.
  /// - Parameter status: The HTTP status; nil without a response.
  static func response(
    to action: ServiceAction, _ report: Value, status: Int?
  ) throws(ServiceError) -> ServiceResponse {
    ServiceResponse(action: action, result: try action.result(in: report, status: status ?? 0), status: status ?? 200)
  }

  private static func value(
    status: Int?, latency: Value, address: Value, headers: Value, message: Value, date: Date
  ) -> Value {
    [
      "status": status.map { .integer(Int64($0)) } ?? .null,
      "isSuccess": .bool(status.map(DirectResponse.isSuccess) ?? false), "latency": latency, "address": address,
      "headers": headers, "message": message, "date": .string(date.formatted(.iso8601)),
    ]
  }
}
