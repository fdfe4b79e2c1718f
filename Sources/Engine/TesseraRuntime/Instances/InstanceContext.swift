import TesseraBundles
import TesseraServices
import TesseraValues

/// What the parts of an instance know of it: what the widget is, where it runs, and which hosts it may reach.
struct InstanceContext: Sendable {
  let definition: WidgetDefinition
  let environment: RuntimeEnvironment
  let policy: HostPolicy

  /// The widget's name for people.
  var name: String { definition.bundle.manifest.name }

  /// The absolute form of an address: one that begins with `/` stands on the manifest's `base`.
  func absolute(_ address: String) -> String {
    let manifest = definition.bundle.manifest
    return environment.resolveAddress?(address, manifest.base) ?? manifest.absolute(address)
  }

  /// Writes to the app's log.
  func log(_ level: LogEntry.Level, _ category: LogEntry.Category, _ message: @autoclosure () -> String) {
    environment.log?(LogEntry(level: level, category: category, instance: name, message: message()))
  }
}
