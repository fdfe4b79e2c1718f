public import TesseraBundles
import TesseraComponents
package import TesseraCustomWidgets
package import TesseraData
import TesseraExpressions
package import TesseraServices
public import TesseraValues

/// A decoded and checked bundle, from which instances of the widget are created.
///
/// Creating a definition never fails. Problems are listed in ``diagnostics``. Invalid parts are left out, and a running
/// widget shows placeholders for them.
public struct WidgetDefinition: Sendable {
  /// The files.
  public let bundle: WidgetBundle
  /// The data model; empty if it is missing or invalid.
  package let model: EntityModel
  /// The service; without actions if it is missing or invalid.
  package let service: ServiceDescription
  /// Everything that the documents can name.
  public let extensions: WidgetExtensions
  /// All problems, sorted by file and position.
  public let diagnostics: [Diagnostic]

  /// The custom widget that the definition was created from; nil for a widget made of documents.
  package let customWidget: CustomWidgetDefinition?

  let screens: [String: ScreenDefinition]
  /// The widgets that the bundle contains, by name.
  let embedded: [String: WidgetDefinition]
  /// The context for decoding screens that are fetched later.
  let surroundings: ScreenSurroundings
  let transformers: ValueTransformers
  /// The styles of stacks, by the names that actions use.
  let stacks: [String: StackAppearance]

  /// Decodes a bundle with the extensions of a host.
  public init(bundle: WidgetBundle, extensions: WidgetExtensions = .standard) {
    self.init(bundle: bundle, extensions: extensions, customWidget: nil)
  }

