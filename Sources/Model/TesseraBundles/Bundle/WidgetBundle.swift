public import TesseraValues

/// Whether a bundle is used by people or worked on by its author.
public enum BundleMode: Sendable, Hashable {
  /// For people.
  case production
  /// For the author: `service.dev.json` replaces `service.json`.
  case development
}

/// The files of a widget: manifest, screens, model, service, images, texts. Never code.
///
/// A bundle is a value that is read once and whole, so nothing can change beneath a running widget. Reading never
/// fails: what cannot be read is left out and reported in ``diagnostics``, and the rest works.
///
/// ```swift
/// let bundle = WidgetBundle(directory: "Samples/Feed.widget")
/// let screen = bundle.screen(named: bundle.manifest.main)
/// ```
public struct WidgetBundle: Sendable {
  /// What `widget.json` says; defaults where it says nothing.
  package let manifest: Manifest
  /// Who uses the bundle.
  package let mode: BundleMode
  /// Everything that is wrong with the bundle's files, in order of files and places. What screens, model and service
  /// mean is for others to check.
  public let diagnostics: [Diagnostic]
  /// The paths of all files in order, those that are not read included.
  package let paths: [String]
  /// Those that its source holds, without what was made of other documents.
  package let storedPaths: [String]

  /// Whether the person who named it meant it to talk to this machine, or to the networks around it.
  package var allowsPrivateAddresses = false

  /// The widgets that stand in this one, by their names: the folders of `widgets`.
  package let widgets: [String: WidgetBundle]

  /// The folder of the widgets that stand in this one.
  package static let widgetsDirectory = "widgets"

  private let documents: [String: JSONNode]
  private let images: [String: BundleImage]
  private let strings: [LocaleTag: [String: Value]]

  /// Reads a bundle from a directory.
  /// - Parameter path: the directory, absolute or relative to the current one.
  public init(directory path: String, mode: BundleMode = .production) {
    self.init(files: DirectoryBundleFiles(path: path), mode: mode)
  }

  /// Makes a bundle of texts by their paths in it, such as `widget.json` and `screens/Main.json`.
  public init(texts: [String: String], mode: BundleMode = .production) {
    self.init(files: MemoryBundleFiles(texts: texts), mode: mode)
  }

