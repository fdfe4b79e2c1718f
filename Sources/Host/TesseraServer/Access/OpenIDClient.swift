package import Foundation
package import TesseraAccess
import TesseraCrypto
package import TesseraServices
import TesseraValues

/// Signs people in at a provider: the authorization code flow (OpenID Connect Core 1.0, section 3.1) with PKCE (RFC
/// 7636).
package actor OpenIDClient {
  /// Why a person is not signed in. The words are for the log, and contain no secrets.
  enum Failure: Error, Sendable, Hashable {
    /// The provider cannot be reached, or does not answer as a provider does.
    case unavailable(String)
    /// What the provider answered about the person cannot be trusted.
    case untrusted(String)
    /// The sign-in is not known: it took too long, is completed, or began in another browser.
    case unknownSignIn
    /// The person, or the provider, refused.
    case denied
    /// The provider does not name the person.
    case nameless
  }

  /// The maximum size of a response of an OpenID provider, in bytes. The sign-in fails.
  private static let maximumResponseBytes = 1 << 20
  /// The time limit of one exchange with an OpenID provider. The sign-in fails.
  private static let timeout = Duration.seconds(10)
  /// The time for which the metadata of an OpenID provider is kept. Then it is fetched again.
  private static let metadataTime = Duration.seconds(3600)

  nonisolated let settings: OpenIDSettings
  private let transport: HTTPTransport
  private let now: @Sendable () -> Date
  private let instant: @Sendable () -> ContinuousClock.Instant
  private var pending = PendingSignIns()
  private var known: (provider: OpenIDProvider, loaded: ContinuousClock.Instant)?
  /// People who sign in at the same time wait for the same metadata.
  private var loading: Task<Result<OpenIDProvider, Failure>, Never>?

  /// Creates a client. It contacts the provider when the first person signs in.
  /// - Parameters:
  ///   - now: Returns the time of day, with which the times in tokens are compared.
  ///   - instant: Returns the time with which the ages of sign-ins are measured.
  package init(
    _ settings: OpenIDSettings, transport: HTTPTransport, now: @escaping @Sendable () -> Date = { Date() },
    instant: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.settings = settings
    self.transport = transport
    self.now = now
    self.instant = instant
  }

  /// Begins a sign-in.
  /// - Parameters:
  ///   - browser: What the person's browser has, or gets, as a cookie.
  ///   - client: The network address of the browser.
  ///   - address: The address to which the provider redirects the browser.
  ///   - next: The path of the page that the person sees next.
  /// - Returns: The address of the provider's page.
  func begin(
    for browser: AccessToken, at client: String, returningTo address: String, next: String
  ) async throws(Failure) -> String {
    let endpoint = try await provider().authorizationEndpoint
    let signIn = PendingSignIn(browser: browser, redirectAddress: address, next: next)
    pending.add(signIn, from: client, now: instant())
    let question = FormEncoding.text(of: [
      ("response_type", "code"), ("client_id", settings.client), ("redirect_uri", address),
      ("scope", settings.scope), ("state", signIn.state.text), ("nonce", signIn.nonce),
      ("code_challenge", signIn.proof.challenge), ("code_challenge_method", "S256"),
    ])
    return endpoint + (endpoint.contains("?") ? "&" : "?") + question
  }

  /// Completes a sign-in with the provider's answer.
  /// - Parameters:
  ///   - response: The fields of the query with which the provider redirected the browser.
  ///   - browser: What the browser has as a cookie.
  /// - Returns: The person, and the path of the page that the person sees next.
  func complete(
    _ response: [String: String], from browser: String
  ) async throws(Failure) -> (person: OpenIDPerson, next: String) {
    guard let signIn = pending.remove(state: response["state"] ?? "", browser: browser, now: instant()) else {
      throw .unknownSignIn
    }
    // The response of another provider (RFC 9207, section 2.4).
    if let issuer = response["iss"], issuer != settings.issuer { throw .untrusted("the answer is of another issuer") }
    if let error = response["error"] {
      throw error == "access_denied" ? Failure.denied : Failure.unavailable("it answered '\(Self.word(error))'")
    }
    guard let code = response["code"], !code.isEmpty else { throw .unavailable("its answer has no code") }
    let provider = try await provider()
    let tokens = try await tokens(for: code, of: signIn, at: provider)
    guard let text = tokens.value(at: "id_token").string else { throw .unavailable("it gave no ID token") }
    var claims: OpenIDClaims
    do throws(IDToken.Problem) {
      claims = try IDToken(
        text, issuer: settings.issuer, client: settings.client, nonce: signIn.nonce, now: now()
      ).claims
    } catch {
      throw Failure.untrusted(error.words)
    }
    if !claims.has(settings.nameClaim), let endpoint = provider.userInfoEndpoint,
      let token = tokens.value(at: "access_token").string
    {
      claims.add(try await userInfo(at: endpoint, of: provider, with: token, about: claims.subject))
    }
    guard let name = claims.name(by: settings.nameClaim) else { throw .nameless }
    guard let subject = claims.subject else { throw .untrusted("the token has no subject") }
    return (OpenIDPerson(issuer: settings.issuer, subject: subject, name: name), signIn.next)
  }

  // MARK: The provider

  private func provider() async throws(Failure) -> OpenIDProvider {
    if let known, known.loaded.duration(to: instant()) < Self.metadataTime { return known.provider }
    let task = loading ?? Task { await self.load() }
    loading = task
    let result = await task.value
    if loading == task {
      loading = nil
      if case .success(let provider) = result { known = (provider, instant()) }
    }
    return try result.get()
  }

  private func load() async -> Result<OpenIDProvider, Failure> {
    do throws(Failure) {
      let response = try await send(settings.metadataAddress, hosts: [])
      guard response.isSuccess else { throw Failure.unavailable("its metadata has the status \(response.status)") }
      do throws(OpenIDProvider.Problem) {
        return .success(try OpenIDProvider(response.data, issuer: settings.issuer))
      } catch {
        throw Failure.unavailable(error.words)
      }
    } catch {
      return .failure(error)
    }
  }

  /// Exchanges a code for tokens (section 3.1.3).
  private func tokens(
    for code: String, of signIn: PendingSignIn, at provider: OpenIDProvider
  ) async throws(Failure) -> Value {
    var question = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", signIn.redirectAddress),
      ("code_verifier", signIn.proof.verifier),
    ]
    var headers: [String: Value] = [
      "content-type": "application/x-www-form-urlencoded", "accept": "application/json",
    ]
    if let secret = settings.secret, provider.takesBasicAuthentication {
      // RFC 6749, section 2.3.1.
      let text = "\(PercentEncoding.form(settings.client)):\(PercentEncoding.form(secret))"
      headers["authorization"] = .string("Basic \(Data(text.utf8).base64EncodedString())")
    } else {
      question.append(("client_id", settings.client))
      if let secret = settings.secret { question.append(("client_secret", secret)) }
    }
    let response = try await send(
      provider.tokenEndpoint, "POST", headers: headers, body: .string(FormEncoding.text(of: question)),
      hosts: provider.hosts)
    guard response.isSuccess else {
      let error = response.data.value(at: "error").string.map { " and '\(Self.word($0))'" } ?? ""
      throw .unavailable("it exchanged no code: status \(response.status)\(error)")
    }
    return response.data
  }

  /// Reads the claims about a person that are not in the token (section 5.3).
  /// - Parameter subject: Whom the token is about. A response about another person would be an attack.
  private func userInfo(
    at endpoint: String, of provider: OpenIDProvider, with token: String, about subject: String?
  ) async throws(Failure) -> OpenIDClaims {
    let response = try await send(
      endpoint, headers: ["authorization": .string("Bearer \(token)"), "accept": "application/json"],
      hosts: provider.hosts)
    guard response.isSuccess, let claims = OpenIDClaims(response.data) else {
      throw .unavailable("it gave no claims: status \(response.status)")
    }
    guard claims.subject == subject else { throw .untrusted("the claims are about another person") }
    return claims
  }

  /// Sends a request to the provider. Its hosts may have private addresses, because the person who runs the server
  /// named the provider.
  /// - Parameter hosts: The hosts that may be contacted besides the issuer's.
  private func send(
    _ address: String, _ method: String = "GET", headers: [String: Value] = ["accept": "application/json"],
    body: Value = .null, hosts: [HostPattern]
  ) async throws(Failure) -> DirectResponse {
    let own = [OpenIDProvider.host(of: settings.issuer)].compactMap(\.self)
    let policy = HostPolicy(hosts: own + hosts, allowsPrivateAddresses: true)
    do throws(ServiceError) {
      return try await DirectRequest(url: address, method: method, headers: headers, body: body)
        .limited(toBytes: Self.maximumResponseBytes, within: Self.timeout)
        .send(by: transport, policy: policy)
    } catch {
      throw Failure.unavailable("\(error.kind.rawValue): \(error.message)")
    }
  }

  /// Returns an error code of OAuth for the log: others may have written it (RFC 6749, section 4.1.2.1).
  private static func word(_ text: String) -> String {
    String(text.prefix(60).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
  }
}
