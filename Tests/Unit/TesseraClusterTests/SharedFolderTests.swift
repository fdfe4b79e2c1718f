import Foundation
import TesseraBundles
import TesseraData
import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraCluster
@testable import TesseraRuntime

@Suite("Files of a cluster", .enabled(if: PostgresServer.isInstalled, absence))
struct SharedFolderTests {
  private static let widget = "org.example.feed"
  private let cluster: TestCluster

  init() throws { cluster = try TestCluster() }

  /// The data folder of a host.
  private struct Host {
    let folder: URL
    let shared: SharedFolder
    let problems: ProblemList

    var widgets: InstalledWidgets { InstalledWidgets(folder.appending(path: "widgets")) }

    func group() throws -> GroupStore {
      try #require(GroupStore("org.example.trains", in: folder.appending(path: "groups")))
    }

    func text(_ path: String) -> String? {
      FileManager.default.contents(atPath: folder.appending(path: path).path).map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    func write(_ path: String, _ text: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appending(path: path)) }

    func install(_ version: String, from origin: String? = nil) throws {
      let texts = [
        "widget.json":
          #"{"id": "\#(SharedFolderTests.widget)", "name": "Feed", "version": "\#(version)"}"#,
        "screens/Main.json": #"{"view": {"type": "text", "text": "\#(version)"}}"#,
      ]
      let definition = WidgetDefinition(bundle: WidgetBundle(texts: texts))
      try widgets.install(definition, from: origin) { Array((texts[$0] ?? "").utf8) }
    }
  }

  /// A process of a host. The same name is the same folder.
  private func host(_ name: String, of key: ClusterKey? = nil) throws -> Host {
    let problems = ProblemList()
    let folder = cluster.folder.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let cipher = try #require(ContentCipher(key ?? cluster.key))
    let shared = SharedFolder(folder, pool: PostgresPool(to: cluster.database), cipher: cipher) { problems.add($0) }
    return Host(folder: folder, shared: shared, problems: problems)
  }

  private var versions: Int64 {
    get throws { try cluster.sql("SELECT coalesce(max(version), 0) AS n FROM tessera.file").rows[0].integer("n") }
  }

  /// Persists a unit as a host with the key would.
  private func persist(_ path: String, as other: String? = nil, _ bytes: [UInt8]) throws {
    let sealed = try #require(ContentCipher(cluster.key)).seal(bytes, as: SharedFolder.context(of: other ?? path))
    try cluster.sql(FileStatements.persist, [.text(path), .bytes(sealed)])
  }

  @Test func `bundles are installed, replaced, taken back and removed on all hosts`() throws {
    let (first, second) = (try host("first"), try host("second"))
    try second.shared.pull()
    try first.install("1.0.0", from: "https://example.org/feed.zip")
    try first.shared.publish()
    #expect(try second.shared.pull().contains("widgets/org.example.feed.widget"))
    #expect(second.widgets.all().map(\.origin) == ["https://example.org/feed.zip"])
    #expect(second.text("widgets/org.example.feed.widget/screens/Main.json")?.contains("1.0.0") == true)
    let before = second.widgets.stamps()

    try first.install("2.0.0")
    try first.shared.publish()
    try second.shared.pull()
    #expect(second.widgets.stamps() != before, "a library sees that the bundle was replaced")
    #expect(second.widgets.all().map(\.previousVersion) == ["1.0.0"])
    #expect(second.text("widgets/org.example.feed.widget/screens/Main.json")?.contains("2.0.0") == true)

    try second.widgets.rollBack(Self.widget)
    try second.shared.publish()
    try first.shared.pull()
    #expect(first.widgets.all().map(\.previousVersion) == ["2.0.0"])
    #expect(first.widgets.all().map(\.origin) == ["https://example.org/feed.zip"])

    try first.widgets.remove(Self.widget)
    try first.shared.publish()
    try second.shared.pull()
    second.widgets.restore()
    #expect(second.widgets.all().isEmpty)
    #expect(second.text("widgets/.origins/org.example.feed.json") == nil)
    #expect(first.problems.all + second.problems.all == [])
  }

