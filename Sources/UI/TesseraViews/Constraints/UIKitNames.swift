import TesseraLayout
package import TesseraValues

/// The property names of WidgetKit documents: UIKit's names alongside our own.
///
/// A component's own property of the same name takes precedence.
package enum UIKitNames {
  /// The properties that a UIKit name maps to, in order; the first one that the type has is used.
  static let synonyms: [String: [String]] = [
    "alpha": ["opacity"], "isHidden": ["hidden"], "textColor": ["color"], "tintColor": ["color"],
    "on": ["value"], "isOn": ["value"], "progress": ["value"], "isRefreshing": ["refreshControl.value"],
    "isAnimating": ["value", "animating"], "currentPage": ["value"], "numberOfPages": ["count"],
    "minimumValue": ["minimum"], "maximumValue": ["maximum"], "attributedText": ["text"], "title": ["text"],
    "currentTitle": ["text"], "image": ["imageName", "value"],
  ]

  /// UIKit properties that no type has itself, available on all views.
  package static let properties: [Property<View>] =
    [
      .of(
        View.self, "enabled", .bool, "The opposite of disabled.", get: { .bool(!$0.isDisabled) },
        set: { $0.isDisabled = !($1.isNull || $1.isTrue) }),
      .of(
        View.self, "isEnabled", .bool, "The same as enabled.", get: { .bool(!$0.isDisabled) },
        set: { $0.isDisabled = !($1.isNull || $1.isTrue) }),
      .of(
        View.self, "userInteractionEnabled", .bool, "The same as enabled.", get: { .bool(!$0.isDisabled) },
        set: { $0.isDisabled = !($1.isNull || $1.isTrue) }),
      .attribute("selected", .bool, .selected, "Whether the view is selected."),
      .attribute("isSelected", .bool, .selected, "The same as selected."),
      .of(
        View.self, "tag", .number, "A number for the document's own use.", get: { .integer(Int64($0.tag)) },
        set: { $0.tag = Int(min(max($1.number ?? 0, -9e15), 9e15)) }),
      .attribute("numberOfLines", .number, .maximumLines, "The maximum number of text lines; 0 for no limit."),
      .of(
        View.self, "textAlignment", .choice(["left", "center", "right", "justified", "natural"]),
        "The alignment of the text.",
        get: { $0[.textAlign] },
        set: { view, value in
          let names = ["natural": "start", "justified": "start"]
          view[.textAlign] = value.string.map { .string(names[$0] ?? $0) } ?? .null
        }),
      .attribute("clipsToBounds", .bool, .clips, "Whether children are clipped to the box."),
      .attribute("masksToBounds", .bool, .clips, "The same as clipsToBounds."),
      .of(
        View.self, "borderWidth", .number, "Width of the border in points.",
        get: { $0[.borderWidth] }, set: { $0.setBorderWidth($1.number ?? 0) }),
      .attribute("borderColor", .color, .borderColor, "Colour of the border."),
      .of(
        View.self, "shadowRadius", .number, "The blur radius of the shadow, in points.",
        get: { $0.shadowPart("radius") }, set: { $0.setShadow(["radius": $1]) }),
      .of(
        View.self, "shadowOffset", .object, "The offset of the shadow: {width, height} in points.",
        get: { ["width": $0.shadowPart("x"), "height": $0.shadowPart("y")] },
        set: { $0.setShadow(["x": $1.value(at: "width"), "y": $1.value(at: "height")]) }),
      .of(
        View.self, "shadowOpacity", .number, "The opacity of the shadow, from 0 (none) to 1.",
        get: { .double($0.shadowOpacity) }, set: { $0.shadowOpacity = min(max($1.number ?? 0, 0), 1) }),
      .of(
        View.self, "standardShadow", .bool, "Whether it has a shadow of 2 points all around.",
        get: { .bool($0.shadowPart("radius").number == 2 && $0.shadowOpacity == 0.3) },
        set: { view, value in
          view.setShadow(["x": 0, "y": 0, "radius": value.isTrue ? 2 : 0])
          view.shadowOpacity = value.isTrue ? 0.3 : 0
        }),
      .of(
        View.self, "unveilAlpha", .number, "The opacity, animated over 0.25 s. Setting it shows a hidden view.",
        get: { $0[.opacity] }, set: { $0.unveil($1.number ?? 1) }),
      .of(
        View.self, "fitContent", .bool, "Setting it to true lets the view be as high as its content.",
        get: { .bool($0.style.height == .auto) },
        set: { if $1.isTrue { $0.style.height = .auto } }),
      .hint("layoutHint.minHeight", "The minimum height, in points.", \.minHeight, none: 0),
      .hint("layoutHint.maxHeight", "The maximum height, in points.", \.maxHeight, none: .unset),
      .hint("layoutHint.maxWidth", "The maximum width, in points.", \.maxWidth, none: .unset),
    ]
    + ["top", "bottom", "left", "right"].map { side in
      .of(
        View.self, "layoutHint.\(side)", .number, "Has no effect: rows always fit their content.",
        get: { _ in .null }, set: { _, _ in })
    }

  private static let byName = Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  fileprivate static func property(_ key: String, in table: PropertyTable<View>) -> Property<View>? {
    synonyms[key]?.lazy.compactMap { table[$0] }.first ?? byName[key]
  }

  fileprivate static func property(_ key: String) -> Property<View>? { byName[key] }
}

