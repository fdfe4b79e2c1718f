package import TesseraLayout
public import TesseraValues
public import TesseraViews

/// Looks with names, which components take by `styleId`: those of a bundle's `theme.json`, and those of an app.
///
/// ```swift
/// var theme = Theme()
/// try theme.define("headline", as: ["fontSize": 24, "fontWeight": "bold"])
/// theme.define("badge", for: Label.self) { $0[.color] = "accent" }
/// ```
///
/// What a component says in its own `style` wins over the look, and what data says over what code does.
public struct Theme: Sendable {
  /// One look: what a document may say in `style`, read already, and what code does with views.
  package struct Look: Sendable {
    var settings: [(name: String, value: StyleValue)] = []
    var appearance: [ViewAttribute: Value] = [:]
    package fileprivate(set) var stylers: [@Sendable (View) -> Void] = []
  }

  private var looks: [String: Look] = [:]

  /// A theme without looks.
  public init() {}

  /// The names of all looks.
  var names: [String] { looks.keys.sorted() }

  /// Gives a look what a document would say in `style`, in place of what it had.
  /// - Throws: the first thing that `style` does not know or take.
  public mutating func define(_ name: String, as style: [String: Value]) throws(Diagnostic) {
    let session = DecodingSession(operations: [])
    define(name, as: JSONNode(.dictionary(style)), session)
    if let problem = session.diagnostics.all.first { throw problem }
  }

  /// Lets code change views of a class that take a look, when they are made. Views of other classes stay as they are.
  public mutating func define<V: View>(
    _ name: String, for type: V.Type, _ change: @escaping @Sendable (V) -> Void
  ) {
    looks[name, default: Look()].stylers.append { view in
      if let view = view as? V { change(view) }
    }
  }

  /// Reads a document of looks: an object of `style` objects.
  package static func decode(_ document: JSONNode) -> (theme: Theme, diagnostics: [Diagnostic]) {
    var theme = Theme()
    let session = DecodingSession(operations: [])
    guard let members = document.membersWithoutComments else {
      session.add("theme-type", document.range, "A theme is an object of styles, found \(document.typeName)")
      return (theme, session.diagnostics.all)
    }
    for member in members { theme.define(member.name, as: member.value, session) }
    return (theme, session.diagnostics.all)
  }

  private mutating func define(_ name: String, as style: JSONNode, _ session: DecodingSession) {
    var style = style
    if let members = style.members {
      let dynamic = members.filter { session.isDynamic($0.value) }
      for member in dynamic {
        session.add("theme-value", member.value.range, "'\(member.name)' of a theme is no expression")
      }
      if !dynamic.isEmpty {
        style = JSONNode(.object(members.filter { !session.isDynamic($0.value) }), range: style.range)
      }
    }
    var decoder = StyleDecoder(kind: .container, session: session)
    decoder.decode(style)
    var look = Look()
    look.stylers = looks[name]?.stylers ?? []
    look.settings = decoder.settings
    // What follows from layout follows from that of the component.
    look.appearance = decoder.appearance.filter { ![.clips, .borderWidth].contains($0.key) }
    looks[name] = look
  }

  /// The look of a name.
  package subscript(name: String) -> Look? { looks[name] }

  /// Both, where looks of the other one win.
  package func merging(_ other: Theme) -> Theme {
    var copy = self
    copy.looks.merge(other.looks) { _, other in other }
    return copy
  }
}

/// A look as one view takes it.
package struct ThemedStyle: Sendable {
  /// The layout of the view's kind with the look's.
  package let layout: LayoutStyle
  /// How it is painted.
  package let appearance: [ViewAttribute: Value]
  /// What code says about it; nil where there is none.
  package var code: ThemeCode?

  /// Gives a view the look.
  package func apply(to view: View) {
    view.style = code?.layout(of: view, over: layout) ?? layout
    for (attribute, value) in appearance { view[attribute] = value }
    view.showPadding(of: view.style)
  }
}

/// What code of a theme changes about a view, and what data says about its layout, which wins.
package struct ThemeCode: Sendable {
  let stylers: [@Sendable (View) -> Void]
  /// The literals of layout that the look and the component say, in order.
  var settings: [(name: String, value: StyleValue)]

  /// Lets the code change a new view.
  /// - Parameter said: what data says about its layout.
  /// - Returns: the layout that the view gets.
  func layout(of view: View, over said: LayoutStyle) -> LayoutStyle {
    for change in stylers { change(view) }
    guard view.style != view.kind.defaultStyle else { return said }
    var decoder = StyleDecoder(
      kind: view.kind, layout: view.style, session: DecodingSession(operations: [], maximumDiagnostics: 0))
    decoder.apply(settings)
    return decoder.layout
  }
}

extension DecodingSession {
  /// The look that a `styleId` names, for a kind of views; nil, and said, where there is none.
  /// - Parameter fallback: a `style` that holds where the look says nothing.
  package func look(_ member: JSONMember, of kind: ViewKind, over fallback: JSONNode? = nil) -> ThemedStyle? {
    var decoder = StyleDecoder(kind: kind, session: self)
    fallback.map { decoder.decode($0) }
    let look = look(member)
    if look == nil, fallback == nil { return nil }
    var code: ThemeCode?
    if let look {
      decoder.apply(look)
      if !look.stylers.isEmpty { code = ThemeCode(stylers: look.stylers, settings: decoder.settings + look.settings) }
    }
    return ThemedStyle(layout: decoder.layout, appearance: decoder.appearance, code: code)
  }

  private func look(_ member: JSONMember) -> Theme.Look? {
    guard let name = member.value.string, !isDynamic(member.value) else {
      add("style-id", member.value.range, "'styleId' takes text, and no expression")
      return nil
    }
    if let look = theme[name] { return look }
    add(.error, "style-id", member.value.range, "The theme has no style '\(name)'", near: name, in: theme.names)
    return nil
  }
}
