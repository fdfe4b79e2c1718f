import Foundation
import TesseraGraphics
import TesseraLayout
import TesseraViews

/// Style sheets that are generated from the engine's tables, so that browsers and rendered images match.
enum Stylesheets {
  /// Inter's ascent and descent, relative to the font size. The natural line height is their sum, each rounded to whole
  /// points as in text measurement. Style sheets set it explicitly, so that fallback fonts do not increase it.
  static let fontAscent = 2728.0 / 2816
  static let fontDescent = 680.0 / 2816

  /// Returns custom properties for light and dark colours, and the default style of each kind of view.
  static func theme(of kinds: [ViewKind]) -> String {
    func colors(_ part: (SemanticColor) -> ColorComponents) -> String {
      let lines = SemanticColor.allCases.map { "  --\($0.rawValue): \(css(part($0)));" }
      return (lines + ["  --missing-picture: \(missingPicture(part(.secondaryLabel)));"]).joined(separator: "\n")
    }
    return """
      :root {
        color-scheme: light dark;
      \(colors { $0.components.light })
      \(metrics)
      }
      @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) {
      \(colors { $0.components.dark })
      }
      }
      :root[data-theme="light"] { color-scheme: light; }
      :root[data-theme="dark"] {
        color-scheme: dark;
      \(colors { $0.components.dark })
      }
      \(rule(".view", ViewDefaults()))
      \(kinds.map { rule("[data-kind=\"\($0.name)\"]", $0.defaults) }.joined(separator: "\n"))

      """
  }

  /// Returns the font faces. Their families have unique names, so that a different version of Inter on the client's
  /// machine, with other widths, does not replace them.
  static func fonts(_ files: FontFiles) -> String {
    // With `block`, browsers hide text until its font has loaded, because other fonts have other widths. Emoji fonts
    // are large, so with `swap` the client's own is shown meanwhile.
    func face(
      _ family: String, _ file: FontFiles.File, display: String, prefix: String = "", range: String? = nil
    ) -> String {
      """
      @font-face {
        font-family: "\(family)";
        font-weight: \(file.weight);
        font-style: \(file.italic ? "italic" : "normal");
        font-display: \(display);
        src: url("../fonts/\(file.version)/\(prefix)\(file.name)") format("\(file.name.hasSuffix(".otf") ? "opentype" : "truetype")");
        \(range.map { "unicode-range: \($0);" } ?? "")
      }

      """
    }
    let latin = css(FontSubset.latin)
    // All files of the family have the same characters. For those that it lacks, no browser loads it.
    let text = files.text.first.flatMap { FileManager.default.contents(atPath: $0.path) }
      .flatMap { FontSubset.characters(of: Array($0)) }.map(css)
    // The latter face is asked first, so that most pages load no whole fonts.
    return files.text.map { file in
      face("Tessera Inter", file, display: "block", range: text)
        + face("Tessera Inter", file, display: "block", prefix: FontFiles.latinPrefix, range: latin)
    }.joined()
      + (files.emoji.map { face("Tessera Emoji", $0, display: "swap") } ?? "")
      + (files.monospaced.map { face("Tessera Mono", $0, display: "swap") } ?? "")
      + (files.icons.map { face("Tessera Icons", $0, display: "block") } ?? "")
  }

  private static func rule(_ selector: String, _ look: ViewDefaults) -> String {
    var lines = [
      "--color: var(--\(look.color.rawValue))", "--ground: var(--\(look.backgroundColor.rawValue))",
      "--border-color: var(--\(look.borderColor.rawValue))", "--border-width: \(css(look.borderWidth))",
      "--radius: \(px(look.cornerRadius))", "--padding: \(css(look.padding))", "--font-size: \(px(look.fontSize))",
      "--font-weight: \(look.fontWeight)", "--text-align: \(look.textAlign.rawValue)",
      "--lines: \(look.maximumLines)",
    ]
    if look.clips { lines.append("overflow: hidden") }
    if look.showsIcons {
      lines.append("font-family: \"Tessera Inter\", \"Tessera Emoji\", \"Tessera Icons\", sans-serif")
    }
    return "\(selector) { \(lines.joined(separator: "; ")); }"
  }

