import TesseraValues

/// How requests say for whom they are made (the `auth` section of a service description with a `type`).
///
/// Its texts may hold `$option` placeholders, which stand for the values of the widget's options. Secrets are nothing but such
/// placeholders: a bundle has none of its own.
package enum AuthenticationScheme: Sendable, Hashable {
  /// A token in the header field `Authorization` (RFC 6750).
  case bearer(token: AuthenticationText)
  /// A name and a password in the header field `Authorization` (RFC 7617).
  case basic(user: AuthenticationText, password: AuthenticationText)
  /// A key in a header field or a parameter of the address.
  case apiKey(APIKey)
  /// Signed requests (RFC 5849).
  case oauth1(OAuth1Client)
  /// Tokens that expire and are renewed (RFC 6749).
  case oauth2(OAuth2Client)

  /// Whether people sign in, rather than enter what they know into the settings.
  var signsIn: Bool {
    switch self {
    case .bearer, .basic, .apiKey: false
    case .oauth1(let client): client.signIn != nil
    case .oauth2(let client): client.authorizeURL != nil
    }
  }
}

/// A key in a header field or a parameter of the address.
package struct APIKey: Sendable, Hashable {
  /// Where the key stands.
  enum Place: String, Sendable, Hashable, CaseIterable {
    case header
    case query
  }

  var place: Place
  /// The name of the header field or of the parameter.
  var name: String
  var value: AuthenticationText
}

/// A client of OAuth 1.
package struct OAuth1Client: Sendable, Hashable {
  /// How people sign in: the three addresses of RFC 5849, section 2.
  struct SignIn: Sendable, Hashable {
    var requestTokenURL: String
    var authorizeURL: String
    var accessTokenURL: String
  }

  var consumerKey: AuthenticationText
  var consumerSecret: AuthenticationText
  /// A token of the person's own; nil where people sign in.
  var token: AuthenticationText?
  var tokenSecret: AuthenticationText?
  var signIn: SignIn?
}

/// A client of OAuth 2.
package struct OAuth2Client: Sendable, Hashable {
  /// Where tokens are had and renewed.
  var tokenURL: String
  /// Where people sign in, in their browser; nil where they do not.
  var authorizeURL: String?
  var clientID: AuthenticationText
  /// Nil for a public client, which proves itself by PKCE (RFC 7636) alone.
  var clientSecret: AuthenticationText?
  var scope: AuthenticationText?
  /// A refresh token of the person's own; nil where people sign in, or the client speaks for itself.
  var refreshToken: AuthenticationText?
}

/// A text of the `auth` section, with its placeholders.
package struct AuthenticationText: Sendable, Hashable {
  let text: PlaceholderText

  init(_ text: String) { self.text = PlaceholderText(text) }

  /// The text with the values of options in it.
  /// - Throws: where there is nothing: the person has not entered it yet.
  func filled(from options: [String: Value]) throws(ServiceError) -> String {
    var substitution = ParameterSubstitution(object: .dictionary(options))
    let result = try substitution.filled(text)
    guard !result.isEmpty else {
      throw .unauthorized("Enter what the service needs into the settings first", underlying: "'\(text.text)' is empty")
    }
    return result
  }

  /// The names of the options that it reads.
  var optionNames: [String] {
    text.text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  /// Whether it is nothing but one option.
  var isOption: Bool { optionNames.count == 1 && text.text == "$\(optionNames[0])" }
}

/// What an action does about who the person is, in place of a request.
package enum SessionStep: String, Sendable, Hashable, CaseIterable {
  /// Lets the person sign in, in the browser.
  case signIn
  /// Forgets who the person is.
  case signOut
}

extension ServiceError {
  /// The service does not know who asks.
  static func unauthorized(_ message: String, underlying: String? = nil) -> ServiceError {
    ServiceError(.unauthorized, status: 401, message: message, underlying: underlying)
  }
}
