import TesseraExpressions
import TesseraValues

/// Translation of components to payloads.
extension PayloadTranslator {
  mutating func component(_ node: JSONNode) -> JSONNode {
    guard let type = node["type"]?.string else { return node }
    let outer = contexts
    let declared = node.declaredContexts
    contexts += declared.compactMap { $0["id"]?.string }
    reader.names.append(contextNames(declared))
    defer {
      contexts = outer
      reader.names.removeLast()
    }
    let pull = node["onRefresh"]
    if let pull, ["list", "grid", "scroll"].contains(type) { return pullToRefresh(node, pull) }
    if let press = node["onPress"], type != "button", Self.types.contains(type) {
      return touchable(node.without(["onPress"]), press)
    }
    return switch type {
    case "container": container(node)
    case "scroll": scrollView(node)
    case "list", "grid": list(node, isGrid: type == "grid" || node["layout"]?.string == "grid")
    case "pager": pageView(node)
    case "pageIndicator": pageIndicator(node)
    case "tabBar": tabBar(node)
    case "tabs": tabView(node)
    case "text": label(node)
    case "button": button(node)
    case "image": image(node)
    case "textInput": textInput(node)
    case "field" where Self.isPlainField(node): field(node)
    case "webView": webView(node)
    case "form": simpleForm(node)
    case "lazy": lazyComponent(node)
    default: own(type, node)
    }
  }

  /// The types that have a counterpart in Beagle.
  private static let types: Set<String> = [
    "container", "scroll", "list", "grid", "pager", "pageIndicator", "tabBar", "tabs", "text", "image", "textInput",
    "field",
    "webView", "form", "lazy",
  ]

  private mutating func components(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { node in
      node.elements.map { .list($0.compactMap { $0["type"] == nil ? nil : component($0) }, node.range) }
    }
  }

  // MARK: Common members

  private mutating func begin(_ name: String, _ node: JSONNode) -> PayloadPart {
    var part = PayloadPart(name, node.range)
    part.covered = ["onInit"]
    if let id = node["id"]?.string, !id.isEmpty { part.said.set("id", node["id"]) }
    part.said.set("style", style(of: node))
    part.said.set("styleId", plain(node["styleId"]))
    part.said.set("accessibility", accessibility(node))
    if let own = node["context"], own.members != nil { part.said.set("context", context(own)) }
    part.held.set("onInit", actions(node["onInit"]))
    return part
  }

  func context(_ node: JSONNode) -> JSONNode? {
    guard let id = node["id"], id.string != nil else { return nil }
    var context = ObjectBuilder(node.range)
    context.set("id", id)
    context.set("value", data(node["value"]) ?? JSONNode(.null, range: node.range))
    return context.node
  }

  private func accessibility(_ node: JSONNode) -> JSONNode? {
    let label = plain(node["accessibilityLabel"])
    let isHeader = node["role"]?.string == "heading"
    let isHidden =
      node["accessibilityHidden"]?.bool == true && NativeTranslator.readTypes.contains(node["type"]?.string ?? "")
    guard label != nil || isHeader || isHidden else { return nil }
    var accessibility = ObjectBuilder(label?.range ?? node.range)
    accessibility.set("accessibilityLabel", label)
    accessibility.set("accessible", .flag(!isHidden, accessibility.range))
    if isHeader { accessibility.set("isHeader", .flag(true, accessibility.range)) }
    return accessibility.node
  }

  /// Translates a component or an action that Beagle does not have. Clients must register it by its name.
  mutating func own(_ type: String, _ node: JSONNode, isAction: Bool = false) -> JSONNode {
    reportOwn(type, node["type"]?.range ?? node.range, isAction: isAction)
    let holdings = extensions.holdings(type, isAction)
    var part = isAction ? PayloadPart("custom:\(type)", node.range, isAction: true) : begin("custom:\(type)", node)
    let common: Set<String> = ["type", "id", "style", "context", "onInit", "styleId", "accessibilityLabel", "role"]
    for member in node.membersWithoutComments ?? []
    where isAction ? member.name != "type" : !common.contains(member.name) {
      if holdings.events.contains(member.name) {
        part.held.set(member.name, actions(member.value), at: member.nameRange)
        part.covered.insert(member.name)
      } else if holdings.components.contains(member.name) {
        part.held.set(
          member.name, components(member.value) ?? component(member.value), at: member.nameRange)
        part.covered.insert(member.name)
      } else if !holdings.templates.contains(member.name) {
        part.said.set(member.name, data(member.value), at: member.nameRange)
      }
    }
    return finish(part, of: node)
  }

