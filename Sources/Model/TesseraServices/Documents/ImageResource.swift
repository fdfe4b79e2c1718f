package import TesseraValues

/// An image as a server sent it.
package struct ImageResource: Sendable, Hashable {
  /// The format of the bytes, detected from their signature.
  package let format: ImageFormat
  /// The file's bytes, not decoded.
  package let bytes: [UInt8]
  /// The checksum of the bytes, computed once when the resource is created.
  package let checksum: Checksum

  /// Creates a resource.
  package init(format: ImageFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
    checksum = Checksum(of: bytes)
  }
}
