public import TesseraLayout
public import TesseraValues

/// A field to type into: one line, several lines, or a search.
public final class TextField: View {
  /// Called after the person typed; the text is already the new one.
  public var inputHandlers: [(String) -> Void] = []
  /// Called when the return key or the search key is pressed.
  public var submitHandlers: [() -> Void] = []

  /// Creates an empty field: `textInput`, `textArea` or `searchBar`.
  public override init(_ kind: ViewKind, in context: ViewContext) { super.init(kind, in: context) }

  /// What is typed. A field of one line has no line breaks; text beyond ``TextLimits/maximumLength`` is cut.
  public var text: String {
    get { self[.value].string ?? "" }
    set {
      let line = kind == .textArea ? newValue : newValue.filter { !$0.isNewline }
      self[.value] = line.isEmpty ? .null : .string(String(TextLimits.shown(line)))
    }
  }

  /// The text; any value is written out, null is empty.
  public override var value: Value {
    get { .string(text) }
    set { text = newValue.description }
  }

  /// The text, or null where nothing but white space is typed: an empty field is not filled in.
  public override var fieldValue: Value {
    text.allSatisfy(\.isWhitespace) ? .null : .string(text)
  }

  /// Can be read and copied from, not typed into.
  public var isReadOnly: Bool {
    get { self[.readOnly] == true }
    set { self[.readOnly] = newValue ? true : .null }
  }

  /// Takes what the person typed. A field that cannot be typed into keeps its text, and the host gets it back.
  public func type(_ text: String) {
    noteShown(.value, text.isEmpty ? .null : .string(text))
    guard isInteractive, !isReadOnly else { return }
    self.text = text
    let accepted = self.text
    for handler in inputHandlers { handler(accepted) }
  }

  /// Tells that the return key was pressed.
  public func submit() {
    guard isInteractive, !isReadOnly else { return }
    for handler in submitHandlers { handler() }
  }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    // A field is as high as its lines, whatever is typed: it must not grow under the person's fingers.
    let line = context.textMeasuring.measure("X", style: textStyle, width: nil)
    let lines = kind == .textArea ? 4.0 : 1.0
    let natural = kind == .searchBar ? ControlMetrics.SearchBar.height : (line.size.height * lines).rounded(.up)
    let points = width.points ?? (width == .minContent ? 40 : 200)
    return MeasuredSize(
      width: points, height: natural, firstBaseline: line.firstBaseline)
  }

  public override class var properties: PropertyTable<View> { ViewProperties.field }
}
