import TesseraValues

/// Reads all files of a bundle once and collects diagnostics.
struct BundleReader {
  let files: any BundleFiles
  let limits: BundleLimits
  let mode: BundleMode
  /// Where SVG is parsed; nil for this process.
  let decoding: (any ContentDecoding)?

  private(set) var manifest = Manifest()
  private(set) var documents: [String: JSONNode] = [:]
  private(set) var images: [String: BundleImage] = [:]
  private(set) var strings: [LocaleTag: [String: Value]] = [:]
  /// The nested bundles of other widgets, by name.
  private(set) var widgets: [String: WidgetBundle] = [:]
  private(set) var paths: [String] = []
  private(set) var storedPaths: [String] = []
  private var diagnostics = Diagnostics()
  /// The unknown directories already reported.
  private var unknownDirectories: Set<String> = []

  /// The file names that spelling suggestions are drawn from.
  private static let ownTopFiles = ["widget.json", "model.json", "service.json", "service.dev.json", "theme.json"]
  private static let topFiles = ownTopFiles + WidgetBundle.servicePaths + WidgetBundle.developmentServicePaths
  /// The extensions of storyboards, models and images compiled by Xcode.
  private static let compiledExtensions: Set<String> = ["car", "lproj", "mom", "momd", "nib", "storyboardc"]
  private static let topDirectories = ["screens", "images", "strings", "data", "cells", "widgets", "tests"]
  /// The extensions of executable files and scripts, which a bundle must not contain.
  private static let codeExtensions: Set<String> = [
    "bat", "class", "cjs", "cmd", "dll", "dylib", "exe", "htm", "html", "jar", "js", "mjs", "php", "pl", "ps1", "py",
    "rb", "sh", "so", "swift", "ts", "wasm",
  ]

  init(
    files: any BundleFiles, limits: BundleLimits, mode: BundleMode, decoding: (any ContentDecoding)?
  ) {
    self.files = files
    self.mode = mode
    self.decoding = decoding
    self.limits = limits
  }

