public import TesseraValues

/// A picture as a server sent it.
public struct ImageResource: Sendable, Hashable {
  /// What the bytes are, by their own signature.
  public let format: ImageFormat
  /// The file's bytes, not decoded.
  public let bytes: [UInt8]
  /// The checksum of the bytes, made once for as long as the picture is kept.
  public let checksum: Checksum

  /// Creates a resource.
  public init(format: ImageFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
    checksum = Checksum(of: bytes)
  }
}
