import CZlib

/// Decompression of zlib and gzip streams.
package enum Inflation {
  /// Decodes a stream in the format of zlib (RFC 1950) or gzip (RFC 1952), whichever its header tells.
  /// - Parameter maximumCount: The most bytes that the result may have; a longer one is an error. Memory is taken as the
  ///   stream yields bytes.
  package static func decode(_ stream: ByteRegion, maximumCount: Int) throws(XcodeFileError) -> [UInt8] {
    var state = z_stream()
    // 15 is the window of 32 kB, and 32 detects the header.
    guard inflateInit2_(&state, 15 + 32, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw XcodeFileError("memory is missing for decompression", offset: stream.fileOffset(of: 0))
    }
    defer { inflateEnd(&state) }
    var output: [UInt8] = []
    var status = Z_OK
    var input = stream.slice
    while status == Z_OK {
      guard output.count < maximumCount || !input.isEmpty else { break }
      let room = min(64 << 10, max(1, maximumCount - output.count))
      var made = 0
      var used = 0
      let buffer = [UInt8](unsafeUninitializedCapacity: room) { target, count in
        input.withUnsafeBufferPointer { source in
          let available = min(source.count, 1 << 20)
          state.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
          state.avail_in = UInt32(available)
          state.next_out = target.baseAddress
          state.avail_out = UInt32(room)
          status = inflate(&state, Z_NO_FLUSH)
          used = available - Int(state.avail_in)
        }
        made = room - Int(state.avail_out)
        count = made
      }
      output += buffer
      input = input.dropFirst(used)
      guard output.count <= maximumCount else {
        throw XcodeFileError(
          "the data is larger than the \(maximumCount) bytes that are expected", offset: stream.fileOffset(of: 0))
      }
      if made == 0, used == 0 { break }
    }
    guard status == Z_STREAM_END else {
      throw XcodeFileError("a zlib stream is damaged or cut", offset: input.startIndex)
    }
    return output
  }
}