  /// The diagnostics, sorted by file and position. Those about the whole bundle come first.
  var sortedDiagnostics: [Diagnostic] {
    diagnostics.all.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let start = SourcePosition.start
      let leftKey = (a.file ?? "", a.range?.start ?? start, left.offset)
      return leftKey < (b.file ?? "", b.range?.start ?? start, right.offset)
    }.map(\.element)
  }

  /// The names of all screens in order: files in `screens`, and schemes at the top level.
  var screenNames: [String] {
    let own = WidgetBundle.screenNames(in: paths)
    let others = documents.keys.filter { !$0.contains("/") && !Self.topFiles.contains($0) }
      .map { String($0.dropLast(".json".count)) }
    return others.isEmpty ? own : Set(own + others).sorted()
  }

  mutating func read() {
    let listing = files.list(limits: limits)
    diagnostics.add(contentsOf: listing.diagnostics)
    guard listing.isComplete else { return }
    var filter = BundleEntryFilter(limits: limits)
    let accepted = filter.accepted(listing.entries)
    diagnostics.add(contentsOf: filter.diagnostics.all)
    guard let entries = accepted else { return }
    paths = entries.map(\.path)
    storedPaths = paths
    for entry in entries { read(entry) }
    readWidgets(entries)
    readManifest()
    var check = ManifestReferenceCheck(manifestRanges)
    check.check(&manifest, screens: screenNames, images: images.keys)
    diagnostics.add(contentsOf: check.diagnostics.all)
  }

  // MARK: - Reading

  private mutating func read(_ entry: BundleEntry) {
    let path = entry.path
    let directory = BundlePath.topDirectory(of: path)
    let fileExtension = BundlePath.nameAndExtension(of: path).extension
    guard directory != "tests", directory != WidgetBundle.widgetsDirectory else { return }
    if Self.codeExtensions.contains(fileExtension) {
      warn("code-in-bundle", path, "'\(path)' is code; a bundle holds data only and nothing ever runs it", "Remove it")
      return
    }
    switch directory {
    case nil: readTopFile(path)
    case let name? where Self.compiledExtensions.contains(BundlePath.nameAndExtension(of: name).extension):
      guard unknownDirectories.insert(name).inserted else { return }
      warn(
        "compiled-file", name, "'\(name)' was compiled by Xcode and cannot be read",
        "Write the views in 'screens' and the entities in 'model.json'")
    case "images": readImage(entry)
    case "screens", "strings", "data", "cells": readDocument(path, in: directory ?? "")
    case let name?:
      guard unknownDirectories.insert(name).inserted else { return }
      let near = SpellingSuggestion.suggestion(for: name, in: Self.topDirectories)
      warn(
        "unknown-file", name, "The directory '\(name)' has no meaning in a bundle",
        near.map { "did you mean '\($0)'?" }
          ?? "Use 'screens', 'cells', 'images', 'strings', 'data', 'widgets' or 'tests'")
    }
  }

  /// Reads the nested widgets: each folder in `widgets` is a bundle of its own.
  private mutating func readWidgets(_ entries: [BundleEntry]) {
    var folders: [String: [BundleEntry]] = [:]
    for entry in entries where BundlePath.topDirectory(of: entry.path) == WidgetBundle.widgetsDirectory {
      let parts = entry.path.split(separator: "/")
      guard parts.count > 2 else {
        warn("unknown-file", entry.path, "'\(entry.path)' is not read; 'widgets' holds folders of bundles", nil)
        continue
      }
      folders["\(parts[0])/\(parts[1])/", default: []].append(entry)
    }
    for (folder, entries) in folders.sorted(by: { $0.key < $1.key }) {
      let last = String(folder.dropLast().split(separator: "/").last ?? "")
      let name = last.hasSuffix(".widget") ? String(last.dropLast(".widget".count)) : last
      if widgets[name] != nil {
        warn("unknown-file", folder, "A widget named '\(name)' already exists", "Rename one of them")
        continue
      }
      widgets[name] = WidgetBundle(
        files: files.bundle(in: folder, entries), mode: mode, limits: limits, decoding: decoding)
    }
  }

  private mutating func readTopFile(_ path: String) {
    let (name, fileExtension) = BundlePath.nameAndExtension(of: path)
    if Self.topFiles.contains(path) {
      documents[path] = document(path)
    } else if Self.compiledExtensions.contains(fileExtension) {
      warn(
        "compiled-file", path, "'\(path)' was compiled by Xcode and cannot be read", "Put pictures into 'images'")
    } else if fileExtension == "json", SpellingSuggestion.suggestion(for: path, in: Self.ownTopFiles) == nil,
      readScheme(path, of: name)
    {
      return
    } else if let near = SpellingSuggestion.suggestion(for: path, in: Self.ownTopFiles) {
      warn("unknown-file", path, "The file '\(path)' has no meaning in a bundle", "did you mean '\(near)'?")
    } else if path.hasSuffix(".json") {
      warn("unknown-file", path, "The file '\(path)' has no meaning in a bundle", "Move screens to 'screens'")
    }
  }

  /// Reads a screen's scheme from where WidgetKit keeps it: at the top level, under the screen's own name.
  ///
  /// - Returns: Whether the file is a scheme.
  private mutating func readScheme(_ path: String, of name: String) -> Bool {
    let before = diagnostics
    guard let node = document(path), let scheme = node[name], scheme.members != nil else {
      // A file that is not a scheme is not this method's concern, so its diagnostics are dropped.
      let isScheme = paths.contains(WidgetBundle.screenPath(name))
      if !isScheme { diagnostics = before }
      return isScheme
    }
    for member in node.membersWithoutComments ?? [] where member.name != name {
      diagnostics.add(
        Diagnostic(
          .warning, rule: "unknown-section", file: path, range: member.nameRange,
          message: "'\(member.name)' is not read: the file describes '\(name)'"))
    }
    documents[path] = scheme
    return true
  }

  private mutating func readDocument(_ path: String, in directory: String) {
    let (name, fileExtension) = BundlePath.nameAndExtension(of: path)
    guard fileExtension == "json", path == "\(directory)/\(name).json" else {
      warn(
        "unknown-file", path, "'\(path)' is not read; '\(directory)' holds files with the ending '.json'",
        fileExtension == "json" ? "Move it to '\(directory)/\(name).json'" : nil)
      return
    }
    guard let node = document(path) else { return }
    documents[path] = node
    if directory == "strings" {
      readStrings(node, path, name)
    } else if directory != "data", node.members == nil {
      diagnostics.add(
        Diagnostic(
          rule: "screen-type", file: path, range: node.range,
          message: "A screen must be an object, found \(node.typeName)"))
    }
  }

  private mutating func document(_ path: String) -> JSONNode? {
    do {
      return try files.document(at: path, limit: limits.documentBytes)
    } catch {
      diagnostics.add(error.inFile(path))
      return nil
    }
  }

  private mutating func readStrings(_ node: JSONNode, _ path: String, _ name: String) {
    guard let tag = LocaleTag(name) else {
      warn("unknown-file", path, "'\(name)' is not a language tag", "Name the file like 'en.json' or 'de-AT.json'")
      return
    }
    var reader = StringTableReader(path: path)
    strings[tag] = reader.read(node)
    diagnostics.add(contentsOf: reader.diagnostics.all)
  }

  private mutating func readImage(_ entry: BundleEntry) {
    let path = entry.path
    var reader = ImageFileReader(limits: limits, decoding: decoding)
    let read = reader.read(entry, from: files)
    diagnostics.add(contentsOf: reader.diagnostics.all)
    guard let (name, image) = read else { return }
    // Of several scales, the largest looks right everywhere.
    if let other = images[name], other.scale == image.scale {
      diagnostics.add(
        Diagnostic(
          rule: "duplicate-image", file: path,
          message: "Two files provide the image '\(name)': '\(other.path)' and '\(path)'", fix: "Remove one of them"))
      return
    }
    if image.scale.rawValue > images[name]?.scale.rawValue ?? 0 { images[name] = image }
  }

  private mutating func warn(_ rule: String, _ path: String, _ message: String, _ fix: String?) {
    diagnostics.add(Diagnostic(.warning, rule: rule, file: path, message: message, fix: fix))
  }

  // MARK: - The manifest

  private var manifestRanges = ManifestReferenceCheck.Ranges()

  private mutating func readManifest() {
    guard let node = documents[ManifestReader.path] else {
      if !paths.contains(ManifestReader.path) {
        diagnostics.add(
          Diagnostic(
            rule: "missing-file", message: "The bundle has no manifest 'widget.json'",
            fix: "Add the file with at least the keys 'id' and 'name'"))
      }
      return
    }
    var reader = ManifestReader()
    manifest = reader.read(node)
    manifestRanges = ManifestReferenceCheck.Ranges(
      main: reader.mainRange, sizedScreens: reader.sizedScreenRanges, icon: reader.iconRange)
    diagnostics.add(contentsOf: reader.report.diagnostics.all)
    // A main screen that is fetched becomes a document that contains only its address.
    if let address = manifest.mainAddress { addMainScreen(["url": .string(address)], at: node.range) }
    if let program = manifest.program {
      // Shown on hosts that do not run the program.
      let words = "This widget is drawn by the program '\(program)', which this host does not run"
      addMainScreen(
        ["view": ["type": "placeholder", "text": .string(words), "style": ["margin": 16]]], at: node.range)
    }
  }

  private mutating func addMainScreen(_ document: Value, at range: SourceRange) {
    let taken = screenNames
    var name = "Main"
    while taken.contains(name) { name = "Remote" + name }
    manifest.main = name
    let path = WidgetBundle.screenPath(name)
    documents[path] = JSONNode(document, at: range)
    paths = (paths + [path]).sorted()
  }
}
