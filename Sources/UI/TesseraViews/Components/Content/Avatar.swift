import TesseraLayout
package import TesseraValues

/// A picture of a person in a circle, or the initials of the name.
package final class Avatar: View {
  private let letters: Label
  private let picture: ImageView
  private var name = ""
  private var side = Avatar.defaultSide

  fileprivate static let defaultSide = 40.0

  /// Creates an avatar without a name.
  package init(in context: ViewContext) {
    letters = Label(in: context)
    picture = ImageView(in: context)
    super.init(.avatar, in: context)
    letters[.textAlign] = .string(TextAlign.center.rawValue)
    letters[.maximumLines] = 1
    // The backgrounds are dark in both colour schemes.
    letters[.color] = "#ffffff"
    letters[.fontWeight] = 600
    picture.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(0)
    }
    // Where there is no picture, the initials stay.
    picture[.placeholder] = ""
    addChild(letters)
    resize()
  }

  /// The name.
  package override var value: Value {
    get { .string(name) }
    set {
      name = newValue.description
      letters.text = Self.initials(of: name)
      self[.backgroundColor] = .string(Self.color(of: name))
      if self[.accessibilityLabel].isNull || self[.accessibilityLabel] == givenLabel {
        givenLabel = name.isEmpty ? .null : .string(name)
        self[.accessibilityLabel] = givenLabel
      }
    }
  }

  /// The accessibility label that this view assigned.
  private var givenLabel: Value = .null

  package override var fieldValue: Value { .null }

  private func show(_ image: Value) {
    picture.value = image
    if picture[.image].isNull { picture.removeFromParent() } else if picture.parent == nil { addChild(picture) }
  }

  private func resize() {
    style.width = .points(side)
    style.height = .points(side)
    self[.cornerRadius] = .double(side / 2)
    letters[.fontSize] = .double((side * 0.4).rounded())
  }

  /// Returns the initials of the first and the last word.
  private static func initials(of name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace).filter {
      $0.first?.isLetter == true || $0.first?.isNumber == true
    }
    guard let first = words.first?.first else { return "" }
    guard words.count > 1, let last = words.last?.first else { return first.uppercased() }
    return first.uppercased() + last.uppercased()
  }

  /// Returns the colour for a name. The same name always has the same colour. White text has a contrast of 4.5 : 1 on
  /// each colour.
  private static func color(of name: String) -> String {
    let colors = ["#1F5FD6", "#8A3FA0", "#A3344A", "#8A5A00", "#2F7A3D", "#0F7380", "#5A5E68", "#6A4BC4"]
    let sum = name.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value }
    return colors[Int(sum % UInt32(colors.count))]
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.avatar.properties }

  fileprivate static let own: [Property<View>] = [
    .of(Avatar.self, "value", .scalar, "The name.", get: { $0.value }, set: { $0.value = $1 }),
    .of(Avatar.self, "text", .scalar, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
    .of(
      Avatar.self, "image", .imageSource,
      "The name of an image in the bundle, or a URL; without an image, the initials are shown.",
      get: { $0.picture.value }, set: { $0.show($1) }),
    .of(
      Avatar.self, "size", .number, "Width and height in points; 40 by default.", get: { .double($0.side) },
      set: {
        $0.side = min(max($1.number ?? defaultSide, 8), 1000)
        $0.resize()
      }),
  ]
}

extension ViewKind {
  /// A person in a circle.
  package static let avatar = ViewKind(
    "avatar", defaults: ViewDefaults(clips: true),
    style: LayoutStyle {
      $0.justifyContent = .center
      $0.alignItems = .stretch
      $0.width = .points(Avatar.defaultSide)
      $0.height = .points(Avatar.defaultSide)
      $0.flexShrink = 0
    },
    element: WebElement(attributes: ["role": "img"]))
}

extension ComponentDefinition {
  /// A person in a circle.
  package static let avatar = ComponentDefinition(
    type: "avatar", documentation: "A picture of a person in a circle, or the initials of the name.",
    synonyms: ["userImage", "profilePicture", "initials"], kind: .avatar, properties: Avatar.own,
    makeView: { Avatar(in: $0) })
}
