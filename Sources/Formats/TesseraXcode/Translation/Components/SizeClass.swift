/// UIKit's size classes, as conditions on the window.
enum SizeClass {
  /// The least width and height of the class `regular`, in points: between an iPhone 8 on its side and the smallest
  /// regular part of an iPad, and between the heights of phones on their sides and upright.
  private static let regularWidth = 670
  private static let regularHeight = 480

  /// The condition that the window's width is regular.
  static let isRegularWidth = "widget.width >= \(regularWidth)"

  /// Returns an expression that is one of two values, by the width of the window.
  static func choice(_ regular: String, _ compact: String) -> String {
    "@{\(isRegularWidth) ? \(regular) : \(compact)}"
  }

  /// Returns an expression for a value that differs for size classes; `nil` if it does not differ.
  /// - Parameters:
  ///   - base: The value, as an expression, where no variation holds.
  ///   - variations: The values, as expressions, for size classes. The most specific one wins.
  static func expression(_ base: String, _ variations: [StoryboardVariation<String>]) -> String? {
    let ordered = variations.filter { $0.traits.specificity > 0 }.sorted {
      $0.traits.specificity < $1.traits.specificity
    }
    guard ordered.contains(where: { $0.value != base }) else { return nil }
    let text = ordered.reduce(base) { rest, variation in
      let isNested = rest.hasPrefix("widget.")
      return "\(condition(variation.traits)) ? \(variation.value) : \(isNested ? "(\(rest))" : rest)"
    }
    return "@{\(text)}"
  }

  private static func condition(_ traits: StoryboardTraits) -> String {
    let parts = [
      traits.width.map { "widget.width \($0 == .regular ? ">=" : "<") \(regularWidth)" },
      traits.height.map { "widget.height \($0 == .regular ? ">=" : "<") \(regularHeight)" },
    ]
    return parts.compactMap(\.self).joined(separator: " && ")
  }
}
