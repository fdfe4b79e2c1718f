import CZlib
import TesseraCrypto

/// Compresses and encrypts what is persisted in the database.
///
/// The database stores what it is given, but can neither read it nor change it unnoticed.
struct ContentCipher: Sendable {
  private let cipher: AuthenticatedCipher

  /// How encrypted bytes begin: the version of this format.
  private static let version: UInt8 = 1
  /// The size of the number before compressed bytes, which says how many they were, in bytes.
  private static let numberSize = 8

  /// The maximum size of what is opened, in bytes. It is that of a widget's data (256 MiB), and some more.
  private static let maximumSize = 300 << 20

  /// - Returns: Nil if the key does not have the size of a key.
  init?(_ key: ClusterKey) {
    guard let cipher = AuthenticatedCipher(key: key.key(for: .content)) else { return nil }
    self.cipher = cipher
  }

  /// Returns bytes as they are persisted.
  /// - Parameter context: What the bytes are, such as a store and a number. They can be opened as that only.
  func seal(_ bytes: [UInt8], as context: String) -> [UInt8] {
    var content: [UInt8] = []
    content.append(UInt64(bytes.count), size: Self.numberSize)
    return [Self.version] + cipher.seal(content + Self.compressed(bytes), context: Array(context.utf8))
  }

  /// Returns the bytes that were persisted; nil if they are damaged, or were persisted as something else or with
  /// another key.
  func open(_ sealed: [UInt8], as context: String) -> [UInt8]? {
    guard sealed.first == Self.version,
      var opened = cipher.open(Array(sealed.dropFirst()), context: Array(context.utf8))?[...],
      let size = opened.takeNumber(size: Self.numberSize), size <= UInt64(Self.maximumSize)
    else { return nil }
    return Self.expanded(Array(opened), size: Int(size))
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    // The buffer is large enough, so this fails only if memory is exhausted.
    let code = compress2(&output, &count, bytes, uLong(bytes.count), Z_BEST_SPEED)
    precondition(code == Z_OK, "zlib could not allocate memory")
    output.removeLast(output.count - Int(count))
    return output
  }

  private static func expanded(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    var count = uLongf(size)
    // zlib refuses a buffer without a place.
    var output = [UInt8](repeating: 0, count: max(size, 1))
    guard uncompress(&output, &count, bytes, uLong(bytes.count)) == Z_OK, Int(count) == size else { return nil }
    output.removeLast(output.count - size)
    return output
  }
}
