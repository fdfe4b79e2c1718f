package import TesseraLayout
package import TesseraValues

/// A text field with one or several lines, or a search field.
package final class TextField: View {
  /// Creates an empty field of the kind `textInput`, `textArea` or `searchBar`.
  package override init(_ kind: ViewKind, in context: ViewContext) { super.init(kind, in: context) }

  /// The text of the field. A single-line field has no line breaks; text beyond ``TextLimits/maximumLength`` is
  /// truncated.
  package var text: String {
    get { self[.value].string ?? "" }
    set {
      let line = kind == .textArea ? newValue : newValue.filter { !$0.isNewline }
      var text = String(TextLimits.shown(line))
      if let mask { text = mask.applied(to: text) }
      if let maximumLength, text.count > maximumLength { text = String(text.prefix(maximumLength)) }
      self[.value] = text.isEmpty ? .null : .string(text)
      textDidChange?()
    }
  }

  /// Called when the text may have changed, by the user or by code.
  package var textDidChange: (() -> Void)?

  /// The type of the input.
  package var inputType: TextInputType {
    get { self[.inputType].string.flatMap(TextInputType.init) ?? .text }
    set { self[.inputType] = newValue == .text ? .null : .string(newValue.rawValue) }
  }

  /// Whether a form rejects text that is not of the input type, such as an invalid address or number.
  fileprivate var checksType = true

  /// The mask that formats the typed text.
  var mask: TextMask? { didSet { if mask != oldValue { text = text } } }

  /// The maximum number of characters.
  private var maximumLength: Int? {
    get { self[.maximumLength].integer.map { Int($0) } }
    set {
      self[.maximumLength] = newValue.map { .integer(Int64($0)) } ?? .null
      text = text
    }
  }

  /// The text, or the number in it. Any value is converted to text; null is empty.
  package override var value: Value {
    get { inputType == .number ? TextInputType.number(in: text) : .string(text) }
    set { if !(inputType == .number && newValue == value && !newValue.isNull) { text = newValue.description } }
  }

  /// The text, or null if it consists only of white space: an empty field counts as not filled in. For a number
  /// field, the number.
  package override var fieldValue: Value {
    if inputType == .number { return value }
    return text.allSatisfy(\.isWhitespace) ? .null : .string(text)
  }

  override var problemOfKind: String? {
    text.allSatisfy(\.isWhitespace) || !checksType ? nil : inputType.problem(with: text).map { context.strings[$0] }
  }

  /// Called when the user leaves the field.
  package func leave() {
    if !text.isEmpty, validationState != nil || problem != nil { reportProblem() }
    emit(.blur, ["value": value])
  }

  package override var isFormField: Bool { true }

  /// Whether the field can be read and copied from, but not edited.
  package var isReadOnly: Bool {
    get { self[.readOnly] == true }
    set { self[.readOnly] = newValue ? true : .null }
  }

  /// Handles text typed by the user. A field that cannot be edited keeps its text, and the host is reset to it.
  package func type(_ text: String) {
    recordShown(.value, text.isEmpty ? .null : .string(text))
    guard isInteractive, !isReadOnly else { return }
    isChangedByPerson = true
    self.text = text
    emitChange()
  }

  /// Handles the return key.
  package func submit() {
    guard isInteractive, !isReadOnly else { return }
    emit(.submit, ["value": value])
    if kind == .textInput, let form = nearest(FormView.self), form.submitsOnReturn { form.submit() }
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    var measured = measureField(lines: kind == .textArea ? 4 : 1, width: width)
    if kind == .searchBar { measured.size.height = ControlMetrics.SearchBar.height }
    return measured
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.fieldTable }

  /// The properties of text input in documents.
  fileprivate static let typing: [Property<View>] = [
    .of(
      TextField.self, "inputType", .choice(TextInputType.allCases.map(\.rawValue)),
      "The input type; 'text' by default. The value of a 'number' field is a number, or null.",
      get: { .string($0.inputType.rawValue) },
      set: { $0.inputType = $1.string.flatMap(TextInputType.init) ?? .text }),
    .flag(
      TextField.self, "checksType",
      "Whether a form rejects text that is not of the 'inputType'; true by default.", \.checksType),
    .of(
      TextField.self, "maximumLength", .number, "The maximum number of characters; longer text is truncated.",
      get: { $0[.maximumLength] },
      set: { field, value in
        field.maximumLength = value.number.flatMap { $0 >= 1 ? Int(min($0, Double(TextLimits.maximumLength))) : nil }
      }),
    .of(
      TextField.self, "mask", .string,
      "The format of the text: '#' is a digit, 'A' a letter, '*' either; other characters are literal.",
      get: { $0.mask.map { .string($0.pattern) } ?? .null },
      set: { $0.mask = $1.string.flatMap(TextMask.init) }),
    .of(
      TextField.self, "suggestions", .strings, "Suggested texts; the first 100 are offered.",
      get: { $0[.suggestions] },
      set: { field, value in
        let texts = (value.array ?? []).prefix(TextField.maximumSuggestionCount)
        field[.suggestions] = texts.isEmpty ? .null : .array(Array(texts))
      }),
  ]

  /// The maximum number of suggestions of a text field. Further ones are ignored.
  private static let maximumSuggestionCount = 100
}

