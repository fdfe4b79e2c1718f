import TesseraBundles

/// A file of an installed bundle. A bundle is persisted as the list of its files.
struct SharedBundleFile: Sendable, Hashable {
  /// The path in the bundle.
  var path: String
  var bytes: [UInt8]

  private static let limits = BundleLimits.standard

  /// Returns files as bytes: their number, and for each its path and its content, both after their sizes.
  static func encoded(_ files: [Self]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(files.reduce(4) { $0 + $1.path.utf8.count + $1.bytes.count + 8 })
    result.append(UInt64(files.count), size: 4)
    for file in files {
      result.append(UInt64(file.path.utf8.count), size: 4)
      result += file.path.utf8
      result.append(UInt64(file.bytes.count), size: 4)
      result += file.bytes
    }
    return result
  }

  /// Returns the files in bytes.
  /// - Returns: Nil if the bytes are damaged, or if a file would lie outside of the bundle or could not be in one.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [Self]? {
    var rest = bytes
    guard let count = rest.takeNumber(size: 4), count <= UInt64(limits.entries) else { return nil }
    var files: [Self] = []
    var paths: Set<String> = []
    for _ in 0..<count {
      guard let pathSize = rest.takeNumber(size: 4), let name = rest.take(Int(pathSize)),
        let path = String(validating: name, as: UTF8.self), isAllowed(path), paths.insert(path).inserted,
        let size = rest.takeNumber(size: 4), let content = rest.take(Int(size))
      else { return nil }
      files.append(Self(path: path, bytes: Array(content)))
    }
    return rest.isEmpty ? files : nil
  }

  /// Bundles are installed without hidden files.
  private static func isAllowed(_ path: String) -> Bool {
    guard BundlePath.problem(in: path) == nil else { return false }
    let parts = path.split(separator: "/")
    return parts.count <= limits.depth + 1 && !parts.contains { $0.hasPrefix(".") }
  }
}
