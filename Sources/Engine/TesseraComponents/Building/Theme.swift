package import TesseraLayout
public import TesseraValues
public import TesseraViews

/// Named styles that components refer to by `styleId`, from a bundle's `theme.json` or from an app.
///
/// ```swift
/// var theme = Theme()
/// try theme.define("headline", as: ["fontSize": 24, "fontWeight": "bold"])
/// theme.define("badge", for: Label.self) { $0[.color] = "accent" }
/// ```
///
/// A component's own `style` takes precedence over the theme, and data takes precedence over code.
public struct Theme: Sendable {
  /// A named style: the decoded content of a `style` object, and code that changes views.
  package struct Look: Sendable {
    var settings: [(name: String, value: StyleValue)] = []
    var appearance: [ViewAttribute: Value] = [:]
    package fileprivate(set) var stylers: [@Sendable (View) -> Void] = []
  }

  private var looks: [String: Look] = [:]

  /// Creates an empty theme.
  public init() {}

  /// The names of all styles, sorted.
  var names: [String] { looks.keys.sorted() }

  /// Defines a style with the content of a `style` object, replacing its previous content.
  ///
  /// - Throws: A ``Diagnostic`` for the first unknown property or invalid value.
  public mutating func define(_ name: String, as style: [String: Value]) throws(Diagnostic) {
    let session = DecodingSession(DecodingConfiguration(operations: []))
    define(name, as: JSONNode(.dictionary(style)), session)
    if let problem = session.diagnostics.all.first { throw problem }
  }

  /// Defines code that changes views of a class with this style when they are created. Views of other classes stay
  /// unchanged.
  public mutating func define<V: View>(
    _ name: String, for type: V.Type, _ change: @escaping @Sendable (V) -> Void
  ) {
    looks[name, default: Look()].stylers.append { view in
      if let view = view as? V { change(view) }
    }
  }

  /// Decodes a theme document: an object of `style` objects.
  package static func decode(_ document: JSONNode) -> (theme: Theme, diagnostics: [Diagnostic]) {
    var theme = Theme()
    let session = DecodingSession(DecodingConfiguration(operations: []))
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
        session.add("theme-value", member.value.range, "'\(member.name)' of a theme cannot be an expression")
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
    // Attributes derived from the layout depend on the component's own layout.
    look.appearance = decoder.appearance.filter { ![.clips, .borderWidth].contains($0.key) }
    looks[name] = look
  }

  /// Returns the style with a name.
  package subscript(name: String) -> Look? { looks[name] }

  /// Returns both themes combined. Styles of the other theme take precedence.
  package func merging(_ other: Theme) -> Theme {
    var copy = self
    copy.looks.merge(other.looks) { _, other in other }
    return copy
  }
}

/// A theme style, resolved for one view.
package struct ThemedStyle: Sendable {
  /// The layout of the view's kind, merged with that of the style.
  package let layout: LayoutStyle
  /// The appearance as view attributes.
  package let appearance: [ViewAttribute: Value]
  /// The code of the style, or nil if there is none.
  package var code: ThemeCode?

  /// Applies the style to a view.
  package func apply(to view: View) {
    view.style = code?.layout(of: view, over: layout) ?? layout
    for (attribute, value) in appearance { view[attribute] = value }
    view.showPadding(of: view.style)
  }
}

/// The code of a theme that changes a view, together with the layout given by data, which takes precedence.
package struct ThemeCode: Sendable {
  let stylers: [@Sendable (View) -> Void]
  /// The layout literals of the style and the component, in order.
  var settings: [(name: String, value: StyleValue)]

  /// Runs the code on a new view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - said: The layout given by data.
  /// - Returns: The resulting layout of the view.
  func layout(of view: View, over said: LayoutStyle) -> LayoutStyle {
    for change in stylers { change(view) }
    guard view.style != view.kind.defaultStyle else { return said }
    var decoder = StyleDecoder(
      kind: view.kind, layout: view.style,
      session: DecodingSession(DecodingConfiguration(operations: []), maximumDiagnostics: 0))
    decoder.apply(settings)
    return decoder.layout
  }
}

extension DecodingSession {
  /// Returns the style that a `styleId` refers to, for a kind of views. If it does not exist, reports this and returns
  /// nil, or the fallback.
  ///
  /// - Parameter fallback: A `style` object for everything that the theme style does not specify.
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
      add("style-id", member.value.range, "'styleId' must be text, not an expression")
      return nil
    }
    if let look = configuration.theme[name] { return look }
    add(
      .error, "style-id", member.value.range, "The theme has no style '\(name)'", near: name,
      in: configuration.theme.names)
    return nil
  }
}
