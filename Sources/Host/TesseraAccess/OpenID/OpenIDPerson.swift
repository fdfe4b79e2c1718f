/// A person whom a provider names.
package struct OpenIDPerson: Sendable, Hashable {
  package let issuer: String
  /// The identity at the issuer, which never belongs to another person (OpenID Connect Core 1.0, section 5.7).
  package let subject: String
  /// The name, as the provider writes it. It may change, and belong to another person later.
  package let name: String

  package init(issuer: String, subject: String, name: String) {
    self.issuer = issuer
    self.subject = subject
    self.name = name
  }
}
