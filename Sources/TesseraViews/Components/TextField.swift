package import TesseraLayout
package import TesseraValues

/// A field to type into: one line, several lines, or a search.
package final class TextField: View {
  /// Creates an empty field: `textInput`, `textArea` or `searchBar`.
  package override init(_ kind: ViewKind, in context: ViewContext) { super.init(kind, in: context) }

  /// What is typed. A field of one line has no line breaks; text beyond ``TextLimits/maximumLength`` is cut.
  package var text: String {
    get { self[.value].string ?? "" }
    set {
      let line = kind == .textArea ? newValue : newValue.filter { !$0.isNewline }
      self[.value] = line.isEmpty ? .null : .string(String(TextLimits.shown(line)))
    }
  }

  /// The text; any value is written out, null is empty.
  package override var value: Value {
    get { .string(text) }
    set { text = newValue.description }
  }

  /// The text, or null where nothing but white space is typed: an empty field is not filled in.
  package override var fieldValue: Value {
    text.allSatisfy(\.isWhitespace) ? .null : .string(text)
  }

  package override var isFormField: Bool { true }

  /// Can be read and copied from, not typed into.
  package var isReadOnly: Bool {
    get { self[.readOnly] == true }
    set { self[.readOnly] = newValue ? true : .null }
  }

  /// Takes what the person typed. A field that cannot be typed into keeps its text, and the host gets it back.
  package func type(_ text: String) {
    noteShown(.value, text.isEmpty ? .null : .string(text))
    guard isInteractive, !isReadOnly else { return }
    self.text = text
    emit(.change, ["value": .string(self.text)])
  }

  /// Tells that the return key was pressed.
  package func submit() {
    guard isInteractive, !isReadOnly else { return }
    emit(.submit, ["value": .string(text)])
    if kind == .textInput { nearest(FormView.self)?.submit() }
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    // A field is as high as its lines, whatever is typed: it must not grow under the person's fingers.
    let line = context.textMeasuring.measure("X", style: textStyle, width: nil)
    let lines = kind == .textArea ? 4.0 : 1.0
    let natural = kind == .searchBar ? ControlMetrics.SearchBar.height : (line.size.height * lines).rounded(.up)
    let points = width.points ?? (width == .minContent ? 40 : 200)
    return MeasuredSize(
      width: points, height: natural, firstBaseline: line.firstBaseline)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.fieldTable }
}

extension ViewKind {
  /// One line of text to type.
  package static let textInput = ViewKind(
    "textInput", defaults: fieldDefaults(maximumLines: 1),
    element: WebElement(
      "input", attributes: ["type": "text", "autocomplete": "off", "dir": "auto"], isControl: true, behaviour: "field"),
    drawing: { node, box, canvas in drawField(node, box, canvas, isSingleLine: true) })

  /// Several lines of text to type.
  package static let textArea = ViewKind(
    "textArea", defaults: fieldDefaults(maximumLines: 0),
    element: WebElement("textarea", attributes: ["dir": "auto"], isControl: true, behaviour: "field"),
    drawing: { node, box, canvas in drawField(node, box, canvas, isSingleLine: false) })

  /// A field to search with.
  package static let searchBar = ViewKind(
    "searchBar", defaults: ViewDefaults(maximumLines: 1),
    element: WebElement(attributes: ["role": "search"], behaviour: "searchField"), drawing: drawSearchBar)

  private static func fieldDefaults(maximumLines: Int) -> ViewDefaults {
    ViewDefaults(
      backgroundColor: .background, borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 6,
      padding: EdgeInsets(top: 8, left: 10, bottom: 8, right: 10), maximumLines: maximumLines)
  }

  private static func drawField(_ node: ViewNode, _ box: Rect, _ canvas: any ViewCanvas, isSingleLine: Bool) {
    // The border lies inside the box, the padding inside the border.
    let inner = box.inset(by: node.borderWidth).inset(by: node.padding)
    drawTyped(node, in: inner, on: canvas, isSingleLine: isSingleLine)
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
    drawTyped(node, in: inner, on: canvas, isSingleLine: true)
  }

  /// A circle with a handle to the lower right.
  private static func drawMagnifier(in box: Rect, on canvas: any ViewCanvas) {
    // Made for a box of 24 × 24.
    let scale = box.width / 24
    func point(_ x: Double, _ y: Double) -> Point { Point(x: box.x + x * scale, y: box.y + y * scale) }
    canvas.stroke(
      [
        .arc(center: point(10.5, 10.5), radius: 7 * scale, from: 0, to: 2 * .pi), .move(point(15.5, 15.5)),
        .line(point(21, 21)),
      ],
      width: 2 * scale, canvas.color(.placeholderText))
  }

  /// Draws what is typed, or what stands in the empty field.
  private static func drawTyped(_ node: ViewNode, in box: Rect, on canvas: any ViewCanvas, isSingleLine: Bool) {
    let value = node[.value].string ?? ""
    let text = value.isEmpty ? node[.placeholder].string ?? "" : value
    guard !text.isEmpty, !box.isEmpty else { return }
    let color = value.isEmpty ? node.placeholderColor(in: canvas.scheme) : node.color(in: canvas.scheme)
    var style = node.textStyle
    style.maximumLines = 0
    let shown = isSingleLine ? String(text.filter { !$0.isNewline }) : text
    let natural = isSingleLine ? canvas.measure(shown, style: style, width: nil).size.width : box.width
    // What is too long for its line shows its start.
    let overflows = natural > box.width
    var place = box
    if isSingleLine, overflows { place.width = natural + 1 }
    canvas.clipped(to: RoundedBox(box)) {
      canvas.draw(
        shown, style: style, align: overflows ? .start : node.textAlign, isCentered: isSingleLine, in: place, color)
    }
  }
}

extension ComponentDefinition {
  /// One line of text to type.
  package static let textInput = field(.textInput, "One line of text to type.", synonyms: ["input", "textField"])
  /// Several lines of text to type.
  package static let textArea = field(.textArea, "Several lines of text to type.", synonyms: ["textView", "multiline"])
  /// A field to search with.
  package static let searchBar = field(.searchBar, "A field to search with.", synonyms: ["search", "searchField"])

  fileprivate static let fieldTable = textInput.properties

  private static func field(_ kind: ViewKind, _ documentation: String, synonyms: [String]) -> ComponentDefinition {
    let value = EventDefinition.Member("value", .string, "what is typed")
    return ComponentDefinition(
      type: kind.name, documentation: documentation, synonyms: synonyms, kind: kind,
      properties: [
        .of(TextField.self, "value", .any, "What is typed.", get: { $0.value }, set: { $0.value = $1 }),
        .of(TextField.self, "text", .scalar, "What is typed.", get: { $0.value }, set: { $0.value = $1 }),
        .attribute("placeholder", .string, .placeholder, "What stands in the empty field."),
        .flag(TextField.self, "readOnly", "Can be read and copied from, not typed into.", \.isReadOnly),
        .attribute("autofocus", .bool, .autofocus, "Whether the field takes the focus when it appears."),
      ],
      events: [
        EventDefinition(EventName.change.rawValue, "The person typed.", carries: [value]),
        EventDefinition(EventName.submit.rawValue, "The return key was pressed.", carries: [value]),
        EventDefinition(EventName.focus.rawValue, "The field got the keyboard focus.", carries: [value]),
        EventDefinition(EventName.blur.rawValue, "The field lost the keyboard focus.", carries: [value]),
      ],
      makeView: { TextField(kind, in: $0) })
  }
}
