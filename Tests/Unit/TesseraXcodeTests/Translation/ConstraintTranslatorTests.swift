import TesseraTestSupport
import Testing

@testable import TesseraXcode

@Suite("Constraints as texts")
struct ConstraintTranslatorTests {
  private static let names = ["label": "label", "photo": "photo"]

  private static func translator(isRoot: Bool = false, topExtension: Double = 0) -> ConstraintTranslator {
    ConstraintTranslator(box: ["box"], names: names, isRoot: isRoot, topExtension: topExtension)
  }

  private static func constraint(
    _ first: StoryboardConstraint.Item, _ attribute: StoryboardConstraint.Attribute,
    _ relation: StoryboardConstraint.Relation = .equal, _ second: StoryboardConstraint.Item? = nil,
    _ secondAttribute: StoryboardConstraint.Attribute? = nil, times multiplier: Double = 1, plus constant: Double = 0,
    at priority: Double = 1000, isStandard: Bool = false
  ) -> StoryboardConstraint {
    var constraint = StoryboardConstraint(id: "c", first: first, firstAttribute: attribute)
    constraint.relation = relation
    constraint.second = second
    constraint.secondAttribute = secondAttribute
    constraint.multiplier = multiplier
    constraint.constant = constant
    constraint.priority = priority
    constraint.hasStandardConstant = isStandard
    return constraint
  }

  private static let cases: [(StoryboardConstraint, String?)] = [
    (constraint(.view("label"), .leading, .equal, .view("box"), .leading, plus: 8), "label.leading = leading + 8"),
    // The child comes first.
    (
      constraint(.view("box"), .trailing, .greaterThanOrEqual, .view("label"), .trailing, plus: 12),
      "label.trailing <= trailing - 12"
    ),
    (constraint(.view("label"), .width, plus: 40), "label.width = 40"),
    (
      constraint(.view("label"), .height, .equal, .view("label"), .width, times: 0.5),
      "label.height = 0.5 * label.width"
    ),
    (
      constraint(.view("label"), .top, .equal, .view("photo"), .bottom, plus: -3.5, at: 250),
      "label.top = photo.bottom - 3.5 @ low"
    ),
    (constraint(.view("label"), .top, .equal, .view("photo"), .bottom, at: 999), "label.top = photo.bottom @ 999"),
    // UIKit's standard distances.
    (
      constraint(.view("label"), .top, .equal, .view("photo"), .bottom, isStandard: true),
      "label.top = photo.bottom + 8"
    ),
    (constraint(.view("label"), .top, .equal, .view("box"), .top, isStandard: true), "label.top = top + 20"),
    (
      constraint(.view("label"), .leading, .equal, .margins(of: "box"), .leading), "label.leading = margins.leading"
    ),
    // Views elsewhere.
    (constraint(.view("label"), .leading, .equal, .view("stranger"), .leading), nil),
  ]

  @Test(arguments: cases.indices)
  func `constraints have the texts of documents`(_ index: Int) {
    let (constraint, text) = Self.cases[index]
    #expect(Self.translator().text(of: constraint) == text)
  }

  /// UIKit's root view is 64 points higher than ours, under a status bar and a navigation bar. A view at `y` in UIKit's
  /// is at `y - 64` in ours.
  @Test func `the room under the bars is left out`() {
    let translator = Self.translator(isRoot: true, topExtension: 64)
    let below = Self.constraint(.view("label"), .top, .equal, .topGuide, .bottom, plus: 10)
    #expect(translator.text(of: below) == "label.top = top + 10")
    let safe = Self.constraint(.view("label"), .top, .equal, .safeArea(of: "box"), .top, plus: 10)
    #expect(translator.text(of: safe) == "label.top = top + 10")
    let fixed = Self.constraint(.view("label"), .top, .equal, .view("box"), .top, plus: 72)
    #expect(translator.text(of: fixed) == "label.top = top + 8")
    let covering = Self.constraint(.view("label"), .top, .equal, .view("box"), .top)
    #expect(translator.text(of: covering) == "label.top = top")
    let centered = Self.constraint(.view("label"), .centerY, .equal, .view("box"), .centerY)
    #expect(translator.text(of: centered) == "label.centerY = centerY - 32")
    let half = Self.constraint(.view("label"), .height, .equal, .view("box"), .height, times: 0.5)
    #expect(translator.text(of: half) == "label.height = 0.5 * height + 32 @ 999")
    // Between the top, which lies under the bar, and the bottom, it could not be higher than ours.
    let whole = Self.constraint(.view("label"), .height, .equal, .view("box"), .height, plus: -8)
    #expect(translator.text(of: whole) == "label.height = height - 8")
    let reversed = Self.constraint(.view("box"), .height, .greaterThanOrEqual, .view("label"), .height)
    #expect(translator.text(of: reversed) == "label.height <= height")
    let above = Self.constraint(.bottomGuide, .top, .equal, .view("label"), .bottom, plus: 14)
    #expect(translator.text(of: above) == "label.bottom = bottom - 14")
    let margin = Self.constraint(.view("label"), .leading, .equal, .margins(of: "box"), .leading)
    #expect(translator.text(of: margin) == "label.leading = leading + 16")
  }

