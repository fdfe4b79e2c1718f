import HTTPTypes
import TesseraValues

/// The fields in which proxies say whom they speak for.
package enum ProxyFields: String, Sendable, CaseIterable {
  /// `X-Forwarded-For` and `X-Forwarded-Proto`, which most proxies set.
  case legacy = "x-forwarded"
  /// `Forwarded` (RFC 7239).
  case standard = "forwarded"
}

/// What trusted proxies say about the client of a request.
///
/// Only one kind of fields is read: a proxy that sets one kind passes on what a client wrote in the other. Each proxy adds
/// to the end of a field, and clients can send the field themselves. So the fields are read from the end, as long as the
/// sender of the part is trusted.
struct ForwardedFields {
  let trustedProxies: [AddressRange]
  var kind = ProxyFields.legacy

  /// Returns the client's address, and whether its connection is encrypted.
  /// - Parameter peer: The address from which the request came. If it is no trusted proxy, the fields are ignored.
  func client(of fields: HTTPFields, peer: String) -> (address: String, isEncrypted: Bool) {
    guard isTrusted(peer) else { return (peer, false) }
    let hops = kind == .standard ? Self.forwarded(fields) : Self.legacy(fields)
    var client = (address: peer, isEncrypted: false)
    for hop in hops.reversed() {
      client.isEncrypted = hop.scheme.map { $0.lowercased() == "https" } ?? client.isEncrypted
      guard let address = hop.address else { break }
      client.address = address
      guard isTrusted(address) else { break }
    }
    return client
  }

  func isTrusted(_ address: String) -> Bool { trustedProxies.contains { $0.contains(address) } }

  private typealias Hop = (address: String?, scheme: String?)

  private static func forwarded(_ fields: HTTPFields) -> [Hop] {
    (fields[.forwarded] ?? "").split(separator: ",").map { element in
      var hop: Hop = (nil, nil)
      for pair in element.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
        guard parts.count == 2 else { continue }
        switch parts[0].lowercased() {
        case "for": hop.address = HostAuthority(parts[1]).flatMap { NetworkAddress($0.host)?.description }
        case "proto": hop.scheme = parts[1]
        default: break
        }
      }
      return hop
    }
  }

  private static func legacy(_ fields: HTTPFields) -> [Hop] {
    let addresses = list(fields[.xForwardedFor])
    let schemes = list(fields[.xForwardedProto])
    guard !addresses.isEmpty else { return [(nil, schemes.last)] }
    return addresses.enumerated().map { index, address in
      // Often only the last proxy states the scheme.
      let fromEnd = addresses.count - 1 - index
      let scheme = fromEnd < schemes.count ? schemes[schemes.count - 1 - fromEnd] : nil
      return (NetworkAddress(address)?.description ?? HostAuthority(address)?.host, scheme)
    }
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
  }
}

extension HTTPField.Name {
  static let forwarded = HTTPField.Name("Forwarded") ?? .server
  static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .server
  static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .server
}