  /// The image that replaces a missing image: a crossed-out picture. It is a background image, because an image element
  /// cannot have child elements.
  private static func missingPicture(_ color: ColorComponents) -> String {
    let sign = """
      <svg xmlns='http://www.w3.org/2000/svg' width='24' height='24' viewBox='0 0 24 24'><g fill='none' \
      stroke='\(css(color))' stroke-width='1.5' stroke-linecap='round'><path d='M4 5L20 5L20 19L4 19L4 5M3 3L21 21\
      M7 16L10 13L13 16'/><circle cx='15.5' cy='9.5' r='1.5'/></g></svg>
      """
    return "url(\"data:image/svg+xml,\(sign.replacing("<", with: "%3C").replacing(">", with: "%3E"))\")"
  }

  private static var metrics: String {
    let lengths: [(String, Double)] = [
      ("search-field-height", ControlMetrics.SearchBar.fieldHeight),
      ("search-field-margin", ControlMetrics.SearchBar.fieldMargin),
      ("search-field-radius", ControlMetrics.SearchBar.fieldCornerRadius),
      ("search-sign-size", ControlMetrics.SearchBar.signSize),
      ("search-sign-margin", ControlMetrics.SearchBar.signMargin),
      ("search-text-start", ControlMetrics.SearchBar.textStart),
      ("search-text-end", ControlMetrics.SearchBar.textEnd),
      ("slider-track", ControlMetrics.Slider.trackHeight), ("slider-thumb", ControlMetrics.Slider.thumbSize),
      ("select-sign-size", ControlMetrics.Select.signSize), ("select-sign-margin", ControlMetrics.Select.signMargin),
      ("select-sign-room", ControlMetrics.Select.signRoom),
      ("file-preview", ControlMetrics.FilePicker.previewHeight),
      ("activity-size", ControlMetrics.ActivityIndicator.size),
      ("activity-line", ControlMetrics.ActivityIndicator.lineWidth),
      ("alert-width", ControlMetrics.Alert.width), ("alert-margin", ControlMetrics.Alert.margin),
      ("alert-padding", ControlMetrics.Alert.padding), ("alert-spacing", ControlMetrics.Alert.spacing),
      ("alert-button-height", ControlMetrics.Alert.buttonHeight),
      ("alert-title-size", ControlMetrics.Alert.titleStyle.fontSize),
      ("alert-message-size", ControlMetrics.Alert.messageStyle.fontSize),
      ("alert-button-size", ControlMetrics.Alert.buttonStyle.fontSize),
    ]
    let numbers: [(String, Double)] = [
      ("font-ascent", fontAscent), ("font-descent", fontDescent),
      ("disabled-opacity", ControlMetrics.disabledOpacity),
      ("placeholder-opacity", ControlMetrics.placeholderOpacity),
      ("search-fill-opacity", ControlMetrics.SearchBar.fieldFillOpacity),
      ("alert-dimming", ControlMetrics.Alert.dimming),
      ("alert-title-weight", Double(ControlMetrics.Alert.titleStyle.fontWeight)),
      ("alert-last-button-weight", Double(ControlMetrics.Alert.lastButtonWeight)),
    ]
    let lines = lengths.map { "  --\($0): \(px($1));" } + numbers.map { "  --\($0): \(number($1));" }
    return lines.joined(separator: "\n")
  }

  private static func css(_ color: ColorComponents) -> String {
    "rgb(\(color.red) \(color.green) \(color.blue) / \(number(Double(color.alpha) / 255)))"
  }

  private static func css(_ ranges: [ClosedRange<UInt32>]) -> String {
    ranges.map { range in
      let first = String(range.lowerBound, radix: 16)
      return range.count == 1 ? "U+\(first)" : "U+\(first)-\(String(range.upperBound, radix: 16))"
    }.joined(separator: ",")
  }

  private static func css(_ insets: EdgeInsets) -> String {
    [insets.top, insets.right, insets.bottom, insets.left].map(px).joined(separator: " ")
  }

  private static func px(_ length: Double) -> String { number(length) + "px" }

  private static func number(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
