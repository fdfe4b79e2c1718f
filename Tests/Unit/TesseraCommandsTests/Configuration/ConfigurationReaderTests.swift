import Foundation
import TesseraBoard
import TesseraBoardService
import TesseraValues
import Testing

@testable import TesseraCommands

@Suite("Configuration files")
struct ConfigurationReaderTests {
  private func read(
    _ text: String, _ others: [String: String] = [:], environment: [String: String] = [:]
  ) -> Configuration {
    let files = others.merging(["/etc/tessera.yaml": text]) { $1 }
    return ConfigurationReader.read("/etc/tessera.yaml", environment: environment) { path in
      files[path].map { Array($0.utf8) }
    }
  }

  @Test func `options have the names of flags, and paths begin at the file`() {
    let read = read(
      "port: 80\nhost-name: [a, b]\nisolate: true\ndata: data\nkey: /k.pem\nwidgets: [w/A.widget, https://x.example/b.zip]"
    )
    #expect(read.diagnostics.all == [])
    #expect(
      read.entries.map { "\($0.option.name)=\($0.values.joined(separator: ","))" } == [
        "port=80", "host-name=a,b", "isolate=true", "data=/etc/data", "key=/k.pem",
      ])
    #expect(read.widgets == ["/etc/w/A.widget", "https://x.example/b.zip"])
  }

  @Test(arguments: [
    ("prot: 1", "/etc/tessera.yaml:1:1: error: Unknown key 'prot' of a configuration; did you mean 'port'?"),
    ("\nport: [1]", "/etc/tessera.yaml:2:7: error: 'port' takes a text"),
    ("isolate: maybe", "/etc/tessera.yaml:1:10: error: 'isolate' takes true or false"),
    ("port: 1\nport: 2", "/etc/tessera.yaml:1:1: error: These keys are there twice: port"),
    ("a: [", "/etc/tessera.yaml:2:1: error: This is not YAML"),
    ("", "/etc/tessera.yaml: error: The file is empty"),
    ("# Nothing but words\n", "/etc/tessera.yaml: error: The file is empty"),
    ("- a", "/etc/tessera.yaml:1:1: error: A configuration consists of lines"),
    ("include: tessera.yaml", "/etc/tessera.yaml:1:10: error: '/etc/tessera.yaml' includes itself"),
    ("include: more.yaml", "/etc/tessera.yaml:1:10: error: The file '/etc/more.yaml' cannot be read"),
    ("port: ${PORT}", "/etc/tessera.yaml:1:7: error: The environment has no variable 'PORT'"),
    ("port: $PORT", "/etc/tessera.yaml:1:7: error: A variable is written as ${NAME}"),
    ("port: {secret: port}", "/etc/tessera.yaml:1:16: error: There is no secret 'port'"),
    ("boards: [{pages: []}]", "/etc/tessera.yaml:1:10: error: A board needs a 'name'"),
    ("boards: [{name: A}, {name: a}]", "/etc/tessera.yaml:1:21: error: There are two boards with the id 'a'"),
    ("boards: [{name: Ä}]", "/etc/tessera.yaml:1:10: error: The board needs an 'id', for its address"),
    (
      "boards: [{name: A, pages: [{widgets: [{widget: x, size: 9}]}]}]",
      "/etc/tessera.yaml:1:57: error: 'size' takes columns and rows"
    ),
  ])
  func `problems have a line, and spelling mistakes a fix`(text: String, problem: String) {
    let found = read(text).diagnostics.all.map(\.description)
    #expect(found.count == 1 && found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test func `an option is set once, also with included files`() {
    let read = read("port: 1\ninclude: more.yaml", ["/etc/more.yaml": "\nport: 2"])
    #expect(
      read.diagnostics.all.map(\.description) == [
        "/etc/more.yaml:2:1: error: 'port' is set twice; Remove it here, or in /etc/tessera.yaml:1 [configuration]"
      ])
    #expect(Set(read.stamps.keys) == ["/etc/tessera.yaml", "/etc/more.yaml"])
  }

  @Test(arguments: [
    ("${NAME}", "Ada"), ("a${NAME}b${NAME}", "aAdabAda"), ("${NONE:-x}", "x"), ("${NONE:-}", ""), ("$$5", "$5"),
    ("{secret: token}", "hush"), ("{secret: /token}", "hush\n"), ("{secret: \"${NAME}\"}", "of Ada"),
  ])
  func `variables and secrets stand for texts`(text: String, value: String) {
    let read = read(
      "sign-in-address: \(text)",
      ["/creds/token": "hush\n", "/token": "hush\n\n", "/creds/Ada": "of Ada"],
      environment: ["NAME": "Ada", "CREDENTIALS_DIRECTORY": "/creds"])
    #expect(read.diagnostics.all == [])
    #expect(read.entries.first?.values == [value])
    #expect(read.entries.first?.isSecret == text.contains("secret"))
  }

  @Test func `backups are a group of options`() {
    let read = read("backups: {folder: b, at: 03:00, keep: 7, passphrase-file: /p}")
    #expect(read.diagnostics.all == [])
    #expect(read.entries.map(\.option.name) == ["backup-folder", "backup-at", "backup-keep", "backup-passphrase-file"])
    #expect(read.entries.map(\.values) == [["/etc/b"], ["03:00"], ["7"], ["/p"]])
  }

  @Test(arguments: [
    ("backups: b", "takes lines"), ("backups: {folders: b}", "Unknown key 'folders'"),
    ("backups: {folder: [a, b]}", "takes a text"), ("backups: {folder: a}\nbackup-folder: b", "set twice"),
  ])
  func `backups with mistakes are refused`(text: String, words: String) {
    #expect(read(text).diagnostics.all.first?.message.contains(words) == true)
  }

  @Test func `a board has pages with columns, widgets and icons`() throws {
    let read = read(
      """
      boards:
        - name: My board!
          start: true
          background: dawn
          pages:
            - columns:
                - width: 2
                  widgets: [org.example.clock, {widget: w/B.widget, size: 2x3, options: {n: 5, on: true, list: [a]}}]
              widgets: [{widget: c, at: [1, 3], id: mine}]
              icons: [{name: A, address: "https://a.example/"}]
      """)
    #expect(read.diagnostics.all == [])
    let board = try #require(read.boards.first)
    #expect(board.id == "my-board" && board.isStart && board.background == "dawn")
    #expect(board.widgets.map(\.source) == ["org.example.clock", "/etc/w/B.widget", "c"])
    let second = board.pages[0].columns[0].widgets[1]
    #expect(second.size == GridSize(columns: 2, rows: 3))
    #expect(second.options == ["n": 5, "on": true, "list": ["a"]])
    #expect(second.range.start.line == 8)
    #expect(board.pages[0].widgets[0].position == GridPosition(row: 1, column: 3))
    #expect(board.pages[0].icons.map(\.name) == ["A"])
  }

  @Test func `aliases that multiply end with a limit`() {
    var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for level in 1...9 {
      lines.append("a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]")
    }
    let bomb = "boards: [{name: A, pages: [{widgets: [{widget: x, options: {o: *a9}}]}]}]"
    let read = read((lines + [bomb]).joined(separator: "\n"))
    #expect(read.diagnostics.hasErrors)
  }

  @Test func `files that include each other in a long row, and huge ones, are refused`() {
    var files: [String: String] = [:]
    for number in 1...20 { files["/etc/\(number).yaml"] = "include: \(number + 1).yaml" }
    #expect(read("include: 1.yaml", files).diagnostics.hasErrors)
    #expect(read("# " + String(repeating: "x", count: 2 << 20)).diagnostics.hasErrors)
  }
}

