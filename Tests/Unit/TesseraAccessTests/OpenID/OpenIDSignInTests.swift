import Foundation
import TesseraData
import TesseraValues
import Testing

@testable import TesseraAccess

@Suite("Sign-ins at a provider that are not completed")
struct PendingSignInTests {
  private let start = ContinuousClock.now

  private func signIn(_ browser: AccessToken = AccessToken()) -> PendingSignIn {
    PendingSignIn(browser: browser, redirectAddress: "https://board.example.org/openid", next: "/")
  }

  @Test func `each has secrets of its own`() {
    let browser = AccessToken()
    let (first, second) = (signIn(browser), signIn(browser))
    #expect(first.state != second.state && first.nonce != second.nonce)
  }

  @Test func `each is completed once, by the browser that began it`() {
    var pending = PendingSignIns()
    let (first, second) = (signIn(), signIn())
    for signIn in [first, second] { pending.add(signIn, from: "192.0.2.1", now: start) }
    for (state, browser) in [
      (first.state.text, second.browser.text), (first.state.text, ""), ("", first.browser.text),
      (AccessToken().text, first.browser.text), ("x", "x"),
    ] {
      #expect(pending.remove(state: state, browser: browser, now: start) == nil)
    }
    #expect(pending.remove(state: first.state.text, browser: first.browser.text, now: start) == first)
    #expect(pending.remove(state: first.state.text, browser: first.browser.text, now: start) == nil)
    #expect(pending.remove(state: second.state.text, browser: second.browser.text, now: start) == second)
  }

  @Test func `a browser may have several at once`() {
    var pending = PendingSignIns()
    let browser = AccessToken()
    let (first, second) = (signIn(browser), signIn(browser))
    for signIn in [first, second] { pending.add(signIn, from: "192.0.2.1", now: start) }
    for signIn in [second, first] {
      #expect(pending.remove(state: signIn.state.text, browser: browser.text, now: start) == signIn)
    }
  }

  @Test func `each ends after ten minutes`() {
    var pending = PendingSignIns()
    let (first, second) = (signIn(), signIn())
    for signIn in [first, second] { pending.add(signIn, from: "192.0.2.1", now: start) }
    let late = start + .seconds(599)
    #expect(pending.remove(state: first.state.text, browser: first.browser.text, now: late) == first)
    #expect(pending.remove(state: second.state.text, browser: second.browser.text, now: start + .seconds(600)) == nil)
    pending.add(signIn(), from: "192.0.2.1", now: start + .seconds(601))
    #expect(pending.count == 1)
  }

  @Test func `a visitor who begins many sign-ins ends own ones, and those of others stay`() {
    var pending = PendingSignIns()
    let first = signIn()
    pending.add(first, from: "192.0.2.1", now: start)
    for index in 1...2 * PendingSignIns.maximumCount {
      pending.add(signIn(), from: "2001:db8::\(String(index, radix: 16))", now: start + .milliseconds(index))
    }
    #expect(pending.count == PendingSignIns.maximumCount)
    #expect(
      pending.remove(state: first.state.text, browser: first.browser.text, now: start + .seconds(9)) == first)
  }

  @Test func `the oldest makes room for a further one`() {
    var pending = PendingSignIns()
    let signIns = (0...PendingSignIns.maximumCount).map { _ in signIn() }
    for (index, signIn) in signIns.enumerated() {
      pending.add(signIn, from: "192.0.2.1", now: start + .milliseconds(index))
    }
    #expect(pending.count == PendingSignIns.maximumCount)
    let now = start + .seconds(2)
    #expect(pending.remove(state: signIns[0].state.text, browser: signIns[0].browser.text, now: now) == nil)
    #expect(pending.remove(state: signIns[1].state.text, browser: signIns[1].browser.text, now: now) == signIns[1])
  }
}

@Suite("People whom a provider names")
struct NamedByProviderTests {
  private let store: AccessStore
  private let control: AccessControl

  init() throws {
    store = try AccessStore(location: .memory)
    control = AccessControl(store: store, policy: .required, cost: .least)
  }

  /// A person whose identity at the provider is the name, in small letters, unless another one is stated.
  private func person(_ name: String, subject: String? = nil) -> OpenIDPerson {
    OpenIDPerson(issuer: "https://id.example.org", subject: subject ?? name.lowercased(), name: name)
  }

  private func addAda() throws { _ = try store.addAccount("ada", password: "correct horse", cost: .least) }

  @Test(arguments: [nil, Role.view])
  func `a person with an account gets a session of it, whatever the usual role`(role: Role?) throws {
    try addAda()
    let token = try #require(try control.signIn(person("Ada"), role: role))
    let visitor = control.visitor(session: token.text)
    #expect(visitor.kind == .account("ada") && visitor.sharedRole == .administer)
  }

  @Test func `a person without an account gets one with the usual role, which can be changed`() throws {
    try addAda()
    let first = try #require(try control.signIn(person("Bob@example.org"), role: .use))
    #expect(control.visitor(session: first.text).sharedRole == .use)
    try store.setRole(of: "bob@example.org", to: .edit)
    let second = try #require(try control.signIn(person("bob@example.org"), role: .use))
    #expect(control.visitor(session: second.text).sharedRole == .edit)
    #expect(control.visitor(session: first.text).sharedRole == .edit)
  }

  @Test func `an account stays with the person who used it first, whatever name others get at the provider`() throws {
    try addAda()
    #expect(try control.signIn(person("ada", subject: "1"), role: .use) != nil)
    #expect(try control.signIn(person("ada", subject: "2"), role: .use) == nil)
    // The person keeps the account under another name.
    let token = try #require(try control.signIn(person("countess", subject: "1"), role: .use))
    #expect(control.visitor(session: token.text).kind == .account("ada"))
    // An account that was removed can be made anew, for another person.
    _ = try store.addAccount("eve", password: "correct horse", role: .administer, cost: .least)
    try store.removeAccount("ada")
    #expect(try control.signIn(person("ada", subject: "2"), role: .use) != nil)
  }

  @Test func `without a usual role, and with a name that no account can have, a person is not admitted`() throws {
    try addAda()
    #expect(try control.signIn(person("bob"), role: nil) == nil)
    for name in ["", "a b", "Ädä", String(repeating: "a", count: 65)] {
      #expect(try control.signIn(person(name), role: .use) == nil)
    }
    #expect(try Array(store.content().accounts.keys) == ["ada"])
  }

  @Test func `the first account is not made for a person whom a provider names, unless all people administer`() throws {
    #expect(throws: AccessControl.Refusal.self) { try control.signIn(person("bob"), role: .edit) }
    #expect(try !store.content().hasAccounts && control.setUpSecret != nil)
    #expect(try control.signIn(person("bob"), role: .administer) != nil)
  }

  @Test func `no password is right for an account without one, until one is set`() async throws {
    try addAda()
    _ = try control.signIn(person("bob"), role: .use)
    #expect(control.hasPassword("ada") && !control.hasPassword("bob") && !control.hasPassword("eve"))
    for password in ["", "correct horse"] {
      await #expect(throws: AccessControl.Refusal.wrongPassword) {
        try await control.signIn("bob", password: password, from: "192.0.2.\(password.count)")
      }
    }
    try store.setPassword(of: "bob", to: "battery staple", cost: .least)
    #expect(control.hasPassword("bob"))
    _ = try await control.signIn("bob", password: "battery staple", from: "192.0.2.1")
  }
}
