import TesseraValues

/// Reads `widget.json` and reports everything that is wrong with it, with a place and, where a name is nearly right,
/// with the right one.
struct ManifestReader {
  static let path = "widget.json"

  private(set) var diagnostics = Diagnostics()
  /// Where the names of the main screen and of the icon stand, for complaints about missing files.
  private(set) var mainRange: SourceRange?
  private(set) var iconRange: SourceRange?

  private enum Key: String, CaseIterable {
    case format, id, name, version, summary, author, icon, main, locale, sizes, modes, update, options, hosts, links
  }

  mutating func read(_ node: JSONNode) -> Manifest {
    var manifest = Manifest()
    guard let members = object(node, "the manifest", known: Key.allCases.map(\.rawValue)) else { return manifest }
    for required in [Key.id, .name] where members[required.rawValue] == nil {
      complain(
        "missing-key", SourceRange(node.range.start), "The manifest needs the key '\(required.rawValue)'",
        fix: required == .id ? "Add a name of your own in reverse DNS, such as 'org.example.feed'" : nil)
    }
    for key in Key.allCases {
      guard let node = members[key.rawValue] else { continue }
      read(key, node, into: &manifest)
    }
    return manifest
  }

  private mutating func read(_ key: Key, _ node: JSONNode, into manifest: inout Manifest) {
    switch key {
    case .format: readFormat(node)
    case .id: manifest.id = id(node) ?? ""
    case .name: manifest.name = nonEmptyText(node, "name") ?? ""
    case .version: manifest.version = version(node) ?? manifest.version
    case .summary: manifest.summary = text(node, "summary") ?? ""
    case .author: manifest.author = author(node)
    case .icon:
      manifest.icon = nonEmptyText(node, "icon")
      iconRange = node.range
    case .main:
      manifest.main = nonEmptyText(node, "main") ?? ""
      mainRange = node.range
    case .locale: manifest.locale = locale(node) ?? manifest.locale
    case .sizes: manifest.sizes = sizes(node)
    case .modes: manifest.modes = modes(node) ?? manifest.modes
    case .update: manifest.update = update(node)
    case .options: manifest.options = options(node)
    case .hosts: manifest.hosts = uniqueTexts(node, "hosts", HostName.normalized)
    case .links: manifest.links = uniqueTexts(node, "links", LinkScheme.normalized)
    }
  }

  // MARK: - Single keys

  private mutating func readFormat(_ node: JSONNode) {
    guard let number = number(node, "format") else { return }
    if number != 1 {
      complain(
        "bundle-format", node.range, "Format \(node.value) is not known; this version reads format 1",
        fix: number > 1 ? "Update Tessera" : "Write 1")
    }
  }

  private mutating func id(_ node: JSONNode) -> String? {
    guard let id = text(node, "id") else { return nil }
    let labels = id.split(separator: ".", omittingEmptySubsequences: false)
    let isGood = labels.count >= 2 && id.utf8.count <= 155 && labels.allSatisfy(HostPattern.isLabel)
    guard isGood else {
      complain(
        "manifest-value", node.range,
        "'id' is a name in reverse DNS, found '\(id)'",
        fix: "Join labels of letters, digits and hyphens with dots, as in 'org.example.feed'")
      return nil
    }
    return id
  }

  private mutating func version(_ node: JSONNode) -> SemanticVersion? {
    guard let text = text(node, "version") else { return nil }
    if let version = SemanticVersion(text) { return version }
    let padded = [text + ".0", text + ".0.0"].first { SemanticVersion($0) != nil }
    complain(
      "manifest-value", node.range, "'version' is a semantic version such as '1.0.0', found '\(text)'",
      fix: padded.map { "did you mean '\($0)'?" })
    return nil
  }

  private mutating func author(_ node: JSONNode) -> Manifest.Author? {
    if let name = node.string { return name.isEmpty ? nil : Manifest.Author(name: name) }
    guard case .object = node.content else {
      complainType(node, "author", expected: "text, or object with 'name'")
      return nil
    }
    guard let members = object(node, "author", known: ["name", "url", "email"]) else { return nil }
    guard let nameNode = members["name"], let name = nonEmptyText(nameNode, "author.name") else {
      if members["name"] == nil { complain("missing-key", node.range, "'author' needs the key 'name'") }
      return nil
    }
    var author = Manifest.Author(name: name)
    if let urlNode = members["url"], let url = text(urlNode, "author.url") {
      if url.hasPrefix("https://") || url.hasPrefix("http://") {
        author.url = url
      } else {
        complain("manifest-value", urlNode.range, "'author.url' starts with 'https://' or 'http://', found '\(url)'")
      }
    }
    author.email = members["email"].flatMap { text($0, "author.email") }
    return author
  }

