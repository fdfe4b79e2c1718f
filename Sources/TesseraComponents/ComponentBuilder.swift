import TesseraLayout
import TesseraValues
public import TesseraViews

/// Makes views from components.
public struct ComponentBuilder {
  private let registry: ComponentRegistry
  private let context: ViewContext
  /// Called when a view with actions is pressed.
  private let perform: ([ComponentAction], View) -> Void

  /// Creates a builder for the views of one presentation.
  public init(
    registry: ComponentRegistry, context: ViewContext, perform: @escaping ([ComponentAction], View) -> Void
  ) {
    self.registry = registry
    self.context = context
    self.perform = perform
  }

  /// Makes the view of a component and all below it.
  public func build(_ component: Component) -> View {
    guard case .known(let type) = component.content, let definition = registry[type] else {
      if case .broken(let reason) = component.content { return PlaceholderView(reason: reason, in: context) }
      return PlaceholderView(reason: "Unknown component", in: context)
    }
    let view = definition.makeView(context)
    configure(view, with: component)
    for child in component.children { view.addChild(build(child)) }
    if let table = view as? TableView {
      table.header = component.slots["header"].map(build)
      table.footer = component.slots["footer"].map(build)
      table.representedObject = RowPrototypes(component.prototypes)
    }
    return view
  }

  /// Makes the view of a row from a prototype. The prototype's box becomes the row itself.
  public func buildCell(_ component: Component, reuseIdentifier: String) -> TableViewCell {
    let cell = TableViewCell(reuseIdentifier: reuseIdentifier, in: context)
    if case .known(let type) = component.content, type == "container" {
      configure(cell, with: component)
      for child in component.children { cell.addChild(build(child)) }
    } else {
      cell.addChild(build(component))
    }
    return cell
  }

  private func configure(_ view: View, with component: Component) {
    view.identifier = component.identifier
    view.style = component.layoutStyle
    for (attribute, value) in component.appearance { view[attribute] = value }
    if view.measuresContent, component.layoutStyle.padding != view.kind.defaultStyle.padding {
      view[.padding] = component.layoutStyle.padding.sides(isRightToLeft: component.layoutStyle.direction == .rtl)
    }
    for (name, value) in component.properties {
      // Values were checked when the component was decoded.
      try? view.setProperty(name, to: value)
    }
    if !component.onPress.isEmpty {
      let actions = component.onPress
      let perform = perform
      view.onPress = { [weak view] in
        if let view { perform(actions, view) }
      }
    }
  }
}

/// The prototypes of a table's rows, kept with the table.
public final class RowPrototypes {
  private let components: [String: Component]

  init(_ components: [String: Component]) { self.components = components }

  /// The prototype with a name.
  public subscript(name: String) -> Component? { components[name] }

  /// The prototypes of a table that was made from a component.
  public static func of(_ table: TableView) -> RowPrototypes? { table.representedObject as? RowPrototypes }
}