  @Test func `pictures and catalogues are shared, for their owner only, and nothing else is`() throws {
    let (first, second) = (try host("first"), try host("second"))
    try first.write("backgrounds/00ff", "picture")
    try first.write("backgrounds/.00fe", "half a picture")
    try first.write("catalogues.json", #"["https://example.org"]"#)
    try first.write("access.sqlite", "secret")
    try first.shared.publish()
    #expect(try second.shared.pull() == ["backgrounds/00ff", "catalogues.json"])
    #expect(second.text("backgrounds/00ff") == "picture")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: second.folder.path).sorted() == [
        ".shared.json", "backgrounds", "catalogues.json",
      ])
    for (path, mode) in [("backgrounds", 0o700), ("backgrounds/00ff", 0o600), (".shared.json", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: second.folder.appending(path: path).path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
    try second.remove("backgrounds/00ff")
    try second.shared.publish()
    #expect(try first.shared.pull() == ["backgrounds/00ff"])
    #expect(first.text("backgrounds/00ff") == nil)
    let rows = try cluster.sql("SELECT bytes FROM tessera.file WHERE path = 'catalogues.json'").rows
    #expect(try !String(decoding: rows[0].bytes("bytes"), as: UTF8.self).contains("example"))
  }

  @Test func `files of groups have the same versions on all hosts, also after they were removed`() throws {
    let (first, second) = (try host("first"), try host("second"))
    for text in ["a", "b", "c"] { try first.group().write("next.json", Array(text.utf8)) }
    try first.shared.publish()
    try second.shared.pull()
    let read = try #require(try second.group().read("next.json"))
    #expect(read.bytes == Array("c".utf8) && read.version == 3)
    #expect(try second.group().write("next.json", Array("d".utf8), ifVersion: 3) == 4)
    try second.shared.publish()
    try first.shared.pull()
    #expect(try first.group().files() == second.group().files())
    #expect(throws: GroupStore.Failure.self) { try first.group().write("next.json", [], ifVersion: 3) }
    try first.group().remove("next.json", ifVersion: 4)
    try first.shared.publish()
    try second.shared.pull()
    #expect(try second.group().read("next.json") == nil)
    #expect(try second.group().write("next.json", Array("e".utf8), ifVersion: 0) == 6)
    // Other programs put files there, and remove them.
    try second.write("groups/org.example.trains/next.json", "f")
    try second.write("groups/org.example.trains/other.json", "g")
    try second.shared.publish()
    try first.shared.pull()
    #expect(try first.group().files().map(\.version) == [7, 1])
    try first.remove("groups/org.example.trains/other.json")
    try first.shared.publish()
    try second.shared.pull()
    #expect(try second.group().files().map(\.name) == ["next.json"])
    // What is unchanged is not persisted again.
    try second.shared.publish()
    try first.shared.pull()
    let count = try versions
    for host in [first, second] {
      _ = try host.group().files()
      try host.shared.pull()
    }
    #expect(try versions == count)
  }

  @Test func `after a restart nothing is persisted again, and what happened meanwhile is made up for`() throws {
    let first = try host("first")
    try first.install("1.0.0")
    try first.write("backgrounds/aa", "a")
    try first.write("backgrounds/bb", "b")
    try first.shared.publish()
    let second = try host("second")
    try second.shared.pull()
    let count = try versions
    #expect(try host("second").shared.pull().isEmpty)
    #expect(try versions == count)

    try first.remove("backgrounds/aa")
    try first.write("backgrounds/bb", "changed by the first")
    try first.write("backgrounds/cc", "c")
    try first.shared.publish()
    // While it did not run, something was changed that others changed too, and something that they did not.
    try second.write("backgrounds/bb", "changed by the second")
    try second.write("backgrounds/dd", "d")
    let again = try host("second")
    try again.shared.pull()
    #expect(again.text("backgrounds/aa") == nil && again.text("backgrounds/cc") == "c")
    #expect(again.text("backgrounds/bb") == "changed by the first")
    try again.shared.pull()
    try first.shared.pull()
    #expect(first.text("backgrounds/dd") == "d" && first.text("backgrounds/aa") == nil)
  }

  @Test func `a copy without its manifest is made anew, and the folder of a single host is shared`() throws {
    let first = try host("first")
    try first.write("backgrounds/aa", "a")
    try first.shared.publish()
    let second = try host("second")
    try second.shared.pull()
    try second.write("backgrounds/bb", "removed by others meanwhile")
    try second.write(".shared.json", "{}")
    let again = try host("second")
    try again.shared.pull()
    #expect(again.text("backgrounds/bb") == nil && again.text("backgrounds/aa") == "a")

    let third = try host("third")
    try third.write("backgrounds/aa", "another")
    try third.write("backgrounds/cc", "c")
    try third.shared.pull()
    try third.shared.publish()
    #expect(third.text("backgrounds/aa") == "a")
    try first.shared.pull()
    #expect(first.text("backgrounds/cc") == "c")

    // Who empties the folder of a host does not empty the cluster.
    try third.remove("backgrounds")
    try third.shared.publish()
    #expect(third.text("backgrounds/aa") == "a")
    try first.remove(".shared.json")
    try first.remove("backgrounds/aa")
    try first.shared.publish()
    #expect(first.text("backgrounds/aa") == "a")
    // The database was made anew.
    try cluster.sql("DELETE FROM tessera.file")
    try host("first").shared.pull()
    #expect(first.text("backgrounds/aa") == nil)
  }

  @Test func `damaged, hostile and too large units are left out, and the others go on`() throws {
    let (first, second) = (try host("first"), try host("second"))
    try first.write("backgrounds/aa", "a")
    try first.write("backgrounds/bb", "b")
    try first.install("1.0.0")
    try first.shared.publish()
    try second.shared.pull()
    try first.write("backgrounds/aa", "changed")
    try first.shared.publish()
    try cluster.sql(
      "UPDATE tessera.file SET bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1) WHERE path = 'backgrounds/aa'")
    let plain = SharedContent.file(Array("evil".utf8)).encoded
    let hostile = [
      "../outside", "/etc/outside", "backgrounds/../outside", "backgrounds/.hidden", "groups/../outside",
      "groups/a/.lock", "groups/a/b/c", "widgets/.lock", "widgets/../outside.widget", "access.sqlite", "backgrounds/zz",
      "",
    ]
    for path in hostile { try persist(path, plain) }
    let outside = ["../evil.json", "/tmp/evil.json", "a/../../evil.json", "a//b", ".hidden", "a\\b"]
    for (number, path) in outside.enumerated() {
      let files = ["widget.json", path].map { SharedBundleFile(path: $0, bytes: []) }
      try persist("widgets/evil\(number).widget", SharedContent.bundle(files).encoded)
    }
    // One unit cannot be passed off as another.
    try persist("widgets/.origins/evil.json", as: "backgrounds/bb", plain)
    try persist("backgrounds/cc", SharedContent.file(Array("c".utf8)).encoded)
    #expect(try second.shared.pull() == ["backgrounds/cc"])
    #expect(second.text("backgrounds/aa") == "a" && second.text("backgrounds/bb") == "b")
    #expect(second.problems.all.count == hostile.count + 8)
    #expect(second.widgets.all().map(\.id) == [Self.widget])
    #expect(!FileManager.default.fileExists(atPath: cluster.folder.appending(path: "outside").path))
    try second.shared.pull()
    #expect(second.problems.all.count == hostile.count + 8, "a problem is reported once")
    // The next change heals it.
    try first.write("backgrounds/aa", "sound")
    try first.shared.publish()
    try second.shared.pull()
    #expect(second.text("backgrounds/aa") == "sound")

    let large = first.folder.appending(path: "backgrounds/dd")
    #expect(FileManager.default.createFile(atPath: large.path, contents: nil))
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: UInt64(SharedContent.maximumSize) + 1)
    try handle.close()
    try first.shared.publish()
    try first.shared.publish()
    #expect(first.problems.all.count == 1)
    #expect(try cluster.sql("SELECT 1 AS one FROM tessera.file WHERE path = 'backgrounds/dd'").rows.isEmpty)
  }

