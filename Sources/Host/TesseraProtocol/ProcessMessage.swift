import Foundation
package import TesseraValues

/// A message between a host and the program of a widget: JSON-RPC 2.0, one message per line.
package enum ProcessMessage: Sendable, Hashable {
  /// A request, which has to be answered with the same number.
  case request(Int, method: String, Value)
  /// A message that has no response.
  case notification(method: String, Value)
  /// The result of a request.
  case result(Int, Value)
  /// The error of a request.
  case failure(Int, code: Int, message: String)

  /// JSON-RPC's error code for an unknown method.
  package static let methodNotFound = -32_601
  /// JSON-RPC's error code for parameters that cannot be decoded.
  package static let invalidParameters = -32_602
  /// JSON-RPC's error code for all other errors.
  package static let internalError = -32_603

  /// The message as JSON, with a line feed.
  package var line: [UInt8] {
    var members: [String: Value] = ["jsonrpc": "2.0"]
    switch self {
    case .request(let id, let method, let parameters):
      members["id"] = .integer(Int64(id))
      members["method"] = .string(method)
      members["params"] = parameters
    case .notification(let method, let parameters):
      members["method"] = .string(method)
      members["params"] = parameters
    case .result(let id, let value):
      members["id"] = .integer(Int64(id))
      members["result"] = value
    case .failure(let id, let code, let message):
      members["id"] = .integer(Int64(id))
      members["error"] = ["code": .integer(Int64(code)), "message": .string(message)]
    }
    var bytes: [UInt8] = []
    JSONText.write(.dictionary(members), into: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Decodes a line.
  /// - Throws: A diagnostic if the line is not a message.
  package init(line: some Sequence<UInt8>, limit: Int) throws(Diagnostic) {
    let limits = JSONLimits(bytes: limit, depth: 96, nodes: 1_000_000)
    guard let members = try Value.parseJSON(line, limits: limits).dictionary else {
      throw WireFormat.wrong("A message must be an object")
    }
    let number = members["id"]?.integer.map { Int(clamping: $0) }
    if let method = members["method"]?.string {
      let parameters = members["params"] ?? [:]
      self = number.map { .request($0, method: method, parameters) } ?? .notification(method: method, parameters)
    } else if let number, let error = members["error"], !error.isNull {
      self = .failure(
        number, code: error.value(at: "code").integer.map { Int(clamping: $0) } ?? Self.internalError,
        message: error.value(at: "message").string ?? "")
    } else if let number {
      self = .result(number, members["result"] ?? .null)
    } else {
      throw WireFormat.wrong("A message must have a 'method', or the 'id' of the request that it answers")
    }
  }
}

/// Splits chunks of bytes into lines of limited length.
package struct LineReader: Sendable {
  private let limit: Int
  private var rest: [UInt8] = []

  /// A line exceeds the limit.
  package struct TooLong: Error {}

  package init(limit: Int) { self.limit = limit }

  /// Appends a chunk.
  /// - Returns: The lines completed by the chunk, without line feeds. Blank lines are omitted.
  /// - Throws: ``TooLong``; nothing can be read after that.
  package mutating func append(_ piece: UnsafeRawBufferPointer) throws(TooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = piece.startIndex
    while start < piece.endIndex, let base = piece.baseAddress,
      let end = memchr(base + start, 0x0A, piece.count - start)
    {
      let count = UnsafeRawPointer(end) - (base + start)
      rest.append(contentsOf: UnsafeRawBufferPointer(start: base + start, count: count))
      guard rest.count <= limit else { throw TooLong() }
      if rest.contains(where: { $0 != 0x20 && $0 != 0x0D }) { lines.append(rest) }
      rest = []
      start += count + 1
    }
    rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[start...]))
    guard rest.count <= limit else { throw TooLong() }
    return lines
  }
}
