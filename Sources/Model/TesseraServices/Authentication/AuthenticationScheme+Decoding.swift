import TesseraValues

extension AuthenticationScheme {
  /// The values of `type` in the `auth` section.
  enum Kind: String, CaseIterable {
    case bearer
    case basic
    case apiKey
    case oauth1
    case oauth2
    case session
  }

  /// Decodes an `auth` section that has a `type`.
  ///
  /// Rules: `service-auth`, `service-secret`, `service-url` and `service-host`, besides the rules for all objects.
  /// - Returns: The scheme, or nil if the section has an error.
  static func decode(
    _ node: JSONNode, in environment: ServiceEnvironment, report: DocumentReport
  ) -> AuthenticationScheme? {
    let part = report.part()
    var reader = AuthenticationReader(
      node: node, fields: ObjectReader(node, "'auth'", ServiceReader.rules, part), environment: environment,
      report: part)
    let scheme = reader.read()
    reader.fields.finish()
    for problem in part.diagnostics.all { report.add(problem) }
    return part.diagnostics.all.contains { $0.severity == .error } ? nil : scheme
  }
}

private struct AuthenticationReader {
  let node: JSONNode
  var fields: ObjectReader
  let environment: ServiceEnvironment
  let report: DocumentReport

  mutating func read() -> AuthenticationScheme? {
    guard let name = fields.require("type", as: .text),
      let kind = report.choice(
        name, of: AuthenticationScheme.Kind.self, rule: "service-auth",
        { "Unknown type of authentication '\(name.value)'; it is one of \($0)" })
    else {
      _ = fields.readMembers()
      return nil
    }
    let isOptional = fields.read("optional", as: .flag)
    let scheme = scheme(of: kind)
    guard let isOptional, isOptional.value else { return scheme }
    guard [.bearer, .basic, .apiKey].contains(kind) else {
      report.add("service-auth", isOptional.range, "'optional' needs the type 'bearer', 'basic' or 'apiKey'")
      return scheme
    }
    return scheme.map(AuthenticationScheme.optional)
  }

  private mutating func scheme(of kind: AuthenticationScheme.Kind) -> AuthenticationScheme? {
    switch kind {
    case .bearer: return secret("token").map { .bearer(token: $0) }
    case .basic:
      guard let user = text("user", isRequired: true), let password = secret("password") else { return nil }
      return .basic(user: user, password: password)
    case .apiKey: return readAPIKey()
    case .oauth1: return readOAuth1()
    case .oauth2: return readOAuth2()
    case .session: return readSession()
    }
  }

  private mutating func readAPIKey() -> AuthenticationScheme? {
    let location = fields.read("in", as: .text)
    let name = fields.require("name", as: .text)
    let value = secret("value")
    let chosen =
      location.map { location in
        report.choice(location, of: APIKey.Location.self, rule: "service-auth") {
          "A key is sent in one of \($0), not in '\(location.value)'"
        }
      } ?? .header
    guard let name, let value, let chosen else { return nil }
    if chosen == .header, !isHeaderName(name) { return nil }
    return .apiKey(APIKey(location: chosen, name: name.value, value: value))
  }

  private mutating func readSession() -> AuthenticationScheme? {
    let action = fields.require("action", as: .text)
    let location = fields.read("in", as: .text)
    let name = fields.require("name", as: .text)
    let prefix = fields.read("prefix", as: .text)
    let lifetime = fields.read("lifetime", as: .text)
    let status = fields.read("expiredStatus", as: .number)
    let chosen =
      location.map { location in
        report.choice(location, of: LoginSession.Location.self, rule: "service-auth") {
          "The token of a session is sent in one of \($0), not in '\(location.value)'"
        }
      } ?? .header
    let token =
      chosen == .cookie
      ? fields.read("token", as: .text)
      : fields.require("token", as: .text, fix: "Write the path of the token in the response, or '\"in\": \"cookie\"'")
    guard let action, let name, let chosen, token != nil || chosen == .cookie else { return nil }
    if chosen != .query, !isHeaderName(name) { return nil }
    var session = LoginSession(
      action: action.value, token: token.map { ValuePath($0.value) }, lifetime: lifetime.map { ValuePath($0.value) },
      location: chosen, name: name.value)
    if let prefix {
      guard HeaderField.isValue(prefix.value) else {
        report.add("service-header", prefix.range, "A header field cannot contain this prefix")
        return nil
      }
      session.prefix = prefix.value
    }
    if let status {
      guard let code = Int(exactly: status.value), (400...499).contains(code), code != 429 else {
        report.add("service-auth", status.range, "'expiredStatus' is a status from 400 to 499, usually 401 or 403")
        return nil
      }
      session.expiredStatus = code
    }
    return .session(session)
  }

