import TesseraExpressions
import TesseraLayout
package import TesseraValues
package import TesseraViews

/// Creates views from components, with their bindings and event handlers.
package struct ComponentBuilder {
  private let context: ViewContext
  private let graph: BindingGraph
  private let runner: ActionRunner
  private let placeholder: ComponentDefinition?

  /// Creates a builder for the views of one screen.
  ///
  /// - Parameter placeholder: The component shown in place of one that cannot be created, with the reason as its
  ///   `text`. Nil for the default placeholder.
  package init(
    context: ViewContext, graph: BindingGraph, runner: ActionRunner, placeholder: ComponentDefinition? = nil
  ) {
    self.context = context
    self.placeholder = placeholder
    self.graph = graph
    self.runner = runner
  }

  /// Creates the views of a component and its descendants. They are not bound yet; see ``DynamicChildren/bind()``.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - scope: The scope of the component's expressions. Identifiers are added to it.
  ///   - state: The values of contexts, from an earlier subtree of the same component.
  package func build(_ component: Component, in scope: Scope, state: [Value]? = nil) -> DynamicChildren {
    let subtree = DynamicChildren(scope: scope, graph: graph, runner: runner, restoring: state)
    subtree.root = makeView(component, in: scope, subtree)
    return subtree
  }

  /// Creates the view of a row from a prototype. The root of the prototype becomes the row itself.
  package func buildCell(
    _ component: Component, prototype: String, in scope: Scope, state: [Value]? = nil
  ) -> (cell: TableViewCell, subtree: DynamicChildren) {
    let subtree = DynamicChildren(scope: scope, graph: graph, runner: runner, restoring: state)
    let cell = TableViewCell(prototype: prototype, in: context)
    subtree.root = cell
    if component.definition?.isBareBox == true {
      configure(cell, with: component, in: scope, subtree)
    } else {
      cell.addChild(makeView(component, in: scope, subtree))
    }
    return (cell, subtree)
  }

  private func makeView(_ component: Component, in scope: Scope, _ subtree: DynamicChildren) -> View {
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

  /// Returns the scope for the children of a view. If the view has content of its own, the scope contains that content.
  private func contentScope(of view: View, in scope: Scope) -> Scope {
    guard let view = view as? ContentDisplayView else { return scope }
    let inner = Scope(parent: scope)
    let content = Context(identifier: "content", value: view.content)
    inner.add(content)
    view.contentDidChange = { content.replace(with: $0) }
    return inner
  }

  private func configure(_ view: View, with component: Component, in outer: Scope, _ subtree: DynamicChildren) {
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
    // Components added there later can read the same names.
    if component.identifier != nil || view is LazyView { subtree.scopes[view.id] = scope }
    for slot in component.definition?.slots ?? [] {
      switch slot.content {
      case .one, .many:
        guard let components = component.slots[slot.name] else { continue }
        slot.attach(view, components.map { makeView($0, in: inner, subtree) })
      case .prototypes, .template, .templates:
        subtree.prototypes[view.id] = DynamicChildren.Prototypes(
          components: component.prototypes, cases: component.cases, names: component.rowNames, scope: scope)
        if let list = view as? ListView, !subtree.lists.contains(where: { $0 === list }) { subtree.lists.append(list) }
      }
    }
  }
}

extension View {
  /// Reports padding that differs from the kind's default to hosts, if the view draws its content in its own box.
  func showPadding(of style: LayoutStyle) {
    guard measuresContent else { return }
    let isOwn = style.padding != kind.defaultStyle.padding
    self[.padding] = isOwn ? style.padding.sides(isRightToLeft: style.direction == .rtl) : .null
  }
}

/// The dynamic part of a view's style.
final class DynamicStyle {
  private weak var view: View?
  /// The style given by literals, and by the screen for its root, as of the first dynamic value.
  private lazy var layout = view?.style ?? LayoutStyle()
  private let appearance: [ViewAttribute: Value]
  /// Problems in data are not reported. An invalid value counts as absent.
  private let session = DecodingSession(DecodingConfiguration(operations: []), maximumDiagnostics: 0)
  private let names: [String]
  private var values: [String: Value] = [:]
  /// The dynamic attributes that were set last.
  private var shown: [ViewAttribute: Value]

  init(_ component: Component, of view: View) {
    self.view = view
    appearance = component.appearance
    names = component.dynamicStyle.map(\.name)
    shown = component.appearance
  }

  /// Sets a property of the style. An invalid value counts as absent, as null does.
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
