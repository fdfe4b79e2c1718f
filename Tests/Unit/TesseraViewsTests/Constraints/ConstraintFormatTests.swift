import TesseraLayout
import TesseraValues
import Testing

@testable import TesseraViews

@Suite("Constraints as text")
struct ConstraintFormatTests {
  /// Returns the parsed constraints in a uniform notation.
  private func written(_ text: String) throws -> [String] {
    func side(_ anchor: ConstraintFormat.Anchor) -> String {
      (anchor.child.map { "\($0)." } ?? anchor.guide.map { "<\($0.name)>." } ?? "") + anchor.attribute.rawValue
    }
    return try ConstraintFormat.read(text).map { format in
      let relation: String =
        switch format.relation {
        case .equal: "="
        case .lessThanOrEqual: "<="
        case .greaterThanOrEqual: ">="
        }
      let second = format.second.map { "\(format.multiplier) * \(side($0)) + " } ?? ""
      return "\(side(format.first)) \(relation) \(second)\(format.constant) @\(format.priority.rawValue)"
    }
  }

  @Test(arguments: [
    ("title.leading = icon.trailing + 8", "title.leading = 1.0 * icon.trailing + 8.0 @1000.0"),
    ("title.leading==icon.trailing-8", "title.leading = 1.0 * icon.trailing + -8.0 @1000.0"),
    ("a-b.top = top - 2.5", "a-b.top = 1.0 * top + -2.5 @1000.0"),
    ("a.top = top-4", "a.top = 1.0 * top + -4.0 @1000.0"),
    ("a.width = 40", "a.width = 40.0 @1000.0"),
    ("a.width <= 0.5 * width", "a.width <= 0.5 * width + 0.0 @1000.0"),
    ("a.width ≥ b.height / 2 + 1 @ 750", "a.width >= 0.5 * b.height + 1.0 @750.0"),
    ("a.width >= b.width * 2 - 1 @low", "a.width >= 2.0 * b.width + -1.0 @250.0"),
    ("a.leading = margins.leading", "a.leading = 1.0 * <margins>.leading + 0.0 @1000.0"),
    ("a.top = safeArea.top + -3", "a.top = 1.0 * <safeArea>.top + -3.0 @1000.0"),
    ("height >= 44 @ high", "height >= 44.0 @750.0"),
    ("a.firstBaseline = b.firstBaseline", "a.firstBaseline = 1.0 * b.firstBaseline + 0.0 @1000.0"),
  ])
  func `are parsed`(text: String, expected: String) throws {
    #expect(try written(text) == [expected])
  }

  @Test(arguments: [
    ("gap: a.top = 8", "gap"), (" _gap2 : ", "_gap2"), ("grösse:", "grösse"), ("gap:wrong", "gap"), ("1gap: a", nil),
    ("ößt: a", nil), ("a b: c", nil), ("gap", nil), (": a", nil), ("", nil), ("a.top = 8", nil),
  ])
  func `have a name before a colon`(text: String, name: String?) {
    #expect(ConstraintFormat.name(in: text) == name)
  }

  @Test func `of edges, centres and sizes are several`() throws {
    #expect(
      try written("a.edges = margins.edges") == [
        "a.top = 1.0 * <margins>.top + 0.0 @1000.0", "a.leading = 1.0 * <margins>.leading + 0.0 @1000.0",
        "a.bottom = 1.0 * <margins>.bottom + 0.0 @1000.0", "a.trailing = 1.0 * <margins>.trailing + 0.0 @1000.0",
      ])
    #expect(try written("a.size = 40") == ["a.width = 40.0 @1000.0", "a.height = 40.0 @1000.0"])
    #expect(try written("a.center = center").count == 2)
    #expect(try written("a.size <= b.size * 2").count == 2)
  }

  @Test(
    arguments: [
      ("", 1, "Expected an attribute, such as 'leading'"),
      ("a.lead = leading", 3, "Unknown constraint attribute 'lead'"),
      ("a.leading leading", 11, "Expected '=', '<=' or '>='"),
      ("a.leading = ", 13, "Expected an attribute, such as 'leading'"),
      ("a.width = 5 5", 13, "Unexpected text '5' after the constraint"),
      ("a.width = b.width * c.width", 20, "Expected a number"),
      ("a.width = b.width / 0", 22, "Division by zero"),
      ("a.width = 5 @ 2000", 15, "A priority is a number from 1 to 1000"),
      ("a.width = 5 @ some", 15, "A priority is a number from 1 to 1000, 'required', 'high' or 'low'"),
      ("a.top = b.leading", nil, "'top' and 'leading' belong to different axes"),
      ("a.top = 5", nil, "'top' is a position and must be compared with another one"),
      ("a.width = b.leading", nil, "'width' and 'leading' cannot be compared: one is a position, the other a length"),
      ("a.left = b.leading", nil, "'left' and 'leading' cannot be compared: only one of them depends on the direction"),
      ("a.edges = top", nil, "'a.edges = top' compares a single attribute with several"),
      ("a.edges = edges + 4", nil, "'edges' cannot have a constant or a multiplier"),
      ("a.width = 1e300", 12, "Unexpected text 'e300' after the constraint"),
      ("a.width = 99999999999", nil, "A number of the constraint is too large"),
    ] as [(String, Int?, String)])
  func `that are invalid are reported with their position`(text: String, column: Int?, message: String) {
    let problem = #expect(throws: Diagnostic.self) { try ConstraintFormat.read(text) }
    #expect(problem?.rule == "constraint")
    #expect(problem?.range?.start.column == column)
    #expect(problem?.message == message)
  }
}