  /// - Parameter customWidget: The custom widget that may write its own options.
  init(bundle: WidgetBundle, extensions: WidgetExtensions, customWidget: CustomWidgetDefinition?) {
    var found = Diagnostics()
    found.add(contentsOf: bundle.diagnostics)
    let model = Self.decodeModel(of: bundle, into: &found)
    let policy = HostPolicy(hosts: bundle.manifest.hosts)
    let service = Self.decodeService(of: bundle, model: model, policy: policy, into: &found)
    var transformers = extensions.transformers
    // Problems with them were reported when the service was decoded.
    _ = transformers.registerDates(.dictionary(service.dateTransformers))
    let environment = TemplateEnvironment(operations: extensions.operations, transformers: transformers)
    let unknownNames = model.flatMap { model in
      bundle.model.map { ModelOperationCheck(model: model, environment: environment).problems(in: $0) }
    }
    let modelProblems = (unknownNames ?? []).map { $0.inFile(WidgetBundle.modelPath) }
    // An invalid service may have defined the missing transformers, and stub responses can only be checked with all of
    // them.
    let isServiceSound = !found.all.contains { $0.severity == .error && $0.file == bundle.servicePath }
    if isServiceSound { found.add(contentsOf: modelProblems) }
    if let model, isServiceSound, modelProblems.isEmpty, let document = bundle.service {
      var check = StubResponseCheck(model: model, environment: environment)
      check.check(service, document: document)
      found.add(contentsOf: check.diagnostics.all.map { $0.inFile(bundle.servicePath) })
    }
    if let model, let document = bundle.service {
      let problems = ServiceModelCheck.problems(of: service, document: document, model: model)
      found.add(contentsOf: problems.map { $0.inFile(bundle.servicePath) })
    }
    if let document = bundle.service {
      found.add(contentsOf: ServiceExpressionCheck.problems(in: document).map { $0.inFile(bundle.servicePath) })
    }
    let isServiceReadable = !bundle.paths.contains(bundle.servicePath) || bundle.service != nil
    var references = ReferenceNames([
      .image: Set(bundle.imageNames + extensions.images.names), .screen: Set(bundle.screenNames),
      .transformer: Set(transformers.names),
      .serviceProvider: Set(extensions.serviceProviders.names), .data: bundle.dataNames,
      .stack: Set(bundle.manifest.stacks.keys).union(extensions.stacks.keys),
    ])
    references[.entity] = model.map { Set($0.names) }
    references[.serviceAction] = isServiceReadable ? Set(service.actions.keys) : nil
    if customWidget != nil || bundle.manifest.board.settings != nil { references[.context] = ["options"] }
    let theme = bundle.theme.map { Theme.decode($0) }
    found.add(contentsOf: theme?.diagnostics.map { $0.inFile(WidgetBundle.themePath) } ?? [])
    var surroundings = ScreenSurroundings(
      extensions: extensions, references: references,
      optionNames: Set(bundle.manifest.options.map(\.name)), stringKeys: bundle.stringKeys, model: model,
      policy: policy,
      base: bundle.manifest.base, hasEntries: Self.hasEntries(bundle.manifest),
      theme: extensions.theme.merging(theme?.theme ?? Theme()))
    surroundings.cells = bundle.cells
    let texts = bundle.strings(locale: bundle.manifest.locale.description)
    surroundings.textArguments = { texts[$0].map(Localization.argumentCount) }
    surroundings.allowsAnyPicture = bundle.manifest.pictures == .anywhere
    surroundings.valuesOfAddresses = service.actions.mapValues(\.valuesOfAddress)
    let styles = extensions.stacks.merging(bundle.manifest.stacks) { _, own in own }
    stacks = styles.mapValues { StackAppearance($0, in: surroundings, &found) }
    if customWidget == nil {
      surroundings.secretOptionNames = Set(bundle.manifest.options.filter(\.isSecret).map(\.name))
    }
    var screens: [String: ScreenDefinition] = [:]
    var contents = ContentCheck(surroundings: surroundings)
    for name in bundle.screenNames {
      guard let document = bundle.screen(named: name), document.members != nil else { continue }
      let scheme = bundle.scheme(ofScreen: name).map { ScreenScheme(document: $0.document, file: $0.path) }
      let reading = surroundings.read(document, scheme: scheme, named: name, inFile: bundle.path(ofScreen: name))
      screens[name] = reading.screen
      found.add(contentsOf: reading.diagnostics)
      contents.add(name, document: document, scheme: scheme, reading, inFile: bundle.path(ofScreen: name))
    }
    if let dialect = bundle.manifest.mainDialect {
      screens[bundle.manifest.main]?.requestHeaders = extensions.requestHeaders(ofFormat: dialect.rawValue)
    }
    found.add(
      contentsOf: contents.problems(except: Set(bundle.manifest.openedScreens)))
    if !bundle.paths.contains(WidgetBundle.modelPath) { found = Self.tellingOfNoModel(found) }
    found.add(contentsOf: Self.missingForms(in: bundle))
    found.add(contentsOf: Self.unknownUpdateNames(in: bundle, model, references, extensions.providers))
    embedded = bundle.widgets.mapValues { WidgetDefinition(bundle: $0, extensions: extensions) }
    for (name, widget) in embedded.sorted(by: { $0.key < $1.key }) {
      let folder = bundle.paths.first { $0.hasPrefix("widgets/\(name)/") } == nil ? "\(name).widget" : name
      found.add(
        contentsOf: widget.diagnostics.map { diagnostic in
          var copy = diagnostic
          copy.file = "\(WidgetBundle.widgetsDirectory)/\(folder)" + (diagnostic.file.map { "/" + $0 } ?? "")
          return copy
        })
    }
    self.bundle = bundle
    self.customWidget = customWidget
    self.extensions = extensions
    self.model = model ?? .empty
    self.service = service
    self.screens = screens
    self.surroundings = surroundings
    self.transformers = transformers
    diagnostics = found.all.sorted { Self.precedes($0, $1) }
  }

  /// Whether an error keeps a part of the widget from working.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Returns the main screen for a size in cells of a grid; nil stands for the default size. It is one that shows the
  /// problem if its document is missing or invalid.
  func mainScreen(at cells: GridSize?) -> ScreenDefinition { screen(named: bundle.manifest.main(at: cells)) }

  /// Returns a screen; one that shows the problem if its document is missing or invalid.
  func screen(named name: String) -> ScreenDefinition {
    if let screen = screens[name] { return screen }
    let path = bundle.path(ofScreen: name)
    let problem = diagnostics.first { $0.file == path && $0.severity == .error }
    let reason =
      problem.map(\.description) ?? (name.isEmpty ? "The bundle has no screen" : "The bundle has no screen '\(name)'")
    return ScreenDefinition(name: name, problem: reason)
  }

