import Foundation
import TesseraBundles
import TesseraValues
import Testing

@Suite("A hostile bundle")
struct HostileBundleTests {
  @Test(arguments: [
    ("../secret.json", "leaves the bundle or names a directory by '..'"),
    ("screens/../../secret.json", "leaves the bundle or names a directory by '..'"),
    ("..", "leaves the bundle or names a directory by '..'"),
    ("screens/./Feed.json", "leaves the bundle or names a directory by '.'"), ("/etc/passwd", "is absolute"),
    ("//server/share", "is absolute"), ("screens//Feed.json", "has an empty part"), ("screens/", "has an empty part"),
    ("", "is empty"), ("screens/a\0.json", "contains a NUL character"),
    ("screens/a\n.json", "contains a control character"), ("..\\secret.json", "contains a backslash"),
    ("C:/secret.json", "has a part with a colon"), ("screens/a:stream", "has a part with a colon"),
    ("images/gpj.\u{202E}gnp", "contains an invisible direction mark"),
    (String(repeating: "a", count: 256), "has a part of more than 255 bytes"),
    (String(repeating: "a/", count: 300) + "b", "is longer than 512 bytes"),
  ])
  func `cannot name a path outside itself`(path: String, problem: String) {
    var files = MemoryBundleFiles(texts: minimalFiles)
    files.add(path, Array("{}".utf8))
    let bundle = WidgetBundle(files: files)
    #expect(bundle.diagnostics.map(\.rule) == ["bundle-path"])
    #expect(bundle.diagnostics.first?.message.hasSuffix(problem) == true, "\(bundle.problems)")
    #expect(bundle.paths == ["screens/Main.json", "widget.json"])
    #expect(bundle.document(at: path) == nil)
    let isPrintable = bundle.problems.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }
    #expect(isPrintable, "messages go to terminals")
  }

  @Test(arguments: [
    (BundleEntry.Kind.symbolicLink, "'screens/X.json' is a symbolic link; a bundle holds plain files"),
    (.special, "'screens/X.json' is a device, a socket or a pipe; a bundle holds plain files"),
  ])
  func `cannot contain links or devices`(kind: BundleEntry.Kind, message: String) {
    var files = MemoryBundleFiles(texts: minimalFiles)
    files.add("screens/X.json", [], kind: kind)
    #expect(WidgetBundle(files: files).diagnostics.map(\.message) == [message])
  }

  @Test(arguments: [
    ("screens/Main.json", "screens/Main.json", "occurs twice"),
    ("screens/Main.json", "screens/MAIN.json", "only in letter case"),
    ("images/\u{E9}.txt", "images/e\u{301}.txt", "occurs twice"),
    ("tests", "tests/a.yaml", "is a file and a directory"),
    ("Screens", "screens/a.json", "is a file and a directory"),
  ])
  func `cannot contain two files that other systems treat as one`(first: String, second: String, message: String) {
    var files = MemoryBundleFiles(texts: minimalFiles)
    if first != "screens/Main.json" { files.add(first, []) }
    files.add(second, Array("{}".utf8))
    let problems = WidgetBundle(files: files).diagnostics.filter { $0.rule == "bundle-path" }
    #expect(problems.count == 1)
    #expect(problems.first?.message.contains(message) == true)
  }

  @Test func `is not followed through links out of its directory`() throws {
    let secrets = try TemporaryDirectory()
    try secrets.write(#"{"view": {}}"#, to: "Secret.json")
    let directory = try TemporaryDirectory()
    for (path, text) in minimalFiles { try directory.write(text, to: path) }
    try directory.link("screens/Secret.json", to: secrets.path + "/Secret.json")
    try directory.link("screens/Self.json", to: "Main.json")
    try directory.link("images", to: secrets.path)
    try directory.link("strings", to: "nowhere")
    let bundle = WidgetBundle(directory: directory.path)
    #expect(bundle.diagnostics.map(\.file) == ["images", "screens/Secret.json", "screens/Self.json", "strings"])
    #expect(bundle.diagnostics.allSatisfy { $0.rule == "bundle-path" })
    #expect(bundle.screenNames == ["Main"])
  }

  @Test(arguments: [
    "screens/Link.json", "linked/Main.json", "../outside.json", "pipe", "screens", "missing.json", "/etc/hostname",
  ])
  func `cannot swap a file between listing and reading`(path: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("{}", to: "bundle/screens/Main.json")
    try directory.write("{}", to: "outside.json")
    try directory.link("bundle/screens/Link.json", to: "Main.json")
    try directory.link("bundle/linked", to: "screens")
    #expect(mkfifo(directory.path + "/bundle/pipe", 0o600) == 0)
    let files = DirectoryBundleFiles(path: directory.path + "/bundle")
    #expect(try files.bytes(at: "screens/Main.json", limit: 10) == Array("{}".utf8))
    let error = #expect(throws: (any Error).self) { try files.bytes(at: path, limit: 10) }
    #expect(error.map { "\($0)".contains("[unreadable-file]") } == true)
  }

  @Test func `with a pipe, a socket or a name that is not text is read without blocking`() throws {
    let directory = try TemporaryDirectory()
    for (path, text) in minimalFiles { try directory.write(text, to: path) }
    #expect(mkfifo(directory.path + "/model.json", 0o600) == 0)
    let name = Array(directory.path.utf8CString.dropLast()) + "/screens/".utf8CString.dropLast() + [-1, -2, 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    let bundle = WidgetBundle(directory: directory.path)
    #expect(
      bundle.diagnostics.map(\.message) == [
        "'model.json' is a device, a socket or a pipe; a bundle holds plain files",
        "A name in the directory 'screens/' is not UTF-8",
      ])
    #expect(bundle.screen(named: "Main") != nil)
  }

  @Test func `with too many files is not read`() throws {
    let directory = try TemporaryDirectory()
    for (path, text) in minimalFiles { try directory.write(text, to: path) }
    for number in 0..<10 { try directory.write("", to: "tests/\(number)") }
    // Two files and ten more in two directories.
    #expect(
      WidgetBundle(files: DirectoryBundleFiles(path: directory.path), limits: BundleLimits(entries: 14)).problems == [])
    let bundle = WidgetBundle(files: DirectoryBundleFiles(path: directory.path), limits: BundleLimits(entries: 13))
    #expect(bundle.diagnostics.map(\.message) == ["The bundle has more than 13 files and directories"])
    #expect(bundle.paths.isEmpty)
    let memory = MemoryBundleFiles(Dictionary(uniqueKeysWithValues: (0...1000).map { ("\($0)", []) }))
    #expect(WidgetBundle(files: memory).diagnostics.map(\.rule) == ["bundle-limit"])
  }

  @Test func `with too many bytes is not read`() {
    let files = MemoryBundleFiles(texts: minimalFiles.merging(["tests/big": String(repeating: "x", count: 500)]) { $1 })
    let bundle = WidgetBundle(files: files, limits: BundleLimits(totalBytes: 500))
    #expect(bundle.diagnostics.map(\.message) == ["The bundle's files have more than 500 bytes in total"])
    #expect(bundle.paths.isEmpty)
  }

  @Test func `with a file that is too large works without that file`() throws {
    let directory = try TemporaryDirectory()
    for (path, text) in minimalFiles { try directory.write(text, to: path) }
    try directory.write("", to: "model.json")
    // A sparse file: it occupies no space, but has a size of 5 MiB.
    #expect(truncate(directory.path + "/model.json", 5 << 20) == 0)
    let bundle = WidgetBundle(directory: directory.path)
    #expect(
      bundle.problems == [
        "model.json: error: 'model.json' has 5242880 bytes; at most 4194304 are read [bundle-limit]"
      ])
    #expect(bundle.model == nil)
    #expect(bundle.screen(named: "Main") != nil)
  }

  @Test func `that misstates sizes is stopped while it is read`() {
    struct LyingFiles: BundleFiles {
      let size: Int
      func list(limits: BundleLimits) -> BundleListing {
        BundleListing(entries: [BundleEntry(path: "widget.json", size: size), BundleEntry(path: "a", size: size)])
      }
      func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
        throw Diagnostic(rule: "unreadable-file", message: "No bytes")
      }
    }
    #expect(WidgetBundle(files: LyingFiles(size: -1)).diagnostics.map(\.rule).contains("unreadable-file"))
    #expect(WidgetBundle(files: LyingFiles(size: .max)).diagnostics.map(\.rule) == ["bundle-limit"])
  }

  @Test func `with deep directories is read to the limit only`() throws {
    let directory = try TemporaryDirectory()
    for (path, text) in minimalFiles { try directory.write(text, to: path) }
    let deep = "tests/" + Array(repeating: "d", count: 40).joined(separator: "/")
    try directory.write("x", to: deep + "/file")
    let bundle = WidgetBundle(directory: directory.path)
    #expect(bundle.diagnostics.map(\.rule) == ["bundle-limit"])
    var files = MemoryBundleFiles(texts: minimalFiles)
    files.add(deep + "/file", [])
    #expect(WidgetBundle(files: files).diagnostics.map(\.rule) == ["bundle-limit"])
  }

  @Test func `with deeply nested JSON is rejected with a position`() {
    let text = String(repeating: "[", count: 100_000)
    let bundle = bundle(adding: ["model.json": text])
    #expect(bundle.diagnostics.map(\.rule) == ["json-limit"])
    #expect(bundle.diagnostics.first?.range != nil)
  }

  @Test(arguments: ["/nowhere/at/all.widget", "/etc/hostname", "", "a\0b"])
  func `that is not a directory is reported`(path: String) {
    let bundle = WidgetBundle(directory: path)
    #expect(bundle.diagnostics.map(\.rule) == ["unreadable-bundle"])
    #expect(bundle.hasErrors)
  }
}
