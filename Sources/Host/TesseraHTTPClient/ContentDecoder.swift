import CZlib
import HTTPTypes
import TesseraServices

/// Decodes the content of a response while it arrives (RFC 9110, section 8.4.1).
///
/// libcurl would refuse a response with a coding that it does not know. Some servers name what is none, such as `utf-8`; content
/// with any other name than those of zlib's formats is therefore taken as it is, as in browsers.
final class ContentDecoder {
  /// The codings that requests accept.
  static let acceptedCodings = "gzip, deflate"
  /// The maximum size of what a step yields, in bytes: a small response can stand for a large one.
  private static let maximumStep = 256 << 10

  private let isGzip: Bool
  /// zlib refuses a stream whose address has changed.
  private var stream: UnsafeMutablePointer<z_stream>?
  private var input: [UInt8] = []
  private var isOver = false

  /// Creates a decoder; nil if the fields of the response name no coding of zlib's.
  init?(_ fields: HTTPFields) {
    let names = (fields[.contentEncoding] ?? "").lowercased().split { " ,\t".contains($0) }
    let codings = names.filter { $0 != "identity" }
    guard codings.count == 1, ["gzip", "x-gzip", "deflate"].contains(codings[0]) else { return nil }
    isGzip = codings[0] != "deflate"
  }

  deinit {
    if let stream {
      inflateEnd(stream)
      stream.deallocate()
    }
  }

  /// Adds bytes of the response.
  func append(_ bytes: [UInt8]) { input += bytes }

  /// Returns the next decoded bytes; none if more of the response is needed.
  /// - Throws: ``HTTPClientError`` if the content is damaged.
  func next() throws(HTTPClientError) -> [UInt8] {
    guard !input.isEmpty, !isOver else { return [] }
    if self.stream == nil { self.stream = try open() }
    guard let stream else { return [] }
    var status = Z_OK
    var used = 0
    let output = [UInt8](unsafeUninitializedCapacity: Self.maximumStep) { target, count in
      input.withUnsafeBufferPointer { source in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(source.count)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(Self.maximumStep)
        status = inflate(stream, Z_NO_FLUSH)
        used = source.count - Int(stream.pointee.avail_in)
      }
      count = Self.maximumStep - Int(stream.pointee.avail_out)
    }
    input.removeFirst(used)
    switch status {
    case Z_STREAM_END:
      // A file of gzip can have several members (RFC 1952, section 2.2). What follows otherwise is not content.
      if isGzip, input.first == 0x1F { inflateReset(stream) } else { isOver = true }
    case Z_OK, Z_BUF_ERROR: break
    default: throw HTTPClientError(kind: .connection, description: "The compressed content is damaged")
    }
    return output
  }

  /// Checks that the content has its end.
  func finish() throws(HTTPClientError) {
    if stream != nil, !isOver { throw .endedEarly }
  }

  private func open() throws(HTTPClientError) -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 is the window of 32 kB; 16 is gzip; a negative one has no header, which many servers leave out.
    let hasHeader = input[0] & 0x0F == 8 && input[0] >> 4 <= 7
    guard
      inflateInit2_(
        stream, isGzip ? 15 + 16 : hasHeader ? 15 : -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      stream.deallocate()
      throw HTTPClientError(kind: .connection, description: "Memory is missing for decompression")
    }
    return stream
  }
}
