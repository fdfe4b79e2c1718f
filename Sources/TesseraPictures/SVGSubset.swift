import Foundation

/// What of SVG is shown.
enum SVGSubset {
  static let elements: Set<String> = [
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker", "switch", "title",
    "desc", "style",
  ]

  /// Elements whose characters count.
  static let textElements: Set<String> = ["text", "tspan", "title", "desc", "style"]

  /// Attributes that are left out for what they do; those that load or run are outside of the letters that names have here.
  private static let forbidden: Set<String> = ["filter", "src", "base", "target", "cursor", "enable-background"]

  static func isSafe(_ name: String, _ value: String) -> Bool {
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }), !forbidden.contains(name),
      !name.lowercased().hasPrefix("on"), name != "xmlns"
    else { return false }
    switch name {
    case "href": return value.hasPrefix("#") && isName(value.dropFirst())
    case "id": return isName(value[...])
    case "style": return isSafe(declarations: value)
    case "stroke-dasharray": return isSafe(dashes: value)
    case "class": return true
    // Colours look like numbers.
    default: return isSafe(value: value) && (value.hasPrefix("#") || hasReasonableNumbers(value))
    }
  }

  /// Whether a style sheet refers to nothing, and asks for nothing that is left out elsewhere.
  static func isSafe(styleSheet text: String) -> Bool {
    text.utf8.count <= 20_000 && !text.contains("@") && isSafe(declarations: text, mayRefer: false)
  }

  private static func isSafe(declarations text: String, mayRefer: Bool = true) -> Bool {
    let plain = text.lowercased()
    // Escapes would hide what is looked for.
    guard !plain.contains("\\"), !plain.contains("/*"), !plain.contains("filter"), !plain.contains("dasharray"),
      !plain.contains("expression"), !plain.contains("mask"), !plain.contains("clip-path"), !plain.contains("marker")
    else { return false }
    return mayRefer ? isSafe(value: plain) : !plain.contains("url")
  }

  /// Whether what a value refers to is a part of the picture.
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

  /// The parts of the picture that a value refers to, with their letters as they are.
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

  /// A line of a million points in dashes of a millionth is a million million dashes.
  private static func isSafe(dashes text: String) -> Bool {
    let numbers = text.split { $0 == "," || $0.isWhitespace }.map {
      Double($0.prefix { "0123456789.-+eE".contains($0) })
    }
    return text == "none"
      || (numbers.count <= 32 && numbers.allSatisfy { $0.map { (0.5...10_000).contains($0) } ?? false })
  }

  /// Whether each number is below a million: what is drawn is not much longer than what is seen.
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
        // Behind a number it is a power of ten, which may make it small.
        isExponent = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(previous) || previous == UInt8(ascii: ".")
        (digits, isFraction) = (0, false)
      default: (digits, isFraction) = (0, false)
      }
      previous = byte
    }
    return true
  }
}
