/// A font: the system's with a weight, one with a name, or a text style.
package struct InterfaceFont: Hashable, Sendable {
  package enum Face: Hashable, Sendable {
    /// The weight is a word such as `semibold`; `nil` is regular.
    case system(weight: String?, isItalic: Bool)
    case named(String, family: String?)
    /// A text style whose size people can change, such as `UICTFontTextStyleBody`.
    case style(String)
  }

  package var face: Face
  /// The size in points. Text styles have none.
  package var pointSize: Double?

  init(of element: XMLTreeElement) {
    pointSize = element.number("pointSize")
    if let style = element["style"] {
      face = .style(style)
    } else if let name = element["name"] {
      face = .named(name, family: element["family"])
    } else {
      switch element["type"] {
      case "boldSystem": face = .system(weight: "bold", isItalic: false)
      case "italicSystem": face = .system(weight: nil, isItalic: true)
      default: face = .system(weight: element["weight"], isItalic: false)
      }
    }
  }
}
