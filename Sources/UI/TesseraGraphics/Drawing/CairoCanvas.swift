import CPango
import TesseraLayout
import TesseraViews

/// Draws on a Cairo surface: pixels or PDF.
final class CairoCanvas: Canvas {
  /// A `cairo_t`.
  let cairo: OpaquePointer
  private let measuring: PangoTextMeasuring
  private let scale: Double
  /// Whether glyphs remain text, for a file with text. Otherwise, they are drawn as outlines, which can have subpixel
  /// positions as in browsers.
  private let keepsLetters: Bool
  private var images: [ImageReference: DecodedImage?] = [:]
  /// What each open group does at its end.
  private var groups: [GroupEnd] = []

  private enum GroupEnd {
    case plain
    /// Blends the group as a whole.
    case opacity(Double)
    /// Draws a colour through the group.
    case tint(ColorComponents)

    var isBlended: Bool { if case .plain = self { false } else { true } }
  }

  /// The limit on nested blended groups. Each one allocates an image of the visible area.
  private let maximumBlendedGroups = 16

  /// - Parameters:
  ///   - cairo: A `cairo_t`, scaled to points. The caller keeps ownership.
  ///   - scale: The number of pixels per point.
  init(cairo: OpaquePointer, measuring: PangoTextMeasuring, scale: Double, keepsLetters: Bool) {
    self.cairo = cairo
    self.measuring = measuring
    self.scale = scale
    self.keepsLetters = keepsLetters
  }

  func beginGroup(clip: RoundedBox?, opacity: Double) {
    cairo_save(cairo)
    if let clip {
      trace(clip)
      cairo_clip(cairo)
    }
    begin(opacity < 1 ? .opacity(opacity) : .plain)
  }

  func beginGroup(tint: ColorComponents, in box: Rect) {
    cairo_save(cairo)
    // The image that the group allocates is as large as what is clipped.
    trace(RoundedBox(box))
    cairo_clip(cairo)
    begin(.tint(tint))
  }

  private func begin(_ end: GroupEnd) {
    let isBlended = end.isBlended && groups.count(where: \.isBlended) < maximumBlendedGroups
    if isBlended { cairo_push_group(cairo) }
    groups.append(isBlended ? end : .plain)
  }

  func beginGroup(_ transform: ViewTransform, about center: Point) {
    cairo_save(cairo)
    cairo_translate(cairo, center.x + transform.translateX, center.y + transform.translateY)
    cairo_rotate(cairo, transform.rotate * .pi / 180)
    // Cairo rejects a matrix that is not invertible. Content without width or height is invisible anyway.
    func usable(_ factor: Double) -> Double { abs(factor) < 1e-6 ? 1e-6 : factor }
    cairo_scale(cairo, usable(transform.scaleX), usable(transform.scaleY))
    cairo_translate(cairo, -center.x, -center.y)
    groups.append(.plain)
  }

  func beginGroup(_ transform: CanvasTransform) {
    cairo_save(cairo)
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
    cairo_transform(cairo, &matrix)
    groups.append(.plain)
  }

  func beginGroup(clip path: [PathStep], rule: FillRule) {
    cairo_save(cairo)
    trace(path)
    withRule(rule) { cairo_clip(cairo) }
    groups.append(.plain)
  }

