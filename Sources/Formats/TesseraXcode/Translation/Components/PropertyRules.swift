import TesseraValues
import TesseraXcodeFiles

/// What follows from several properties at once, or from their absence.
enum PropertyRules {
  /// The order in which properties are written: what a component shows, then how it looks.
  private static let names = [
    "text", "title", "placeholder", "image", "value", "minValue", "minimumValue", "maxValue", "maximumValue", "on",
    "contentMode", "hidden", "fontDescription", "textColor", "titleColor", "textAlignment", "backgroundColor",
  ]

  static func order(_ name: String) -> (rank: Int, name: String) { (names.firstIndex(of: name) ?? names.count, name) }

  /// Returns whether a property says what a component does anyway.
  static func isDefault(_ name: String, _ value: StoryboardValue, of view: StoryboardView) -> Bool {
    switch (name, value) {
    case ("text", .text("")), ("hidden", .boolean(false)), ("enabled", .boolean(true)), ("selected", .boolean(false)):
      true
    case ("alpha", .number(1)), ("tag", .number(0)), ("textAlignment", .text("natural")): true
    case ("textAlignment", .text("justified")): false
    case ("editable", .boolean(true)), ("pagingEnabled", .boolean(false)), ("keyboardType", .text("default")): true
    case ("showsVerticalScrollIndicator", .boolean(true)), ("scrollEnabled", .boolean(true)): true
    case ("adjustsFontSizeToFit", .boolean(false)), ("minimumScaleFactor", .number(0)): true
    case ("distribution", .text("fill")), ("spacing", .number(0)): true
    case ("animating", .boolean(false)), ("allowsMultipleSelection", .boolean(false)): true
    case ("selectedSegmentIndex", .number(let index)) where index < 0: true
    case ("backgroundColor", .color(let color)): color.alpha <= 0
    case ("titleEdgeInsets", .list(let insets)), ("imageEdgeInsets", .list(let insets)):
      insets.allSatisfy { $0.number == 0 }
    default: false
    }
  }

  /// Completes a component.
  static func complete(
    _ node: inout ComponentNode, view: StoryboardView, tint: StoryboardColor?, context: inout ScreenContext
  ) {
    completePriorities(&node, view)
    switch node.type {
    case "text": completeText(&node, view)
    case "button":
      completeButton(&node, view, tint, context)
      alignContent(of: &node, view, &context)
    case "image": completeImage(&node, view, tint, context)
    case "textArea", "textInput": completeField(&node, view)
    case "searchBar": completeSearchBar(&node, view)
    case "activityIndicator": completeIndicator(&node, view)
    case "table": completeTable(&node, view, &context)
    case "segmented": completeSegments(&node, view, &context)
    case "collectionView":
      if node[member: "direction"]?.string == "vertical" { node[member: "direction"] = nil }
    case "select":
      context.report("interface-class", "The choices of a picker are code of the app", view.id)
      node[member: "choices"] = .list([])
    case "container", "containerView":
      if view.properties["clipsSubviews"]?.boolean == true, !view.subviews.isEmpty, view.parts["contentView"] == nil {
        node[style: "overflow"] = .text("hidden")
      }
    default: break
    }
    if let color = context.directory.textColor, ["text", "textArea", "textInput"].contains(node.type),
      node[style: "color"] == nil
    {
      node[style: "color"] = .text(color)
    }
  }

  /// Returns a content priority of our components; `nil` for other properties. Texts and images have the hugging that
  /// Interface Builder gives them.
  static func usualPriority(_ name: String, of type: String) -> Double? {
    if name.hasSuffix("CompressionResistancePriority") { return 750 }
    guard name.hasSuffix("HuggingPriority") else { return nil }
    return ["text", "image"].contains(type) ? 251 : 250
  }

  /// Returns whether a view has content priorities: others have those of the views inside them.
  static func hasContent(_ view: StoryboardView) -> Bool {
    if case .none? = ViewTable.component(of: view.className)?.content { true } else { false }
  }

