public import TesseraValues

/// The purpose for which a bundle is opened: regular use or development.
public enum BundleMode: Sendable, Hashable {
  /// For regular use.
  case production
  /// For the widget's author: `service.dev.json` replaces `service.json`.
  case development
}

/// The files of a widget: manifest, screens, model, service, images and texts. A bundle never contains code.
///
/// A bundle is a value that is read once, so nothing can change under a running widget. Reading never fails: a file that
/// cannot be read is left out and reported in ``diagnostics``, and the rest works.
///
/// ```swift
/// let bundle = WidgetBundle(directory: "Samples/Feed.widget")
/// let screen = bundle.screen(named: bundle.manifest.main)
/// ```
public struct WidgetBundle: Sendable {
  /// The content of `widget.json`, with defaults for missing keys.
  package let manifest: Manifest
  /// The mode in which the bundle was opened.
  package let mode: BundleMode
  /// All problems of the bundle's files, sorted by file and position. The meaning of screens, model and service is
  /// checked elsewhere.
  public let diagnostics: [Diagnostic]
  /// The sorted paths of all files, including those that are not read.
  package let paths: [String]
  /// The paths of the files in the source, without documents generated from others.
  package let storedPaths: [String]

  /// Whether the user allows the widget to reach private addresses: this machine and the networks around it.
  package var allowsPrivateAddresses = false

  /// The nested widgets by name, from the folders in `widgets`.
  package let widgets: [String: WidgetBundle]

  /// The folder for nested widgets.
  package static let widgetsDirectory = "widgets"

  private let documents: [String: JSONNode]
  private let images: [String: BundleImage]
  private let strings: [LocaleTag: [String: Value]]

  /// Reads a bundle in the native format from a directory.
  ///
  /// - Parameters:
  ///   - path: The directory, absolute or relative to the current one.
  ///   - mode: The mode in which to open the bundle.
  public init(directory path: String, mode: BundleMode = .production) {
    self.init(files: DirectoryBundleFiles(path: path), mode: mode)
  }

  /// Creates a bundle from texts, keyed by their paths, such as `widget.json` and `screens/Main.json`.
  public init(texts: [String: String], mode: BundleMode = .production) {
    self.init(files: MemoryBundleFiles(texts: texts), mode: mode)
  }

  /// Reads a bundle from any source of files. ``BundleFormats/open(_:)`` opens those of other formats.
  /// - Parameter decoding: Where pictures in SVG are parsed; nil for this process.
  package init(
    files: some BundleFiles, mode: BundleMode = .production, limits: BundleLimits = .standard,
    decoding: (any ContentDecoding)? = nil
  ) {
    var reader = BundleReader(files: files, limits: limits, mode: mode, decoding: decoding)
    reader.read()
    self.mode = mode
    manifest = reader.manifest
    documents = reader.documents
    widgets = reader.widgets
    images = reader.images
    strings = reader.strings
    paths = reader.paths
    storedPaths = reader.storedPaths
    screenNames = reader.screenNames
    diagnostics = reader.sortedDiagnostics
  }

  /// Whether the bundle has errors that keep a part of the widget from working.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// A checksum of the content of all documents, texts and images. Two bundles that look different have different
  /// fingerprints.
  ///
  /// - Complexity: O(*n*) in the size of the documents.
  package var fingerprint: String {
    var bytes: [UInt8] = []
    for (path, document) in documents.sorted(by: { $0.key < $1.key }) {
      bytes += path.utf8
      JSONText.write(document.value, into: &bytes)
    }
    for (tag, texts) in strings.sorted(by: { $0.key.description < $1.key.description }) {
      bytes += tag.description.utf8
      JSONText.write(.dictionary(texts), into: &bytes)
    }
    for (name, widget) in widgets.sorted(by: { $0.key < $1.key }) { bytes += (name + widget.fingerprint).utf8 }
    for (name, image) in images.sorted(by: { $0.key < $1.key }) {
      bytes += name.utf8
      bytes += image.checksum.description.utf8
    }
    return Checksum(of: bytes).description
  }

  // MARK: - Documents

  /// Returns the JSON document at a path in the bundle, or nil if it is missing or could not be read.
  package func document(at path: String) -> JSONNode? { documents[path] }

  /// The sorted paths of all JSON documents.
  package var documentPaths: [String] { documents.keys.sorted() }

  /// The names of all screen files in order, including those that could not be read.
  package let screenNames: [String]

  /// Returns the document of a screen. If the file has the screen's name as a key, its value is the document, as in
  /// WidgetKit.
  package func screen(named name: String) -> JSONNode? {
    documents[path(ofScreen: name)].map { Self.unwrapped($0, screen: name) }
  }

  /// Returns the path of a screen's file: in `screens`, or else at the top level, where WidgetKit keeps it.
  package func path(ofScreen name: String) -> String {
    let path = Self.screenPath(name)
    return paths.contains(path) || documents[Self.schemePath(name)] == nil ? path : Self.schemePath(name)
  }

  /// Returns the document with the sections `objects` and `elements` of a screen, if they are at the top level while
  /// the screen's views are in `screens`.
  package func scheme(ofScreen name: String) -> (document: JSONNode, path: String)? {
    let path = Self.schemePath(name)
    guard self.path(ofScreen: name) != path, let document = documents[path] else { return nil }
    return (document, path)
  }

