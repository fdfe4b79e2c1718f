import ArgumentParser
import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraValues
import TesseraViews

/// What `--option` gives an option of a widget: `accent=#ff0000`, or `Feed.accent=#ff0000` for one of several widgets.
struct OptionArgument: ExpressibleByArgument {
  /// The bundle's folder without `.widget`; nil for every widget that has the option.
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

  /// Whether a widget is meant.
  func isFor(_ path: String) -> Bool {
    guard let widget else { return true }
    return URL(filePath: path).deletingPathExtension().lastPathComponent == widget
  }

  /// Gives the options of widgets their values.
  /// - Throws: where an option does not exist, or does not take the value.
  static func apply(_ arguments: [OptionArgument], to instances: [(path: String, instance: Instance)]) throws {
    for argument in arguments {
      let meant = instances.filter { argument.isFor($0.path) }
      let known = meant.flatMap { $0.instance.definition.bundle.manifest.options }
      guard known.contains(where: { $0.name == argument.name }) else {
        let hint = NearMiss.fix(for: argument.name, in: known.map(\.name)).map { "; \($0)" } ?? ""
        throw ValidationError("No widget here has an option '\(argument.name)'\(hint)")
      }
      for (_, instance) in meant {
        guard let option = instance.definition.bundle.manifest.options.first(where: { $0.name == argument.name }) else {
          continue
        }
        // Which names of colours there are is known to views.
        let isColor = option.type != .color || ColorComponents(argument.text, in: .light) != nil
        guard isColor, let value = option.type.value(of: argument.text) else {
          throw ValidationError(
            "The option '\(option.name)' takes \(option.type.expectation), found '\(argument.text)'")
        }
        instance.setOption(option.name, to: value)
      }
    }
  }
}