  private mutating func locale(_ node: JSONNode) -> String? {
    guard let text = text(node, "locale") else { return nil }
    guard let tag = LocaleTag(text) else {
      complain("manifest-value", node.range, "'locale' is a language tag such as 'en' or 'de-AT', found '\(text)'")
      return nil
    }
    return tag.text
  }

  private mutating func modes(_ node: JSONNode) -> [Manifest.DisplayMode]? {
    guard let nodes = list(node, "modes") else { return nil }
    var modes: [Manifest.DisplayMode] = []
    for node in nodes {
      if let mode = choice(node, "modes", Manifest.DisplayMode.self), !modes.contains(mode) { modes.append(mode) }
    }
    if nodes.isEmpty { complain("manifest-value", node.range, "'modes' needs at least one mode") }
    return modes.isEmpty ? nil : modes
  }

  // MARK: - Sizes

  private mutating func sizes(_ node: JSONNode) -> Manifest.Sizes {
    var sizes = Manifest.Sizes()
    guard let members = object(node, "sizes", known: ["default", "minimum", "maximum", "resize"]) else { return sizes }
    let defaultSize = members["default"].flatMap { cellSize($0, "sizes.default") }
    let minimum = members["minimum"].flatMap { cellSize($0, "sizes.minimum") }
    sizes.maximum = members["maximum"].flatMap { cellSize($0, "sizes.maximum") }
    sizes.resize = members["resize"].flatMap { choice($0, "sizes.resize", Manifest.Resize.self) } ?? sizes.resize
    // Sizes that are not given adapt to those that are.
    sizes.default = defaultSize ?? larger(smaller(sizes.default, sizes.maximum), minimum)
    sizes.minimum = minimum ?? smaller(sizes.minimum, sizes.default)
    if let maximum = sizes.maximum, !sizes.default.fits(in: maximum) {
      complain(
        "manifest-value", (members["maximum"] ?? node).range,
        "'sizes.maximum' \(maximum) is smaller than the \(defaultSize == nil ? "smallest" : "default") size "
          + "\(sizes.default)")
      sizes.maximum = nil
    }
    if !sizes.minimum.fits(in: sizes.default) {
      complain(
        "manifest-value", (members["minimum"] ?? node).range,
        "'sizes.minimum' \(sizes.minimum) is larger than the default size \(sizes.default)")
      sizes.minimum = sizes.default
    }
    return sizes
  }

  private func smaller(_ size: Manifest.CellSize, _ other: Manifest.CellSize?) -> Manifest.CellSize {
    guard let other else { return size }
    return Manifest.CellSize(columns: min(size.columns, other.columns), rows: min(size.rows, other.rows))
  }

  private func larger(_ size: Manifest.CellSize, _ other: Manifest.CellSize?) -> Manifest.CellSize {
    guard let other else { return size }
    return Manifest.CellSize(columns: max(size.columns, other.columns), rows: max(size.rows, other.rows))
  }

  private mutating func cellSize(_ node: JSONNode, _ name: String) -> Manifest.CellSize? {
    guard let text = text(node, name) else { return nil }
    guard let size = Manifest.CellSize(text) else {
      complain(
        "manifest-value", node.range,
        "'\(name)' is columns×rows from 1 to \(Manifest.CellSize.limit), such as '4×2', found '\(text)'")
      return nil
    }
    return size
  }

  // MARK: - Updates

  private enum PolicyName: String, CaseIterable { case never, atEnd, after }

  private mutating func update(_ node: JSONNode) -> Manifest.Update {
    var update = Manifest.Update()
    guard let members = object(node, "update", known: ["policy", "interval", "action"]) else { return update }
    update.action = members["action"].flatMap { nonEmptyText($0, "update.action") }
    let seconds = members["interval"].flatMap { interval($0) }
    // An interval alone says enough.
    var policy: PolicyName? = members["interval"] == nil ? .never : .after
    if let node = members["policy"] { policy = choice(node, "update.policy", PolicyName.self) }
    switch policy {
    case .never, nil: break
    case .atEnd: update.policy = .atEnd
    case .after:
      if let seconds {
        update.policy = .after(seconds: seconds)
      } else if members["interval"] == nil {
        complain("missing-key", node.range, "'update' with the policy 'after' needs the key 'interval' in seconds")
      }
    }
    if let extra = members["interval"], policy == .never || policy == .atEnd {
      complain("manifest-value", extra.range, "'update.interval' counts for the policy 'after' only", .warning)
    }
    return update
  }

