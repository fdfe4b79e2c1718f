import TesseraBundles
import TesseraValues

/// Finds screens that nothing opens, and options that nothing reads.
///
/// A name counts as used where any text of another document contains it as a word, so that what is reported is almost surely
/// forgotten or misspelt.
struct UnusedNamesCheck {
  private static let manifest = "widget.json"

  private let bundle: WidgetBundle
  /// The words in the texts of documents, by their paths.
  private var words: [String: Set<Substring>] = [:]
  /// Whether screens may be opened by names that only data has.
  private var opensAny = false
  /// Whether options are read as a whole.
  private var readsAll = false

  /// The maximum number of texts of a bundle that are searched for names. In a larger one, no name is reported.
  private static let maximumTexts = 100_000
  private var count = 0

  init(_ bundle: WidgetBundle) {
    self.bundle = bundle
    for path in bundle.documentPaths {
      guard let document = bundle.document(at: path) else { continue }
      visit(document, under: nil, in: path, depth: 0)
    }
  }

  /// Returns a warning for each name that is not used.
  var problems: [Diagnostic] {
    guard count < Self.maximumTexts else { return [] }
    var found: [Diagnostic] = []
    let opened = Set(bundle.manifest.openedScreens)
    for name in bundle.screenNames where !opensAny && !opened.contains(name) && name != "Next" {
      let path = bundle.path(ofScreen: name)
      guard !words.contains(where: { $0.key != path && $0.value.contains(name[...]) }) else { continue }
      found.append(
        Diagnostic(.warning, rule: "unused-screen", file: path, message: "Nothing opens the screen '\(name)'"))
    }
    for option in bundle.manifest.options where !readsAll {
      guard !words.values.contains(where: { $0.contains(option.name[...]) }) else { continue }
      found.append(
        Diagnostic(
          .warning, rule: "unused-option", file: Self.manifest, range: range(ofOption: option.name),
          message: "Nothing reads the option '\(option.name)'"))
    }
    return found
  }

  private func range(ofOption name: String) -> SourceRange? {
    bundle.document(at: Self.manifest)?["options"]?.elements?.compactMap { $0["name"] }.first { $0.string == name }?
      .range
  }

  private mutating func visit(_ node: JSONNode, under key: String?, in path: String, depth: Int) {
    guard depth < 64, count < Self.maximumTexts else { return }
    switch node.content {
    case .string(let text): add(text, under: key, in: path)
    case .array(let elements): for element in elements { visit(element, under: key, in: path, depth: depth + 1) }
    case .object:
      let isOption = path == Self.manifest && key == "options"
      for member in node.membersWithoutComments ?? [] where !(isOption && member.name == "name") {
        words[path, default: []].insert(member.name[...])
        visit(member.value, under: member.name, in: path, depth: depth + 1)
      }
    default: break
    }
  }

  private mutating func add(_ text: String, under key: String?, in path: String) {
    count += 1
    words[path, default: []].formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" })
    words[path, default: []].insert(text[...])
    if key == "screen" || key == "destination" || key == "segue", text.contains("@{") { opensAny = true }
    if text.contains("options"), text.firstMatch(of: /options(?![\w.]*\.\w)/) != nil { readsAll = true }
  }
}