  private func isHeaderName(_ name: Located<String>) -> Bool {
    guard HeaderField.isName(name.value), !HeaderField.reserved.contains(name.value.lowercased()) else {
      report.add(
        "service-header", name.range, "'\(name.value)' is not the name of a header field that a widget can send")
      return false
    }
    return true
  }

  private mutating func readOAuth1() -> AuthenticationScheme? {
    let key = text("consumerKey", isRequired: true)
    let consumerSecret = secret("consumerSecret")
    let hasToken = node["token"] != nil
    let token = hasToken ? secret("token") : nil
    let tokenSecret = hasToken ? secret("tokenSecret") : nil
    var signIn: OAuth1Client.SignIn?
    if !hasToken {
      let urls = [("requestTokenUrl", true), ("authorizeUrl", false), ("accessTokenUrl", true)].map {
        address($0.0, isAsked: $0.1, isRequired: true)
      }
      guard let request = urls[0], let authorize = urls[1], let access = urls[2] else { return nil }
      signIn = OAuth1Client.SignIn(requestTokenURL: request, authorizeURL: authorize, accessTokenURL: access)
    }
    guard let key, let consumerSecret else { return nil }
    return .oauth1(
      OAuth1Client(
        consumerKey: key, consumerSecret: consumerSecret, token: token, tokenSecret: tokenSecret, signIn: signIn))
  }

  private mutating func readOAuth2() -> AuthenticationScheme? {
    let tokenURL = address("tokenUrl", isAsked: true, isRequired: true)
    let authorizeURL = address("authorizeUrl", isAsked: false, isRequired: false)
    let identifier = text("clientId", isRequired: true)
    let hasSecret = node["clientSecret"] != nil
    let client = hasSecret ? secret("clientSecret") : nil
    let scope = text("scope", isRequired: false)
    let refresh = node["refreshToken"] != nil ? secret("refreshToken") : nil
    if authorizeURL == nil, refresh == nil, client == nil, !hasSecret {
      report.add(
        "service-auth", node.range, "This scheme has no way to obtain a token",
        fix: "Add 'authorizeUrl' to let people sign in, or 'clientSecret' or 'refreshToken' with an option")
    }
    guard let tokenURL, let identifier else { return nil }
    return .oauth2(
      OAuth2Client(
        tokenURL: tokenURL, authorizeURL: authorizeURL, clientID: identifier, clientSecret: client, scope: scope,
        refreshToken: refresh))
  }

  // MARK: Texts

  private mutating func text(_ key: String, isRequired: Bool) -> AuthenticationText? {
    let found = isRequired ? fields.require(key, as: .text) : fields.read(key, as: .text)
    guard let found else { return nil }
    let text = AuthenticationText(found.value)
    checkOptions(of: text, at: found.range)
    return text
  }

  /// Reads a text that must not be readable in a bundle.
  private mutating func secret(_ key: String) -> AuthenticationText? {
    guard let found = fields.require(key, as: .text, fix: "Write '$' and the name of a secret option") else {
      return nil
    }
    let text = AuthenticationText(found.value)
    guard text.isOption else {
      report.add(
        "service-secret", found.range, "A bundle must not contain secrets: '\(key)' must refer to an option",
        fix: "Add a secret option to 'widget.json', and write '$' and its name here")
      return nil
    }
    checkOptions(of: text, at: found.range)
    if let options = environment.options, let name = text.optionNames.first, options[name]?.isSecret == false {
      report.add(
        "service-secret", found.range, "The option '\(name)' is not secret",
        fix: "Add '\"secret\": true' to it in 'widget.json'", severity: .warning)
    }
    return text
  }

  private func checkOptions(of text: AuthenticationText, at range: SourceRange) {
    guard let options = environment.options else { return }
    for name in text.optionNames where options[name] == nil {
      report.add(
        "service-auth", range, "The widget has no option '\(name)'", near: name, in: options.keys.sorted())
    }
  }

  /// - Parameter isAsked: Whether the widget itself sends requests to the address. If false, a browser opens it.
  private mutating func address(_ key: String, isAsked: Bool, isRequired: Bool) -> String? {
    let found = isRequired ? fields.require(key, as: .text) : fields.read(key, as: .text)
    guard let found else { return nil }
    do throws(HTTPURL.Problem) {
      let url = try HTTPURL(found.value)
      if isAsked, let policy = environment.policy, !policy.allows(url) {
        report.add(
          "service-host", found.range, "The manifest does not allow the host '\(url.authority)'",
          fix: "Add '\(url.authority)' to 'hosts' in 'widget.json'")
      }
      return url.text
    } catch {
      report.add("service-url", found.range, "The URL '\(found.value)' \(error.words)")
      return nil
    }
  }
}
