import TesseraValues

extension WidgetBundle {
  /// Whether the bundle's screens, cells or nested widgets show pages in frames, as far as their documents say.
  package var hasFrames: Bool {
    let screens = screenNames.compactMap { screen(named: $0) } + cells.values.map(\.document)
    return screens.contains(where: Self.hasFrames) || widgets.values.contains(where: \.hasFrames)
  }

  /// Whether a document contains a component `webView`, of whatever language of screens.
  private static func hasFrames(in node: JSONNode) -> Bool {
    var rest = [node]
    while let node = rest.popLast() {
      if let members = node.members {
        for member in members {
          if let text = member.value.string, text.lowercased().hasSuffix("webview") { return true }
          rest.append(member.value)
        }
      } else if let elements = node.elements {
        rest += elements
      }
    }
    return false
  }
}
