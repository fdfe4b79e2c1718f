import CZlib

/// The format in which all browsers accept compressed responses (RFC 1952).
enum Gzip {
  /// Compresses bytes. Returns nil if memory is missing.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 is the window of 32 kB, and 16 asks for the header of gzip.
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        CInt(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let isDone = bytes.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    return isDone ? Array(output.prefix(Int(stream.total_out))) : nil
  }

  /// Whether the value of `Accept-Encoding` admits it (RFC 9110, section 12.5.3).
  static func isAccepted(by field: String?) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard parts.first == "gzip" else { return false }
      return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }
}
