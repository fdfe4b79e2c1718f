import Dispatch
import Foundation
import Synchronization
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

  func setDate(by seconds: Double) { state.withLock { $0.date += seconds } }
}

@Suite("Signing in")
struct AccessControlTests {
  private let clocks = Clocks()
  private let store: AccessStore

  init() throws {
    store = try AccessStore(location: .memory)
  }

  private func control(_ policy: AccessControl.Policy = .required) -> AccessControl {
    AccessControl(
      store: store, policy: policy, cost: .least, now: { [clocks] in clocks.date },
      instant: { [clocks] in clocks.instant })
  }

  private func addAda() throws { _ = try store.addAccount("ada", password: "correct horse", cost: .least) }

  private func addEditor() throws {
    _ = try store.addAccount("bob", password: "correct horse", role: .edit, cost: .least)
  }

  private func refusal(_ body: () async throws -> Void) async -> AccessControl.Refusal? {
    do {
      try await body()
      return nil
    } catch {
      return error as? AccessControl.Refusal
    }
  }

  @Test(arguments: [
    (AccessControl.Policy.automatic, false, true), (.automatic, true, false), (.open, true, true),
    (.required, false, false), (.required, true, false),
  ])
  func `policies admit strangers or not`(policy: AccessControl.Policy, hasAccount: Bool, isAdmitted: Bool) throws {
    if hasAccount { try addAda() }
    for session in [nil, "", "x", AccessToken().text] {
      #expect(control(policy).visitor(session: session) == (isAdmitted ? .anyone : .stranger))
    }
  }

  @Test func `the right password begins a session, until the person signs out`() async throws {
    try addAda()
    try addEditor()
    let control = control()
    let token = try await control.signIn("BOB", password: "correct horse", from: "192.0.2.1")
    let visitor = control.visitor(session: token.text)
    #expect(visitor.kind == .account("bob"))
    #expect(visitor.sharedRole == .edit)
    control.signOut(session: token.text)
    #expect(control.visitor(session: token.text) == .stranger)
  }

  @Test(arguments: [
    ("ada", "correct hors"), ("ada", ""), ("bob", "correct horse"), ("", ""), ("a\u{0}da", "correct horse"),
  ])
  func `wrong names and passwords are refused alike`(name: String, password: String) async throws {
    try addAda()
    let control = control()
    let refusal = await refusal { _ = try await control.signIn(name, password: password, from: "192.0.2.1") }
    #expect(refusal == .wrongPassword)
  }

  @Test func `after wrong passwords, the right one has to wait as well`() async throws {
    try addAda()
    let control = control()
    for _ in 0..<4 {
      #expect(
        await refusal { _ = try await control.signIn("ada", password: "no", from: "192.0.2.1") } == .wrongPassword)
    }
    let right = { _ = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1") }
    #expect(await refusal(right) == .wait(seconds: 1))
    // A clock that is set does not end the wait.
    clocks.setDate(by: 1000)
    #expect(await refusal(right) == .wait(seconds: 1))
    clocks.pass(1)
    #expect(await refusal(right) == nil)
  }

