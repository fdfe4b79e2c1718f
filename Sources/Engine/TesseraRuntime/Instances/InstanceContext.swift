import TesseraBundles
import TesseraServices
import TesseraValues

/// The context that the parts of an instance share: the definition, the environment, and the hosts that it may connect
/// to.
struct InstanceContext: Sendable {
  let definition: WidgetDefinition
  let environment: RuntimeEnvironment
  let policy: HostPolicy

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
