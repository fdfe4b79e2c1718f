/// Percent-encoding of URL parts (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Encodes everything except the unreserved characters, so that the text is plain data in any part of a URL: it can
  /// neither end a path segment nor begin a query.
  package static func data(_ text: some StringProtocol) -> String {
    encode(text.utf8) { isUnreserved($0) }
  }

  /// Encodes only the characters that are not allowed anywhere in a URL, for a text that is already meant as a URL. A
  /// `%` that begins an escape is kept, and any other `%` is encoded.
  package static func literal(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let beginsEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHexadecimal(bytes[index + 1])
        && isHexadecimal(bytes[index + 2])
      if beginsEscape || isUnreserved(byte) || reserved.contains(byte) {
        result.append(byte)
      } else {
        append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Encodes a name or a value of `application/x-www-form-urlencoded`. A space becomes `%20`, which is valid in both a
  /// query and a body.
  package static func form(_ text: some StringProtocol) -> String { data(text) }

  /// Decodes the escapes of a part. Invalid UTF-8 becomes replacement characters.
  package static func decoded(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func encode(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if isKept(byte) { result.append(byte) } else { append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    result.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] { result.append(digit < 10 ? 48 + digit : 55 + digit) }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
