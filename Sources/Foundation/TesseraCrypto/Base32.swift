extension Collection<UInt8> {
  /// The bytes in the base32 alphabet of capital letters and digits, without padding (RFC 4648, section 6).
  package var base32Text: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var text: [UInt8] = []
    var bits = 0
    var count = 0
    for byte in self {
      bits = (bits & 0x1F) << 8 | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[bits >> count & 0x1F])
      }
    }
    if count > 0 { text.append(alphabet[bits << (5 - count) & 0x1F]) }
    return String(decoding: text, as: UTF8.self)
  }
}
