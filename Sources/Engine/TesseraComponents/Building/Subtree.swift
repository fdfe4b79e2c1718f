package import TesseraExpressions
package import TesseraValues
package import TesseraViews

/// Something that lives as long as a subtree.
package protocol SubtreeAttachment: AnyObject {
  /// Ends it.
  func close()
}

extension View: SubtreeAttachment {
  /// Tells the view that it is not shown any more.
  package func close() { end() }
}

/// A piece of a screen that was made from components: views, contexts, bindings and actions. It can be made, bound and
/// closed at any time, as rows and added components are.
package final class Subtree {
  /// What rows of a table are made from.
  package struct Prototypes {
    package let components: [String: Component]
    /// Which of them an item gets, in order.
    package let cases: [Component.TemplateCase]
    /// What rows call their item and their place.
    package let names: Component.RowNames
    /// What surrounds the table.
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

  /// The longest text that a binding writes, in bytes, and of other data what has about the same size: texts in a circle
  /// may grow in each round.
  private static let maximumTextLength = 1 << 17
  /// The same in values, of which 64 bytes of text count as one.
  package static let maximumSize = maximumTextLength >> 6
  /// The most values of a list that a binding writes.
  private static let maximumListSize = 1_000_000

  /// The view on top.
  package internal(set) var root: View?
  /// Where its identifiers are known.
  package let scope: Scope
  /// The prototypes of tables in it.
  package internal(set) var prototypes: [ViewID: Prototypes] = [:]
  /// What surrounds those views that have an identifier.
  package internal(set) var places: [ViewID: Scope] = [:]

  /// The lists in it, wherever they stand.
  package internal(set) var lists: [ListView] = []

  /// Where the items of views are, if their expression is nothing but a path, and what that is read in.
  package private(set) var itemSources: [ViewID: (path: ContextPath, scope: Scope)] = [:]

  /// What lives as long as it does, such as the makers of rows of its lists.
  package var attachments: [any SubtreeAttachment] = []

  /// Whether its views were told that they are there.
  package var isAnnounced = false
  private var boundProperties: Set<String> = []
  private let graph: BindingGraph
  private let runner: ActionRunner
  package private(set) var contexts: [Context] = []
  private var bindings: [Binding] = []
  private var isBound = false
  private let restored: [Value]?
  /// The values of its contexts when it was bound.
  private var firstState: [Value] = []
  /// Contexts whose first value follows from what is there when the subtree is bound.
  private var firstValues: [(context: Context, value: DynamicValue, scope: Scope)] = []

  init(scope: Scope, graph: BindingGraph, runner: ActionRunner, restoring state: [Value]?) {
    self.scope = scope
    self.graph = graph
    self.runner = runner
    restored = state
  }

  /// The values of the contexts in it, to be restored when the same component is built again.
  package var state: [Value] { contexts.map(\.value) }

  /// Whether its data is other than it was at first.
  package var isWritten: Bool {
    restored != nil || !zip(contexts, firstState).allSatisfy { $0.value.isSame(as: $1) }
  }

  /// Whether it owns data.
  package var hasState: Bool { !contexts.isEmpty }

  /// Whether it reads more than an object and those next to it: what it shows may change with objects far away.
  package var readsFar: Bool { bindings.contains { $0.paths.contains { $0.count > 3 } } }

  /// Whether a property of a view follows data.
  package func isBound(_ property: String, of view: View) -> Bool {
    boundProperties.contains("\(view.id).\(property)")
  }

  // MARK: Making

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

  /// Writes what a document says about the properties of a view, now or whenever it changes.
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
        // Lists are as long as what they show.
        let isList = [.list, .any, .itemSource].contains(property.type)
        bind(
          value, "'\(property.name)' of \(name(of: view))", in: scope,
          maximumSize: isList ? Self.maximumListSize : Self.maximumSize, isTransient: property.isTransient
        ) { [weak view] value in
          guard let view else { return }
          // In a text it is the word, alone as among others.
          let isWord = property.type == .scalar && value.bool != nil
          property.write(isWord ? .string(value.isTrue ? "true" : "false") : value, to: view)
        }
      }
    }
  }

  /// Keeps something equal to a value that follows data.
  /// - Parameter isTransient: whether it is written, too, when only what the value reads is another.
  package func bind(
    _ value: DynamicValue, _ name: String, in scope: Scope, maximumSize: Int = maximumSize,
    isTransient: Bool = false, write: @escaping (Value) -> Void
  ) {
    add(
      Binding(
        name: name, value: value, scope: scope, host: runner.host, environment: runner.environment,
        isTransient: isTransient, write: Self.limited(to: maximumSize, write)))
  }

  /// Adds a binding; it runs from ``bind()`` on.
  package func add(_ binding: Binding) {
    bindings.append(binding)
    if isBound { graph.start(binding) }
  }

  /// Does not write texts that are longer than anybody reads.
  /// - Parameter size: in values; 64 bytes of text count as one.
  package static func limited(
    to size: Int = maximumSize, _ write: @escaping (Value) -> Void
  ) -> (Value) -> Void {
    { value in
      if value.isLarger(than: size) { return }
      write(value)
    }
  }

  /// Lets actions run on an event.
  package func perform(_ calls: [ActionCall], on event: EventName, of view: View, in scope: Scope) {
    view.on(event, .actions) { [weak runner, weak view] details in
      runner?.run(calls, event: event.rawValue, details: details, scope: scope, sender: view)
    }
  }

  func name(of view: View) -> String { view.identifier.map { "'\($0)'" } ?? "a \(view.kind.name)" }

  // MARK: Living

  /// Begins to follow what it reads. Called once, when everything that its expressions name is there.
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

  /// Tells the views in it that something happened, those that wait for it.
  package func emit(_ event: EventName) {
    for view in root?.descendants() ?? [] where view.handles(event) { view.emit(event) }
  }

  /// Ends all following. The views stay as they are, and are removed by who put them in.
  package func close() {
    for attachment in attachments { attachment.close() }
    attachments = []
    for binding in bindings { graph.stop(binding) }
    bindings = []
    isBound = false
  }
}