  /// Writes the content priorities that differ from those of our components. Interface Builder leaves out 250 and 750.
  private static func completePriorities(_ node: inout ComponentNode, _ view: StoryboardView) {
    let names = ["horizontal", "vertical"].map { $0 + "HuggingPriority" }
    let hasHugging = names.contains { view.properties[$0] != nil }
    for name in names where hasHugging && node[member: name] == nil { node[member: name] = .number(250) }
    for name in names + ["horizontal", "vertical"].map({ $0 + "CompressionResistancePriority" })
    where !hasContent(view) || node[member: name]?.number == usualPriority(name, of: node.type) {
      node[member: name] = nil
    }
  }

  private static func completeText(_ node: inout ComponentNode, _ view: StoryboardView) {
    let lines = view.properties["numberOfLines"]?.number ?? 1
    if lines > 0 { node[style: "maximumLines"] = .number(lines) }
  }

  /// Buttons with a sign instead of a title: the icon and what assistive technology says.
  private static let signs: [String: (icon: String, label: String)] = [
    "contactAdd": ("plus-circle-outline", "Add"),
    "detailDisclosure": ("information-outline", "More info"),
    "infoLight": ("information-outline", "More info"),
    "infoDark": ("information-outline", "More info"),
    "close": ("close", "Close"),
  ]
  /// Returns what a button with a sign says.
  static func signLabel(of view: StoryboardView) -> String? {
    view.properties["buttonType"]?.string.flatMap { signs[$0]?.label }
  }

  /// The size of these signs, in points.
  private static let signSize = 22.0

  private static func completeButton(
    _ node: inout ComponentNode, _ view: StoryboardView, _ tint: StoryboardColor?, _ context: ScreenContext
  ) {
    let type = view.properties["buttonType"]?.string ?? "custom"
    if let sign = signs[type] {
      node[member: "icon"] = .text(sign.icon)
      node[member: "accessibilityLabel"] = .text(sign.label)
      node[style: "fontSize"] = .number(signSize)
    } else {
      if node[style: "fontSize"] == nil { node[style: "fontSize"] = .number(type == "custom" ? 18 : 15) }
      if node[style: "fontWeight"] == nil { node[style: "fontWeight"] = .number(400) }
    }
    if node[style: "color"] == nil {
      if type == "custom", node[member: "text"] != nil {
        node[style: "color"] = .text("#ffffff")
      } else if let tint {
        node[style: "color"] = .text(ColorTable.text(of: tint))
      }
    }
    let mode = renderingMode(of: view, context)
    // The system's buttons make templates of images that do not say otherwise.
    if mode == .template || mode == .automatic && type == "system" {
      node[member: "renderingMode"] = .text("template")
    }
    node[style: "padding"] = insets(view.properties["contentEdgeInsets"]) ?? .number(0)
    if node[style: "cornerRadius"] == nil { node[style: "cornerRadius"] = .number(0) }
  }

  /// The words for the alignment of a button's content.
  private static let alignments = ["left": "left", "right": "right", "leading": "start", "trailing": "end"]

  /// Aligns the content of a button, which is centered otherwise. An image alone is always centered here.
  private static func alignContent(of node: inout ComponentNode, _ view: StoryboardView, _ context: inout ScreenContext)
  {
    guard let word = view.properties["contentHorizontalAlignment"]?.string, word != "center" else { return }
    if let ours = alignments[word], node[member: "text"] != nil || node[member: "icon"] != nil {
      node[style: "textAlign"] = .text(ours)
    } else {
      context.report("interface-property", "'contentHorizontalAlignment' of a button cannot be '\(word)' here", view.id)
    }
  }

