package import TesseraExpressions
package import TesseraValues
package import TesseraViews

/// An object with the lifetime of a subtree.
package protocol SubtreeAttachment: AnyObject {
  /// Closes the object.
  func close()
}

extension View: SubtreeAttachment {
  /// Notifies the view that it is no longer shown.
  package func close() { end() }
}

/// A part of a screen created from components, with its views, contexts, bindings and actions. It can be created, bound
/// and closed at any time, as is the case for rows and added components.
package final class DynamicChildren {
  /// The prototypes of a table's rows.
  package struct Prototypes {
    package let components: [String: Component]
    /// The rules that select the prototype of an item, in order.
    package let cases: [Component.TemplateCase]
    /// The names of a row's item and index.
    package let names: Component.RowNames
    /// The scope that encloses the table.
    package let scope: Scope

    package init(
      components: [String: Component], cases: [Component.TemplateCase] = [],
      names: Component.RowNames = Component.RowNames(), scope: Scope
    ) {
      self.components = components
      self.cases = cases
      self.names = names
      self.scope = scope
    }
  }

  /// The maximum length of text that a binding writes, in bytes, and the approximate size limit of other data. Longer
  /// text is not written. Without a limit, texts in a cycle could grow in each round.
  private static let maximumTextLength = 1 << 17
  /// The maximum number of values that a binding writes, where 64 bytes of text count as one value. More are not
  /// written.
  package static let maximumSize = maximumTextLength >> 6
  /// The maximum number of values in a list that a binding writes. A larger list is not written.
  private static let maximumListSize = 1_000_000

  /// The root view.
  package internal(set) var root: View?
  /// The scope that contains the identifiers.
  package let scope: Scope
  /// The prototypes of the tables in the subtree, by view.
  package internal(set) var prototypes: [ViewID: Prototypes] = [:]
  /// The enclosing scopes of views with an identifier, by view.
  package internal(set) var scopes: [ViewID: Scope] = [:]

  /// All lists in the subtree.
  package internal(set) var lists: [ListView] = []

  /// The paths and scopes of the items of views whose items expression is a plain path, by view.
  package private(set) var itemSources: [ViewID: (path: ContextPath, scope: Scope)] = [:]

  /// The objects with the lifetime of the subtree, such as the row builders of its lists.
  package var attachments: [any SubtreeAttachment] = []

  /// Whether the views have been notified of their appearance.
  package var isAnnounced = false
  private var boundProperties: Set<String> = []
  private let graph: BindingGraph
  private let runner: ActionRunner
  package private(set) var contexts: [Context] = []
  private var bindings: [Binding] = []
  private var isBound = false
  private let restored: [Value]?
  /// The values of the contexts at the time of binding.
  private var firstState: [Value] = []
  /// The contexts whose initial values are computed when the subtree is bound.
  private var firstValues: [(context: Context, value: DynamicValue, scope: Scope)] = []

  init(scope: Scope, graph: BindingGraph, runner: ActionRunner, restoring state: [Value]?) {
    self.scope = scope
    self.graph = graph
    self.runner = runner
    restored = state
  }

  /// The values of the contexts, for restoring them when the same component is built again.
  package var state: [Value] { contexts.map(\.value) }

  /// Whether the contexts have changed since binding, or have been restored.
  package var isWritten: Bool {
    restored != nil || !zip(contexts, firstState).allSatisfy { $0.value.isSame(as: $1) }
  }

  /// Whether the subtree owns contexts.
  package var hasState: Bool { !contexts.isEmpty }

  /// Whether the subtree reads beyond an object and its direct neighbours, so that it may depend on changes of distant
  /// objects.
  package var readsFar: Bool { bindings.contains { $0.paths.contains { $0.count > 3 } } }

  /// Returns whether a property of a view is bound to data.
  package func isBound(_ property: String, of view: View) -> Bool {
    boundProperties.contains("\(view.id).\(property)")
  }

  // MARK: Building

  func addContext(_ definition: ContextDefinition, to scope: Scope) {
    let context = Context(
      identifier: definition.identifier, value: definition.value.literal ?? .null, isWritable: true)
    if let restored, restored.indices.contains(contexts.count) {
      context.replace(with: restored[contexts.count])
    } else if definition.value.literal == nil {
      firstValues.append((context, definition.value, scope))
    }
    contexts.append(context)
    scope.addOwned(context)
  }

  /// Assigns properties of a view, immediately for literals or whenever the value changes.
  package func add(_ assignments: [PropertyAssignment<View>], of view: View, in scope: Scope) {
    for assignment in assignments {
      switch assignment.content {
      case .write(let write): write(view)
      case .dynamic(let value):
        let property = assignment.property
        boundProperties.insert("\(view.id).\(property.name)")
        if property.type == .itemSource, case .template(let template) = value, let path = template.path {
          itemSources[view.id] = (path, scope)
        }
        // Lists may be as long as the content they show.
        let isList = [.list, .any, .itemSource].contains(property.type)
        bind(
          value, "'\(property.name)' of \(name(of: view))", in: scope,
          maximumSize: isList ? Self.maximumListSize : Self.maximumSize, isTransient: property.isTransient
        ) { [weak view] value in
          guard let view else { return }
          // A Boolean in a text is written as a word, whether alone or among other text.
          let isWord = property.type == .scalar && value.bool != nil
          property.write(isWord ? .string(value.isTrue ? "true" : "false") : value, to: view)
        }
      }
    }
  }

  /// Binds a target to a value that follows data.
  ///
  /// - Parameter isTransient: Whether to write also when only an input changes and the value stays the same.
  package func bind(
    _ value: DynamicValue, _ name: String, in scope: Scope, maximumSize: Int = maximumSize,
    isTransient: Bool = false, write: @escaping (Value) -> Void
  ) {
    add(
      Binding(
        name: name, value: value, scope: scope, host: runner.host, environment: runner.environment,
        isTransient: isTransient, write: Self.limited(to: maximumSize, write)))
  }

  /// Adds a binding, which runs from the call of ``bind()`` on.
  package func add(_ binding: Binding) {
    bindings.append(binding)
    if isBound { graph.start(binding) }
  }

  /// Returns a closure that writes values only up to a maximum size.
  ///
  /// - Parameter size: The maximum number of values, where 64 bytes of text count as one value.
  package static func limited(
    to size: Int = maximumSize, _ write: @escaping (Value) -> Void
  ) -> (Value) -> Void {
    { value in
      if value.isLarger(than: size) { return }
      write(value)
    }
  }

  /// Runs actions on an event of a view.
  package func perform(_ calls: [ActionCall], on event: EventName, of view: View, in scope: Scope) {
    view.on(event, .actions) { [weak runner, weak view] details in
      runner?.run(calls, event: event.rawValue, details: details, scope: scope, sender: view)
    }
  }

  func name(of view: View) -> String { view.identifier.map { "'\($0)'" } ?? "a \(view.kind.name)" }

  // MARK: Lifecycle

  /// Starts the bindings. Called once, when all names used by expressions are defined.
  package func bind() {
    guard !isBound else { return }
    isBound = true
    for (context, value, scope) in firstValues {
      context.replace(with: value.value(in: scope, environment: runner.environment))
    }
    firstValues = []
    firstState = state
    graph.batch { for binding in bindings { graph.start(binding) } }
  }

  /// Sends an event to all views in the subtree that handle it.
  package func emit(_ event: EventName) {
    for view in root?.descendants() ?? [] where view.handles(event) { view.emit(event) }
  }

  /// Stops all bindings. The views stay as they are, and are removed by their owner.
  package func close() {
    for attachment in attachments { attachment.close() }
    attachments = []
    for binding in bindings { graph.stop(binding) }
    bindings = []
    isBound = false
  }
}
