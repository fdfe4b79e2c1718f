package import TesseraValues

/// What a provider claims about a person (OpenID Connect Core 1.0, section 5.1).
package struct OpenIDClaims: Sendable, Hashable {
  /// The claim that usually names a person.
  package static let usualName = "preferred_username"
  private static let email = "email"
  private static let emailIsVerified = "email_verified"

  private(set) var members: [String: Value]

  init(members: [String: Value]) { self.members = members }

  /// Reads the response of the place where claims can be read; returns nil for a value that is no object.
  package init?(_ value: Value) {
    guard let members = value.dictionary else { return nil }
    self.members = members
  }

  /// The identity of the person, which the provider gives to no other person.
  package var subject: String? { text("sub") }

  /// Whether there is a claim of a name.
  package func has(_ claim: String) -> Bool { text(claim) != nil }

  /// Returns the name of the person; nil if the provider does not state it.
  ///
  /// An e-mail address counts only if the provider has verified it. It also stands in for a missing ``usualName``.
  package func name(by claim: String) -> String? {
    if claim == Self.email { return verifiedEmail }
    return text(claim) ?? (claim == Self.usualName ? verifiedEmail : nil)
  }

  /// Adds what other claims about the same person say besides these.
  package mutating func add(_ others: OpenIDClaims) {
    var more = others.members
    // The other address may be another one.
    if members.keys.contains(Self.email) { more.removeValue(forKey: Self.emailIsVerified) }
    members.merge(more) { own, _ in own }
  }

  private var verifiedEmail: String? { members[Self.emailIsVerified]?.bool == true ? text(Self.email) : nil }

  private func text(_ claim: String) -> String? {
    members[claim]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
