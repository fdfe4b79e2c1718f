import TesseraValues

extension ComponentTranslator {
  /// Leaves out properties and styles that the component does not take, and reports them.
  mutating func removeUnacceptedValues(of node: inout ComponentNode, _ view: StoryboardView) {
    for (name, value) in node.members {
      let kind = AcceptedValueTable.kind(ofProperty: name, of: node.type)
      if let kind, AcceptedValueTable.accepts(value, kind, context.directory.pictures) { continue }
      node[member: name] = nil
      report(kind == nil ? "has no '\(name)'" : "takes other values of '\(name)'", node, view)
    }
    for (name, value) in node.style
    where !AcceptedValueTable.accepts(value, AcceptedValueTable.kind(ofStyle: name), nil) {
      node[style: name] = nil
      report("takes other values of '\(name)'", node, view)
    }
  }

  private mutating func report(_ problem: String, _ node: ComponentNode, _ view: StoryboardView) {
    context.report("interface-property", "The component '\(node.type)' \(problem)", view.id)
  }
}