  private static func schemePath(_ name: String) -> String { "\(name).json" }

  /// Returns the path of a screen's file, such as `screens/Feed.json`.
  package static func screenPath(_ name: String) -> String { "screens/\(name).json" }

  /// The path of the manifest: `widget.json`.
  package static let manifestPath = ManifestReader.path

  /// The model's document, or nil if the widget has no model.
  package var model: JSONNode? { documents[Self.modelPath] }

  /// The path of the model: `model.json`.
  package static let modelPath = "model.json"

  /// The theme's document, or nil if the bundle has none or it is not valid JSON.
  package var theme: JSONNode? { documents[Self.themePath] }

  /// The path of the theme: `theme.json`.
  package static let themePath = "theme.json"

  /// The service description, or nil if the widget has none.
  package var service: JSONNode? { documents[servicePath] }

  /// The path of the service description for the current mode.
  ///
  /// A development service that cannot be read is not replaced by the production one: an experiment must not reach a
  /// production server by accident.
  package var servicePath: String {
    var candidates = (mode == .development ? Self.developmentServicePaths : []) + Self.servicePaths
    // Bundles of WidgetKit may contain both, and its stub provider reads a file of its own.
    if chosenServiceProvider == "StubServiceProvider" { candidates.insert(Self.stubServicePath, at: 0) }
    return candidates.first { paths.contains($0) } ?? Self.servicePaths[0]
  }

  /// The service provider that the screens select with `@self`, or nil if they disagree.
  package var chosenServiceProvider: String? {
    let names = screenNames.compactMap { name in
      let document = scheme(ofScreen: name)?.document ?? screen(named: name)
      return document?["elements"]?["@self"]?["attrs"]?["serviceProviderClassName"]?.string
    }
    return names.allSatisfy { $0 == names.first } ? names.first : nil
  }

  /// The paths of the service description, ours before WidgetKit's. The first existing one is used.
  static let servicePaths = ["service.json", "Service.json", "StubService.json"]
  /// The path of WidgetKit's canned responses, which need no server.
  package static let stubServicePath = "StubService.json"
  /// The paths of the service description for development.
  static let developmentServicePaths = ["service.dev.json", "Service.dev.json"]

  /// Returns a document of the `data` folder by its name.
  package func data(named name: String) -> JSONNode? { documents["data/\(name).json"] }

  /// The names of all documents in the `data` folder.
  package var dataNames: Set<String> {
    Set(
      documents.keys.filter { $0.hasPrefix("data/") }.map {
        String($0.dropFirst("data/".count).dropLast(".json".count))
      })
  }

  /// The row prototypes in the `cells` folder by name, with their paths.
  package var cells: [String: (document: JSONNode, path: String)] {
    Dictionary(
      documents.filter { $0.key.hasPrefix("cells/") }.map { path, node in
        (String(path.dropFirst("cells/".count).dropLast(".json".count)), (node, path))
      }, uniquingKeysWith: { $1 })
  }

  // MARK: - Images and texts

  /// The sorted names of all images. The image `images/logo.png` has the name `logo`.
  package var imageNames: [String] { images.keys.sorted() }

  /// Returns an image by its name.
  package func image(named name: String) -> BundleImage? { images[name] }

  /// The languages of the texts, sorted.
  package var locales: [String] { languages.map(\.description) }

  /// The languages of the texts as tags, sorted.
  package var languages: [LocaleTag] { strings.keys.sorted { $0.description < $1.description } }

  /// The keys of the texts in all languages.
  package var stringKeys: Set<String> { Set(strings.values.flatMap(\.keys)) }

  /// The names of plural forms: Unicode's plural categories (CLDR).
  package static let pluralForms = ["zero", "one", "two", "few", "many", "other"]

  /// Returns the texts defined for exactly one language, by key, without fallbacks.
  package func ownStrings(of language: LocaleTag) -> [String: Value] { strings[language] ?? [:] }

  /// Returns the texts for a language, by key. A key that is missing in `de-AT` is looked up in `de`, then in `en`,
  /// then in the manifest's language.
  ///
  /// A text with plural forms is a dictionary keyed by Unicode's plural categories, which always contains `other`.
  package func strings(locale: String) -> [String: Value] {
    let chain = (LocaleTag(locale)?.chain ?? []) + [.english] + manifest.locale.chain
    return chain.reversed().reduce(into: [:]) { texts, tag in
      texts.merge(strings[tag] ?? [:]) { $1 }
    }
  }
}

extension WidgetBundle {
  static func screenNames(in paths: [String]) -> [String] {
    paths.compactMap { path in
      guard path.hasPrefix("screens/"), path.hasSuffix(".json") else { return nil }
      let name = path.dropFirst("screens/".count).dropLast(".json".count)
      return name.isEmpty || name.contains("/") ? nil : String(name)
    }
  }

  /// The keys of a screen document. A screen with one of these names is never unwrapped.
  private static let screenKeys: Set<String> = ["navigationItem", "view", "objects", "elements"]

  static func unwrapped(_ node: JSONNode, screen name: String) -> JSONNode {
    guard !screenKeys.contains(name), let value = node[name], value.members != nil,
      screenKeys.allSatisfy({ node[$0] == nil })
    else { return node }
    return value
  }
}
