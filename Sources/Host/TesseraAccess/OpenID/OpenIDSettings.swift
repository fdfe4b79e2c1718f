/// How people sign in at a provider (OpenID Connect Core 1.0), as the person who runs the server says.
package struct OpenIDSettings: Sendable {
  /// The identity of the provider, which is the beginning of the address of its metadata.
  package var issuer: String
  /// The name under which the provider knows this server.
  package var client: String
  /// The secret with which this server shows that it is that client; nil for a public client.
  package var secret: String?
  /// The claim that names a person.
  package var nameClaim = OpenIDClaims.usualName
  /// The role of people who have no account here; nil if they are not admitted.
  package var role: Role?
  /// What the provider is asked for, separated by spaces.
  package var scope = "openid profile email"
  /// The words of the button.
  package var label = "Sign in with OpenID"

  package init(issuer: String, client: String, secret: String? = nil) {
    self.issuer = issuer
    self.client = client
    self.secret = secret
  }

  /// The address of the provider's metadata (OpenID Connect Discovery 1.0, section 4).
  package var metadataAddress: String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
  }

  /// Whether a text can be an issuer: an address without a query and a fragment, as ``OpenIDProvider/host(of:)`` admits
  /// it.
  package static func isIssuer(_ text: String) -> Bool {
    !text.contains("?") && OpenIDProvider.host(of: text) != nil
  }
}
