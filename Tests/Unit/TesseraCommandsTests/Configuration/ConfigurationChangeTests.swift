import Foundation
import Synchronization
import TesseraValues
import Testing

@testable import TesseraCommands

@Suite("Changes of a configuration while a server runs")
struct ConfigurationChangeTests {
  private func load(_ text: String) throws -> ServeConfiguration.Result {
    let files = ["/etc/tessera.yaml": Array(text.utf8)]
    return try ServeConfiguration(file: "/etc/tessera.yaml", environment: [:], arguments: []) { files[$0] }.load()
  }

  private func refusals(from former: String, to next: String) throws -> [String] {
    ConfigurationChange(former: try load(former).command, next: try load(next)).refusals.map(\.description)
  }

  @Test(arguments: [
    ("access: required", "port: 8080", "'access' would admit more people"),
    ("access: required", "access: open", "/etc/tessera.yaml:1:9: error: 'access' would admit more people"),
    ("data: /d", "data: /d\naccess: open", "/etc/tessera.yaml:2:9: error: 'access' would admit more people"),
    ("trusted-proxy: 192.0.2.0/24", "trusted-proxy: 192.0.2.0/2", "'trusted-proxy' would admit more people"),
    ("trusted-proxy: 192.0.2.1", "port: 8080", "'access' would admit more people"),
    (
      "trusted-proxy: 192.0.2.1", "trusted-proxy: 192.0.2.1\nproxy-fields: forwarded",
      "'proxy-fields' would admit more people"
    ),
    (
      "trusted-proxy: 192.0.2.1", "trusted-proxy: 192.0.2.1\nremote-user: Remote-User",
      "'remote-user' would admit more people"
    ),
    (
      "trusted-proxy: 192.0.2.1\nremote-user: R\nremote-user-role: look",
      "trusted-proxy: 192.0.2.1\nremote-user: R\nremote-user-role: edit", "'remote-user-role' would admit more people"
    ),
    (
      "openid-issuer: https://a.example\nopenid-client: c",
      "openid-issuer: https://b.example\nopenid-client: c", "'openid-issuer' would admit more people"
    ),
    (
      "openid-issuer: https://a.example\nopenid-client: c",
      "openid-issuer: https://a.example\nopenid-client: c\nopenid-role: use", "'openid-role' would admit more people"
    ),
    ("openid-issuer: https://a.example\nopenid-client: c", "port: 8080", "'access' would admit more people"),
    ("data: /d", "data: /e", "'data' would be other data than before"),
    ("data: /d\nwidgets: /w", "widgets: /w", "'data' would be other data than before"),
    ("data: /d", "data: /d\ncluster: postgres://t@d/t\ncluster-key: /k", "'cluster' would be other data"),
    ("port: 8080", "port: 80", "'port' would change the address"),
    ("host: ::1", "port: 8080", "'host' would change the address"),
    ("base-path: /a", "base-path: /", "'base-path' would change the address"),
    ("certificate: /c\nkey: /k", "port: 8080", "'certificate' would change the address"),
  ])
  func `need a restart if they admit more people, or change the data or the address`(
    former: String, next: String, problem: String
  ) throws {
    let found = try refusals(from: former, to: next)
    #expect(found.count == 1 && found.first?.contains(problem) == true, "\(found)")
  }

  @Test(arguments: [
    ("port: 8080", "updates-per-day: 3"), ("access: open", "access: required"), ("data: /d", "data: /x/../d"),
    ("trusted-proxy: [192.0.2.1, 192.0.2.2]", "trusted-proxy: 192.0.2.2"),
    ("certificate: /c\nkey: /k", "certificate: /d\nkey: /l"), ("port: 8080", "isolate: true"),
  ])
  func `need none otherwise`(former: String, next: String) throws {
    let found = try refusals(from: former, to: next)
    #expect(found == [])
  }

  @Test func `never lower what keeps people out if the file is cut at any byte`() throws {
    let whole = """
      # The server of the house.
      port: 8080
      data: /srv/tessera
      host: 0.0.0.0
      updates-per-day: 20
      trusted-proxy: 192.0.2.0/24
      remote-user: Remote-User
      remote-user-role: look
      openid-issuer: https://auth.example.org
      openid-client: board
      openid-role: use
      access: required
      boards:
        - name: Home
          pages: [{widgets: [org.example.clock]}]

      """
    let former = try load(whole)
    #expect(ConfigurationChange(former: former.command, next: former).refusals == [])
    var taken = 0
    for length in 0..<whole.utf8.count {
      let text = String(decoding: Array(whole.utf8.prefix(length)), as: UTF8.self)
      guard let next = try? load(text), ConfigurationChange(former: former.command, next: next).refusals.isEmpty else {
        continue
      }
      taken += 1
      #expect("\(next.command.network.policy)" == "required", "\(length)")
      let (proxies, role) = (next.command.network.trustedProxies, next.command.network.remoteUserRole)
      #expect(proxies == [] || proxies == former.command.network.trustedProxies, "\(length)")
      // Without a role, people without an account are not admitted.
      #expect(role == nil || role == former.command.network.remoteUserRole, "\(length)")
      #expect(next.command.folder == former.command.folder && next.command.port == 8080, "\(length)")
    }
    // What is cut is never less than the part with the options above.
    #expect(taken < whole.utf8.count / 2)
  }

  /// A clock on which every sleep ends at once, and is told before.
  private struct TellingClock: Clock {
    let onSleep: @Sendable () throws -> Void

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { try onSleep() }
  }

  @Test(arguments: [0, 1, 5])
  func `wait until the files stay the same for a moment`(changes: Int) async {
    let sleeps = Mutex(0)
    let settling = SettlingTime(clock: TellingClock { sleeps.withLock { $0 += 1 } })
    #expect(await settling.wait { min(sleeps.withLock { $0 }, changes) })
    #expect(sleeps.withLock { $0 } == changes + 1)
  }

  @Test func `end with the task that waits for them`() async {
    let settling = SettlingTime(clock: TellingClock { throw CancellationError() })
    #expect(await settling.wait { 0 } == false)
  }

  @Test func `that are refused are kept for the doctor`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(ConfigurationCheck(folder: folder).findings == [])
    let change = ConfigurationChange(former: try load("port: 8080").command, next: try load("port: 80"))
    RefusedConfiguration.keep(change.refusals, in: folder)
    let findings = ConfigurationCheck(folder: folder).findings
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.message.contains("/etc/tessera.yaml:1:7") == true, "\(findings)")
    RefusedConfiguration.remove(in: folder)
    #expect(ConfigurationCheck(folder: folder).findings == [])
  }
}
