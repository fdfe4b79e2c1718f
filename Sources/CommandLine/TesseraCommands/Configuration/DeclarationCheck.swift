import Foundation
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraRuntime
import TesseraValues

/// Finds in a configuration what a server would find only when it begins: missing bundles, unusable addresses and colours,
/// options that no widget has.
struct DeclarationCheck {
  private let configuration: Configuration
  /// The bundles that the configuration names by their paths, and those that are installed, by their identities.
  private let manifests: [String: Manifest]

  /// - Parameter data: The data folder, whose installed widgets boards name by their identities; nil for none.
  init(_ configuration: Configuration, data: URL?) {
    self.configuration = configuration
    let sources = Set(configuration.widgets + configuration.bundlesOfBoards).sorted()
    let installed = data.map { InstalledWidgets($0.appending(path: "widgets")).all().map(\.path) } ?? []
    var manifests: [String: Manifest] = [:]
    for path in installed + sources where Self.isPath(path) && FileManager.default.fileExists(atPath: path) {
      let manifest = WidgetBundle(WidgetSource(path), extensions: TesseraCommand.extensions).manifest
      manifests[path] = manifest
      manifests[manifest.id] = manifest
    }
    self.manifests = manifests
  }

  var problems: [Diagnostic] {
    let bundles = configuration.widgets.compactMap { path in
      isMissing(path) ? Diagnostic(rule: "missing-bundle", message: Self.missing(path)) : nil
    }
    return bundles + configuration.boards.flatMap(problems)
  }

  private func problems(of board: BoardDeclaration) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    func add(_ rule: String, _ message: String, fix: String? = nil) {
      problems.append(Diagnostic(rule: rule, file: board.file, range: board.range, message: message, fix: fix))
    }
    if let background = board.background, !BoardAppearance.isBackground(background) {
      add(
        "background", "'\(background)' is no background",
        fix: "Write #rrggbb, or one of \(BoardAppearance.backgroundNames)")
    }
    if let accent = board.accent, !BoardAppearance.isColor(accent) {
      add("color", "'\(accent)' is no color", fix: "Write #rrggbb")
    }
    for icon in board.pages.flatMap(\.icons) {
      if !BoardIcon.isAllowed(address: icon.address) {
        add(
          "address", "The icon '\(icon.name)' cannot open '\(icon.address)'",
          fix: "Write an address that begins with one of \(LinkSchemes.all.sorted().joined(separator: ", "))")
      }
      if let color = icon.color, !BoardAppearance.isColor(color) {
        add("color", "The icon '\(icon.name)' has '\(color)', which is no color", fix: "Write #rrggbb")
      }
      if let symbol = icon.symbol, !BoardIcon.isSymbol(symbol) {
        add("symbol", "The icon '\(icon.name)' has '\(symbol)', which is no name of a symbol")
      }
    }
    return problems + board.widgets.flatMap(self.problems)
  }

  private func problems(of widget: BoardDeclaration.Widget) -> [Diagnostic] {
    guard !isMissing(widget.source) else {
      return [
        Diagnostic(
          rule: "missing-bundle", file: widget.file, range: widget.range, message: Self.missing(widget.source))
      ]
    }
    // What an address leads to, and which widgets a server without a folder has, is not known here.
    guard let manifest = manifests[widget.source] else { return [] }
    let known = manifest.options.map(\.name)
    return widget.options.keys.sorted().filter { !known.contains($0) }.map { name in
      Diagnostic(
        rule: "unknown-option", file: widget.file, range: widget.range,
        message: "The widget '\(manifest.name)' has no option '\(name)'",
        fix: SpellingSuggestion.fix(for: name, in: known))
    }
  }

  private func isMissing(_ source: String) -> Bool {
    Self.isPath(source) && !FileManager.default.fileExists(atPath: source)
  }

  /// Whether a text is a path, and not an address or the identity of a widget.
  private static func isPath(_ source: String) -> Bool { source.contains("/") && !source.contains("://") }

  private static func missing(_ path: String) -> String { "There is no bundle '\(path)'" }
}
