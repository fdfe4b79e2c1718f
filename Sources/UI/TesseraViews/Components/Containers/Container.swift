import TesseraLayout
import TesseraValues

extension ViewKind {
  /// A box with children.
  public static let container = ViewKind("container")
}

extension ComponentDefinition {
  /// A box that lays out its children.
  public static let container = ComponentDefinition(
    type: "container", documentation: "A box that lays out its children.",
    synonyms: ["view", "box", "div", "stack", "column", "row"],
    kind: .container, properties: [layout],
    slots: [.children, .menu], makeView: { View(.container, in: $0) }
  ).with([
    Variant("layout", "constraints", .constraintContainer), Variant("layout", "stack", .stackContainer),
  ]).checked(by: checkMenu).asBareBox()

  /// A box that places its children with constraints.
  package static let constraintContainer = ComponentDefinition(
    type: "container", documentation: "A box that places its children by constraints.", kind: .container,
    properties: [layout, constraints],
    slots: [.children, .menu], makeView: { ConstraintView(in: $0) }
  ).checked(by: checkConstraints)

  /// A box that places its children one after the other, as UIKit's stack views do.
  package static let stackContainer = ComponentDefinition(
    type: "container", documentation: "A box that places its children one after the other, as UIKit's stacks do.",
    kind: .container,
    properties: [
      layout, constraints,
      choice("axis", ["horizontal", "vertical"], "The direction of the children; 'horizontal' by default.", \.axis),
      choice(
        "distribution", StackArrangement.Distribution.allCases.map(\.rawValue),
        "Their lengths along the axis, as in UIKit; 'fill' by default.", \.distribution),
      choice(
        "alignment", StackArrangement.Alignment.allCases.map(\.rawValue),
        "Their places across the axis, as in UIKit; 'fill' by default. The top of a row is 'leading'.", \.alignment),
      .number(
        StackView.self, "spacing", "The distance of neighbours in points; 0 by default.", \.arrangement.spacing,
        default: 0),
    ],
    slots: [.children, .menu], makeView: { StackView(in: $0) }
  ).checked(by: checkConstraints)

  private static let layout = Property<View>.of(
    View.self, "layout", .choice(["flex", "constraints", "stack"]),
    "The layout of the children: 'flex' (flexbox, the default), 'constraints' or 'stack'. Must be a literal.",
    get: { $0 is StackView ? "stack" : $0 is ConstraintView ? "constraints" : "flex" })

  private static let constraints = Property<View>.parsed(
    ConstraintView.self, "constraints", .strings,
    "The constraints between edges, sizes and baselines of the children, such as "
      + "'title.leading = icon.trailing + 8'.",
    get: { view in .array(view.formats.map { .string($0.text) }) },
    // Constraints that cannot be parsed were reported when the document was checked.
    parse: { value throws(PropertyMismatch) in
      (value.array ?? []).prefix(maximumConstraintCount).flatMap {
        $0.string.flatMap { try? ConstraintFormat.read($0) } ?? []
      }
    },
    set: { $0.formats = $1 })

  /// Returns a property of stacks that takes one of several words.
  private static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [String], _ documentation: String,
    _ path: any (WritableKeyPath<StackArrangement, Word> & Sendable)
  ) -> Property<View> {
    .of(
      StackView.self, name, .choice(words), documentation,
      get: { .string($0.arrangement[keyPath: path].rawValue) },
      set: { view, value in
        let word = value.string.flatMap(Word.init) ?? StackArrangement()[keyPath: path]
        view.arrangement[keyPath: path] = word
      })
  }

  /// The maximum number of constraints in a box. Further ones are ignored, and reported.
  private static let maximumConstraintCount = 1000
  /// The maximum number of invalid constraints of a box that are reported. Further ones are not. A document with more
  /// has a different problem.
  private static let maximumProblemCount = 20

  /// A menu contains only menu items.
  @Sendable private static func checkMenu(_ node: JSONNode) -> [Diagnostic] {
    (node["menu"]?.elements ?? []).compactMap { item in
      guard let type = item["type"], let name = type.string, name != menuItem.type else { return nil }
      return Diagnostic(
        rule: "menu-item", range: type.range, message: "A menu cannot contain '\(name.prefix(40))'",
        fix: "Use 'menuItem'")
    }
  }

  /// Parses the constraints of a document and checks the children that they refer to.
  @Sendable private static func checkConstraints(_ node: JSONNode) -> [Diagnostic] {
    let children = Set((node["children"]?.elements ?? []).compactMap { $0["id"]?.string })
    let elements = node["constraints"]?.elements ?? []
    var problems = checkMenu(node)
    if elements.count > maximumConstraintCount {
      problems.append(
        Diagnostic(
          rule: "constraint-limit", range: elements[maximumConstraintCount].range,
          message: "A box has at most \(maximumConstraintCount) constraints"))
    }
    for element in elements.prefix(maximumConstraintCount) where problems.count < maximumProblemCount {
      guard let text = element.string, let checked = withoutExpressions(text) else { continue }
      do throws(Diagnostic) {
        for name in try ConstraintFormat.read(checked).flatMap(\.children) where !children.contains(name) {
          problems.append(unknownChild(name, among: children, at: element.range))
        }
      } catch {
        problems.append(checked == text ? error.within(text: element.range) : error.withRange(element.range))
      }
    }
    return problems
  }

  private static func unknownChild(_ name: String, among children: Set<String>, at range: SourceRange) -> Diagnostic {
    // An action may add the child later; then the constraint takes effect.
    Diagnostic(
      .warning, rule: "unknown-child", range: range, message: "The box has no child '\(name)' here",
      fix: SpellingSuggestion.fix(for: name, in: children.union(["margins", "safeArea"])))
  }

  /// Returns a constraint with a number in place of each expression; nil if an expression stands for more than a
  /// number, so that the constraint cannot be checked without data.
  private static func withoutExpressions(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "@")), text.contains("@{") else { return text }
    var (result, depth, previous): (String, Int, Character?) = ("", 0, nil)
    for character in text {
      if depth == 0 {
        if character == "{", previous == "@" {
          result.removeLast()
          // A name or keyword would follow.
          if let last = result.last, last != " ", !"=<>≤≥+-*/@".contains(last) { return nil }
          result += "1"
          depth = 1
        } else {
          if previous == "}", character == "." || character.isLetter { return nil }
          result.append(character)
        }
      } else if character == "{" {
        depth += 1
      } else if character == "}" {
        depth -= 1
      }
      previous = character
    }
    return result == "1" ? nil : result
  }
}
