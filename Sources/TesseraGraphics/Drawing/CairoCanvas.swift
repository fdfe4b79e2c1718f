import CPango
import TesseraLayout
import TesseraViews

/// Draws on a Cairo surface: pixels or PDF.
final class CairoCanvas: Canvas {
  /// A `cairo_t`.
  let cairo: OpaquePointer
  private let measuring: PangoTextMeasuring
  private let scale: Double
  /// Letters stay letters, for a file with text; else they are outlines, which stand between pixels as in browsers.
  private let keepsLetters: Bool
  private var images: [ImageReference: DecodedImage?] = [:]
  /// For each group that is open, the opacity that its end applies; nil where it is not blended as a whole.
  private var groups: [Double?] = []
  /// Each takes a picture as large as what is visible.
  private let maximumBlendedGroups = 16

  /// - Parameters:
  ///   - cairo: a `cairo_t`, scaled to points. It stays the caller's.
  ///   - scale: pixels per point.
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
    let isBlended = opacity < 1 && groups.count(where: { $0 != nil }) < maximumBlendedGroups
    if isBlended { cairo_push_group(cairo) }
    groups.append(isBlended ? opacity : nil)
  }

  func beginGroup(_ transform: ViewTransform, about center: Point) {
    cairo_save(cairo)
    cairo_translate(cairo, center.x + transform.translateX, center.y + transform.translateY)
    cairo_rotate(cairo, transform.rotate * .pi / 180)
    // Cairo refuses a matrix that cannot be undone; what has no width or height is not seen anyway.
    func usable(_ factor: Double) -> Double { abs(factor) < 1e-6 ? 1e-6 : factor }
    cairo_scale(cairo, usable(transform.scaleX), usable(transform.scaleY))
    cairo_translate(cairo, -center.x, -center.y)
    groups.append(nil)
  }

  func endGroup() {
    guard let opacity = groups.popLast() else { return }
    if let opacity {
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, opacity)
    }
    cairo_restore(cairo)
  }

  func fill(_ box: RoundedBox, _ color: ColorComponents) {
    setSource(color)
    trace(box)
    cairo_fill(cairo)
  }

  func fill(_ box: RoundedBox, _ gradient: LinearGradient, in scheme: ColorScheme) {
    let (start, end) = gradient.line(in: box.rect)
    let pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    defer { cairo_pattern_destroy(pattern) }
    for (place, color) in gradient.stops(in: scheme) {
      cairo_pattern_add_color_stop_rgba(
        pattern, place, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
    }
    cairo_set_source(cairo, pattern)
    trace(box)
    cairo_fill(cairo)
  }

  func border(_ box: RoundedBox, widths: EdgeInsets, _ color: ColorComponents, isDashed: Bool) {
    setSource(color)
    if isDashed {
      let half = widths.top / 2
      let inner = box.rect.inset(by: EdgeInsets(top: half, left: half, bottom: half, right: half))
      trace(RoundedBox(inner, radius: box.radius - half))
      cairo_save(cairo)
      cairo_set_line_width(cairo, widths.top)
      cairo_set_dash(cairo, [3 * widths.top, 2 * widths.top], 2, 0)
      cairo_stroke(cairo)
      cairo_restore(cairo)
      return
    }
    let inner = box.rect.inset(by: widths)
    trace(box)
    if !inner.isEmpty {
      trace(RoundedBox(inner, radius: box.radius - max(widths.top, widths.left, widths.bottom, widths.right)))
    }
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_fill(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents) {
    guard let blurred = BlurredBox(box, blur: shadow.radius, scale: scale) else { return }
    defer { cairo_surface_destroy(blurred.surface) }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    // Only around the box: a clear box does not show its shadow.
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    cairo_rectangle(cairo, left, top, right - left, bottom - top)
    trace(box)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(cairo)
    cairo_translate(cairo, box.rect.x + shadow.x - blurred.margin, box.rect.y + shadow.y - blurred.margin)
    cairo_scale(cairo, 1 / blurred.scale, 1 / blurred.scale)
    setSource(color)
    cairo_mask_surface(cairo, blurred.surface, 0, 0)
  }

  func text(_ line: SetText.Line, of text: SetText, x: Double, y: Double, _ colors: TextColors) {
    for part in line.parts where !part.text.isEmpty {
      var position = x + part.x
      measuring.withGlyphs(of: part, style: text.style, isRightToLeft: text.isRightToLeft) { run in
        setSource(colors.color(of: run.span))
        if let decoration = run.span?.decoration ?? text.style.decoration {
          let y = y + text.style.place(of: decoration) - text.style.decorationWidth / 2
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

  func fill(_ path: [PathStep], _ color: ColorComponents) {
    setSource(color)
    trace(path)
    cairo_fill(cairo)
  }

  func stroke(_ path: [PathStep], width: Double, _ color: ColorComponents) {
    setSource(color)
    trace(path)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_stroke(cairo)
  }

  private func trace(_ path: [PathStep]) {
    cairo_new_path(cairo)
    for step in path {
      switch step {
      case .move(let point): cairo_move_to(cairo, point.x, point.y)
      case .line(let point): cairo_line_to(cairo, point.x, point.y)
      case .arc(let center, let radius, let start, let end): cairo_arc(cairo, center.x, center.y, radius, start, end)
      }
    }
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

extension RoundedBox {
  /// Adds the box's outline to a Cairo path.
  func trace(on cairo: OpaquePointer) {
    guard radius > 0 else { return cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height) }
    let quarter = Double.pi / 2
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, rect.maxX - radius, rect.minY + radius, radius, -quarter, 0)
    cairo_arc(cairo, rect.maxX - radius, rect.maxY - radius, radius, 0, quarter)
    cairo_arc(cairo, rect.minX + radius, rect.maxY - radius, radius, quarter, 2 * quarter)
    cairo_arc(cairo, rect.minX + radius, rect.minY + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(cairo)
  }
}
