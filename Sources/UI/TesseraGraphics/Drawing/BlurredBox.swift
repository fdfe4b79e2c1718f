import CPango
import TesseraLayout
import TesseraViews

/// The blurred silhouette of a box, as a mask.
struct BlurredBox {
  /// A `cairo_surface_t` of alpha values, owned by the caller.
  let surface: OpaquePointer
  /// The distance that the mask extends beyond the box, in points.
  let margin: Double
  /// The resolution of the mask, in pixels per point.
  let scale: Double

  /// The maximum number of pixels of a shadow's mask. A larger shadow has a lower resolution.
  private static let maximumPixels = 4_000_000.0
  /// The maximum standard deviation, in pixels of the mask.
  private static let maximumDeviation = 8.0

  /// Creates a mask; nil if the box is empty or too large.
  /// - Parameter blur: The blur radius of CSS in points: twice the standard deviation of the Gaussian function.
  init?(_ box: RoundedBox, blur: Double, scale: Double) {
    let margin = (blur * 1.5).rounded(.up) + 1
    let (width, height) = (box.rect.width + 2 * margin, box.rect.height + 2 * margin)
    guard width.isFinite, height.isFinite, width * height > 0 else { return nil }
    // A blurred mask can have a low resolution. The difference is invisible, and large masks stay cheap.
    let scale = min(
      scale, blur > 0 ? Self.maximumDeviation / (blur / 2) : scale,
      (Self.maximumPixels / (width * height)).squareRoot())
    let (columns, rows) = (Int((width * scale).rounded(.up)), Int((height * scale).rounded(.up)))
    guard columns > 0, rows > 0, columns < 30_000, rows < 30_000,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(columns), Int32(rows))
    else { return nil }
    guard let cairo = cairo_create(surface), let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    cairo_scale(cairo, scale, scale)
    box.moved(x: margin - box.rect.x, y: margin - box.rect.y).trace(on: cairo)
    cairo_fill(cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let radius = Self.boxRadius(deviation: blur / 2 * scale)
    if radius > 0 {
      for _ in 0..<3 {
        for row in 0..<rows { Self.average(data + row * stride, count: columns, step: 1, radius: radius) }
        for column in 0..<columns { Self.average(data + column, count: rows, step: stride, radius: radius) }
      }
    }
    cairo_surface_mark_dirty(surface)
    (self.surface, self.margin, self.scale) = (surface, margin, scale)
  }

  /// Returns the radius for three box averages that approximate a Gaussian function: Filter Effects 1, section 9.6,
  /// specifies their width.
  private static func boxRadius(deviation: Double) -> Int {
    Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)) / 2
  }

  /// Replaces each value with the average of its neighbours within a radius.
  private static func average(_ values: UnsafeMutablePointer<UInt8>, count: Int, step: Int, radius: Int) {
    let original = (0..<count).map { Int(values[$0 * step]) }
    let width = 2 * radius + 1
    var sum = original.prefix(radius).reduce(0, +)
    for index in 0..<count {
      if index + radius < count { sum += original[index + radius] }
      values[index * step] = UInt8((sum + width / 2) / width)
      if index - radius >= 0 { sum -= original[index - radius] }
    }
  }
}
