import Foundation
import TesseraLayout
import TesseraTestSupport
import Testing

/// A random layout with a record of its parts, so that it can be built again from scratch.
private struct RandomLayout {
  struct Entry {
    var constraint: LayoutConstraint
    var identifier: LayoutConstraintID
  }

  var layout = ConstraintLayout()
  var items: [LayoutItemID] = []
  var parents: [Int] = []
  var contents: [IntrinsicContent] = []
  var entries: [Entry] = []
  var size = Size(width: 300, height: 200)
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    items = [layout.root]
    parents = [-1]
    contents = [.none]
    for _ in 0..<Int.random(in: 2...7, using: &generator) {
      let parent = Int.random(in: 0..<items.count, using: &generator)
      items.append(layout.makeItem(in: items[parent]))
      parents.append(parent)
      contents.append(.none)
    }
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  mutating func randomConstraint() -> LayoutConstraint {
    let item = pick(Array(items.dropFirst()))
    let relation = pick([LayoutRelation.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual])
    let priority = pick([LayoutPriority.required, .required, 999, 750, 500, 250, 49])
    let constant = pick([0, 8, -8, 16, 40, -20, 100, 12.5])
    let places: [[LayoutAttribute]] = [
      [.left, .right, .centerX], [.leading, .trailing, .centerX], [.top, .bottom, .centerY, .firstBaseline],
    ]
    if Int.random(in: 0..<10, using: &generator) < 3 {
      return LayoutConstraint(item, pick([.width, .height]), relation, constant: abs(constant), priority: priority)
    }
    let other = pick(items)
    if Int.random(in: 0..<10, using: &generator) < 2 {
      return LayoutConstraint(
        item, pick([.width, .height]), relation, to: other, pick([.width, .height]), multiplier: pick([0.5, 1, 2]),
        constant: constant,
        priority: priority)
    }
    let attributes = pick(places)
    return LayoutConstraint(
      item, pick(attributes), relation, to: other, pick(attributes), constant: constant, priority: priority)
  }

  mutating func randomEdit() throws {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<4:
      let constraint = randomConstraint()
      entries.append(Entry(constraint: constraint, identifier: try layout.add(constraint)))
    case 4 where !entries.isEmpty:
      let entry = entries.remove(at: Int.random(in: 0..<entries.count, using: &generator))
      layout.remove(entry.identifier)
    case 5, 6:
      guard !entries.isEmpty else { return }
      let index = Int.random(in: 0..<entries.count, using: &generator)
      entries[index].constraint.constant = pick([0, 4, -12, 33, 60])
      try layout.setConstant(entries[index].constraint.constant, of: entries[index].identifier)
    case 7:
      guard !entries.isEmpty else { return }
      let index = Int.random(in: 0..<entries.count, using: &generator)
      entries[index].constraint.priority = pick([.required, 800, 300, 20])
      try layout.setPriority(entries[index].constraint.priority, of: entries[index].identifier)
    case 8:
      let index = Int.random(in: 1..<items.count, using: &generator)
      contents[index] = pick([
        .none, IntrinsicContent(width: 50, height: 20), IntrinsicContent(width: 80, height: 30, firstBaseline: 20),
      ])
      layout.setIntrinsicContent(contents[index], of: items[index])
    default:
      size = Size(width: pick([100, 300, 333]), height: pick([50, 200]))
    }
  }

  /// Builds the same layout at once. Its items have the same identifiers.
  func fromScratch(_ order: [Int]? = nil) throws -> (layout: ConstraintLayout, identifiers: [LayoutConstraintID]) {
    var fresh = ConstraintLayout(direction: layout.direction)
    for index in items.indices.dropFirst() {
      let item = fresh.makeItem(in: items[parents[index]])
      #expect(item == items[index])
      fresh.setIntrinsicContent(contents[index], of: item)
    }
    var identifiers: [LayoutConstraintID] = []
    for index in order ?? Array(entries.indices) { identifiers.append(try fresh.add(entries[index].constraint)) }
    fresh.layout(width: size.width, height: size.height, scale: 0)
    return (fresh, identifiers)
  }
}

private func open(_ layout: ConstraintLayout) -> [LayoutItemID: Set<LayoutAttribute>] {
  Dictionary(uniqueKeysWithValues: layout.ambiguities().map { ($0.item, Set($0.attributes)) })
}

private func expectEqual(
  _ left: ConstraintLayout, _ right: ConstraintLayout, _ items: [LayoutItemID], scale: Double = 1, _ comment: Comment
) {
  let openLeft = open(left)
  #expect(openLeft == open(right), comment)
  for item in items {
    let one = left.unroundedFrame(of: item)
    let other = right.unroundedFrame(of: item)
    for (attribute, value, expected) in [
      (LayoutAttribute.left, one.x, other.x), (.top, one.y, other.y), (.width, one.width, other.width),
      (.height, one.height, other.height),
    ] where openLeft[item]?.contains(attribute) != true {
      #expect(abs(value * scale - expected) < 1e-5 * max(1, scale), "\(comment): \(attribute) of \(item)")
    }
  }
}