@Suite("The check of a configuration")
struct DeclarationCheckTests {
  private func problems(_ text: String, data: URL? = nil) -> [String] {
    let read = ConfigurationReader.read("/etc/tessera.yaml", environment: [:]) { _ in Array(text.utf8) }
    return (read.diagnostics.all + DeclarationCheck(read, data: data).problems).map(\.description)
  }

  @Test(arguments: [
    ("widgets: [/gone/A.widget]", "error: There is no bundle '/gone/A.widget'"),
    (
      "boards: [{name: A, pages: [{widgets: [/gone/B.widget]}]}]",
      "/etc/tessera.yaml:1:39: error: There is no bundle '/gone/B.widget'"
    ),
    ("boards: [{name: A, background: night}]", "/etc/tessera.yaml:1:10: error: 'night' is no background"),
    ("boards: [{name: A, accent: red}]", "/etc/tessera.yaml:1:10: error: 'red' is no color"),
    (
      "boards: [{name: A, pages: [{icons: [{name: B, address: 'javascript:alert(1)'}]}]}]",
      "/etc/tessera.yaml:1:10: error: The icon 'B' cannot open 'javascript:alert(1)'"
    ),
    (
      "boards: [{name: A, pages: [{icons: [{name: B, address: 'https://b.example/', color: '#12'}]}]}]",
      "/etc/tessera.yaml:1:10: error: The icon 'B' has '#12', which is no color"
    ),
  ])
  func `finds what a server would refuse`(text: String, problem: String) {
    let found = problems(text)
    #expect(found.count == 1 && found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test func `knows the options of widgets with a path, of bundles that are named elsewhere, and of installed ones`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = folder.appending(path: "widgets/org.example.clock.widget")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let manifest = #"{"id": "org.example.clock", "name": "Clock", "options": [{"name": "zone", "type": "string"}]}"#
    try Data(manifest.utf8).write(to: bundle.appending(path: "widget.json"))
    func board(_ widget: String) -> String {
      "boards: [{name: A, pages: [{widgets: [{widget: \(widget), options: {zone: UTC, zones: x}}]}]}]"
    }
    let problem = "error: The widget 'Clock' has no option 'zones'; did you mean 'zone'?"
    let texts = [
      (board(bundle.path), nil), ("widgets: [\(bundle.path)]\n" + board("org.example.clock"), nil),
      (board("org.example.clock"), folder),
    ]
    for (text, data) in texts {
      let found = problems(text, data: data)
      #expect(found.count == 1 && found.first?.contains(problem) == true, "\(found)")
    }
    // Without its files, nothing is known about a widget.
    #expect(problems(board("org.example.clock")) == [])
  }
}

