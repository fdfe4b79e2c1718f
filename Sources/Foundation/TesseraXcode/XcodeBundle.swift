package import TesseraValues
import TesseraXcodeFiles

/// Translates the files that Xcode makes of an app into the documents of a widget.
///
/// The translation is a function of the files. It reports what it cannot say, and goes on.
package struct XcodeBundle {
  /// The documents of a widget by their paths, and what became of the files.
  package struct Translation: Sendable {
    package var documents: [String: [UInt8]] = [:]
    package var diagnostics: [Diagnostic] = []

    /// Creates an empty translation.
    package init() {}
  }

  /// The greatest number of files that are looked at.
  private static let maximumFiles = 5_000

  let files: Set<String>
  let bytes: (String) -> [UInt8]?
  var translation = Translation()

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
    let region = information?["CFBundleDevelopmentRegion"]?.string
    let strings = stringTables()
    translateImages()
    let screens = translateInterface(information, strings: strings)
    translateCells()
    translateModels()
    writeStrings(strings, and: screens?.localizedTexts ?? [:], of: region.map(Self.languageTag) ?? "en")
    translation.documents["widget.json"] = manifest(information, main: screens?.main, locale: region).fileBytes
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
    let screens = StoryboardTranslator.translate(
      document, reservedNames: schemeNames(), localizedKeys: keys, imageNames: imageNames,
      isAlwaysLight: Self.isAlwaysLight(information))
    translation.diagnostics += screens.diagnostics
    for screen in screens.screens {
      translation.documents["screens/\(screen.name).json"] = screen.document.fileBytes
    }
    translation.documents["theme.json"] = screens.theme?.fileBytes
    return screens
  }

  // MARK: Storyboards

  /// Returns the folder of a storyboard: in the bundle, in `Base.lproj`, or in another language.
  private func storyboard(named name: String?) -> String? {
    let sorted = folders(withExtensions: [".storyboardc/"]).sorted { Self.rank($0) < Self.rank($1) }
    let wanted = (name ?? "Main") + ".storyboardc"
    return sorted.first { $0 == wanted || $0.hasSuffix("/" + wanted) }
      ?? sorted.first { !$0.hasSuffix("LaunchScreen.storyboardc") }
  }

  private static func rank(_ folder: String) -> String {
    folder.hasPrefix("Base.lproj/") ? "0" + folder : folder.contains("/") ? "2" + folder : "1" + folder
  }

  private mutating func interface(_ information: PropertyListValue?) -> StoryboardDocument? {
    let name = information?["UIMainStoryboardFile"]?.string
    guard let folder = storyboard(named: name) else { return sourceInterface(named: name) }
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

  // MARK: Nibs

  /// Translates nibs of their own: prototypes that controllers of tables name.
  private mutating func translateCells() {
    let paths = files.filter { $0.hasSuffix(".nib") && !$0.contains(".storyboardc/") }
    // A nib may be a folder of several, of which the loader chooses one.
    let found = paths.map { path in
      path.firstRange(of: ".nib/").map { String(path[..<$0.lowerBound]) } ?? String(path.dropLast(".nib".count))
    }
    let loader = NibLoader(folder: "", files: files, bytes: bytes)
    for bare in Set(found).sorted(by: { Self.rank($0) < Self.rank($1) }) {
      let path = bare + ".nib"
      let name = String(bare.split(separator: "/").last ?? "")
      let document = "cells/\(ScreenNames.portable(name)).json"
      guard translation.documents[document] == nil else { continue }
      switch loader.load(bare) {
      case .success(let graph):
        var reader = NibViewReader(NibObjects(graph, name: name), external: [:])
        guard let view = reader.rootView() else { continue }
        var controller = StoryboardController(
          key: name, id: "IBFilesOwner", className: StoryboardClassName("NSObject"), file: path)
        controller.view = view
        translation.diagnostics += reader.diagnostics.map { $0.inFile(path) }
        let cell = StoryboardTranslator.cell(controller)
        translation.documents[document] = cell.document.fileBytes
        translation.diagnostics += cell.diagnostics
      case .failure(let error): report(.error, "interface-file", path, "The nib cannot be read: \(error.reason)")
      case nil: continue
      }
    }
  }
}

/// Finds and reads nibs. Newer versions of Xcode make a folder of several for one, by the system's version.
struct NibLoader {
  let folder: String
  let files: Set<String>
  let bytes: (String) -> [UInt8]?

  /// Returns the file of a nib: the one for the latest system of several.
  private func path(of name: String) -> String? {
    let path = "\(folder)\(name).nib"
    let (inside, phone) = (path + "/", "\(folder)\(name)~iphone.nib")
    return [path, inside + "runtime.nib"].first(where: files.contains)
      ?? files.lazy.filter { $0.hasPrefix(inside) && $0.hasSuffix(".nib") }.max()
      ?? (files.contains(phone) ? phone : nil)
  }

  func load(_ name: String) -> Result<ArchivedObjects, XcodeFileError>? {
    guard let found = path(of: name) else { return nil }
    guard let content = bytes(found) else {
      return .failure(XcodeFileError("The file cannot be read"))
    }
    do throws(XcodeFileError) {
      return .success(try NIBArchiveReader.objects(of: content))
    } catch {
      return .failure(error)
    }
  }
}