  @Test func `addresses of one IPv6 network count as one`() async throws {
    let control = control()
    for index in 0..<4 {
      let address = "2001:db8:0:1::\(index)"
      #expect(
        await refusal { _ = try await control.signIn("u\(index)", password: "no", from: address) } == .wrongPassword)
    }
    let same = await refusal { _ = try await control.signIn("ada", password: "no", from: "2001:db8:0:1:ffff::1") }
    #expect(same == .wait(seconds: 1))
    let other = await refusal { _ = try await control.signIn("ada", password: "no", from: "2001:db8:0:2::1") }
    #expect(other == .wrongPassword)
  }

  @Test func `IPv4 addresses that are written as IPv6 addresses count one by one`() async throws {
    let control = control()
    for index in 0..<4 {
      _ = await refusal { _ = try await control.signIn("u\(index)", password: "no", from: "::ffff:192.0.2.1") }
    }
    let other = await refusal { _ = try await control.signIn("ada", password: "no", from: "::ffff:192.0.2.2") }
    #expect(other == .wrongPassword)
    let same = await refusal { _ = try await control.signIn("ada", password: "no", from: "192.0.2.1") }
    #expect(same == .wait(seconds: 1))
  }

  @Test func `after a right password, the next one does not wait for failures of long ago`() async throws {
    try addAda()
    let control = control()
    for index in 0..<8 {
      _ = await refusal { _ = try await control.signIn("u\(index)", password: "no", from: "192.0.2.1") }
      clocks.pass(60)
    }
    for _ in 0..<3 { _ = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1") }
  }

  @Test func `hundred attempts at once are few attempts`() async throws {
    try addAda()
    let control = control()
    let refusals = await withTaskGroup(of: AccessControl.Refusal?.self) { group in
      for _ in 0..<100 {
        group.addTask { await refusal { _ = try await control.signIn("ada", password: "no", from: "192.0.2.1") } }
      }
      return await group.reduce(into: [AccessControl.Refusal?]()) { $0.append($1) }
    }
    #expect(refusals.count { $0 == .wrongPassword } == 4)
  }

  @Test func `a session ends when it is not used for 30 days, and lasts while it is`() async throws {
    try addAda()
    let control = control()
    let token = try await control.signIn("ada", password: "correct horse", from: "")
    for _ in 0..<5 {
      clocks.pass(20 * 24 * 3600)
      #expect(control.visitor(session: token.text).accountName == "ada")
    }
    clocks.pass(31 * 24 * 3600)
    #expect(control.visitor(session: token.text) == .stranger)
  }

  @Test func `a clock that is set back by a year ends sessions, rather than making them last`() async throws {
    try addAda()
    let control = control()
    let token = try await control.signIn("ada", password: "correct horse", from: "")
    clocks.setDate(by: -365 * 24 * 3600)
    #expect(control.visitor(session: token.text) == .stranger)
    let again = try await control.signIn("ada", password: "correct horse", from: "")
    #expect(control.visitor(session: again.text).accountName == "ada")
  }

  @Test func `a removed account and a changed role count for open sessions at once`() async throws {
    try addAda()
    _ = try store.addAccount("bob", password: "12345678", role: .administer, cost: .least)
    let control = control()
    let token = try await control.signIn("ada", password: "correct horse", from: "")
    try store.setRole(of: "ada", to: .view)
    #expect(control.visitor(session: token.text).sharedRole == .view)
    try store.removeAccount("ada")
    #expect(control.visitor(session: token.text) == .stranger)
  }

  @Test func `a changed password ends the other sessions`() async throws {
    try addAda()
    let control = control()
    let other = try await control.signIn("ada", password: "correct horse", from: "")
    let wrong = await refusal {
      _ = try await control.changePassword(of: "ada", from: "no", to: "battery staple", session: other.text)
    }
    #expect(wrong == .wrongPassword)
    let token = try await control.changePassword(
      of: "ada", from: "correct horse", to: "battery staple", session: other.text)
    #expect(control.visitor(session: other.text) == .stranger)
    #expect(control.visitor(session: token.text).accountName == "ada")
    let short = await refusal {
      _ = try await control.changePassword(of: "ada", from: "battery staple", to: "short", session: token.text)
    }
    guard case .unusable = short else { return #expect(Bool(false), "\(String(describing: short))") }
    #expect(try store.content().sessions.count == 1)
    _ = try await control.signIn("ada", password: "battery staple", from: "")
  }

  // MARK: Attacks

  /// Tries wrong passwords of an account, each from another address, as soon as one is permitted.
  private func attack(_ name: String, _ control: AccessControl, tries: Int) async {
    for index in 0..<tries {
      let attempt = { _ = try await control.signIn(name, password: "no", from: "10.0.\(index / 256).\(index % 256)") }
      guard case .wait(let seconds) = await refusal(attempt) else { continue }
      clocks.pass(Double(seconds))
      _ = await refusal(attempt)
    }
  }

  @Test func `1,000 tries from many addresses keep the owner neither out of a known device nor from a new password`()
    async throws
  {
    try addAda()
    let control = control()
    let session = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1")
    let device = try #require(control.knownDevice(for: session))
    await attack("ada", control, tries: 1000)
    let stranger = await refusal { _ = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1") }
    #expect(stranger == .wait(seconds: 30))
    _ = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1", device: device)
    // The owner's success does not make guessing faster.
    let again = await refusal { _ = try await control.signIn("ada", password: "no", from: "192.0.2.2") }
    #expect(again == .wait(seconds: 30))
    _ = try await control.changePassword(
      of: "ada", from: "correct horse", to: "battery staple", session: session.text)
  }

  @Test func `wrong passwords from a known device or in a session wait, too, and end with the right one`() async throws
  {
    try addAda()
    let control = control()
    let session = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1")
    let device = try #require(control.knownDevice(for: session))
    let signIn = { (password: String) in
      await refusal { _ = try await control.signIn("ada", password: password, from: "192.0.2.1", device: device) }
    }
    let change = { (password: String) in
      await refusal {
        _ = try await control.changePassword(of: "ada", from: password, to: "12345678", session: session.text)
      }
    }
    for attempt in [signIn, change] {
      for _ in 0..<4 { #expect(await attempt("no") == .wrongPassword) }
      #expect(await attempt("correct horse") == .wait(seconds: 1))
    }
    clocks.pass(1)
    for attempt in [signIn, change] { #expect(await attempt("correct horse") == nil) }
  }

  @Test func `a forged, altered, foreign or former device counts as none`() async throws {
    try addAda()
    try addEditor()
    let control = control()
    let ada = try await control.signIn("ada", password: "correct horse", from: "192.0.2.1")
    let bob = try await control.signIn("bob", password: "correct horse", from: "192.0.2.1")
    let (own, other) = (
      try #require(control.knownDevice(for: ada)), try #require(control.knownDevice(for: bob))
    )
    let parts = own.split(separator: ".").map(String.init)
    let device = String(parts[0].reversed())
    try store.setPassword(of: "bob", to: "battery staple", cost: .least)
    #expect(control.knownDevice(for: bob) == nil)
    try store.setPassword(of: "bob", to: "correct horse", cost: .least)
    let elsewhere = AccessControl(store: try AccessStore(location: .memory), policy: .required, cost: .least)
    _ = try elsewhere.store.addAccount("ada", password: "correct horse", cost: .least)
    let foreign = try await elsewhere.signIn("ada", password: "correct horse", from: "")
    for (name, text) in [
      ("ada", ""), ("ada", "..ada"), ("ada", other), ("bob", other), ("bob", own), ("ada", own + "x"),
      ("ada", String(own.dropLast())), ("ada", "\(parts[0]).\(parts[0]).ada"), ("ada", "\(device).\(parts[1]).ada"),
      ("ada", "\(parts[0]).\(parts[1].uppercased()).ada"), ("bob", "\(parts[0]).\(parts[1]).bob"),
      ("ada", try #require(elsewhere.knownDevice(for: foreign))),
    ] {
      await attack(name, control, tries: 10)
      let refused = await refusal {
        _ = try await control.signIn(name, password: "correct horse", from: "192.0.2.9", device: text)
      }
      guard case .wait = refused else { return #expect(Bool(false), "\(text)") }
    }
    _ = try await control.signIn("ADA", password: "correct horse", from: "192.0.2.9", device: own)
    try store.removeAccount("bob")
    try addEditor()
    await attack("bob", control, tries: 10)
    let former = await refusal {
      _ = try await control.signIn("bob", password: "correct horse", from: "192.0.2.9", device: other)
    }
    guard case .wait = former else { return #expect(Bool(false), "\(String(describing: former))") }
  }

  @Test func `only a live session of the account changes its password`() async throws {
    try addAda()
    try addEditor()
    let control = control()
    let bob = try await control.signIn("bob", password: "correct horse", from: "")
    for session in ["", AccessToken().text, bob.text] {
      let refused = await refusal {
        _ = try await control.changePassword(of: "ada", from: "correct horse", to: "12345678", session: session)
      }
      #expect(refused == .wrongPassword)
    }
  }

  @Test func `strangers who wait do not take the places of known devices`() async throws {
    let work = PasswordWork()
    let gate = DispatchSemaphore(value: 0)
    let order = Mutex<[String]>([])
    let note = { @Sendable (name: String) in order.withLock { $0.append(name) } }
    let running = (0..<2).map { _ in Task.immediate { try await work.run { gate.wait() } } }
    let waiting = (0..<32).map { _ in Task.immediate { try await work.run { note("stranger") } } }
    await #expect(throws: PasswordWork.Overload.self) { try await work.run {} }
    let known = Task.immediate { try await work.run(isKnown: true) { note("known") } }
    // The actor has taken it when it has refused what came after it.
    await #expect(throws: PasswordWork.Overload.self) { try await work.run {} }
    gate.signal()
    try await known.value
    #expect(order.withLock { $0.first } == "known")
    gate.signal()
    for task in running + waiting { try await task.value }
  }

  // MARK: The first account

  @Test func `the first account is made once, with the secret of this start`() async throws {
    let (before, control) = (control(), control())
    let secret = try #require(control.setUpSecret)
    for wrong in ["", "x", try #require(before.setUpSecret)] {
      #expect(
        await refusal { _ = try await control.setUp(secret: wrong, name: "eve", password: "12345678") } == .linkExpired)
    }
    let short = await refusal { _ = try await control.setUp(secret: secret, name: "ada", password: "1") }
    guard case .unusable = short else { return #expect(Bool(false), "\(String(describing: short))") }
    let token = try await control.setUp(secret: secret, name: "ada", password: "correct horse")
    #expect(control.visitor(session: token.text).sharedRole == .administer)
    #expect(control.setUpSecret == nil)
    #expect(
      await refusal { _ = try await control.setUp(secret: secret, name: "eve", password: "12345678") } == .linkExpired)
  }

  @Test(arguments: [AccessControl.Policy.automatic, .open])
  func `servers that need no accounts have no secret`(policy: AccessControl.Policy) {
    #expect(control(policy).setUpSecret == nil)
  }

  // MARK: Links

  @Test func `a link shows one board until it is revoked`() throws {
    let control = control()
    let (link, token) = try store.addLink(named: "Kitchen", to: "home", role: .view)
    #expect(control.link(token.text) == link)
    #expect(control.link(AccessToken().text) == nil)
    let visitor = control.visitor(session: token.text)
    #expect(visitor.role(on: "home") == .view)
    #expect(visitor.role(on: "other") == nil)
    #expect(visitor.sharedRole == nil)
    #expect(try store.removeLink(link.id))
    #expect(try !store.removeLink(link.id))
    #expect(control.visitor(session: token.text) == .stranger)
    #expect(control.link(token.text) == nil)
  }

  // MARK: Proxies

  @Test func `people whom a proxy names have the role of their account, or the usual one, or none`() throws {
    try addAda()
    try addEditor()
    let control = control()
    #expect(control.visitor(namedByProxy: "Bob", role: .view).sharedRole == .edit)
    #expect(control.visitor(namedByProxy: "Bob", role: .view).kind == .proxied("bob"))
    #expect(control.visitor(namedByProxy: "eve@example.org", role: .use).sharedRole == .use)
    #expect(control.visitor(namedByProxy: "eve", role: nil) == .stranger)
    #expect(control.visitor(namedByProxy: "", role: .use) == .stranger)
    #expect(control.visitor(namedByProxy: "a b", role: .use) == .stranger)
  }

  @Test func `administrators administer boards of people without an account, until they have one`() throws {
    try addAda()
    try addEditor()
    let control = control()
    for owner in ["eve", "bob"] { try control.prepareBoard("of \(owner)", owner: owner) }
    func role(_ name: String, on board: String) -> Role? {
      control.visitor(namedByProxy: name, role: .use).role(on: board)
    }
    #expect(role("eve", on: "of eve") == .administer)
    #expect(role("ada", on: "of eve") == .administer)
    #expect(role("bob", on: "of eve") == nil)
    #expect(role("ada", on: "of bob") == nil)
    for number in 2...AccessStore.maximumPersonalBoards { try control.prepareBoard("\(number)", owner: "eve") }
    #expect(throws: Diagnostic.self) { try control.prepareBoard("more", owner: "eve") }
    try control.removeBoard("of eve")
    try control.prepareBoard("of eve", owner: "eve")
    _ = try store.addAccount("eve", password: "12345678", role: .use, cost: .least)
    #expect(role("ada", on: "of eve") == nil)
    try store.removeAccount("eve")
    #expect(role("ada", on: "of eve") == .administer)
  }
}
