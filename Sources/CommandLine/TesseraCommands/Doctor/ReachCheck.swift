import TesseraBoardService
import TesseraBundles
import TesseraHTTPClient
import TesseraServices
import TesseraValues

/// Checks whether the hosts that widgets name can be reached. This asks name servers, and connects to the hosts.
struct ReachCheck: Sendable {
  /// The hosts without wildcards, each once.
  let hosts: [HostAuthority]

  /// The maximum number of hosts that `tessera doctor` tries to reach. A warning tells how many others there are.
  static let maximumHosts = 50
  /// The time limit for an answer of name servers, and for a connection, in `tessera doctor`, in seconds. The host then
  /// counts as unreachable.
  private static let timeLimit = 3

  /// Takes the hosts that manifests name.
  init(_ manifests: [Manifest]) {
    // A pattern for any port says nothing about the one that is used.
    let names = manifests.flatMap(\.hosts).map { $0.description.replacing(":*", with: "") }
    hosts = Set(names).sorted().filter { !$0.contains("*") }.compactMap { HostAuthority($0) }
  }

  func findings() async -> [Finding] {
    guard !hosts.isEmpty else { return [.ok("reach", "No installed widget names a host")] }
    var findings = await withTaskGroup(of: (Int, Finding).self) { group in
      for (index, host) in hosts.prefix(Self.maximumHosts).enumerated() {
        group.addTask { (index, await Self.finding(of: host)) }
      }
      var found: [(Int, Finding)] = []
      for await result in group { found.append(result) }
      return found.sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    if hosts.count > Self.maximumHosts {
      findings.append(
        .warning("reach", "Only the first \(Self.maximumHosts) of \(hosts.count) hosts were tried"))
    }
    return findings
  }

  private static func finding(of host: HostAuthority) async -> Finding {
    let name = host.host
    let addresses = try? await withTimeout(.seconds(timeLimit)) { await SystemHostResolver().addresses(of: name) }
    guard let address = addresses?.first else {
      return .error(
        "host-unknown", "The name of the host '\(name)' cannot be resolved",
        fix: "Check the connection to the internet and the name servers of this machine")
    }
    // Without a port, a manifest means those of HTTPS and HTTP.
    var problem: String?
    for port in host.port.map({ [$0] }) ?? [443, 80] {
      let failure = await ConnectionTest.problem(connectingTo: address, port: port, within: timeLimit)
      guard let failure else { return .ok("reach", "The host '\(name)' can be reached on port \(port)") }
      problem = problem ?? failure
    }
    return .error(
      "host-unreachable", "The host '\(name)' cannot be reached: \(problem ?? "no answer")",
      fix: "Check the connection to the internet, and whether the service runs")
  }
}