  @Test func `what cannot be written is tried again, and is not persisted as if it were newer`() throws {
    let (first, second) = (try host("first"), try host("second"))
    try first.write("backgrounds/aa", "a")
    try first.write("catalogues.json", "[]")
    try first.shared.publish()
    // A file is where the folder must be.
    try second.write("backgrounds", "")
    #expect(try second.shared.pull() == ["catalogues.json"])
    #expect(second.problems.all.count == 1)
    let count = try versions
    try second.shared.pull()
    #expect(try versions == count)
    #expect(second.problems.all.count == 1)
    try second.remove("backgrounds")
    #expect(try second.shared.pull() == ["backgrounds/aa"])
    #expect(second.text("backgrounds/aa") == "a")
    // What cannot be reached is not removed from the cluster.
    try second.remove("backgrounds")
    try second.write("backgrounds", "")
    try second.shared.publish()
    try first.shared.pull()
    #expect(first.text("backgrounds/aa") == "a")
  }

  @Test func `bytes of any kind are read without harm`() {
    let files = [
      SharedBundleFile(path: "widget.json", bytes: [1, 2, 3]), SharedBundleFile(path: "a/b.png", bytes: []),
    ]
    let content = SharedContent.bundle(files)
    #expect(SharedContent(content.encoded, as: .bundle) == content)
    for end in 0..<content.encoded.count {
      #expect(SharedContent(Array(content.encoded.prefix(end)), as: .bundle) == nil)
    }
    for place in content.encoded.indices {
      var bytes = content.encoded
      bytes[place] = 0xFF
      _ = SharedContent(bytes, as: .bundle)
      _ = SharedContent(bytes, as: .groupFile(group: "a", name: "b"))
    }
    let twice = SharedContent.bundle([files[0], files[0]])
    #expect(SharedContent(twice.encoded, as: .bundle) == nil)
    let removed = SharedContent.groupFile(version: 7, bytes: nil)
    #expect(SharedContent(removed.encoded, as: .groupFile(group: "a", name: "b")) == removed)
    #expect(SharedContent(removed.encoded + [1], as: .groupFile(group: "a", name: "b")) == nil)
  }

