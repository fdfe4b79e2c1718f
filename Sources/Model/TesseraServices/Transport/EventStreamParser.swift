/// A server-sent event of a `text/event-stream` (HTML standard).
package struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event; `message` if the server does not specify one.
  package var type = "message"
  /// The data of the event.
  package var data: String
  /// The identifier from which the server resumes the stream after a reconnection.
  package var id = ""
}

/// Parses a `text/event-stream` incrementally, according to the HTML standard's section on server-sent events.
struct EventStreamParser: Sendable {
  /// The maximum length of a line of an event stream, and the maximum size of an event's data, in bytes. The connection
  /// ends.
  static let maximumSize = 256 << 10

  /// Indicates that a line or an event exceeds the maximum size.
  struct TooLong: Error {}

  /// The identifier of the last event that had one.
  private(set) var lastID: String
  /// The delay before a reconnection that the server asked for, in milliseconds.
  private(set) var retry: Int?

  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var isAtStart = true
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id: String

  init(lastID: String = "") {
    self.lastID = lastID
    id = lastID
  }

  /// Parses the next piece of the stream.
  /// - Returns: The events that are complete now.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { isAfterReturn = byte == 0x0D }
      switch byte {
      case 0x0A where isAfterReturn: continue
      case 0x0A, 0x0D:
        if let event = try endLine() { events.append(event) }
      default:
        guard line.count < Self.maximumSize else { throw TooLong() }
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() throws(TooLong) -> ServerSentEvent? {
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: 0x3A)
    let name = String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self)
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == 0x20 { value.removeFirst() }
    switch name {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      guard data.count + value.count <= Self.maximumSize else { throw TooLong() }
      if hasData { data.append(0x0A) }
      hasData = true
      data += value
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry": if let time = Int(String(decoding: value, as: UTF8.self)), value.allSatisfy(isDigit) { retry = time }
    default: break
    }
    return nil
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func dispatch() -> ServerSentEvent? {
    lastID = id
    defer { (type, data, hasData) = ("", [], false) }
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, data: String(decoding: data, as: UTF8.self), id: lastID)
  }
}