  // MARK: Containers

  private mutating func container(_ node: JSONNode) -> JSONNode {
    var part = begin("container", node)
    part.held.set("children", components(node["children"]))
    part.covered.insert("children")
    return finish(part, of: node)
  }

  private mutating func touchable(_ node: JSONNode, _ press: JSONNode) -> JSONNode {
    var touchable = ObjectBuilder(node.range)
    touchable.set(BeagleDecoder.componentKey, .text("beagle:touchable", node.range))
    touchable.set("onPress", actions(press) ?? .list([], press.range))
    touchable.set("child", component(node))
    return touchable.node
  }

  private mutating func pullToRefresh(_ node: JSONNode, _ pull: JSONNode) -> JSONNode {
    let name = "refreshControl.value"
    let refreshing = data(node[name])
    var box = ObjectBuilder(node.range)
    box.set(BeagleDecoder.componentKey, .text("beagle:pulltorefresh", node.range))
    box.set("onPull", actions(pull) ?? .list([], pull.range))
    box.set("isRefreshing", refreshing)
    box.set("child", component(node.without(refreshing == nil ? ["onRefresh"] : ["onRefresh", name])))
    return box.node
  }

  /// Translates a scroll container. In payloads, it contains an inner container that keeps its length.
  private mutating func scrollView(_ node: JSONNode) -> JSONNode {
    let isHorizontal = node["direction"]?.string == "horizontal"
    var outer = node
    var children = node["children"]
    if let inner = Self.scrolledBox(in: node, isHorizontal: isHorizontal) {
      children = inner["children"]
    } else if Self.canAddScrolledBox(to: node, isHorizontal: isHorizontal) {
      (outer, children) = Self.addingScrolledBox(to: node, isHorizontal: isHorizontal)
    } else {
      return own("scroll", node)
    }
    var part = begin("scrollview", outer)
    if isHorizontal { part.said.set("scrollDirection", .text("HORIZONTAL", node.range)) }
    if node["showsIndicator"]?.bool == false { part.said.set("scrollBarEnabled", .flag(false, node.range)) }
    part.held.set("children", components(children))
    part.covered.insert("children")
    return finish(part, of: outer)
  }

  /// Returns the inner container if it is the one that Beagle's scroll containers have anyway.
  private static func scrolledBox(in node: JSONNode, isHorizontal: Bool) -> JSONNode? {
    guard let children = node["children"]?.elements, children.count == 1, children[0]["type"]?.string == "container",
      (children[0].members ?? []).allSatisfy({ ["type", "style", "children"].contains($0.name) }),
      let style = children[0]["style"]?.members, style.count == (isHorizontal ? 3 : 2),
      children[0]["style"]?["flexGrow"]?.number == 1, children[0]["style"]?["flexShrink"]?.number == 0,
      !isHorizontal || children[0]["style"]?["flexDirection"]?.string == "row"
    else { return nil }
    return children[0]
  }

  /// The style properties that lay out the children of a container.
  private static let laying: Set<String> = [
    "alignContent", "alignItems", "justifyContent", "flexDirection", "flexWrap", "gap", "rowGap", "columnGap",
  ]

  /// Returns whether the children keep their positions if an inner container is added. This is not the case if they are
  /// laid out across the scroll direction, or if a theme style or the container's size determines the layout.
  private static func canAddScrolledBox(to node: JSONNode, isHorizontal: Bool) -> Bool {
    let direction = node["style"]?["flexDirection"]?.string ?? "column"
    let isAlong = isHorizontal ? direction == "row" : direction == "column"
    let isRelative = (node["style"]?.members ?? []).contains { member in
      isLaying(member.name) && JSONText.text(of: member.value, indented: false).contains { $0 == "%" || $0 == "@" }
    }
    return isAlong && !isRelative && node["styleId"] == nil
  }

  private static func isLaying(_ name: String) -> Bool { laying.contains(name) || name.hasPrefix("padding") }

