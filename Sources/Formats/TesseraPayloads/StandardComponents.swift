import TesseraValues

// The standard components as functions, all of which return a `Component`.

/// Creates a screen with a navigation bar around one component.
public func Screen(
  _ id: String, title: String? = nil, context: Context? = nil, @ComponentBuilder _ content: () -> [Component]
) -> Component {
  var screen = Component("screenComponent").id(id).setting("child", to: content().single)
  if let title { screen = screen.setting("navigationBar", to: Value.dictionary(["title": .string(title)])) }
  return context.map(screen.context) ?? screen
}

/// Creates a container.
public func Container(@ComponentBuilder _ children: () -> [Component]) -> Component {
  Component("container").setting("children", to: children())
}

/// Creates a scroll container.
public func ScrollView(@ComponentBuilder _ children: () -> [Component]) -> Component {
  Component("scrollView").setting("children", to: children())
}

/// Creates a text.
public func Text(_ text: String, color: String? = nil, alignment: String? = nil) -> Component {
  Component("text", ["text": text]).setting("textColor", to: color).setting("alignment", to: alignment)
}

/// Creates a button.
public func Button(
  _ text: String, enabled: (any PayloadExpression)? = nil, @ActionBuilder onPress: () -> [Action]
) -> Component {
  Component("button", ["text": text]).setting("enabled", to: enabled).setting("onPress", to: onPress())
}

/// Makes a component respond to presses.
public func Touchable(@ActionBuilder onPress: () -> [Action], @ComponentBuilder child: () -> [Component]) -> Component {
  Component("touchable").setting("onPress", to: onPress().payload).setting("child", to: child().single)
}

/// Creates a remote image.
public func Image(url: String, mode: String = "FIT_CENTER") -> Component {
  Component("image", ["mode": mode]).setting(
    "path", to: Value.dictionary(["_beagleImagePath_": "remote", "url": .string(url)]))
}

/// Creates an image included in the client.
public func Image(named name: String, mode: String = "FIT_CENTER") -> Component {
  Component("image", ["mode": mode]).setting(
    "path", to: Value.dictionary(["_beagleImagePath_": "local", "mobileId": .string(name)]))
}

/// Creates a single-line text input whose value is stored in a context.
public func TextInput(
  _ placeholder: String, value: Reference, type: String = "TEXT", error: (any PayloadExpression)? = nil,
  showError: (any PayloadExpression)? = nil
) -> Component {
  Component("textInput", ["placeholder": placeholder, "value": value, "type": type])
    .setting("error", to: error).setting("showError", to: showError)
    .setting("onChange", to: [.set(value, to: Reference.typed)])
}

/// Creates a form that is submitted only if no field has an error.
public func Form(
  @ActionBuilder onSubmit: () -> [Action], @ActionBuilder onInvalid: () -> [Action] = { [] },
  @ComponentBuilder children: () -> [Component]
) -> Component {
  Component("simpleForm").setting("onSubmit", to: onSubmit()).setting("onValidationError", to: onInvalid())
    .setting("children", to: children())
}

/// Creates a list with a row for each item.
///
/// - Parameter row: Returns the content of the row for an item.
public func ForEach(
  _ items: Reference, key: String? = nil, as name: String = "item", columns: Int = 1,
  @ComponentBuilder row: (Reference) -> [Component]
) -> Component {
  ForEach(items, key: key, as: name, columns: columns, templates: { [Template(view: row($0).single)] })
}

/// A row template, optionally with a condition.
public struct Template: Sendable {
  let payload: Value

  /// Creates a template.
  ///
  /// - Parameter condition: The condition, or nil for the template used if no condition holds.
  public init(when condition: (any PayloadExpression)? = nil, view: Component) {
    var members = ["view": view.payload]
    if let condition { members["case"] = condition.payload }
    payload = .dictionary(members)
  }
}

/// Creates a list with a row for each item, using the first template whose condition holds.
public func ForEach(
  _ items: Reference, key: String? = nil, as name: String = "item", columns: Int = 1, onEnd: [Action] = [],
  templates: (Reference) -> [Template]
) -> Component {
  let list = Component(columns > 1 ? "gridView" : "listView", ["dataSource": items, "iteratorName": name])
    .setting("key", to: key).setting("onScrollEnd", to: onEnd)
    .setting("templates", to: Value.array(templates(Reference(name)).map(\.payload)))
  return columns > 1 ? list.setting("spanCount", to: columns) : list
}

/// Creates a pager with horizontally arranged pages.
///
/// - Parameter page: The reference that stores the index of the visible page.
public func PageView(_ page: Reference? = nil, @ComponentBuilder pages: () -> [Component]) -> Component {
  let change = page.map { [Action.set($0, to: Reference("onPageChange"))] } ?? []
  return Component("pageView").setting("children", to: pages()).setting("currentPage", to: page)
    .setting("onPageChange", to: change)
}

/// Creates a page indicator with dots.
public func PageIndicator(pages: Int, current: Reference, color: String? = nil) -> Component {
  Component("pageIndicator", ["numberOfPages": pages, "currentPage": current]).setting("selectedColor", to: color)
}

/// Creates a tab bar with titles and icon names.
///
/// - Parameter tab: The reference that stores the index of the selected tab.
public func TabBar(_ items: [(title: String, icon: String?)], _ tab: Reference) -> Component {
  let items = items.map { item -> Value in
    var members: [String: Value] = ["title": .string(item.title)]
    if let icon = item.icon { members["icon"] = ["mobileId": .string(icon)] }
    return .dictionary(members)
  }
  return Component("tabBar", ["items": Value.array(items), "currentTab": tab])
    .setting("onTabSelection", to: [.set(tab, to: Reference("onTabSelection"))])
}

/// Adds pull-to-refresh to a component.
public func PullToRefresh(
  isRefreshing: (any PayloadExpression)? = nil, @ActionBuilder onPull: () -> [Action],
  @ComponentBuilder child: () -> [Component]
) -> Component {
  Component("pullToRefresh").setting("isRefreshing", to: isRefreshing).setting("onPull", to: onPull())
    .setting("child", to: child().single)
}

/// Creates a web view.
public func WebView(url: String) -> Component { Component("webView", ["url": url]) }

/// Creates a component that is loaded from the server when it appears.
public func Lazy(_ path: String, @ComponentBuilder until placeholder: () -> [Component]) -> Component {
  Component("lazyComponent", ["path": path]).setting("initialState", to: placeholder().single)
}

extension [Component] {
  /// A single component that represents the list.
  var single: Component { count == 1 ? self[0] : Container { self } }
}
