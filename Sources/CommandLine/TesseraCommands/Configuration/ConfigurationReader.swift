import Foundation
import TesseraBoard
import TesseraBoardService
import TesseraValues
import Yams

/// Reads configuration files: YAML with the options of `tessera serve`, bundles, boards, and other files.
struct ConfigurationReader {
  /// Reads a file; nil if it cannot be read.
  typealias FileReading = (_ path: String) -> [UInt8]?

  private(set) var configuration = Configuration()
  private let environment: [String: String]
  private let readFile: FileReading
  /// The file that is being read.
  private var file = ""
  private var including: [String] = []
  private var nodeCount = 0

  /// The maximum size of a configuration file, in bytes. A larger one is refused.
  static let maximumBytes = 1 << 20
  /// The maximum number of values in all configuration files. A configuration with more is refused. This also limits
  /// how often an alias is repeated.
  private static let maximumNodes = 50_000
  /// The maximum number of configuration files that include each other. A configuration with more is refused.
  private static let maximumDepth = 8
  /// The maximum number of configuration files. A configuration with more is refused.
  private static let maximumFiles = 100

  /// - Parameter environment: The variables that `${NAME}` stands for.
  init(
    environment: [String: String],
    readFile: @escaping FileReading = { FileManager.default.contents(atPath: $0).map(Array.init) }
  ) {
    self.environment = environment
    self.readFile = readFile
  }

  /// Reads a file and those that it includes. Problems are in the configuration's diagnostics.
  static func read(
    _ path: String, environment: [String: String],
    readFile: @escaping FileReading = { FileManager.default.contents(atPath: $0).map(Array.init) }
  ) -> Configuration {
    var reader = ConfigurationReader(environment: environment, readFile: readFile)
    reader.read(path, from: nil)
    return reader.configuration
  }

