import Hummingbird
import NIOCore
import TesseraValues

extension Value {
  /// Returns the elements of two lists in the order of their identities, each once, or an object whose lists have the
  /// elements of both. Other members are those of this one.
  func combined(with other: Value) -> Value {
    if let own = array, let others = other.array {
      // While a board changes hands, two hosts may list it.
      let elements = Dictionary((own + others).map { ($0.value(at: "id").description, $0) }) { first, _ in first }
      return .array(elements.sorted { $0.key < $1.key }.map(\.value))
    }
    guard let own = dictionary, let others = other.dictionary else { return self }
    return .dictionary(
      own.merging(others) { own, other in own.array != nil && other.array != nil ? own.combined(with: other) : own })
  }
}

extension Response {
  /// Returns the body as JSON; nil if it is too large, cannot be read, or is something else.
  func value() async -> Value? {
    let collection = BodyCollection(limit: Self.maximumListSize)
    guard (try? await body.write(collection)) != nil else { return nil }
    return try? Value.parseJSON(collection.bytes.readableBytesView)
  }

  /// The maximum size of the list of one host, in bytes. A larger one is left out.
  private static let maximumListSize = 16 << 20
}

/// Collects a body in memory.
private final class BodyCollection: ResponseBodyWriter {
  struct TooLarge: Error {}

  private(set) var bytes = ByteBuffer()
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func write(_ buffer: ByteBuffer) async throws {
    guard bytes.readableBytes + buffer.readableBytes <= limit else { throw TooLarge() }
    bytes.writeImmutableBuffer(buffer)
  }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
