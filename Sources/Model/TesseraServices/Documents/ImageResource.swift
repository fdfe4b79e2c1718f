package import TesseraValues

/// A picture as a server sent it.
package struct ImageResource: Sendable, Hashable {
  /// What the bytes are, by their own signature.
  package let format: ImageFormat
  /// The file's bytes, not decoded.
  package let bytes: [UInt8]
  /// The checksum of the bytes, made once for as long as the picture is kept.
  package let checksum: Checksum

  /// Creates a resource.
  package init(format: ImageFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
    checksum = Checksum(of: bytes)
  }
}
