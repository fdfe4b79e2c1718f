import Foundation
import Synchronization
import TesseraCrypto
import TesseraData
import TesseraValues
import Testing

@testable import TesseraAccess

@Suite("Passkeys")
struct PasskeyTests {
  private static let password = "correct horse"
  private static let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
  private let store: AccessStore
  private let control: AccessControl
  /// Seconds since the test began.
  private let time = Time()
  private let site: RelyingParty

  private final class Time: Sendable {
    private let seconds = Mutex(0.0)
    var date: Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds.withLock { $0 }) }
    func pass(_ seconds: Double) { self.seconds.withLock { $0 += seconds } }
  }

  init() throws {
    store = try AccessStore(location: .memory)
    for name in ["ada", "bob"] { _ = try store.addAccount(name, password: Self.password, cost: .least) }
    let start = ContinuousClock.now
    control = AccessControl(
      store: store, policy: .required, secondFactorRoles: Set(Role.allCases), cost: .least,
      now: { [time] in time.date }, instant: { start })
    site = try #require(RelyingParty(authority: "board.example.org"))
  }

  private func problem(_ body: () async throws -> Void) async -> PasskeyProblem? {
    do {
      try await body()
      return nil
    } catch {
      return if case .passkey(let problem)? = error as? AccessControl.Refusal { problem } else { nil }
    }
  }

  /// The token of a session that an account has.
  private func session(of name: String) throws -> String {
    try #require(try store.addSession(of: name, now: time.date)).text
  }

  /// Adds the passkey of an authenticator to an account.
  private func register(
    _ authenticator: TestAuthenticator, to account: String = "ada", attestation: [UInt8]? = nil,
    challenge: [UInt8]? = nil
  ) async throws {
    let registration = try await control.beginPasskey(
      of: account, password: Self.password, session: try session(of: account))
    try control.addPasskey(
      to: account, named: "Key", user: authenticator.user,
      clientData: authenticator.clientData("webauthn.create", challenge ?? registration.challenge),
      attestation: attestation ?? authenticator.attestation(), at: site)
  }

  private func signIn(
    _ authenticator: TestAuthenticator, challenge: [UInt8]? = nil, type: String = "webauthn.get",
    altering alter: ([UInt8]) -> [UInt8] = { $0 }
  ) throws -> AccessToken {
    let clientData = authenticator.clientData(type, challenge ?? control.passkeyChallenge())
    let data = authenticator.data()
    return try control.signIn(
      passkey: authenticator.id, user: authenticator.user, clientData: clientData, authenticatorData: data,
      signature: alter(authenticator.signature(of: data, clientData)), at: site, userAgent: Self.agent)
  }

  @Test func `a passkey signs in, without a password and a code, also where the role needs a second factor`()
    async throws
  {
    var authenticator = TestAuthenticator()
    try await register(authenticator)
    #expect(try control.passkeys(of: "ada") == [Passkey(id: authenticator.id, name: "Key")])
    for counter: UInt32 in [2, 3, 100] {
      authenticator.counter = counter
      let token = try signIn(authenticator)
      #expect(control.visitor(session: token.text).accountName == "ada")
      let device = try control.sessions(of: "ada", current: token.text).first?.device
      #expect(device == DeviceName.name(ofUserAgent: Self.agent) && device != nil)
      #expect(control.knownDevice(for: token)?.hasSuffix(".ada") == true)
    }
  }

  @Test func `registering needs the password, and a second passkey gets the same user`() async throws {
    await #expect(throws: AccessControl.Refusal.wrongPassword) {
      try await control.beginPasskey(of: "ada", password: "no", session: try session(of: "ada"))
    }
    var authenticator = TestAuthenticator()
    try await register(authenticator)
    let next = try await control.beginPasskey(of: "ada", password: Self.password, session: try session(of: "ada"))
    #expect(next.user == authenticator.user && next.known.map(\.id) == [authenticator.id])
    #expect(next.algorithms == [-7, -8, -257])
    #expect(await problem { try await register(authenticator) } == .known)
    #expect(await problem { try await register(authenticator, to: "bob") } == .known)
    for index in 1..<UInt8(AccessStore.maximumPasskeys) {
      authenticator.id = [index]
      try await register(authenticator)
    }
    authenticator.id = [0]
    do {
      try await register(authenticator)
      Issue.record("There is no limit")
    } catch AccessControl.Refusal.unusable(let problem) {
      #expect(problem.rule == "too-many-passkeys")
    }
  }

  @Test(arguments: [0, 1, 4] as [UInt8])
  func `who was not present or not verified is refused`(flags: UInt8) async throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = flags
    #expect(await problem { try await register(authenticator) } == .unverified)
    try await register(TestAuthenticator())
    #expect(await problem { _ = try signIn(authenticator) } == .unverified)
  }

  @Test(arguments: [
    "https://evil.example", "http://board.example.org", "https://board.example.org:8443",
    "https://board.example.org.evil.example", "https://example.org", "null", "",
  ])
  func `pages of other sites are refused`(origin: String) async throws {
    var authenticator = TestAuthenticator()
    try await register(authenticator)
    authenticator.origin = origin
    authenticator.counter = 2
    #expect(await problem { _ = try signIn(authenticator) } == .foreign)
    authenticator.id = [1]
    #expect(await problem { try await register(authenticator) } == .foreign)
  }

  @Test func `frames of other sites, and passkeys for another name are refused`() async throws {
    try await register(TestAuthenticator())
    var framed = TestAuthenticator()
    framed.isCrossOrigin = true
    #expect(await problem { _ = try signIn(framed) } == .foreign)
    var other = TestAuthenticator()
    other.host = "example.org"
    #expect(await problem { _ = try signIn(other) } == .foreign)
    #expect(await problem { try await register(other) } == .foreign)
    framed.isCrossOrigin = false
    framed.counter = 2
    #expect(await problem { _ = try signIn(framed) } == nil)
  }

  @Test func `a challenge counts once, for five minutes, and for its purpose and account`() async throws {
    var authenticator = TestAuthenticator()
    let registration = try await control.beginPasskey(
      of: "bob", password: Self.password, session: try session(of: "bob"))
    #expect(await problem { try await register(authenticator, challenge: registration.challenge) } == .expired)
    #expect(await problem { try await register(authenticator, challenge: control.passkeyChallenge()) } == .expired)
    try await register(authenticator)
    authenticator.counter = 2
    let challenge = control.passkeyChallenge()
    _ = try signIn(authenticator, challenge: challenge)
    authenticator.counter = 3
    #expect(await problem { _ = try signIn(authenticator, challenge: challenge) } == .expired)
    var altered = control.passkeyChallenge()
    altered[0] ^= 1
    for wrong in [[], [1], altered, registration.challenge] {
      #expect(await problem { _ = try signIn(authenticator, challenge: wrong) } == .expired)
    }
    let (early, late) = (control.passkeyChallenge(), control.passkeyChallenge())
    time.pass(299)
    _ = try signIn(authenticator, challenge: early)
    time.pass(1)
    authenticator.counter = 4
    #expect(await problem { _ = try signIn(authenticator, challenge: late) } == .expired)
    #expect(await problem { _ = try signIn(authenticator, challenge: early) } == .expired)
  }

  @Test func `an answer for registering does not sign in`() async throws {
    var authenticator = TestAuthenticator()
    try await register(authenticator)
    authenticator.counter = 2
    #expect(await problem { _ = try signIn(authenticator, type: "webauthn.create") } == .unreadable)
  }

  @Test func `altered signatures are refused`() async throws {
    var authenticator = TestAuthenticator()
    try await register(authenticator)
    authenticator.counter = 2
    let alterations: [([UInt8]) -> [UInt8]] = [
      { _ in [] }, { Array($0.dropLast()) }, { $0.dropLast() + [($0.last ?? 0) ^ 1] },
    ]
    for alter in alterations {
      #expect(await problem { _ = try signIn(authenticator, altering: alter) } == .forged)
    }
    let clientData = authenticator.clientData("webauthn.get", control.passkeyChallenge())
    let signature = authenticator.signature(of: authenticator.data(), clientData)
    authenticator.counter = 3
    let other = await problem {
      _ = try control.signIn(
        passkey: authenticator.id, user: authenticator.user, clientData: clientData,
        authenticatorData: authenticator.data(), signature: signature, at: site)
    }
    #expect(other == .forged)
  }

  @Test func `a counter that goes back or stays is refused, unless the authenticator does not count`() async throws {
    var authenticator = TestAuthenticator()
    authenticator.counter = 5
    try await register(authenticator)
    for counter: UInt32 in [5, 4, 0] {
      authenticator.counter = counter
      #expect(await problem { _ = try signIn(authenticator) } == .copied)
    }
    authenticator.counter = 6
    _ = try signIn(authenticator)
    var uncounted = TestAuthenticator()
    uncounted.id = [1]
    uncounted.counter = 0
    try await register(uncounted)
    for _ in 0..<2 { _ = try signIn(uncounted) }
  }

  @Test func `unknown passkeys, those of another person, and removed ones are refused`() async throws {
    var authenticator = TestAuthenticator()
    #expect(await problem { _ = try signIn(authenticator) } == .unknown)
    try await register(authenticator)
    var other = TestAuthenticator()
    other.user = [UInt8](repeating: 8, count: 32)
    other.counter = 2
    #expect(await problem { _ = try signIn(other) } == .unknown)
    await #expect(throws: AccessControl.Refusal.wrongPassword) {
      try await control.removePasskey(authenticator.id, of: "ada", password: "no", session: try session(of: "ada"))
    }
    for (id, account) in [(authenticator.id, "bob"), ([9], "ada")] {
      await #expect(throws: AccessControl.Refusal.self) {
        try await control.removePasskey(id, of: account, password: Self.password, session: try session(of: account))
      }
    }
    let own = try session(of: "ada")
    try await control.removePasskey(authenticator.id, of: "ada", password: Self.password, session: own)
    authenticator.counter = 2
    #expect(await problem { _ = try signIn(authenticator) } == .unknown)
  }

  @Test func `a lost device: an administrator removes the second factor and the passkeys`() async throws {
    try await register(TestAuthenticator())
    #expect(try !store.removeSecondFactor(of: "ada") && !control.passkeys(of: "ada").isEmpty)
    #expect(try store.removeSecondFactor(of: "ada", withPasskeys: true))
    #expect(try control.passkeys(of: "ada").isEmpty)
  }

  @Test func `other attestations, and what is none, are refused`() async throws {
    var authenticator = TestAuthenticator()
    authenticator.format = "packed"
    #expect(await problem { try await register(authenticator) } == .unsupported)
    authenticator.format = "none"
    let whole = authenticator.attestation()
    for bytes in [[], [0xA0], Array(whole.dropLast()), whole + [0], [UInt8](repeating: 0x81, count: 1000)] {
      #expect(await problem { try await register(authenticator, attestation: bytes) } == .unreadable)
    }
    // A key of a curve, an algorithm or a point that is not known.
    for key: [UInt8] in [[0xA0], [0xA2, 0x01, 0x02, 0x03, 0x26], [0xA2, 0x01, 0x02, 0x03, 0x38, 0x22]] {
      let bytes = authenticator.attestation(key: key)
      #expect(await problem { try await register(authenticator, attestation: bytes) } == .unsupported)
    }
    #expect(
      await problem { try await register(authenticator, attestation: authenticator.attestation(key: [0x81])) }
        == .unreadable)
    #expect(try control.passkeys(of: "ada").isEmpty)
  }

  @Test(
    arguments: [
      ("board.example.org", "board.example.org", ["https://board.example.org"]),
      ("Board.example.org:8443", "board.example.org", ["https://board.example.org:8443"]),
      ("board.example.org:443", "board.example.org", ["https://board.example.org"]),
      ("localhost:8080", "localhost", ["http://localhost:8080", "https://localhost:8080"]),
      ("192.0.2.1:8080", nil, []), ("[2001:db8::1]", nil, []), ("", nil, []),
    ] as [(String, String?, [String])])
  func `passkeys belong to names, over HTTPS or on the machine itself`(
    authority: String, id: String?, origins: [String]
  ) {
    let site = RelyingParty(authority: authority)
    #expect(site?.id == id)
    #expect(site?.origins.sorted() ?? [] == origins)
  }
}
