import TesseraValues

// What administrators do with accounts and links.
extension AccessControl {
  /// Returns the accounts and the links as they are stored now.
  package func people() throws(Refusal) -> AccessContent {
    do {
      return try store.content()
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Adds an account.
  package func addAccount(_ name: String, password: String, role: Role) async throws(Refusal) -> Account {
    do {
      return try await work.run(isKnown: true) { [store, cost] in
        try store.addAccount(name, password: password, role: role, cost: cost)
      }
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Changes the role of an account on shared boards, or on one board.
  /// - Parameters:
  ///   - role: Nil removes the role that the account has on one board only.
  ///   - board: The board; nil for all shared boards.
  package func setRole(of name: String, to role: Role?, on board: String? = nil) throws(Refusal) {
    do {
      try store.setRole(of: name, to: role, on: board)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Sets the password of an account, and ends its sessions.
  package func setPassword(of name: String, to password: String) async throws(Refusal) {
    do {
      try await work.run(isKnown: true) { [store, cost] in
        try store.setPassword(of: name, to: password, cost: cost)
      }
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Removes an account, and ends its sessions.
  package func removeAccount(_ name: String) throws(Refusal) {
    do {
      try store.removeAccount(name)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Adds a link to a board.
  /// - Returns: The link, and the token that admits. The token cannot be read again.
  package func addLink(named name: String, to board: String, role: Role) throws(Refusal) -> (BoardLink, AccessToken) {
    do {
      guard name.contains(where: { !$0.isWhitespace }), name.count <= Self.maximumLinkName else {
        throw Diagnostic(
          rule: "link-name", message: "Name what the link is for, in at most \(Self.maximumLinkName) characters")
      }
      guard role <= .use else {
        throw Diagnostic(rule: "link-role", message: "A link permits to 'look' or to 'use'")
      }
      return try store.addLink(named: name, to: board, role: role)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// The maximum number of characters of a link's name. A longer one is refused.
  private static var maximumLinkName: Int { 100 }

  /// Revokes a link.
  package func removeLink(_ number: Int64) throws(Refusal) {
    do {
      guard try store.removeLink(number) else {
        throw Diagnostic(rule: "unknown-link", message: "There is no link \(number)")
      }
    } catch {
      throw Self.refusal(error)
    }
  }
}
