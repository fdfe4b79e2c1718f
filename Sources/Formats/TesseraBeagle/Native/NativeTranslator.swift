import TesseraExpressions
package import TesseraValues

/// Translates payloads to native documents. Each part keeps its source range, so that diagnostics about the native
/// document point into the payload.
package struct NativeTranslator {
  /// The features of the payload that native documents do not support.
  package private(set) var diagnostics = Diagnostics()
  let extensions: Extensions
  /// Whether peculiarities of Beagle are reproduced.
  let isStrict: Bool
  /// The names with another meaning in native documents.
  var takenNames: Set<String> = []
  /// The names that the payload gives to its data, which other names must not collide with.
  var declaredNames: Set<String> = []
  /// The paths that names resolve to, from the outermost to the innermost scope.
  var names: [[String: ContextPath]] = []
  /// The screens nested in actions.
  var innerScreens = ObjectBuilder(SourceRange(.start))
  var generatedCount = 0
  /// The group of the 1.x form whose actions are being translated.
  var formGroup: String?
  /// The name of the 1.x form whose inputs and buttons are being translated.
  var formName: String?
  /// Whether the current screen reads or writes the data passed by navigations.
  var usesNavigationContext = false

  /// Creates a translator.
  ///
  /// - Parameters:
  ///   - extensions: The names that native documents can refer to.
  ///   - screenPrefix: The prefix for the names of screens without an identifier, followed by a number. Documents that
  ///     are combined into one need different prefixes.
  ///   - isStrict: Whether peculiarities of Beagle are reproduced.
  package init(extensions: Extensions = Extensions(), screenPrefix: String = "screen", isStrict: Bool = false) {
    self.extensions = extensions
    self.isStrict = isStrict
    self.screenPrefix = screenPrefix
  }

  /// The maximum number of screens in the actions of a Beagle payload. Further ones are ignored, and reported.
  static let maximumInnerScreens = 100
  let screenPrefix: String

  static let navigationContext = "navigationContext"

  /// The names with a meaning in native documents. Those of rows depend on the list.
  static let reservedNames: Set<String> = [
    "content", "options", "defaults", "strings", "widget", "isSelected", "item", "index",
    // The details of events are accessed by these names.
    "onPress", "onLongPress", "onInit", "onAppear", "onDisappear", "onChange", "onFocus", "onBlur", "onSubmit",
    "onInvalid",
    "onRefresh", "onScroll", "onScrollEnd", "onMove", "onOk", "onCancel", "onTrue", "onFalse", "onSuccess", "onError",
    "onFinish",
  ]

  /// Translates a payload to a single document. Screens nested in actions are in its section `screens`.
  package mutating func document(of payload: BeaglePayload) -> JSONNode {
    let found = PayloadNames(payload.screen)
    takenNames = Self.reservedNames.union(found.identifiers)
    declaredNames = found.contexts
    let document = screen(payload.screen)
    guard !innerScreens.isEmpty else { return document }
    // A patch may add native screens as well.
    let screens = DocumentPatch.apply(
      document["screens"] ?? .empty(document.range), to: innerScreens.node)
    var object = ObjectBuilder(document)
    object.set("screens", screens)
    return object.node
  }

  // MARK: Names

  /// Returns the name of a context in the native document.
  func nativeName(_ name: String) -> String {
    var word = name.first?.isNumber == true ? "_\(name)" : name
    while takenNames.contains(word) || word != name && declaredNames.contains(word) {
      word = name.first?.isNumber == true ? "_\(word)" : "\(word)_"
    }
    return word
  }

  func path(of name: String) -> ContextPath? {
    if let path = contextPath(of: name) { return path }
    if name == "global" { return nil }
    // A part of a screen may be in a row of another document.
    if ["item", "index"].contains(name), !declaredNames.contains(name) { return nil }
    let native = nativeName(name)
    return native == name ? nil : ContextPath(nodes: [.key(native)])
  }

  mutating func within<Result>(_ scope: [String: ContextPath], _ body: (inout Self) -> Result) -> Result {
    names.append(scope)
    defer { names.removeLast() }
    return body(&self)
  }

  /// Returns a name that does not occur in the payload.
  mutating func generatedName(_ word: String) -> String {
    while true {
      generatedCount += 1
      let name = "\(word)\(generatedCount)"
      if !takenNames.contains(name), !declaredNames.contains(name) { return name }
    }
  }

  mutating func report(_ rule: String, _ range: SourceRange, _ message: String, fix: String? = nil) {
    diagnostics.add(Diagnostic(.warning, rule: rule, range: range, message: message, fix: fix))
  }

  // MARK: Contexts

  func contextNames(_ context: BeagleObject?) -> [String: ContextPath] {
    guard let id = context?["id"]?.text, id != "global" else { return [:] }
    return [id: ContextPath(nodes: [.key(nativeName(id))])]
  }

  mutating func context(_ context: BeagleObject?) -> JSONNode? {
    guard let context, let id = context["id"], let name = id.text else { return nil }
    guard name != "global" else {
      report("context-name", id.range, "'global' is shared by all screens and cannot be owned by a component")
      return nil
    }
    var object = ObjectBuilder(context.range)
    object.set("id", .text(nativeName(name), id.range))
    object.set("value", value(context["value"]))
    return object.node
  }

  /// Renames contexts in a native patch to their names in the native document.
  ///
  /// - Parameter isPart: Whether the patch is a component, an action or a part of one, rather than data.
  func renaming(in patch: JSONNode, isPart: Bool = true) -> JSONNode {
    switch patch.content {
    case .string(let text):
      guard text.contains("@{"), case let template = Template(text, dialect: .native), template.problem == nil else {
        return patch
      }
      return .text(template.native { contextPath(of: $0) }.description, patch.range)
    case .array(let elements): return .list(elements.map { renaming(in: $0, isPart: $0["type"] != nil) }, patch.range)
    case .object(let members):
      let renamed = members.map { member in
        var member = member
        let isInside = ["style", "view", "navigationItem", "hands"].contains(member.name)
        let text = isPart ? member.value.string : nil
        switch (member.name, text) {
        case ("context", let name?) where declaredNames.contains(name):
          member.value = .text(nativeName(name), member.value.range)
        case ("bind", let text?):
          if let path = try? ContextPath(text), case .key(let name)? = path.nodes.first, let own = contextPath(of: name)
          {
            member.value = .text(
              ContextPath(nodes: own.nodes + path.nodes.dropFirst()).description, member.value.range)
          }
        default:
          member.value = renaming(in: member.value, isPart: isPart && isInside || member.value["type"] != nil)
          if isPart, member.name == "context" { member.value = renamingContexts(in: member.value) }
        }
        return member
      }
      return JSONNode(.object(renamed), range: patch.range)
    default: return patch
    }
  }

  /// Renames contexts that a patch declares.
  private func renamingContexts(in node: JSONNode) -> JSONNode {
    if let elements = node.elements { return .list(elements.map { renamingContexts(in: $0) }, node.range) }
    guard let id = node["id"], let name = id.string, declaredNames.contains(name) else { return node }
    var context = ObjectBuilder(node)
    context.replace("id", with: .text(nativeName(name), id.range))
    return context.node
  }

  /// Returns the path of a context in scope, or nil if the name stays unchanged or is not a context.
  private func contextPath(of name: String) -> ContextPath? {
    for scope in names.reversed() { if let path = scope[name] { return path } }
    return nil
  }

  /// Returns the native name of a context that is written to.
  mutating func writtenContext(_ name: String) -> String {
    if name == Self.navigationContext { usesNavigationContext = true }
    guard let path = path(of: name), path.nodes.count == 1, case .key(let key) = path.nodes[0] else { return name }
    return key
  }
}

extension JSONNode {
  /// Whether the node contains a text with special characters of templates.
  var hasSigns: Bool {
    switch content {
    case .string(let text):
      text.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "\\") }
    case .array(let elements): elements.contains(where: \.hasSigns)
    case .object(let members): members.contains(where: \.value.hasSigns)
    default: false
    }
  }
}
