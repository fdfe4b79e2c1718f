import Foundation
import HTTPTypes
import TesseraValues

/// A session that an action of the service begins: its response contains a token, which authenticates other requests
/// until the server ends the session.
package struct LoginSession: Sendable, Hashable {
  /// The part of a request that contains the token.
  enum Location: String, Sendable, Hashable, CaseIterable {
    case header
    case query
    case cookie
  }

  /// The name of the action that logs in. Only this scheme performs it, and it alone may send secret options.
  var action: String
  /// The path of the token in the response. Nil for a cookie, which the server sets itself.
  var token: ValuePath?
  /// The path of the session's lifetime in the response, in seconds; nil if the server does not state it.
  var lifetime: ValuePath?
  var location = Location.header
  /// The name of the header field, query parameter or cookie.
  var name: String
  /// The text before the token, such as `Bearer `.
  var prefix = ""
  /// The status of responses to requests without a valid session.
  var expiredStatus = 401

  /// Whether the redirects of the login's response are followed: a cookie is often set by a redirect to a page.
  var followedRedirects: OutgoingRequest.FollowedRedirects { token == nil ? .none : .sameHost }

  /// Returns the credentials in a response to the login. A JSON response without the token means that the server has no
  /// password and needs no session: then the token is empty.
  /// - Parameter login: The digest of the login.
  /// - Throws: ``ServiceError`` if the response begins no session.
  func credentials(in response: IncomingResponse, login: String, at date: Date) throws(ServiceError) -> Credentials {
    func refusal(_ detail: String) -> ServiceError {
      .unauthorized("The service does not accept these credentials", underlying: detail)
    }
    let body = try? Value.parseJSON(response.body)
    let found: String
    if let token {
      guard let body else { throw refusal("the response to the login is not JSON") }
      let value = body.value(at: token)
      found = value.string ?? value.integer.map(String.init) ?? ""
      guard value.isNull || !found.isEmpty else { throw refusal("the token of the session is no text") }
    } else {
      guard let cookie = cookie(in: response.headers) else { throw refusal("the login sets no '\(name)'") }
      found = cookie
    }
    guard found.isEmpty || RequestAuthorizer.isToken(found) else { throw refusal("the session's token cannot be sent") }
    // Servers without an end of sessions say -1.
    let seconds = lifetime.flatMap { body?.value(at: $0).number }.flatMap { $0 > 0 ? $0 : nil }
    return Credentials(
      token: found, expiry: seconds.map { date.addingTimeInterval(min($0, 1e9)) }, origin: response.url.origin,
      login: login)
  }

  /// Returns the value of the cookie in the fields `Set-Cookie` (RFC 6265, section 5.2), of which the last counts; nil if
  /// there is none, or if it is removed. Its other attributes have no meaning here: the cookie is sent where the service
  /// sends its other requests, and as long as it is accepted.
  private func cookie(in fields: HTTPFields) -> String? {
    var found: String?
    for field in fields[values: .setCookie] {
      let parts = field.split(separator: ";").map { part in
        part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
      guard let pair = parts.first, pair.count == 2, pair[0] == name else { continue }
      let age = parts.first { $0[0].lowercased() == "max-age" && $0.count == 2 }.flatMap { Int($0[1]) }
      found = pair[1].isEmpty || age.map { $0 <= 0 } == true ? nil : pair[1]
    }
    return found
  }

  /// Adds a token to a request.
  func add(_ token: String, to request: inout OutgoingRequest) throws(ServiceError) {
    guard !token.isEmpty else { return }
    switch location {
    case .header: try request.set(name, to: prefix + token)
    case .query: request.addToQuery(name, prefix + token)
    case .cookie: try request.set("cookie", to: "\(name)=\(token)")
    }
  }
}
