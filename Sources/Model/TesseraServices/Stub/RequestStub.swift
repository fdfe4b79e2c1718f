import TesseraValues

/// A stub for requests that screens make themselves, without an action.
package struct RequestStub: Sendable, Hashable {
  /// The method that the stub matches; nil matches any method.
  private let method: RequestMethod?
  /// The URL that the stub matches, or its prefix.
  private let address: String
  private let isBeginning: Bool
  let response: StubResponse

  /// The name under which calls are counted. Stubs with the same method and URL share it.
  var name: String { "\(method?.rawValue ?? "*") \(address)" }

  /// Decodes a stub; returns nil if its URL is invalid.
  init?(_ node: JSONNode, rules: ObjectRules, report: DocumentReport) {
    var fields = ObjectReader(node, "a stub of 'requests'", rules, report)
    let method: Located<RequestMethod>? = fields.readChoice("method", rule: "service-method", what: "method")
    let url = fields.require("url", as: .text)
    response = StubResponse(from: &fields)
    fields.finish()
    guard let url else { return nil }
    let text = url.value.hasSuffix("*") ? String(url.value.dropLast()) : url.value
    do throws(HTTPURL.Problem) {
      address = try HTTPURL(text).text
    } catch {
      report.add("service-url", url.range, "The address '\(url.value)' \(error.words)")
      return nil
    }
    isBeginning = url.value.hasSuffix("*")
    self.method = method?.value
  }

  /// Returns whether the stub matches a request. A URL without a query matches any query.
  func isFor(_ request: DirectRequest) -> Bool {
    guard method == nil || method == request.method else { return false }
    if isBeginning { return request.url.text.hasPrefix(address) }
    return request.url.text == address || request.url.textWithoutQuery == address
  }
}