  /// The errors of the manifest, model and service, which the main screen shows.
  var problems: [Diagnostic] {
    let screens = Set(bundle.screenNames.flatMap { [bundle.path(ofScreen: $0), "\($0).json"] })
    return diagnostics.filter { problem in
      problem.severity == .error && problem.file.map { !$0.hasPrefix("screens/") && !screens.contains($0) } != false
    }
  }

  private static func decodeModel(of bundle: WidgetBundle, into found: inout Diagnostics) -> EntityModel? {
    guard let document = bundle.model else { return bundle.paths.contains(WidgetBundle.modelPath) ? nil : .empty }
    var problems = Diagnostics()
    let model = EntityModel.decode(document, diagnostics: &problems)
    found.add(contentsOf: problems.all.map { $0.inFile(WidgetBundle.modelPath) })
    return model
  }

  /// Checks for plural forms that a language has but the strings lack. Such numbers would use the form `other`.
  private static func missingForms(in bundle: WidgetBundle) -> [Diagnostic] {
    bundle.languages.flatMap { language -> [Diagnostic] in
      let needed = PluralRules(language: language.description).categoriesOfWholeNumbers
      return bundle.ownStrings(of: language).sorted { $0.key < $1.key }.compactMap { key, value in
        guard let forms = value.dictionary else { return nil }
        let missing = WidgetBundle.pluralForms.filter { needed.contains($0) && forms[$0] == nil }
        guard !missing.isEmpty else { return nil }
        return Diagnostic(
          .warning, rule: "strings-plural", file: "strings/\(language).json",
          message: "'\(key)' is missing the required plural forms \(missing.map { "'\($0)'" }.joined(separator: ", "))"
        )
      }
    }
  }

  /// Replaces the errors about unknown entities by one about the missing model.
  private static func tellingOfNoModel(_ found: Diagnostics) -> Diagnostics {
    var told = Diagnostics(limit: found.limit)
    var isTold = false
    for var diagnostic in found.all {
      if diagnostic.rule == "unknown-entity" {
        if isTold { continue }
        isTold = true
        diagnostic.message = "The widget has no file '\(WidgetBundle.modelPath)', which defines its entities"
        diagnostic.fix = "Add it to the bundle"
      }
      told.add(diagnostic)
    }
    return told
  }

  private static func decodeService(
    of bundle: WidgetBundle, model: EntityModel?, policy: HostPolicy, into found: inout Diagnostics
  ) -> ServiceDescription {
    guard let document = bundle.service else { return ServiceDescription() }
    var problems = Diagnostics()
    // The stub service file selects stub responses by its name.
    let isStub = bundle.servicePath == WidgetBundle.stubServicePath
    let environment = ServiceEnvironment(
      entities: model?.names, policy: policy,
      provider: bundle.chosenServiceProvider.flatMap(ServiceProviderName.init) ?? (isStub ? .stub : nil),
      hasGroup: bundle.manifest.group != nil,
      options: Dictionary(bundle.manifest.options.map { ($0.name, $0.ofService) }, uniquingKeysWith: { $1 }))
    var service = ServiceDescription.decode(document, in: environment, diagnostics: &problems)
    // A provider that all screens choose applies to the service's own requests, too: a stub must not contact a real
    // server.
    if environment.provider == .stub, service.provider == nil { service.provider = .stub }
    found.add(contentsOf: problems.all.map { $0.inFile(bundle.servicePath) })
    return service
  }

  private static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    let (a, b) = (left.file ?? "", right.file ?? "")
    if a != b { return a < b }
    return (left.range?.start ?? .start) < (right.range?.start ?? .start)
  }
}

extension Manifest.Option {
  /// What services need to know of the option.
  fileprivate var ofService: ServiceEnvironment.Option {
    var isList = false
    if case .list = type { isList = true }
    return ServiceEnvironment.Option(isSecret: isSecret, isList: isList, grantsAccess: type.reachesHosts)
  }
}
