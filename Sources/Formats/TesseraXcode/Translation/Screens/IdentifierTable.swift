import TesseraValues

/// The names of views on a screen.
///
/// A view has the name that schemes use, if it has one. Others get one when something refers to them: made of their
/// text or of the controller's outlet, so that documents can be read.
struct IdentifierTable {
  private var names: [StoryboardDocument.ObjectID: String] = [:]
  private var taken: Set<String>
  /// The names that schemes use, by the prototypes in which they are; `nil` is the rest of the screen.
  private var registered: [StoryboardDocument.ObjectID?: Set<String>] = [:]
  /// The next number for each name that several views would have.
  private var numbers: [String: Int] = [:]
  private var outlets: [StoryboardDocument.ObjectID: String] = [:]

  /// Names with a meaning of their own in expressions and constraints.
  private static let reserved: Set = [
    "content", "options", "defaults", "global", "strings", "widget", "item", "index", "entry", "margins", "safeArea",
    "isSelected",
  ]

  /// Creates a table.
  /// - Parameter reserved: The names that the scheme gives to objects, and by which it refers to views.
  init(reserved: Set<String>, outlets: [StoryboardOutlet]) {
    taken = Self.reserved.union(reserved)
    for outlet in outlets where self.outlets[outlet.destination] == nil {
      self.outlets[outlet.destination] = outlet.name
    }
  }

  /// Gives an object the name that schemes use. The first holder of a name wins.
  /// - Parameter prototype: The prototype around the object, whose rows have names of their own.
  /// - Returns: Whether the name was free.
  mutating func register(
    _ name: String, for id: StoryboardDocument.ObjectID, in prototype: StoryboardDocument.ObjectID? = nil
  ) -> Bool {
    guard registered[prototype, default: []].insert(name).inserted else { return false }
    names[id] = name
    taken.insert(name)
    return true
  }

  /// Returns the name of an object, if it has one.
  func existing(_ id: StoryboardDocument.ObjectID) -> String? { names[id] }

  /// Returns the name of a view, and gives it one if necessary.
  mutating func name(of view: StoryboardView) -> String {
    name(
      of: view.id,
      suggestion: outlets[view.id] ?? Self.suggestion(Self.topic(of: view), kind: Self.kind(of: view.className)))
  }

  /// Returns what a view shows: the last part of the path that it is bound to, else its text, else the name of its
  /// picture or sign.
  private static func topic(of view: StoryboardView) -> String? {
    for attribute in view.attributes {
      guard case .binding? = AttributeTable.target(of: attribute.keyPath),
        let binding = BindingText.binding(attribute.value.string ?? "")
      else { continue }
      if let path = binding["from"]?.string?.split(separator: ".").last { return String(path) }
    }
    let names = ["text", "title", "image", "placeholder"]
    return names.lazy.compactMap { view.properties[$0]?.string }.first { !$0.isEmpty }
      ?? PropertyRules.signLabel(of: view)
  }

  mutating func name(of id: StoryboardDocument.ObjectID, suggestion: String) -> String {
    if let name = names[id] { return name }
    let base = suggestion.isEmpty ? "view" : suggestion
    var name = base
    var number = numbers[base] ?? 2
    while taken.contains(name) {
      name = "\(base)\(number)"
      number += 1
    }
    numbers[base] = number
    names[id] = name
    taken.insert(name)
    return name
  }

  /// Returns whether constraints can refer to a name: it has letters, digits, `_` and `-`.
  static func isUsableInConstraints(_ name: String) -> Bool {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  /// Returns up to four words of a text and the kind of the view: `noPostsHereYetLabel`.
  static func suggestion(_ text: String?, kind: String) -> String {
    let text = text ?? ""
    let words = text.split { !($0.isLetter || $0.isNumber) }
    guard text.allSatisfy(\.isASCII), let first = words.first, first.first?.isLetter == true, words.count <= 6 else {
      return kind.prefix(1).lowercased() + kind.dropFirst()
    }
    let rest = words.dropFirst().prefix(3).map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    // A word in capitals is one word: `REPOSTS`. Others may be names, such as `repostCount`.
    let start =
      first.contains(where: \.isLowercase) ? first.prefix(1).lowercased() + first.dropFirst() : first.lowercased()
    return String((start + rest.joined()).prefix(32)) + kind
  }

  /// Returns the last word of a class name, in capitals: `Label`, `ImageView`.
  private static func kind(of className: StoryboardClassName) -> String {
    let name = className.custom ?? className.base
    let prefixes = ["UI", "WK", "MK", "_UI"]
    let bare = prefixes.lazy.compactMap { name.hasPrefix($0) ? name.dropFirst($0.count) : nil }.first ?? Substring(name)
    let letters = bare.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return letters.first?.isLetter == true ? String(letters) : "View"
  }
}
