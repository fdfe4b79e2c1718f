import Foundation
import TesseraLayout
import TesseraValues
import TesseraViews

/// Draws SVG in which text remains text. The same drawing produces the same bytes.
final class SVGCanvas: Canvas {
  private var body = ""
  private var definitions = ""
  private var clips: [RoundedBox: Int] = [:]
  private var clipCount = 0
  private var blurs: [Blur: Int] = [:]
  private var tints: [ColorComponents: Int] = [:]
  private var gradientCount = 0
  private let size: Size

  private struct Blur: Hashable {
    let radius: Double
    let region: Rect
  }
  /// Whether the viewer of the drawing, which has the widget's images, inserts them.
  private let refersToPictures: Bool

  /// - Parameter size: The size in points, which are CSS pixels.
  init(size: Size, refersToPictures: Bool = false) {
    self.size = size
    self.refersToPictures = refersToPictures
  }

  /// The complete document.
  var document: String {
    let (width, height) = (number(size.width), number(size.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      \(definitions.isEmpty ? "" : "<defs>\n\(definitions)</defs>\n")\(body)</svg>

      """
  }

  func beginGroup(clip: RoundedBox?, opacity: Double) {
    var attributes = ""
    if let clip { attributes += " clip-path=\"url(#clip\(identity(of: clip)))\"" }
    if opacity < 1 { attributes += " opacity=\"\(number(opacity))\"" }
    body += "<g\(attributes)>\n"
  }

  func beginGroup(_ transform: ViewTransform, about center: Point) {
    let x = number(center.x + transform.translateX)
    let y = number(center.y + transform.translateY)
    var steps = "translate(\(x) \(y))"
    if transform.rotate != 0 { steps += " rotate(\(number(transform.rotate)))" }
    steps += " scale(\(number(transform.scaleX)) \(number(transform.scaleY)))"
    steps += " translate(\(number(-center.x)) \(number(-center.y)))"
    body += "<g transform=\"\(steps)\">\n"
  }

  func beginGroup(_ transform: CanvasTransform) {
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    if numbers.prefix(4) == [1, 0, 0, 1] {
      body += "<g transform=\"translate(\(number(transform.tx)) \(number(transform.ty)))\">\n"
    } else {
      let parts = numbers.enumerated().map { $0 < 4 ? factor($1) : number($1) }
      body += "<g transform=\"matrix(\(parts.joined(separator: " ")))\">\n"
    }
  }

  func beginGroup(clip path: [PathStep], rule: FillRule) {
    clipCount += 1
    let rule = rule == .evenOdd ? " clip-rule=\"evenodd\"" : ""
    definitions += "<clipPath id=\"clip\(clipCount)\"><path d=\"\(data(of: path))\"\(rule)/></clipPath>\n"
    body += "<g clip-path=\"url(#clip\(clipCount))\">\n"
  }

  func beginGroup(tint: ColorComponents, in box: Rect) {
    body += "<g filter=\"url(#tint\(identity(of: tint)))\">\n"
  }

  /// Returns the identifier of a filter that keeps the opacity, and draws it in a colour.
  private func identity(of tint: ColorComponents) -> Int {
    if let known = tints[tint] { return known }
    let identity = tints.count + 1
    tints[tint] = identity
    let opacity = number(Double(tint.alpha) / 255)
    var opaque = tint
    opaque.alpha = 255
    definitions += "<filter id=\"tint\(identity)\" color-interpolation-filters=\"sRGB\">"
    definitions += "<feFlood flood-color=\"\(opaque.hex)\" flood-opacity=\"\(opacity)\"/>"
    definitions += "<feComposite operator=\"in\" in2=\"SourceAlpha\"/></filter>\n"
    return identity
  }

  func endGroup() { body += "</g>\n" }

  func fill(_ box: RoundedBox, with paint: Paint) { body += "<\(shape(box))\(attributes("fill", paint))/>\n" }

  /// Returns the start of the element for a box.
  private func shape(_ box: RoundedBox) -> String {
    box.corners == nil ? "rect\(geometry(box))" : "path d=\"\(path(box))\""
  }

  func border(_ box: RoundedBox, widths: EdgeInsets, _ color: ColorComponents, isDashed: Bool) {
    let isUniform = widths.top == widths.left && widths.top == widths.right && widths.top == widths.bottom
    if isUniform || isDashed {
      let half = widths.top / 2
      let middle = box.inset(by: EdgeInsets(top: half, left: half, bottom: half, right: half))
      let dashes = isDashed ? " stroke-dasharray=\"\(number(3 * widths.top)) \(number(2 * widths.top))\"" : ""
      body += "<\(shape(middle)) fill=\"none\""
      body += "\(paint("stroke", color)) stroke-width=\"\(number(widths.top))\"\(dashes)/>\n"
      return
    }
    let inner = box.inset(by: widths)
    let outline = path(box) + (inner.rect.isEmpty ? "" : path(inner))
    body += "<path d=\"\(outline)\" fill-rule=\"evenodd\"\(fill(color))/>\n"
  }

  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents) {
    // Clip to the area around the box: a sufficiently large rectangle, with the box as a hole.
    let reach = shadow.radius * 2 + abs(shadow.x) + abs(shadow.y) + 2
    let around = RoundedBox(box.rect.inset(by: EdgeInsets(top: -reach, left: -reach, bottom: -reach, right: -reach)))
    clipCount += 1
    let hole = clipCount
    definitions += "<clipPath id=\"clip\(hole)\"><path clip-rule=\"evenodd\" d=\"\(path(around))\(path(box))\"/>"
    definitions += "</clipPath>\n"
    let moved = box.moved(x: shadow.x, y: shadow.y)
    let filter = shadow.radius > 0 ? " filter=\"url(#blur\(identity(ofBlur: shadow.radius, around: moved.rect)))\"" : ""
    body += "<g clip-path=\"url(#clip\(hole))\"><\(shape(moved))\(fill(color))\(filter)/></g>\n"
  }

  func text(_ line: TextLayout.Line, of text: TextLayout, x: Double, y: Double, _ colors: TextColors) {
    let style = text.style
    for part in line.parts where !part.text.isEmpty {
      // In right-to-left text, the start is on the right.
      let start = text.isRightToLeft ? x + line.width : x + part.x
      var attributes =
        " x=\"\(number(start))\" y=\"\(number(y))\" font-family=\"Inter, 'Noto Color Emoji', 'Material Design Icons', sans-serif\""
      attributes += " font-size=\"\(number(style.fontSize))\""
      if style.fontWeight != 400 { attributes += " font-weight=\"\(style.fontWeight)\"" }
      if style.italic { attributes += " font-style=\"italic\"" }
      if text.isRightToLeft { attributes += " direction=\"rtl\"" }
      if part.text.hasPrefix(" ") || part.text.hasSuffix(" ") || part.text.contains("  ") {
        attributes += " xml:space=\"preserve\""
      }
      if let decoration = style.decoration { attributes += " text-decoration=\"\(decoration.rawValue)\"" }
      body += "<text\(attributes)\(fill(colors.text))>"
      for (piece, span) in part.pieces(style.spans) {
        body += span.map { "<tspan\(looks(of: $0, colors))>\(escaped(piece))</tspan>" } ?? escaped(piece)
      }
      body += "</text>\n"
    }
  }

  private func looks(of span: TextSpan, _ colors: TextColors) -> String {
    var attributes = ""
    if span.isMonospaced { attributes += " font-family=\"'\(FontFile.monospacedFamily)', monospace\"" }
    if let weight = span.isMonospaced ? 400 : span.fontWeight { attributes += " font-weight=\"\(weight)\"" }
    if let italic = span.isMonospaced ? false : span.italic {
      attributes += " font-style=\"\(italic ? "italic" : "normal")\""
    }
    if let decoration = span.decoration { attributes += " text-decoration=\"\(decoration.rawValue)\"" }
    return attributes + (span.color == nil ? "" : fill(colors.color(of: span)))
  }

  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule) {
    let rule = rule == .evenOdd ? " fill-rule=\"evenodd\"" : ""
    body += "<path d=\"\(data(of: path))\"\(rule)\(attributes("fill", paint))/>\n"
  }

  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint) {
    body += "<path d=\"\(data(of: path))\" fill=\"none\"\(attributes("stroke", paint))"
    body += " stroke-width=\"\(number(style.width))\""
    if style.cap != .butt { body += " stroke-linecap=\"\(style.cap.rawValue)\"" }
    if style.join != .miter { body += " stroke-linejoin=\"\(style.join.rawValue)\"" }
    if !style.dashes.isEmpty {
      body += " stroke-dasharray=\"\(style.dashes.map(number).joined(separator: " "))\""
    }
    body += "/>\n"
  }

  /// Returns the attributes for filling or stroking with a paint.
  private func attributes(_ property: String, _ paint: Paint) -> String {
    let (element, geometry, stops): (String, String, [GradientStop])
    switch paint {
    case .color(let color): return self.paint(property, color)
    case .linearGradient(let colors, let start, let end):
      let line = " x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" x2=\"\(number(end.x))\" y2=\"\(number(end.y))\""
      (element, geometry, stops) = ("linearGradient", line, colors)
    case .radialGradient(let colors, let center, let radius):
      let circle = " cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\""
      (element, geometry, stops) = ("radialGradient", circle, colors)
    }
    gradientCount += 1
    definitions += "<\(element) id=\"gradient\(gradientCount)\" gradientUnits=\"userSpaceOnUse\"\(geometry)>"
    for stop in stops {
      definitions += "<stop offset=\"\(number(stop.location))\"\(self.paint("stop", stop.color, suffix: "-color"))/>"
    }
    definitions += "</\(element)>\n"
    return " \(property)=\"url(#gradient\(gradientCount))\""
  }

  private func data(of path: [PathStep]) -> String { path.svgData(number) }

  func image(_ bytes: [UInt8], for reference: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool {
    guard let header = ImageHeader(bytes), header.hasAtMost(pixels: ImageHeader.maximumPixels) else { return false }
    var (frame, fitting) = (box.rect, mode.preserveAspectRatio)
    if let width = header.width, let height = header.height {
      // Browsers derive the aspect ratio of an SVG image only from its view box, so the frame is computed here.
      frame = mode.frame(of: Size(width: Double(width), height: Double(height)), in: box.rect)
      fitting = "none"
    }
    let isCut = box.radius > 0 || frame.width > box.rect.width || frame.height > box.rect.height
    let clip = isCut ? " clip-path=\"url(#clip\(identity(of: box)))\"" : ""
    body += "<image\(geometry(RoundedBox(frame))) preserveAspectRatio=\"\(fitting)\"\(clip)"
    body += " href=\"data:\(header.format.contentType);base64,\(Data(bytes).base64EncodedString())\"/>\n"
    return true
  }

  func drawReference(to image: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool {
    if case .data = image { return false }
    guard refersToPictures else { return false }
    let reference =
      switch image {
      case .name(let name): "picture:\(name)"
      case .url(let url): "remote-picture:\(url)"
      case .data: ""
      }
    let clip = box.radius > 0 ? " clip-path=\"url(#clip\(identity(of: box)))\"" : ""
    body += "<image\(geometry(RoundedBox(box.rect))) preserveAspectRatio=\"\(mode.preserveAspectRatio)\"\(clip)"
    body += " href=\"\(escaped(reference).replacing("\"", with: "&quot;"))\"/>\n"
    return true
  }

  // MARK: - Definitions

  private func identity(of clip: RoundedBox) -> Int {
    if let known = clips[clip] { return known }
    clipCount += 1
    let identity = clipCount
    clips[clip] = identity
    definitions += "<clipPath id=\"clip\(identity)\"><\(shape(clip))/></clipPath>\n"
    return identity
  }

  /// Returns the identifier of a blur filter for a box. Its region is in the coordinate system in which the filter is
  /// used.
  private func identity(ofBlur radius: Double, around box: Rect) -> Int {
    let reach = EdgeInsets(top: -2 * radius, left: -2 * radius, bottom: -2 * radius, right: -2 * radius)
    let region = box.inset(by: reach)
    let key = Blur(radius: radius, region: region)
    if let known = blurs[key] { return known }
    let identity = blurs.count + 1
    blurs[key] = identity
    definitions += "<filter id=\"blur\(identity)\" filterUnits=\"userSpaceOnUse\""
    definitions += geometry(RoundedBox(region)) + ">"
    definitions += "<feGaussianBlur stdDeviation=\"\(number(radius / 2))\"/></filter>\n"
    return identity
  }

  // MARK: - Attributes

  private func geometry(_ box: RoundedBox) -> String {
    let rect = box.rect
    var text = " x=\"\(number(rect.x))\" y=\"\(number(rect.y))\""
    text += " width=\"\(number(rect.width))\" height=\"\(number(rect.height))\""
    if box.radius > 0 { text += " rx=\"\(number(box.radius))\"" }
    return text
  }

  private func path(_ box: RoundedBox) -> String {
    if let steps = box.path { return data(of: steps) }
    let (rect, radius) = (box.rect, number(box.radius))
    let (left, right) = (number(rect.minX), number(rect.maxX))
    let (top, bottom) = (number(rect.minY), number(rect.maxY))
    guard box.radius > 0 else { return "M\(left) \(top)H\(right)V\(bottom)H\(left)Z" }
    let (innerLeft, innerRight) = (number(rect.minX + box.radius), number(rect.maxX - box.radius))
    let (innerTop, innerBottom) = (number(rect.minY + box.radius), number(rect.maxY - box.radius))
    func corner(_ x: String, _ y: String) -> String { "A\(radius) \(radius) 0 0 1 \(x) \(y)" }
    return "M\(innerLeft) \(top)H\(innerRight)\(corner(right, innerTop))V\(innerBottom)\(corner(innerRight, bottom))"
      + "H\(innerLeft)\(corner(left, innerBottom))V\(innerTop)\(corner(innerLeft, top))Z"
  }

  private func fill(_ color: ColorComponents) -> String { paint("fill", color) }

  private func paint(_ property: String, _ color: ColorComponents, suffix: String = "") -> String {
    let opaque = " \(property)\(suffix)=\"\(color.hex.prefix(7))\""
    guard color.alpha < 255 else { return opaque }
    return opaque + " \(property)-opacity=\"\(number(Double(color.alpha) / 255))\""
  }

  /// Formats a factor, which may be small, with at most six decimals.
  private func factor(_ factor: Double) -> String { String((factor * 1e6).rounded() / 1e6) }

  /// Formats a number with at most three decimals.
  private func number(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "0" }
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int64(rounded)) : String(rounded)
  }

  /// Escapes text for XML. Characters that XML 1.0, section 2.2, excludes are omitted.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{0}"..<"\u{9}", "\u{B}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension ContentMode {
  /// SVG 2, section 8.6.
  fileprivate var preserveAspectRatio: String {
    switch self {
    case .scaleToFill: "none"
    case .aspectFit: "xMidYMid meet"
    case .aspectFill: "xMidYMid slice"
    // Used if the size of the image is unknown.
    case .center: "xMidYMid meet"
    }
  }
}
