public import TesseraLayout
public import TesseraValues

/// Text that is read.
public final class Label: View {
  /// Creates an empty label, or a `placeholder` that shows its text as a reason.
  public convenience init(in context: ViewContext) { self.init(.text, in: context) }

  /// The text.
  public var text: String {
    get { self[.text].string ?? "" }
    set { self[.text] = newValue.isEmpty ? .null : .string(newValue) }
  }

  /// The text; any value is written out, null is empty.
  public override var value: Value {
    get { .string(text) }
    set { text = newValue.description }
  }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(text, width: width)
  }

  public override class var properties: PropertyTable<View> { ComponentDefinition.text.properties }
}

extension View {
  /// How text in the view looks, from its attributes.
  public var textStyle: TextStyle { TextStyle(of: kind, attributes) }

  /// The room for a text in the view's style. Sizes are rounded up to whole points, so that a box on the pixel grid is
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
  /// The room for a text in the view's style with a sign beside it, at least as high as the sign.
  /// - Parameter sign: with the space between it and the text in its width.
  func measureText(_ text: String, beside sign: Size, width: AvailableSpace) -> MeasuredSize {
    var measured = measureText(text, width: width.points.map { .definite(max(0, $0 - sign.width)) } ?? width)
    measured.size.width += sign.width
    measured.size.height = max(measured.size.height, sign.height)
    return measured
  }
}

extension Rect {
  /// What is left of a box beside a sign that takes some of its width, where text begins or where it ends.
  func beside(_ width: Double, isAtEnd: Bool = false, isRightToLeft: Bool) -> Rect {
    let isOnRight = isAtEnd != isRightToLeft
    return inset(by: EdgeInsets(top: 0, left: isOnRight ? 0 : width, bottom: 0, right: isOnRight ? width : 0))
  }
}

extension ViewKind {
  /// Text that is read.
  public static let text = ViewKind(
    "text", element: WebElement("p", parts: [.label], behaviour: "text"),
    drawing: { node, box, canvas in canvas.drawText(of: node, in: box) })
}

extension ComponentDefinition {
  /// Text that is read.
  public static let text = ComponentDefinition(
    type: "text", documentation: "Text that is read.", synonyms: ["label", "p", "span"],
    kind: .text,
    properties: [
      .of(Label.self, "value", .any, "The text; any value is written out.", get: { $0.value }, set: { $0.value = $1 }),
      .of(Label.self, "text", .scalar, "The text.", get: { $0.value }, set: { $0.value = $1 }),
    ],
    makeView: { Label(in: $0) })
}