@Suite("Where options come from")
struct ServeConfigurationTests {
  private func load(
    _ text: String, environment: [String: String] = [:], arguments: [String] = []
  ) throws -> ServeConfiguration.Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString).yaml")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try ServeConfiguration(file: file.path, environment: environment, arguments: arguments).load()
  }

  @Test func `the environment is stronger than the file, and the command line than both`() throws {
    let text = "port: 1\nhost-name: [file.example]\nupdates-per-day: 3\nwidgets: [https://x.example/a.zip]"
    let all = try load(
      text, environment: ["TESSERA_PORT": "2", "TESSERA_HOST_NAME": "a.example, b.example"],
      arguments: ["--port", "3", "--no-watch"])
    #expect(all.command.port == 3)
    #expect(all.command.network.hostNames == ["a.example", "b.example"])
    #expect(all.command.updatesPerDay == 3)
    #expect(all.command.watch == false)
    #expect(all.command.bundles == ["https://x.example/a.zip"])
    #expect(try load(text, environment: ["TESSERA_PORT": "2"]).command.port == 2)
    #expect(try load(text, arguments: ["own.widget"]).command.bundles == ["own.widget"])
  }

  @Test func `a secret that the command refuses is not repeated`() throws {
    let secret = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try "hush".write(to: secret, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: secret) }
    let failure = #expect(throws: ServeConfiguration.Failure.self) { try load("option: {secret: \(secret.path)}") }
    let text = failure?.diagnostics.map(\.description).joined() ?? ""
    #expect(text.contains(".yaml:1:9: error: 'option'") && !text.contains("hush"), "\(text)")
  }

  @Test(arguments: [
    ("host: a\nport: abc", [:], ".yaml:2:7: error: 'port': "), ("access: maybe", [:], ".yaml:1:9: error: 'access': "),
    ("certificate: c.pem", [:], ".yaml:1:14: error: 'certificate': '--certificate' and '--key' need each other"),
    ("port: 1", ["TESSERA_PORT": "70000"], "error: The variable TESSERA_PORT: "),
  ])
  func `a value that the command refuses is named with its place`(
    text: String, environment: [String: String], problem: String
  ) {
    let failure = #expect(throws: ServeConfiguration.Failure.self) { try load(text, environment: environment) }
    #expect(failure?.diagnostics.first?.description.contains(problem) == true, "\(String(describing: failure))")
  }
}
