/// The images that were made last, within a limit of bytes.
struct RecentImages {
  /// The most bytes of all images that are kept. Others are made again when they are asked for.
  private static let maximumBytes = 8 << 20

  private var files: [(path: String, bytes: [UInt8])] = []
  private var byteCount = 0

  /// Returns an image that is kept, which then stays longest.
  mutating func bytes(at path: String) -> [UInt8]? {
    guard let index = files.firstIndex(where: { $0.path == path }) else { return nil }
    let file = files.remove(at: index)
    files.append(file)
    return file.bytes
  }

  /// Keeps an image, and drops those that were asked for longest ago.
  mutating func keep(_ bytes: [UInt8], at path: String) {
    guard bytes.count <= Self.maximumBytes, !files.contains(where: { $0.path == path }) else { return }
    files.append((path, bytes))
    byteCount += bytes.count
    while byteCount > Self.maximumBytes { byteCount -= files.removeFirst().bytes.count }
  }
}