  private static func insets(_ value: StoryboardValue?) -> JSONNode? {
    guard case .list(let list)? = value else { return nil }
    var numbers = list.compactMap(\.number)
    guard numbers.count == 4, numbers.contains(where: { $0 != 0 }) else { return nil }
    // A negative inset moves what is in the middle as a positive one at the other side does.
    for (index, opposite) in [(0, 2), (1, 3), (2, 0), (3, 1)] where numbers[index] < 0 {
      numbers[opposite] = max(0, numbers[opposite] - numbers[index])
      numbers[index] = 0
    }
    return .object(zip(["top", "left", "bottom", "right"], numbers).map { ($0, .number($1)) })
  }

  /// Returns how the image of a view is drawn; `nil` without one.
  private static func renderingMode(of view: StoryboardView, _ context: ScreenContext) -> ImageRenderingMode? {
    if case .image(let name)? = view.properties["image"] { context.renderingMode(ofImage: name) } else { nil }
  }

  private static func completeImage(
    _ node: inout ComponentNode, _ view: StoryboardView, _ tint: StoryboardColor?, _ context: ScreenContext
  ) {
    if renderingMode(of: view, context) == .template {
      node[member: "renderingMode"] = .text("template")
      node[style: "color"] = .text(tint.map(ColorTable.text) ?? "accent")
    }
    if node[member: "contentMode"] == nil, view.properties["contentMode"] == nil {
      node[member: "contentMode"] = .text("scaleToFill")
    }
  }

  private static func completeField(_ node: inout ComponentNode, _ view: StoryboardView) {
    if view.properties["secureTextEntry"]?.boolean == true { node[member: "inputType"] = .text("password") }
    // The appearance of UIKit's fields.
    let border = view.properties["borderStyle"]?.string ?? "none"
    if node.type == "textArea" {
      node[style: "padding"] = .object([("vertical", .number(8)), ("horizontal", .number(5))])
    } else {
      node[style: "padding"] = .object([("vertical", .number(0)), ("horizontal", .number(border == "none" ? 0 : 7))])
    }
    if border == "none" {
      node[style: "borderWidth"] = .number(0)
      node[style: "cornerRadius"] = .number(0)
      if node[style: "backgroundColor"] == nil { node[style: "backgroundColor"] = .text("clear") }
    }
  }

  private static func completeSearchBar(_ node: inout ComponentNode, _ view: StoryboardView) {
    if case .color(let color)? = view.properties["barTintColor"] {
      node[style: "backgroundColor"] = .text(ColorTable.text(of: color))
    }
    // A black bar has white text.
    if view.properties["barStyle"]?.string != nil, view.properties["barStyle"]?.string != "default" {
      node[style: "color"] = .text("#ffffff")
    }
  }

  /// The side of an activity indicator in points, by its style.
  private static let indicatorSizes: [String: Double] = ["whiteLarge": 37, "large": 37]
  private static let indicatorSize = 20.0

  private static func completeIndicator(_ node: inout ComponentNode, _ view: StoryboardView) {
    let style = view.properties["style"]?.string ?? "white"
    let size = indicatorSizes[style] ?? indicatorSize
    node[style: "width"] = .number(size)
    node[style: "height"] = .number(size)
    if style.hasPrefix("white"), node[style: "color"] == nil { node[style: "color"] = .text("#ffffff") }
  }

  private static func completeTable(
    _ node: inout ComponentNode, _ view: StoryboardView, _ context: inout ScreenContext
  ) {
    if let height = view.properties["rowHeight"]?.number, height > 0 { node[member: "rowHeight"] = .number(height) }
    if let style = view.properties["style"]?.string, style != "plain", view.sections.isEmpty {
      context.report("interface-property", "A table cannot be '\(style)': its headers stay in view", view.id)
    }
  }

  private static func completeSegments(
    _ node: inout ComponentNode, _ view: StoryboardView, _ context: inout ScreenContext
  ) {
    guard case .list(let segments)? = view.properties["segments"] else { return }
    node[member: "choices"] = .list(
      segments.enumerated().map { index, title in
        .object([("value", .number(Double(index))), ("text", context.node(of: title))])
      })
  }
}
