import Synchronization
import TesseraBundles
import TesseraServices
import TesseraValues

/// The hosts that an instance may connect to, which change with its options.
final class InstanceHosts: Sendable {
  private let environment: RuntimeEnvironment
  private let bundle: WidgetBundle
  /// The only hosts of the manifest that the instance may contact, if another widget embeds it; nil for all.
  private let limit: [HostPattern]?
  /// The hosts of addresses in options: those of defaults, which the manifest names, and those that a person typed.
  private let inOptions = Mutex<(named: [HostPattern], granted: [HostPattern])>(([], []))

  init(of bundle: WidgetBundle, in environment: RuntimeEnvironment, limit: [HostPattern]?) {
    self.bundle = bundle
    self.environment = environment
    self.limit = limit
  }

  /// Replaces the hosts of addresses in the options. A widget within another one gets none, because the other one sets
  /// its options.
  func allow(named: [HostPattern], granted: [HostPattern]) {
    guard limit == nil else { return }
    inOptions.withLock { $0 = (named, granted) }
  }

  /// The hosts at present.
  var policy: HostPolicy {
    let (named, granted) = inOptions.withLock { $0 }
    var policy = environment.hostPolicy(of: bundle, naming: named, granting: granted)
    if let limit { policy.hosts.removeAll { !limit.contains($0) } }
    return policy
  }

  /// The hosts that pictures may come from.
  var picturePolicy: HostPolicy {
    var policy = policy
    policy.allowsAnyHost = limit == nil && bundle.manifest.pictures == .anywhere
    return policy
  }
}

/// The context that the parts of an instance share: the definition, the environment, and the hosts that it may connect
/// to.
struct InstanceContext: Sendable {
  let definition: WidgetDefinition
  let environment: RuntimeEnvironment
  let hosts: InstanceHosts

  /// The hosts that the instance may connect to at present.
  var policy: HostPolicy { hosts.policy }

  /// The display name of the widget.
  var name: String { definition.bundle.manifest.name }

  /// Resolves an address; one that begins with `/` is relative to the manifest's `base`.
  func absolute(_ address: String) -> String {
    let manifest = definition.bundle.manifest
    return environment.resolveAddress?(address, manifest.base) ?? manifest.absolute(address)
  }

  /// Writes an entry to the app's log.
  func log(_ level: LogEntry.Level, _ category: LogEntry.Category, _ message: @autoclosure () -> String) {
    environment.log?(LogEntry(level: level, category: category, instance: name, message: message()))
  }
}
