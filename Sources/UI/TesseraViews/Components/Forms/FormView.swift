package import TesseraValues

/// A box that knows the values of its fields.
package class FormView: View {
  /// What happens to an optional field whose name was seen before.
  package enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
    /// The last value wins.
    case overwrite
    /// The texts are joined with a comma.
    case join
    /// The values become a list.
    case array
  }

  /// Fields that have to be filled in.
  package var mandatoryFields: [View] = []
  /// Further fields that count if they are filled in, wherever they stand.
  package var optionalFields: [View] = []
  /// See ``DuplicateKeyPolicy``.
  package var duplicateKeyPolicy: DuplicateKeyPolicy = .overwrite

  /// The name of forms that share what they store; nil for none.
  var group: String?
  /// Whether what is submitted is stored for other forms of the group.
  var storesValues = false
  /// Values that are submitted besides those of the fields.
  var additionalData: [String: Value] = [:]

  /// Whether the return key in a field submits it.
  var submitsOnReturn = true

  /// The most forms that are asked for the values of one.
  private static let maximumVisits = 1000

  private var isCollecting = false

  /// Creates a form without fields.
  package convenience init(in context: ViewContext) { self.init(.form, in: context) }

  /// The mandatory fields that are not filled in. A field without a name and an identifier cannot be filled in.
  package var missingFields: [View] { requiredFields.filter { $0.formName == nil || $0.fieldValue.isNull } }

  private var requiredFields: [View] { mandatoryFields + otherFields.filter(\.isRequired) }

  /// The fields that count if they are filled in, unless they are required.
  private var otherFields: [View] { optionalFields + ownFields }

  private var allFields: [View] { mandatoryFields + otherFields }

  /// The values of all fields by name, or nil while a mandatory field is missing. A mandatory field wins over optional
  /// ones of its name.
  package var formValue: [String: Value]? {
    // A form that is a field of itself, or of a form in it, would go round in circles: there it is not filled in.
    guard !isCollecting else { return nil }
    // Forms that have others in common as fields would ask those again and again.
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

  /// Lets those who follow the form hear when a field changes.
  private func follow(_ fields: [View]) {
    for field in fields {
      field.isObserved = true
      field.followingForm = self
    }
  }

  /// The fields that stand in the form, count without being connected to it, and are not in a form of their own.
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

  /// Empties the fields that stand in the form, and those that are connected to it.
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
          field.forgetProblem()
        }
      }
    }
  }

  /// Tells that the form is complete, or shows what is missing.
  /// - Parameter isAsked: whether an action asks for it, rather than the return key, which means nothing to a form that
  ///   nobody waits for.
  package func submit(isAsked: Bool = false) {
    guard isInteractive, isAsked || handles(.submit) || handles(.invalid) else { return }
    // What somebody said of values may be otherwise now.
    for field in allFields { field.forgetPassingError() }
    guard let values = formValue else {
      highlightMissingFields()
      return emit(.invalid, ["errors": .dictionary(errors)])
    }
    emit(.submit, ["value": .dictionary(submitted(values))])
  }

  /// What the form submits: the values of its fields with what belongs to them; nil while a mandatory field is missing.
  package var submission: [String: Value]? { formValue.map(submitted) }

  /// The values with what belongs to them: those that forms of the group stored before are the least, what the document adds the most.
  private func submitted(_ own: [String: Value]) -> [String: Value] {
    var values = own
    if let group {
      // What was emptied is not what it was.
      let names = Set(allFields.compactMap(\.formName))
      values.merge((context.formValues?(group) ?? [:]).filter { !names.contains($0.key) }) { own, _ in own }
    }
    values.merge(additionalData) { _, added in added }
    if let group, storesValues { context.storeFormValues?(values, group) }
    return values
  }

  /// Tells messages at fields, by their names. They go when the fields change.
  package func showErrors(_ messages: [String: String]) {
    for field in allFields {
      if let name = field.formName, let message = messages[name] { field.showPassingError(message) }
    }
  }

  /// Tells what is wrong at the fields that are missing or cannot be taken, shakes them, and gives the first of them the
  /// focus.
  package func highlightMissingFields() {
    let fields = wrongFields
    for field in fields {
      field.tellProblem()
      field.perform(.shake)
    }
    fields.first?.perform(.focus)
  }

  /// The fields that keep the form from being complete, in order, those of forms in it included.
  private var wrongFields: [View] {
    var seen: Set<ViewID> = [id]
    var wrong: [View] = []
    // Forms may be chained without end.
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

  /// What is wrong, by the names of the fields; nothing where the form is complete.
  package var errors: [String: Value] {
    Dictionary(
      wrongFields.compactMap { field in
        field.formName.map { ($0, .string(field.problem ?? field.context.words[.missing])) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The values by name; null while something is missing. It can only be read.
  package override var value: Value {
    get { formValue.map(Value.dictionary) ?? .null }
    set { _ = newValue }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.form.properties }

  package override var isFormField: Bool { true }

  /// What a form takes of this one as its field: null also where no field is filled in.
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
  /// A box that knows the values of its fields. A group and no landmark: landmarks need names that no other widget of a page has.
  package static let form = ViewKind("form", element: WebElement(attributes: ["role": "group"]))
}

extension ComponentDefinition {
  static let formProperties: [Property<View>] = [
    .of(FormView.self, "value", .any, "The values of the fields by name, or null.", get: { $0.value }),
    .of(
      FormView.self, "errors", .object, "What is wrong, told or not, by the names of the fields.",
      get: { .dictionary($0.errors) }),
    .text(
      FormView.self, "group",
      "The name of forms that belong together: what one of them stored is submitted with the values of the others.",
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
    duplicateKeyPolicy("duplicateKeyPolicy", "What happens to an optional field whose name was seen before."),
    duplicateKeyPolicy("dublicateKeyPolicy", "The same as duplicateKeyPolicy, in WidgetKit's spelling."),
  ]

  /// A box that knows the values of its fields. A group and no landmark: landmarks need names that no other widget of a page has.
  package static let form = ComponentDefinition(
    type: "form", documentation: "A box that knows the values of its fields.", kind: .form,
    properties: formProperties,
    events: [
      EventDefinition(
        EventName.submit.rawValue,
        "The return key was pressed in one of its fields, and all mandatory ones are filled in.",
        carries: [EventDefinition.Member("value", .object, "the values of the fields by name")]),
      EventDefinition(
        EventName.invalid.rawValue, "It was to be submitted, and something is missing or wrong.",
        carries: [EventDefinition.Member("errors", .object, "what is wrong, by the names of the fields")]),
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
