import TesseraValues

/// An answer of the stub to requests that screens make themselves, without an action.
package struct RequestStub: Sendable, Hashable {
  /// The method that it is for; nil for each.
  private let method: RequestMethod?
  /// The address that it is for, or how it begins.
  private let address: String
  private let isBeginning: Bool
  let response: StubResponse

  /// Its requests, for those who count them. Stubs of the same method and address share it.
  var name: String { "\(method?.rawValue ?? "*") \(address)" }

  /// Reads a stub; nil where its address is none.
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

  /// Whether it is for a request. An address without a query is for all queries.
  func isFor(_ request: DirectRequest) -> Bool {
    guard method == nil || method == request.method else { return false }
    if isBeginning { return request.url.text.hasPrefix(address) }
    return request.url.text == address || request.url.textWithoutQuery == address
  }
}
