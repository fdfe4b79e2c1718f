extension AccessControl {
  /// Signs in a person whom a provider names: with the account of the person's last sign-in, or at the first one, with the
  /// account of that name, unless it is another person's at this provider.
  /// - Parameter role: The role of the account that a person without one gets; nil if only people with an account are
  ///   admitted.
  /// - Returns: The token of the new session; nil if the person is not admitted.
  package func signIn(
    _ person: OpenIDPerson, role: Role?, userAgent: String? = nil
  ) throws(Refusal) -> AccessToken? {
    do {
      return try store.account(of: person, role: role).map { try beginSession(of: $0, userAgent) }
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Whether an account has a password.
  package func hasPassword(_ account: String) -> Bool { (try? store.passwordHash(of: account)) != nil }
}
