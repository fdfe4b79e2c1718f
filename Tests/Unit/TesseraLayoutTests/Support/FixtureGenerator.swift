import Foundation
import TesseraFixtures
import TesseraLayout
import TesseraTestSupport

/// A tree with the frames computed by the browser.
struct BrowserFixture {
  var name: String
  var layout: LayoutFixture
  var leftToRight: [[Double]]
  var rightToLeft: [[Double]]

  static func load() throws -> [BrowserFixture] {
    try (JSONSerialization.jsonObject(with: resource("chromium")) as? [[String: Any]] ?? []).map { object in
      BrowserFixture(
        name: object["name"] as? String ?? "",
        layout: LayoutFixture(root: box(object["root"]), width: object["width"] as? Double),
        leftToRight: object["ltr"] as? [[Double]] ?? [], rightToLeft: object["rtl"] as? [[Double]] ?? [])
    }
  }

  static func differences() throws -> [String: String] {
    try JSONSerialization.jsonObject(with: resource("differences")) as? [String: String] ?? [:]
  }

  private static func resource(_ name: String) throws -> Data {
    let directory = Bundle.module.resourceURL?.appendingPathComponent("Fixtures")
    guard let file = directory?.appendingPathComponent("\(name).json") else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: file)
  }

  private static func box(_ json: Any?) -> LayoutFixture.Box {
    let object = json as? [String: Any] ?? [:]
    var box = LayoutFixture.Box(text: object["text"] as? String)
    for (name, value) in object["style"] as? [String: Any] ?? [:] {
      if let number = value as? Double { box.style[name] = .number(number) }
      if let word = value as? String { box.style[name] = .string(word) }
    }
    box.children = (object["children"] as? [Any] ?? []).map { self.box($0) }
    return box
  }
}

extension SeededGenerator {
  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &self)] }

  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}

/// Generates random trees using all style properties.
struct FixtureGenerator {
  var random: SeededGenerator
  /// The probability with which each property is set.
  var density = 0.12
  /// Whether the values include extreme numbers.
  var isHostile = false

  static let keywords: [String: [String]] = [
    "display": ["flex", "flex", "flex", "none", "contents"],
    "positionType": ["relative", "static", "absolute"],
    "direction": Direction.allCases.map(\.rawValue),
    "overflow": Overflow.allCases.map(\.rawValue),
    "boxSizing": BoxSizing.allCases.map(\.rawValue),
    "flexDirection": FlexDirection.allCases.map(\.rawValue),
    "flexWrap": FlexWrap.allCases.map(\.rawValue),
    "justifyContent": JustifyContent.allCases.map(\.rawValue),
    "alignItems": AlignItems.allCases.map(\.rawValue),
    "alignSelf": ["auto"] + AlignItems.allCases.map(\.rawValue),
    "alignContent": AlignContent.allCases.map(\.rawValue),
  ]

  static let lengths = [
    "flexBasis", "width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "margin", "marginStart",
    "marginTop", "padding", "paddingEnd", "borderWidth", "left", "top", "right", "bottom", "start", "gap", "rowGap",
  ]

  mutating func box(depth: Int = 0) -> LayoutFixture.Box {
    var box = LayoutFixture.Box(style: style())
    if depth == 0 { box.style["display"] = nil }
    if depth == 4 || depth > 0 && random.chance(0.35) {
      if random.chance(0.6) { box.text = random.pick(["", "a", "bb ccc d", "long\u{200B}er words here"]) }
    } else {
      box.children = (0..<Int.random(in: 1...4, using: &random)).map { _ in self.box(depth: depth + 1) }
    }
    return box
  }

  mutating func style() -> [String: StyleValue] {
    var style: [String: StyleValue] = [:]
    for (name, values) in Self.keywords.sorted(by: { $0.key < $1.key }) where random.chance(density) {
      style[name] = .string(random.pick(values))
    }
    for name in Self.lengths where random.chance(density) { style[name] = length(name) }
    for name in ["flexGrow", "flexShrink"] where random.chance(density * 2) {
      style[name] = .number(random.pick(isHostile ? [0, 1, 1e38, 1e-38] : [0, 1, 2, 0.5]))
    }
    if random.chance(density) {
      style["aspectRatio"] = .number(random.pick(isHostile ? [1e-9, 1, 1e9] : [0.5, 1, 2]))
    }
    return style
  }

  mutating func length(_ name: String) -> StyleValue {
    if random.chance(0.25), name != "borderWidth" {
      return .string(random.pick(isHostile ? ["100000000%", "50%"] : ["50%", "10%", "110%"]))
    }
    if random.chance(0.2), name.hasSuffix("idth") || name.hasSuffix("eight"), name != "borderWidth" {
      return .string(random.pick(["min-content", "max-content", "fit-content", "stretch"]))
    }
    let numbers = [0, 3, 10, 25.5, 60, 130] + (isHostile ? [1e38, 1e308, 1e-308, 4e9] : [])
    return .number(random.pick(numbers))
  }
}

extension LayoutFixture.Box {
  /// All variants with one element less: a child, a property or a level.
  var smaller: [LayoutFixture.Box] {
    var results: [LayoutFixture.Box] = children
    for index in children.indices {
      var less = self
      less.children.remove(at: index)
      results.append(less)
      for child in children[index].smaller {
        less = self
        less.children[index] = child
        results.append(less)
      }
    }
    for name in style.keys {
      var less = self
      less.style[name] = nil
      results.append(less)
    }
    return results
  }

  /// Returns the description of the smallest failing tree found, with its failure; nil if the tree does not fail.
  func shrunk(_ failure: (LayoutFixture.Box) -> String?) -> String? {
    guard var message = failure(self) else { return nil }
    var current = self
    search: while true {
      for candidate in current.smaller {
        if let found = failure(candidate) {
          (current, message) = (candidate, found)
          continue search
        }
      }
      return "\(message)\n  in \(current)"
    }
  }
}