  func endGroup() {
    guard let end = groups.popLast() else { return }
    switch end {
    case .plain: break
    case .opacity(let opacity):
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, opacity)
    case .tint(let color):
      let shape = cairo_pop_group(cairo)
      setSource(color)
      cairo_mask(cairo, shape)
      cairo_pattern_destroy(shape)
    }
    cairo_restore(cairo)
  }

  func fill(_ box: RoundedBox, with paint: Paint) {
    setSource(paint)
    trace(box)
    cairo_fill(cairo)
  }

  func border(_ box: RoundedBox, widths: EdgeInsets, _ color: ColorComponents, isDashed: Bool) {
    setSource(color)
    if isDashed {
      let half = widths.top / 2
      trace(box.inset(by: EdgeInsets(top: half, left: half, bottom: half, right: half)))
      cairo_save(cairo)
      cairo_set_line_width(cairo, widths.top)
      cairo_set_dash(cairo, [3 * widths.top, 2 * widths.top], 2, 0)
      cairo_stroke(cairo)
      cairo_restore(cairo)
      return
    }
    let inner = box.inset(by: widths)
    trace(box)
    if !inner.rect.isEmpty { trace(inner) }
    withRule(.evenOdd) { cairo_fill(cairo) }
  }

  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents) {
    guard let blurred = BlurredBox(box, blur: shadow.radius, scale: scale) else { return }
    defer { cairo_surface_destroy(blurred.surface) }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    // The shadow is clipped to the area around the box: a transparent box does not show its shadow.
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    cairo_rectangle(cairo, left, top, right - left, bottom - top)
    trace(box)
    withRule(.evenOdd) { cairo_clip(cairo) }
    cairo_translate(cairo, box.rect.x + shadow.x - blurred.margin, box.rect.y + shadow.y - blurred.margin)
    cairo_scale(cairo, 1 / blurred.scale, 1 / blurred.scale)
    setSource(color)
    cairo_mask_surface(cairo, blurred.surface, 0, 0)
  }

  func text(_ line: TextLayout.Line, of text: TextLayout, x: Double, y: Double, _ colors: TextColors) {
    for part in line.parts where !part.text.isEmpty {
      var position = x + part.x
      measuring.withGlyphs(of: part, style: text.style, isRightToLeft: text.isRightToLeft) { run in
        setSource(colors.color(of: run.span))
        if let decoration = run.span?.decoration ?? text.style.decoration {
          let y = y + text.style.position(of: decoration) - text.style.decorationWidth / 2
          cairo_rectangle(cairo, position, y, run.width, text.style.decorationWidth)
          cairo_fill(cairo)
        }
        cairo_move_to(cairo, position, y)
        if keepsLetters || run.isBitmap {
          pango_cairo_show_glyph_string(cairo, run.font, run.glyphs)
        } else {
          pango_cairo_glyph_string_path(cairo, run.font, run.glyphs)
          cairo_fill(cairo)
        }
        cairo_new_path(cairo)
        position += run.width
      }
    }
  }

  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule) {
    setSource(paint)
    trace(path)
    withRule(rule) { cairo_fill(cairo) }
  }

  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint) {
    setSource(paint)
    trace(path)
    cairo_set_line_width(cairo, style.width)
    cairo_set_line_cap(cairo, style.cap.cairo)
    cairo_set_line_join(cairo, style.join.cairo)
    cairo_set_miter_limit(cairo, 4)
    cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), 0)
    cairo_stroke(cairo)
    cairo_set_dash(cairo, nil, 0, 0)
  }

  private func withRule(_ rule: FillRule, _ body: () -> Void) {
    cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    body()
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  private func setSource(_ paint: Paint) {
    let (pattern, stops): (OpaquePointer?, [GradientStop])
    switch paint {
    case .color(let color): return setSource(color)
    case .linearGradient(let colors, let start, let end):
      (pattern, stops) = (cairo_pattern_create_linear(start.x, start.y, end.x, end.y), colors)
    case .radialGradient(let colors, let center, let radius):
      (pattern, stops) = (cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), colors)
    }
    defer { cairo_pattern_destroy(pattern) }
    for stop in stops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.location, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
    }
    cairo_set_source(cairo, pattern)
  }

  private func trace(_ path: [PathStep]) {
    cairo_new_path(cairo)
    for step in path {
      switch step {
      case .move(let point): cairo_move_to(cairo, point.x, point.y)
      case .line(let point): cairo_line_to(cairo, point.x, point.y)
      case .quadCurve(let end, let control): traceQuadCurve(to: end, control: control)
      case .curve(let end, let first, let second):
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: cairo_close_path(cairo)
      case .arc(let center, let radius, let start, let end): cairo_arc(cairo, center.x, center.y, radius, start, end)
      }
    }
  }

  /// Adds a quadratic curve as a cubic curve whose control points are two thirds of the way to the quadratic one.
  private func traceQuadCurve(to end: Point, control: Point) {
    var (x, y) = (control.x, control.y)
    if cairo_has_current_point(cairo) != 0 { cairo_get_current_point(cairo, &x, &y) }
    cairo_curve_to(
      cairo, x + (control.x - x) * 2 / 3, y + (control.y - y) * 2 / 3, end.x + (control.x - end.x) * 2 / 3,
      end.y + (control.y - end.y) * 2 / 3, end.x, end.y)
  }

  func image(_ bytes: [UInt8], for reference: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool {
    let known = images[reference]
    let decoded = known ?? DecodedImage(bytes)
    if known == nil { images[reference] = .some(decoded) }
    guard let decoded else { return false }
    let frame = mode.frame(of: Size(width: decoded.width, height: decoded.height), in: box.rect)
    guard !frame.isEmpty else { return true }
    cairo_save(cairo)
    trace(box)
    cairo_clip(cairo)
    decoded.paint(cairo, x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    cairo_restore(cairo)
    return true
  }

  private func setSource(_ color: ColorComponents) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  private func trace(_ box: RoundedBox) { box.trace(on: cairo) }
}

extension StrokeStyle.LineCap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension StrokeStyle.LineJoin {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension RoundedBox {
  /// Adds the box's outline to a Cairo path.
  func trace(on cairo: OpaquePointer) {
    guard radius > 0 else { return cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height) }
    let quarter = Double.pi / 2
    cairo_new_sub_path(cairo)
    let corners = corners ?? [radius, radius, radius, radius]
    cairo_arc(cairo, rect.maxX - corners[1], rect.minY + corners[1], corners[1], -quarter, 0)
    cairo_arc(cairo, rect.maxX - corners[2], rect.maxY - corners[2], corners[2], 0, quarter)
    cairo_arc(cairo, rect.minX + corners[3], rect.maxY - corners[3], corners[3], quarter, 2 * quarter)
    cairo_arc(cairo, rect.minX + corners[0], rect.minY + corners[0], corners[0], 2 * quarter, 3 * quarter)
    cairo_close_path(cairo)
  }
}
