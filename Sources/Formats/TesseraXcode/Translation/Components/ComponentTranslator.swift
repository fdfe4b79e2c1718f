import TesseraValues

/// Writes views as components.
struct ComponentTranslator {
  /// The greatest depth of components. Deeper ones are left out.
  private static let maximumDepth = 64
  /// The greatest number of constraints of a box, which is that of our documents.
  static let maximumConstraints = 1000

  var context: ScreenContext
  /// How many prototypes of rows are around what is being written.
  var rowDepth = 0
  /// How far the root view of UIKit extends above ours, under the bars, in points.
  var topExtension: Double

  /// Writes a view with those inside it.
  /// - Parameters:
  ///   - tint: The tint of the superview.
  ///   - isRoot: Whether it is the root view of the screen.
  mutating func component(
    of view: StoryboardView, tint: StoryboardColor? = nil, isRoot: Bool = false, depth: Int = 0
  ) -> ComponentNode {
    context.writtenViewIDs.insert(view.id)
    guard depth < Self.maximumDepth, let component = ViewTable.component(of: view.className) else {
      context.report("interface-limit", "The view is nested too deeply", view.id)
      return placeholder(view)
    }
    guard component.className != "UIView" || view.className.base == "UIView" else {
      context.report(
        "interface-class", "There is no component for '\(view.className.base)'; a placeholder stands in its place",
        view.id)
      return placeholder(view)
    }
    // People, and scenarios, refer to what can be pressed.
    if component.name == "button" { _ = context.identifiers.name(of: view) }
    if let custom = view.className.custom, !Self.plainClasses.contains(custom), component.className != custom {
      context.report(
        "interface-class", "'\(custom)' is code of the app; '\(component.name)' stands in its place", view.id)
    }
    var node = ComponentNode(component.name, id: context.identifiers.existing(view.id))
    let tint = color("tintColor", of: view) ?? tint
    write(view.properties, of: view, into: &node)
    PropertyRules.complete(&node, view: view, tint: tint, context: &context)
    writeVariations(of: view, into: &node)
    write(view.attributes, of: view, into: &node)
    removeUnacceptedValues(of: &node, view)
    ActionTranslator.write(view.actions, sender: view.id, into: &node, in: &context)
    switch component.content {
    case .none: writeParts(of: view, tint: tint, into: &node, depth: depth)
    case .constraints: fill(&node, with: view, tint: tint, isRoot: isRoot, depth: depth)
    case .box: fillBox(&node, with: view, tint: tint, isRoot: isRoot, depth: depth)
    case .stack: fillStack(&node, with: view, tint: tint, depth: depth)
    }
    return node
  }

  /// Classes of WidgetKit that look like those they replace.
  private static let plainClasses: Set = [
    "ContentTableViewCell", "ContentCollectionViewCell", "UINavigationItemTitleView", "ContentDisplayView",
  ]

  private func placeholder(_ view: StoryboardView) -> ComponentNode {
    var node = ComponentNode("placeholder", id: context.identifiers.existing(view.id))
    node[member: "text"] = .text(view.className.custom ?? view.className.base)
    return node
  }

  private func color(_ name: String, of view: StoryboardView) -> StoryboardColor? {
    if case .color(let color)? = view.properties[name] { color } else { nil }
  }

  // MARK: Properties

  private mutating func write(
    _ properties: [String: StoryboardValue], of view: StoryboardView, into node: inout ComponentNode
  ) {
    for (name, value) in properties.sorted(by: { PropertyRules.order($0.key) < PropertyRules.order($1.key) }) {
      guard let row = ViewTable.row(of: name, in: view.className.base) else {
        context.report("interface-property", "'\(name)' of '\(view.className.base)' has no counterpart", view.id)
        continue
      }
      guard !PropertyRules.isDefault(name, value, of: view) else { continue }
      switch row.target {
      case .translatedByCode, .ignored: continue
      case .missing(let requirement):
        context.report(
          "interface-property", "'\(name)' of '\(view.className.base)' has no counterpart", view.id,
          fix: "Needed: \(requirement)")
      case .property(let target), .opposite(let target):
        if let value = converted(value, row, view) { node[member: target] = value }
      case .style(let target):
        if case .font = row.kind, case .font(let font) = value {
          write(font, of: view, into: &node)
        } else if let value = converted(value, row, view) {
          node[style: target] = value
        }
      }
    }
  }

  private mutating func write(_ font: StoryboardFont, of view: StoryboardView, into node: inout ComponentNode) {
    node[style: "fontSize"] = .number(font.size)
    if font.weight != 400 || node.type == "button" { node[style: "fontWeight"] = .number(Double(font.weight)) }
    if font.isItalic { node[style: "fontStyle"] = .text("italic") }
    if let family = font.family {
      context.report("interface-font", "The font '\(family)' is replaced by that of the system", view.id)
    }
  }

  mutating func converted(
    _ value: StoryboardValue, _ row: ViewTable.PropertyRow, _ view: StoryboardView
  ) -> JSONNode? {
    if case .opposite = row.target { return value.boolean.map { .flag(!$0) } }
    switch row.kind {
    // A value of another kind.
    case .font: return nil
    case .color:
      if case .color(let color) = value { return .text(ColorTable.text(of: color)) }
      return nil
    case .words(_, let words):
      guard let word = value.string else { return nil }
      if let ours = words[word] { return .text(ours) }
      context.report(
        "interface-property", "'\(row.name)' of '\(view.className.base)' cannot be '\(word)' here", view.id)
      return nil
    default:
      switch value {
      case .image, .symbol: return context.image(value, of: view.id)
      default: return context.node(of: value)
      }
    }
  }

  // MARK: Runtime attributes

  private mutating func write(
    _ attributes: [StoryboardAttribute], of view: StoryboardView, into node: inout ComponentNode
  ) {
    var bindings: [JSONNode] = []
    for attribute in attributes {
      guard let target = AttributeTable.target(of: attribute.keyPath) else {
        context.report(
          "interface-attribute", "The runtime attribute '\(attribute.keyPath)' has no counterpart", view.id)
        continue
      }
      switch target {
      case .identifier, .ignored: continue
      case .property("image"):
        node[member: "image"] = attribute.value.string.flatMap { context.image(.image($0), of: view.id) }
      case .property(let name): node[member: name] = context.node(of: attribute.value)
      case .style(let name): node[style: name] = context.node(of: attribute.value)
      case .size(let name):
        guard case .list(let size) = attribute.value, size.count == 2 else {
          context.report("interface-attribute", "The runtime attribute '\(attribute.keyPath)' is not a size", view.id)
          continue
        }
        node[member: name] = .object(zip(["width", "height"], size).map { ($0, context.node(of: $1)) })
      case .clipping:
        let isBox = ["container", "containerView"].contains(node.type)
        let hasContent = !view.innerViews.isEmpty || context.embedded[view.id] != nil
        if isBox, hasContent, attribute.value.boolean == true { node[style: "overflow"] = .text("hidden") }
      case .binding:
        guard let binding = BindingText.binding(attribute.value.string ?? "") else {
          context.report("interface-binding", "The binding is not the inside of a JSON object", view.id)
          continue
        }
        bindings.append(binding)
      }
    }
    guard !bindings.isEmpty else { return }
    // Only a component with a name can have bindings.
    node.id = context.identifiers.name(of: view)
    node[member: "wx.addBinding"] = .oneOrList(bindings)
  }
}