extension ViewKind {
  /// A single-line text field.
  package static let textInput = ViewKind(
    "textInput", defaults: .field(maximumLines: 1),
    element: WebElement(
      "input", attributes: ["type": "text", "autocomplete": "off", "dir": "auto"], isControl: true, behaviour: "field"),
    drawing: { node, box, canvas in drawField(node, box, canvas, isSingleLine: true) })

  /// A multi-line text field.
  package static let textArea = ViewKind(
    "textArea", defaults: .field(maximumLines: 0),
    element: WebElement("textarea", attributes: ["dir": "auto"], isControl: true, behaviour: "field"),
    drawing: { node, box, canvas in drawField(node, box, canvas, isSingleLine: false) })

  /// A search field.
  package static let searchBar = ViewKind(
    "searchBar", defaults: ViewDefaults(maximumLines: 1),
    element: WebElement(behaviour: "searchField"), drawing: drawSearchBar)

  private static func drawField(_ node: ViewNode, _ box: Rect, _ canvas: any ViewCanvas, isSingleLine: Bool) {
    // The border lies inside the box, the padding inside the border.
    let inner = box.inset(by: node.borderWidth).inset(by: node.padding)
    canvas.drawTyped(in: node, inside: inner, isSingleLine: isSingleLine)
  }

  private static let drawSearchBar: Drawing = { node, box, canvas in
    typealias Metrics = ControlMetrics.SearchBar
    let height = min(Metrics.fieldHeight, box.height)
    let field = Rect(
      x: box.x + Metrics.fieldMargin, y: box.midY - height / 2, width: max(0, box.width - 2 * Metrics.fieldMargin),
      height: height)
    canvas.fill(
      RoundedBox(field, radius: Metrics.fieldCornerRadius),
      node.color(in: canvas.scheme).withOpacity(Metrics.fieldFillOpacity))
    let sign = Rect(
      x: field.x + Metrics.signMargin, y: field.midY - Metrics.signSize / 2, width: Metrics.signSize,
      height: Metrics.signSize)
    drawMagnifier(in: sign, on: canvas)
    let inner = field.inset(by: EdgeInsets(top: 0, left: Metrics.textStart, bottom: 0, right: Metrics.textEnd))
    canvas.drawTyped(in: node, inside: inner, isSingleLine: true)
  }

  /// Draws a circle with a handle at the lower right.
  private static func drawMagnifier(in box: Rect, on canvas: any ViewCanvas) {
    // Designed for a box of 24 × 24.
    let scale = box.width / 24
    func point(_ x: Double, _ y: Double) -> Point { Point(x: box.x + x * scale, y: box.y + y * scale) }
    canvas.stroke(
      [
        .arc(center: point(10.5, 10.5), radius: 7 * scale, from: 0, to: 2 * .pi), .move(point(15.5, 15.5)),
        .line(point(21, 21)),
      ],
      width: 2 * scale, canvas.color(.placeholderText))
  }
}

extension ComponentDefinition {
  /// A single-line text field.
  package static let textInput = field(.textInput, "A single-line text field.", synonyms: ["input", "textField"])
  /// A multi-line text field.
  package static let textArea = field(.textArea, "A multi-line text field.", synonyms: ["textView", "multiline"])
  /// A search field.
  package static let searchBar = field(.searchBar, "A search field.", synonyms: ["search", "searchField"])

  fileprivate static let fieldTable = textInput.properties

  private static func field(_ kind: ViewKind, _ documentation: String, synonyms: [String]) -> ComponentDefinition {
    let value = EventDefinition.Member("value", .any, "the input: text, or for a number field a number or null")
    return ComponentDefinition(
      type: kind.name, documentation: documentation, synonyms: synonyms, kind: kind,
      properties: Property.validation + TextField.typing + [
        .of(TextField.self, "value", .any, "The input.", get: { $0.value }, set: { $0.value = $1 }),
        .of(TextField.self, "text", .scalar, "The input.", get: { $0.value }, set: { $0.value = $1 }),
        .attribute("placeholder", .string, .placeholder, "The placeholder of the empty field."),
        .flag(TextField.self, "readOnly", "Whether the text can be read and copied, but not edited.", \.isReadOnly),
        .attribute("autofocus", .bool, .autofocus, "Whether the field gets the focus when it appears."),
      ],
      events: [
        EventDefinition(EventName.change.rawValue, "The user typed.", carries: [value]),
        EventDefinition(EventName.submit.rawValue, "The return key was pressed.", carries: [value]),
        EventDefinition(EventName.focus.rawValue, "The field got the keyboard focus.", carries: [value]),
        EventDefinition(EventName.blur.rawValue, "The field lost the keyboard focus.", carries: [value]),
      ],
      makeView: { TextField(kind, in: $0) }
    ).checked(by: Validation.check)
  }
}
