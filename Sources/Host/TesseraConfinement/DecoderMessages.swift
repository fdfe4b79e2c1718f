import TesseraValues

/// What a host asks of a decoder.
///
/// On the socket, a head with three lengths comes before the parts, because the lengths have to be known before memory is
/// taken.
struct DecoderRequest: Sendable {
  var decoder: String
  var parameters: [UInt8]
  var content: [UInt8]

  /// The length of the head, in bytes.
  static let headLength = 24

  var head: [UInt8] {
    var writer = BinaryWriter()
    for length in [decoder.utf8.count, parameters.count, content.count] { writer.write(length) }
    return writer.bytes
  }
}

/// What a decoder answers: a byte that says which kind it is, and a length, before the bytes.
enum DecoderResponse: Sendable {
  case result([UInt8])
  /// What is wrong with the content.
  case problem(Diagnostic)

  /// The length of the head, in bytes.
  static let headLength = 9
  /// The maximum length of a diagnostic that a decoder answers, in bytes. The process of a decoder that writes a longer one
  /// is killed.
  static let maximumProblemLength = 64 << 10

  /// The head and the bytes.
  var parts: (head: [UInt8], body: [UInt8]) {
    var head = BinaryWriter()
    switch self {
    case .result(let bytes):
      head.write(true)
      head.write(bytes.count)
      return (head.bytes, bytes)
    case .problem(let diagnostic):
      var body = BinaryWriter()
      body.write(diagnostic)
      head.write(false)
      head.write(body.bytes.count)
      return (head.bytes, body.bytes)
    }
  }

  /// Reads a head.
  /// - Returns: Whether there is a result, and the number of bytes that follow.
  static func head(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> (isResult: Bool, length: Int) {
    var reader = BinaryReader(bytes)
    let isResult = try reader.flag()
    let length = try reader.number(Int.self)
    guard length >= 0, length <= (isResult ? limit : maximumProblemLength) else { throw BinaryReader.malformed }
    return (isResult, length)
  }

  /// Reads the bytes after a head.
  init(isResult: Bool, _ bytes: [UInt8]) throws(Diagnostic) {
    if isResult {
      self = .result(bytes)
    } else {
      var reader = BinaryReader(bytes)
      let diagnostic = try reader.diagnostic()
      try reader.end()
      self = .problem(diagnostic)
    }
  }
}

/// The bytes that a helper reports beside the responses of its decoders: first how it confines them, then how each
/// ended.
enum DecoderReport {
  /// The decoder ended by itself after its response. Other codes of exits and signals are failures.
  static let isDone: UInt8 = 0
  /// The exit code of a decoder that could not be confined.
  static let isUnconfined: Int32 = 120
  /// The exit code of a decoder that got no request.
  static let isUnasked: Int32 = 121
}
