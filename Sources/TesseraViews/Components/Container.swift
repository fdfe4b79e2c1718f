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
    slots: [.children], variants: [Variant("layout", "constraints", .constraintContainer)],
    makeView: { View(.container, in: $0) })

  /// A box that places its children by constraints.
  package static let constraintContainer = ComponentDefinition(
    type: "container", documentation: "A box that places its children by constraints.", kind: .container,
    properties: [
      layout,
      .parsed(
        ConstraintView.self, "constraints", .strings,
        "What edges, sizes and baselines of the children have to do with each other, such as "
          + "'title.leading = icon.trailing + 8'.",
        get: { view in .array(view.formats.map { .string($0.text) }) },
        // What cannot be read was said with its place when the document was checked.
        parse: { value throws(PropertyMismatch) in
          (value.array ?? []).flatMap { $0.string.flatMap { try? ConstraintFormat.read($0) } ?? [] }
        },
        set: { $0.formats = $1 }),
    ],
    slots: [.children], check: checkConstraints,
    makeView: { ConstraintView(in: $0) })

  private static let layout = Property<View>.of(
    View.self, "layout", .choice(["flex", "constraints"]),
    "How children are placed: by flexbox, which is the default, or by 'constraints'. A literal.",
    get: { $0 is ConstraintView ? "constraints" : "flex" })

  /// Reads the constraints of a document, and looks for children that they name.
  @Sendable private static func checkConstraints(_ node: JSONNode) -> [Diagnostic] {
    let children = (node["children"]?.elements ?? []).compactMap { $0["id"]?.string }
    return (node["constraints"]?.elements ?? []).flatMap { element -> [Diagnostic] in
      guard let text = element.string else { return [] }
      do throws(Diagnostic) {
        let formats = try ConstraintFormat.read(withoutExpressions(text))
        let unknown = Set(formats.flatMap(\.children)).subtracting(children).sorted()
        return unknown.map { name in
          Diagnostic(
            rule: "unknown-child", range: element.range, message: "The box has no child '\(name)'",
            fix: NearMiss.fix(for: name, in: children))
        }
      } catch {
        return [error.within(text: element.range)]
      }
    }
  }

  /// A constraint with a number in place of each expression.
  private static func withoutExpressions(_ text: String) -> String {
    var (result, depth, previous): (String, Int, Character?) = ("", 0, nil)
    for character in text {
      if depth == 0 {
        if character == "{", previous == "@" {
          result.removeLast()
          result += "0"
          depth = 1
        } else {
          result.append(character)
        }
      } else if character == "{" {
        depth += 1
      } else if character == "}" {
        depth -= 1
      }
      previous = character
    }
    return result
  }
}
