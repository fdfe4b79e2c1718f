import ArgumentParser
import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraValues
import TesseraViews

/// The argument of `--option`: `accent=#ff0000`, or `Feed.accent=#ff0000` for one of several widgets.
struct OptionArgument: ExpressibleByArgument {
  /// The name of the bundle's folder without `.widget`; nil for all widgets that have the option.
  let widget: String?
  let name: String
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let path = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = path.last, !last.isEmpty else { return nil }
    widget = path.count == 2 ? String(path[0]) : nil
    name = String(last)
    text = String(parts[1])
  }

  /// Returns whether the argument applies to a widget.
  func isFor(_ path: String) -> Bool {
    guard let widget else { return true }
    return URL(filePath: path).deletingPathExtension().lastPathComponent == widget
  }

  /// Returns the values of the widgets' options, one dictionary per widget.
  /// - Throws: `ValidationError` if an option does not exist, or does not accept the value.
  static func values(
    _ arguments: [OptionArgument], for widgets: [(path: String, definition: WidgetDefinition)]
  ) throws -> [[String: Value]] {
    var values = Array(repeating: [String: Value](), count: widgets.count)
    for argument in arguments {
      let meant = widgets.indices.filter { argument.isFor(widgets[$0].path) }
      let known = meant.flatMap { widgets[$0].definition.bundle.manifest.options }
      guard known.contains(where: { $0.name == argument.name }) else {
        let hint = SpellingSuggestion.fix(for: argument.name, in: known.map(\.name)).map { "; \($0)" } ?? ""
        throw ValidationError("No widget here has an option '\(argument.name)'\(hint)")
      }
      for index in meant {
        let options = widgets[index].definition.bundle.manifest.options
        guard let option = options.first(where: { $0.name == argument.name }) else { continue }
        // Only the view layer knows the names of colours.
        let isColor = option.type != .color || ColorComponents(argument.text, in: .light) != nil
        guard isColor, let value = option.type.value(of: argument.text) else {
          throw ValidationError(
            "The option '\(option.name)' takes \(option.type.expectation), found '\(argument.text)'")
        }
        values[index][option.name] = value
      }
    }
    return values
  }

  /// Sets the options of an instance.
  /// - Throws: `ValidationError` if an option does not exist, or does not accept the value.
  static func apply(_ arguments: [OptionArgument], to instance: Instance, at path: String) throws {
    for values in try values(arguments, for: [(path, instance.definition)]) {
      for (name, value) in values { instance.setOption(name, to: value) }
    }
  }
}