@Suite("Invariants of constraint layout")
struct ConstraintInvariantTests {
  @Test(arguments: 0..<100)
  func `after any edits the layout equals one made from scratch`(seed: Int) throws {
    var random = RandomLayout(seed: UInt64(seed))
    for step in 0..<25 {
      try random.randomEdit()
      random.layout.layout(width: random.size.width, height: random.size.height, scale: 0)
      let (fresh, identifiers) = try random.fromScratch()
      let place: Comment = "seed \(seed), step \(step)"
      let broken = Set(random.layout.conflicts.map(\.broken.identifier))
      let brokenFresh = Set(fresh.conflicts.map(\.broken.identifier))
      #expect(
        random.entries.indices.filter { broken.contains(random.entries[$0].identifier) }
          == identifiers.indices.filter { brokenFresh.contains(identifiers[$0]) }, place)
      expectEqual(random.layout, fresh, random.items, place)
      for item in random.items {
        let frame = random.layout.frame(of: item)
        #expect(frame.width >= 0 && frame.height >= 0, place)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `adding and removing constraints restores the layout`(seed: Int) throws {
    var random = RandomLayout(seed: UInt64(1000 + seed))
    for _ in 0..<20 { try random.randomEdit() }
    random.layout.layout(width: 300, height: 200, scale: 0)
    let before = random.layout
    var added: [LayoutConstraintID] = []
    for _ in 0..<8 {
      added.append(try random.layout.add(random.randomConstraint()))
      random.layout.layout(width: 300, height: 200, scale: 0)
    }
    for identifier in added.shuffled(using: &random.generator) { random.layout.remove(identifier) }
    random.layout.layout(width: 300, height: 200, scale: 0)
    expectEqual(before, random.layout, random.items, "seed \(seed)")
    #expect(before.conflicts == random.layout.conflicts)
  }

  @Test(arguments: 0..<40)
  func `scaling all points by ten scales the layout by ten`(seed: Int) throws {
    var random = RandomLayout(seed: UInt64(2000 + seed))
    for _ in 0..<20 { try random.randomEdit() }
    let (small, _) = try random.fromScratch()
    for index in random.entries.indices { random.entries[index].constraint.constant *= 10 }
    random.size = Size(width: random.size.width * 10, height: random.size.height * 10)
    for index in random.contents.indices {
      let content = random.contents[index]
      random.contents[index] = IntrinsicContent(
        width: content.width.map { $0 * 10 }, height: content.height.map { $0 * 10 },
        firstBaseline: content.firstBaseline.map { $0 * 10 })
    }
    let (large, _) = try random.fromScratch()
    expectEqual(small, large, random.items, scale: 10, "seed \(seed)")
  }

  @Test(arguments: 0..<40)
  func `constraints of different priorities may be added in any order`(seed: Int) throws {
    var random = RandomLayout(seed: UInt64(3000 + seed))
    for number in 0..<20 {
      var constraint = random.randomConstraint()
      constraint.priority = LayoutPriority(Double(900 - number * 7))
      random.entries.append(.init(constraint: constraint, identifier: try random.layout.add(constraint)))
    }
    let (first, _) = try random.fromScratch()
    for _ in 0..<4 {
      let (second, _) = try random.fromScratch(Array(random.entries.indices).shuffled(using: &random.generator))
      expectEqual(first, second, random.items, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<40)
  func `a mirrored layout has the same widths`(seed: Int) throws {
    var random = RandomLayout(seed: UInt64(4000 + seed))
    for _ in 0..<25 {
      var constraint = random.randomConstraint()
      let fixed: [LayoutAttribute] = [.left, .right, .centerX]
      if fixed.contains(constraint.attribute) { constraint.attribute = .leading }
      if let other = constraint.otherAttribute, fixed.contains(other) { constraint.otherAttribute = .trailing }
      random.entries.append(.init(constraint: constraint, identifier: try random.layout.add(constraint)))
    }
    random.layout.layout(width: random.size.width, height: random.size.height, scale: 0)
    let leftToRight = random.layout
    random.layout.direction = .rtl
    random.layout.layout(width: random.size.width, height: random.size.height, scale: 0)
    let openBefore = open(leftToRight)
    for (index, item) in random.items.enumerated() where index > 0 && openBefore[item] == nil {
      let container = random.items[random.parents[index]]
      guard openBefore[container]?.contains(.width) != true else { continue }
      let one = leftToRight.unroundedFrame(of: item)
      let other = random.layout.unroundedFrame(of: item)
      let room = leftToRight.unroundedFrame(of: container).width
      #expect(abs(one.width - other.width) < 1e-5, "seed \(seed)")
      #expect(abs(room - one.maxX - other.x) < 1e-5, "seed \(seed)")
    }
  }
}

@Suite("Hostile constraints")
struct HostileConstraintTests {
  @Test(arguments: 0..<30)
  func `any numbers result in finite frames`(seed: Int) throws {
    var random = RandomLayout(seed: UInt64(5000 + seed))
    let numbers: [Double] = [
      .nan, .infinity, -.infinity, 1e38, -1e38, 1e9, -1e9, 999_999_999, 1e6, 1e-6, 1e-300, 0, -0.0, 1, 3, 0.1, -7,
    ]
    for step in 0..<40 {
      var constraint = random.randomConstraint()
      constraint.constant = random.pick(numbers)
      if constraint.otherItem != nil { constraint.multiplier = random.pick(numbers) }
      if step % 3 == 0 { constraint.priority = LayoutPriority(random.pick(numbers)) }
      let identifier = try? random.layout.add(constraint)
      let item = random.pick(random.items)
      random.layout.setIntrinsicContent(
        IntrinsicContent(
          width: random.pick(numbers), height: random.pick(numbers), firstBaseline: random.pick(numbers)),
        of: item)
      if item != random.layout.root, step % 7 == 0 {
        random.layout.setFrame(
          Rect(
            x: random.pick(numbers), y: random.pick(numbers), width: random.pick(numbers),
            height: random.pick(numbers)), inParentOfSize: Size(width: random.pick(numbers), height: 10),
          resizing: AutoresizingMask(rawValue: step), of: item)
      }
      random.layout.layout(width: random.pick(numbers), height: random.pick(numbers))
      for item in random.items {
        let frame = random.layout.frame(of: item)
        for value in [frame.x, frame.y, frame.width, frame.height] {
          #expect(value.isFinite && abs(value) <= 4e9, "seed \(seed), step \(step)")
        }
        #expect(frame.width >= 0 && frame.height >= 0, "seed \(seed), step \(step)")
      }
      let size = random.layout.systemLayoutSizeFitting(.zero)
      #expect(size.width.isFinite && size.height.isFinite)
      if step % 4 == 1, let identifier { random.layout.remove(identifier) }
    }
  }

  @Test func `a thousand items that each double the previous one have finite frames`() throws {
    var layout = ConstraintLayout()
    var previous = layout.root
    var items: [LayoutItemID] = []
    for _ in 0..<1000 {
      let item = layout.makeItem(in: layout.root)
      try layout.add(LayoutConstraint(item, .width, to: previous, .width, multiplier: 1000))
      items.append(item)
      previous = item
    }
    layout.layout(width: 10, height: 10)
    for item in items { #expect(layout.frame(of: item).width.isFinite) }
    #expect(layout.frame(of: items[0]).width == 10_000)
    #expect(layout.conflicts.allSatisfy { $0.isNumeric })
  }

  @Test(arguments: [500, 3000])
  func `nested items are laid out, and thousands of them use limited memory`(count: Int) throws {
    var layout = ConstraintLayout()
    var item = layout.root
    for _ in 0..<count {
      let inner = layout.makeItem(in: item)
      try layout.add(LayoutConstraint(inner, .left, to: item, .left, constant: 0.5))
      try layout.add(LayoutConstraint(inner, .right, to: item, .right, constant: -0.5))
      item = inner
    }
    layout.layout(width: 20_000, height: 10, scale: 0)
    if count == 500 {
      #expect(layout.frame(of: item) == Rect(x: 0.5, y: 0, width: 19_500, height: 0))
      #expect(layout.conflicts.isEmpty)
    } else {
      #expect(layout.frame(of: item).width.isFinite)
      #expect(layout.conflicts.allSatisfy { $0.isNumeric })
    }
    let outer = try #require(layout.parent(of: item))
    layout.remove(outer)
    #expect(!layout.contains(item))
  }

  @Test func `thousands of equal equations reject a contradicting one`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    for _ in 0..<3000 { try layout.add(LayoutConstraint(box, .width, to: layout.root, .width, multiplier: 1.0 / 3)) }
    let wrong = try layout.add(LayoutConstraint(box, .width, constant: 200))
    layout.layout(width: 300, height: 10)
    #expect(layout.frame(of: box).width == 100)
    #expect(layout.conflicts.map(\.broken.identifier) == [wrong])
  }

  @Test func `two hundred priorities work at once`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    for number in 1...200 {
      try layout.add(
        LayoutConstraint(box, .width, constant: Double(number), priority: LayoutPriority(Double(number))))
    }
    layout.layout(width: 300, height: 10)
    #expect(layout.frame(of: box).width == 200)
  }
}
