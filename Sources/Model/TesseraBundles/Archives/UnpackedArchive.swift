package import TesseraValues

/// The entries of an archive that another process unpacked, and the content of its files.
struct UnpackedArchive: Sendable {
  let listing: BundleListing
  /// The content of each file, or why it cannot be read, by its path.
  private let files: [String: Result<[UInt8], Diagnostic>]

  /// Lets an archive be unpacked.
  /// - Parameter name: The archive's name as the user gave it, for messages.
  init(
    _ archive: [UInt8], name: String, limits: BundleLimits, by decoding: any ContentDecoding
  ) throws(Diagnostic) {
    var parameters = BinaryWriter()
    parameters.write(name)
    parameters.write(limits.entries)
    parameters.write(limits.totalBytes)
    let result = try decoding.result(
      of: ArchiveBundleFiles.decoder.name, parameters: parameters.bytes, content: archive)
    try self.init(encoded: result, limits: limits)
  }

  /// Returns the content of a file.
  func bytes(at path: String, limit: Int) -> Result<[UInt8], Diagnostic> {
    switch files[path] {
    case .success(let bytes)? where bytes.count > limit:
      .failure(.tooLarge(path, size: bytes.count, limit: limit))
    case let result?: result
    case nil: .failure(.unreadable(path, reason: "the file does not exist"))
    }
  }

  /// Unpacks all files of an archive, for another process.
  fileprivate static func encoded(_ parameters: [UInt8], _ archive: [UInt8]) throws(Diagnostic) -> [UInt8] {
    var reader = BinaryReader(parameters)
    let name = try reader.text()
    var limits = BundleLimits.standard
    limits.entries = try reader.number()
    limits.totalBytes = try reader.number()
    try reader.end()
    let files = ArchiveBundleFiles(bytes: archive, name: name)
    let listing = files.list(limits: limits)
    var writer = BinaryWriter()
    writer.write(listing.isComplete)
    writer.write(listing.diagnostics.count)
    for diagnostic in listing.diagnostics { writer.write(diagnostic) }
    writer.write(listing.entries.count)
    var written: Set<String> = []
    for entry in listing.entries {
      writer.write(entry.path)
      writer.write(entry.kind.number)
      writer.write(entry.size)
      writer.write(entry.modified)
      // Of entries with the same path, the first one counts.
      let isFirst = written.insert(entry.path).inserted && entry.kind == .file
      writer.write(isFirst)
      guard isFirst else { continue }
      do throws(Diagnostic) {
        let bytes = try files.bytes(at: entry.path, limit: limits.totalBytes)
        writer.write(true)
        writer.write(bytes)
      } catch {
        writer.write(false)
        writer.write(error)
      }
    }
    return writer.bytes
  }

  /// Reads what a decoder made of an archive. It is not trusted to have kept the limits.
  private init(encoded bytes: [UInt8], limits: BundleLimits) throws(Diagnostic) {
    var reader = BinaryReader(bytes)
    var listing = BundleListing(isComplete: try reader.flag())
    for _ in 0..<(try reader.count(limit: limits.entries)) { listing.diagnostics.append(try reader.diagnostic()) }
    var files: [String: Result<[UInt8], Diagnostic>] = [:]
    var rest = limits.totalBytes
    for _ in 0..<(try reader.count(limit: limits.entries)) {
      let path = try reader.text()
      guard let kind = BundleEntry.Kind(number: try reader.number()) else { throw BinaryReader.malformed }
      let size = try reader.number(Int.self)
      listing.entries.append(BundleEntry(path: path, kind: kind, size: size, modified: try reader.number()))
      guard try reader.flag() else { continue }
      guard files[path] == nil, kind == .file, size >= 0 else { throw BinaryReader.malformed }
      if try reader.flag() {
        let bytes = try reader.bytes()
        rest -= bytes.count
        guard bytes.count <= size, rest >= 0 else { throw BinaryReader.malformed }
        files[path] = .success(bytes)
      } else {
        files[path] = .failure(try reader.diagnostic())
      }
    }
    try reader.end()
    self.listing = listing
    self.files = files
  }
}

extension ArchiveBundleFiles {
  /// The decoder of archives for other processes.
  package static let decoder = ContentDecoder(
    name: "archive",
    prepare: {
      // An archive without entries consists of its end record.
      let empty = [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)
      _ = ArchiveBundleFiles(bytes: empty, name: "").list(limits: .standard)
    },
    decode: { parameters, content throws(Diagnostic) in try UnpackedArchive.encoded(parameters, content) })
}

extension BundleEntry.Kind {
  fileprivate init?(number: UInt8) {
    switch number {
    case 0: self = .file
    case 1: self = .symbolicLink
    case 2: self = .special
    default: return nil
    }
  }

  fileprivate var number: UInt8 {
    switch self {
    case .file: 0
    case .symbolicLink: 1
    case .special: 2
    }
  }
}
