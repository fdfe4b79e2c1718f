import TesseraValues

/// Which properties our components have, and which values these take, of all that a document can set freely.
///
/// A document may set an attribute on a class that does not have it, or to a value of another kind. UIKit stops then, or
/// ignores it.
enum AcceptedValueTable {
  enum Kind {
    case any
    case flag
    case number(ClosedRange<Double>)
    case text
    /// The address of something on a server.
    case address
    /// The name of an image of the bundle.
    case image
    /// Either of these two.
    case imageOrAddress
    case color
    /// A width and a height.
    case size
    case choice([String])

    /// A number that is neither infinite nor so large that layout would count it as such.
    static let anyNumber = number(-1_000_000...1_000_000)
    /// A length in points.
    static let length = number(0...1_000_000)
  }

  /// Returns what a property of a component takes; `nil` if the component does not have it.
  static func kind(ofProperty name: String, of component: String) -> Kind? {
    if let kinds = own[name] { return kinds[component] ?? common[name] }
    return common[name] ?? .any
  }

  /// Returns what a style takes.
  static func kind(ofStyle name: String) -> Kind { styles[name] ?? .any }

  /// Returns whether a value is of a kind, or an expression.
  /// - Parameter pictures: The names of the bundle's images; `nil` if they are not known.
  static func accepts(_ node: JSONNode, _ kind: Kind, _ pictures: PictureNames?) -> Bool {
    if let text = node.string, isExpression(text) { return true }
    return switch kind {
    case .any: true
    case .flag: node.bool != nil
    case .number(let range): node.number.map(range.contains) ?? false
    case .text: node.string != nil
    case .address: node.string.map(isAddress) ?? false
    case .image: node.string.map { isImage($0, pictures) } ?? false
    case .imageOrAddress: node.string.map { isAddress($0) || isImage($0, pictures) } ?? false
    case .color: node.string.map(isColor) ?? false
    case .size:
      ["width", "height"].allSatisfy { key in node[key].map { accepts($0, .anyNumber, nil) } ?? false }
    case .choice(let words): node.string.map(words.contains) ?? false
    }
  }

  /// Whether a text has an expression of ours, which size classes make. Texts of the document have theirs escaped.
  private static func isExpression(_ text: String) -> Bool {
    text.contains("@{") && text.replacing("\\@{", with: "").contains("@{")
  }

  private static func isAddress(_ text: String) -> Bool {
    ["http://", "https://", "/"].contains { text.hasPrefix($0) }
  }

  private static func isImage(_ text: String, _ pictures: PictureNames?) -> Bool {
    !text.isEmpty && pictures?.hasFile(named: text) ?? true
  }

  private static func isColor(_ text: String) -> Bool {
    guard text.hasPrefix("#") else { return ColorTable.isOurName(text) }
    let digits = text.dropFirst()
    return [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
  }

  private static let common: [String: Kind] = [
    "name": .text, "visible": .flag, "hidden": .flag, "disabled": .flag, "value": .any, "accessibilityLabel": .text,
    "accessibilityHint": .text, "shadowRadius": .length, "shadowOpacity": .number(0...1), "shadowOffset": .size,
    "layoutHint.maxWidth": .length, "layoutHint.minHeight": .length, "layoutHint.maxHeight": .length,
    "standardShadow": .flag, "unveilAlpha": .number(0...1), "tag": .anyNumber,
    "horizontalHuggingPriority": .number(1...1000), "verticalHuggingPriority": .number(1...1000),
    "horizontalCompressionResistancePriority": .number(1...1000),
    "verticalCompressionResistancePriority": .number(1...1000),
  ]

  private static let styles: [String: Kind] = [
    "opacity": .number(0...1), "cornerRadius": .length, "borderWidth": .length, "borderColor": .color,
    "backgroundColor": .color, "color": .color, "fontSize": .number(1...500),
    "maximumLines": .number(0...100_000), "fontWeight": .number(1...1000),
  ]

  private static func each(_ components: String..., kind: Kind) -> [String: Kind] {
    Dictionary(components.map { ($0, kind) }, uniquingKeysWith: { $1 })
  }

  private static let ways = Kind.choice(["vertical", "horizontal"])
  private static let policies = Kind.choice(["overwrite", "join", "array"])

  /// Properties that some components have, or that take other values in each.
  private static let own: [String: [String: Kind]] = [
    "value": each("switch", "activityIndicator", "containerView", kind: .flag)
      .merging(each("slider", "stepper", "progress", "pageIndicator", kind: .anyNumber)) { $1 }
      .merging(each("textInputView", kind: .text)) { $1 }
      .merging(["image": .imageOrAddress, "webView": .address]) { $1 }
      .merging(each("form", "mediaUploadFormView", kind: .choice([]))) { $1 },
    "text": each("text", "button", "textArea", "textInput", "searchBar", "switch", "textInputView", kind: .text),
    "readOnly": each("textArea", "textInput", "searchBar", kind: .flag),
    "image": each("button", "image", kind: .image), "url": each("image", "webView", kind: .address),
    "placeholder": each("textArea", "textInput", "searchBar", "select", kind: .text).merging(["image": .image]) { $1 },
    "draggable": each("containerView", "widgetView", kind: .flag),
    "selectable": each("containerView", "widgetView", kind: .flag),
    "activeColor": each("containerView", "widgetView", kind: .color),
    "inactiveColor": each("containerView", "widgetView", kind: .color),
    "widgetIdentifier": each("widgetView", kind: .text), "autoload": each("widgetView", kind: .flag),
    "resourceName": each("widgetView", kind: .text), "downloadUrl": each("widgetView", kind: .text),
    "entryPoint": each("widgetView", kind: .text), "scaled": each("widgetView", kind: .flag),
    "margins": each("widgetView", kind: .anyNumber), "headerHeight": each("widgetView", kind: .length),
    "resultInfoValueKey": each("mediaUploadFormView", kind: .text),
    "autoUpload": each("mediaUploadFormView", kind: .flag),
    "imageCompression": each("uploadContainerView", kind: .number(0...1)),
    "dublicateKeyPolicy": each("form", "mediaUploadFormView", kind: policies),
    "showsIndicator": each("scroll", kind: .flag),
    "allowsMultipleSelection": each("table", "collectionView", kind: .flag),
    "paging": each("collectionView", kind: .flag), "direction": each("collectionView", "scroll", kind: ways),
    "spacing": each("container", "collectionView", kind: .anyNumber),
    "animating": each("activityIndicator", kind: .flag),
    "minimum": each("slider", "stepper", kind: .anyNumber), "maximum": each("slider", "stepper", kind: .anyNumber),
    "step": each("slider", "stepper", kind: .anyNumber), "count": each("pageIndicator", kind: .number(0...1000)),
    "unselectedColor": each("pageIndicator", kind: .color),
  ]
}
