import Foundation
import TesseraValues
import Testing

@Suite("The stamp of a file")
struct FileStampTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "stamps-\(UUID().uuidString)")

  @Test func `changes with the content, and when another file takes its place`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.txt")
    #expect(FileStamp(path: file.path) == nil)
    try Data("one".utf8).write(to: file)
    let first = try #require(FileStamp(path: file.path))
    #expect(first.size == 3 && first.isRegularFile)
    #expect(first == FileStamp(path: file.path))
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data("three".utf8))
    try handle.close()
    let longer = try #require(FileStamp(path: file.path))
    #expect(longer != first && longer.number == first.number)
    // A file that replaces another has the same size and date, but another number.
    let other = folder.appending(path: "b.txt")
    try Data("three".utf8).write(to: other)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: other.path)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: file.path)
    let before = try #require(FileStamp(path: file.path))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: other, to: file)
    let after = try #require(FileStamp(path: file.path))
    #expect(before.size == after.size && before.modified == after.modified && before != after)
  }

  @Test func `is that of a link, or of the file that the link leads to`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, link) = (folder.appending(path: "a.txt"), folder.appending(path: "link"))
    try Data("one".utf8).write(to: file)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(FileStamp(path: link.path)?.isRegularFile == false)
    #expect(FileStamp(path: link.path, followsLinks: true) == FileStamp(path: file.path))
    #expect(FileStamp(path: folder.path)?.isRegularFile == false)
  }
}