  /// Reads a bundle from any source of files.
  package init(files: some BundleFiles, mode: BundleMode = .production, limits: BundleLimits = .standard) {
    var reader = BundleReader(files: files, limits: limits, mode: mode)
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

  /// Whether anything is wrong enough to keep a part of the widget from working.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Differs where two bundles look another way: a checksum of what their documents, texts and pictures say.
  ///
  /// - Complexity: linear in the size of the documents.
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

  /// A JSON document by its path in the bundle; nil if it is missing or could not be read.
  package func document(at path: String) -> JSONNode? { documents[path] }

  /// The names of all screen files in order, those that could not be read included.
  package let screenNames: [String]

  /// The document of a screen. A file that has the screen's name as a key counts as the value of that key, as in WidgetKit.
  package func screen(named name: String) -> JSONNode? {
    documents[path(ofScreen: name)].map { Self.unwrapped($0, screen: name) }
  }

  /// The path of a screen's file: in `screens`, or else at the top, where WidgetKit keeps it.
  package func path(ofScreen name: String) -> String {
    let path = Self.screenPath(name)
    return paths.contains(path) || documents[Self.schemePath(name)] == nil ? path : Self.schemePath(name)
  }

  /// The sections `objects` and `elements` of a screen whose views stand in `screens`, where they are kept at the top.
  package func scheme(ofScreen name: String) -> (document: JSONNode, path: String)? {
    let path = Self.schemePath(name)
    guard self.path(ofScreen: name) != path, let document = documents[path] else { return nil }
    return (document, path)
  }

  private static func schemePath(_ name: String) -> String { "\(name).json" }

  /// The path of a screen's file: `screens/Feed.json`.
  package static func screenPath(_ name: String) -> String { "screens/\(name).json" }

  /// The entities; nil if the widget has none.
  package var model: JSONNode? { documents[Self.modelPath] }

  /// The path of the model: `model.json`.
  package static let modelPath = "model.json"

  /// The looks that components can take; nil if the bundle has none or they are not JSON.
  package var theme: JSONNode? { documents[Self.themePath] }

  /// Where the looks are kept.
  package static let themePath = "theme.json"

  /// The description of the service; nil if the widget has none.
  package var service: JSONNode? { documents[servicePath] }

  /// The path of the service description that counts in this mode. A development service that cannot be read is not
  /// replaced by the real one: an experiment must not reach a real server by accident.
  package var servicePath: String {
    var candidates = (mode == .development ? Self.developmentServicePaths : []) + Self.servicePaths
    // Bundles of WidgetKit may have both, and its stub reads its own file.
    if chosenServiceProvider == "StubServiceProvider" { candidates.insert(Self.stubServicePath, at: 0) }
    return candidates.first { paths.contains($0) } ?? Self.servicePaths[0]
  }

  /// The service provider that all screens choose by `@self`, if they agree.
  package var chosenServiceProvider: String? {
    let names = screenNames.compactMap { name in
      let document = scheme(ofScreen: name)?.document ?? screen(named: name)
      return document?["elements"]?["@self"]?["attrs"]?["serviceProviderClassName"]?.string
    }
    return names.allSatisfy { $0 == names.first } ? names.first : nil
  }

  /// Where the service is described, with WidgetKit's names behind ours. The first one that is there counts.
  static let servicePaths = ["service.json", "Service.json", "StubService.json"]
  /// Where WidgetKit keeps answers that need no server.
  package static let stubServicePath = "StubService.json"
  /// The same for development.
  static let developmentServicePaths = ["service.dev.json", "Service.dev.json"]

  /// A document of `data` by its name.
  package func data(named name: String) -> JSONNode? { documents["data/\(name).json"] }

  /// The names of all documents of `data`.
  package var dataNames: Set<String> {
    Set(
      documents.keys.filter { $0.hasPrefix("data/") }.map {
        String($0.dropFirst("data/".count).dropLast(".json".count))
      })
  }

  /// The prototypes of rows that are kept in `cells`, by their names, with their paths.
  package var cells: [String: (document: JSONNode, path: String)] {
    Dictionary(
      documents.filter { $0.key.hasPrefix("cells/") }.map { path, node in
        (String(path.dropFirst("cells/".count).dropLast(".json".count)), (node, path))
      }, uniquingKeysWith: { $1 })
  }

  // MARK: - Images and texts

  /// The names of all images in order; an image `images/logo.png` is called `logo`.
  package var imageNames: [String] { images.keys.sorted() }

  /// An image by its name.
  package func image(named name: String) -> BundleImage? { images[name] }

  /// The languages of the texts, in order.
  package var locales: [String] { languages.map(\.description) }

  /// The same as tags.
  package var languages: [LocaleTag] { strings.keys.sorted { $0.description < $1.description } }

  /// The keys of texts in any language.
  package var stringKeys: Set<String> { Set(strings.values.flatMap(\.keys)) }

  /// What a text that counts something may have forms for: Unicode's categories (CLDR).
  package static let pluralForms = ["zero", "one", "two", "few", "many", "other"]

  /// The texts of one language alone, by their keys.
  package func ownStrings(of language: LocaleTag) -> [String: Value] { strings[language] ?? [:] }

  /// The texts for a language by their keys. A key that is missing in `de-AT` comes from `de`, then from `en`, then
  /// from the manifest's language.
  ///
  /// A text that counts something is a dictionary of forms by Unicode's categories, `other` always among them.
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

  /// The keys that a screen itself has: a screen of such a name is never unwrapped.
  private static let screenKeys: Set<String> = ["navigationItem", "view", "objects", "elements"]

  static func unwrapped(_ node: JSONNode, screen name: String) -> JSONNode {
    guard !screenKeys.contains(name), let value = node[name], value.members != nil,
      screenKeys.allSatisfy({ node[$0] == nil })
    else { return node }
    return value
  }
}
