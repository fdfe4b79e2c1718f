import Synchronization
public import TesseraData

/// The widgets of an app, by the names under which other widgets embed them and the app runs them.
///
/// ```swift
/// let widgets = WidgetRegistry()
/// widgets.register("org.example.weather", WidgetDefinition(bundle: WidgetBundle(directory: path)))
/// let weather = try widgets.run("org.example.weather", id: "sidebar", environment: environment)
/// ```
public final class WidgetRegistry: Sendable {
  private let definitions = Mutex<[String: WidgetDefinition]>([:])

  /// Creates an empty registry.
  public init() {}

  /// Registers a widget, replacing one of the same name. Running instances keep their definition.
  public func register(_ name: String, _ definition: WidgetDefinition) {
    definitions.withLock { $0[name] = definition }
  }

  /// Removes a widget.
  public func remove(_ name: String) { definitions.withLock { $0[name] = nil } }

  /// The widget of a name.
  public subscript(name: String) -> WidgetDefinition? { definitions.withLock { $0[name] } }

  /// The names of all widgets, sorted.
  public var names: [String] { definitions.withLock { $0.keys.sorted() } }

  /// Creates an instance of a widget.
  /// - Parameters:
  ///   - id: The identifier of the instance.
  ///   - location: The location of its store.
  /// - Returns: The instance; nil if there is no widget of that name.
  /// - Throws: An error if its store cannot be opened.
  public func run(
    _ name: String, id: String, location: StoreLocation = .memory, environment: RuntimeEnvironment
  ) throws -> Instance? {
    guard let definition = self[name] else { return nil }
    var environment = environment
    environment.widgets = self
    return try Instance(id: id, definition: definition, location: location, environment: environment)
  }

  /// Returns an instance with the same data and the widget's current definition, for `Presentation` to continue with;
  /// nil if there is no widget of that name.
  /// - Throws: An error if its store cannot be opened.
  public func replacement(for instance: Instance, named name: String) throws -> Instance? {
    guard let definition = self[name] else { return nil }
    return try instance.replacing(definition: definition)
  }
}
