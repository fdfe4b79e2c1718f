/// Colours in our documents.
package enum ColorTable {
  /// The colours of UIKit that adapt to light and dark, and ours.
  private static let adaptive: [String: String] = [
    "systemBackgroundColor": "background", "secondarySystemBackgroundColor": "secondaryBackground",
    "labelColor": "label", "secondaryLabelColor": "secondaryLabel", "placeholderTextColor": "placeholderText",
    "separatorColor": "separator", "systemGroupedBackgroundColor": "secondaryBackground",
    "secondarySystemGroupedBackgroundColor": "background", "linkColor": "accent", "tintColor": "accent",
  ]

  /// The colours of UIKit with a name that do not adapt, or hardly: red, green, blue and opacity.
  private static let named: [String: (Double, Double, Double, Double)] = [
    "blackColor": (0, 0, 0, 1), "darkTextColor": (0, 0, 0, 1), "whiteColor": (1, 1, 1, 1),
    "lightTextColor": (1, 1, 1, 0.6), "darkGrayColor": (0.333, 0.333, 0.333, 1), "grayColor": (0.5, 0.5, 0.5, 1),
    "lightGrayColor": (0.667, 0.667, 0.667, 1), "clearColor": (0, 0, 0, 0), "redColor": (1, 0, 0, 1),
    "greenColor": (0, 1, 0, 1), "blueColor": (0, 0, 1, 1), "cyanColor": (0, 1, 1, 1), "yellowColor": (1, 1, 0, 1),
    "magentaColor": (1, 0, 1, 1), "orangeColor": (1, 0.5, 0, 1), "purpleColor": (0.5, 0, 0.5, 1),
    "brownColor": (0.6, 0.4, 0.2, 1), "groupTableViewBackgroundColor": (0.937, 0.937, 0.957, 1),
    "systemBlueColor": (0, 0.478, 1, 1), "systemRedColor": (1, 0.231, 0.188, 1),
    "systemGreenColor": (0.204, 0.78, 0.349, 1), "systemOrangeColor": (1, 0.584, 0, 1),
    "systemYellowColor": (1, 0.8, 0, 1), "systemPinkColor": (1, 0.176, 0.333, 1),
    "systemPurpleColor": (0.686, 0.322, 0.871, 1), "systemTealColor": (0.353, 0.784, 0.98, 1),
    "systemIndigoColor": (0.345, 0.337, 0.839, 1), "systemGrayColor": (0.557, 0.557, 0.576, 1),
  ]

  /// Returns whether our documents have a colour of this name.
  static func isOurName(_ name: String) -> Bool {
    ["clear", "destructive"].contains(name) || adaptive.values.contains(name)
  }

  /// Returns whether a colour adapts to light and dark.
  static func isAdaptive(_ name: String) -> Bool { adaptive[name] != nil }

  /// Returns a colour with a name; `nil` if it is not known.
  static func components(of name: String) -> StoryboardColor? {
    named[name].map { StoryboardColor(red: $0.0, green: $0.1, blue: $0.2, alpha: $0.3, name: name) }
  }

  /// Returns a colour as `#rrggbb`, with two more digits unless it is opaque, or as a name.
  ///
  /// Components of extended sRGB outside of 0…1 are those of a wider gamut. They become the nearest ones inside.
  package static func text(of color: StoryboardColor) -> String {
    if let name = color.name, let ours = adaptive[name] { return ours }
    if color.alpha <= 0 { return "clear" }
    let components = [color.red, color.green, color.blue] + (color.alpha < 1 ? [color.alpha] : [])
    return "#" + components.map(hexadecimal).joined()
  }

  private static func hexadecimal(_ component: Double) -> String {
    let byte = UInt8((min(1, max(0, component.isFinite ? component : 0)) * 255).rounded())
    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