  /// Returns the scroll container without the properties that lay out its children, and an inner container with the
  /// children and these properties.
  private static func addingScrolledBox(to node: JSONNode, isHorizontal: Bool) -> (JSONNode, JSONNode) {
    var inner = ObjectBuilder(node.range)
    var outer = ObjectBuilder(node.range)
    for member in node["style"]?.members ?? [] {
      if isLaying(member.name) {
        inner.set(member.name, member.value, at: member.nameRange)
      } else {
        outer.set(member.name, member.value, at: member.nameRange)
      }
    }
    inner.set("flexGrow", .number(1, node.range))
    if isHorizontal { outer.set("flexDirection", .text("row", node.range)) }
    var box = ObjectBuilder(type: "container", node.range)
    box.set("style", inner.node)
    box.set("children", node["children"])
    var changed = ObjectBuilder(node)
    changed.set("style", outer.node)
    return (changed.node, .list([box.node], node.range))
  }

  private mutating func simpleForm(_ node: JSONNode) -> JSONNode {
    var part = begin("simpleform", node)
    part.held.set("onSubmit", actions(node["onSubmit"]))
    part.held.set("onValidationError", actions(node["onInvalid"]))
    part.held.set("children", components(node["children"]))
    part.covered.formUnion(["onSubmit", "onInvalid", "children"])
    return finish(part, of: node)
  }

  private mutating func lazyComponent(_ node: JSONNode) -> JSONNode {
    var part = begin("lazycomponent", node)
    part.said.set("path", plain(node["url"]) ?? .text("", node.range))
    part.stubs.set("initialState", PayloadPart("container", node.range).sample)
    if let placeholder = node["placeholder"] {
      part.held.set("initialState", component(placeholder))
      part.covered.insert("placeholder")
    } else {
      part.held.set("initialState", part.stubs.members.first?.value)
    }
    return finish(part, of: node)
  }

  // MARK: Lists

  private mutating func list(_ node: JSONNode, isGrid: Bool) -> JSONNode {
    var part = begin(isGrid ? "gridview" : "listview", node)
    // The name of a provider is not data.
    let items = node["items"]
    let isData = items?.elements != nil || items?.string?.hasPrefix("@{") == true
    part.said.set("dataSource", (isData ? data(items) : nil) ?? .list([], node.range))
    part.said.set("key", plain(node["key"]))
    part.said.set("direction", word(node["direction"]))
    for (from, to) in [("itemName", "iteratorName"), ("indexName", "indexName")] {
      guard let name = plain(node[from]) else { continue }
      part.said.set(to, name)
      part.covered.insert(from)
    }
    if isGrid {
      part.said.set("spanCount", node["columns"].flatMap { $0.number == nil ? nil : $0 } ?? .number(2, node.range))
    }
    if node["showsIndicator"]?.bool != false { part.said.set("isScrollIndicatorVisible", .flag(true, node.range)) }
    if node["onScrollEnd"] != nil {
      part.stubs.set("onScrollEnd", .list([], node.range))
      part.said.set("scrollEndThreshold", node["scrollEndThreshold"])
      part.held.set("onScrollEnd", actions(node["onScrollEnd"]))
      part.covered.insert("onScrollEnd")
    }
    let names = [("itemName", "item"), ("indexName", "index")].map { slot, usual in
      let name = node[slot]?.string ?? usual
      return (name, ContextPath(nodes: [.key(name == usual ? name : reader.nativeName(name))]))
    }
    let isComplete = within(Dictionary(names, uniquingKeysWith: { $1 })) { writer in
      writer.setTemplates(of: node, in: &part)
    }
    if isComplete { part.covered.formUnion(["template", "templates"]) }
    return finish(part, of: node)
  }

  /// - Returns: Whether all templates have the same meaning in the payload.
  private mutating func setTemplates(of node: JSONNode, in part: inout PayloadPart) -> Bool {
    var isComplete = true
    var templates: [JSONNode] = []
    for each in node["templates"]?.elements ?? [] {
      guard let view = each["template"] else { continue }
      if !Self.isRow(view) { isComplete = false }
      var template = ObjectBuilder(each.range)
      if let condition = each["case"] {
        if !isExact(condition: condition) { isComplete = false }
        guard let own = self.condition(condition) else { continue }
        template.set("case", own)
      }
      template.set("view", row(view))
      templates.append(template.node)
    }
    if let view = node["template"] {
      if !Self.isRow(view) { isComplete = false }
      var template = ObjectBuilder(view.range)
      template.set("view", row(view))
      templates.append(template.node)
    }
    part.held.set("templates", .list(templates, node.range))
    return isComplete && !templates.isEmpty
  }