  private mutating func read(_ path: String, from node: Node?) {
    let former = file
    defer { file = former }
    func refuse(_ message: String, fix: String? = nil) -> Diagnostic {
      Diagnostic(
        rule: "configuration-file", file: node == nil ? path : former, range: node.map { range($0) },
        message: message,
        fix: fix)
    }
    guard !including.contains(path) else {
      return configuration.diagnostics.add(refuse("'\(path)' includes itself"))
    }
    guard including.count < Self.maximumDepth, configuration.stamps.count < Self.maximumFiles else {
      return configuration.diagnostics.add(refuse("The configuration includes too many files"))
    }
    configuration.stamps[path] = .some(FileStamp(path: path, followsLinks: true))
    guard let bytes = readFile(path) else {
      return configuration.diagnostics.add(
        refuse("The file '\(path)' cannot be read", fix: "Check its path, and whether this account may read it"))
    }
    guard bytes.count <= Self.maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return configuration.diagnostics.add(
        refuse("The file '\(path)' is no text in UTF-8 of at most \(Self.maximumBytes) bytes"))
    }
    file = path
    including.append(path)
    defer { including.removeLast() }
    do {
      // Programs empty a file before they write it, so an empty one is not whole.
      guard let root = try Yams.compose(yaml: text), root.null == nil else {
        return configuration.diagnostics.add(
          Diagnostic(
            rule: "configuration-file", file: path, message: "The file is empty",
            fix: "Write at least one option, such as 'port: 8080'"))
      }
      guard let members = root.mapping else {
        return add(root, "A configuration consists of lines such as 'port: 8080'")
      }
      for (key, value) in members { readMember(key, value) }
    } catch {
      configuration.diagnostics.add(Self.diagnostic(for: error).inFile(path))
    }
  }

  private mutating func readMember(_ key: Node, _ value: Node) {
    let name = key.scalar?.string ?? ""
    switch name {
    case "include": for path in texts(value, of: name, isPath: true) { read(path, from: value) }
    case "widgets": configuration.widgets += texts(value, of: name, isPath: true)
    case "boards":
      for element in value.sequence ?? [] { if let board = board(element) { configuration.boards.append(board) } }
      if value.sequence == nil { add(value, "'boards' takes a list of boards") }
    case "backups": readBackups(value)
    default:
      guard let option = ServeOption.named(name) else {
        return unknown(
          key, of: "a configuration", ServeOption.all.map(\.name) + ["include", "widgets", "boards", "backups"])
      }
      readOption(option, key, value)
    }
  }

  /// Reads the options of backups, which are together here, and have a common beginning as flags.
  private mutating func readBackups(_ node: Node) {
    guard let members = node.mapping else { return add(node, "'backups' takes lines such as 'folder: /srv/backups'") }
    let beginning = "backup-"
    for (key, value) in members {
      guard let option = ServeOption.named(beginning + (key.scalar?.string ?? "")) else {
        let options = ServeOption.all.map(\.name).filter { $0.hasPrefix(beginning) }
        unknown(key, of: "'backups'", options.map { String($0.dropFirst(beginning.count)) })
        continue
      }
      readOption(option, key, value)
    }
  }

  private mutating func readOption(_ option: ServeOption, _ key: Node, _ value: Node) {
    if let former = configuration.entries.first(where: { $0.option == option }) {
      return add(
        key, "'\(option.name)' is set twice", fix: "Remove it here, or in \(former.file):\(former.range.start.line)")
    }
    var values: [String] = []
    switch option.kind {
    case .text, .path:
      guard let text = text(value, of: option.name, isPath: option.kind == .path) else { return }
      values = [text]
    case .flag, .toggle:
      guard let flag = self.text(value, of: option.name), ["true", "false"].contains(flag) else {
        return add(value, "'\(option.name)' takes true or false")
      }
      values = [flag]
    case .list, .paths: values = texts(value, of: option.name, isPath: option.kind == .paths)
    }
    let isSecret = value.mapping != nil || value.sequence?.contains { $0.mapping != nil } == true
    configuration.entries.append(
      Configuration.Entry(option: option, values: values, isSecret: isSecret, file: file, range: range(value)))
  }

  // MARK: Boards

  private mutating func board(_ node: Node) -> BoardDeclaration? {
    guard let members = node.mapping else {
      add(node, "A board has a 'name' and 'pages'")
      return nil
    }
    var board = BoardDeclaration(id: "", name: "", file: file, range: range(node))
    for (key, value) in members {
      switch key.scalar?.string ?? "" {
      case "id":
        guard let id = text(value, of: "id"), BoardDeclaration.isIdentifier(id) else {
          add(value, "'id' takes 1 to 40 letters from a to z, digits and hyphens, as in the address of the board")
          return nil
        }
        board.id = id
      case "name": board.name = text(value, of: "name") ?? ""
      case "start":
        guard let flag = value.bool else {
          add(value, "'start' takes true, if people may change the board afterwards, or false")
          continue
        }
        board.isStart = flag
      case "background": board.background = text(value, of: "background")
      case "accent": board.accent = text(value, of: "accent")
      case "pages":
        guard let pages = value.sequence else {
          add(value, "'pages' takes a list of pages")
          continue
        }
        board.pages = pages.compactMap { page($0) }
      default: unknown(key, of: "a board", ["id", "name", "start", "background", "accent", "pages"])
      }
    }
    guard !board.name.isEmpty else {
      add(node, "A board needs a 'name'")
      return nil
    }
    if board.id.isEmpty {
      let plain = board.name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
      board.id = String(String(plain).split(separator: "-").joined(separator: "-").prefix(40))
    }
    guard BoardDeclaration.isIdentifier(board.id) else {
      add(node, "The board needs an 'id', for its address")
      return nil
    }
    if configuration.boards.contains(where: { $0.id == board.id }) {
      add(node, "There are two boards with the id '\(board.id)'", fix: "Give one of them another 'id'")
      return nil
    }
    return board
  }

  private mutating func page(_ node: Node) -> BoardDeclaration.Page? {
    guard let members = node.mapping else {
      add(node, "A page has 'widgets', 'columns' or 'icons'")
      return nil
    }
    var page = BoardDeclaration.Page()
    for (key, value) in members {
      let name = key.scalar?.string ?? ""
      switch name {
      case "widgets", "columns", "icons":
        guard let elements = value.sequence else {
          add(value, "'\(name)' takes a list")
          continue
        }
        switch name {
        case "widgets": page.widgets = elements.compactMap { widget($0) }
        case "icons": page.icons = elements.compactMap { icon($0) }
        default: page.columns = elements.compactMap { column($0) }
        }
      default: unknown(key, of: "a page", ["widgets", "columns", "icons"])
      }
    }
    return page
  }

  private mutating func column(_ node: Node) -> BoardDeclaration.Column? {
    guard let members = node.mapping, let width = members["width"]?.int, (1...16).contains(width),
      let elements = members["widgets"]?.sequence
    else {
      add(node, "A column has a 'width' of 1 to 16 cells, and 'widgets'")
      return nil
    }
    for (key, _) in members where !["width", "widgets"].contains(key.scalar?.string ?? "") {
      unknown(key, of: "a column", ["width", "widgets"])
    }
    return BoardDeclaration.Column(width: width, widgets: elements.compactMap { widget($0) })
  }

  private mutating func widget(_ node: Node) -> BoardDeclaration.Widget? {
    if let name = node.scalar?.string {
      return BoardDeclaration.Widget(source: path(name, ifPath: true), file: file, range: range(node))
    }
    guard let members = node.mapping, let source = members["widget"].flatMap({ text($0, of: "widget") }) else {
      add(node, "A widget is its identity, such as org.example.clock, or has it as 'widget'")
      return nil
    }
    var widget = BoardDeclaration.Widget(source: path(source, ifPath: true), file: file, range: range(node))
    for (key, value) in members {
      switch key.scalar?.string ?? "" {
      case "widget": break
      case "id": widget.id = text(value, of: "id")
      case "size":
        let parts = (value.scalar?.string ?? "").split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...16).contains($0) }) else {
          add(value, "'size' takes columns and rows, such as 4x2")
          continue
        }
        widget.size = GridSize(columns: parts[0], rows: parts[1])
      case "at":
        let parts = value.sequence?.compactMap(\.int) ?? []
        guard parts.count == 2, parts.allSatisfy({ (1...16).contains($0) }) else {
          add(value, "'at' takes a row and a column, which count from 1, such as [1, 3]")
          continue
        }
        widget.position = GridPosition(row: parts[0], column: parts[1])
      case "options":
        guard let options = value.mapping else {
          add(value, "'options' takes lines such as 'city: Berlin'")
          continue
        }
        for (name, value) in options {
          widget.options[name.scalar?.string ?? ""] = self.value(value, of: name.scalar?.string ?? "", depth: 0)
        }
      default: unknown(key, of: "a widget", ["widget", "id", "size", "at", "options"])
      }
    }
    return widget
  }

  private mutating func icon(_ node: Node) -> BoardIcon? {
    guard let members = node.mapping, let name = members["name"].flatMap({ text($0, of: "name") }),
      let address = members["address"].flatMap({ text($0, of: "address") })
    else {
      add(node, "An icon has a 'name' and an 'address'")
      return nil
    }
    for (key, _) in members where !["name", "address", "symbol", "color"].contains(key.scalar?.string ?? "") {
      unknown(key, of: "an icon", ["name", "address", "symbol", "color"])
    }
    return BoardIcon(
      name: name, address: address, symbol: members["symbol"].flatMap { text($0, of: "symbol") },
      color: members["color"].flatMap { text($0, of: "color") })
  }

  // MARK: Values

  /// Returns a text with variables replaced, or the content of a secret's file.
  private mutating func text(_ node: Node, of name: String, isPath: Bool = false) -> String? {
    nodeCount += 1
    guard nodeCount <= Self.maximumNodes else {
      if nodeCount == Self.maximumNodes + 1 { add(node, "The configuration has too many values") }
      return nil
    }
    if let members = node.mapping, members.count == 1, let secret = members["secret"] { return self.secret(secret) }
    guard let text = node.scalar?.string, node.null == nil else {
      add(node, "'\(name)' takes a text")
      return nil
    }
    guard let expanded = expanded(text, node) else { return nil }
    return isPath ? path(expanded, ifPath: false) : expanded
  }

  private mutating func texts(_ node: Node, of name: String, isPath: Bool = false) -> [String] {
    let elements = node.sequence.map(Array.init) ?? [node]
    return elements.compactMap { text($0, of: name, isPath: isPath) }
  }

  /// Returns a path that begins at the folder of the file that names it. Addresses are no paths.
  /// - Parameter ifPath: Whether the text may also be the identity of a widget.
  private func path(_ text: String, ifPath: Bool) -> String {
    guard !text.contains("://"), !text.hasPrefix("/"), !ifPath || text.contains("/") || text.hasSuffix(".widget") else {
      return text
    }
    return URL(filePath: text, relativeTo: URL(filePath: file).deletingLastPathComponent()).standardizedFileURL.path
  }

  /// Replaces `${NAME}` by variables of the environment, `${NAME:-text}` by the text if there is no such variable, and `$$`
  /// by `$`.
  private mutating func expanded(_ text: String, _ node: Node) -> String? {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "$") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "$" {
        result += "$"
        rest = rest.dropFirst()
        continue
      }
      guard rest.first == "{", let end = rest.firstIndex(of: "}") else {
        add(node, "A variable is written as ${NAME}", fix: "Write $$ for the sign itself")
        return nil
      }
      let inside = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      let parts = inside.split(separator: ":-", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard let value = environment[name] ?? (parts.count > 1 ? String(parts[1]) : nil) else {
        add(
          node, "The environment has no variable '\(name)'",
          fix: "Set it, or write ${\(name):-text} for a text in its place")
        return nil
      }
      result += value
    }
    return result + rest
  }

  /// Returns the content of a secret's file without the line break at its end: a path, or the name of a credential of systemd
  /// or of a container.
  private mutating func secret(_ node: Node) -> String? {
    guard let name = node.scalar?.string, !name.isEmpty, let name = expanded(name, node) else {
      add(node, "'secret' takes the name or the path of a file")
      return nil
    }
    var candidates = [environment["CREDENTIALS_DIRECTORY"], "/run/secrets"].compactMap { $0.map { "\($0)/\(name)" } }
    if name.contains("/") { candidates = [path(name, ifPath: false)] }
    for candidate in candidates {
      let stamp = FileStamp(path: candidate, followsLinks: true)
      guard let bytes = readFile(candidate) else { continue }
      configuration.stamps[candidate] = .some(stamp)
      guard bytes.count <= 64 << 10, let text = String(validating: bytes, as: UTF8.self) else {
        add(node, "The secret '\(name)' is no text of at most 64 kB")
        return nil
      }
      return text.last?.isNewline == true ? String(text.dropLast()) : text
    }
    add(node, "There is no secret '\(name)'", fix: "Put it into \(candidates.joined(separator: " or "))")
    return nil
  }

  /// Returns the value of a widget's option.
  private mutating func value(_ node: Node, of name: String, depth: Int) -> Value {
    nodeCount += 1
    guard depth < 8, nodeCount <= Self.maximumNodes else { return .null }
    switch node {
    case .sequence(let elements):
      var values: [Value] = []
      for element in elements { values.append(value(element, of: name, depth: depth + 1)) }
      return .array(values)
    case .mapping(let members) where members.count == 1 && members["secret"] != nil:
      return text(node, of: name).map(Value.string) ?? .null
    case .mapping(let members):
      var values: [String: Value] = [:]
      for (key, member) in members { values[key.scalar?.string ?? ""] = value(member, of: name, depth: depth + 1) }
      return .dictionary(values)
    default:
      if node.null != nil { return .null }
      if let flag = node.bool { return .bool(flag) }
      if let number = node.int { return .integer(Int64(number)) }
      if let number = node.float { return .double(number) }
      return text(node, of: name).map(Value.string) ?? .null
    }
  }

  // MARK: Problems

  private func range(_ node: Node) -> SourceRange {
    SourceRange(node.mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? .start)
  }

  private mutating func add(_ node: Node, _ message: String, fix: String? = nil) {
    configuration.diagnostics.add(
      Diagnostic(rule: "configuration", file: file, range: range(node), message: message, fix: fix))
  }

  private mutating func unknown(_ key: Node, of owner: String, _ known: [String]) {
    let name = key.scalar?.string ?? ""
    add(key, "Unknown key '\(name)' of \(owner)", fix: SpellingSuggestion.fix(for: name, in: known))
  }

  private static func diagnostic(for error: any Error) -> Diagnostic {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      Diagnostic(
        rule: "configuration", range: SourceRange(SourcePosition(line: mark.line, column: mark.column)),
        message: "This is not YAML: \(problem)")
    case YamlError.duplicatedKeysInMapping(let names, let context):
      Diagnostic(
        rule: "configuration",
        range: SourceRange(SourcePosition(line: context.mark.line, column: context.mark.column)),
        message: "These keys are there twice: \(names.sorted().joined(separator: ", "))")
    default: Diagnostic(rule: "configuration", message: "This is not YAML: \(error)")
    }
  }
}
