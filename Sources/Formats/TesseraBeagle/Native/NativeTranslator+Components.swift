import TesseraExpressions
import TesseraValues

/// Translation of components, with one function per family.
extension NativeTranslator {
  mutating func component(_ element: BeagleElement) -> JSONNode {
    let node = withoutPatch(component: element)
    return patched(node, by: element)
  }

  private mutating func withoutPatch(component element: BeagleElement) -> JSONNode {
    switch element.content {
    case .broken(let reason): Self.placeholder(reason, element.range)
    case .custom(let name, let object, let members): custom(name, element, object, members)
    case .known(let schema, let object): known(schema.name, object)
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

  private mutating func known(_ name: String, _ said: BeagleObject) -> JSONNode {
    let object = isStrict ? said.asRead(byOriginal: name) : said
    let context = object["context"]?.object
    return within(contextNames(context)) { writer in
      switch name {
      // A nested screen becomes a container.
      case "screencomponent": writer.box(object, children: object["child"].map { [$0] } ?? [])
      case "container": writer.box(object, children: object["children"].map { [$0] } ?? [])
      case "scrollview": writer.scrollView(object)
      case "listview": writer.list(object, isGrid: false)
      case "gridview": writer.list(object, isGrid: true)
      case "pageview": writer.pageView(object)
      case "pulltorefresh": writer.pullToRefresh(object)
      case "lazycomponent": writer.lazyComponent(object)
      case "text": writer.label(object)
      case "button": writer.button(object)
      case "image": writer.image(object)
      case "textinput": writer.textInput(object)
      case "webview": writer.webView(object)
      case "tabbar": writer.tabBar(object)
      case "pageindicator": writer.pageIndicator(object)
      case "touchable": writer.touchable(object)
      case "simpleform": writer.simpleForm(object)
      case "form": writer.legacyForm(object)
      case "forminput": writer.legacyInput(object)
      case "formsubmit": writer.legacySubmit(object)
      case "tabview": writer.legacyTabs(object)
      default: Self.placeholder("'\(name)' cannot be shown", object.range)
      }
    }
  }

  /// Creates the node of a component with the members common to all components.
  ///
  /// - Parameters:
  ///   - type: The native type.
  ///   - object: The component in the payload.
  ///   - base: The defaults of style properties that the payload does not specify.
  ///   - said: Style properties that the payload specifies elsewhere.
  mutating func begin(
    _ type: String, _ object: BeagleObject, base: [(String, JSONNode)]? = nil, said: [(String, JSONNode)] = []
  ) -> ObjectBuilder {
    var node = ObjectBuilder(type: type, object.range)
    if let id = object.member("id"), id.value.text?.isEmpty == false {
      node.set("id", .text(id.value.text ?? "", id.value.range), at: id.nameRange)
    }
    var base = base ?? Self.shrinking(object.range)
    if let name = styleID(object["styleId"]) {
      // Defaults that the payload does not specify must not override the theme style.
      node.set("styleId", name)
      node.set("fallbackStyle", style(nil, base: base, at: object.range))
      base = []
    }
    node.set("style", style(object["style"]?.object, base: base + said, at: object.range))
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

  private mutating func custom(
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
  private mutating func customMember(_ value: BeagleValue) -> JSONNode? {
    switch value {
    case .element(let element): element.isAction ? action(element) : component(element)
    case .list(let values, let range): .list(values.compactMap { customMember($0) }, range)
    default: self.value(value)
    }
  }

  // MARK: Containers

  private mutating func box(_ object: BeagleObject, children: [BeagleValue]) -> JSONNode {
    var node = begin("container", object)
    let children = children.flatMap { components($0) }
    if !children.isEmpty { node.set("children", .list(children, object.range)) }
    return node.node
  }

  /// Wraps a node in a container, for components that do not support all common members themselves.
  private mutating func box(_ object: BeagleObject, holding node: JSONNode, base: [(String, JSONNode)]? = nil)
    -> JSONNode
  {
    var box = begin("container", object, base: base)
    box.set("children", .list([node], object.range))
    return box.node
  }

  private mutating func scrollView(_ object: BeagleObject) -> JSONNode {
    var node = scrollBox(object, isHorizontal: object["scrollDirection"]?.text == "HORIZONTAL")
    if object["scrollBarEnabled"]?.bool == false { node = node.adding("showsIndicator", .flag(false, object.range)) }
    return node
  }

  /// Returns a scroll container with the children of a component.
  private mutating func scrollBox(_ object: BeagleObject, isHorizontal: Bool) -> JSONNode {
    var node = begin("scroll", object, base: scrollStyle(object.range, isHorizontal: isHorizontal))
    if isHorizontal { node.set("direction", .text("horizontal", object.range)) }
    node.set("children", scrolled(components(object["children"]), object.range, isHorizontal: isHorizontal))
    return node.node
  }

  /// Wraps a component in a container without properties.
  private static func plainBox(_ node: JSONNode) -> JSONNode {
    var box = ObjectBuilder(type: "container", node.range)
    box.set("children", .list([node], node.range))
    return box.node
  }

  private func scrollStyle(_ range: SourceRange, isHorizontal: Bool) -> [(String, JSONNode)] {
    var style = Self.givingWay(range, growing: true)
    if isHorizontal { style.append(("flexDirection", .text("row", range))) }
    return style
  }

  /// Returns the inner container, which keeps its length, as in Beagle.
  private func scrolled(_ children: [JSONNode], _ range: SourceRange, isHorizontal: Bool = false) -> JSONNode {
    var inner = ObjectBuilder(type: "container", range)
    var style = ObjectBuilder(range)
    style.set("flexGrow", .number(1, range))
    style.set("flexShrink", .number(0, range))
    if isHorizontal { style.set("flexDirection", .text("row", range)) }
    inner.set("style", style.node)
    inner.set("children", .list(children, range))
    return .list([inner.node], range)
  }

  private mutating func simpleForm(_ object: BeagleObject) -> JSONNode {
    var node = begin("form", object)
    node.set("onSubmit", actions(object["onSubmit"]))
    node.set("onInvalid", actions(object["onValidationError"]))
    node.set("submitsOnReturn", .flag(false, object.range))
    node.set("children", .list(components(object["children"]), object.range))
    return node.node
  }

  private mutating func touchable(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("The touchable area has no content", object.range)
    }
    var node = component(child)
    // The press is handled even if there are no actions.
    let actions = tracking(object["clickAnalyticsEvent"], actions(object["onPress"])) ?? .list([], object.range)
    node = node.adding("onPress", actions)
    // A touchable has no view of its own, unless it uses members that Beagle does not support for it.
    if ["style", "context", "onInit", "accessibility"].contains(where: { object[$0] != nil }) {
      return box(object, holding: node)
    }
    if let id = object.member("id"), let text = id.value.text { node = node.adding("id", .text(text, id.value.range)) }
    return node
  }

  private mutating func lazyComponent(_ object: BeagleObject) -> JSONNode {
    var node = begin("lazy", object, base: [])
    node.set("url", value(object["path"]))
    if let initial = object["initialState"]?.element { node.set("placeholder", component(initial)) }
    return node.node
  }

  // MARK: Lists

  private mutating func list(_ object: BeagleObject, isGrid: Bool) -> JSONNode {
    // 1.x also has lists with fixed components.
    if object["templates"]?.list?.isEmpty ?? true, object["template"] == nil, let children = object["children"],
      !children.elements.isEmpty
    {
      return scrollBox(object, isHorizontal: object["direction"]?.text == "HORIZONTAL")
    }
    var node = begin(
      isGrid ? "grid" : "list", object, base: Self.givingWay(object.range, growing: false))
    node.set("items", value(object["dataSource"]))
    node.set("key", value(object["key"]))
    node.set("direction", word(object["direction"]))
    if isGrid {
      let columns = object["numColumns"]?.number ?? object["spanCount"]?.number ?? 1
      node.set("columns", .number(max(1, columns), object.range))
      node.set("spacing", .number(0, object.range))
    }
    if object["isScrollIndicatorVisible"]?.bool != true { node.set("showsIndicator", .flag(false, object.range)) }
    // The list is as long as its rows unless its length is specified.
    let length = object["direction"]?.text == "HORIZONTAL" ? "width" : "height"
    let size = object["style"]?.object?["size"]?.object?[length]?.object?["type"]?.text
    if size == nil || size == "AUTO" || length == "width" { node.set("fitsContent", .flag(true, object.range)) }
    node.set("onScrollEnd", actions(object["onScrollEnd"]))
    if object["onScrollEnd"] != nil {
      node.set("scrollEndThreshold", value(object["scrollEndThreshold"]) ?? .number(100, object.range))
    }
    let rows = rowNames(object, of: &node)
    within(rows) { writer in
      let templates = writer.templates(object)
      node.set("templates", .list(templates, object.range))
    }
    return node.node
  }

  /// Sets the names of a row's item and index.
  private mutating func rowNames(_ object: BeagleObject, of node: inout ObjectBuilder) -> [String: ContextPath] {
    var scope: [String: ContextPath] = [:]
    for (slot, usual, member) in [("iteratorName", "item", "itemName"), ("indexName", "index", "indexName")] {
      let name = object[slot]?.text ?? usual
      var native = usual
      if name != usual, !name.isEmpty {
        native = nativeName(name)
        node.set(member, .text(native, object[slot]?.range ?? object.range))
      }
      scope[name] = ContextPath(nodes: [.key(native)])
    }
    // In Beagle, the index of a row is its key, if it has one.
    if isStrict, let key = object["key"]?.text, let path = try? ContextPath(key),
      let item = scope[object["iteratorName"]?.text ?? "item"]
    {
      scope[object["indexName"]?.text ?? "index"] = ContextPath(nodes: item.nodes + path.nodes)
    }
    return scope
  }

  /// Returns the templates with a condition, followed by the default template. If the payload has none, the default is
  /// an empty container.
  private mutating func templates(_ object: BeagleObject) -> [JSONNode] {
    var conditional: [JSONNode] = []
    var otherwise: JSONNode?
    for template in (object["templates"]?.list ?? []).compactMap(\.object) {
      guard let view = template["view"]?.element else { continue }
      var node = ObjectBuilder(template.range)
      if let condition = template["case"] {
        node.set("case", isTrue(condition))
        node.set("template", row(view))
        conditional.append(node.node)
      } else if otherwise == nil {
        node.set("template", row(view))
        otherwise = node.node
      }
    }
    if otherwise == nil {
      var node = ObjectBuilder(object.range)
      node.set(
        "template",
        object["template"]?.element.map { component($0) } ?? ObjectBuilder(type: "container", object.range).node)
      otherwise = node.node
    }
    return conditional + [otherwise].compactMap { $0 }
  }

  /// Translates a row. A row is stretched unless it specifies its alignment; in that case it is wrapped in a container,
  /// as in Beagle.
  private mutating func row(_ view: BeagleElement) -> JSONNode {
    let bare = withoutPatch(component: view)
    let row = patched(bare, by: view)
    return bare["style"]?["alignSelf"] == nil ? row : Self.plainBox(row)
  }

  // MARK: Pages

  private mutating func pageView(_ object: BeagleObject) -> JSONNode {
    var node = begin("pager", object, base: [])
    node.set("value", value(object["currentPage"]))
    node.set("onChange", within(Self.change("onPageChange")) { $0.actions(object["onPageChange"]) })
    // A page is only as high as its content.
    let pages = components(object["children"]).map(Self.plainBox)
    node.set("children", .list(pages, object.range))
    guard let indicator = object["pageIndicator"]?.element else { return node.node }
    // In 1.x, the page indicator is placed below the pages and follows them.
    if !node.has("id") { node.set("id", .text(generatedName("pages"), object.range)) }
    let name = node.members.first { $0.name == "id" }?.value.string ?? ""
    var dots = component(indicator)
    if dots["type"]?.string == "pageIndicator" {
      dots = dots.adding("count", .number(Double(pages.count), object.range))
        .adding("value", .text("@{\(name).value}", object.range))
    }
    var box = ObjectBuilder(type: "container", object.range)
    box.set("style", style(nil, base: Self.filling(object.range), at: object.range))
    box.set("children", .list([node.node, dots], object.range))
    return box.node
  }

  /// Returns the path of the new value in a change event. In Beagle, the event itself is a number; here, it is a
  /// member.
  static func change(_ name: String) -> [String: ContextPath] {
    [name: ContextPath(nodes: [.key("onChange"), .key("value")])]
  }

  private mutating func pageIndicator(_ object: BeagleObject) -> JSONNode {
    var node = begin(
      "pageIndicator", object,
      base: [("height", .number(40, object.range)), ("alignSelf", .text("stretch", object.range))])
    node.set("count", value(object["numberOfPages"]))
    node.set("value", value(object["currentPage"]))
    node.set("color", color(object["selectedColor"]) ?? .text("#808080", object.range))
    node.set("unselectedColor", color(object["unselectedColor"]) ?? .text("#D3D3D3", object.range))
    return node.node
  }

  private mutating func tabBar(_ object: BeagleObject) -> JSONNode {
    var node = begin("tabBar", object, base: [("height", .number(65, object.range))])
    let items = (object["items"]?.list ?? []).compactMap(\.object).map { item in
      tab(value(item["title"]), icon: value(item["icon"]?.object?["mobileId"]), item.range)
    }
    node.set("items", .list(items, object.range))
    node.set("value", value(object["currentTab"]))
    node.set("onChange", within(Self.change("onTabSelection")) { $0.actions(object["onTabSelection"]) })
    return node.node
  }

  /// Returns a tab with a title and an icon.
  func tab(_ title: JSONNode?, icon: JSONNode?, _ range: SourceRange) -> JSONNode {
    var tab = ObjectBuilder(range)
    tab.set("text", title)
    tab.set("icon", icon)
    return tab.node
  }

  /// Translates a pull-to-refresh component. A list or a scroll container handles the gesture itself; any other child
  /// is wrapped in a scroll container.
  private mutating func pullToRefresh(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("The pull-to-refresh area has no content", object.range)
    }
    var node = component(child)
    if !["list", "grid", "scroll"].contains(node["type"]?.string ?? "") {
      var scroll = ObjectBuilder(type: "scroll", object.range)
      scroll.set(
        "style", style(nil, base: scrollStyle(object.range, isHorizontal: false), at: object.range))
      scroll.set("children", scrolled([node], object.range))
      node = scroll.node
    }
    node = node.adding("onRefresh", actions(object["onPull"]) ?? .list([], object.range))
    if let refreshing = value(object["isRefreshing"]) { node = node.adding("refreshControl.value", refreshing) }
    let isMore = ["id", "style", "context", "onInit", "accessibility"].contains { object[$0] != nil }
    return isMore ? box(object, holding: node, base: Self.filling(object.range)) : node
  }

  // MARK: Display

  private mutating func label(_ object: BeagleObject) -> JSONNode {
    var base = Self.shrinking(object.range)
    base.append(("fontSize", .number(16, object.range)))
    var said: [(String, JSONNode)] = []
    if let color = color(object["textColor"]) { said.append(("color", color)) }
    if let align = word(object["alignment"]) { said.append(("textAlign", align)) }
    var node = begin("text", object, base: base, said: said)
    node.set("text", value(object["text"]))
    return node.node
  }

  private mutating func button(_ object: BeagleObject) -> JSONNode {
    var node = begin("button", object)
    node.set("text", value(object["text"]))
    node.set("disabled", negated(object["enabled"]))
    node.set("onPress", tracking(object["clickAnalyticsEvent"], actions(object["onPress"])))
    return node.node
  }

  private mutating func image(_ object: BeagleObject) -> JSONNode {
    var node = begin("image", object, base: Self.shrinking(object.range) + [("maxWidth", .text("100%", object.range))])
    node.set("enlarges", .flag(false, object.range))
    let modes = ["FIT_XY": "scaleToFill", "FIT_CENTER": "aspectFit", "CENTER_CROP": "aspectFill", "CENTER": "center"]
    let mode = object["mode"]?.text ?? "FIT_CENTER"
    node.set("contentMode", .text(modes[mode] ?? "aspectFit", object["mode"]?.range ?? object.range))
    switch object["path"] {
    case .object(let path):
      if let name = path["mobileId"] {
        if name.text?.isEmpty != true { node.set("image", value(name)) }
      } else {
        node.set("url", value(path["url"]))
        if let placeholder = path["placeholder"]?.object?["mobileId"], placeholder.text?.isEmpty != true {
          node.set("placeholder", value(placeholder))
        }
      }
    case .template(let template, let range):
      // The expression returns an object of one of the two kinds.
      node.set("value", native(template).firstMember(of: ["url", "mobileId"]).map { .text($0.description, range) })
    default: break
    }
    return node.node
  }

  private mutating func webView(_ object: BeagleObject) -> JSONNode {
    var node = begin("webView", object, base: Self.filling(object.range) + [("minHeight", .number(0, object.range))])
    if object["url"]?.text?.isEmpty != true { node.set("url", value(object["url"])) }
    return node.node
  }

  /// Translates a text input. Its error message is shown below the field.
  private mutating func textInput(_ object: BeagleObject) -> JSONNode {
    guard object["error"] != nil else { return input(object, base: nil) }
    var field = ObjectBuilder(type: "field", object.range)
    field.set("style", style(object["style"]?.object, base: Self.shrinking(object.range), at: object.range))
    var inner = object
    inner.members.removeAll { $0.name == "style" }
    field.set("child", input(inner, base: []))
    return field.node
  }

  private mutating func input(_ object: BeagleObject, base: [(String, JSONNode)]?) -> JSONNode {
    var node = begin("textInput", object, base: base)
    for name in ["value", "placeholder", "readOnly", "error"] { node.set(name, value(object[name])) }
    node.set("showsError", value(object["showError"]))
    node.set("disabled", negated(object["enabled"]) ?? value(object["disabled"]))
    node.set("hidden", value(object["hidden"]))
    let types = ["EMAIL": "email", "PASSWORD": "password", "NUMBER": "digits", "DATE": "digits", "TEXT": "text"]
    node.set(
      "inputType",
      value(object["type"]) {
        $0.choosing(types.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      } literal: { node in
        node.string.flatMap { types[$0] }.map { .text($0, node.range) }
      })
    // The type only selects the keyboard.
    if object["type"] != nil { node.set("checksType", .flag(false, object.range)) }
    for name in ["onChange", "onBlur", "onFocus"] {
      node.set(name, within([name: ContextPath(nodes: [.key(name)])]) { $0.actions(object[name]) })
    }
    return node.node
  }
}
