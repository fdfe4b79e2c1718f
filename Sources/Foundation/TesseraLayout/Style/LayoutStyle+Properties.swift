extension LayoutStyle {
  /// The property names accepted by `set(_:to:)`, in alphabetical order.
  package static let propertyNames: [String] = PropertySetter.all.keys.sorted()

  /// Sets a property by its camel-case CSS name.
  ///
  /// ```swift
  /// try style.set("flexDirection", to: .string("row"))
  /// try style.set("margin", to: .object(["horizontal": .number(8), "top": .string("10%")]))
  /// ```
  ///
  /// `margin`, `padding`, `borderWidth` and `position` accept a value for all edges, or an object with `left`, `top`,
  /// `right`, `bottom`, `start`, `end`, `horizontal`, `vertical` and `all`. The more specific key takes precedence, and
  /// edges that are not given have the property's default value. `gap` accepts a value or an object with `row`,
  /// `column` and `all`.
  package mutating func set(_ property: String, to value: StyleValue) throws(StyleError) {
    guard let setter = PropertySetter.all[property] else {
      throw StyleError(
        reason: .unknownProperty, property: property, found: value, expected: [], allowedValues: Self.propertyNames)
    }
    try setter.apply(&self, property, value)
  }
}

extension LayoutStyle {
  /// The names in `propertyNames` that set several properties at once. If a shorthand and one of its longhands are both
  /// given, the longhand takes precedence, so set shorthands first.
  package static let shorthandNames: Set<String> = ["margin", "padding", "borderWidth", "position", "gap"]
}

/// Sets one property from a format-independent value.
private struct PropertySetter: Sendable {
  typealias Target<T> = any WritableKeyPath<LayoutStyle, T> & Sendable
  typealias Side = any WritableKeyPath<Edges, Dimension> & Sendable

  let apply: @Sendable (inout LayoutStyle, String, StyleValue) throws(StyleError) -> Void

  static let all: [String: PropertySetter] = {
    var all: [String: PropertySetter] = [
      "display": keyword(\.display),
      "positionType": keyword(\.positionType),
      "direction": keyword(\.direction),
      "overflow": keyword(\.overflow),
      "boxSizing": keyword(\.boxSizing),
      "flexDirection": keyword(\.flexDirection),
      "flexWrap": keyword(\.flexWrap),
      "justifyContent": keyword(\.justifyContent),
      "alignItems": keyword(\.alignItems),
      "alignSelf": keyword(\.alignSelf, none: "auto"),
      "alignContent": keyword(\.alignContent),
      "flexGrow": factor(\.flexGrow),
      "flexShrink": factor(\.flexShrink),
      "flexBasis": dimension(\.flexBasis, .basis),
      "width": dimension(\.width, .size),
      "height": dimension(\.height, .size),
      "minWidth": dimension(\.minWidth, .size),
      "minHeight": dimension(\.minHeight, .size),
      "maxWidth": dimension(\.maxWidth, .maximum),
      "maxHeight": dimension(\.maxHeight, .maximum),
      "aspectRatio": aspectRatio,
      "margin": edges(\.margin, .margin, others: 0),
      "padding": edges(\.padding, .padding, others: 0),
      "borderWidth": edges(\.border, .border, others: 0),
      "position": edges(\.position, .inset, others: .auto),
      "gap": gap,
      "rowGap": dimension(\.rowGap, .gap),
      "columnGap": dimension(\.columnGap, .gap),
    ]
    let sides: [(String, Side)] = [
      ("Left", \.left), ("Top", \.top), ("Right", \.right), ("Bottom", \.bottom), ("Start", \.start), ("End", \.end),
    ]
    for (side, path) in sides {
      all["margin\(side)"] = edge(\.margin, path, .margin)
      all["padding\(side)"] = edge(\.padding, path, .padding)
      all["border\(side)Width"] = edge(\.border, path, .border)
      all[side.lowercased()] = edge(\.position, path, .inset)
    }
    return all
  }()

  static func keyword<K: RawRepresentable<String> & CaseIterable & Sendable>(
    _ target: Target<K>
  ) -> PropertySetter where K.AllCases: SendableMetatype {
    PropertySetter { (style, property, value) throws(StyleError) in
      guard case .string(let word) = value, let keyword = K(rawValue: word) else {
        throw .unexpected(property, value, words: K.allCases.map(\.rawValue))
      }
      style[keyPath: target] = keyword
    }
  }

  static func keyword<K: RawRepresentable<String> & CaseIterable & Sendable>(
    _ target: Target<K?>, none: String
  ) -> PropertySetter where K.AllCases: SendableMetatype {
    PropertySetter { (style, property, value) throws(StyleError) in
      guard case .string(let word) = value, word == none || K(rawValue: word) != nil else {
        throw .unexpected(property, value, words: [none] + K.allCases.map(\.rawValue))
      }
      style[keyPath: target] = K(rawValue: word)
    }
  }

  static func factor(_ target: Target<Double>) -> PropertySetter {
    PropertySetter { (style, property, value) throws(StyleError) in
      guard case .number(let number) = value else { throw .unexpected(property, value, ["a number of 0 or more"]) }
      guard number >= 0, number.isFinite else { throw .outOfRange(property, value, "a finite number of 0 or more") }
      style[keyPath: target] = number
    }
  }