extension PropertyTable<View> {
  /// Returns the property for our name or UIKit's, with or without WidgetKit's prefixes `wx_` and `wx.`.
  package func named(_ name: String) -> Property<View>? {
    let key = View.canonicalKey(name)
    return self[key] ?? UIKitNames.property(key, in: self)
  }

  /// Returns the property for a component's own attribute. UIKit's synonyms are not accepted for properties that have
  /// a name of ours, so that mistakes are reported.
  package func attribute(named name: String) -> Property<View>? {
    let key = View.canonicalKey(name)
    return self[key] ?? UIKitNames.property(key)
  }
}

extension Property<View> {
  /// Returns a property for a layout limit. A negative number means no limit, as in WidgetKit.
  fileprivate static func hint(
    _ name: String, _ documentation: String, _ path: any (WritableKeyPath<LayoutStyle, Dimension> & Sendable),
    none: Dimension
  ) -> Property<View> {
    .of(
      View.self, name, .number, documentation,
      get: { $0.style[keyPath: path].length.map(Value.double) ?? .null },
      set: { view, value in
        view.style[keyPath: path] = value.number.flatMap { $0 >= 0 ? Dimension.points(min($0, 100_000)) : nil } ?? none
      })
  }
}

extension Dimension {
  /// The length in points, if it is an absolute length.
  fileprivate var length: Double? { if case .points(let points) = kind { points } else { nil } }
}

extension View {
  fileprivate func setBorderWidth(_ width: Double) {
    let width = min(max(width.isFinite ? width : 0, 0), 1000)
    style.border = Edges(Dimension.points(width))
    self[.borderWidth] = width == (kind.defaultStyle.border.top.length ?? 0) ? .null : .double(width)
  }

  fileprivate func shadowPart(_ key: String) -> Value { self[.shadow].dictionary?[key] ?? 0 }

  fileprivate func setShadow(_ parts: [String: Value]) {
    var shadow = self[.shadow].dictionary ?? ["color": .string(Self.shadowColor(0))]
    shadow.merge(parts) { $1 }
    self[.shadow] = .dictionary(shadow)
  }

  fileprivate var shadowOpacity: Double {
    get {
      guard let color = self[.shadow].dictionary?["color"]?.string, color.count == 9,
        let alpha = Int(color.suffix(2), radix: 16)
      else { return self[.shadow].isNull ? 0 : 1 }
      return (Double(alpha) / 255 * 100).rounded() / 100
    }
    set {
      // A UIKit radius without an opacity shows nothing.
      setShadow(["color": .string(Self.shadowColor(newValue))])
    }
  }

  private static func shadowColor(_ opacity: Double) -> String {
    let alpha = String(Int((opacity * 255).rounded()), radix: 16)
    return "#000000" + (alpha.count == 1 ? "0" : "") + alpha
  }

  fileprivate func unveil(_ opacity: Double) {
    if isHidden {
      self[.opacity] = 0
      isHidden = false
    }
    if self[.transition].isNull { self[.transition] = ["duration": 0.25] }
    self[.opacity] = .double(min(max(opacity, 0), 1))
  }
}
