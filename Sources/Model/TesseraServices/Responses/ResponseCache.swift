package import Foundation
import HTTPTypes
import TesseraCrypto
import TesseraValues

/// The time for which a service's response may be reused.
package struct ResponseFreshness: Sendable, Hashable {
  /// The valid range of ages, in seconds.
  static let ages = 0.0...31_536_000.0

  /// The number of seconds for which a response is used without a request to the server.
  package var age: Double
  /// The number of seconds for which a response may be used if the server cannot respond.
  package var maximumStaleAge = 86_400.0
}

/// A cache of one instance's responses, stored in files.
///
/// A file consists of a line of JSON with the metadata of the response, followed by the body. The least recently used
/// files are evicted.
package actor ResponseCache {
  /// A stored response.
  struct Entry: Sendable {
    var response: IncomingResponse
    var date: Date
  }

  /// The maximum size of all cached responses of a widget on disk, in bytes. The oldest are removed.
  private static let maximumBytes = 32 << 20
  private static let ending = "answer"
  private static let kept: Set<String> = ["content-type", "etag", "last-modified", "cache-control", "link"]

  private let folder: URL?
  /// The responses of an instance without a folder. Their number and size are limited.
  private var inMemory: [String: Entry] = [:]

  /// Creates a cache.
  /// - Parameter folder: The folder of the files; nil keeps responses in memory for the lifetime of the instance.
  package init(folder: URL?) { self.folder = folder }

  /// Returns the stored response to a request.
  func entry(for key: String) -> Entry? {
    guard let folder else { return inMemory[key] }
    let file = folder.appending(path: "\(key).\(Self.ending)")
    guard let data = FileManager.default.contents(atPath: file.path),
      let end = data.firstIndex(of: UInt8(ascii: "\n")), let head = try? Value.parseJSON(Array(data[..<end])),
      let address = head.value(at: "url").string, let url = try? HTTPURL(address),
      let status = head.value(at: "status").integer, let seconds = head.value(at: "date").number
    else { return nil }
    let headers = (head.value(at: "headers").dictionary ?? [:]).compactMapValues(\.string)
    // The modification date records the last use, which determines the order of eviction.
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
    return Entry(
      response: IncomingResponse(
        status: Int(clamping: status),
        headers: HTTPFields(headers),
        body: Array(data[(end + 1)...]), url: url),
      date: Date(timeIntervalSince1970: seconds))
  }

  /// Stores a response.
  func store(_ entry: Entry, for key: String) {
    guard entry.response.body.count <= Self.maximumBytes / 4 else { return }
    guard let folder else {
      let bytes = inMemory.values.reduce(entry.response.body.count) { $0 + $1.response.body.count }
      if bytes > Self.maximumBytes / 4 || inMemory.count >= 100 { inMemory = [:] }
      return inMemory[key] = entry
    }
    let headers = entry.response.headers.filter { Self.kept.contains($0.name.canonicalName) }
    let head: Value = [
      "url": .string(entry.response.url.textWithoutQuery), "status": .integer(Int64(entry.response.status)),
      "date": .double(entry.date.timeIntervalSince1970),
      "headers": .dictionary(
        Dictionary(headers.map { ($0.name.canonicalName, Value.string($0.value)) }, uniquingKeysWith: { $1 })),
    ]
    let files = FileManager.default
    try? files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // A failure is ignored: a response that is not stored is requested again.
    let file = folder.appending(path: "\(key).\(Self.ending)")
    try? Data(JSONText.text(of: head).utf8 + [UInt8(ascii: "\n")] + entry.response.body).write(
      to: file, options: .atomic)
    try? files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    makeRoom(in: folder)
  }

  /// Removes all responses, because the next user must not see them.
  func removeAll() {
    inMemory = [:]
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  private func makeRoom(in folder: URL) {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
    var found = files.map { file in
      let values = try? file.resourceValues(forKeys: keys)
      return (file: file, size: values?.fileSize ?? 0, date: values?.contentModificationDate ?? .distantPast)
    }
    var total = found.reduce(0) { $0 + $1.size }
    guard total > Self.maximumBytes else { return }
    found.sort { $0.date < $1.date }
    for file in found where total > Self.maximumBytes {
      try? FileManager.default.removeItem(at: file.file)
      total -= file.size
    }
  }

}
