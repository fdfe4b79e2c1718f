import CPango
import CRsvg
import CWebP
import TesseraValues

/// An image that Cairo can draw.
///
/// Files may be hostile: images of more than 16 million pixels are rejected by their headers before decoding, and SVG
/// documents load no external resources.
final class DecodedImage {
  private enum Content {
    /// A `cairo_surface_t`.
    case surface(OpaquePointer)
    /// An `RsvgHandle`.
    case svg(UnsafeMutablePointer<RsvgHandle>)
  }

  private let content: Content
  /// The size in pixels; for SVG images, in CSS pixels.
  let width: Double
  let height: Double

  /// Decodes a file; nil if it is not an image, is damaged or too large.
  init?(_ bytes: [UInt8]) {
    guard let header = ImageHeader(bytes), header.hasAtMost(pixels: ImageHeader.maximumPixels) else { return nil }
    let decoded: (content: Content, width: Double, height: Double)?
    switch header.format {
    case .svg:
      decoded = Self.handle(bytes).map {
        (.svg($0), Double(header.width ?? 300), Double(header.height ?? 150))
      }
    case .webp: decoded = Self.webP(bytes).map(Self.content)
    case .png, .jpeg, .gif: decoded = Self.pixbuf(bytes).map(Self.content)
    }
    guard let decoded else { return nil }
    (content, width, height) = decoded
  }

  deinit {
    switch content {
    case .surface(let surface): cairo_surface_destroy(surface)
    case .svg(let handle): g_object_unref(handle)
    }
  }

  /// Draws the image, stretched to a box of Cairo's user space.
  func paint(_ cairo: OpaquePointer, x: Double, y: Double, width: Double, height: Double) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, width / self.width, height / self.height)
    switch content {
    case .surface(let surface):
      cairo_set_source_surface(cairo, surface, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
      // Otherwise, the edges of an enlarged image fade out.
      cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
      cairo_rectangle(cairo, 0, 0, self.width, self.height)
      cairo_fill(cairo)
    case .svg(let handle):
      var viewport = RsvgRectangle(x: 0, y: 0, width: self.width, height: self.height)
      _ = rsvg_handle_render_document(handle, cairo, &viewport, nil)
    }
  }

  private static func content(_ surface: OpaquePointer) -> (content: Content, width: Double, height: Double) {
    (
      .surface(surface), Double(cairo_image_surface_get_width(surface)),
      Double(cairo_image_surface_get_height(surface))
    )
  }

  private static func handle(_ bytes: [UInt8]) -> UnsafeMutablePointer<RsvgHandle>? {
    // A handle created from data has no base URL, so references to other files do not resolve.
    bytes.withUnsafeBufferPointer { rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil) }
  }

  /// Returns a surface of a size, filled by a closure with premultiplied pixels: blue, green, red, alpha.
  private static func surface(
    _ width: Int32, _ height: Int32, fill: (UnsafeMutablePointer<UInt8>, Int) -> Bool
  ) -> OpaquePointer? {
    guard width > 0, height > 0, Int(height) <= ImageHeader.maximumPixels / Int(width),
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    else { return nil }
    cairo_surface_flush(surface)
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface),
      fill(data, Int(cairo_image_surface_get_stride(surface)))
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  private static func webP(_ bytes: [UInt8]) -> OpaquePointer? {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0,
      WebPGetFeatures(bytes, bytes.count, &config.input) == VP8_STATUS_OK, config.input.has_animation == 0
    else { return nil }
    return surface(config.input.width, config.input.height) { pixels, stride in
      // Premultiplied in memory order blue, green, red, alpha is Cairo's format on little-endian machines.
      config.output.colorspace = MODE_bgrA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = pixels
      config.output.u.RGBA.stride = Int32(stride)
      config.output.u.RGBA.size = stride * Int(config.input.height)
      return WebPDecode(bytes, bytes.count, &config) == VP8_STATUS_OK
    }
  }

  private static func pixbuf(_ bytes: [UInt8]) -> OpaquePointer? {
    guard let loader = gdk_pixbuf_loader_new() else { return nil }
    defer { g_object_unref(loader) }
    // The decoder reads its own size. If it differs from the header's, the same limit applies.
    let limitSize: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, Int32, Int32, gpointer?) -> Void = {
      loader, width, height, _ in
      if width < 1 || height < 1 || Int(height) > ImageHeader.maximumPixels / Int(width) {
        gdk_pixbuf_loader_set_size(loader, 1, 1)
      }
    }
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(limitSize, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
    let isWritten = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
    let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
    guard isWritten, isClosed, let original = gdk_pixbuf_loader_get_pixbuf(loader),
      let pixbuf = gdk_pixbuf_apply_embedded_orientation(original)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, let source = gdk_pixbuf_read_pixels(pixbuf) else { return nil }
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    guard channels == 3 || channels == 4 else { return nil }
    let (width, height) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
    let sourceStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    return surface(width, height) { target, stride in
      for row in 0..<Int(height) {
        premultiply(source + row * sourceStride, channels, into: target + row * stride, count: Int(width))
      }
      return true
    }
  }

  private static func premultiply(
    _ source: UnsafePointer<UInt8>, _ channels: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for index in 0..<count {
      let (pixel, result) = (source + index * channels, target + index * 4)
      let alpha = channels == 4 ? UInt32(pixel[3]) : 255
      for (channel, byteIndex) in [(0, 2), (1, 1), (2, 0)] {
        result[byteIndex] = UInt8((UInt32(pixel[channel]) * alpha + 127) / 255)
      }
      result[3] = UInt8(alpha)
    }
  }
}
