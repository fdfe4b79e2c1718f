/// Who makes a request, and what that permits.
package struct Visitor: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A visitor of a server that needs no sign-in.
    case anyone
    /// A visitor who has not signed in.
    case stranger
    /// A person who has signed in with an account.
    case account(String)
    /// A person who has signed in at a trusted proxy.
    case proxied(String)
    /// A browser that opened a link to one board.
    case link(BoardLink)
  }

  package let kind: Kind
  /// The role on boards that are shared; nil for none.
  package let sharedRole: Role?
  /// Other roles on single boards.
  let boardRoles: [String: Role]
  /// The owners of personal boards.
  let owners: [String: String]
  /// The personal boards whose owner has no account.
  let boardsWithoutAccount: Set<String>

  /// A visitor of a server that needs no sign-in.
  package static let anyone = Visitor(kind: .anyone, sharedRole: .administer)
  /// A visitor who has to sign in.
  package static let stranger = Visitor(kind: .stranger, sharedRole: nil)

  init(
    kind: Kind, sharedRole: Role?, boardRoles: [String: Role] = [:], owners: [String: String] = [:],
    boardsWithoutAccount: Set<String> = []
  ) {
    self.kind = kind
    self.sharedRole = sharedRole
    self.boardRoles = boardRoles
    self.owners = owners
    self.boardsWithoutAccount = boardsWithoutAccount
  }

  /// The name of the person; nil if there is none.
  package var accountName: String? {
    switch kind {
    case .account(let name), .proxied(let name): name
    case .anyone, .stranger, .link: nil
    }
  }

  /// Whether the visitor is known by a cookie.
  package var hasCookie: Bool {
    switch kind {
    case .account, .link: true
    case .anyone, .stranger, .proxied: false
    }
  }

  /// Whether the visitor has signed in, or need not.
  package var isKnown: Bool { kind != .stranger }

  /// Returns the role on a board; nil if the visitor may not see it.
  ///
  /// The owner of a personal board administers it. Others see it only if they were given a role on it. If its owner has no
  /// account, because it was removed or because only a proxy names the owner, administrators administer it.
  package func role(on board: String) -> Role? {
    if kind == .anyone { return .administer }
    if let owner = owners[board] {
      if owner == accountName { return .administer }
      if sharedRole == .administer, boardsWithoutAccount.contains(board) { return .administer }
      return boardRoles[board]
    }
    return boardRoles[board] ?? sharedRole
  }

  /// Whether a board is a personal one of the visitor.
  package func owns(_ board: String) -> Bool { accountName != nil && owners[board] == accountName }

  /// Returns whether the visitor has a role on a board, or a higher one.
  package func has(_ role: Role, on board: String) -> Bool { self.role(on: board).map { $0 >= role } ?? false }

  /// Returns whether the visitor has a role, or a higher one, on shared boards.
  package func has(_ role: Role) -> Bool { sharedRole.map { $0 >= role } ?? false }

  /// The highest role that the visitor has on any board.
  package var highestRole: Role? {
    let owned = owners.values.contains { $0 == accountName } ? [Role.administer] : []
    return ([sharedRole].compactMap(\.self) + boardRoles.values + owned).max()
  }
}
