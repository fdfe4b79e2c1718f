public import TesseraValues

/// A box that knows the values of its fields.
public final class FormView: View {
  /// What happens to an optional field whose name was seen before.
  public enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
    /// The last value wins.
    case overwrite
    /// The texts are joined with a comma.
    case join
    /// The values become a list.
    case array
  }

  /// Fields that have to be filled in.
  public var mandatoryFields: [View] = []
  /// Fields that count if they are filled in.
  public var optionalFields: [View] = []
  /// See ``DuplicateKeyPolicy``.
  public var duplicateKeyPolicy: DuplicateKeyPolicy = .overwrite

  /// Creates a form without fields.
  public convenience init(in context: ViewContext) { self.init(.form, in: context) }

  /// The mandatory fields that are not filled in.
  public var missingFields: [View] { mandatoryFields.filter { $0.fieldName == nil || $0.fieldValue.isNull } }

  /// The values of all fields by name, or nil while a mandatory field is missing.
  public var formValue: [String: Value]? {
    guard missingFields.isEmpty else { return nil }
    var values: [String: Value] = [:]
    for field in optionalFields {
      guard let name = field.fieldName, !field.fieldValue.isNull else { continue }
      values[name] = values[name].map { combine($0, field.fieldValue) } ?? field.fieldValue
    }
    for field in mandatoryFields {
      if let name = field.fieldName { values[name] = field.fieldValue }
    }
    return values
  }

  /// Shakes the fields that are missing and gives the first of them the focus.
  public func highlightMissingFields() {
    for field in missingFields { field.perform(.shake) }
    missingFields.first?.perform(.focus)
  }

  /// The values by name; null while something is missing. A form can be a field of a form.
  public override var value: Value {
    get { formValue.map(Value.dictionary) ?? .null }
    set { _ = newValue }
  }

  public override class var properties: PropertyTable<View> { ViewProperties.form }

  private func combine(_ old: Value, _ new: Value) -> Value {
    switch duplicateKeyPolicy {
    case .overwrite: new
    case .join: .string("\(old),\(new)")
    case .array: .array((old.array ?? [old]) + [new])
    }
  }
}
