package import Foundation
import HTTPTypes
import TesseraCrypto
import TesseraValues

/// For how long an answer of a service is good.
package struct AnswerFreshness: Sendable, Hashable {
  /// The seconds that may be asked for.
  static let ages = 0.0...31_536_000.0

  /// For how many seconds the server is not asked again.
  package var age: Double
  /// For how many seconds the answer stands in where the server cannot be asked.
  package var ageOfStandIn = 86_400.0
}

/// Answers of services that are kept in files, for one instance.
///
/// A file is a line of JSON, which says what the answer was, and the body. Files that were used longest ago make room.
package actor ResponseCache {
  /// An answer that is kept.
  struct Entry: Sendable {
    var answer: IncomingAnswer
    var date: Date
  }

  /// The bytes of all files.
  private static let maximumBytes = 32 << 20
  private static let ending = "answer"
  private static let kept: Set<String> = ["content-type", "etag", "last-modified", "cache-control", "link"]

  private let folder: URL?
  /// Those of an instance that has no folder, up to a number.
  private var inMemory: [String: Entry] = [:]

  /// Creates a cache.
  /// - Parameter folder: where the files lie; nil to keep answers as long as the instance is there.
  package init(folder: URL?) { self.folder = folder }

  /// What was answered to a request.
  func entry(for key: String) -> Entry? {
    guard let folder else { return inMemory[key] }
    let file = folder.appending(path: "\(key).\(Self.ending)")
    guard let data = FileManager.default.contents(atPath: file.path),
      let end = data.firstIndex(of: UInt8(ascii: "\n")), let head = try? Value.parseJSON(Array(data[..<end])),
      let address = head.value(at: "url").string, let url = try? HTTPURL(address),
      let status = head.value(at: "status").integer, let seconds = head.value(at: "date").number
    else { return nil }
    let headers = (head.value(at: "headers").dictionary ?? [:]).compactMapValues(\.string)
    // What is used now makes room last.
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
    return Entry(
      answer: IncomingAnswer(
        status: Int(clamping: status),
        headers: HTTPFields(headers),
        body: Array(data[(end + 1)...]), url: url),
      date: Date(timeIntervalSince1970: seconds))
  }

  /// Keeps an answer.
  func store(_ entry: Entry, for key: String) {
    guard entry.answer.body.count <= Self.maximumBytes / 4 else { return }
    guard let folder else {
      let bytes = inMemory.values.reduce(entry.answer.body.count) { $0 + $1.answer.body.count }
      if bytes > Self.maximumBytes / 4 || inMemory.count >= 100 { inMemory = [:] }
      return inMemory[key] = entry
    }
    let headers = entry.answer.headers.filter { Self.kept.contains($0.name.canonicalName) }
    let head: Value = [
      "url": .string(entry.answer.url.textWithoutQuery), "status": .integer(Int64(entry.answer.status)),
      "date": .double(entry.date.timeIntervalSince1970),
      "headers": .dictionary(
        Dictionary(headers.map { ($0.name.canonicalName, Value.string($0.value)) }, uniquingKeysWith: { $1 })),
    ]
    let files = FileManager.default
    try? files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // What cannot be kept is asked for again.
    let file = folder.appending(path: "\(key).\(Self.ending)")
    try? Data(JSONText.text(of: head).utf8 + [UInt8(ascii: "\n")] + entry.answer.body).write(to: file, options: .atomic)
    try? files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    makeRoom(in: folder)
  }

  /// Forgets all answers: they may be for somebody else.
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

  /// What makes two requests the same. It tells nothing of what they hold.
  static func key(of request: OutgoingRequest) -> String {
    let headers = request.headers.map { "\($0.name.canonicalName): \($0.value)" }.sorted().joined(separator: "\n")
    let text = "\(request.method.rawValue) \(request.url.text)\n\(headers)"
    return HashFunction.sha256.digest(of: text.utf8).hexadecimalText
  }
}
