public import TesseraLayout
public import TesseraValues

/// A button with a title or an image.
public final class Button: View {
  /// Creates a button without a title.
  public convenience init(in context: ViewContext) { self.init(.button, in: context) }

  /// The title.
  public var title: String = "" { didSet { update() } }

  /// The name of an icon before the title; empty for none.
  public var icon: String = "" { didSet { update() } }

  private func update() {
    let parts = [Icon.letter(named: icon) ?? "", title].filter { !$0.isEmpty }
    self[.text] = parts.isEmpty ? .null : .string(parts.joined(separator: Icon.spacing))
  }

  /// The prominence of a button, with UIKit's names.
  public enum Configuration: String, Sendable, CaseIterable {
    /// Text in the accent colour.
    case plain
    /// Text in the accent colour on a grey background.
    case gray
    /// Text on the accent colour: the primary action.
    case filled
  }

  /// The prominence of the button. Colours that are already set take precedence.
  public var configuration: Configuration = .plain {
    didSet {
      guard configuration != oldValue else { return }
      for (attribute, color) in givenColors where self[attribute] == color { self[attribute] = .null }
      let wanted: [(ViewAttribute, SemanticColor)] =
        switch configuration {
        case .plain: []
        case .gray: [(.backgroundColor, .secondaryBackground)]
        case .filled: [(.backgroundColor, .accent), (.color, .onAccent)]
        }
      givenColors = [:]
      for (attribute, color) in wanted where self[attribute].isNull {
        givenColors[attribute] = .string(color.rawValue)
        self[attribute] = .string(color.rawValue)
      }
    }
  }

  private var givenColors: [ViewAttribute: Value] = [:]

  /// Called with a file that the user picked with the button; nil for a button that does not pick files.
  package var filePicked: ((PickedFile) -> Void)?

  /// The file picker that a press opens; nil for a button that does not pick files.
  package var filePicking: FilePicking? { didSet { self[.filePicking] = filePicking?.value ?? .null } }

  /// Called with the reason, in words, why a file that the user picked was rejected.
  package var fileRefused: ((String) -> Void)?

  public override func accept(_ value: Value) {
    guard filePicking != nil else { return }
    if let file = PickedFile(value) {
      filePicked?(file)
    } else if let size = value.value(at: "size").number, size > Double(PickedFile.greatestMaximumSize) {
      fileRefused?(
        context.strings[.fileTooLarge, PickedFile.text(ofSize: PickedFile.greatestMaximumSize, in: context.locale)])
    }
  }

  /// The title. Any value is converted to text; null is empty.
  public override var value: Value {
    get { .string(title) }
    set { title = newValue.description }
  }

  public override var fieldValue: Value { .null }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    guard let text = self[.text].string else { return MeasuredSize(size: imageSize ?? .zero) }
    return measureText(text, width: width)
  }

  public override class var properties: PropertyTable<View> { ComponentDefinition.button.properties }
}

extension ViewKind {
  /// A button.
  public static let button = ViewKind(
    "button",
    defaults: ViewDefaults(
      color: .accent, cornerRadius: 6, padding: EdgeInsets(top: 6, left: 10, bottom: 6, right: 10), fontWeight: 500,
      textAlign: .center
    ).withIcons,
    element: WebElement("button", attributes: ["type": "button"], parts: [.picture, .label], isControl: true),
    drawing: drawButton)

  /// Returns the kind of a button with a symbol inside another component.
  static func signButton(_ name: String, horizontalPadding: Double) -> ViewKind {
    ViewKind(
      name,
      defaults: ViewDefaults(
        color: .accent, cornerRadius: 6,
        padding: EdgeInsets(top: 5, left: horizontalPadding, bottom: 5, right: horizontalPadding), fontSize: 18,
        fontWeight: 500, textAlign: .center),
      element: button.element, drawing: button.drawing)
  }

  private static let drawButton: Drawing = { node, box, canvas in
    let inner = box.inset(by: node.padding)
    let title = node[.text].string ?? ""
    guard !title.isEmpty else {
      // An image without a title may be larger than the box inside the padding.
      return canvas.drawImage(of: node, mode: .aspectFit, in: RoundedBox(inner.isEmpty ? box : inner))
    }
    let style = node.textStyle
    let hasImage = !node[.image].isNull
    // The image has the height of a line and precedes the title.
    let imageSize = hasImage ? min(inner.height, style.fontSize * 1.5) : 0
    let gap = hasImage ? 6.0 : 0
    let room = max(0, inner.width - imageSize - gap)
    let width = min(canvas.measure(title, style: style, width: room + 4).size.width, room)
    let free = inner.width - imageSize - gap - width
    let start =
      switch node.textAlign {
      case .center: inner.minX + free / 2
      case .start: node.isRightToLeft ? inner.minX + free : inner.minX
      case .end: node.isRightToLeft ? inner.minX : inner.minX + free
      case .left: inner.minX
      case .right: inner.minX + free
      }
    if hasImage {
      let imageBox = Rect(x: start, y: inner.midY - imageSize / 2, width: imageSize, height: imageSize)
      canvas.drawImage(of: node, mode: .aspectFit, in: RoundedBox(imageBox))
    }
    canvas.draw(
      title, style: style, align: node.textAlign, isCentered: true,
      in: Rect(x: start + imageSize + gap, y: inner.y, width: width, height: inner.height),
      node.color(in: canvas.scheme))
  }
}

extension ComponentDefinition {
  /// A button.
  public static let button = ComponentDefinition(
    type: "button", documentation: "A button with a title, an icon or an image.", synonyms: ["link", "touchable"],
    kind: .button,
    properties: [
      .of(
        Button.self, "value", .any, "The title; any value is converted to text.", get: { $0.value },
        set: { $0.value = $1 }),
      .of(
        Button.self, "configuration", .choice(Button.Configuration.allCases.map(\.rawValue)),
        "The prominence of the button; 'plain' by default. Colours of the style take precedence.",
        get: { .string($0.configuration.rawValue) },
        set: { $0.configuration = $1.string.flatMap(Button.Configuration.init) ?? .plain }),
      .of(Button.self, "text", .scalar, "The title.", get: { $0.value }, set: { $0.value = $1 }),
      .of(
        Button.self, "icon", .icon, "The name of an icon before the title, as in 'icon'.",
        get: { .string($0.icon) }, set: { $0.icon = $1.description }),
      .of(
        Button.self, "image", .reference(.image), "The name of a picture of the bundle.",
        get: { $0[.image].value(at: "name") },
        set: { $0[.image] = $1.isNull ? .null : ["name": .string($1.description)] }),
      .renderingMode,
    ],
    makeView: { Button(in: $0) })
}
