import Foundation
package import TesseraValues

/// What a host and the program of a widget say to each other: JSON-RPC 2.0, a message on each line.
package enum ProcessMessage: Sendable, Hashable {
  /// A question, which has to be answered under its number.
  case request(Int, method: String, Value)
  /// Something that has no answer.
  case notification(method: String, Value)
  /// What was asked for.
  case result(Int, Value)
  /// Why it cannot be had.
  case failure(Int, code: Int, message: String)

  /// The code of a method that is not known, as JSON-RPC counts.
  package static let methodNotFound = -32_601
  /// The code of parameters that cannot be read.
  package static let invalidParameters = -32_602
  /// The code of everything else.
  package static let internalError = -32_603

  /// The message as a line.
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

  /// Reads a line.
  /// - Throws: a diagnostic for what is no message.
  package init(line: some Sequence<UInt8>, limit: Int) throws(Diagnostic) {
    let limits = JSONLimits(bytes: limit, depth: 96, nodes: 1_000_000)
    guard let members = try Value.parseJSON(line, limits: limits).dictionary else {
      throw WireFormat.wrong("A message is an object")
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
      throw WireFormat.wrong("A message has a 'method', or the 'id' of what it answers")
    }
  }
}

/// Cuts what comes in pieces into lines, each no longer than a limit.
package struct LineReader: Sendable {
  private let limit: Int
  private var rest: [UInt8] = []

  /// A line is longer than it may be.
  package struct TooLong: Error {}

  package init(limit: Int) { self.limit = limit }

  /// Takes a piece.
  /// - Returns: the lines that are complete now, without their ends and without empty ones.
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
