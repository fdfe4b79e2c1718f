public import TesseraValues

/// A picture as a server sent it.
public struct ImageResource: Sendable, Hashable {
  /// What the bytes are, by their own signature.
  public var format: ImageFormat
  /// The file's bytes, not decoded.
  public var bytes: [UInt8]

  /// Creates a resource.
  public init(format: ImageFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}
