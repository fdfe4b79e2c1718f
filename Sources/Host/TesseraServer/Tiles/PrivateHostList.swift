import TesseraHTTPClient
import TesseraServices
import TesseraText
import TesseraValues

/// The hosts of a widget that have private addresses, with these addresses, for the person who may allow them.
enum PrivateHostList {
  /// The time limit for looking up the names of hosts for a widget's settings. Later responses are ignored.
  private static let time: Duration = .seconds(2)
  /// The maximum number of names of hosts that are looked up for a widget's settings. Further ones are not.
  private static let maximumCount = 20

  /// Returns `[{"host", "name", "addresses": [text…], "isAllowed"}]`. Hosts whose names lead to public addresses are not listed.
  static func value(of hosts: [(host: HostPattern, isAllowed: Bool)], resolver: any HostResolver) async -> Value {
    let found = await withTaskGroup(of: (Int, [NetworkAddress])?.self) { group in
      for (index, (host, _)) in hosts.prefix(maximumCount).enumerated() {
        guard let name = host.hostName else { continue }
        group.addTask { (index, await resolver.addresses(of: name)) }
      }
      group.addTask {
        try? await Task.sleep(for: time)
        return nil
      }
      var found: [Int: [NetworkAddress]] = [:]
      var expected = hosts.prefix(maximumCount).count { $0.host.hostName != nil }
      while expected > 0, let resolved = await group.next() {
        guard let (index, addresses) = resolved else { break }
        found[index] = addresses.filter { $0.scope == .private }
        expected -= 1
      }
      group.cancelAll()
      return found
    }
    return .array(
      hosts.enumerated().compactMap { index, entry in
        let addresses = found[index] ?? []
        guard entry.isAllowed || !addresses.isEmpty else { return nil }
        return [
          "host": .string(entry.host.description), "name": .string(DomainName.displayed(entry.host.description)),
          "isAllowed": .bool(entry.isAllowed),
          "addresses": .array(addresses.map { .string($0.description) }),
        ]
      })
  }
}
