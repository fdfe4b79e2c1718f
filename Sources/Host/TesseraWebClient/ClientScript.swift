package import TesseraValues

/// The modules of the client, joined into one file, so that browsers need one request instead of a hundred.
///
/// Each module becomes a function that returns its exports, after those that it imports. Comments and indentation are
/// left out. This relies on the form of modules that `Scripts/lint-client` checks: they import names, export declarations
/// by these names, and do not import each other in circles.
///
/// Each start of the server joins all modules, so their lines stay bytes; only the few that import or export become text.
package struct ClientScript {
  private let files: [String: [UInt8]]
  /// The modules that stay files of their own: where they are served, by path.
  private let separate: [String: String]
  /// The modules that are not needed, though others could load them.
  private let omitted: Set<String>
  /// The path from the script's folder to the one that all paths are relative to.
  private let root: String
  /// The numbers of the modules that are joined, by path.
  private var numbers: [String: Int] = [:]
  /// The modules that are being joined, which no other may import.
  private var open: Set<String> = []
  private var script: [UInt8] = []

  private init(_ path: String, files: [String: [UInt8]], separate: [String: String], omitted: Set<String>) {
    self.files = files
    self.separate = separate
    self.omitted = omitted
    root = String(repeating: "../", count: path.split(separator: "/").count - 1)
  }

  /// Returns a module with all that it imports, for an address in the module's folder.
  /// - Parameters:
  ///   - path: The path of the module, such as `client/app/main.js`.
  ///   - files: The contents of all files by path.
  ///   - separate: The modules that stay files of their own, because few pages load them: where they are served, by path.
  ///   - omitted: The modules that the page never loads; what only they import is left out, too.
  /// - Throws: A diagnostic if a module is missing, or has a form that cannot be joined.
  package static func joining(
    _ path: String, of files: [String: [UInt8]], separate: [String: String] = [:], omitted: Set<String> = []
  ) throws(Diagnostic) -> [UInt8] {
    var joined = ClientScript(path, files: files, separate: separate, omitted: omitted)
    _ = try joined.add(path)
    return joined.script
  }

  /// Adds a module after those that it imports, and returns its number.
  private mutating func add(_ path: String) throws(Diagnostic) -> Int {
    if let number = numbers[path] { return number }
    guard separate[path] == nil else { throw Self.problem("is imported at once, but stays a file of its own", path) }
    guard let bytes = files[path] else { throw Self.problem("does not exist", path) }
    guard open.insert(path).inserted else { throw Self.problem("imports itself", path) }
    var body: [UInt8] = []
    var exports: [String] = []
    var statement = ""
    for line in Self.code(of: bytes) {
      guard line.firstIndex(of: "`") == nil || line.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0 else {
        throw Self.problem("has a template in several lines, whose indentation would be lost", path)
      }
      if !statement.isEmpty || line.starts(with: "import ".utf8) {
        // The names may be in several lines.
        statement += String(decoding: line, as: UTF8.self)
        guard statement.hasSuffix("\";") else { continue }
        body += try importing(statement, in: path).utf8
        statement = ""
        continue
      }
      var code = line
      if line.starts(with: "export ".utf8) {
        code = line.dropFirst("export ".utf8.count)
        exports.append(try Self.name(of: String(decoding: code, as: UTF8.self), in: path))
      }
      if code.firstIndex(of: "import(") == nil {
        body += code
      } else {
        body += try loading(String(decoding: code, as: UTF8.self)[...], in: path).utf8
      }
      body.append(Self.newline)
    }
    guard statement.isEmpty else { throw Self.problem("has an import without an end", path) }
    open.remove(path)
    let number = numbers.count
    numbers[path] = number
    script += "// \(path)\nconst m\(number) = (() => {\n".utf8
    script += body
    script += "return { \(exports.joined(separator: ", ")) };\n})();\n".utf8
    return number
  }

  /// Returns what replaces an import at the beginning of a module: constants with the names.
  private mutating func importing(_ statement: String, in path: String) throws(Diagnostic) -> String {
    let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw Self.problem("has an import that is no import of names", path) }
    let number = try add(Self.path(of: parts[1], from: path))
    if parts[0] == "import " { return "" }
    guard parts[0].hasPrefix("import {"), let end = parts[0].lastIndex(of: "}") else {
      throw Self.problem("has an import that is no import of names", path)
    }
    let names = parts[0][..<end].dropFirst("import {".count).replacing(" as ", with: ": ")
    return "const {\(names)} = m\(number);\n"
  }

  /// Returns a line in which the imports of modules that are loaded later are replaced by promises of these modules.
  private mutating func loading(_ line: Substring, in path: String) throws(Diagnostic) -> String {
    guard let call = line.firstRange(of: "import(") else { return String(line) }
    let parts = line[call.upperBound...].split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, parts[2].hasPrefix(")") else {
      throw Self.problem("loads a module whose path does not stand there", path)
    }
    let module = try promise(of: Self.path(of: parts[1], from: path))
    let rest = try loading(parts[2].dropFirst(), in: path)
    return "\(line[..<call.lowerBound])\(module)\(rest)"
  }

  /// Returns the expression for a module that is loaded later.
  private mutating func promise(of path: String) throws(Diagnostic) -> String {
    if let address = separate[path] {
      // What it imports would be loaded apart from the script's, with a state of its own.
      let imports = Self.code(of: files[path] ?? []).contains {
        $0.starts(with: "import ".utf8) || $0.firstIndex(of: "import(") != nil
      }
      guard !imports else {
        throw Self.problem("stays a file of its own, but imports others", path)
      }
      return "import(\"\(root)\(address)\")"
    }
    if omitted.contains(path) { return "Promise.reject()" }
    let number = try add(path)
    return "Promise.resolve(m\(number))"
  }

  /// Returns the lines of a module without indentation and comments, except those at the ends of lines.
  static func code(of module: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var isComment = false
    var rest = module[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: "\n") ?? rest.endIndex
      var line = withoutIndentation(rest[..<end])
      rest = rest[end...].dropFirst()
      while isComment || line.starts(with: "/*".utf8) {
        let end = line.firstIndex(of: "*/")
        isComment = end == nil
        guard let end else { break }
        line = withoutIndentation(line[(end + 2)...])
      }
      if isComment || line.isEmpty || line.starts(with: "//".utf8) { continue }
      lines.append(withoutTypes(line))
    }
    return lines
  }

  private static let newline = UInt8(ascii: "\n")

  private static func withoutIndentation(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { $0 == UInt8(ascii: " ") }
  }

  /// Returns a line without the comments in it that declare types, which name modules, too.
  private static func withoutTypes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let start = line.firstIndex(of: "/** @"), let end = line[start...].firstIndex(of: "*/") else {
      return line
    }
    return withoutTypes(withoutIndentation(line[..<start] + line[(end + 2)...]))
  }

  /// Returns the name that an exported declaration has.
  private static func name(of declaration: String, in path: String) throws(Diagnostic) -> String {
    // Another module would not see that a variable changes.
    for keyword in ["async function ", "function ", "class ", "const "] where declaration.hasPrefix(keyword) {
      return String(
        declaration.dropFirst(keyword.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" })
    }
    throw problem("exports what is no function, class or constant", path)
  }

  /// Returns the path of a module that another one names relative to itself.
  private static func path(of name: Substring, from path: String) -> String {
    var folders = path.split(separator: "/").dropLast()
    for part in name.split(separator: "/") {
      switch part {
      case ".": break
      case "..": folders = folders.dropLast()
      default: folders.append(part)
      }
    }
    return folders.joined(separator: "/")
  }

  private static func problem(_ what: String, _ path: String) -> Diagnostic {
    Diagnostic(rule: "client-module", message: "The client's module '\(path)' \(what)")
  }
}
