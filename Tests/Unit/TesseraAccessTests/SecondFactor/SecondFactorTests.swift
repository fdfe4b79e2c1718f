import Foundation
import Synchronization
import TesseraCrypto
import TesseraData
import TesseraValues
import Testing

@testable import TesseraAccess

/// Two clocks that a test sets: the time of day, and the time that passes.
private final class Clocks: Sendable {
  private let state = Mutex((date: Date(timeIntervalSince1970: 1_700_000_000), instant: ContinuousClock.now))

  var date: Date { state.withLock { $0.date } }
  var instant: ContinuousClock.Instant { state.withLock { $0.instant } }

  func pass(_ seconds: Double) {
    state.withLock {
      $0.date += seconds
      $0.instant += .seconds(seconds)
    }
  }
}

@Suite("Second factors")
struct SecondFactorTests {
  private static let password = "correct horse"
  private let clocks = Clocks()
  private let store: AccessStore

  init() throws {
    store = try AccessStore(location: .memory)
    _ = try store.addAccount("ada", password: Self.password, cost: .least)
    _ = try store.addAccount("bob", password: Self.password, role: .use, cost: .least)
  }

  private func control(needing roles: Set<Role> = [], secret: AccessToken = AccessToken()) -> AccessControl {
    AccessControl(
      store: store, policy: .required, secondFactorRoles: roles, cost: .least, signInSecret: secret,
      now: { [clocks] in clocks.date }, instant: { [clocks] in clocks.instant })
  }

  private func refusal(_ body: () async throws -> Void) async -> AccessControl.Refusal? {
    do {
      try await body()
      return nil
    } catch {
      return error as? AccessControl.Refusal
    }
  }

  /// What a sign-in with the right password demands; nil for a session.
  private func demand(_ control: AccessControl, _ name: String) async -> SecondFactorDemand? {
    let refusal = await refusal { _ = try await control.signIn(name, password: Self.password, from: "192.0.2.1") }
    return if case .secondFactor(let demand) = refusal { demand } else { nil }
  }

  /// The token of a sign-in that waits for a code.
  private func token(_ control: AccessControl, _ name: String) async throws -> String {
    guard case .code(let token) = await demand(control, name) else { throw AccessControl.Refusal.wrongPassword }
    return token
  }

  private func code(of factor: OneTimeCode, steps: Int64 = 0) -> String {
    factor.code(ofStep: OneTimeCode.step(at: clocks.date) + steps)
  }

  /// Adds a second factor whose present code counts.
  private func add(to name: String) throws -> (factor: OneTimeCode, codes: [RecoveryCode]) {
    let factor = OneTimeCode()
    let step = OneTimeCode.step(at: clocks.date) - 2
    return (factor, try #require(try store.addSecondFactor(factor, to: name, step: step)))
  }

  /// The token of a session that an account has.
  private func session(of name: String) throws -> String {
    try #require(try store.addSession(of: name, now: clocks.date)).text
  }

  private func enrolment(_ control: AccessControl, _ name: String) async throws -> (OneTimeCode, String) {
    let enrolment = try await control.enrol(name, password: Self.password, session: try session(of: name))
    let token = try #require(
      SecondFactorToken(enrolment.token, key: control.signInKey, now: clocks.date) { _ in
        try? store.passwordHash(of: name)
      })
    guard case .enrolment(let secret) = token.purpose else { throw AccessControl.Refusal.signInExpired }
    #expect(enrolment.secret == secret.base32Text && enrolment.address.contains(enrolment.secret))
    return (OneTimeCode(secret: secret), enrolment.token)
  }

  // MARK: Signing in

  @Test func `after the right password, a code begins the session`() async throws {
    let (factor, _) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ADA")
    #expect(try store.content().sessions.isEmpty)
    let session = try control.signIn(token: token, code: code(of: factor), from: "192.0.2.1")
    #expect(control.visitor(session: session.text).kind == .account("ada"))
    #expect(await demand(control, "bob") == nil, "another account needs none")
  }

  @Test func `a code works once, and so does none before it`() async throws {
    let (factor, _) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    let used = code(of: factor)
    _ = try control.signIn(token: token, code: used, from: "")
    for text in [used, code(of: factor, steps: -1)] {
      #expect(await refusal { _ = try control.signIn(token: token, code: text, from: "") } == .wrongCode)
    }
    _ = try control.signIn(token: token, code: code(of: factor, steps: 1), from: "")
  }

