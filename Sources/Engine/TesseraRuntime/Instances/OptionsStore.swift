import Synchronization
import TesseraBundles
import TesseraComponents
import TesseraExpressions
import TesseraValues

/// The values of a widget's options: those that users set, and those that the widget writes itself.
///
/// A value that the widget wrote is stored with the instance, and stays until the user sets a different one.
final class OptionsStore: Sendable {
  /// The values that presentations share.
  let shared: SharedContext
  private let context: InstanceContext
  private let state: InstanceState
  /// The values that users set, without those that the widget wrote. Only these grant hosts.
  private let settings = Mutex<[String: Value]>([:])

  private var definition: WidgetDefinition { context.definition }

  /// Creates a store with the defaults and the values that the widget wrote before.
  init(_ context: InstanceContext, state: InstanceState) {
    self.context = context
    self.state = state
    shared = SharedContext(
      .dictionary(
        Dictionary(context.definition.bundle.manifest.options.map { ($0.name, $0.default) }, uniquingKeysWith: { $1 })))
    if definition.customWidget != nil { migrateOwn() }
    for (name, value) in own { store(name, value) }
    grantHosts()
  }

  /// All values by name.
  var value: Value { shared.value }

  /// The options as screens read them. Secret values are left out, because they are for requests and must not reach a
  /// browser.
  var shown: Value {
    let secrets = definition.bundle.manifest.options.filter(\.isSecret)
    // A custom widget is trusted with its own options.
    guard !secrets.isEmpty, definition.customWidget == nil, var values = shared.value.dictionary else {
      return shared.value
    }
    for secret in secrets { values[secret.name] = .null }
    return .dictionary(values)
  }

  /// Sets an option to a user's value; all presentations are updated.
  func set(_ name: String, to value: Value) {
    let type = definition.bundle.manifest.options.first { $0.name == name }?.type
    let value = type?.completed(value) ?? value
    settings.withLock { $0[name] = value }
    // Views that follow the option show addresses in it.
    grantHosts()
    store(name, value)
  }

  private func store(_ name: String, _ value: Value) { shared.set(value, at: ContextPath(nodes: [.key(name)])) }

  /// Lets the instance contact the hosts of the addresses that the user typed. What the widget itself writes grants
  /// nothing: otherwise it could reach any host.
  private func grantHosts() {
    let settings = settings.withLock { $0 }
    var named: [HostPattern] = []
    var granted: [HostPattern] = []
    for option in definition.bundle.manifest.options where option.type.reachesHosts {
      let ofDefault = Set(option.type.reachedHosts(of: option.default))
      for host in option.type.reachedHosts(of: settings[option.name] ?? option.default) {
        if ofDefault.contains(host) { named.append(host) } else { granted.append(host) }
      }
    }
    context.hosts.allow(named: named, granted: granted)
  }

  /// Copies the values of a former instance whose types match.
  func adopt(_ former: OptionsStore) {
    let values = former.value
    let formerSettings = former.settings.withLock { $0 }
    for option in definition.bundle.manifest.options {
      if let setting = formerSettings[option.name], option.type.accepts(setting) {
        settings.withLock { $0[option.name] = setting }
      }
    }
    grantHosts()
    for option in definition.bundle.manifest.options {
      let value = values.value(forKey: option.name) ?? .null
      if option.type.accepts(value) { store(option.name, option.type.completed(value)) }
    }
  }

  /// Sets all options to the user's values, and the others to their defaults. A value that the widget itself wrote
  /// stays until the user sets a different one.
  func setAll(_ values: [String: Value]) {
    let accepted = definition.bundle.manifest.options.map { option in
      let given = values[option.name].flatMap { option.type.accepts($0) ? option.type.completed($0) : nil }
      return (option, given ?? option.default)
    }
    settings.withLock { for (option, value) in accepted { $0[option.name] = value } }
    grantHosts()
    for (option, value) in accepted {
      let ownValue = ownValue(of: option, setTo: value)
      if ownValue == nil { removeOwnValue(of: option.name) }
      store(option.name, ownValue ?? value)
    }
  }

  /// Sets an option on behalf of the widget, which stores user input in its options. All presentations are updated, and
  /// the value is stored with the instance. Only a custom widget can set a secret.
  func write(_ name: String, to value: Value) {
    guard let option = definition.bundle.manifest.options.first(where: { $0.name == name }),
      option.type.accepts(value), !option.isSecret || definition.customWidget != nil
    else { return }
    let setting = settings.withLock { $0[name] } ?? option.default
    let own: Value = ["value": value, "setting": setting, "version": .integer(Int64(optionsVersion))]
    if !state.setValue(own, forKey: Self.optionKey(name), isPersisted: true) {
      // Otherwise an older value would return.
      removeOwnValue(of: name)
      context.log(
        .error, .widget, "'\(option.title)' is too large to be stored, and will be lost when the server stops")
    }
    store(name, option.type.completed(value))
  }

  private var optionsVersion: Int { definition.optionsVersion ?? 1 }

  /// Migrates the values that the widget wrote under an earlier version of its properties.
  private func migrateOwn() {
    let prefix = Self.optionKey("")
    var former: [Int: [String: Value]] = [:]
    for (key, own) in state.persistedValues where key.hasPrefix(prefix) {
      let version = Int(clamping: own.value(at: "version").integer ?? 1)
      if version < optionsVersion { former[version, default: [:]][String(key.dropFirst(prefix.count))] = own }
    }
    for (version, values) in former {
      for name in values.keys { removeOwnValue(of: name) }
      func migrated(_ part: ValuePath) -> [String: Value] {
        definition.migratedOptions(values.mapValues { $0.value(at: part) }, of: version) ?? [:]
      }
      let settings = migrated("setting")
      for (name, value) in migrated("value") {
        let own: Value = [
          "value": value, "setting": settings[name] ?? .null, "version": .integer(Int64(optionsVersion)),
        ]
        _ = state.setValue(own, forKey: Self.optionKey(name), isPersisted: true)
      }
    }
  }

  /// The values that the widget wrote to its options, where the user has not set a different value since.
  var own: [String: Value] {
    guard definition.writesOptions else { return [:] }
    let settings = settings.withLock { $0 }
    return Dictionary(
      definition.bundle.manifest.options.compactMap { option in
        ownValue(of: option, setTo: settings[option.name] ?? option.default).map { (option.name, $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// Resets options to the user's values, replacing those that the widget wrote.
  func removeOwn(_ names: Set<String>) {
    let settings = settings.withLock { $0 }
    for name in own.keys where names.contains(name) {
      removeOwnValue(of: name)
      store(name, settings[name] ?? .null)
    }
  }

  /// Returns the value that the widget wrote to an option while the user's value was `setting`.
  private func ownValue(of option: Manifest.Option, setTo setting: Value) -> Value? {
    let own = state.value(forKey: Self.optionKey(option.name), isPersisted: true)
    guard !own.isNull else { return nil }
    let value = own.value(at: "value")
    guard own.value(at: "setting") == setting, option.type.accepts(value) else { return nil }
    return value
  }

  private func removeOwnValue(of name: String) {
    if definition.writesOptions {
      _ = state.setValue(.null, forKey: Self.optionKey(name), isPersisted: true)
    }
  }

  private static func optionKey(_ name: String) -> String { "option/\(name)" }
}
