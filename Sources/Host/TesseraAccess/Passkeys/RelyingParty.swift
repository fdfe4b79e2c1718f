import TesseraCrypto
import TesseraValues

/// The site for which passkeys are made: this server, under the name that the browser uses.
package struct RelyingParty: Sendable, Hashable {
  /// The host name, which browsers put into passkeys.
  package let id: String
  /// The origins whose pages may use the passkeys. Browsers offer them over HTTPS, and on the machine itself.
  let origins: Set<String>

  /// Creates the site of a request. Nil if the request names no host, or an address: passkeys belong to names.
  /// - Parameter authority: The host, and the port if it is not the usual one, as the browser sent them.
  package init?(authority: String) {
    guard let authority = HostAuthority(authority), NetworkAddress(authority.host) == nil else { return nil }
    id = authority.host
    let isHere = id == "localhost" || id.hasSuffix(".localhost")
    let schemes = isHere ? [("https", 443), ("http", 80)] : [("https", 443)]
    // Browsers leave the usual port out, but a proxy may state it.
    origins = Set(
      schemes.map { scheme, usual in
        let port = authority.port.map { $0 == usual ? "" : ":\($0)" } ?? ""
        return "\(scheme)://\(authority.host)\(port)"
      })
  }

  /// The hash with which authenticators name the site.
  var hash: [UInt8] { HashFunction.sha256.digest(of: id.utf8) }
}