  @Test func `spaces in a code do not matter, and codes of other times and accounts do not count`() async throws {
    let (factor, _) = try add(to: "ada")
    let (other, codes) = try add(to: "bob")
    let control = control()
    let token = try await token(control, "ada")
    for text in ["", "123", codes[0].text] {
      #expect(await refusal { _ = try control.signIn(token: token, code: text, from: "") } == .wrongCode, "\(text)")
    }
    for steps: Int64 in [2, -2] {
      clocks.pass(30)
      let text = code(of: factor, steps: steps)
      #expect(await refusal { _ = try control.signIn(token: token, code: text, from: "") } == .wrongCode, "\(steps)")
    }
    clocks.pass(60)
    #expect(
      await refusal { _ = try control.signIn(token: token, code: code(of: other), from: "") } == .wrongCode)
    clocks.pass(60)
    let text = code(of: factor)
    _ = try control.signIn(token: token, code: "\(text.prefix(3)) \(text.suffix(3))", from: "")
  }

  @Test func `each of ten recovery codes works once, and only their hashes are stored`() async throws {
    let (_, codes) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    #expect(Set(codes).count == 10)
    for (index, code) in codes.enumerated() {
      #expect(control.recoveryCodes(of: "ada") == 10 - index)
      _ = try control.signIn(token: token, code: code.text.lowercased(), from: "")
    }
    #expect(control.recoveryCodes(of: "ada") == 0)
    #expect(await refusal { _ = try control.signIn(token: token, code: codes[0].text, from: "") } == .wrongCode)
  }

  @Test func `wrong codes wait as wrong passwords do, and the right password does not reset their count`() async throws
  {
    let (factor, _) = try add(to: "ada")
    let control = control()
    for _ in 0..<4 {
      let token = try await token(control, "ada")
      #expect(await refusal { _ = try control.signIn(token: token, code: "x", from: "192.0.2.1") } == .wrongCode)
    }
    let wait = await refusal { _ = try await control.signIn("ada", password: Self.password, from: "192.0.2.1") }
    #expect(wait == .wait(seconds: 1))
    clocks.pass(1)
    let token = try await token(control, "ada")
    for (text, refused) in [("y", AccessControl.Refusal.wrongCode), (code(of: factor), .wait(seconds: 2))] {
      #expect(await refusal { _ = try control.signIn(token: token, code: text, from: "192.0.2.1") } == refused)
    }
    clocks.pass(2)
    _ = try control.signIn(token: token, code: code(of: factor), from: "192.0.2.1")
    // The account is as new, for other addresses.
    #expect(await refusal { _ = try control.signIn(token: token, code: "x", from: "192.0.2.2") } == .wrongCode)
  }

  @Test func `known devices type codes while strangers have to wait, and wait for their own wrong codes`() async throws
  {
    let (factor, _) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    let first = try control.signIn(token: token, code: code(of: factor, steps: -1), from: "192.0.2.1")
    let device = control.knownDevice(for: first)
    func signIn(_ code: String, from address: String, device: String? = nil) throws {
      _ = try control.signIn(token: token, code: code, from: address, devices: { $0 == "ada" ? device : nil })
    }
    for number in 0..<4 {
      #expect(await refusal { try signIn("x", from: "192.0.2.\(number)") } == .wrongCode)
    }
    #expect(await refusal { try signIn("x", from: "192.0.2.9") } == .wait(seconds: 1))
    try signIn(code(of: factor), from: "192.0.2.9", device: device)
    for _ in 0..<4 { #expect(await refusal { try signIn("x", from: "192.0.2.9", device: device) } == .wrongCode) }
    #expect(await refusal { try signIn("x", from: "192.0.2.8", device: device) } == .wait(seconds: 1))
    #expect(await refusal { try signIn("x", from: "192.0.2.9") } == .wait(seconds: 1), "strangers wait as before")
    // Nor does the right password in a known device reset the count of wrong codes.
    clocks.pass(1)
    let demand = await refusal {
      _ = try await control.signIn("ada", password: Self.password, from: "192.0.2.9", device: device)
    }
    guard case .secondFactor(.code) = demand else { return #expect(Bool(false), "\(String(describing: demand))") }
    #expect(await refusal { try signIn("x", from: "192.0.2.9", device: device) } == .wrongCode)
    #expect(await refusal { try signIn("x", from: "192.0.2.9", device: device) } == .wait(seconds: 2))
  }

  @Test func `an attacker who knows the password waits an hour for each code, and does not keep the owner out`()
    async throws
  {
    let (factor, codes) = try add(to: "ada")
    let control = control()
    let first = try control.signIn(
      token: try await token(control, "ada"), code: code(of: factor, steps: -1), from: "192.0.2.1")
    let device = control.knownDevice(for: first)
    var tries = 0
    while tries < 20 {
      // A wrong code lets the password wait, too.
      clocks.pass(30)
      let token = try await token(control, "ada")
      switch await refusal({ _ = try control.signIn(token: token, code: "x", from: "2001:db8:\(tries)::1") }) {
      case .wrongCode: tries += 1
      case .wait(let seconds)?: clocks.pass(Double(seconds))
      case let other: return #expect(Bool(false), "\(String(describing: other))")
      }
    }
    clocks.pass(60)
    let token = try await token(control, "ada")
    let stranger = await refusal { _ = try control.signIn(token: token, code: code(of: factor), from: "192.0.2.1") }
    #expect(stranger == .wait(seconds: 3540))
    _ = try control.signIn(token: token, code: codes[0].text, from: "192.0.2.1")
    _ = try control.signIn(token: token, code: code(of: factor), from: "192.0.2.1", devices: { _ in device })
    let later = await refusal { _ = try control.signIn(token: token, code: "x", from: "192.0.2.1") }
    #expect(later == .wait(seconds: 3540), "the owner's sign-in does not end the wait of others")
  }

  @Test func `a session that a code began tells its device`() async throws {
    let (factor, _) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    let session = try control.signIn(token: token, code: code(of: factor), from: "", userAgent: agent)
    let device = try control.sessions(of: "ada", current: session.text).first?.device
    #expect(device == DeviceName.name(ofUserAgent: agent) && device != nil)
  }

  @Test func `a sign-in that waits for a code ends after five minutes`() async throws {
    let (factor, _) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    clocks.pass(299)
    _ = try control.signIn(token: token, code: code(of: factor), from: "")
    clocks.pass(31)
    #expect(
      await refusal { _ = try control.signIn(token: token, code: code(of: factor), from: "") } == .signInExpired)
  }

  @Test func `a new password ends a sign-in that waits for a code`() async throws {
    let (factor, _) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    try store.setPassword(of: "ada", to: "another one", cost: .least)
    #expect(
      await refusal { _ = try control.signIn(token: token, code: code(of: factor), from: "") } == .signInExpired)
  }

  @Test func `altered tokens, those of other servers and of an enrolment admit no one`() async throws {
    let control = control()
    let (factor, enrolment) = try await enrolment(control, "ada")
    let session = try session(of: "ada")
    _ = try control.confirmEnrolment(token: enrolment, code: code(of: factor), from: "", session: session)
    clocks.pass(60)
    let token = try await token(control, "ada")
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let bob = ["bob".utf8.base64URLText] + parts.dropFirst()
    let later = [parts[0], "\((Int64(parts[1]) ?? 0) + 60)", parts[2], parts[3]]
    let foreign = try await self.token(self.control(), "ada")
    let forged = [
      "", "...", "a.b.c.d", bob.joined(separator: "."), later.joined(separator: "."), foreign, enrolment,
      token + "A", String(token.dropLast()), String(repeating: "a", count: 100_000),
    ]
    for text in forged {
      let refusal = await refusal { _ = try control.signIn(token: text, code: code(of: factor), from: "") }
      #expect(refusal == .signInExpired, "\(text.prefix(100))")
    }
    _ = try control.signIn(token: token, code: code(of: factor), from: "")
  }

  @Test func `hosts of a cluster, which have the same secret, finish each other's sign-ins`() async throws {
    let (factor, _) = try add(to: "ada")
    let secret = AccessToken()
    let token = try await token(control(secret: secret), "ada")
    _ = try control(secret: secret).signIn(token: token, code: code(of: factor), from: "")
  }

  // MARK: Adding and removing

  @Test func `a second factor is added with the password and a code, once`() async throws {
    let control = control()
    let session = try session(of: "ada")
    #expect(await refusal { _ = try await control.enrol("ada", password: "no", session: session) } == .wrongPassword)
    let (factor, token) = try await enrolment(control, "ada")
    #expect(control.recoveryCodes(of: "ada") == nil, "it does not count yet")
    let wrong = await refusal {
      _ = try control.confirmEnrolment(token: token, code: "x", from: "", session: session)
    }
    #expect(wrong == .wrongCode)
    let added = try control.confirmEnrolment(token: token, code: code(of: factor), from: "", session: session)
    #expect(added.codes.count == 10 && added.session == nil)
    #expect(control.recoveryCodes(of: "ada") == 10)
    let again = await refusal { _ = try await control.enrol("ada", password: Self.password, session: session) }
    let twice = await refusal {
      _ = try control.confirmEnrolment(token: token, code: code(of: factor), from: "", session: session)
    }
    for refusal in [again, twice] {
      guard case .unusable(let problem) = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
      #expect(problem.rule == "second-factor-exists")
    }
    // The code that confirmed it has been used.
    let signIn = try await self.token(control, "ada")
    #expect(await refusal { _ = try control.signIn(token: signIn, code: code(of: factor), from: "") } == .wrongCode)
  }

  @Test func `new recovery codes need the password, and end the old ones`() async throws {
    let (factor, codes) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    let (session, foreign) = (try session(of: "ada"), try session(of: "bob"))
    for (password, session) in [("no", session), (Self.password, foreign), (Self.password, "")] {
      let refusal = await refusal {
        _ = try await control.replaceRecoveryCodes(of: "ada", password: password, session: session)
      }
      #expect(refusal == .wrongPassword)
    }
    _ = try control.signIn(token: token, code: codes[0].text, from: "")
    #expect(control.recoveryCodes(of: "ada") == 9)
    let others = try await control.replaceRecoveryCodes(of: "ada", password: Self.password, session: session)
    #expect(control.recoveryCodes(of: "ada") == 10 && Set(others).intersection(codes).isEmpty)
    #expect(await refusal { _ = try control.signIn(token: token, code: codes[1].text, from: "") } == .wrongCode)
    _ = try control.signIn(token: token, code: others[1].text, from: "")
    _ = try control.signIn(token: token, code: code(of: factor), from: "")
    let none = await refusal {
      _ = try await control.replaceRecoveryCodes(of: "bob", password: Self.password, session: foreign)
    }
    guard case .unusable(let problem) = none else { return #expect(Bool(false), "\(String(describing: none))") }
    #expect(try problem.rule == "no-second-factor" && store.content().secondFactors["bob"] == nil)
  }

  @Test func `removing a second factor needs the password, and ends its codes`() async throws {
    let (factor, codes) = try add(to: "ada")
    let control = control()
    let token = try await token(control, "ada")
    let (session, foreign) = (try session(of: "ada"), try session(of: "bob"))
    for (password, session) in [("no", session), (Self.password, foreign), (Self.password, "")] {
      let refusal = await refusal {
        try await control.removeSecondFactor(of: "ada", password: password, session: session)
      }
      #expect(refusal == .wrongPassword)
    }
    try await control.removeSecondFactor(of: "ada", password: Self.password, session: session)
    #expect(control.recoveryCodes(of: "ada") == nil)
    for text in [code(of: factor), codes[0].text] {
      #expect(await refusal { _ = try control.signIn(token: token, code: text, from: "") } == .wrongCode)
    }
    #expect(await demand(control, "ada") == nil)
    _ = try add(to: "ada")
    #expect(control.recoveryCodes(of: "ada") == 10)
  }

  @Test(arguments: [("ADA", true, ""), ("bob", false, ""), ("eve", false, "unknown-account")])
  func `administrators remove the second factor of who has lost it`(name: String, isRemoved: Bool, rule: String) throws
  {
    _ = try add(to: "ada")
    do {
      #expect(try store.removeSecondFactor(of: name) == isRemoved)
      #expect(rule == "")
    } catch {
      #expect((error as? Diagnostic)?.rule == rule)
    }
    #expect(try store.content().secondFactors.isEmpty == (name == "ADA"))
  }

  @Test func `a removed account leaves no second factor to the next one of its name`() throws {
    _ = try add(to: "bob")
    try store.removeAccount("bob")
    _ = try store.addAccount("bob", password: Self.password, cost: .least)
    #expect(try store.content().secondFactors.isEmpty)
  }

  // MARK: Roles that need one

  @Test func `whose role needs a second factor adds one at the next sign-in, before anything else`() async throws {
    try store.setRole(of: "bob", to: .edit, on: "home")
    let control = control(needing: [.administer, .edit])
    for name in ["ada", "bob"] {
      guard case .enrolment(let enrolment) = await demand(control, name) else { return #expect(Bool(false), "\(name)") }
      let token = try #require(
        SecondFactorToken(enrolment.token, key: control.signInKey, now: clocks.date) { _ in
          try? store.passwordHash(of: name)
        })
      guard case .enrolment(let secret) = token.purpose else { return #expect(Bool(false), "\(token)") }
      #expect(try !store.content().sessions.values.contains { $0.account == name })
      let added = try control.confirmEnrolment(
        token: enrolment.token, code: code(of: OneTimeCode(secret: secret)), from: "", session: nil)
      #expect(control.visitor(session: added.session?.text).accountName == name)
      guard case .code = await demand(control, name) else { return #expect(Bool(false), "\(name)") }
    }
    try store.setRole(of: "bob", to: nil, on: "home")
    try store.removeSecondFactor(of: "bob")
    #expect(await demand(control, "bob") == nil)
  }

  @Test func `the first account, which administers, adds one before it begins`() async throws {
    let store = try AccessStore(location: .memory)
    let control = AccessControl(store: store, policy: .required, secondFactorRoles: [.administer], cost: .least)
    let secret = try #require(control.setUpSecret)
    let refusal = await refusal {
      _ = try await control.setUp(secret: secret, name: "ada", password: Self.password)
    }
    guard case .secondFactor(.enrolment) = refusal else {
      return #expect(Bool(false), "\(String(describing: refusal))")
    }
    #expect(try store.content().sessions.isEmpty && store.content().accounts.count == 1)
  }
}
