package import TesseraValues

/// The set of hosts that an address can reach.
package enum AddressScope: Sendable, Hashable {
  /// Public addresses on the internet.
  case global
  /// Addresses of this machine or of the local network. A widget needs the permission of the person who installed it.
  case `private`
  /// Addresses that a widget must never contact: multicast, documentation, tunnels, metadata services.
  case reserved
}

extension NetworkAddress {
  /// The scope, according to the registries of special-purpose addresses (RFC 6890 and its updates).
  package var scope: AddressScope { isIPv6 ? scopeOfIPv6 : NetworkAddress.scope(ofIPv4: bytes[...]) }

  private static func scope(ofIPv4 bytes: ArraySlice<UInt8>) -> AddressScope {
    let address = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    func isIn(_ prefix: UInt32, _ length: UInt32) -> Bool { (address ^ prefix) >> (32 - length) == 0 }
    // The address at which clouds serve the machine's credentials is link-local, but is never a user's device.
    if address == 0xA9FE_A9FE { return .reserved }
    let closed =
      isIn(0x0A00_0000, 8) || isIn(0xAC10_0000, 12) || isIn(0xC0A8_0000, 16)  // private use
      || isIn(0x7F00_0000, 8)  // loopback
      || isIn(0xA9FE_0000, 16)  // link-local
      || isIn(0x6440_0000, 10)  // shared by the customers of one carrier
    if closed { return .private }
    let useless =
      isIn(0, 8)  // this network
      || isIn(0xC000_0000, 24) || isIn(0xC058_6300, 24)  // protocol assignments, relays of 6to4
      || isIn(0xC000_0200, 24) || isIn(0xC633_6400, 24) || isIn(0xCB00_7100, 24)  // documentation
      || isIn(0xC612_0000, 15)  // benchmarks
      || isIn(0xE000_0000, 3)  // multicast, reserved, broadcast
    return useless ? .reserved : .global
  }

  private var scopeOfIPv6: AddressScope {
    func begins(_ prefix: UInt8...) -> Bool { bytes.starts(with: prefix) }
    let embedded = bytes.suffix(4)
    if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes[15] == 1 ? .private : .reserved }
    // An IPv4-mapped address is as private as the IPv4 address, but a name server has no reason to return one, so it
    // never counts as global.
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return NetworkAddress.scope(ofIPv4: embedded) == .private ? .private : .reserved
    }
    // The translation prefix of NAT64. On such networks, every IPv4 host is reached through it.
    if begins(0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0) { return NetworkAddress.scope(ofIPv4: embedded) }
    if bytes[0] & 0xFE == 0xFC { return .private }  // unique local
    if bytes[0] == 0xFE, bytes[1] & 0x80 == 0x80 { return .private }  // link-local, site-local
    guard bytes[0] & 0xE0 == 0x20 else { return .reserved }  // only 2000::/3 is allocated
    let useless =
      (begins(0x20, 0x01) && bytes[2] & 0xFE == 0)  // protocol assignments and Teredo, 2001::/23
      || begins(0x20, 0x01, 0x0D, 0xB8) || (begins(0x3F, 0xFF) && bytes[2] & 0xF0 == 0)  // documentation
      || begins(0x20, 0x02)  // 6to4
    return useless ? .reserved : .global
  }
}