  @Test func `changes become visible in the order of their versions`() throws {
    let deadline = ContinuousClock.now + .seconds(300)
    let early = try PostgresConnection(to: cluster.database, before: deadline)
    let late = try PostgresConnection(to: cluster.database, before: deadline)
    defer {
      early.close()
      late.close()
    }
    try early.execute(script: "BEGIN", before: deadline)
    _ = try early.run(FileStatements.persist, [.text("backgrounds/aa"), .bytes([])], before: deadline)
    // The later one would be visible before the one with the lower version.
    try late.execute(script: "SET lock_timeout = '200ms'", before: deadline)
    #expect(throws: PostgresError.self) {
      try late.run(FileStatements.persist, [.text("backgrounds/bb"), .bytes([])], before: deadline)
    }
    try early.execute(script: "COMMIT", before: deadline)
    _ = try late.run(FileStatements.persist, [.text("backgrounds/bb"), .null], before: deadline)
    let rows = try cluster.sql("SELECT path FROM tessera.file ORDER BY version").rows
    #expect(try rows.map { try $0.text("path") } == ["backgrounds/aa", "backgrounds/bb"])
  }

  @Test func `hosts that change things at the same time end with the same files`() async throws {
    let hosts = try ["first", "second"].map { try host($0) }
    for host in hosts { try host.shared.pull() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, host) in hosts.enumerated() {
        group.addTask {
          for round in 0..<30 {
            try host.write("backgrounds/\(number)a\(round)", "own")
            try host.write("backgrounds/ee", "\(number) \(round)")
            if round % 5 == 4 { try host.remove("backgrounds/\(number)a\(round - 1)") }
            try host.install("1.\(number).\(round)")
            _ = try await host.shared.pullChanges()
          }
        }
      }
      try await group.waitForAll()
    }
    for host in hosts + hosts { _ = try await host.shared.pullChanges() }
    let count = try versions
    for host in hosts { _ = try await host.shared.pullChanges() }
    #expect(try versions == count)
    let contents = try hosts.map { host in
      try FileManager.default.subpathsOfDirectory(atPath: host.folder.path)
        .filter { $0.hasPrefix("backgrounds/") || $0.contains(".widget/") || $0.hasPrefix("widgets/.origins/") }
        .reduce(into: [String: String]()) { $0[$1] = host.text($1) }
    }
    #expect(contents[0] == contents[1])
    #expect(contents[0].keys.count { $0.hasPrefix("backgrounds/") } == 2 * 24 + 1)
    #expect(hosts.flatMap(\.problems.all).isEmpty)
  }
}
