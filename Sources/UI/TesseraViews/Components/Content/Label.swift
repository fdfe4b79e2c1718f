public import TesseraLayout
public import TesseraValues

/// A read-only text.
public final class Label: View {
  /// Creates an empty label.
  public convenience init(in context: ViewContext) { self.init(.text, in: context) }

  /// The text.
  public var text: String {
    get { self[.text].string ?? "" }
    set {
      self[.spans] = .null
      self[.text] = newValue.isEmpty ? .null : .string(newValue)
    }
  }

  /// The spans that make up the text: texts, and dictionaries with `text` and the differing style of the span
  /// (`fontWeight`, `italic`, `monospaced`, `color`, `textDecoration`, `url`). Only the first thousand are used.
  public var spans: Value {
    get { self[.spans] }
    set {
      let parts = (newValue.array ?? []).prefix(1000).map(Self.span)
      text = parts.reduce(into: "") { $0 += $1.value(at: "text").string ?? "" }
      self[.spans] = parts.isEmpty || text.isEmpty ? .null : .array(parts)
    }
  }

  private static func span(_ value: Value) -> Value {
    guard let members = value.dictionary else { return ["text": .string(value.description)] }
    var span: [String: Value] = ["text": .string(members["text"]?.description ?? "")]
    span["fontWeight"] = members["fontWeight"]?.number.map { .integer(Int64(TextStyle.nearestWeight(to: $0))) }
    for name in ["italic", "monospaced"] where members[name]?.isTrue == true { span[name] = true }
    if let color = members["color"]?.string, ColorComponents(color, in: .light) != nil {
      span["color"] = .string(color)
    }
    if let line = members["textDecoration"]?.string.flatMap(TextDecoration.init) {
      span["textDecoration"] = .string(line.rawValue)
    }
    if let address = members["url"]?.string, Link.isOpened(address) { span["url"] = .string(address) }
    return .dictionary(span)
  }

  /// The text. Any value is converted to text; null is empty.
  public override var value: Value {
    get { .string(text) }
    set { text = newValue.description }
  }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(text, width: width)
  }

  override func defaultContentPriorities(_ axis: LayoutAxis) -> ContentPriorities { .ofTextsAndImages }

  public override class var properties: PropertyTable<View> { ComponentDefinition.text.properties }
}

extension View {
  /// The style of text in the view, from its attributes.
  public var textStyle: TextStyle { TextStyle(of: kind, attributes) }

  /// Measures a text in the view's style. Sizes are rounded up to whole points, so that a box on the pixel grid is
  /// never narrower than the line in it.
  func measureText(_ text: String, width: AvailableSpace) -> MeasuredSize {
    guard !text.isEmpty else { return MeasuredSize(size: .zero) }
    let limit: Double? =
      switch width {
      case .definite(let points): points
      case .minContent: 0
      case .maxContent: nil
      }
    let metrics = context.textMeasuring.measure(text, style: textStyle, width: limit)
    return MeasuredSize(
      width: metrics.size.width.rounded(.up), height: metrics.size.height.rounded(.up),
      firstBaseline: metrics.firstBaseline)
  }
}

extension View {
  /// Measures a text in the view's style with a symbol beside it. The result is at least as high as the symbol.
  /// - Parameter sign: The size of the symbol, including the space between it and the text in its width.
  func measureText(_ text: String, beside sign: Size, width: AvailableSpace) -> MeasuredSize {
    var measured = measureText(text, width: width.points.map { .definite(max(0, $0 - sign.width)) } ?? width)
    measured.size.width += sign.width
    measured.size.height = max(measured.size.height, sign.height)
    return measured
  }
}

extension Rect {
  /// Returns the rest of a box beside a symbol of a width, at the start or at the end of the text.
  func beside(_ width: Double, isAtEnd: Bool = false, isRightToLeft: Bool) -> Rect {
    let isOnRight = isAtEnd != isRightToLeft
    return inset(by: EdgeInsets(top: 0, left: isOnRight ? 0 : width, bottom: 0, right: isOnRight ? width : 0))
  }
}

extension ViewKind {
  /// A read-only text.
  public static let text = ViewKind(
    "text", element: WebElement("p", parts: [.label], behaviour: "text"),
    drawing: { node, box, canvas in canvas.drawText(of: node, in: box) })
}

extension ComponentDefinition {
  /// A read-only text.
  public static let text = ComponentDefinition(
    type: "text", documentation: "A read-only text.", synonyms: ["label", "p", "span"],
    kind: .text,
    properties: [
      .of(
        Label.self, "value", .any, "The text; any value is converted to text.", get: { $0.value },
        set: { $0.value = $1 }),
      .of(Label.self, "text", .scalar, "The text.", get: { $0.value }, set: { $0.value = $1 }),
      .of(
        Label.self, "spans", .list,
        "The spans of a text with several styles: texts, and objects with 'text' and 'fontWeight', "
          + "'italic', 'monospaced', 'color', 'textDecoration' or 'url'.", get: { $0.spans }, set: { $0.spans = $1 }),
    ],
    makeView: { Label(in: $0) })
}
