import Foundation
import Testing

@testable import TesseraBoardService

@Suite("The watch of folders that are sources")
struct FolderWatchTests {
  @Test func `notices files that are added, changed and removed, in the folder in which that happened`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let folders = [root.appending(path: "photos"), root.appending(path: "notes")]
    for folder in folders { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let paths = Set(folders.map(\.path))
    let photo = folders[0].appending(path: "a.png")
    var watch = FolderWatch()
    // What was there before is no change.
    #expect(watch.changes(in: paths) == [])
    try Data("a".utf8).write(to: photo)
    #expect(watch.changes(in: paths) == [folders[0].path])
    #expect(watch.changes(in: paths) == [])
    let handle = try FileHandle(forWritingTo: photo)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("more".utf8))
    try handle.close()
    #expect(watch.changes(in: paths) == [folders[0].path])
    try FileManager.default.removeItem(at: photo)
    #expect(watch.changes(in: paths) == [folders[0].path])
    // A folder that disappears has changed, too; one that is not asked for is forgotten.
    try FileManager.default.removeItem(at: folders[1])
    #expect(watch.changes(in: paths) == [folders[1].path])
    #expect(watch.changes(in: []) == [])
    #expect(watch.changes(in: paths) == [])
  }
}