  /// Returns whether Beagle uses the component as a row without a surrounding container.
  private static func isRow(_ node: JSONNode) -> Bool {
    ["alignSelf", "aspectRatio"].allSatisfy { node["style"]?[$0] == nil } && node["type"]?.string != "pageIndicator"
  }

  /// Translates a row. In payloads, a row that specifies its alignment is wrapped in a container.
  private mutating func row(_ node: JSONNode) -> JSONNode {
    guard let inner = Self.component(inPlainBox: node), inner["style"]?["alignSelf"] != nil else {
      return component(node)
    }
    return component(inner)
  }

  /// Returns the component in a container without properties.
  private static func component(inPlainBox node: JSONNode) -> JSONNode? {
    guard node["type"]?.string == "container", (node.members ?? []).count == 2,
      let children = node["children"]?.elements, children.count == 1
    else { return nil }
    return children[0]
  }

  // MARK: Pages

  private mutating func pageView(_ node: JSONNode) -> JSONNode {
    var part = begin("pageview", node)
    part.said.set("currentPage", data(node["value"]))
    let pages = (node["children"]?.elements ?? []).map { page in
      // In payloads, each page is a container with one component.
      if let inner = Self.component(inPlainBox: page) { return component(inner) }
      var style = ObjectBuilder(page["style"] ?? .empty(page.range))
      if page["style"]?["flexGrow"]?.number ?? 0 == 0 {
        style.set("flexGrow", .number(1, page.range))
        style.set("flexShrink", .number(1, page.range))
      }
      var filling = ObjectBuilder(page)
      filling.set("style", style.node)
      return component(filling.node)
    }
    part.held.set("children", .list(pages, node.range))
    part.held.set("onPageChange", within(NativeTranslator.change("onPageChange")) { $0.actions(node["onChange"]) })
    part.covered.formUnion(["children", "onChange"])
    return finish(part, of: node)
  }

  private mutating func pageIndicator(_ node: JSONNode) -> JSONNode {
    var part = begin("pageindicator", node)
    part.said.set("numberOfPages", node["count"])
    part.said.set("currentPage", data(node["value"]))
    part.said.set("selectedColor", plain(node["color"]))
    part.said.set("unselectedColor", plain(node["unselectedColor"]))
    return finish(part, of: node)
  }

  private mutating func tabBar(_ node: JSONNode) -> JSONNode {
    var part = begin("tabbar", node)
    part.said.set("items", .list((node["items"]?.elements ?? []).map { tab($0).node }, node.range))
    part.said.set("currentTab", data(node["value"]))
    part.held.set("onTabSelection", within(NativeTranslator.change("onTabSelection")) { $0.actions(node["onChange"]) })
    part.covered.insert("onChange")
    return finish(part, of: node)
  }

  /// Returns a tab with a title and an optional icon.
  private func tab(_ item: JSONNode) -> ObjectBuilder {
    var tab = ObjectBuilder(item.range)
    tab.set("title", plain(item.string == nil ? item["text"] : item))
    if let icon = data(item["icon"]) {
      var object = ObjectBuilder(icon.range)
      object.set("mobileId", icon)
      tab.set("icon", object.node)
    }
    return tab
  }

  /// Translates tabs to the 1.x component with pages and a tab bar.
  private mutating func tabView(_ node: JSONNode) -> JSONNode {
    var part = begin("tabview", node)
    let titles = node["titles"]?.elements ?? []
    let pages = node["children"]?.elements ?? []
    guard titles.count == pages.count else { return own("tabs", node) }
    reportLegacy("tabs", "beagle:tabview", node["type"]?.range ?? node.range)
    func tabs(_ child: (JSONNode) -> JSONNode) -> JSONNode {
      let tabs = zip(titles, pages).map { title, page in
        var tab = tab(title)
        tab.set("child", child(page))
        return tab.node
      }
      return .list(tabs, node.range)
    }
    part.stubs.set("children", tabs { PayloadPart("container", $0.range).sample })
    part.held.set("children", tabs { component($0) })
    part.covered.insert("children")
    return finish(part, of: node)
  }

