package import TesseraLayout
package import TesseraValues

/// An icon of the set that every host has, in the size and colour of text.
package final class Icon: View {
  private var name = ""

  /// The name of the icon. An unknown name shows a question mark.
  package override var value: Value {
    get { .string(name) }
    set {
      name = newValue.description
      self[.text] = Self.letter(named: name).map(Value.string) ?? .null
    }
  }

  package override var fieldValue: Value { .null }

  /// Returns the character of an icon in the icon font; nil for an empty name.
  package static func letter(named name: String) -> String? {
    guard !name.isEmpty else { return nil }
    return (IconNames.scalar(named: name) ?? IconNames.scalar(named: "help-circle")).map { String(Character($0)) }
  }

  /// Returns a text without the icons in it.
  package static func words(of text: String) -> String {
    guard text.unicodeScalars.contains(where: { IconNames.range.contains($0.value) }) else { return text }
    var words = text
    words.unicodeScalars.removeAll { IconNames.range.contains($0.value) }
    return words.hasPrefix(spacing) ? String(words.dropFirst()) : words
  }

  /// The space between an icon and the text after it.
  package static let spacing = "\u{2002}"

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let style = textStyle.asIcon
    let metrics = context.textMeasuring.measure(self[.text].string ?? " ", style: style, width: nil)
    return MeasuredSize(
      width: style.fontSize.rounded(.up), height: style.fontSize.rounded(.up), firstBaseline: metrics.firstBaseline)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.icon.properties }

  fileprivate static let own: [Property<View>] = [
    .of(Icon.self, "value", .icon, "The name of the icon.", get: { $0.value }, set: { $0.value = $1 }),
    .of(Icon.self, "name", .icon, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
    .attribute("size", .number, .fontSize, "Width and height in points; 24 by default."),
  ]
}

extension TextStyle {
  /// A style whose line height equals the font size, so that one icon fills the line.
  fileprivate var asIcon: TextStyle {
    var style = self
    style.lineHeight = fontSize
    style.maximumLines = 1
    return style
  }
}

extension ViewKind {
  /// An icon of the set that every host has.
  package static let icon = ViewKind(
    "icon", defaults: ViewDefaults(fontSize: 24, textAlign: .center).withIcons,
    style: LayoutStyle { $0.flexShrink = 0 },
    element: WebElement("span", parts: [.label], behaviour: "icon"),
    drawing: { node, box, canvas in
      guard let letter = node[.text].string else { return }
      let style = node.textStyle.asIcon
      // Icons extend from one eighth below the baseline to seven eighths above it, unlike letters of text.
      let baseline = box.midY - style.fontSize / 2 + (style.fontSize * 0.875).rounded()
      let first = canvas.measure(letter, style: style, width: nil).firstBaseline
      canvas.draw(
        letter, style: style, align: node.textAlign, isCentered: false,
        in: Rect(x: box.x, y: baseline - first, width: box.width, height: style.fontSize),
        node.color(in: canvas.scheme))
    })
}

extension ComponentDefinition {
  /// An icon of the set that every host has.
  package static let icon = ComponentDefinition(
    type: "icon", documentation: "An icon by its name in Material Design Icons, in the size and colour of text.",
    synonyms: ["symbol", "systemImage", "glyph", "sfSymbol"], kind: .icon, properties: Icon.own,
    makeView: { Icon(.icon, in: $0) })
}
