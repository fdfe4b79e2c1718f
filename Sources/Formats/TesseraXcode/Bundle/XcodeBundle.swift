package import TesseraValues
import TesseraXcodeFiles

/// Translates the files that Xcode makes of an app into the documents of a widget.
///
/// The translation is a function of the files. It reports what it cannot say, and goes on.
package struct XcodeBundle {
  /// The documents of a widget by their paths, and what became of the files.
  package struct Translation: Sendable {
    package var documents: [String: JSONNode] = [:]
    /// The images by the paths that they have in the widget.
    package var files: [String: [UInt8]] = [:]
    /// The files of the bundle that documents take the place of.
    package var replaced: Set<String> = []
    package var diagnostics: [Diagnostic] = []

    /// Creates an empty translation.
    package init() {}
  }

  /// The greatest number of files that are looked at.
  private static let maximumFiles = 5_000

  let files: Set<String>
  let bytes: (String) -> [UInt8]?
  var translation = Translation()
  /// The names of the images that were written.
  var pictures = PictureNames()

  /// Translates a bundle.
  /// - Parameters:
  ///   - files: The paths of the bundle's files, relative to it, with `/`.
  ///   - bytes: Returns the content of a file; `nil` if it cannot be read.
  package static func translate(files: [String], bytes: @escaping (String) -> [UInt8]?) -> Translation {
    var bundle = XcodeBundle(files: files, bytes: bytes)
    bundle.translateAll()
    return bundle.translation
  }

  private init(files: [String], bytes: @escaping (String) -> [UInt8]?) {
    self.files = Set(files.prefix(Self.maximumFiles))
    self.bytes = bytes
  }

  mutating func report(_ severity: Diagnostic.Severity, _ rule: String, _ file: String, _ message: String) {
    translation.diagnostics.append(Diagnostic(severity, rule: rule, file: file, message: message))
  }

  private mutating func translateAll() {
    let information = propertyList("Info.plist")
    let region = Self.written(information?["CFBundleDevelopmentRegion"]?.string)
    let strings = stringTables()
    translateImages()
    let screens = translateInterface(information, strings: strings)
    translateCells()
    translateModels()
    writeStrings(strings, and: screens?.localizedTexts ?? [:], of: region.map(Self.languageTag) ?? "en")
    translation.documents["widget.json"] = manifest(information, main: screens?.main, locale: region)
  }

  /// Translates the storyboard.
  private mutating func translateInterface(
    _ information: PropertyListValue?, strings: [String: LocalizedStringTable]
  ) -> StoryboardTranslator.Translation? {
    guard let document = interface(information) else {
      report(.error, "interface-file", "Info.plist", "The bundle has no storyboard")
      return nil
    }
    let keys = Set(strings.values.flatMap { $0.entries.map(\.key) })
    let schemeFiles = schemeFiles()
    var schemes: [String: JSONNode] = [:]
    for (name, file) in schemeFiles { if let scheme = file[name], scheme.members != nil { schemes[name] = scheme } }
    let screens = StoryboardTranslator.translate(
      document, schemes: schemes, localizedKeys: keys, pictures: pictures,
      isAlwaysLight: Self.isAlwaysLight(information))
    translation.diagnostics += screens.diagnostics
    for screen in screens.screens {
      translation.documents["screens/\(screen.name).json"] = screen.document
    }
    for (name, scheme) in screens.schemes {
      let file = "\(name).json"
      // What else the file says is nothing to the screen, and the reader of schemes reports it.
      let others = (schemeFiles[name]?.members ?? []).filter { $0.name != name }
      translation.documents[file] = .object([(name, scheme)] + others.map { ($0.name, $0.value) })
      translation.replaced.insert(file)
    }
    translation.documents["theme.json"] = screens.theme
    return screens
  }

  // MARK: Storyboards

  /// Reports the storyboards that are not read. Those of other languages have the same name.
  mutating func reportOtherStoryboards(than chosen: String) {
    func name(_ path: String) -> String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }
    let all = folders(withExtensions: [".storyboardc/"]) + files.filter { $0.hasSuffix(".storyboard") }.sorted()
    var reported: Set<String> = [name(chosen), "LaunchScreen"]
    for path in all where reported.insert(name(path)).inserted {
      report(
        .warning, "interface-omission", path, "The storyboard is left out: only '\(name(chosen))' is read")
    }
  }

  /// Returns the folder of a storyboard: in the bundle, in `Base.lproj`, or in another language.
  private func storyboard(named name: String?) -> String? {
    let sorted = folders(withExtensions: [".storyboardc/"]).sorted { Self.rank($0) < Self.rank($1) }
    let wanted = (name ?? "Main") + ".storyboardc"
    return sorted.first { $0 == wanted || $0.hasSuffix("/" + wanted) }
      ?? sorted.first { !$0.hasSuffix("LaunchScreen.storyboardc") }
  }

  static func rank(_ folder: String) -> String {
    folder.hasPrefix("Base.lproj/") ? "0" + folder : folder.contains("/") ? "2" + folder : "1" + folder
  }

  private mutating func interface(_ information: PropertyListValue?) -> StoryboardDocument? {
    let name = information?["UIMainStoryboardFile"]?.string
    guard let folder = storyboard(named: name) else { return sourceInterface(named: name) }
    reportOtherStoryboards(than: folder)
    let list = propertyList(folder + "/Info.plist")
    if list == nil { report(.error, "interface-file", folder, "The storyboard lacks its 'Info.plist'") }
    var names: [String: String] = [:]
    for entry in list?["UIViewControllerIdentifiersToNibNames"]?.dictionary?.entries ?? [] {
      names[entry.key] = entry.value.string
    }
    let loader = NibLoader(folder: folder + "/", files: files, bytes: bytes)
    let read = CompiledStoryboardReader.read(
      folder: folder, entryPoint: list?["UIStoryboardDesignatedEntryPointIdentifier"]?.string, nibNames: names,
      load: loader.load)
    translation.diagnostics += read.diagnostics
    return read.document
  }
}
