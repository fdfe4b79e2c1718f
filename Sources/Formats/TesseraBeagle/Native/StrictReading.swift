/// Peculiarities of Beagle.
extension BeagleObject {
  /// Returns the component without the members that Beagle does not support for its type.
  func asRead(byOriginal name: String) -> BeagleObject {
    var object = self
    let isWidget = Self.widgets.contains(name)
    object.members.removeAll { member in
      switch member.name {
      case "id", "style": !isWidget && name != "screencomponent"
      case "accessibility": !isWidget
      case "onInit": !["container", "listview", "gridview"].contains(name)
      case "context": !Self.owners.contains(name)
      default: false
      }
    }
    return object
  }

  /// The components with an identifier and a style.
  private static let widgets: Set<String> = [
    "button", "container", "gridview", "image", "listview", "simpleform", "text", "textinput", "webview",
  ]
  /// The components with a context.
  private static let owners: Set<String> = [
    "container", "gridview", "listview", "pageview", "pulltorefresh", "scrollview", "screencomponent", "simpleform",
    "tabview",
  ]

  /// The edges without those covered by an expression for several edges, since Beagle reads such expressions last.
  var withoutCoveredEdges: BeagleObject {
    let covering = [
      ("all", ["horizontal", "vertical", "left", "top", "right", "bottom"]), ("horizontal", ["left", "right"]),
      ("vertical", ["top", "bottom"]),
    ]
    var edges = self
    for (name, covered) in covering where edges.hasExpression(for: name) {
      edges.members.removeAll { covered.contains($0.name) }
    }
    return edges
  }

  private func hasExpression(for edge: String) -> Bool {
    if case .template? = self[edge]?.object?["value"] { true } else { false }
  }
}
