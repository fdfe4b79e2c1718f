import TesseraLayout
package import TesseraValues

/// A page of a host that the manifest names or that a person typed, in a sandboxed frame.
package final class WebView: View {
  /// The URL of the page; nil if no page is shown.
  package var address: String? {
    get { Self.address(in: self[.content]) }
    set {
      guard let newValue, !newValue.isEmpty else { return self[.content] = .null }
      guard newValue.utf8.count <= 8192, let host = context.host, host.allows(address: newValue) else {
        self[.content] = .null
        context.host?.report("the manifest does not name the host of '\(newValue.prefix(100))'", of: self)
        return
      }
      // A page that a person chose keeps its own cookies and storage, so that it can be signed in to.
      let isTyped = host.isTyped(address: newValue)
      self[.content] = isTyped ? ["url": .string(newValue), "isTyped": true] : .string(newValue)
    }
  }

  /// The URL.
  package override var value: Value {
    get { address.map(Value.string) ?? .null }
    set { address = newValue.string }
  }

  fileprivate static func address(in content: Value) -> String? { content.string ?? content.value(at: "url").string }

  package override var fieldValue: Value { .null }

  package override class var properties: PropertyTable<View> { ComponentDefinition.webView.properties }
}

extension ViewKind {
  /// A page in a frame.
  package static let webView = ViewKind(
    "webView",
    defaults: ViewDefaults(color: .secondaryLabel, backgroundColor: .secondaryBackground, clips: true).withIcons,
    style: LayoutStyle {
      $0.minHeight = .points(120)
      $0.flexGrow = 1
    },
    element: WebElement(behaviour: "frame"),
    drawing: { node, box, canvas in
      // A rendered image cannot show the page, so it shows the page's host.
      guard let address = WebView.address(in: node[.content]) else { return }
      let host = address.split(separator: "/", maxSplits: 3).dropFirst().first.map(String.init) ?? address
      let text = [Icon.letter(named: "web") ?? "", host].joined(separator: Icon.spacing)
      canvas.clipped(to: RoundedBox(box)) {
        canvas.draw(
          text, style: node.textStyle, align: .center, isCentered: true, in: box, node.color(in: canvas.scheme))
      }
    })
}

extension ComponentDefinition {
  /// A page in a frame.
  package static let webView = ComponentDefinition(
    type: "webView",
    documentation: "A page of a host that the manifest names or a person typed into an option, in a sandboxed frame.",
    synonyms: ["iframe", "frame", "browser", "web", "html"], kind: .webView,
    properties: [
      .of(WebView.self, "value", .address, "The address of the page.", get: { $0.value }, set: { $0.value = $1 }),
      .of(WebView.self, "url", .address, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
    ],
    makeView: { WebView(.webView, in: $0) })
}