  // MARK: Display

  private mutating func label(_ node: JSONNode) -> JSONNode {
    var part = begin("text", node)
    part.said.set("text", data(node["text"]) ?? data(node["value"]) ?? .text("", node.range))
    part.said.set("textColor", color(node["style"]?["color"]))
    part.said.set("alignment", word(node["style"]?["textAlign"]))
    return finish(part, of: node)
  }

  private mutating func button(_ node: JSONNode) -> JSONNode {
    var part = begin("button", node)
    part.said.set("text", data(node["text"]) ?? data(node["value"]) ?? .text("", node.range))
    part.said.set("enabled", negated(node["disabled"]))
    part.held.set("onPress", actions(node["onPress"]))
    part.covered.insert("onPress")
    return finish(part, of: node)
  }

  private mutating func image(_ node: JSONNode) -> JSONNode {
    var part = begin("image", node)
    var path = ObjectBuilder(node.range)
    let value = node["value"]?.string
    let address = value.flatMap { $0.contains("://") || $0.hasPrefix("/") ? node["value"] : nil }
    if let url = data(node["url"] ?? node["imageUrl"] ?? address) {
      path.set(BeagleDecoder.imageKey, .text("remote", node.range))
      path.set("url", url)
      if let name = data(node["placeholder"]) {
        var placeholder = ObjectBuilder(name.range)
        placeholder.set("mobileId", name)
        path.set("placeholder", placeholder.node)
      }
    } else {
      path.set(BeagleDecoder.imageKey, .text("local", node.range))
      path.set("mobileId", data(node["image"] ?? node["imageName"] ?? node["value"]) ?? .text("", node.range))
    }
    part.said.set("path", path.node)
    let modes = ["scaleToFill": "FIT_XY", "aspectFill": "CENTER_CROP", "center": "CENTER"]
    if let mode = node["contentMode"]?.string.flatMap({ modes[$0] }) { part.said.set("mode", .text(mode, node.range)) }
    return finish(part, of: node)
  }

  private mutating func webView(_ node: JSONNode) -> JSONNode {
    var part = begin("webview", node)
    part.said.set("url", data(node["url"] ?? node["value"]) ?? .text("", node.range))
    return finish(part, of: node)
  }

  /// Returns whether a field is only the wrapper that payloads need for an input with an error message.
  private static func isPlainField(_ node: JSONNode) -> Bool {
    let input = node["child"]
    return (node.members ?? []).allSatisfy { ["type", "style", "child"].contains($0.name) }
      && input?["type"]?.string == "textInput" && input?["error"] != nil && input?["style"] == nil
      && input?["onPress"] == nil && input?["styleId"] == nil
  }

  private mutating func field(_ node: JSONNode) -> JSONNode {
    guard let input = node["child"], let error = data(input["error"]) else { return own("field", node) }
    var whole = ObjectBuilder(input)
    whole.set("style", node["style"])
    var part = inputPart(whole.node)
    part.said.set("error", error)
    return finish(part, of: node, around: "child")
  }

  private mutating func textInput(_ node: JSONNode) -> JSONNode { finish(inputPart(node), of: node) }

  private mutating func inputPart(_ node: JSONNode) -> PayloadPart {
    var part = begin("textinput", node)
    for name in ["value", "placeholder", "readOnly"] { part.said.set(name, data(node[name])) }
    part.said.set("showError", data(node["showsError"]))
    part.said.set("enabled", negated(node["disabled"]))
    let types = ["email": "EMAIL", "password": "PASSWORD", "digits": "NUMBER", "number": "NUMBER", "text": "TEXT"]
    part.said.set("type", node["inputType"].flatMap { word in types[word.string ?? ""].map { .text($0, word.range) } })
    for name in ["onChange", "onBlur", "onFocus"] {
      part.held.set(name, within([name: ContextPath(nodes: [.key(name)])]) { $0.actions(node[name]) })
      part.covered.insert(name)
    }
    return part
  }
}

extension JSONNode {
  /// Returns the object without some of its members.
  func without(_ names: Set<String>) -> JSONNode {
    guard case .object(let members) = content else { return self }
    return JSONNode(.object(members.filter { !names.contains($0.name) }), range: range)
  }
}
