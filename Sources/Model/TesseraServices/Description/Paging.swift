import HTTPTypes
import TesseraValues

/// How an action reads a list that its service sends page by page.
package struct Paging: Sendable, Hashable {
  /// The number of pages that are read if the document does not say. Further ones are not requested.
  static let usualLimit = 10
  /// The maximum number of pages that a document may ask for. A greater one is an error.
  package static let maximumLimit = 100
  /// The maximum number of elements of all pages. Further pages are not requested.
  package static let maximumElements = 20_000

  /// Where the next page is.
  enum Next: Sendable, Hashable {
    /// At the address that the field `Link` gives with the relation `next` (RFC 8288).
    case link
    /// At the address at a key path of the response.
    case address(ValuePath)
    /// At the address of the first page, with the value at a key path of the response as a parameter of the query.
    case cursor(ValuePath, parameter: String)
    /// At the address of the first page, with a parameter of the query that counts pages or elements, up to a page
    /// without elements.
    case count(parameter: String, of: Counted, first: Int)
  }

  /// What a parameter counts.
  enum Counted: String, Sendable, Hashable, CaseIterable {
    case pages, elements
  }

  let next: Next
  let limit: Int

  /// The request for a page other than the first.
  enum Request: Sendable, Hashable {
    case address(String)
    case parameter(String, String)
  }

  /// Returns the request for the page after one.
  /// - Parameters:
  ///   - number: The number of the page that was read, from 1.
  ///   - count: The number of elements of that page.
  ///   - total: The number of elements of all pages so far.
  ///   - body: The decoded response.
  /// - Returns: nil if there is no further page.
  func request(afterPage number: Int, of count: Int, total: Int, headers: HTTPFields, body: Value) -> Request? {
    guard number < limit, total < Self.maximumElements else { return nil }
    switch next {
    case .link: return Self.nextLink(in: headers).map(Request.address)
    case .address(let path):
      guard let text = body.value(at: path).string, !text.isEmpty else { return nil }
      return .address(text)
    case .cursor(let path, let parameter):
      let value = body.value(at: path)
      guard !value.isNull, value != false, !value.description.isEmpty else { return nil }
      return .parameter(parameter, value.description)
    case .count(let parameter, let counted, let first):
      guard count > 0 else { return nil }
      return .parameter(parameter, String(counted == .pages ? first + number : first + total))
    }
  }

  /// Returns the target of the relation `next` in the `Link` fields (RFC 8288, section 3).
  static func nextLink(in headers: HTTPFields) -> String? {
    guard let name = HTTPField.Name("Link") else { return nil }
    for field in headers[fields: name].prefix(20) where field.value.utf8.count <= 16_384 {
      for match in field.value.matches(of: /<([^<>]*)>((?:\s*;\s*[^\s;,=]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]+))?)*)/) {
        for parameter in match.2.matches(of: /;\s*([^\s;,=]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/)
        where parameter.1.lowercased() == "rel" {
          let relations = (parameter.2 ?? parameter.3 ?? "").lowercased().split(separator: " ")
          if relations.contains("next") { return String(match.1) }
        }
      }
    }
    return nil
  }
}

extension OutgoingRequest {
  /// Returns the request for another page.
  /// - Parameter isAuthenticated: Whether credentials are added, which go to no other origin than that of the first page.
  func page(_ page: Paging.Request, isAuthenticated: Bool) throws(ServiceError) -> OutgoingRequest {
    var request = self
    switch page {
    case .address(let text):
      guard let target = try? url.resolving(text), target.scheme == .https || url.scheme == .http else {
        throw ServiceError(.unexpectedShape, message: "The address of the next page is not valid", underlying: text)
      }
      guard !isAuthenticated || target.hasSameOrigin(as: url) else {
        throw ServiceError(
          .hostNotAllowed, message: "The next page is on '\(target.authority)'",
          underlying: "credentials are sent to '\(url.authority)' only")
      }
      // Header fields stay behind where a redirect would leave them.
      request = redirected(to: target, status: 307)
    case .parameter(let name, let value):
      let pair = FormEncoding.text(of: [(name, value)])
      let kept = (url.query ?? "").split(separator: "&").filter { part in
        PercentEncoding.decoded(part.prefix { $0 != "=" }.replacing("+", with: " ")) != name
      }
      request.url.query = (kept.map(String.init) + [pair]).joined(separator: "&")
    }
    guard request.url.text.utf8.count <= HTTPURL.maximumLength else {
      throw ServiceError(.invalidRequest, message: "The address of the next page is too long")
    }
    return request
  }
}
