import Foundation
import TesseraBoardService
import Testing

@Suite struct InstalledWidgetsTests {
  @Test func `A bundle is exchanged in one step, and the first one is moved into place`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (next, place) = (folder.appending(path: "next"), folder.appending(path: "place"))
    func write(_ version: String) throws {
      try FileManager.default.createDirectory(at: next, withIntermediateDirectories: true)
      try Data(version.utf8).write(to: next.appending(path: "version"))
    }
    func version(in folder: URL) -> String? {
      let file = folder.appending(path: "version")
      return FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
    }
    // Nothing can be moved away to a place within a file.
    let away = next.appending(path: "version/away")

    try write("1.0.0")
    try InstalledWidgets(folder).exchange(next, with: place, away: away)
    #expect(version(in: place) == "1.0.0" && !FileManager.default.fileExists(atPath: next.path))
    try write("2.0.0")
    try InstalledWidgets(folder).exchange(next, with: place, away: away)
    #expect(version(in: place) == "2.0.0" && version(in: next) == "1.0.0")
  }
}
