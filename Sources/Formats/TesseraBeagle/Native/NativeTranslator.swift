import TesseraExpressions
package import TesseraValues

/// Translates payloads to native documents. Each part keeps its source range, so that diagnostics about the native
/// document point into the payload.
package struct NativeTranslator {
  /// The names that native documents can refer to. Payloads use them in any case.
  package struct Extensions {
    /// A list of names that is computed only if a payload contains elements that are not part of Beagle.
    package final class Names {
      private let names: () -> [String]
      private lazy var byLowerCase = Dictionary(
        names().map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

      package init(_ names: @escaping () -> [String] = { [] }) { self.names = names }

      /// Returns the native spelling of a lowercased name.
      subscript(name: String) -> String? { byLowerCase[name] }

      /// All names, lowercased.
      var keys: Dictionary<String, String>.Keys { byLowerCase.keys }
    }

    package var components: Names
    package var actions: Names
    package var operations: Names
    /// Returns the members of a component or an action type that contain components or actions.
    package var holdings: (_ type: String, _ isAction: Bool) -> Holdings

    package init(
      components: Names = Names(), actions: Names = Names(), operations: Names = Names(),
      holdings: @escaping (_ type: String, _ isAction: Bool) -> Holdings = { _, _ in Holdings() }
    ) {
      self.components = components
      self.actions = actions
      self.operations = operations
      self.holdings = holdings
    }
  }

  /// The members of a component or an action type that are not data.
  package struct Holdings {
    /// The members that contain a component or a list of components.
    package var components: Set<String> = []
    /// The members that contain row templates.
    package var templates: Set<String> = []
    /// The members that contain actions.
    package var events: Set<String> = []

    package init(components: Set<String> = [], templates: Set<String> = [], events: Set<String> = []) {
      self.components = components
      self.templates = templates
      self.events = events
    }
  }

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
  private var innerScreens = ObjectBuilder(SourceRange(.start))
  private var generatedCount = 0
  /// The group of the 1.x form whose actions are being translated.
  var formGroup: String?
  /// The name of the 1.x form whose inputs and buttons are being translated.
  var formName: String?
  /// Whether the current screen reads or writes the data passed by navigations.
  private var usesNavigationContext = false

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

  /// The maximum number of nested screens, as for native documents.
  private static let maximumInnerScreens = 100
  private let screenPrefix: String

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

  private func path(of name: String) -> ContextPath? {
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

  // MARK: Values

  mutating func native(_ template: Template) -> Template {
    if !usesNavigationContext, template.reads(Self.navigationContext) { usesNavigationContext = true }
    return template.native { path(of: $0) }
  }

  mutating func text(_ template: Template, _ range: SourceRange) -> JSONNode {
    .text(native(template).description, range)
  }

  /// Translates a value.
  mutating func value(_ value: BeagleValue?) -> JSONNode? {
    switch value {
    case .literal(let node): node.string.map { .text(Template.spelling(of: $0), node.range) } ?? node
    case .template(let template, let range): text(template, range)
    case .data(let node): data(node)
    case .list(let values, let range): .list(values.compactMap { self.value($0) }, range)
    case .element, .object, nil: nil
    }
  }

  /// Translates any JSON, in which texts may be expressions.
  mutating func data(_ node: JSONNode) -> JSONNode {
    // Lists with thousands of items usually contain no expressions and are then not copied.
    guard node.hasSigns else { return node }
    return node.mappingLiterals { literal in
      guard literal.hasSigns, let string = literal.string else { return literal }
      let template = Template(string)
      if template.isConstant { return .text(Template.spelling(of: template.literalText), literal.range) }
      return text(template, literal.range)
    }
  }

  /// Translates an expression or a literal with the given closures.
  mutating func value(
    _ value: BeagleValue?, template: (Template) -> Template?, literal: (JSONNode) -> JSONNode?
  ) -> JSONNode? {
    switch value {
    case .template(let own, let range): template(native(own)).map { .text($0.description, range) }
    case .literal(let node): literal(node)
    default: nil
    }
  }

  /// Returns the negation of a Boolean.
  mutating func negated(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0.applying("not")
    } literal: { node in
      node.bool.map { .flag(!$0, node.range) }
    }
  }

  /// Translates an uppercase word to its native spelling.
  mutating func word(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0.applying("lowercase")
    } literal: { node in
      node.string.map { .text(Self.spelling(of: $0), node.range) }
    }
  }

  /// Returns whether a value is exactly true.
  mutating func isTrue(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0.applying("condition", before: [true, false])
    } literal: {
      $0
    }
  }

  static func spelling(of word: String) -> String {
    if word == "NO_WRAP" { return "nowrap" }
    return word.utf8.contains(UInt8(ascii: "_")) ? word.lowercased().replacing("_", with: "-") : word.lowercased()
  }

  // MARK: Screens

  /// Translates a screen nested in an action and adds it to the section of screens.
  ///
  /// - Returns: The name of the screen.
  mutating func innerScreen(_ element: BeagleElement) -> JSONNode? {
    guard case .known(_, let object) = element.content else { return nil }
    guard innerScreens.members.count < Self.maximumInnerScreens else {
      report(
        "beagle-limit", element.range, "A payload can have at most \(Self.maximumInnerScreens) screens in its actions")
      return nil
    }
    let own = (object["id"] ?? object["identifier"])?.text
    let name = own.flatMap { innerScreens.has($0) || $0.isEmpty ? nil : $0 } ?? generatedName(screenPrefix)
    // Reserves the name before the content is translated.
    innerScreens.set(name, .text("", element.range))
    let (outer, used) = (names, usesNavigationContext)
    names = []
    usesNavigationContext = false
    innerScreens.set(name, screen(element))
    (names, usesNavigationContext) = (outer, used)
    return .text(name, element.range)
  }

  mutating func screen(_ element: BeagleElement) -> JSONNode {
    guard case .known(_, let object) = element.content else {
      var document = ObjectBuilder(element.range)
      document.set("view", component(element))
      return document.node
    }
    let document = screen(object)
    return patched(document, by: object)
  }

  /// Returns the style with which the root container of a screen fills the available space.
  static func screenStyle(_ range: SourceRange) -> ObjectBuilder {
    var style = ObjectBuilder(range)
    for (name, node) in filling(range) + [("flexBasis", .number(0, range))] { style.set(name, node) }
    return style
  }

  private mutating func screen(_ said: BeagleObject) -> JSONNode {
    let object = isStrict ? said.asRead(byOriginal: "screencomponent") : said
    let own = object["context"]?.object
    return within(contextNames(own)) { writer in
      var document = ObjectBuilder(object.range)
      var contexts = writer.context(own).map { [$0] } ?? []
      if let area = object["safeArea"]?.object, let edge = area.members.first(where: { $0.value.bool == false }) {
        writer.report(
          "beagle-unsupported", edge.nameRange,
          "A widget stays within the safe area: false for '\(edge.name)' has no effect")
      }
      document.set("navigationItem", writer.navigationItem(object["navigationBar"]?.object, object.range))
      var view = ObjectBuilder(type: "container", object.range)
      var style = Self.screenStyle(object.range)
      style.set("backgroundColor", writer.color(object["style"]?.object?["backgroundColor"]))
      view.set("style", style.node)
      if let id = object.member("id") ?? object.member("identifier"), let text = id.value.text, !text.isEmpty,
        PayloadNames(object, withScreensInside: false).identifiers.filter({ $0 == text }).count == 1
      {
        view.set("id", .text(text, id.value.range), at: id.nameRange)
      }
      view.set("onInit", writer.actions(object["onInit"]))
      document.set("onAppear", writer.tracking(object["screenAnalyticsEvent"], nil))
      if let child = object["child"]?.element {
        view.set("children", .list([writer.component(child)], child.range))
      }
      document.set("view", view.node)
      if writer.usesNavigationContext {
        var context = ObjectBuilder(object.range)
        context.set("id", .text(Self.navigationContext, object.range))
        context.set("value", JSONNode(.null, range: object.range))
        contexts.append(context.node)
      }
      if !contexts.isEmpty { document.set("context", .list(contexts, object.range)) }
      return document.node
    }
  }

  private mutating func navigationItem(_ bar: BeagleObject?, _ range: SourceRange) -> JSONNode {
    var item = ObjectBuilder(bar?.range ?? range)
    guard let bar else {
      item.set("hidden", .flag(true, range))
      return item.node
    }
    item.set("title", value(bar["title"]))
    item.set("styleId", styleID(bar["styleId"]))
    if bar["showBackButton"]?.bool == false { item.set("hidesBackButton", .flag(true, bar.range)) }
    let buttons = (bar["navigationBarItems"]?.list ?? []).compactMap(\.object).map { object in
      var button = ObjectBuilder(type: "button", object.range)
      button.set("id", value(object["id"]))
      // 1.x uses an object here.
      let image = object["image"].flatMap { value -> JSONNode? in
        guard case .data(let node) = value else { return nil }
        return node["mobileId"] ?? node
      }
      if let image, image.string?.isEmpty == false {
        button.set("image", data(image))
        button.set("accessibilityLabel", value(object["text"]))
      } else {
        button.set("text", value(object["text"]))
      }
      let actions = (object["onPress"]?.elements ?? []) + (object["action"]?.elements ?? [])
      button.set("onPress", self.actions(actions, object.range))
      setAccessibility(object["accessibility"]?.object, of: &button)
      return patched(button.node, by: object)
    }
    if !buttons.isEmpty { item.set("rightItems", .list(buttons, bar.range)) }
    return item.node
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
  fileprivate var hasSigns: Bool {
    switch content {
    case .string(let text):
      text.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "\\") }
    case .array(let elements): elements.contains(where: \.hasSigns)
    case .object(let members): members.contains(where: \.value.hasSigns)
    default: false
    }
  }
}
