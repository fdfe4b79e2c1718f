import Foundation

/// The supported subset of SVG.
enum SVGSubset {
  static let elements: Set<String> = [
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker", "switch", "title",
    "desc", "style",
  ]

  /// Elements whose character data is kept.
  static let textElements: Set<String> = ["text", "tspan", "title", "desc", "style"]

  /// Elements that contain character data only.
  static let plainTextElements: Set<String> = ["title", "desc", "style"]

  /// Attributes that are omitted because of their effect. Event handlers and namespaced attributes are omitted because
  /// of their names.
  private static let forbidden: Set<String> = ["filter", "src", "base", "target", "cursor", "enable-background"]

  /// Returns the attribute value to keep, or nil if the attribute is omitted.
  static func kept(_ name: String, _ value: String) -> String? {
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }), !forbidden.contains(name),
      !name.lowercased().hasPrefix("on"), name != "xmlns"
    else { return nil }
    let isSafe =
      switch name {
      case "href": value.hasPrefix("#") && isName(value.dropFirst())
      case "id": isName(value[...])
      case "stroke-dasharray": isSafe(dashes: value)
      case "class": true
      case "style": true
      // A colour such as `#123456` looks like a large number.
      default: isSafe(value: value) && (value.hasPrefix("#") || hasReasonableNumbers(value))
      }
    guard isSafe else { return nil }
    if name == "style" {
      let declarations = kept(declarations: value, properties.union(referring))
      return declarations.isEmpty ? nil : declarations
    }
    return value
  }

  /// Returns a style sheet reduced to supported declarations, which contain no references and need no layers. Returns
  /// nil if the style sheet is too long or has other kinds of rules.
  static func kept(styleSheet text: String) -> String? {
    guard text.utf8.count <= 20_000, !text.contains("@"), !text.contains("\\"), !text.contains("/*"),
      !text.contains("<")
    else { return nil }
    var sheet = ""
    for rule in text.split(separator: "}") {
      let parts = rule.split(separator: "{", omittingEmptySubsequences: false)
      if parts.count == 1, parts[0].allSatisfy(\.isWhitespace) { continue }
      guard parts.count == 2 else { return nil }
      sheet += "\(parts[0].trimmingPrefix { $0.isWhitespace }){\(kept(declarations: String(parts[1]), properties))}"
    }
    return sheet
  }

  /// The properties supported in style sheets and in the `style` attribute.
  private static let properties: Set<String> = [
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "fill-opacity",
    "stroke-opacity", "fill-rule", "clip-rule", "stop-color", "stop-opacity", "color", "font-family", "font-size",
    "font-weight", "font-style", "text-anchor", "letter-spacing", "display", "visibility", "paint-order",
    "vector-effect",
    "dominant-baseline",
  ]

  /// Properties that need a layer or draw the element they refer to. Their cost is counted for the element that has
  /// them.
  private static let referring: Set<String> = [
    "opacity", "mask", "clip-path", "marker-start", "marker-mid", "marker-end",
  ]

  private static func kept(declarations text: String, _ allowed: Set<String>) -> String {
    guard !text.contains("\\"), !text.contains("/*") else { return "" }
    return text.split(separator: ";").compactMap { declaration -> String? in
      let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0.filter { !$0.isNewline }) }
      guard parts.count == 2 else { return nil }
      let name = parts[0].filter { !$0.isWhitespace }.lowercased()
      let value = String(parts[1].trimmingPrefix { $0.isWhitespace })
      guard allowed.contains(name), isSafe(value: value), value.hasPrefix("#") || hasReasonableNumbers(value),
        allowed.contains("mask") || !value.lowercased().contains("url")
      else { return nil }
      return "\(name):\(value)"
    }.joined(separator: ";")
  }

  /// Returns whether a value refers only to parts of the same image.
  private static func isSafe(value: String) -> Bool {
    let plain = value.lowercased()
    guard !plain.contains("\\"), !plain.contains("javascript:"), !plain.contains("data:"), !plain.contains("image(")
    else { return false }
    var rest = plain[...]
    while let reference = rest.firstRange(of: "url(") {
      rest = rest[reference.upperBound...]
      let target = rest.prefix { $0 != ")" }.filter { !"'\" ".contains($0) }
      guard target.hasPrefix("#"), isName(target.dropFirst()[...]) else { return false }
    }
    return true
  }

  /// Returns the identifiers of the parts that a value refers to, with their case preserved.
  static func references(in value: String) -> [String] {
    var found: [String] = []
    var rest = value[...]
    while let reference = rest.firstRange(of: "url(") {
      rest = rest[reference.upperBound...]
      found.append(String(rest.prefix { $0 != ")" }.filter { !"'\" #".contains($0) }))
    }
    return found
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
  }

  /// Returns whether a dash array is cheap to draw. A line of length 10⁶ with dashes of length 10⁻⁶ has 10¹² dashes.
  private static func isSafe(dashes text: String) -> Bool {
    let numbers = text.split { $0 == "," || $0.isWhitespace }.map {
      Double($0.prefix { "0123456789.-+eE".contains($0) })
    }
    return text == "none"
      || (numbers.count <= 32 && numbers.allSatisfy { $0.map { (0.5...10_000).contains($0) } ?? false })
  }

  /// Returns whether every number is below a million, so that the drawn paths are not much longer than the visible
  /// ones.
  private static func hasReasonableNumbers(_ text: String) -> Bool {
    var digits = 0
    var isFraction = false
    var previous: UInt8 = 0
    var isExponent = false
    for byte in text.utf8 {
      if isExponent, byte != UInt8(ascii: "-") { return false }
      isExponent = false
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isFraction { digits += 1 }
        if digits > 6 { return false }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // After a number, this is a power of ten. Only negative exponents are allowed, which make the number smaller.
        isExponent = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(previous) || previous == UInt8(ascii: ".")
        (digits, isFraction) = (0, false)
      default: (digits, isFraction) = (0, false)
      }
      previous = byte
    }
    return true
  }
}
