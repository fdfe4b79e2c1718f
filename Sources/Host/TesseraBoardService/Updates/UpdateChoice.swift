import TesseraBundles
import TesseraValues

/// How often a person lets one widget ask for fresh content. It stands among the options of a tile, under a name that no widget's option has.
enum UpdateChoice {
  /// The name in a board's document.
  package static let option = "$updatesPerDay"

  private static let automatic = "automatic"

  /// What is set.
  static let setting = Manifest.Option(
    name: option,
    type: .choice([
      Manifest.Choice(value: automatic, title: "As often as it wants"),
      Manifest.Choice(value: "24", title: "24 times a day"),
      Manifest.Choice(value: "8", title: "8 times a day"),
      Manifest.Choice(value: "1", title: "Once a day"),
    ]), default: .string(automatic), title: "Updates", summary: "How often it may ask for fresh content by itself.",
    group: "Updates")

  /// The most questions a day; nil for as many as the widget wants.
  package static func budget(in options: [String: Value]) -> Int? { options[option]?.string.flatMap { Int($0) } }
}
