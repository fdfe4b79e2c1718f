public import TesseraBundles
public import TesseraComponents
public import TesseraExpressions

/// Everything that documents can name: types of components, actions and objects, operations and transformers of
/// expressions, service providers, and the spellings of documents.
///
/// It travels as one value, so that checking, showing, testing and printing the reference know the same things. A third
/// party adds to it:
///
/// ```swift
/// var extensions = WidgetExtensions.standard
/// extensions.components.register(.rating)
/// extensions.actions.register(.celebrate)
/// ```
public struct WidgetExtensions: Sendable {
  /// The types of components.
  public var components: ComponentRegistry
  /// The types of actions.
  public var actions: ActionRegistry
  /// The types of objects.
  public var mediators: MediatorRegistry
  /// The operations that expressions can call.
  public var operations: TemplateOperations
  /// The conversions of values.
  public var transformers: ValueTransformers
  /// Where answers of services can come from.
  public var serviceProviders: ServiceProviderRegistry
  /// What can answer for widgets in place of their documents.
  public var providers = WidgetProviderRegistry()
  /// The pictures that documents can name besides those of their bundle.
  public var images = ImageRegistry()
  /// The looks that components can take by `styleId`, besides those of the widget's own `theme.json`, which win.
  public var theme = Theme()
  /// How stacks of screens look that actions open by these names, besides those of the manifest, which win.
  public var stacks: [String: StackStyle] = [:]
  /// The widgets made of Swift; see ``register(_:)``.
  public internal(set) var customWidgets = CustomWidgetRegistry()
  /// The registered formats of screens besides the native one, in the order in which they are tried.
  private var formats: [ScreenFormat] = []

  /// Creates a vocabulary of parts.
  package init(
    components: ComponentRegistry, actions: ActionRegistry, mediators: MediatorRegistry,
    operations: TemplateOperations, transformers: ValueTransformers, serviceProviders: ServiceProviderRegistry
  ) {
    self.components = components
    self.actions = actions
    self.mediators = mediators
    self.operations = operations
    self.transformers = transformers
    self.serviceProviders = serviceProviders
  }

  /// Reads screens of another format, too. A format of the same name is replaced.
  public mutating func register(_ format: ScreenFormat) {
    formats.removeAll { $0.name == format.name }
    formats.append(format)
  }

  /// The readers of screens. The first one that knows a document reads it; native documents are tried last.
  var screenReaders: [any ScreenReader] { formats.map(\.reader) + [NativeScreenReader()] }

  /// What Tessera brings along.
  public static let standard = WidgetExtensions(
    components: .standard, actions: .standard, mediators: .standard, operations: .standard, transformers: .standard,
    serviceProviders: .standard)
}
