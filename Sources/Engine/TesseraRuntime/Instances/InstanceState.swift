import Synchronization
import TesseraData
import TesseraValues
import TesseraViews

/// The state of custom widgets that outlives their views, and the values that they wrote to the options of their
/// instance.
///
/// Views on several threads use it; a lock protects all of it.
final class InstanceState: ViewStateStore, Sendable {
  /// The maximum size of the state of one lifetime, keys and values as JSON, in bytes. A value that does not fit is not
  /// kept.
  static let maximumSize = 64 << 10

  private struct State {
    var volatile: [String: Value] = [:]
    /// The persisted values; nil until the file was read.
    var persisted: [String: Value]?
  }

  private let state = Mutex(State())
  private let store: Store
  /// Whether values are written to the file.
  private let isWritten: Bool

  init(store: Store, isWritten: Bool = true) {
    self.store = store
    self.isWritten = isWritten
  }

  /// Returns a copy whose changes are not persisted.
  func copy() -> InstanceState {
    let copy = InstanceState(store: store, isWritten: false)
    load()
    let values = state.withLock { $0 }
    copy.state.withLock { $0 = values }
    return copy
  }

  func value(forKey key: String, isPersisted: Bool) -> Value {
    if isPersisted { load() }
    return state.withLock { (isPersisted ? $0.persisted ?? [:] : $0.volatile)[key] ?? .null }
  }

  func setValue(_ value: Value, forKey key: String, isPersisted: Bool) -> Bool {
    guard let text = Self.text(of: value), key.utf8.count <= 256 else { return false }
    if isPersisted { load() }
    guard isPersisted, isWritten else { return set(value, text, forKey: key, isPersisted: isPersisted) }
    // The store comes before the lock: actions that use the state may have the store already.
    return (try? store.exclusively { set(value, text, forKey: key, isPersisted: true) }) ?? false
  }

  private func set(_ value: Value, _ text: String, forKey key: String, isPersisted: Bool) -> Bool {
    state.withLock { state in
      var values = isPersisted ? state.persisted ?? [:] : state.volatile
      if values[key].map(Self.text) == text || (value.isNull && values[key] == nil) { return true }
      values[key] = value.unlessNull
      let size = values.reduce(0) { $0 + $1.key.utf8.count + (Self.text(of: $1.value)?.utf8.count ?? 0) }
      guard size <= Self.maximumSize else { return false }
      guard isPersisted else {
        state.volatile = values
        return true
      }
      guard isWritten else {
        state.persisted = values
        return true
      }
      do {
        try store.setState(value.isNull ? nil : text, forKey: key)
      } catch {
        return false
      }
      state.persisted = values
      return true
    }
  }

  /// All persisted values, by key.
  var persistedValues: [String: Value] {
    load()
    return state.withLock { $0.persisted ?? [:] }
  }

  /// Reads the file, once. Waits for the store without the lock, which those who have the store wait for.
  private func load() {
    guard state.withLock({ $0.persisted == nil }) else { return }
    let texts = (try? store.states()) ?? [:]
    let values = texts.compactMapValues { try? Value.parseJSON($0.utf8) }
    state.withLock { $0.persisted = $0.persisted ?? values }
  }

  /// Returns a value as JSON; nil if JSON cannot represent it.
  private static func text(of value: Value) -> String? { isPlain(value, depth: 0) ? JSONText.text(of: value) : nil }

  private static func isPlain(_ value: Value, depth: Int) -> Bool {
    guard depth < 16 else { return false }
    switch value {
    case .null, .bool, .integer, .string: return true
    case .double(let number): return number.isFinite
    case .array(let list): return list.allSatisfy { isPlain($0, depth: depth + 1) }
    case .dictionary(let members): return members.values.allSatisfy { isPlain($0, depth: depth + 1) }
    default: return false
    }
  }
}