  /// The rule of UIKit: what a mask names shares the change in proportion to what it has; without it, the end does.
  private static func resized(
    _ start: Double, _ length: Double, _ whole: Double, to newWhole: Double, _ mask: (Bool, Bool, Bool)
  ) -> (start: Double, length: Double) {
    let end = whole - start - length
    let parts = [mask.0 ? start : 0, mask.1 ? length : 0, mask.2 ? end : 0]
    let sum = parts.reduce(0, +)
    guard sum > 0 else { return (start, length) }
    let change = newWhole - whole
    return (start + change * parts[0] / sum, length + change * parts[1] / sum)
  }

  /// Solves the two constraints of an axis.
  private static func solved(_ texts: [String], whole: Double) -> (start: Double, length: Double)? {
    var values: [String: Double] = [:]
    for text in texts {
      let parts = text.split(separator: " ")
      guard parts.count >= 3 else { return nil }
      var rest = parts.dropFirst(2)
      var factor = 1.0
      if rest.count > 1, let number = Double(rest.first ?? ""), rest.dropFirst().first == "*" {
        factor = number
        rest = rest.dropFirst(2)
      }
      let word = rest.first.map(String.init) ?? ""
      let places: [String: Double] = ["left": 0, "right": whole, "width": whole, "centerX": whole / 2]
      let place: Double = places[word] ?? Double(word) ?? .nan
      var value = factor * place
      if rest.count == 3 { value += (rest.dropFirst().first == "-" ? -1 : 1) * (Double(rest.last ?? "") ?? .nan) }
      values[String(parts[0].split(separator: ".")[1])] = value
    }
    switch (values["left"], values["right"], values["width"], values["centerX"]) {
    case (let left?, let right?, nil, nil): return (left, right - left)
    case (let left?, nil, let width?, nil): return (left, width)
    case (nil, let right?, let width?, nil): return (right - width, width)
    case (nil, nil, let width?, let center?): return (center - width / 2, width)
    default: return nil
    }
  }

  @Test func `a mask does what it does in UIKit`() throws {
    var generator = SeededGenerator(seed: 3)
    for mask in Int64(0)..<8 {
      for _ in 0..<50 {
        let whole = Double.random(in: 100...600, using: &generator)
        let start = Double.random(in: 1...whole / 2, using: &generator)
        let length = Double.random(in: 1...whole / 2 - 1, using: &generator)
        let frame = StoryboardFrame(x: start, y: 0, width: length, height: 10)
        var view = StoryboardView(id: "label", className: StoryboardClassName("UIView"), frame: frame)
        view.autoresizing = StoryboardAutoresizing(rawValue: Int(mask))
        let texts = Self.translator().texts(of: view, named: "label", in: (whole, 10)).prefix(2)
        for newWhole in [whole, whole + 100, whole * 0.75] {
          let found = try #require(Self.solved(Array(texts), whole: newWhole))
          let expected = Self.resized(
            start, length, whole, to: newWhole, (mask & 1 != 0, mask & 2 != 0, mask & 4 != 0))
          #expect(abs(found.start - expected.start) < 0.6, "mask \(mask): \(texts)")
          #expect(abs(found.length - expected.length) < 0.6, "mask \(mask): \(texts)")
        }
      }
    }
  }
}
