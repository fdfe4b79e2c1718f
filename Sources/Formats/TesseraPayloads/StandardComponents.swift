import TesseraValues

// The components by name, as functions: they all make a `Component`.

/// A screen with a bar, around one component.
public func Screen(
  _ id: String, title: String? = nil, context: Context? = nil, @ComponentBuilder _ content: () -> [Component]
) -> Component {
  var screen = Component("screenComponent").id(id).setting("child", to: content().single)
  if let title { screen = screen.setting("navigationBar", to: Value.dictionary(["title": .string(title)])) }
  return context.map(screen.context) ?? screen
}

/// A box.
public func Container(@ComponentBuilder _ children: () -> [Component]) -> Component {
  Component("container").setting("children", to: children())
}

/// A box that scrolls.
public func ScrollView(@ComponentBuilder _ children: () -> [Component]) -> Component {
  Component("scrollView").setting("children", to: children())
}

/// A text.
public func Text(_ text: String, color: String? = nil, alignment: String? = nil) -> Component {
  Component("text", ["text": text]).setting("textColor", to: color).setting("alignment", to: alignment)
}

/// Something to press.
public func Button(
  _ text: String, enabled: (any PayloadExpression)? = nil, @ActionBuilder onPress: () -> [Action]
) -> Component {
  Component("button", ["text": text]).setting("enabled", to: enabled).setting("onPress", to: onPress())
}

/// What happens on a press of anything.
public func Touchable(@ActionBuilder onPress: () -> [Action], @ComponentBuilder child: () -> [Component]) -> Component {
  Component("touchable").setting("onPress", to: onPress().payload).setting("child", to: child().single)
}

/// A picture of a server.
public func Image(url: String, mode: String = "FIT_CENTER") -> Component {
  Component("image", ["mode": mode]).setting(
    "path", to: Value.dictionary(["_beagleImagePath_": "remote", "url": .string(url)]))
}

/// A picture that the client has.
public func Image(named name: String, mode: String = "FIT_CENTER") -> Component {
  Component("image", ["mode": mode]).setting(
    "path", to: Value.dictionary(["_beagleImagePath_": "local", "mobileId": .string(name)]))
}

/// One line of text to type, kept in a context.
public func TextInput(
  _ placeholder: String, value: Reference, type: String = "TEXT", error: (any PayloadExpression)? = nil,
  showError: (any PayloadExpression)? = nil
) -> Component {
  Component("textInput", ["placeholder": placeholder, "value": value, "type": type])
    .setting("error", to: error).setting("showError", to: showError)
    .setting("onChange", to: [.set(value, to: Reference.typed)])
}

/// A form that is submitted only where no field has an error.
public func Form(
  @ActionBuilder onSubmit: () -> [Action], @ActionBuilder onInvalid: () -> [Action] = { [] },
  @ComponentBuilder children: () -> [Component]
) -> Component {
  Component("simpleForm").setting("onSubmit", to: onSubmit()).setting("onValidationError", to: onInvalid())
    .setting("children", to: children())
}

/// A row for each item of a list.
/// - Parameter row: what a row is made of, from its item.
public func ForEach(
  _ items: Reference, key: String? = nil, as name: String = "item", columns: Int = 1,
  @ComponentBuilder row: (Reference) -> [Component]
) -> Component {
  ForEach(items, key: key, as: name, columns: columns, templates: { [Template(view: row($0).single)] })
}

/// What a row is made of, where a condition holds for its item.
public struct Template: Sendable {
  let payload: Value

  /// - Parameter condition: nil for what rows are made of where no other condition holds.
  public init(when condition: (any PayloadExpression)? = nil, view: Component) {
    var members = ["view": view.payload]
    if let condition { members["case"] = condition.payload }
    payload = .dictionary(members)
  }
}

/// A row for each item of a list, of the first template whose condition holds.
public func ForEach(
  _ items: Reference, key: String? = nil, as name: String = "item", columns: Int = 1, onEnd: [Action] = [],
  templates: (Reference) -> [Template]
) -> Component {
  let list = Component(columns > 1 ? "gridView" : "listView", ["dataSource": items, "iteratorName": name])
    .setting("key", to: key).setting("onScrollEnd", to: onEnd)
    .setting("templates", to: Value.array(templates(Reference(name)).map(\.payload)))
  return columns > 1 ? list.setting("spanCount", to: columns) : list
}

/// Pages beside each other.
/// - Parameter page: where the place of the page that is seen is kept.
public func PageView(_ page: Reference? = nil, @ComponentBuilder pages: () -> [Component]) -> Component {
  let change = page.map { [Action.set($0, to: Reference("onPageChange"))] } ?? []
  return Component("pageView").setting("children", to: pages()).setting("currentPage", to: page)
    .setting("onPageChange", to: change)
}

/// Dots for pages.
public func PageIndicator(pages: Int, current: Reference, color: String? = nil) -> Component {
  Component("pageIndicator", ["numberOfPages": pages, "currentPage": current]).setting("selectedColor", to: color)
}

/// Titles beside each other, with the names of signs.
/// - Parameter tab: where the place of the chosen one is kept.
public func TabBar(_ items: [(title: String, icon: String?)], _ tab: Reference) -> Component {
  let items = items.map { item -> Value in
    var members: [String: Value] = ["title": .string(item.title)]
    if let icon = item.icon { members["icon"] = ["mobileId": .string(icon)] }
    return .dictionary(members)
  }
  return Component("tabBar", ["items": Value.array(items), "currentTab": tab])
    .setting("onTabSelection", to: [.set(tab, to: Reference("onTabSelection"))])
}

/// What is asked for new data by pulling.
public func PullToRefresh(
  isRefreshing: (any PayloadExpression)? = nil, @ActionBuilder onPull: () -> [Action],
  @ComponentBuilder child: () -> [Component]
) -> Component {
  Component("pullToRefresh").setting("isRefreshing", to: isRefreshing).setting("onPull", to: onPull())
    .setting("child", to: child().single)
}

/// A page of a server.
public func WebView(url: String) -> Component { Component("webView", ["url": url]) }

/// Something that is fetched when it is there.
public func Lazy(_ path: String, @ComponentBuilder until placeholder: () -> [Component]) -> Component {
  Component("lazyComponent", ["path": path]).setting("initialState", to: placeholder().single)
}

extension [Component] {
  /// One component of several.
  var single: Component { count == 1 ? self[0] : Container { self } }
}
