/// What a unit contains, and the bytes in which it is persisted.
enum SharedContent: Sendable, Hashable {
  case file([UInt8])
  case bundle([SharedBundleFile])
  /// A file with its version in its group; nil if it was removed, which also has a version.
  case groupFile(version: Int, bytes: [UInt8]?)

  /// How persisted bytes begin: the version of this format.
  private static let format: UInt8 = 1
  /// The maximum size of a unit, in bytes. A larger one is refused. It is that of a bundle.
  static let maximumSize = 64 << 20
  /// The maximum size of a unit as it is persisted, in bytes: with paths, and encrypted.
  static let maximumPersistedSize = 66 << 20

  /// The bytes as they are encrypted.
  var encoded: [UInt8] {
    switch self {
    case .file(let bytes): return [Self.format] + bytes
    case .bundle(let files): return [Self.format] + SharedBundleFile.encoded(files)
    case .groupFile(let version, let bytes):
      var result = [Self.format]
      result.append(UInt64(max(version, 0)), size: 8)
      result.append(bytes == nil ? 0 : 1)
      return result + (bytes ?? [])
    }
  }

  /// - Returns: Nil for bytes that no host persists for a unit of this kind.
  init?(_ encoded: [UInt8], as kind: SharedUnit.Kind) {
    guard encoded.first == Self.format, encoded.count <= Self.maximumPersistedSize else { return nil }
    switch kind {
    case .file: self = .file(Array(encoded.dropFirst()))
    case .bundle:
      guard let files = SharedBundleFile.decoded(encoded.dropFirst()) else { return nil }
      self = .bundle(files)
    case .groupFile:
      var rest = encoded.dropFirst()
      guard let number = rest.takeNumber(size: 8), let version = Int(exactly: number), let flag = rest.popFirst(),
        flag <= 1, flag == 1 || rest.isEmpty
      else { return nil }
      self = .groupFile(version: version, bytes: flag == 1 ? Array(rest) : nil)
    }
  }
}
