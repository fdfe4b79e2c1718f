package import Foundation
import HTTPTypes
import TesseraCrypto
import TesseraValues

/// Downloads archives of widgets and stores them. A later download transfers only an archive that has changed, and an
/// interrupted transfer resumes where it stopped.
///
/// Sources: RFC 9110, sections 13 (validators) and 14 (ranges); RFC 6234 (SHA-256).
package struct ArchiveDownload: Sendable {
  /// The maximum size of a downloaded archive, in bytes. A larger one is refused.
  package static let maximumBytes = 64 << 20
  /// The time limit of a download of an archive, including all attempts. The download fails.
  private static let timeLimit = Duration.seconds(600)
  /// The maximum number of attempts at a download that is interrupted. Then the download fails.
  private static let maximumAttempts = 4
  private static let pause = Duration.seconds(1)

  private let folder: URL
  private let transport: HTTPTransport
  private let clock: any Clock<Duration>

  /// - Parameter folder: The folder in which archives are stored.
  package init(
    folder: URL, transport: HTTPTransport, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.folder = folder
    self.transport = transport
    self.clock = clock
  }

  /// Returns the archive at a URL, after downloading it if necessary.
  ///
  /// - Parameters:
  ///   - policy: The hosts that may be contacted, including those of redirects.
  ///   - sha256: The required checksum of the archive, in hexadecimal digits; nil accepts any archive.
  /// - Returns: A file in the folder. It remains unchanged until the URL is requested again.
  package func file(at address: String, policy: HostPolicy, sha256: String? = nil) async throws(ServiceError) -> URL {
    let url: HTTPURL
    do {
      url = try HTTPURL(PercentEncoding.literal(address))
    } catch {
      throw ServiceError(.invalidRequest, message: "'\(address.prefix(200))' \(error.words)")
    }
    let archive = StoredArchive(of: url, in: folder)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      return try await Deadline.run(within: Self.timeLimit, clock: clock) {
        try await self.transfer(url, to: archive, policy, sha256)
        return archive.file
      }
    } catch is Deadline.Exceeded {
      throw ServiceError(.timeout, message: "The archive did not arrive within \(Self.timeLimit)")
    } catch let error as ServiceError {
      throw error
    } catch is CancellationError {
      throw ServiceError(.cancelled, message: "The transfer was cancelled")
    } catch {
      throw ServiceError(
        .connection, message: "The archive cannot be stored in '\(folder.path)'", underlying: "\(error)")
    }
  }

  /// Verifies the checksum of a file.
  package static func check(_ file: URL, _ sha256: String) throws(ServiceError) {
    guard let data = try? Data(contentsOf: file) else {
      throw ServiceError(.truncated, message: "The archive cannot be read")
    }
    let found = HashFunction.sha256.digest(of: data).hexadecimalText
    guard found == sha256.lowercased() else {
      throw ServiceError(
        .contentType, message: "The archive is not the requested one",
        underlying: "its SHA-256 is \(found), not \(sha256.lowercased())")
    }
  }

  private func transfer(_ url: HTTPURL, to archive: StoredArchive, _ policy: HostPolicy, _ sha256: String?) async throws
  {
    for attempt in 1... {
      do {
        return try await request(url, to: archive, policy, sha256)
      } catch let error as ServiceError
        where attempt < Self.maximumAttempts && (error.kind == .truncated || error.kind == .connection)
      {
        // The bytes received so far are kept. Without any, there is nothing to resume.
        guard archive.hasPart else { throw error }
        try await clock.sleep(for: Self.pause * attempt)
      }
    }
  }

  private func request(_ url: HTTPURL, to archive: StoredArchive, _ policy: HostPolicy, _ sha256: String?) async throws
  {
    var request = OutgoingRequest(url: url, method: .get)
    request.acceptsCompression = false
    request.headers[.accept] = "application/zip, application/octet-stream;q=0.9, */*;q=0.1"
    let part = archive.part
    if let part {
      request.headers[.range] = "bytes=\(part.length)-"
      request.headers[.ifRange] = part.validator
    } else if let known = archive.validators {
      request.headers.append(contentsOf: known.fields)
    }
    let writer = PartWriter(archive: archive, start: part?.length ?? 0, sha256: sha256)
    do {
      try await transport.stream(
        request, policy: policy, timeout: nil, clock: clock, onHead: { try writer.begin($0) },
        onChunk: { try writer.append($0) })
      try writer.finish()
    } catch is PartWriter.Unchanged {
      try archive.check(sha256)
    } catch let error as ServiceError where error.kind == .status && error.status == 416 && part != nil {
      // The archive has been replaced by a shorter one.
      archive.removePart()
      try await self.request(url, to: archive, policy, sha256)
    }
  }
}

/// The files of an archive: itself and its metadata, and the same of a part that was received.
private struct StoredArchive: Sendable {
  let file: URL
  private let notes: URL
  fileprivate let partFile: URL
  fileprivate let partNotes: URL

  init(of url: HTTPURL, in folder: URL) {
    let name = String(HashFunction.sha256.digest(of: url.text.utf8).hexadecimalText.prefix(32))
    file = folder.appending(path: "\(name).zip")
    notes = folder.appending(path: "\(name).json")
    partFile = folder.appending(path: "\(name).part")
    partNotes = folder.appending(path: "\(name).part.json")
  }