  private mutating func interval(_ node: JSONNode) -> Double? {
    guard let seconds = number(node, "update.interval") else { return nil }
    let shortest = Manifest.Update.shortestInterval
    guard seconds >= shortest, seconds <= 366 * 86_400 else {
      complain(
        "manifest-value", node.range, "'update.interval' is a number of seconds from \(Int(shortest)) to a year")
      return nil
    }
    return seconds
  }

  private mutating func uniqueTexts(
    _ node: JSONNode, _ name: String, _ normalize: (String) -> Result<String, ManifestValueProblem>
  ) -> [String] {
    var texts: [String] = []
    for node in list(node, name) ?? [] {
      guard let text = text(node, name) else { continue }
      switch normalize(text) {
      case .success(let text): if !texts.contains(text) { texts.append(text) }
      case .failure(let problem): complain("manifest-value", node.range, problem.message, fix: problem.fix)
      }
    }
    return texts
  }
}

/// Why a text of the manifest cannot be used.
struct ManifestValueProblem: Error {
  var message: String
  var fix: String?
}

// MARK: - Parts that all keys share

extension ManifestReader {
  mutating func complain(
    _ rule: String, _ range: SourceRange?, _ message: String, _ severity: Diagnostic.Severity = .error,
    fix: String? = nil
  ) {
    diagnostics.add(Diagnostic(severity, rule: rule, file: Self.path, range: range, message: message, fix: fix))
  }

  mutating func complainType(_ node: JSONNode, _ name: String, expected: String) {
    complain("manifest-type", node.range, "'\(name)' takes \(expected), found \(node.typeName)")
  }

  /// The members of an object; those with unknown names are reported. `***` is the comment key.
  mutating func object(_ node: JSONNode, _ name: String, known: [String]) -> [String: JSONNode]? {
    guard let members = node.members else {
      let title = name.hasPrefix("the ") ? "The" + name.dropFirst(3) : "'\(name)'"
      complain("manifest-type", node.range, "\(title) is an object, found \(node.typeName)")
      return nil
    }
    var found: [String: JSONNode] = [:]
    for member in members where member.name != "***" {
      if known.contains(member.name) {
        found[member.name] = member.value
      } else {
        let owner = name.hasPrefix("the ") ? name : "'\(name)'"
        complain(
          "unknown-key", member.nameRange, "Unknown key '\(member.name)' of \(owner)",
          fix: NearMiss.fix(for: member.name, in: known)
            ?? "Use one of " + known.map { "'\($0)'" }.joined(separator: ", "))
      }
    }
    return found
  }

  mutating func text(_ node: JSONNode, _ name: String) -> String? {
    guard let text = node.string else {
      complainType(node, name, expected: "text")
      return nil
    }
    return text
  }

  mutating func nonEmptyText(_ node: JSONNode, _ name: String) -> String? {
    guard let text = text(node, name) else { return nil }
    if text.allSatisfy(\.isWhitespace) {
      complain("manifest-value", node.range, "'\(name)' is empty")
      return nil
    }
    return text
  }

  mutating func number(_ node: JSONNode, _ name: String) -> Double? {
    guard let number = node.number else {
      complainType(node, name, expected: "number")
      return nil
    }
    return number
  }

  mutating func list(_ node: JSONNode, _ name: String) -> [JSONNode]? {
    guard let elements = node.elements else {
      complainType(node, name, expected: "list")
      return nil
    }
    return elements
  }

  mutating func choice<Name: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, _ name: String, _ type: Name.Type
  ) -> Name? {
    guard let text = text(node, name) else { return nil }
    if let value = Name(rawValue: text) { return value }
    let names = Name.allCases.map(\.rawValue)
    complain(
      "manifest-value", node.range,
      "'\(name)' is one of \(names.map { "'\($0)'" }.joined(separator: ", ")), found '\(text)'",
      fix: NearMiss.fix(for: text, in: names))
    return nil
  }
}
