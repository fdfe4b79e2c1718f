package import TesseraValues

/// Writes the controllers of a bundle as screens.
package enum StoryboardTranslator {
  /// The screens of an interface.
  package struct Translation: Sendable {
    /// The documents of screens by their names.
    package var screens: [(name: String, document: JSONNode)] = []
    /// What the schemes of screens become that the translation adds to, by the names of the screens.
    package var schemes: [String: JSONNode] = [:]
    /// The named styles of bars; `nil` if there are none.
    package var theme: JSONNode?
    /// The name of the first screen.
    package var main: String?
    /// The storyboard's own texts that string tables translate, by their keys.
    package var localizedTexts: [String: String] = [:]
    package var diagnostics: [Diagnostic] = []
  }

  /// The greatest number of views of controllers within others, over all screens: a view may be in many screens.
  private static let maximumInnerViews = 20_000

  /// Translates an interface.
  /// - Parameters:
  ///   - schemes: The schemes by the names of their screens.
  ///   - localizedKeys: The keys of the texts that string tables have.
  ///   - pictures: The names of the bundle's images; `nil` if they are not known.
  ///   - isAlwaysLight: Whether the app knows no dark mode, so that texts without a colour are black.
  package static func translate(
    _ document: StoryboardDocument, schemes: [String: JSONNode] = [:], localizedKeys: Set<String> = [],
    pictures: PictureNames? = nil, isAlwaysLight: Bool = false
  ) -> Translation {
    var translation = Translation()
    var (directory, theme) = directory(of: document)
    directory.pictures = pictures
    directory.schemes = schemes
    directory.textColor = isAlwaysLight ? "#000000" : nil
    if !theme.isEmpty { translation.theme = .object(theme) }
    var reported: Set<Diagnostic> = []
    var remainingViews = maximumInnerViews
    let viewCounts = Dictionary(
      document.controllers.map { ($0.key, $0.view?.count ?? 0) }, uniquingKeysWith: { first, _ in first })
    for controller in document.controllers {
      guard let name = directory.names[controller.key] else {
        translation.diagnostics += containerDiagnostics(controller, in: directory)
        continue
      }
      directory.admitsParts = true
      let inner = directory.parts(of: controller).dropFirst().reduce(0) { $0 + (viewCounts[$1.key] ?? 0) }
      directory.admitsParts = inner <= remainingViews
      if directory.admitsParts { remainingViews -= inner }
      let screen = ScreenTranslator.screen(of: controller, in: directory, localizedKeys: localizedKeys)
      translation.localizedTexts.merge(screen.localizedTexts) { first, _ in first }
      translation.screens.append((name, screen.document))
      translation.schemes[name] = screen.scheme
      // A controller within several screens is reported once.
      translation.diagnostics += screen.diagnostics.filter { reported.insert($0).inserted }
    }
    translation.main = document.entryPoint.flatMap { directory.screen(of: $0) } ?? translation.screens.first?.name
    return translation
  }

  /// Translates the prototype of a row that has a file of its own.
  /// - Parameter pictures: The names of the bundle's images; `nil` if they are not known.
  package static func cell(
    _ controller: StoryboardController, pictures: PictureNames? = nil
  ) -> (document: JSONNode, diagnostics: [Diagnostic]) {
    var directory = ScreenDirectory(StoryboardDocument())
    directory.pictures = pictures
    let context = ScreenContext(controller, directory: directory)
    var components = ComponentTranslator(context: context, topExtension: 0)
    guard let view = controller.view else { return (ComponentNode("container").node, []) }
    let node = components.prototype(view)
    components.reportRest()
    return (node.node, components.context.diagnostics)
  }

  /// Reports tabs that are screens of their own.
  private static func containerDiagnostics(
    _ controller: StoryboardController, in directory: ScreenDirectory
  ) -> [Diagnostic] {
    guard case .tabs(let keys) = controller.kind,
      !keys.prefix(1).contains(where: { TabRules.isJoined(directory.contents[$0] ?? $0, in: directory) })
    else { return [] }
    return [
      Diagnostic(
        .warning, rule: "interface-class", file: controller.file,
        message: "The screens of tabs begin anew when people come back to them (object \(controller.id))",
        fix: "Use different names in the schemes of the tabs, so that one screen can show them all")
    ]
  }

  // MARK: Names and stacks

  private static func directory(of document: StoryboardDocument) -> (ScreenDirectory, theme: [(String, JSONNode)]) {
    var directory = ScreenDirectory(document)
    var taken: Set<String> = []
    for controller in document.controllers where controller.kind == .content {
      let base = controller.restorationIdentifier ?? controller.storyboardIdentifier ?? controller.key
      var name = ScreenNames.portable(base)
      var number = 2
      while taken.contains(name) {
        name = "\(ScreenNames.portable(base))\(number)"
        number += 1
      }
      taken.insert(name)
      directory.names[controller.key] = name
    }
    for controller in document.controllers {
      directory.contents[controller.key] = content(of: controller.key, in: document, depth: 0)
    }
    findStacks(&directory)
    SplitRules.findSplits(&directory)
    TabRules.findTabs(&directory)
    let styles = barStyles(&directory)
    return (directory, styles)
  }

  /// Returns the key of the controller that is shown first inside another one.
  private static func content(of key: String, in document: StoryboardDocument, depth: Int) -> String? {
    guard depth < 8, let controller = document.controller(key) else { return nil }
    switch controller.kind {
    case .content: return key
    case .navigation(let root): return root.flatMap { content(of: $0, in: document, depth: depth + 1) }
    case .tabs(let keys), .split(let keys):
      return keys.first.flatMap { content(of: $0, in: document, depth: depth + 1) }
    }
  }

  /// Finds the navigation controllers around screens: those of which they are the root, and those of the screens that
  /// push them.
  private static func findStacks(_ directory: inout ScreenDirectory) {
    var pending: [String] = []
    for controller in directory.document.controllers {
      if case .navigation = controller.kind, let key = directory.contents[controller.key], directory.stacks[key] == nil
      {
        directory.stacks[key] = controller.key
        pending.append(key)
      }
    }
    while let key = pending.popLast() {
      guard let controller = directory.document.controller(key), let stack = directory.stacks[key] else { continue }
      for segue in controller.segues where [.show, .showDetail, .embed].contains(segue.kind) {
        guard let next = segue.destination, !directory.isContainer(next), directory.stacks[next] == nil,
          directory.document.controller(next) != nil
        else { continue }
        directory.stacks[next] = stack
        pending.append(next)
      }
    }
  }

  /// Names the styles of bars. Equal ones share a name.
  private static func barStyles(_ directory: inout ScreenDirectory) -> [(String, JSONNode)] {
    var styles: [(String, JSONNode)] = []
    for controller in directory.document.controllers {
      guard let style = controller.bar.flatMap(BarStyle.style) else { continue }
      if let known = styles.first(where: { $0.1 == style }) {
        directory.barStyles[controller.key] = known.0
      } else {
        let name = styles.isEmpty ? "navigationBar" : "navigationBar\(styles.count + 1)"
        styles.append((name, style))
        directory.barStyles[controller.key] = name
      }
    }
    return styles
  }
}

/// The names of screens, which are names of files.
enum ScreenNames {
  /// Returns a name with a dash for each character that file names should not have.
  static func portable(_ name: String) -> String {
    let kept = String(
      name.prefix(100).map { character in
        character.isASCII && (character.isLetter || character.isNumber || "-_ ".contains(character)) ? character : "-"
      })
    return kept.isEmpty ? "Screen" : kept
  }
}