  static func dimension(_ target: Target<Dimension>, _ grammar: DimensionGrammar) -> PropertySetter {
    PropertySetter { (style, property, value) throws(StyleError) in
      style[keyPath: target] = try grammar.read(value, property: property)
    }
  }

  static let aspectRatio = PropertySetter { (style, property, value) throws(StyleError) in
    switch value {
    case .number(let number) where number > 0 && number.isFinite: style.aspectRatio = number
    case .number: throw .outOfRange(property, value, "a finite number above 0")
    case .string("auto"): style.aspectRatio = nil
    default: throw .unexpected(property, value, ["a number above 0"], words: ["auto"])
    }
  }

  static func edge(
    _ target: Target<Edges>, _ side: Side, _ grammar: DimensionGrammar
  ) -> PropertySetter {
    PropertySetter { (style, property, value) throws(StyleError) in
      style[keyPath: target][keyPath: side] = try grammar.read(value, property: property)
    }
  }

  static func edges(_ target: Target<Edges>, _ grammar: DimensionGrammar, others: Dimension) -> PropertySetter {
    PropertySetter { (style, property, value) throws(StyleError) in
      guard case .object(let object) = value else {
        style[keyPath: target] = Edges(try grammar.read(value, property: property))
        return
      }
      let keys = ["left", "top", "right", "bottom", "start", "end", "horizontal", "vertical", "all"]
      let read = try grammar.readAll(object, keys: keys, property: property)
      let horizontal = read["horizontal"] ?? read["all"] ?? others
      let vertical = read["vertical"] ?? read["all"] ?? others
      style[keyPath: target] = Edges(
        left: read["left"] ?? horizontal, top: read["top"] ?? vertical,
        right: read["right"] ?? horizontal, bottom: read["bottom"] ?? vertical,
        start: read["start"] ?? .unset, end: read["end"] ?? .unset)
    }
  }

  static let gap = PropertySetter { (style, property, value) throws(StyleError) in
    guard case .object(let object) = value else {
      let both = try DimensionGrammar.gap.read(value, property: property)
      (style.rowGap, style.columnGap) = (both, both)
      return
    }
    let read = try DimensionGrammar.gap.readAll(object, keys: ["row", "column", "all"], property: property)
    style.rowGap = read["row"] ?? read["all"] ?? 0
    style.columnGap = read["column"] ?? read["all"] ?? 0
  }
}

/// The lengths and keywords that a property accepts.
private struct DimensionGrammar: Sendable {
  var keywords: [String: Dimension] = [:]
  var allowsPercent = true
  var allowsNegative = false

  static let sizeKeywords: [String: Dimension] = [
    "auto": .auto, "min-content": .minContent, "max-content": .maxContent, "fit-content": .fitContent,
    "stretch": .stretch,
  ]

  static let size = DimensionGrammar(keywords: sizeKeywords)
  static let basis = DimensionGrammar(keywords: sizeKeywords.merging(["content": .content]) { $1 })
  static let maximum = DimensionGrammar(
    keywords: sizeKeywords.filter { $0.key != "auto" }.merging(["none": .unset]) { $1 })
  static let margin = DimensionGrammar(keywords: ["auto": .auto], allowsNegative: true)
  static let inset = DimensionGrammar(keywords: ["auto": .auto], allowsNegative: true)
  static let padding = DimensionGrammar()
  static let border = DimensionGrammar(allowsPercent: false)
  static let gap = DimensionGrammar(keywords: ["normal": 0])

  func read(_ value: StyleValue, property: String, key: String? = nil) throws(StyleError) -> Dimension {
    switch value {
    case .number(let number):
      guard number.isFinite, allowsNegative || number >= 0 else {
        throw .outOfRange(
          property, value, allowsNegative ? "a finite number" : "a finite number of 0 or more", key: key)
      }
      return .points(number)
    case .string(let word):
      if let dimension = keywords[word] { return dimension }
      if allowsPercent, word.hasSuffix("%"), let number = Double(word.dropLast()), number.isFinite {
        guard allowsNegative || number >= 0 else {
          throw .outOfRange(property, value, "a percentage of 0 or more", key: key)
        }
        return .percent(number)
      }
    case .object: break
    }
    let lengths = ["a number of points"] + (allowsPercent ? ["a percentage such as '50%'"] : [])
    throw .unexpected(property, value, lengths, words: keywords.keys.sorted(), key: key)
  }

  func readAll(
    _ object: [String: StyleValue], keys: [String], property: String
  ) throws(StyleError) -> [String: Dimension] {
    var read: [String: Dimension] = [:]
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      guard keys.contains(key) else {
        throw StyleError(
          reason: .unknownKey, property: property, key: key, found: value, expected: [], allowedValues: keys)
      }
      read[key] = try self.read(value, property: property, key: key)
    }
    return read
  }
}

extension StyleError {
  fileprivate static func unexpected(
    _ property: String, _ found: StyleValue, _ expected: [String] = [], words: [String] = [], key: String? = nil
  ) -> StyleError {
    StyleError(
      reason: .unexpectedValue, property: property, key: key, found: found, expected: expected, allowedValues: words)
  }

  fileprivate static func outOfRange(
    _ property: String, _ found: StyleValue, _ expected: String, key: String? = nil
  ) -> StyleError {
    StyleError(
      reason: .numberOutOfRange, property: property, key: key, found: found, expected: [expected], allowedValues: [])
  }
}
