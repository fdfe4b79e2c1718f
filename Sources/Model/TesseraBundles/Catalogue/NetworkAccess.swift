package import TesseraValues

/// What a widget can contact, as people see it before they add or install it.
package struct NetworkAccess: Sendable, Hashable {
  /// The hosts that the widget's manifests name, also by default values of options.
  package var hosts: [HostPattern] = []
  /// Whether the widget also contacts the hosts of addresses that a person types into its options.
  package var reachesTypedAddresses = false
  /// Whether the widget shows pictures from any host with a public address.
  package var showsPicturesFromAnywhere = false

  /// Creates an access to nothing.
  package init() {}

  /// The names of the sources of this machine among the hosts.
  package var sources: [String] { hosts.compactMap { $0.hostName.flatMap(LocalSourceHost.name) } }
  /// The hosts that are not sources of this machine.
  package var servers: [HostPattern] { hosts.filter { $0.hostName.flatMap(LocalSourceHost.name) == nil } }

  /// Returns what this access allows and a former one does not; all of it if there was none.
  package func exceeding(_ other: NetworkAccess?) -> NetworkAccess {
    guard let other else { return self }
    var rest = self
    rest.hosts.removeAll(where: other.hosts.contains)
    rest.reachesTypedAddresses = reachesTypedAddresses && !other.reachesTypedAddresses
    rest.showsPicturesFromAnywhere = showsPicturesFromAnywhere && !other.showsPicturesFromAnywhere
    return rest
  }

  /// Whether nothing can be contacted.
  package var isEmpty: Bool { self == NetworkAccess() }
}

extension Manifest {
  /// What the widget can contact. Widgets that are nested in it cannot contact more.
  package var networkAccess: NetworkAccess {
    var access = NetworkAccess()
    access.hosts = hosts
    for host in reachedHosts(in: [:]) where !access.hosts.contains(host) { access.hosts.append(host) }
    access.reachesTypedAddresses = options.contains(where: \.type.reachesHosts)
    access.showsPicturesFromAnywhere = pictures == .anywhere
    return access
  }
}
