public import TesseraLayout
import TesseraValues

/// The alignment of text lines in their box.
public enum TextAlign: String, Sendable, Hashable, CaseIterable, Codable {
  /// At the start of the text direction.
  case start
  /// Centred.
  case center
  /// At the end of the text direction.
  case end
  /// On the left in both text directions.
  case left
  /// On the right in both text directions.
  case right
}

/// The scaling of an image in its box.
public enum ContentMode: String, Sendable, Hashable, CaseIterable, Codable {
  /// Stretches the image to the box.
  case scaleToFill
  /// Scales the image to fit the box, keeping its aspect ratio.
  case aspectFit
  /// Scales the image to cover the box, keeping its aspect ratio; the rest is clipped.
  case aspectFill
  /// Centres the image in its own size; the rest is clipped.
  case center

  /// Returns the frame of an image of `size` in a box.
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
  /// The horizontal offset to the right, in points.
  public var x: Double
  /// The vertical offset downwards, in points.
  public var y: Double
  /// The blur radius as in CSS `box-shadow`, in points.
  public var radius: Double
  /// The colour, as a colour attribute.
  public var color: String

  /// Creates a shadow.
  public init(x: Double = 0, y: Double = 0, radius: Double = 0, color: String) {
    self.x = x
    self.y = y
    self.radius = radius
    self.color = color
  }
}

/// A translation, rotation and scaling of a view's content about the centre of its box, without effect on layout.
public struct ViewTransform: Sendable, Hashable {
  /// The translation to the right, in points.
  public var translateX = 0.0
  /// The translation downwards, in points.
  public var translateY = 0.0
  /// The horizontal scale factor.
  public var scaleX = 1.0
  /// The vertical scale factor.
  public var scaleY = 1.0
  /// The clockwise rotation, in degrees.
  public var rotate = 0.0

  /// Parses the attribute `transform`; nil if it has no effect. Numbers out of range are clamped.
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

/// Reads attributes and fills in the defaults of the kind. A value of the wrong type counts as absent.
extension ViewNode {
  /// The style of the text.
  public var textStyle: TextStyle { TextStyle(of: kind, attributes) }

  /// The space between the box and its text, in points.
  public var padding: EdgeInsets { insets(.padding) ?? kind.defaults.padding }

  /// The width of the border on each side, in points.
  public var borderWidth: EdgeInsets { insets(.borderWidth) ?? kind.defaults.borderWidth }

  /// The radius of the corners in points, at most half of the shorter side.
  public var cornerRadius: Double {
    let radius = number(.cornerRadius, within: 0...100_000) ?? kind.defaults.cornerRadius
    return max(0, min(radius, frame.width / 2, frame.height / 2))
  }

  /// Returns a rounded box with the corners of this node.
  package func rounded(_ box: Rect) -> RoundedBox {
    guard let corners = self[.cornerRadius].array, corners.count == 4 else {
      return RoundedBox(box, radius: cornerRadius)
    }
    return RoundedBox(box, corners: corners.map { Self.number($0, within: 0...100_000) ?? 0 })
  }

  /// The opacity from 0 (clear) to 1, including the dimming of disabled controls.
  public var opacity: Double {
    let own = number(.opacity, within: 0...1) ?? 1
    return self[.disabled].bool == true ? own * ControlMetrics.disabledOpacity : own
  }

  /// The alignment of the text.
  public var textAlign: TextAlign { self[.textAlign].string.flatMap(TextAlign.init) ?? kind.defaults.textAlign }

  /// The scaling of the image.
  public var contentMode: ContentMode { self[.contentMode].string.flatMap(ContentMode.init) ?? .aspectFill }

  /// Whether the image is drawn in the view's colour, and only its opacity matters.
  package var hasTemplateImage: Bool { self[.renderingMode].string == ImageRenderingMode.template.rawValue }

  /// The colour of the image if it is a template; nil for an image in its own colours.
  package func imageTint(in scheme: ColorScheme) -> ColorComponents? { hasTemplateImage ? color(in: scheme) : nil }

  /// Whether children are clipped to the box.
  public var clips: Bool { self[.clips].bool ?? kind.defaults.clips }

  /// Whether text and layout run from right to left, according to the node's own attributes.
  public var isRightToLeft: Bool { self[.direction] == "rtl" }

  /// The transform of the content; nil for none.
  public var transform: ViewTransform? { ViewTransform(self[.transform]) }

  /// Whether the view is hidden.
  public var isHidden: Bool { self[.hidden].bool == true }

  /// Whether the view takes part in layout. One that does not is not shown, and frames within it mean nothing.
  package var isDisplayed: Bool { self[.display].string != "none" }

  /// The shadow, if there is one.
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

  /// Returns the colour of text and symbols.
  public func color(in scheme: ColorScheme) -> ColorComponents { color(.color, kind.defaults.color, in: scheme) }

  /// Returns the colour over the box while the view is selected; nil for none of its own.
  package func selectionColor(in scheme: ColorScheme) -> ColorComponents? {
    guard self[.selected].bool == true else { return nil }
    return self[.selectedBackgroundColor].string.flatMap { ColorComponents($0, in: scheme) }
  }

  /// Returns the colour of the box. A selected row has the secondary background unless it has its own colour, or one for
  /// this state.
  public func backgroundColor(in scheme: ColorScheme) -> ColorComponents {
    let isSelectedCell = kind == .cell && self[.selected].bool == true && self[.selectedBackgroundColor].isNull
    return color(.backgroundColor, isSelectedCell ? .secondaryBackground : kind.defaults.backgroundColor, in: scheme)
  }

  /// Returns the colour of the border. If it has no colour of its own, it is the destructive colour while the value
  /// has an error.
  public func borderColor(in scheme: ColorScheme) -> ColorComponents {
    color(.borderColor, self[.error].isNull ? kind.defaults.borderColor : .destructive, in: scheme)
  }

  /// Returns the colour of the placeholder.
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

  /// Returns the number of a value, clamped to a range; nil if the value is not a number.
  fileprivate static func number(_ value: Value, within range: ClosedRange<Double>) -> Double? {
    guard let number = value.number, !number.isNaN else { return nil }
    return min(max(number, range.lowerBound), range.upperBound)
  }
}

extension TextStyle {
  /// Creates the style of text in a view of a kind, with the kind's defaults filled in. Measuring and drawing both
  /// use it and therefore agree. Weights are multiples of 100, which every font family has.
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
    showsIcons = defaults.showsIcons
  }

  /// Returns the multiple of 100, from 100 to 900, that is nearest to a weight. Font families have these weights.
  public static func nearestWeight(to weight: Double) -> Int {
    guard weight.isFinite else { return 400 }
    return Int(min(max((weight / 100).rounded(), 1), 9)) * 100
  }
}

extension ColorComponents {
  /// Creates the colour of a semantic purpose.
  public init(_ semantic: SemanticColor, in scheme: ColorScheme) {
    self = scheme == .light ? semantic.components.light : semantic.components.dark
  }

  /// Returns the colour with its alpha multiplied by an opacity from 0 to 1.
  public func withOpacity(_ opacity: Double) -> ColorComponents {
    var copy = self
    let opacity = opacity.isFinite ? min(max(opacity, 0), 1) : 0
    copy.alpha = UInt8((Double(alpha) * opacity).rounded())
    return copy
  }
}
