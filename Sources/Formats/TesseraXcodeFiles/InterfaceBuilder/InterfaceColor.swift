/// A color: components in a color space, or a name, or both.
package struct InterfaceColor: Hashable, Sendable {
  package enum Components: Hashable, Sendable {
    /// From 0 to 1. Colors outside of sRGB may exceed this.
    case rgb(red: Double, green: Double, blue: Double)
    case gray(Double)
  }

  /// Absent from a color that has only a name.
  package var components: Components?
  package var alpha: Double
  /// `sRGB`, `displayP3`, `genericGamma22GrayColorSpace`, `calibratedRGB`, `calibratedWhite`, `deviceRGB`, `deviceWhite`
  /// or another one of Interface Builder.
  package var colorSpace: String?
  /// The name of a color in an asset catalogue.
  package var catalogueName: String?
  /// The name of a color that the system adapts, such as `systemBackgroundColor` or `groupTableViewBackgroundColor`.
  package var systemName: String?

  init(of element: XMLTreeElement) {
    if let red = element.number("red"), let green = element.number("green"), let blue = element.number("blue") {
      components = .rgb(red: red, green: green, blue: blue)
    } else if let white = element.number("white") {
      components = .gray(white)
    }
    alpha = element.number("alpha") ?? 1
    colorSpace = element["customColorSpace"] ?? element["colorSpace"]
    catalogueName = element["name"]
    systemName = element["systemColor"] ?? element["cocoaTouchSystemColor"]
  }
}
