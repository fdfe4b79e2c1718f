public import TesseraBundles
public import TesseraComponents
public import TesseraExpressions

/// Everything that documents can name: types of components, actions and objects, operations and transformers of
/// expressions, service providers, and formats of documents.
///
/// It is passed as one value, so that validation, rendering, tests and the generated reference agree. An app adds to
/// it:
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
  /// The value transformers.
  public var transformers: ValueTransformers
  /// The service providers.
  public var serviceProviders: ServiceProviderRegistry
  /// The providers that update widgets in place of their documents.
  public var providers = WidgetProviderRegistry()
  /// The images that documents can name besides those of their bundle.
  public var images = ImageRegistry()
  /// The styles that components can refer to by `styleId`. The widget's own `theme.json` takes precedence.
  public var theme = Theme()
  /// The styles of stacks that actions open by name. The manifest takes precedence.
  public var stacks: [String: StackStyle] = [:]
  /// The custom widgets; see ``register(_:)``.
  public internal(set) var customWidgets = CustomWidgetRegistry()
  /// The registered formats of screens besides the native one, in the order in which they are tried.
  private var formats: [ScreenFormat] = []
  /// The registered formats of bundles besides the native one.
  package private(set) var bundleFormats = BundleFormats()

  /// Creates extensions from their parts.
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

  /// Registers a format of screens, replacing one of the same name.
  public mutating func register(_ format: ScreenFormat) {
    formats.removeAll { $0.name == format.name }
    formats.append(format)
  }

  /// Registers a format of bundles, replacing one of the same name.
  public mutating func register(_ format: BundleFormat) { bundleFormats.register(format) }

  /// The formats of screens. The first one whose reader accepts a document reads it; the native format is last.
  var screenFormats: [ScreenFormat] { formats + [.native] }

  /// The header fields of requests for a document in a format.
  func requestHeaders(ofFormat name: String) -> [String: String] {
    screenFormats.first { $0.name == name }?.requestHeaders ?? [:]
  }

  /// The built-in extensions.
  public static let standard = WidgetExtensions(
    components: .standard, actions: .standard, mediators: .standard, operations: .standard, transformers: .standard,
    serviceProviders: .standard)
}
