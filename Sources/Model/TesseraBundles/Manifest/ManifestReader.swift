import TesseraText
import TesseraValues

/// Reads `widget.json` and reports every problem with its position and, for misspelled names, with a suggestion.
struct ManifestReader {
  static let path = "widget.json"

  private static let rules = ObjectRules(
    wrongType: "manifest-type", unknownKey: "unknown-key", missingKey: "missing-key", listsKnownKeys: true)

  let report: DocumentReport
  /// The range of the main screen's name, for diagnostics about missing files.
  private(set) var mainRange: SourceRange?
  /// The ranges of the names of the screens for particular sizes.
  private(set) var sizedScreenRanges: [SourceRange] = []
  private(set) var iconRange: SourceRange?

  /// - Parameter report: The report of the document that contains the manifest.
  init(report: DocumentReport = DocumentReport(file: ManifestReader.path)) { self.report = report }

  mutating func read(_ node: JSONNode) -> Manifest {
    var manifest = Manifest()
    var members = ObjectReader(node, ObjectName("the manifest", path: ""), Self.rules, report)
    if let format = members.read("format", as: .number) { checkFormat(format) }
    let id = members.require(
      "id", as: .text, fix: "Add a name of your own in reverse DNS, such as 'org.example.feed'")
    manifest.id = id.flatMap { self.id($0) } ?? ""
    manifest.name = members.require("name", as: .text).flatMap { filled($0, "'name'") }?.value ?? ""
    manifest.version = members.read("version", as: .text).flatMap { version($0) } ?? manifest.version
    manifest.summary = members.read("summary", as: .text)?.value ?? ""
    manifest.author = members.read("author").flatMap { author($0, of: members) }
    manifest.category = members.read("category", as: .text).flatMap { filled($0, "'category'") }?.value
    manifest.keywords = unique(&members, "keywords") { .success($0) }
    let icon = members.read("icon", as: .text)
    manifest.icon = icon.flatMap { filled($0, "'icon'") }?.value
    iconRange = icon?.range
    let pictures = members.read("pictures", as: .text)
    manifest.pictures = pictures.flatMap { choice($0, "'pictures'", of: Manifest.PictureSource.self) } ?? .hosts
    readMain(members.read("main"), of: members, into: &manifest)
    manifest.isIsolated = members.read("isolated", as: .flag)?.value ?? false
    manifest.locale = members.read("locale", as: .text).flatMap { locale($0) } ?? manifest.locale
    manifest.sizes = members.read("sizes").map { sizes($0, of: members) } ?? manifest.sizes
    if let board = members.readObject("board", called: ObjectName("'board'", path: "board")) {
      manifest.board = boardRules(board)
    }
    manifest.modes = members.read("modes", as: .list).flatMap { modes($0, of: members) } ?? manifest.modes
    manifest.update = members.read("update").map { update($0, of: members) } ?? manifest.update
    manifest.timeline = members.read("timeline").flatMap { timeline($0, of: members) }
    manifest.options = members.read("options", as: .list).map { options($0.value, of: members) } ?? []
    checkCondition(of: manifest, node["update"])
    checkEnd(of: manifest, node["update"])
    manifest.group = members.read("group", as: .text).flatMap { group($0) }
    let base = members.read("base", as: .text)
    manifest.base = base.flatMap { self.base($0) }
    manifest.hosts = unique(&members, "hosts", HostName.pattern)
    if let base, manifest.base != nil { checkHost(of: base, "base", isAmong: manifest.hosts) }
    checkEvents(of: manifest)
    manifest.links = unique(&members, "links", LinkScheme.normalized)
    if let stacks = members.readObject("stacks", called: ObjectName("'stacks'", path: "stacks")) {
      manifest.stacks = self.stacks(stacks)
    }
    members.finish()
    return manifest
  }

  // MARK: - Single keys

