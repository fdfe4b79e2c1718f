import TesseraExpressions
import TesseraValues

// Translation of screens and their navigation bars to native documents.
extension NativeTranslator {
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
    style.set(filling + [("flexBasis", 0)], at: range)
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
    set(bar, in: &item)
    item.set("styleId", styleID(bar["styleId"]))
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
}
