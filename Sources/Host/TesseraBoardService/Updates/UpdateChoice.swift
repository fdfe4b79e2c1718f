import TesseraBundles
import TesseraValues

/// The user's limit for a widget's own updates. It is stored among the options of a tile, under a name that no widget's
/// option can have.
enum UpdateChoice {
  /// The name of the option in a board's document.
  package static let option = "$updatesPerDay"

  private static let automatic = "automatic"

  /// The option.
  static let setting = Manifest.Option(
    name: option,
    type: .choice([
      Manifest.Choice(value: automatic, title: "Automatic"),
      Manifest.Choice(value: "24", title: "24 times a day"),
      Manifest.Choice(value: "8", title: "8 times a day"),
      Manifest.Choice(value: "1", title: "Once a day"),
    ]), default: .string(automatic), title: "Updates", summary: "How often the widget may update itself.",
    group: "Updates")

  /// Returns the maximum number of updates per day; nil for no limit.
  package static func budget(in options: [String: Value]) -> Int? { options[option]?.string.flatMap { Int($0) } }
}
