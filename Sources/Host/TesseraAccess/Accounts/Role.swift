/// What an account may do on a board. Each role includes those before it.
package enum Role: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Views the widgets.
  case view = "look"
  /// Operates the widgets.
  case use
  /// Changes the board: its widgets, their options, its pages.
  case edit
  /// Removes the board. For all boards: installs widgets as well.
  case administer

  package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