  /// The validators of the stored archive; nil if no complete archive is stored.
  var validators: DocumentValidators? {
    guard FileManager.default.fileExists(atPath: file.path), let value = Self.read(notes) else { return nil }
    let validators = DocumentValidators(HTTPFields((value.dictionary ?? [:]).compactMapValues(\.string)))
    return validators.isEmpty ? nil : validators
  }

  /// An interrupted transfer: the number of bytes received, and the validator that identifies the rest.
  var part: (length: Int, validator: String)? {
    guard let validator = Self.read(partNotes)?.value(at: "validator").string,
      let size = try? FileManager.default.attributesOfItem(atPath: partFile.path)[.size] as? Int, size > 0
    else { return nil }
    return (size, validator)
  }

  var hasPart: Bool { part != nil }

  func removePart() {
    try? FileManager.default.removeItem(at: partFile)
    try? FileManager.default.removeItem(at: partNotes)
  }

  /// Replaces the stored archive with the completed transfer in one step. Until then, the previous archive remains.
  func adoptPart(etag: String?, lastModified: String?) throws {
    // The previous archive's metadata must not be attributed to the new one.
    try? FileManager.default.removeItem(at: notes)
    // Foundation's `replaceItemAt` would put the old file in the place of the new one here.
    guard rename(partFile.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    removePart()
    try Self.write(
      ["etag": etag.map(Value.string) ?? .null, "last-modified": lastModified.map(Value.string) ?? .null], to: notes)
  }

  /// Verifies the checksum of the stored archive.
  func check(_ sha256: String?) throws(ServiceError) {
    // Without validators, the next request fetches the whole archive rather than asking whether it has changed.
    try Self.check(file, sha256) { try? FileManager.default.removeItem(at: notes) }
  }

  /// Verifies the checksum of a completed transfer, and removes the transfer if the checksum differs.
  func checkPart(_ sha256: String?) throws(ServiceError) { try Self.check(partFile, sha256, otherwise: removePart) }

  private static func check(_ file: URL, _ sha256: String?, otherwise: () -> Void) throws(ServiceError) {
    guard let sha256 else { return }
    do {
      try ArchiveDownload.check(file, sha256)
    } catch {
      otherwise()
      throw error
    }
  }

  static func write(_ value: Value, to file: URL) throws {
    try Data(JSONText.text(of: value).utf8).write(to: file, options: .atomic)
  }

  private static func read(_ file: URL) -> Value? {
    FileManager.default.contents(atPath: file.path).flatMap {
      try? Value.parseJSON($0, limits: JSONLimits(bytes: 10_000))
    }
  }
}

/// The part of an archive that a response contains: `bytes 500-999/1000` (RFC 9110, section 14.4).
private struct ContentRange {
  let start: Int
  let total: Int

  init?(_ field: String?) {
    guard let match = field?.wholeMatch(of: /bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})/),
      let start = Int(match.1), let end = Int(match.2), let total = Int(match.3), end == total - 1
    else { return nil }
    (self.start, self.total) = (start, total)
  }
}

/// Writes an archive to a file as it arrives.
private final class PartWriter {
  /// Indicates that the stored archive is current.
  struct Unchanged: Error {}

  private let archive: StoredArchive
  private let start: Int
  private let sha256: String?
  private var length = 0
  private var expected: Int?
  private var handle: FileHandle?
  private var etag: String?
  private var lastModified: String?

  init(archive: StoredArchive, start: Int, sha256: String?) {
    self.archive = archive
    self.start = start
    self.sha256 = sha256
  }

  func begin(_ head: IncomingResponse) throws {
    switch head.status {
    case 304: throw Unchanged()
    case 200: length = 0
    case 206:
      guard start > 0, let range = ContentRange(head.headers.first(.contentRange)), range.start == start else {
        // The two parts cannot be combined.
        archive.removePart()
        throw ServiceError(.truncated, message: "The server sent a different part of the archive than requested")
      }
      length = start
      expected = range.total
    default:
      throw ServiceError(.status, status: head.status, message: "The server responded with status \(head.status)")
    }
    if head.status == 200 { expected = head.headers.first(.contentLength).flatMap(Int.init) }
    if let expected, expected > ArchiveDownload.maximumBytes {
      archive.removePart()
      throw Self.tooLarge
    }
    etag = head.headers.first(.eTag)
    lastModified = head.headers.first(.lastModified)
    if length == 0 {
      archive.removePart()
      try Data().write(to: archive.partFile)
      // A weak validator does not guarantee identical bytes (RFC 9110, section 13.1.5).
      let strong = etag.flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? lastModified
      if let strong { try StoredArchive.write(["validator": .string(strong)], to: archive.partNotes) }
    }
    let handle = try FileHandle(forWritingTo: archive.partFile)
    try handle.seekToEnd()
    self.handle = handle
  }

  func append(_ chunk: [UInt8]) throws {
    length += chunk.count
    guard length <= ArchiveDownload.maximumBytes else {
      archive.removePart()
      throw Self.tooLarge
    }
    try handle?.write(contentsOf: Data(chunk))
  }

  func finish() throws {
    try handle?.close()
    // Another transfer of the same archive may have replaced the file.
    let written = try? FileManager.default.attributesOfItem(atPath: archive.partFile.path)[.size] as? Int
    if let expected, expected != length || written != length {
      throw ServiceError(.truncated, message: "The archive ended early")
    }
    try archive.checkPart(sha256)
    try archive.adoptPart(etag: etag, lastModified: lastModified)
  }

  private static let tooLarge = ServiceError(
    .tooLarge, message: "The archive has more than \(ArchiveDownload.maximumBytes) bytes")
}
