import TesseraLayout

/// A feed of 100 cells as 1,000 linear constraints, the same as in `Peers/constraint_peers.py`.
private struct FeedSystem {
  var solver = ConstraintSolver()
  var constraints: [LinearConstraint] = []
  var variables: [SolverVariable] = []
  /// The constraint of the first cell's height, which moves all cells below.
  var wishIndex = 0

  init() {
    let width = variable()
    var bottom: [LinearTerm] = []
    for index in 0..<100 {
      let left = variable()
      let top = variable()
      let cellWidth = variable()
      let height = variable()
      let iconLeft = variable()
      let iconWidth = variable()
      let titleLeft = variable()
      let titleWidth = variable()
      add([(left, 1)], -8)
      constraints.append(
        LinearConstraint(
          [LinearTerm(top)] + bottom.map { LinearTerm($0.variable, -1) }, constant: index == 0 ? 0 : -8))
      add([(cellWidth, 1), (width, -1)], 16)
      add([(height, 1)], -44, .greaterThanOrEqual)
      add([(iconLeft, 1), (left, -1)], -8)
      add([(iconWidth, 1)], -40)
      add([(titleLeft, 1), (iconLeft, -1), (iconWidth, -1)], -8)
      add([(titleLeft, 1), (titleWidth, 1), (left, -1), (cellWidth, -1)], 8, .lessThanOrEqual)
      add([(titleWidth, 1)], -Double(100 + index * 3), .equal, 750)
      if index == 0 { wishIndex = constraints.count }
      add([(height, 1)], -60, .equal, 250)
      bottom = [LinearTerm(top), LinearTerm(height)]
    }
    constraints.append(LinearConstraint([LinearTerm(width)], constant: -320))
  }

  private mutating func variable() -> SolverVariable {
    let variable = solver.makeVariable()
    variables.append(variable)
    return variable
  }

  private mutating func add(
    _ terms: [(SolverVariable, Double)], _ constant: Double, _ relation: LayoutRelation = .equal,
    _ priority: LayoutPriority = .required
  ) {
    constraints.append(
      LinearConstraint(
        terms.map { LinearTerm($0.0, $0.1) }, constant: constant, relation, priority: priority))
  }

  /// Returns a solver to which all constraints were added, solved, and the identifier of the height constraint.
  func solved() throws -> (solver: ConstraintSolver, wish: SolverConstraintID) {
    var solver = solver
    var wish: SolverConstraintID?
    for (index, constraint) in constraints.enumerated() {
      let identifier = try solver.add(constraint)
      if index == wishIndex { wish = identifier }
    }
    solver.solve()
    guard let wish else { throw ConstraintFailure.unknown }
    return (solver, wish)
  }
}

/// The same feed as layout items in cells.
private struct FeedLayout {
  var layout = ConstraintLayout()
  var wish: LayoutConstraintID

  init() throws {
    let root = layout.root
    var previous: LayoutItemID?
    var wish: LayoutConstraintID?
    for index in 0..<100 {
      let cell = layout.makeItem(in: root)
      let icon = layout.makeItem(in: cell)
      let title = layout.makeItem(in: cell)
      try layout.add(LayoutConstraint(cell, .left, to: root, .left, constant: 8))
      if let previous {
        try layout.add(LayoutConstraint(cell, .top, to: previous, .bottom, constant: 8))
      } else {
        try layout.add(LayoutConstraint(cell, .top, to: root, .top))
      }
      try layout.add(LayoutConstraint(cell, .width, to: root, .width, constant: -16))
      try layout.add(LayoutConstraint(cell, .height, .greaterThanOrEqual, constant: 44))
      try layout.add(LayoutConstraint(icon, .left, to: cell, .left, constant: 8))
      try layout.add(LayoutConstraint(icon, .width, constant: 40))
      try layout.add(LayoutConstraint(title, .left, to: icon, .right, constant: 8))
      try layout.add(LayoutConstraint(title, .right, .lessThanOrEqual, to: cell, .right, constant: -8))
      try layout.add(LayoutConstraint(title, .width, constant: Double(100 + index * 3), priority: 750))
      let height = try layout.add(LayoutConstraint(cell, .height, constant: 60, priority: 250))
      if index == 0 { wish = height }
      previous = cell
    }
    guard let wish else { throw LayoutConstraintError.unknown }
    self.wish = wish
  }
}

/// Measures building and solving 1,000 constraints, and editing one constant.
func constraintBenchmarks() throws {
  let peers = peerFigures("constraint_peers.py")
  func report(_ name: String, _ value: Double) {
    let peer = peers[name]?["kiwisolver"]
    Measure(name: name, unit: "ns", value: value, peer: peer.map { ("kiwisolver", $0 * 1e9) }).print()
  }

  let system = FeedSystem()
  var (solver, wish) = try system.solved()
  report(
    "constraints.system.build+solve",
    medianProcessorNanoseconds {
      guard let solved = try? system.solved() else { return }
      for variable in system.variables { keep(solved.solver.value(of: variable)) }
    })
  var height = 60.0
  report(
    "constraints.system.edit",
    medianProcessorNanoseconds(per: 100) {
      for _ in 0..<100 {
        height = height == 60 ? 75 : 60
        try? solver.setConstant(-height, of: wish)
        solver.solve()
        for variable in solver.removeChangedVariables() { keep(solver.value(of: variable)) }
      }
    })

  report(
    "constraints.layout.build+layout",
    medianProcessorNanoseconds {
      guard var feed = try? FeedLayout() else { return }
      feed.layout.layout(width: 320, height: 7000)
    })
  var feed = try FeedLayout()
  feed.layout.layout(width: 320, height: 7000)
  report(
    "constraints.layout.edit",
    medianProcessorNanoseconds(per: 100) {
      for _ in 0..<100 {
        height = height == 60 ? 75 : 60
        try? feed.layout.setConstant(height, of: feed.wish)
        feed.layout.layout(width: 320, height: 7000)
      }
    })
  report(
    "constraints.layout.resize",
    medianProcessorNanoseconds(per: 100) {
      for width in 0..<100 { feed.layout.layout(width: Double(300 + width), height: 7000) }
    })
}
