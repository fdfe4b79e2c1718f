package import TesseraValues

/// What a provider says about itself (OpenID Connect Discovery 1.0, section 3).
package struct OpenIDProvider: Sendable, Hashable {
  /// Why the metadata cannot be used, in words for the log.
  package struct Problem: Error, Sendable, Hashable {
    package let words: String
  }

  /// The maximum length of an address of an OpenID provider, in bytes. A longer one is refused.
  static let maximumAddressLength = 2048

  /// The page where people sign in.
  package let authorizationEndpoint: String
  /// Where a code is exchanged for tokens.
  package let tokenEndpoint: String
  /// Where the claims about a person can be read; nil if the provider has no such place.
  package let userInfoEndpoint: String?
  /// The hosts of the endpoints that this server contacts.
  package let hosts: [HostPattern]
  /// Whether clients may show their secret in the field `Authorization`.
  package let takesBasicAuthentication: Bool

  /// Reads metadata.
  /// - Parameter issuer: The issuer that it must be of.
  package init(_ metadata: Value, issuer: String) throws(Problem) {
    guard let members = metadata.dictionary else { throw Problem(words: "its metadata is not JSON") }
    // Another issuer could pass off its people as those of this one (section 4.3).
    guard members["issuer"]?.string == issuer else {
      throw Problem(words: "its metadata is that of another issuer; compare them, also the slash at the end")
    }
    func endpoint(_ name: String) throws(Problem) -> (address: String, host: HostPattern) {
      guard let address = members[name]?.string, let host = Self.host(of: address) else {
        throw Problem(words: "its metadata has no '\(name)' with 'https'")
      }
      return (address, host)
    }
    let authorization = try endpoint("authorization_endpoint")
    let token = try endpoint("token_endpoint")
    let userInfo = try members.keys.contains("userinfo_endpoint") ? endpoint("userinfo_endpoint") : nil
    authorizationEndpoint = authorization.address
    tokenEndpoint = token.address
    userInfoEndpoint = userInfo?.address
    hosts = [token.host] + [userInfo?.host].compactMap(\.self)
    takesBasicAuthentication =
      members["token_endpoint_auth_methods_supported"]?.array?.contains("client_secret_basic") ?? true
  }

  /// Returns the host of an address to which secrets may be sent; nil for any other text. The scheme is `https`, except
  /// on this machine. The address consists of visible ASCII characters, and has no user name and no fragment.
  package static func host(of address: String) -> HostPattern? {
    let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    guard isPlain, address.utf8.count <= maximumAddressLength, !address.contains("#"),
      let authority = HostAuthority(ofAddress: address),
      address.hasPrefix("https://") || HostAuthority.loopbackHosts.contains(authority.host)
    else { return nil }
    let port = authority.port.map { ":\($0)" } ?? ""
    return try? HostPattern(parsing: HostAuthority.inBrackets(authority.host) + port)
  }
}
