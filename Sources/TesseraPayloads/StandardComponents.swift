import TesseraValues

// The components by name, as functions: they all make a `Component`.

/// A screen with a bar, around one component.
public func Screen(
  _ id: String, title: String? = nil, context: Context? = nil, @ComponentBuilder _ content: () -> [Component]
) -> Component {
  let content = content()
  let child = content.count == 1 ? content[0] : Container { content }
  var screen = Component("screenComponent").id(id).setting("child", to: child)
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
  let child = child()
  return Component("touchable").setting("onPress", to: onPress().payload)
    .setting("child", to: child.count == 1 ? child[0] : Container { child })
}

/// A picture of a server.
public func Image(url: String, mode: String = "FIT_CENTER") -> Component {
  Component("image", ["mode": mode]).setting(
    "path", to: Value.dictionary(["_beagleImagePath_": "remote", "url": .string(url)]))
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
  let row = row(Reference(name))
  let view = row.count == 1 ? row[0] : Container { row }
  let list = Component(columns > 1 ? "gridView" : "listView", ["dataSource": items, "iteratorName": name])
    .setting("key", to: key)
    .setting("templates", to: Value.array([.dictionary(["view": view.payload])]))
  return columns > 1 ? list.setting("spanCount", to: columns) : list
}

/// Something that is fetched when it is there.
public func Lazy(_ path: String, @ComponentBuilder until placeholder: () -> [Component]) -> Component {
  let placeholder = placeholder()
  return Component("lazyComponent", ["path": path])
    .setting("initialState", to: placeholder.count == 1 ? placeholder[0] : Container { placeholder })
}
