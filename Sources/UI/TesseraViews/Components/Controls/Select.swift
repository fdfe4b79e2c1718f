import Foundation
package import TesseraLayout
package import TesseraValues

/// A field that opens a list of choices.
///
/// A host receives at most ``maximumShownCount`` choices at once. Of longer lists, it receives those that match the
/// search text.
package final class Select: View, ChoosingView {
  /// The maximum number of choices of a `select` that are sent to a host at once. The others appear in a search.
  package static let maximumShownCount = 200

  /// The available choices.
  var source = ChoiceSource(maximumCount: 100_000) { didSet { update() } }

  /// Whether several choices can be selected, so that the value is a list.
  package var isMultiple: Bool {
    get { self[.multiple] == true }
    set {
      self[.multiple] = newValue ? true : .null
      showChosen()
    }
  }

  /// Whether choices can be searched by typing. Long lists can always be searched.
  package var isSearchable = false { didSet { update() } }

  /// The values that were set last. Those with a matching choice are selected.
  private var wanted: [Value] = []
  /// The search text.
  private var search = ""
  /// The indices of choices by their values.
  private var indexes: [String: Int] = [:]

  private var chosen: [Choice] { wanted.compactMap(choice(of:)) }

  /// The value of the selected choice, or null; a list of values if several can be selected.
  package override var value: Value {
    get { isMultiple ? .array(chosen.map(\.value)) : chosen.first?.value ?? .null }
    set {
      wanted = newValue.array ?? (newValue.isNull ? [] : [newValue])
      showChosen()
    }
  }

  /// The value for a form. An empty selection counts as not filled in.
  package override var fieldValue: Value { chosen.isEmpty ? .null : value }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    let values = value.array ?? (value.isNull ? [] : [value])
    // A selected choice remains valid even if it has been disabled.
    let isPossible = { (value: Value) in
      self.choice(of: value).map { !$0.isDisabled || self.wanted.contains(value) } ?? false
    }
    guard values.allSatisfy(isPossible), isMultiple || values.count <= 1 else { return }
    self.value = isMultiple ? .array(values) : values.first ?? .null
    emitChange()
  }

  /// Shows the choices that contain a text, ignoring case and diacritics.
  package func find(_ text: String) {
    guard isInteractive else { return }
    let wanted = String(text.prefix(200))
    guard wanted != search else { return }
    search = wanted
    showChoices()
  }

  private func choice(of value: Value) -> Choice? {
    indexes[Self.key(of: value)].flatMap { source.choices.indices.contains($0) ? source.choices[$0] : nil }
  }

  /// Returns a key that is equal for equal values: numbers with different representations have the same key, and a
  /// text never has the key of a number.
  private static func key(of value: Value) -> String {
    if let text = value.string { return "'" + text }
    return value.description
  }

  private func update() {
    indexes = Dictionary(
      source.choices.enumerated().map { (Self.key(of: $1.value), $0) }, uniquingKeysWith: { first, _ in first })
    showChoices()
    showChosen()
  }

  private func showChoices() {
    let found =
      search.isEmpty
      ? source.choices
      : source.choices.filter {
        $0.text.range(of: search, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    self[.choices] = .array(found.prefix(Self.maximumShownCount).map(\.attribute))
    self[.choiceCount] = .integer(Int64(found.count))
    self[.searchable] = isSearchable || source.choices.count > Self.maximumShownCount ? true : .null
  }

  private func showChosen() {
    self[.value] = value
    let text = chosen.map(\.text).joined(separator: ", ")
    self[.text] = text.isEmpty ? .null : .string(String(TextLimits.shown(text)))
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureField(width: width)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.select.properties }
}

extension ViewKind {
  /// A field that opens a list.
  package static let select = ViewKind(
    "select", defaults: .field(maximumLines: 1),
    element: WebElement(behaviour: "select"),
    drawing: { node, box, canvas in
      typealias Metrics = ControlMetrics.Select
      let room = Metrics.signRoom
      let isRightToLeft = node.isRightToLeft
      let inner = box.inset(by: node.borderWidth).inset(by: node.padding).inset(
        by: EdgeInsets(top: 0, left: isRightToLeft ? room : 0, bottom: 0, right: isRightToLeft ? 0 : room))
      canvas.drawFieldText(
        node[.text].string ?? node[.placeholder].string ?? "", isPlaceholder: node[.text].isNull, of: node,
        inside: inner)
      let middle = isRightToLeft ? box.minX + Metrics.signMargin + 7 : box.maxX - Metrics.signMargin - 7
      canvas.stroke(
        [
          .move(Point(x: middle - 4, y: box.midY - 2)), .line(Point(x: middle, y: box.midY + 2)),
          .line(Point(x: middle + 4, y: box.midY - 2)),
        ],
        width: 1.5, canvas.color(.secondaryLabel))
    })
}

extension ComponentDefinition {
  /// A field that opens a list of choices.
  package static let select = ComponentDefinition(
    type: "select", documentation: "A field that opens a list to choose from.",
    synonyms: ["picker", "dropdown", "comboBox", "menu", "popup"], kind: .select,
    properties: Property.choices(of: Select.self) + Property.validation + [
      .of(
        Select.self, "value", .any, "The value of the selected choice, or null; a list if 'multiple' is true.",
        get: { $0.value }, set: { $0.value = $1 }),
      .flag(Select.self, "multiple", "Whether several choices can be chosen; false by default.", \.isMultiple),
      .flag(
        Select.self, "searchable",
        "Whether choices can be searched by typing; false by default. Lists of more than 200 choices can always be searched.",
        \.isSearchable),
      .attribute("placeholder", .string, .placeholder, "The text shown while nothing is selected."),
      .of(Select.self, "text", .scalar, "The text of the selection, as shown to users.", get: { $0[.text] }),
    ],
    events: [.change(.any, "the value of the selected choice, or a list of values")],
    makeView: { Select(.select, in: $0) }
  ).checked(by: Validation.check)
}
