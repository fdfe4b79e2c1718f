import TesseraExpressions
import TesseraValues

/// Translation of components, by their rows in the schemas, or by a function.
extension NativeTranslator {
  mutating func component(_ element: BeagleElement) -> JSONNode {
    let node = withoutPatch(component: element)
    return patched(node, by: element)
  }

  mutating func withoutPatch(component element: BeagleElement) -> JSONNode {
    switch element.content {
    case .broken(let reason): Self.placeholder(reason, element.range)
    case .custom(let name, let object, let members): custom(name, element, object, members)
    case .known(let schema, let object): known(schema, object)
    }
  }

  /// Applies the Tessera-specific patch of a payload element.
  mutating func patched(_ node: JSONNode, by element: BeagleElement) -> JSONNode {
    switch element.content {
    case .known(_, let object), .custom(_, let object, _): patched(node, by: object)
    case .broken: node
    }
  }

  mutating func patched(_ node: JSONNode, by object: BeagleObject) -> JSONNode {
    guard !isStrict, case .data(let patch)? = object[BeagleDecoder.patchKey] else { return node }
    return DocumentPatch.apply(within(contextNames(object["context"]?.object)) { $0.renaming(in: patch) }, to: node)
  }

  mutating func components(_ value: BeagleValue?) -> [JSONNode] {
    (value?.elements ?? []).map { component($0) }
  }

  static func placeholder(_ reason: String, _ range: SourceRange) -> JSONNode {
    var object = ObjectBuilder(type: "placeholder", range)
    object.set("text", .text(Template.spelling(of: reason), range))
    return object.node
  }

  mutating func known(_ schema: BeagleTypeSchema, _ said: BeagleObject) -> JSONNode {
    let object = isStrict ? said.asRead(byOriginal: schema.name) : said
    let context = object["context"]?.object
    return within(contextNames(context)) { writer in
      switch schema.name {
      // A nested screen becomes a container.
      case "screencomponent": writer.box(object, children: object["child"].map { [$0] } ?? [])
      case "container": writer.box(object, children: object["children"].map { [$0] } ?? [])
      case "scrollview": writer.scrollView(object)
      case "listview": writer.list(object, isGrid: false)
      case "gridview": writer.list(object, isGrid: true)
      case "pageview": writer.pageView(object)
      case "pulltorefresh": writer.pullToRefresh(object)
      case "image": writer.image(object)
      case "textinput": writer.textInput(object)
      case "touchable": writer.touchable(object)
      case "form": writer.legacyForm(object)
      case "forminput": writer.legacyInput(object)
      case "formsubmit": writer.legacySubmit(object)
      case "tabview": writer.legacyTabs(object)
      default:
        if let native = schema.native {
          writer.component(native, object)
        } else {
          Self.placeholder("'\(schema.name)' cannot be shown", object.range)
        }
      }
    }
  }

  /// Translates a component by its rows alone.
  private mutating func component(_ native: NativeType, _ object: BeagleObject) -> JSONNode {
    var node = begin(native.name, object, base: native.base)
    node.set(native.constants, at: object.range)
    set(object, in: &node)
    return node.node
  }

  /// Creates the node of a component with the members common to all components.
  ///
  /// - Parameters:
  ///   - type: The native type.
  ///   - object: The component in the payload.
  ///   - base: The defaults of style properties that the payload does not specify.
  mutating func begin(_ type: String, _ object: BeagleObject, base: [(String, Value)]? = nil) -> ObjectBuilder {
    var node = ObjectBuilder(type: type, object.range)
    if let id = object.member("id"), id.value.text?.isEmpty == false {
      node.set("id", .text(id.value.text ?? "", id.value.range), at: id.nameRange)
    }
    var base = base ?? Self.shrinking
    if let name = styleID(object["styleId"]) {
      // Defaults that the payload does not specify must not override the theme style.
      node.set("styleId", name)
      node.set("fallbackStyle", style(nil, base: base, at: object.range))
      base = []
    }
    node.set("style", style(object["style"]?.object, base: base, said: styleMembers(of: object), at: object.range))
    node.set("context", context(object["context"]?.object))
    node.set("onInit", actions(object["onInit"]))
    setAccessibility(object["accessibility"]?.object, of: &node)
    // Only elements that are read but not operated can be skipped. Containers are not accessibility elements
    // themselves, and their contents stay accessible.
    if object["accessibility"]?.object?["accessible"]?.bool == false, Self.readTypes.contains(type) {
      node.set("accessibilityHidden", .flag(true, object.range))
    }
    return node
  }

  static let readTypes: Set<String> = ["text", "image"]

  /// Returns the identifier of a theme style. If the theme does not define it, the component stays unchanged.
  func styleID(_ value: BeagleValue?) -> JSONNode? {
    guard let value, let text = value.text, !text.isEmpty else { return nil }
    return .text(text, value.range)
  }

  mutating func setAccessibility(_ accessibility: BeagleObject?, of node: inout ObjectBuilder) {
    guard let accessibility else { return }
    node.set("accessibilityLabel", value(accessibility["accessibilityLabel"]))
    if accessibility["isHeader"]?.bool == true { node.set("role", .text("heading", accessibility.range)) }
  }

  mutating func custom(
    _ name: String, _ element: BeagleElement, _ object: BeagleObject, _ members: [BeagleMember]
  ) -> JSONNode {
    guard let type = extensions.components[name] else {
      report(
        "unknown-component", element.range, "Unknown component '\(element.typeID.prefix(100))'",
        fix: SpellingSuggestion.fix(for: name, in: extensions.components.keys))
      return Self.placeholder("Unknown component of type: \(element.typeID.prefix(100))", element.range)
    }
    return within(contextNames(object["context"]?.object)) { writer in
      var node = writer.begin(type, object)
      for member in members { node.set(member.name, writer.customMember(member), at: member.nameRange) }
      return node.node
    }
  }

  /// Translates a member of a component or an action registered by an app. The actions of an event access its details
  /// by the event's name.
  mutating func customMember(_ member: BeagleMember) -> JSONNode? {
    let isEvent = member.name.wholeMatch(of: /on[A-Z]\w*/) != nil
    let event = isEvent ? [member.name: ContextPath(nodes: [.key(member.name)])] : [:]
    return within(event) { $0.customMember(member.value) }
  }

  /// Translates components and actions in the members of a component or an action registered by an app.
  mutating func customMember(_ value: BeagleValue) -> JSONNode? {
    switch value {
    case .element(let element): element.isAction ? action(element) : component(element)
    case .list(let values, let range): .list(values.compactMap { customMember($0) }, range)
    default: self.value(value)
    }
  }
}
