import TesseraValues

/// The authentication scheme of a service (the `auth` section of a service description with a `type`).
///
/// Its texts may contain `$option` placeholders, which stand for the values of the widget's options. Secrets are always
/// such placeholders, because a bundle contains no secrets of its own.
package indirect enum AuthenticationScheme: Sendable, Hashable {
  /// A token in the header field `Authorization` (RFC 6750).
  case bearer(token: AuthenticationText)
  /// A name and a password in the header field `Authorization` (RFC 7617).
  case basic(user: AuthenticationText, password: AuthenticationText)
  /// A key in a header field or a query parameter.
  case apiKey(APIKey)
  /// Signed requests: OAuth 1 (RFC 5849).
  case oauth1(OAuth1Client)
  /// Access tokens that expire and are refreshed: OAuth 2 (RFC 6749).
  case oauth2(OAuth2Client)
  /// A token that an action of the service obtains.
  case session(LoginSession)
  /// A scheme whose credentials the user need not enter: without them, requests are not authenticated.
  case optional(AuthenticationScheme)

  /// Whether the user signs in, rather than entering credentials in the settings.
  var signsIn: Bool {
    switch self {
    case .bearer, .basic, .apiKey, .session, .optional: false
    case .oauth1(let client): client.signIn != nil
    case .oauth2(let client): client.authorizeURL != nil
    }
  }

  /// The status of responses to requests whose credentials are no longer valid.
  var expiredStatus: Int {
    guard case .session(let session) = self else { return 401 }
    return session.expiredStatus
  }

  /// The name of the action that logs in; nil if requests do not need a session.
  var loginAction: String? {
    guard case .session(let session) = self else { return nil }
    return session.action
  }
}

extension AuthenticationScheme {
  /// Whether the user has entered what the scheme needs, among the values of options.
  func hasCredentials(in options: [String: Value]) -> Bool {
    switch self {
    case .bearer(let token): token.isFilled(from: options)
    case .basic(_, let password): password.isFilled(from: options)
    case .apiKey(let key): key.value.isFilled(from: options)
    case .oauth1, .oauth2, .session, .optional: true
    }
  }
}

/// A key in a header field or a query parameter.
package struct APIKey: Sendable, Hashable {
  /// The part of the request that contains the key.
  enum Location: String, Sendable, Hashable, CaseIterable {
    case header
    case query
  }

  var location: Location
  /// The name of the header field or query parameter.
  var name: String
  var value: AuthenticationText
}

/// The configuration of an OAuth 1 client.
package struct OAuth1Client: Sendable, Hashable {
  /// The three endpoints of the sign-in (RFC 5849, section 2).
  struct SignIn: Sendable, Hashable {
    var requestTokenURL: String
    var authorizeURL: String
    var accessTokenURL: String
  }

  var consumerKey: AuthenticationText
  var consumerSecret: AuthenticationText
  /// A token from the user's settings; nil if the user signs in.
  var token: AuthenticationText?
  var tokenSecret: AuthenticationText?
  var signIn: SignIn?
}

/// The configuration of an OAuth 2 client.
package struct OAuth2Client: Sendable, Hashable {
  /// The endpoint that issues and refreshes tokens.
  var tokenURL: String
  /// The page where the user signs in, in a browser; nil if the client has no sign-in.
  var authorizeURL: String?
  var clientID: AuthenticationText
  /// The client's secret; nil for a public client, which relies on PKCE (RFC 7636) alone.
  var clientSecret: AuthenticationText?
  var scope: AuthenticationText?
  /// A refresh token from the user's settings; nil if the user signs in, or if the client acts on its own behalf.
  var refreshToken: AuthenticationText?
}

/// A text of the `auth` section that may contain placeholders.
package struct AuthenticationText: Sendable, Hashable {
  let text: PlaceholderText

  init(_ text: String) { self.text = PlaceholderText(text) }

  /// Returns the text with its placeholders replaced by the values of options.
  /// - Throws: ``ServiceError`` if the result is empty, because the user has not entered the value yet.
  func filled(from options: [String: Value]) throws(ServiceError) -> String {
    var substitution = ParameterSubstitution(object: .dictionary(options))
    let result = try substitution.filled(text)
    guard !result.isEmpty else {
      throw .unauthorized(
        "Enter the credentials for the service in the settings first", underlying: "'\(text.text)' is empty")
    }
    return result
  }

  /// Whether the text has a value.
  func isFilled(from options: [String: Value]) -> Bool { (try? filled(from: options)) != nil }

  /// The names of the options that the text contains.
  var optionNames: [String] {
    text.text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  /// Whether the text consists of exactly one option.
  var isOption: Bool { optionNames.count == 1 && text.text == "$\(optionNames[0])" }
}

/// A change of the user's session that an action performs instead of a request.
package enum SessionStep: String, Sendable, Hashable, CaseIterable {
  /// Signs the user in, in a browser.
  case signIn
  /// Discards the user's credentials.
  case signOut
}

extension ServiceError {
  /// Returns the error for a request that is not authenticated.
  static func unauthorized(_ message: String, underlying: String? = nil) -> ServiceError {
    ServiceError(.unauthorized, status: 401, message: message, underlying: underlying)
  }
}
