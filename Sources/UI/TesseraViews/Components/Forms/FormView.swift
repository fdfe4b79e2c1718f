package import TesseraValues

/// A box that collects the values of its fields.
package class FormView: View {
  /// The policy for several optional fields with the same name.
  package enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
    /// The last value is used.
    case overwrite
    /// The texts are joined with commas.
    case join
    /// The values are collected in a list.
    case array
  }

  /// The fields that must be filled in.
  package var mandatoryFields: [View] = []
  /// Additional fields, at any place, whose values are included if they are filled in.
  package var optionalFields: [View] = []
  /// The policy for several optional fields with the same name.
  package var duplicateKeyPolicy: DuplicateKeyPolicy = .overwrite

  /// The name of a group of forms that share stored values; nil for none.
  var group: String?
  /// Whether submitted values are stored for other forms of the group.
  var storesValues = false
  /// Values that are submitted in addition to those of the fields.
  var additionalData: [String: Value] = [:]

  /// Whether the return key in a field submits the form.
  var submitsOnReturn = true

  /// The maximum number of forms visited to collect the values of one form. The values of further ones are left out.
  private static let maximumVisits = 1000

  private var isCollecting = false

  /// Creates a form without fields.
  package convenience init(in context: ViewContext) { self.init(.form, in: context) }

  /// The mandatory fields that are not filled in. A field without a name and an identifier counts as missing.
  package var missingFields: [View] { requiredFields.filter { $0.formName == nil || $0.fieldValue.isNull } }

  private var requiredFields: [View] { mandatoryFields + otherFields.filter(\.isRequired) }

  /// The fields whose values are included if they are filled in, and that are mandatory only if they are required.
  private var otherFields: [View] { optionalFields + ownFields }

  private var allFields: [View] { mandatoryFields + otherFields }

  /// The values of all fields by name, or nil if a mandatory field is missing. A mandatory field takes precedence
  /// over optional fields with the same name.
  package var formValue: [String: Value]? {
    // A form that contains itself as a field, directly or indirectly, would recurse endlessly; it counts as not
    // filled in.
    guard !isCollecting else { return nil }
    // Forms that share fields which are forms would visit them repeatedly.
    if context.formCollection.depth == 0 { context.formCollection.visits = 0 }
    context.formCollection.visits += 1
    guard context.formCollection.visits <= Self.maximumVisits else { return nil }
    isCollecting = true
    context.formCollection.depth += 1
    defer {
      isCollecting = false
      context.formCollection.depth -= 1
    }
    let others = otherFields
    if isObserved { follow(mandatoryFields + others) }
    var values: [String: Value] = [:]
    if (mandatoryFields + others).contains(where: { !($0 is FormView) && $0.problem != nil }) { return nil }
    for field in mandatoryFields + others.filter(\.isRequired) {
      guard let name = field.formName, case let value = field.fieldValue, !value.isNull else { return nil }
      values[name] = value
    }
    var optional: [String: [Value]] = [:]
    for field in others where !field.isRequired {
      if let name = field.formName, case let value = field.fieldValue, !value.isNull {
        optional[name, default: []].append(value)
      }
    }
    return values.merging(optional.mapValues(combine)) { mandatory, _ in mandatory }
  }

  /// Observes fields so that observers of the form are notified when a field changes.
  private func follow(_ fields: [View]) {
    for field in fields {
      field.isObserved = true
      field.followingForm = self
    }
  }

  /// The fields inside the form that are included without an explicit connection, except those of nested forms.
  private var ownFields: [View] {
    let connected = Set((mandatoryFields + optionalFields).map(\.id))
    var found: [View] = []
    var pending: [View] = children.reversed()
    while let view = pending.popLast() {
      if view.isFormField, view.takesPartInForm, !connected.contains(view.id) { found.append(view) }
      if !(view is FormView) { pending.append(contentsOf: view.children.reversed()) }
    }
    return found
  }

  /// Clears the fields inside the form and those connected to it.
  package func reset() {
    // Forms may be fields of each other.
    var seen: Set<ViewID> = [id]
    var pending = [self]
    while let form = pending.popLast() {
      for field in form.allFields where seen.insert(field.id).inserted {
        if let inner = field as? FormView {
          pending.append(inner)
        } else {
          field.value = .null
          field.clearProblem()
        }
      }
    }
  }

  /// Submits the form if it is complete; otherwise, highlights what is missing.
  /// - Parameter isAsked: Whether an action requested the submission. Otherwise, the return key did, which is ignored
  ///   by a form without a handler.
  package func submit(isAsked: Bool = false) {
    guard isInteractive, isAsked || handles(.submit) || handles(.invalid) else { return }
    // Earlier errors about specific values may no longer apply.
    for field in allFields { field.clearPassingError() }
    guard let values = formValue else {
      highlightMissingFields()
      return emit(.invalid, ["errors": .dictionary(errors)])
    }
    emit(.submit, ["value": .dictionary(submitted(values))])
  }

  /// The values that the form submits, including additional data; nil if a mandatory field is missing.
  package var submission: [String: Value]? { formValue.map(submitted) }

  /// Returns the values with additional data. Values stored by other forms of the group have the lowest precedence,
  /// those added by the document the highest.
  private func submitted(_ own: [String: Value]) -> [String: Value] {
    var values = own
    if let group {
      // A field that was cleared must not regain its stored value.
      let names = Set(allFields.compactMap(\.formName))
      values.merge((context.host?.formValues(of: group) ?? [:]).filter { !names.contains($0.key) }) { own, _ in own }
    }
    values.merge(additionalData) { _, added in added }
    if let group, storesValues { context.host?.storeFormValues(values, of: group) }
    return values
  }

  /// Shows error messages at fields, by their names. They disappear when the fields change.
  package func showErrors(_ messages: [String: String]) {
    for field in allFields {
      if let name = field.formName, let message = messages[name] { field.showPassingError(message) }
    }
  }

  /// Shows the errors of missing and invalid fields, shakes the fields and focuses the first one.
  package func highlightMissingFields() {
    let fields = wrongFields
    for field in fields {
      field.reportProblem()
      field.perform(.shake)
    }
    fields.first?.perform(.focus)
  }

  /// The fields that make the form incomplete, in order, including those of nested forms.
  private var wrongFields: [View] {
    var seen: Set<ViewID> = [id]
    var wrong: [View] = []
    // Forms may be chained endlessly.
    var visits = 0
    func visit(_ form: FormView) {
      visits += 1
      guard visits <= 100 else { return }
      let missing = Set(form.missingFields.map(\.id))
      for field in form.allFields where seen.insert(field.id).inserted {
        if let inner = field as? FormView {
          let before = wrong.count
          visit(inner)
          if wrong.count == before, missing.contains(inner.id) { wrong.append(inner) }
        } else if missing.contains(field.id) || field.problem != nil {
          wrong.append(field)
        }
      }
    }
    visit(self)
    return wrong
  }

  /// The errors by the names of the fields; empty if the form is complete.
  package var errors: [String: Value] {
    Dictionary(
      wrongFields.compactMap { field in
        field.formName.map { ($0, .string(field.problem ?? field.context.strings[.missing])) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The values by name; null if a field is missing. Read-only.
  package override var value: Value {
    get { formValue.map(Value.dictionary) ?? .null }
    set { _ = newValue }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.form.properties }

  package override var isFormField: Bool { true }

  /// The value for an enclosing form: null also if no field is filled in.
  package override var fieldValue: Value {
    formValue.flatMap { $0.isEmpty ? nil : .dictionary($0) } ?? .null
  }

  private func combine(_ values: [Value]) -> Value {
    guard values.count > 1, let last = values.last else { return values.first ?? .null }
    return switch duplicateKeyPolicy {
    case .overwrite: last
    case .join: .string(values.map(\.description).joined(separator: ","))
    case .array: .array(values)
    }
  }
}

extension View {
  /// The key of the view's value in the values of a form.
  fileprivate var formName: String? { fieldName ?? identifier }
}

extension ViewKind {
  /// A box that collects the values of its fields. It has the role of a group, not of a landmark, because landmarks
  /// need names that are unique on the page.
  package static let form = ViewKind("form", element: WebElement(attributes: ["role": "group"]))
}

extension ComponentDefinition {
  static let formProperties: [Property<View>] = [
    .of(FormView.self, "value", .any, "The values of the fields by name, or null.", get: { $0.value }),
    .of(
      FormView.self, "errors", .object, "The errors by the names of the fields, whether shown or not.",
      get: { .dictionary($0.errors) }),
    .text(
      FormView.self, "group",
      "The name of a group of forms: values stored by one of them are submitted with the values of the others.",
      \.group),
    .flag(
      FormView.self, "storesValues",
      "Whether what is submitted is stored for the other forms of its group; false by default.", \.storesValues),
    .of(
      FormView.self, "additionalData", .object, "Values by name that are submitted besides those of the fields.",
      get: { .dictionary($0.additionalData) }, set: { $0.additionalData = $1.dictionary ?? [:] }),
    .flag(
      FormView.self, "submitsOnReturn", "Whether the return key in a field submits it; true by default.",
      \.submitsOnReturn),
    duplicateKeyPolicy("duplicateKeyPolicy", "The policy for several optional fields with the same name."),
    duplicateKeyPolicy("dublicateKeyPolicy", "The same as duplicateKeyPolicy, in WidgetKit's spelling."),
  ]

  /// A box that collects the values of its fields.
  package static let form = ComponentDefinition(
    type: "form", documentation: "A box that collects the values of its fields.", kind: .form,
    properties: formProperties,
    events: [
      EventDefinition(
        EventName.submit.rawValue,
        "The return key was pressed in one of its fields, and all mandatory ones are filled in.",
        carries: [EventDefinition.Member("value", .object, "the values of the fields by name")]),
      EventDefinition(
        EventName.invalid.rawValue, "It was submitted, but something is missing or invalid.",
        carries: [EventDefinition.Member("errors", .object, "the errors by the names of the fields")]),
    ],
    slots: [.children], makeView: { FormView(in: $0) })

  private static func duplicateKeyPolicy(_ name: String, _ documentation: String) -> Property<View> {
    .of(
      FormView.self, name, .choice(FormView.DuplicateKeyPolicy.allCases.map(\.rawValue)), documentation,
      get: { .string($0.duplicateKeyPolicy.rawValue) },
      set: { form, value in
        form.duplicateKeyPolicy = value.string.flatMap(FormView.DuplicateKeyPolicy.init) ?? .overwrite
      })
  }
}
