import TesseraLayout
package import TesseraValues

/// A page of a host that the manifest names, in a sandboxed frame.
package final class WebView: View {
  /// The URL of the page; nil if no page is shown.
  package var address: String? {
    get { self[.content].string }
    set {
      guard let newValue, !newValue.isEmpty else { return self[.content] = .null }
      let isUsable = newValue.utf8.count <= 8192 && context.host?.allows(address: newValue) == true
      self[.content] = isUsable ? .string(newValue) : .null
      if !isUsable {
        context.host?.report("the manifest does not name the host of '\(newValue.prefix(100))'", of: self)
      }
    }
  }

  /// The URL.
  package override var value: Value {
    get { self[.content] }
    set { address = newValue.string }
  }

  package override var fieldValue: Value { .null }

  package override class var properties: PropertyTable<View> { ComponentDefinition.webView.properties }
}

extension ViewKind {
  /// A page in a frame.
  package static let webView = ViewKind(
    "webView", defaults: ViewDefaults(color: .secondaryLabel, backgroundColor: .secondaryBackground, clips: true),
    style: LayoutStyle {
      $0.minHeight = .points(120)
      $0.flexGrow = 1
    },
    element: WebElement(behaviour: "frame"),
    drawing: { node, box, canvas in
      // A rendered image cannot show the page, so it shows the page's host.
      guard let address = node[.content].string else { return }
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
    documentation: "A page of a host that the manifest names, in a sandboxed frame.",
    synonyms: ["iframe", "frame", "browser", "web", "html"], kind: .webView,
    properties: [
      .of(WebView.self, "value", .address, "The address of the page.", get: { $0.value }, set: { $0.value = $1 }),
      .of(WebView.self, "url", .address, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
    ],
    makeView: { WebView(.webView, in: $0) })
}
