public import TesseraComponents
import TesseraValues
import TesseraViews

extension ActionDefinition {
  /// Turns a list in a context round by some places.
  public static let shuffle = ActionDefinition(
    type: "rotate", documentation: "Turns a list in a context round, so that another element comes first.",
    attributes: [
      Attribute("context", .reference(.context), "The context that holds the list.", isRequired: true),
      Attribute("by", .number, "How many places; 1 by default."),
    ],
    events: [
      EventDefinition(
        "onSuccess", "The list is turned.",
        carries: [EventDefinition.Member("first", .any, "the element that comes first now")])
    ]
  ) { run in
    let name = run["context"].description
    guard let list = run.value(at: name).array, !list.isEmpty else { return run.report("'\(name)' holds no list") }
    let places = Int(clamping: run["by"].integer ?? 1)
    let start = ((places % list.count) + list.count) % list.count
    let turned = Array(list[start...] + list[..<start])
    run.setContext(name, to: .array(turned))
    run.fire("onSuccess", ["first": turned.first ?? .null])
  }
}
