import Testing

@testable import TesseraAccess

@Suite("What visitors may do")
struct VisitorTests {
  private static let owners = ["hers": "ada", "his": "bob", "left": ""]

  private static func account(_ name: String, _ role: Role, _ boards: [String: Role] = [:]) -> Visitor {
    Visitor(
      kind: .account(name), sharedRole: role, boardRoles: boards, owners: owners, boardsWithoutAccount: ["left"])
  }

  static let link = BoardLink(id: 1, name: "Kitchen", board: "home", role: .view)

  @Test(
    arguments: [
      (Visitor.anyone, "home", Role.administer), (.anyone, "his", .administer), (.stranger, "home", nil),
      (account("ada", .use), "home", .use), (account("ada", .use), "hers", .administer),
      (account("ada", .administer), "his", nil), (account("ada", .administer), "left", .administer),
      (account("ada", .edit), "left", nil), (account("ada", .use, ["his": .view]), "his", .view),
      (account("ada", .administer, ["home": .view]), "home", .view),
      (account("eve", .view, ["home": .edit]), "home", .edit),
      (Visitor(kind: .link(link), sharedRole: nil, boardRoles: ["home": .view]), "home", .view),
      (Visitor(kind: .link(link), sharedRole: nil, boardRoles: ["home": .view]), "other", nil),
    ] as [(Visitor, String, Role?)])
  func `depends on their role, the board's owner, and exceptions`(visitor: Visitor, board: String, role: Role?) {
    #expect(visitor.role(on: board) == role)
    for wanted in Role.allCases { #expect(visitor.has(wanted, on: board) == (role.map { $0 >= wanted } ?? false)) }
  }

  @Test func `each role includes those before it`() {
    #expect(Role.allCases.sorted() == [.view, .use, .edit, .administer])
  }

  @Test func `the highest role counts own boards and exceptions`() {
    #expect(Self.account("ada", .view).highestRole == .administer)
    #expect(Self.account("eve", .view, ["home": .edit]).highestRole == .edit)
    #expect(Visitor.stranger.highestRole == nil)
  }
}
