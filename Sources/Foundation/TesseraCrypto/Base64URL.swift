import Foundation

extension Collection<UInt8> {
  /// The bytes in the URL-safe base64 alphabet, without padding (RFC 4648, section 5).
  package var base64URLText: String {
    Data(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

extension Array<UInt8> {
  /// Decodes a text in the URL-safe base64 alphabet, without padding (RFC 4648, section 5); returns nil for any other
  /// text.
  package init?(base64URL text: some StringProtocol) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let rest = text.utf8.count % 4
    guard isPlain, rest != 1 else { return nil }
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - rest) % 4)
    guard let data = Data(base64Encoded: standard + padding) else { return nil }
    self.init(data)
  }
}