  /// Reads `main`, which is the name of a screen, the location of a screen, such as
  /// `{"url": "/home", "dialect": "beagle"}`, or the program that draws the widget, such as `{"program": "clock"}`.
  private mutating func readMain(_ node: JSONNode?, of members: ObjectReader, into manifest: inout Manifest) {
    guard let node else { return }
    guard node.members != nil else {
      let main = members.read(node, as: .text, of: "main")
      manifest.main = main.flatMap { filled($0, "'main'") }?.value ?? ""
      mainRange = main?.range
      return
    }
    var main = members.reader(of: node, called: ObjectName("'main'", path: "main"))
    if let program = main.read("program", as: .text) {
      manifest.program = filled(program, "'main.program'")?.value
      return main.finish()
    }
    manifest.mainAddress = main.require("url", as: .text).flatMap { filled($0, "'main.url'") }?.value
    if let dialect = main.read("dialect", as: .text) {
      manifest.mainDialect = choice(dialect, "'main.dialect'", of: Manifest.Dialect.self)
    }
    main.finish()
  }

  /// Reads the styles of screen stacks, by name.
  private mutating func stacks(_ members: ObjectReader) -> [String: StackStyle] {
    var members = members
    var stacks: [String: StackStyle] = [:]
    for member in members.readMembers() {
      var stack = members.reader(
        of: member, called: ObjectName("the stack '\(member.name)'", path: "stacks.\(member.name)"))
      let presentation = stack.read("as", as: .text)
      let bar = stack.read("barStyleId", as: .text)
      var style = StackStyle(
        presentation: presentation.flatMap { choice($0, "'as'", of: StackStyle.Presentation.self) } ?? .full,
        barStyleId: bar?.value)
      style.barStyleRange = bar?.range
      stacks[member.name] = style
      stack.finish()
    }
    return stacks
  }

  private func checkFormat(_ format: Located<Double>) {
    guard format.value != 1 else { return }
    complain(
      "bundle-format", format.range,
      "Unknown format \(Value.double(format.value)); this version reads format 1",
      fix: format.value > 1 ? "Update Tessera" : "Write 1")
  }

  private func id(_ id: Located<String>) -> String? {
    let labels = id.value.split(separator: ".", omittingEmptySubsequences: false)
    let isGood = labels.count >= 2 && id.value.utf8.count <= 155 && labels.allSatisfy(HostPattern.isLabel)
    guard isGood else {
      complain(
        "manifest-value", id.range,
        "'id' is a name in reverse DNS, found '\(id.value)'",
        fix: "Join labels of letters, digits and hyphens with dots, as in 'org.example.feed'")
      return nil
    }
    return id.value
  }

  private func group(_ name: Located<String>) -> String? {
    if PortableFilename.isValid(name.value) { return name.value }
    complain(
      "manifest-value", name.range, "'group' is a name of letters, digits, '.', '-' and '_', found '\(name.value)'",
      fix: "Use the identifier of the app, such as 'org.example.flights'")
    return nil
  }

  private func version(_ text: Located<String>) -> SemanticVersion? {
    if let version = SemanticVersion(text.value) { return version }
    let padded = [text.value + ".0", text.value + ".0.0"].first { SemanticVersion($0) != nil }
    complain(
      "manifest-value", text.range, "'version' is a semantic version such as '1.0.0', found '\(text.value)'",
      fix: padded.map { "did you mean '\($0)'?" })
    return nil
  }

  private func author(_ node: JSONNode, of manifest: ObjectReader) -> Manifest.Author? {
    if let name = node.string { return name.isEmpty ? nil : Manifest.Author(name: name) }
    guard node.members != nil else {
      manifest.complain(aboutTypeOf: node, of: "author", expected: "text, or object with 'name'")
      return nil
    }
    var members = manifest.reader(of: node, called: ObjectName("'author'", path: "author"))
    let name = members.require("name", as: .text).flatMap { filled($0, "'author.name'") }
    let url = members.read("url", as: .text).flatMap { pageURL($0) }
    let email = members.read("email", as: .text)
    members.finish()
    return name.map { Manifest.Author(name: $0.value, url: url, email: email?.value) }
  }

