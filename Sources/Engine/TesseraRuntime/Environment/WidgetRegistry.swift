import Synchronization
public import TesseraData

/// The widgets of an app by the names under which others place them, and by which the app runs them.
///
/// ```swift
/// let widgets = WidgetRegistry()
/// widgets.register("org.example.weather", WidgetDefinition(bundle: WidgetBundle(directory: path)))
/// let weather = try widgets.run("org.example.weather", id: "sidebar", environment: environment)
/// ```
public final class WidgetRegistry: Sendable {
  private let definitions = Mutex<[String: WidgetDefinition]>([:])

  /// Creates a registry without widgets.
  public init() {}

  /// Adds a widget; one of the same name is replaced, and instances that run go on with what they were made of.
  public func register(_ name: String, _ definition: WidgetDefinition) {
    definitions.withLock { $0[name] = definition }
  }

  /// Takes a widget out.
  public func remove(_ name: String) { definitions.withLock { $0[name] = nil } }

  /// The widget of a name.
  public subscript(name: String) -> WidgetDefinition? { definitions.withLock { $0[name] } }

  /// The names of all widgets, sorted.
  public var names: [String] { definitions.withLock { $0.keys.sorted() } }

  /// Places a widget.
  /// - Parameters:
  ///   - id: the identity of the instance.
  ///   - location: where it keeps its data.
  /// - Returns: nil where there is no widget of the name.
  /// - Throws: where its store cannot be opened.
  public func run(
    _ name: String, id: String, location: StoreLocation = .memory, environment: RuntimeEnvironment
  ) throws -> Instance? {
    guard let definition = self[name] else { return nil }
    var environment = environment
    environment.widgets = self
    return try Instance(id: id, definition: definition, location: location, environment: environment)
  }

  /// The same placed widget with what its name stands for now, for `Presentation` to go on with; nil where there is no widget of
  /// the name.
  /// - Throws: where its store cannot be opened.
  public func replacement(for instance: Instance, named name: String) throws -> Instance? {
    guard let definition = self[name] else { return nil }
    return try instance.successor(definition)
  }
}
