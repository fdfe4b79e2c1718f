import TesseraExpressions
import TesseraLayout
package import TesseraValues
package import TesseraViews

/// Makes views from components, with what they are bound to and what happens on their events.
package struct ComponentBuilder {
  private let context: ViewContext
  private let graph: BindingGraph
  private let runner: ActionRunner
  private let placeholder: ComponentDefinition?

  /// Creates a builder for the views of one screen.
  /// - Parameter placeholder: what stands in place of a component that cannot be made; it takes the reason as its `text`. Nil for
  ///   the usual one.
  package init(
    context: ViewContext, graph: BindingGraph, runner: ActionRunner, placeholder: ComponentDefinition? = nil
  ) {
    self.context = context
    self.placeholder = placeholder
    self.graph = graph
    self.runner = runner
  }

  /// Makes the views of a component and all below it. They are not bound yet: see ``Subtree/bind()``.
  ///
  /// - Parameters:
  ///   - scope: What the component's expressions read. Identifiers are added to it.
  ///   - state: Values of contexts, from an earlier subtree of the same component.
  package func build(_ component: Component, in scope: Scope, state: [Value]? = nil) -> Subtree {
    let subtree = Subtree(scope: scope, graph: graph, runner: runner, restoring: state)
    subtree.root = makeView(component, in: scope, subtree)
    return subtree
  }

  /// Makes the view of a row from a prototype. The prototype's box becomes the row itself.
  package func buildCell(
    _ component: Component, prototype: String, in scope: Scope, state: [Value]? = nil
  ) -> (cell: TableViewCell, subtree: Subtree) {
    let subtree = Subtree(scope: scope, graph: graph, runner: runner, restoring: state)
    let cell = TableViewCell(prototype: prototype, in: context)
    subtree.root = cell
    if component.definition?.isBareBox == true {
      configure(cell, with: component, in: scope, subtree)
    } else {
      cell.addChild(makeView(component, in: scope, subtree))
    }
    return (cell, subtree)
  }

  private func makeView(_ component: Component, in scope: Scope, _ subtree: Subtree) -> View {
    guard case .known(let definition) = component.content else {
      guard case .broken(let reason) = component.content else { return View(.container, in: context) }
      guard let placeholder else { return PlaceholderView(reason: reason, in: context) }
      let view = placeholder.makeView(context)
      view.definition = placeholder
      placeholder.properties["text"]?.write(.string(reason), to: view)
      return view
    }
    let view = definition.makeView(context)
    view.definition = definition
    configure(view, with: component, in: scope, subtree)
    return view
  }

  /// What the children of a view read: where it has content of its own, that is their content.
  private func contentScope(of view: View, in scope: Scope) -> Scope {
    guard let view = view as? ContentDisplayView else { return scope }
    let inner = Scope(parent: scope)
    let content = Context(identifier: "content", value: view.content)
    inner.add(content)
    view.contentDidChange = { content.replace(with: $0) }
    return inner
  }

  private func configure(_ view: View, with component: Component, in outer: Scope, _ subtree: Subtree) {
    let scope = component.contexts.isEmpty ? outer : Scope(parent: outer)
    for definition in component.contexts { subtree.addContext(definition, to: scope) }
    view.identifier = component.identifier
    ThemedStyle(layout: component.layoutStyle, appearance: component.appearance, code: component.themeCode)
      .apply(to: view)
    if !component.dynamicStyle.isEmpty {
      let style = DynamicStyle(component, of: view)
      for member in component.dynamicStyle {
        subtree.bind(member.value, "'\(member.name)' of \(subtree.name(of: view))", in: scope) { value in
          style.set(member.name, to: value)
        }
      }
    }
    subtree.add(component.properties, of: view, in: scope)
    for (name, calls) in component.events { subtree.perform(calls, on: EventName(rawValue: name), of: view, in: scope) }
    if view.hasLifeCycle { subtree.attachments.append(view) }
    subtree.scope.add(view)
    let inner = contentScope(of: view, in: scope)
    // What is added there later reads what can be read there.
    if component.identifier != nil || view is LazyView { subtree.places[view.id] = scope }
    for slot in component.definition?.slots ?? [] {
      switch slot.content {
      case .one, .many:
        guard let components = component.slots[slot.name] else { continue }
        slot.attach(view, components.map { makeView($0, in: inner, subtree) })
      case .prototypes, .template, .templates:
        subtree.prototypes[view.id] = Subtree.Prototypes(
          components: component.prototypes, cases: component.cases, names: component.rowNames, scope: scope)
        if let list = view as? ListView, !subtree.lists.contains(where: { $0 === list }) { subtree.lists.append(list) }
      }
    }
  }
}

extension View {
  /// Tells hosts of padding that is not the kind's own, where the view writes in its box.
  func showPadding(of style: LayoutStyle) {
    guard measuresContent else { return }
    let isOwn = style.padding != kind.defaultStyle.padding
    self[.padding] = isOwn ? style.padding.sides(isRightToLeft: style.direction == .rtl) : .null
  }
}

/// The style of a view as far as it follows data.
final class DynamicStyle {
  private weak var view: View?
  /// What is said in literals, and by the screen about its root: as it was when the first value came.
  private lazy var layout = view?.style ?? LayoutStyle()
  private let appearance: [ViewAttribute: Value]
  /// Nobody reads what is wrong with data: it counts as not said.
  private let session = DecodingSession(operations: [], maximumDiagnostics: 0)
  private let names: [String]
  private var values: [String: Value] = [:]
  /// What was set last of what follows data.
  private var shown: [ViewAttribute: Value]

  init(_ component: Component, of view: View) {
    self.view = view
    appearance = component.appearance
    names = component.dynamicStyle.map(\.name)
    shown = component.appearance
  }

  /// Sets a property of the style. What does not fit counts as not said, as null does.
  func set(_ name: String, to value: Value) {
    guard let view else { return }
    let layout = layout
    values[name] = value
    let members = names.compactMap { name in
      values[name]?.unlessNull.map {
        JSONMember(name: name, nameRange: SourceRange(.start), value: JSONNode($0))
      }
    }
    var decoder = StyleDecoder(kind: view.kind, layout: layout, appearance: appearance, session: session)
    decoder.decode(JSONNode(.object(members), range: SourceRange(.start)))
    if decoder.layout != view.style {
      view.style = decoder.layout
      view.showPadding(of: decoder.layout)
    }
    for attribute in Set(decoder.appearance.keys).union(shown.keys) {
      let value = decoder.appearance[attribute] ?? appearance[attribute] ?? .null
      if shown[attribute] != value { view[attribute] = value }
    }
    shown = decoder.appearance
  }
}
