public import TesseraLayout
import TesseraValues

/// Where lines of text stand in their box.
public enum TextAlign: String, Sendable, Hashable, CaseIterable, Codable {
  /// Where the text's direction begins.
  case start
  /// In the middle.
  case center
  /// Where the text's direction ends.
  case end
  /// On the left, whatever the direction.
  case left
  /// On the right, whatever the direction.
  case right
}

/// How a picture fills its box.
public enum ContentMode: String, Sendable, Hashable, CaseIterable, Codable {
  /// Stretched to the box.
  case scaleToFill
  /// As large as fits, in its own shape.
  case aspectFit
  /// Small enough to cover the box, in its own shape; the rest is cut.
  case aspectFill
  /// In its own size, in the middle; the rest is cut.
  case center

  /// Where a picture of `size` is drawn for a box.
  public func frame(of size: Size, in box: Rect) -> Rect {
    guard size.width > 0, size.height > 0 else { return box }
    let horizontal = box.width / size.width
    let vertical = box.height / size.height
    let scale: Double
    switch self {
    case .scaleToFill: return box
    case .aspectFit: scale = min(horizontal, vertical)
    case .aspectFill: scale = max(horizontal, vertical)
    case .center: scale = 1
    }
    let scaled = Size(width: size.width * scale, height: size.height * scale)
    return Rect(
      x: box.midX - scaled.width / 2, y: box.midY - scaled.height / 2, width: scaled.width, height: scaled.height)
  }
}

/// A shadow around a box.
public struct Shadow: Sendable, Hashable {
  /// How far it is moved to the right, in points.
  public var x: Double
  /// How far it is moved down, in points.
  public var y: Double
  /// How soft it is: the blur radius of CSS `box-shadow`, in points.
  public var radius: Double
  /// A colour attribute.
  public var color: String

  /// Creates a shadow.
  public init(x: Double = 0, y: Double = 0, radius: Double = 0, color: String) {
    self.x = x
    self.y = y
    self.radius = radius
    self.color = color
  }
}

/// Moves, turns and stretches what a view shows about the middle of its box, without effect on layout.
public struct ViewTransform: Sendable, Hashable {
  /// To the right, in points.
  public var translateX = 0.0
  /// Down, in points.
  public var translateY = 0.0
  /// Horizontal factor.
  public var scaleX = 1.0
  /// Vertical factor.
  public var scaleY = 1.0
  /// Clockwise, in degrees.
  public var rotate = 0.0

  /// Reads the attribute `transform`; nil where it changes nothing. Numbers out of reach count as the nearest.
  init?(_ value: Value) {
    guard let parts = value.dictionary else { return nil }
    func part(_ key: String, within range: ClosedRange<Double>) -> Double? {
      parts[key].flatMap { ViewNode.number($0, within: range) }
    }
    translateX = part("translateX", within: -10_000...10_000) ?? 0
    translateY = part("translateY", within: -10_000...10_000) ?? 0
    scaleX = part("scaleX", within: -100...100) ?? 1
    scaleY = part("scaleY", within: -100...100) ?? 1
    rotate = part("rotate", within: -36_000...36_000) ?? 0
    if self == ViewTransform() { return nil }
  }

  private init() {}
}

/// Reads attributes with the defaults of the kind filled in. A value of the wrong type counts as absent.
extension ViewNode {
  /// How its text looks.
  public var textStyle: TextStyle { TextStyle(of: kind, attributes) }

  /// Space between the box and its text, in points.
  public var padding: EdgeInsets { insets(.padding) ?? kind.defaults.padding }

  /// Width of its border, side by side, in points.
  public var borderWidth: EdgeInsets { insets(.borderWidth) ?? kind.defaults.borderWidth }

  /// Radius of its corners in points; never more than half of the shorter side.
  public var cornerRadius: Double {
    let radius = number(.cornerRadius, within: 0...100_000) ?? kind.defaults.cornerRadius
    return max(0, min(radius, frame.width / 2, frame.height / 2))
  }

  /// Its box elsewhere, with its corners.
  package func rounded(_ box: Rect) -> RoundedBox {
    guard let corners = self[.cornerRadius].array, corners.count == 4 else {
      return RoundedBox(box, radius: cornerRadius)
    }
    return RoundedBox(box, corners: corners.map { Self.number($0, within: 0...100_000) ?? 0 })
  }

  /// 0 (clear) to 1, the look of disabled controls included.
  public var opacity: Double {
    let own = number(.opacity, within: 0...1) ?? 1
    return self[.disabled].bool == true ? own * ControlMetrics.disabledOpacity : own
  }

  /// Where its lines stand.
  public var textAlign: TextAlign { self[.textAlign].string.flatMap(TextAlign.init) ?? kind.defaults.textAlign }

  /// How its picture fills it.
  public var contentMode: ContentMode { self[.contentMode].string.flatMap(ContentMode.init) ?? .aspectFill }

  /// Whether its children are cut at its box.
  public var clips: Bool { self[.clips].bool ?? kind.defaults.clips }

  /// Whether its text and layout run from right to left, as far as its own attributes say.
  public var isRightToLeft: Bool { self[.direction] == "rtl" }

