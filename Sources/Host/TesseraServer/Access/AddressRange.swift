import TesseraValues

/// A range of network addresses in CIDR notation: `192.0.2.0/24`, `2001:db8::/32`, or one address.
package struct AddressRange: Sendable, Hashable {
  private let prefix: [UInt8]
  private let length: Int

  /// Parses a range; returns nil if the text is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ NetworkAddress(String($0)) }) else { return nil }
    let bits = address.bytes.count * 8
    guard let length = parts.count == 1 ? bits : Int(parts[1]), (0...bits).contains(length) else { return nil }
    prefix = address.bytes
    self.length = length
  }

  /// Whether an address is in the range. An IPv4 address may be written as an IPv6 address (RFC 4291, section 2.5.5.2).
  func contains(_ text: String) -> Bool {
    guard let address = NetworkAddress(text) else { return false }
    let bytes = prefix.count == 4 ? address.unmapped.bytes : address.bytes
    guard bytes.count == prefix.count else { return false }
    let whole = length / 8
    guard bytes[..<whole] == prefix[..<whole] else { return false }
    let rest = length % 8
    return rest == 0 || (bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
  }
}
