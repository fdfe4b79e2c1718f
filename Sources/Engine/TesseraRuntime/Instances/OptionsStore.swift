import Synchronization
import TesseraBundles
import TesseraComponents
import TesseraExpressions
import TesseraValues

/// The values of a widget's options: what people set, and what a widget made of Swift writes there itself.
///
/// What the widget wrote counts until a person sets another value, and is kept with the instance.
final class OptionsStore: Sendable {
  /// The values as presentations share them.
  let shared: SharedContext
  private let context: InstanceContext
  private let state: InstanceState
  /// What people set the options to; what the widget wrote into them is not among it.
  private let settings = Mutex<[String: Value]>([:])

  private var definition: WidgetDefinition { context.definition }

  /// Begins with the defaults, and with what the widget wrote before.
  init(_ context: InstanceContext, state: InstanceState) {
    self.context = context
    self.state = state
    shared = SharedContext(
      .dictionary(
        Dictionary(context.definition.bundle.manifest.options.map { ($0.name, $0.default) }, uniquingKeysWith: { $1 })))
    if definition.customWidget != nil { migrateOwn() }
    for (name, value) in own { set(name, to: value) }
  }

  /// All values by name.
  var value: Value { shared.value }

  /// The options as screens read them: what is secret is for requests, and a browser never sees it.
  var shown: Value {
    let secrets = definition.bundle.manifest.options.filter(\.isSecret)
    // A widget made of Swift is trusted with what it asks for.
    guard !secrets.isEmpty, definition.customWidget == nil, var values = shared.value.dictionary else {
      return shared.value
    }
    for secret in secrets { values[secret.name] = .null }
    return .dictionary(values)
  }

  /// Gives an option another value; every presentation follows.
  func set(_ name: String, to value: Value) { shared.set(value, at: ContextPath(nodes: [.key(name)])) }

  /// Takes the values of a former instance, as far as they are of the right types.
  func adopt(_ former: Value) {
    for option in definition.bundle.manifest.options {
      let path = ContextPath(nodes: [.key(option.name)])
      let value = path.value(in: former)
      if option.type.accepts(value) { shared.set(value, at: path) }
    }
  }

  /// Gives all options the values that were set, and the others their defaults. What the widget wrote into one itself stays as
  /// long as nobody sets another value.
  func setAll(_ values: [String: Value]) {
    for option in definition.bundle.manifest.options {
      let value = values[option.name].flatMap { option.type.accepts($0) ? $0 : nil } ?? option.default
      settings.withLock { $0[option.name] = value }
      let ownValue = ownValue(of: option, setTo: value)
      if ownValue == nil { removeOwnValue(of: option.name) }
      set(option.name, to: ownValue ?? value)
    }
  }

  /// Gives an option a value as the widget itself does: a widget made of Swift keeps what people do to it in its options. Every
  /// presentation follows, and the value is kept with the instance.
  func write(_ name: String, to value: Value) {
    guard let option = definition.bundle.manifest.options.first(where: { $0.name == name }),
      option.type.accepts(value)
    else { return }
    let setting = settings.withLock { $0[name] } ?? option.default
    let own: Value = ["value": value, "setting": setting, "version": .integer(Int64(optionsVersion))]
    if !state.setValue(own, forKey: Self.optionKey(name), isPersisted: true) {
      // An older one would come back.
      removeOwnValue(of: name)
      settings.withLock { $0[name] = value }
      context.log(.error, .widget, "'\(option.title)' is too large to be kept, and is gone when the server stops")
    }
    set(name, to: value)
  }

  private var optionsVersion: Int { definition.optionsVersion ?? 1 }

  /// Brings what the widget wrote into its options under an earlier version of its properties to the present one.
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

  /// What the widget wrote into its options, where nobody has set another value since.
  var own: [String: Value] {
    guard definition.customWidget != nil else { return [:] }
    let settings = settings.withLock { $0 }
    return Dictionary(
      definition.bundle.manifest.options.compactMap { option in
        ownValue(of: option, setTo: settings[option.name] ?? option.default).map { (option.name, $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// Gives options the values that people set, whatever the widget wrote there.
  func removeOwn(_ names: Set<String>) {
    let settings = settings.withLock { $0 }
    for name in own.keys where names.contains(name) {
      removeOwnValue(of: name)
      set(name, to: settings[name] ?? .null)
    }
  }

  /// What the widget wrote into an option while it was set to a value.
  private func ownValue(of option: Manifest.Option, setTo setting: Value) -> Value? {
    let own = state.value(forKey: Self.optionKey(option.name), isPersisted: true)
    guard !own.isNull else { return nil }
    let value = own.value(at: "value")
    guard own.value(at: "setting") == setting, option.type.accepts(value) else { return nil }
    return value
  }

  private func removeOwnValue(of name: String) {
    if definition.customWidget != nil {
      _ = state.setValue(.null, forKey: Self.optionKey(name), isPersisted: true)
    }
  }

  private static func optionKey(_ name: String) -> String { "option/\(name)" }
}
