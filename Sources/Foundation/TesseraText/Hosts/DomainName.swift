import CICU
import TesseraValues

/// Names of hosts in any script: people read and write `bücher.example`, and `xn--bcher-kva.example` is sent (RFC 5891; Unicode
/// Technical Standard #46).
package enum DomainName {
  /// Returns an address with its host in ASCII, as a request needs it. What is no name of a host stays as it is, so that the
  /// reader of the address refuses it.
  /// - Parameter address: An absolute URL, whose host may have percent-encoded characters.
  package static func inASCII(address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    let written = address[start..<end]
    guard written.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }) else { return address }
    let decoded = PercentEncoding.decoded(written)
    // Escapes of ASCII are refused later, since not all readers decode them. None must move the end of the host.
    guard !decoded.utf8.allSatisfy({ $0 < 0x80 }), let authority = ascii(decoded),
      !authority.contains(where: { "/?#@\\".contains($0) })
    else { return address }
    return address[..<start] + authority + address[end...]
  }

  /// Returns a host in ASCII, with a `*.` before it and a port behind it as they are; nil if it is no name of a host. What is
  /// ASCII already is returned unchanged, whatever it is.
  package static func ascii(_ authority: some StringProtocol) -> String? {
    guard !authority.utf8.allSatisfy({ $0 < 0x80 }) else { return String(authority) }
    let parts = Parts(String(authority))
    guard let name = converted(parts.name, toUnicode: false), name.utf8.allSatisfy(HostAuthority.isOfName) else {
      return nil
    }
    return parts.prefix + name + parts.suffix
  }

  /// Returns how people see a host: in the script of its language, and in ASCII, because letters of two scripts can look the
  /// same. A host whose name is ASCII in both forms is returned unchanged.
  package static func displayed(_ host: String) -> String {
    guard host.contains("xn--") else { return host }
    let parts = Parts(host)
    guard let name = converted(parts.name, toUnicode: true), name != parts.name else { return host }
    return "\(parts.prefix)\(name)\(parts.suffix) (\(host))"
  }

  private struct Parts {
    var prefix: String
    var name: String
    var suffix: String

    init(_ authority: String) {
      prefix = authority.hasPrefix("*.") ? "*." : ""
      let rest = authority.dropFirst(prefix.count)
      let port = rest.lastIndex(of: ":") ?? rest.endIndex
      name = String(rest[..<port])
      suffix = String(rest[port...])
    }
  }

  /// The bytes of a name in either form. A name in the DNS has at most 255 (RFC 1035, section 2.3.4), each of which can stand
  /// for a letter of four.
  private static let capacity = 1024

  private static func converted(_ name: String, toUnicode: Bool) -> String? {
    var name = name
    guard !name.isEmpty, name.utf8.count <= capacity else { return nil }
    let bytes = name.withUTF8 { input in
      [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        let result = tessera_domain_name(
          UnsafeRawPointer(input.baseAddress)?.assumingMemoryBound(to: CChar.self), Int32(input.count),
          toUnicode ? 1 : 0,
          UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self), Int32(capacity))
        count = Int(result)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