  /// How what it shows is moved, turned and stretched; nil for not at all.
  public var transform: ViewTransform? { ViewTransform(self[.transform]) }

  /// Whether it is not shown.
  public var isHidden: Bool { self[.hidden].bool == true }

  /// Its shadow, if it has one.
  public var shadow: Shadow? {
    guard let parts = self[.shadow].dictionary else { return nil }
    func length(_ key: String, within range: ClosedRange<Double>) -> Double {
      parts[key].flatMap { Self.number($0, within: range) } ?? 0
    }
    return Shadow(
      x: length("x", within: -1000...1000), y: length("y", within: -1000...1000),
      radius: length("radius", within: 0...1000),
      color: parts["color"]?.string ?? "#00000040")
  }

  /// Colour of its text and signs.
  public func color(in scheme: ColorScheme) -> ColorComponents { color(.color, kind.defaults.color, in: scheme) }

  /// Colour of its box. A chosen row has the second background unless it has a colour of its own.
  public func backgroundColor(in scheme: ColorScheme) -> ColorComponents {
    let isSelectedCell = kind == .cell && self[.selected].bool == true
    return color(.backgroundColor, isSelectedCell ? .secondaryBackground : kind.defaults.backgroundColor, in: scheme)
  }

  /// Colour of its border. Unless it has one of its own, it is that of warnings where something is wrong with the value.
  public func borderColor(in scheme: ColorScheme) -> ColorComponents {
    color(.borderColor, self[.error].isNull ? kind.defaults.borderColor : .destructive, in: scheme)
  }

  /// Colour of what stands in it while nothing is typed.
  public func placeholderColor(in scheme: ColorScheme) -> ColorComponents {
    guard self[.color].string != nil else { return ColorComponents(.placeholderText, in: scheme) }
    return color(in: scheme).withOpacity(ControlMetrics.placeholderOpacity)
  }

  private func color(
    _ attribute: ViewAttribute, _ otherwise: SemanticColor, in scheme: ColorScheme
  ) -> ColorComponents {
    self[attribute].string.flatMap { ColorComponents($0, in: scheme) } ?? ColorComponents(otherwise, in: scheme)
  }

  /// Reads a number for all sides, or a list of top, right, bottom, left.
  private func insets(_ attribute: ViewAttribute) -> EdgeInsets? {
    let range = 0.0...100_000
    if let all = number(attribute, within: range) { return EdgeInsets(top: all, left: all, bottom: all, right: all) }
    guard let sides = self[attribute].array?.map({ Self.number($0, within: range) ?? 0 }), sides.count == 4 else {
      return nil
    }
    return EdgeInsets(top: sides[0], left: sides[3], bottom: sides[2], right: sides[1])
  }

  private func number(_ attribute: ViewAttribute, within range: ClosedRange<Double>) -> Double? {
    Self.number(self[attribute], within: range)
  }

  /// The number nearest to a value's within a range; nil for what is no number.
  fileprivate static func number(_ value: Value, within range: ClosedRange<Double>) -> Double? {
    guard let number = value.number, !number.isNaN else { return nil }
    return min(max(number, range.lowerBound), range.upperBound)
  }
}

extension TextStyle {
  /// How text in a view of some kind looks, the kind's defaults filled in: measuring and drawing agree. Weights are
  /// whole hundreds, which every font family has.
  init(of kind: ViewKind, _ attributes: [ViewAttribute: Value]) {
    func number(_ attribute: ViewAttribute, within range: ClosedRange<Double>) -> Double? {
      attributes[attribute].flatMap { ViewNode.number($0, within: range) }
    }
    let defaults = kind.defaults
    self.init(
      fontSize: number(.fontSize, within: 1...1000) ?? defaults.fontSize,
      fontWeight: Self.nearestWeight(to: attributes[.fontWeight]?.number ?? Double(defaults.fontWeight)),
      italic: attributes[.italic]?.bool ?? false,
      lineHeight: number(.lineHeight, within: 0...10_000).flatMap { $0 > 0 ? $0 : nil },
      maximumLines: number(.maximumLines, within: 0...100_000).map { Int($0) } ?? defaults.maximumLines,
      decoration: attributes[.textDecoration]?.string.flatMap(TextDecoration.init),
      spans: TextSpan.spans(attributes[.spans]))
  }

  /// The whole hundred from 100 to 900 that is nearest to a weight: the weights that font families have.
  public static func nearestWeight(to weight: Double) -> Int {
    guard weight.isFinite else { return 400 }
    return Int(min(max((weight / 100).rounded(), 1), 9)) * 100
  }
}

extension ColorComponents {
  /// The colour of a purpose.
  public init(_ semantic: SemanticColor, in scheme: ColorScheme) {
    self = scheme == .light ? semantic.components.light : semantic.components.dark
  }

  /// The same colour with its alpha multiplied by an opacity from 0 to 1.
  public func withOpacity(_ opacity: Double) -> ColorComponents {
    var copy = self
    let opacity = opacity.isFinite ? min(max(opacity, 0), 1) : 0
    copy.alpha = UInt8((Double(alpha) * opacity).rounded())
    return copy
  }
}
