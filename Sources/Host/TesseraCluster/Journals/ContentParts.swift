/// Divides the content of a database into parts that are encrypted and persisted one by one.
enum ContentParts {
  /// The size of a part, in bytes.
  private static let size = 1 << 20

  /// Calls a closure with each part as it is persisted.
  /// - Parameters:
  ///   - number: The last change that the content contains.
  ///   - body: Called with the number of the part from 0, how many there are, and the encrypted bytes.
  static func forEach<Failure: Error>(
    of content: [UInt8], of store: String, after number: Int64, sealedBy cipher: ContentCipher,
    _ body: (_ part: Int64, _ parts: Int64, _ sealed: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let parts = max(1, (content.count + size - 1) / size)
    for part in 0..<parts {
      let bytes = Array(content[(part * size)..<min(content.count, (part + 1) * size)])
      let context = JournalConnection.context(of: store, content: number, part: part, of: parts)
      try body(Int64(part), Int64(parts), cipher.seal(bytes, as: context))
    }
  }
}