  private func base(_ url: Located<String>) -> String? {
    if let match = url.value.wholeMatch(of: /https?:\/\/[^\/?#@\s]+(?:\/[^?#\s]*)?/) {
      return String(match.0.last == "/" ? match.0.dropLast() : match.0)
    }
    complain(
      "manifest-value", url.range,
      "'base' is an address without a query that begins with 'https://' or 'http://', found '\(url.value)'")
    return nil
  }

  func checkHost(of base: Located<String>, _ name: String, isAmong hosts: [HostPattern]) {
    guard let authority = HostAuthority(ofAddress: DomainName.inASCII(address: base.value)) else { return }
    let standardPort = base.value.hasPrefix("https:") ? 443 : 80
    let port = authority.port ?? standardPort
    guard !hosts.contains(where: { $0.matches(host: authority.host, port: port, standardPort: standardPort) }) else {
      return
    }
    let written = base.value.split(separator: "/").dropFirst().first ?? ""
    complain(
      "manifest-value", base.range, "'hosts' does not name the host of '\(name)', '\(written)'",
      fix: "Add '\(written)' to 'hosts'")
  }

  private func pageURL(_ url: Located<String>) -> String? {
    if url.value.hasPrefix("https://") || url.value.hasPrefix("http://") { return url.value }
    complain(
      "manifest-value", url.range, "'author.url' starts with 'https://' or 'http://', found '\(url.value)'")
    return nil
  }

  private func locale(_ text: Located<String>) -> LocaleTag? {
    guard let tag = LocaleTag(text.value) else {
      complain(
        "manifest-value", text.range, "'locale' is a language tag such as 'en' or 'de-AT', found '\(text.value)'")
      return nil
    }
    return tag
  }

  private func modes(_ nodes: Located<[JSONNode]>, of manifest: ObjectReader) -> [Manifest.DisplayMode]? {
    var modes: [Manifest.DisplayMode] = []
    for node in nodes.value {
      guard let text = manifest.read(node, as: .text, of: "modes") else { continue }
      if let mode = choice(text, "'modes'", of: Manifest.DisplayMode.self), !modes.contains(mode) { modes.append(mode) }
    }
    if nodes.value.isEmpty { complain("manifest-value", nodes.range, "'modes' needs at least one mode") }
    return modes.isEmpty ? nil : modes
  }

  private func unique<Element: Equatable>(
    _ members: inout ObjectReader, _ key: String, _ read: (String) -> Result<Element, ManifestValueProblem>
  ) -> [Element] {
    var found: [Element] = []
    for node in members.read(key, as: .list)?.value ?? [] {
      guard let text = members.read(node, as: .text, of: key) else { continue }
      switch read(text.value) {
      case .success(let element): if !found.contains(element) { found.append(element) }
      case .failure(let problem): complain("manifest-value", text.range, problem.message, fix: problem.fix)
      }
    }
    return found
  }

  // MARK: - Sizes

  private mutating func sizes(_ node: JSONNode, of manifest: ObjectReader) -> Manifest.Sizes {
    var sizes = Manifest.Sizes()
    var members = manifest.reader(of: node, called: ObjectName("'sizes'", path: "sizes"))
    let standard = cellSize(&members, "default")
    let minimum = cellSize(&members, "minimum")
    let maximum = cellSize(&members, "maximum")
    let resize = members.read("resize", as: .text)
    let screens = members.read("screens")
    sizes.resize = resize.flatMap { choice($0, "'sizes.resize'", of: Manifest.Resize.self) } ?? sizes.resize
    members.finish()
    sizes.maximum = maximum?.value
    sizes.screens = screens.map { self.screens($0, of: members) } ?? []
    // Unspecified sizes adapt to the specified ones.
    sizes.default = standard?.value ?? larger(smaller(sizes.default, sizes.maximum), minimum?.value)
    sizes.minimum = minimum?.value ?? smaller(sizes.minimum, sizes.default)
    if let maximum, !sizes.default.fits(in: maximum.value) {
      complain(
        "manifest-value", maximum.range,
        "'sizes.maximum' \(maximum.value) is smaller than the \(standard == nil ? "smallest" : "default") size "
          + "\(sizes.default)")
      sizes.maximum = nil
    }
    if !sizes.minimum.fits(in: sizes.default) {
      complain(
        "manifest-value", minimum?.range ?? node.range,
        "'sizes.minimum' \(sizes.minimum) is larger than the default size \(sizes.default)")
      sizes.minimum = sizes.default
    }
    return sizes
  }

  /// Reads the screens for particular sizes, such as `{"2x2": "Small", "6x4": "Wide"}`.
  private mutating func screens(_ node: JSONNode, of sizes: ObjectReader) -> [Manifest.SizedScreen] {
    guard let members = sizes.read(node, as: .object, of: "screens")?.value.members else { return [] }
    var screens: [Manifest.SizedScreen] = []
    for member in members {
      guard let size = GridSize(member.name) else {
        complain("manifest-value", member.nameRange, "A size is written like '4x2', found '\(member.name)'")
        continue
      }
      guard let screen = sizes.read(member.value, as: .text, of: member.name) else { continue }
      sizedScreenRanges.append(screen.range)
      screens.append(Manifest.SizedScreen(size: size, screen: screen.value))
    }
    return screens
  }

  /// Reads how boards treat the widget.
  private func boardRules(_ members: ObjectReader) -> Manifest.BoardRules {
    var members = members
    var rules = Manifest.BoardRules()
    rules.isAvailable = members.read("isAvailable", as: .flag)?.value ?? true
    rules.allowedInstancesPerPage = members.read("allowedInstancesPerPage", as: .number).flatMap { number in
      let maximum = Manifest.BoardRules.maximumInstancesPerPage
      if let count = Int(exactly: number.value), (1...maximum).contains(count) { return count }
      complain(
        "manifest-value", number.range,
        "'board.allowedInstancesPerPage' is an integer from 1 to \(maximum), found \(Value.double(number.value))")
      return nil
    }
    rules.cornerRadius = members.read("cornerRadius", as: .number).flatMap { number in
      let maximum = Manifest.BoardRules.maximumCornerRadius
      if (0...maximum).contains(number.value) { return number.value }
      complain(
        "manifest-value", number.range,
        "'board.cornerRadius' is from 0 to \(Value.double(maximum)) points, found \(Value.double(number.value))")
      return nil
    }
    rules.settings = members.read("settings", as: .text).flatMap { filled($0, "'board.settings'") }
    members.finish()
    return rules
  }

  private func smaller(_ size: GridSize, _ other: GridSize?) -> GridSize {
    guard let other else { return size }
    return GridSize(columns: min(size.columns, other.columns), rows: min(size.rows, other.rows))
  }

  private func larger(_ size: GridSize, _ other: GridSize?) -> GridSize {
    guard let other else { return size }
    return GridSize(columns: max(size.columns, other.columns), rows: max(size.rows, other.rows))
  }

  private func cellSize(_ members: inout ObjectReader, _ key: String) -> Located<GridSize>? {
    guard let text = members.read(key, as: .text) else { return nil }
    guard let size = GridSize(text.value) else {
      complain(
        "manifest-value", text.range,
        "\(members.name.member(key)) is columns×rows from 1 to \(GridSize.maximumSpan), such as '4×2', "
          + "found '\(text.value)'")
      return nil
    }
    return Located(size, at: text.range)
  }
}

/// The reason why a text in the manifest is invalid.
struct ManifestValueProblem: Error {
  var message: String
  var fix: String?
}

// MARK: - Shared by all keys

extension ManifestReader {
  func complain(
    _ rule: String, _ range: SourceRange?, _ message: String, fix: String? = nil,
    severity: Diagnostic.Severity = .error
  ) {
    report.add(rule, range, message, fix: fix, severity: severity)
  }

  /// Returns the text unless it is blank.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the member in messages.
  func filled(_ text: Located<String>, _ name: String) -> Located<String>? {
    guard text.value.allSatisfy(\.isWhitespace) else { return text }
    complain("manifest-value", text.range, "\(name) is empty")
    return nil
  }

  /// Returns the value of an enumeration with this name.
  func choice<Name: RawRepresentable<String> & CaseIterable>(
    _ text: Located<String>, _ name: String, of type: Name.Type
  ) -> Name? {
    report.choice(text, of: type, rule: "manifest-value") { "\(name) is one of \($0), found '\(text.value)'" }
  }
}
