import TesseraValues

/// Stores the values of forms that belong to a group, beyond the lifetime of the forms: in the app's storage, or in
/// memory.
final class FormValueStore: Sendable {
  private let context: InstanceContext
  private let state: InstanceState
  /// Whether the instance is only drawn, so that nothing is stored.
  private let isDrawnOnly: Bool

  init(_ context: InstanceContext, state: InstanceState, isDrawnOnly: Bool) {
    self.context = context
    self.state = state
    self.isDrawnOnly = isDrawnOnly
  }

  /// Returns the values that forms of a group last stored.
  func values(of group: String) -> [String: Value] {
    if let storage = context.environment.formStorage { return storage.values(of: group, in: context.name) }
    return state.value(forKey: Self.formKey(group), isPersisted: false).dictionary ?? [:]
  }

  /// Stores the values of a form for its group; empty to remove them.
  func setValues(_ values: [String: Value], of group: String) {
    if isDrawnOnly { return }
    if let storage = context.environment.formStorage { return storage.setValues(values, of: group, in: context.name) }
    let value: Value = values.isEmpty ? .null : .dictionary(values)
    if !state.setValue(value, forKey: Self.formKey(group), isPersisted: false) {
      context.log(.error, .widget, "The values of the forms '\(group.prefix(100))' are too large to be stored")
    }
  }

  private static func formKey(_ group: String) -> String { "form \(group)" }
}
