import CPango
import TesseraLayout
public import TesseraValues
public import TesseraViews

/// Renders view trees to files with the appearance of the web client: the same colours, fonts, lines and boxes.
///
/// The output depends only on the tree, the images and the options, so equal input produces equal output.
public struct TreeRenderer: Sendable {
  /// The light or dark colour scheme.
  public var scheme: ColorScheme
  /// The number of pixels per point in PNG files.
  public var scale: Double

  private let measuring: PangoTextMeasuring
  private let images: any ImageProviding
  /// The maximum number of pixels of a picture that Tessera draws. A larger one is refused.
  private static let maximumPixels = 64_000_000.0

  /// Creates a renderer.
  /// - Parameters:
  ///   - measuring: The text measurement that the tree was laid out with.
  ///   - images: Provides the images of the views.
  public init(
    measuring: PangoTextMeasuring = PangoTextMeasuring(), images: any ImageProviding = NoImages(),
    scheme: ColorScheme = .light, scale: Double = 1
  ) {
    self.measuring = measuring
    self.images = images
    self.scheme = scheme
    self.scale = scale
  }

  /// Renders an SVG document. Text remains text, set in Inter; images are embedded in the document.
  public func svg(_ tree: ViewTree) throws(Diagnostic) -> String {
    let canvas = SVGCanvas(size: try size(of: tree, scale: 1))
    painter(tree, canvas).paint()
    return canvas.document
  }

  /// Renders a PNG file with ``scale`` pixels per point. Areas that no view covers are transparent.
  public func png(_ tree: ViewTree) throws(Diagnostic) -> [UInt8] {
    let size = try size(of: tree, scale: scale)
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32((size.width * scale).rounded(.up)), Int32((size.height * scale).rounded(.up)))
    defer { cairo_surface_destroy(surface) }
    try draw(tree, on: surface, scale: scale, keepsLetters: false)
    let output = Output()
    let status = cairo_surface_write_to_png_stream(surface, Output.write, Unmanaged.passUnretained(output).toOpaque())
    try Self.check(status)
    return output.bytes
  }

  /// Renders a PDF document of one page. One point of the tree is one point of the page.
  public func pdf(_ tree: ViewTree) throws(Diagnostic) -> [UInt8] {
    let size = try size(of: tree, scale: 1)
    let output = Output()
    let surface = cairo_pdf_surface_create_for_stream(
      Output.write, Unmanaged.passUnretained(output).toOpaque(), size.width, size.height)
    defer { cairo_surface_destroy(surface) }
    // Otherwise, the file contains its creation time and is not reproducible.
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    try draw(tree, on: surface, scale: 1, keepsLetters: true)
    cairo_surface_finish(surface)
    try Self.check(cairo_surface_status(surface))
    return output.bytes
  }

  private func painter(_ tree: ViewTree, _ canvas: any Canvas) -> TreePainter {
    TreePainter(tree: tree, canvas: canvas, measuring: measuring, images: images, scheme: scheme)
  }

  private func draw(
    _ tree: ViewTree, on surface: OpaquePointer?, scale: Double, keepsLetters: Bool
  ) throws(Diagnostic) {
    try Self.check(cairo_surface_status(surface))
    guard let cairo = cairo_create(surface) else { throw Self.failure("no memory") }
    defer { cairo_destroy(cairo) }
    cairo_scale(cairo, scale, scale)
    let canvas = CairoCanvas(cairo: cairo, measuring: measuring, scale: scale, keepsLetters: keepsLetters)
    painter(tree, canvas).paint()
    try Self.check(cairo_status(cairo))
  }

  /// Returns the size of the tree's root in points if it can be rendered.
  private func size(of tree: ViewTree, scale: Double) throws(Diagnostic) -> Size {
    guard let size = tree[tree.root]?.frame.size else {
      throw Diagnostic(rule: "picture-size", message: "The tree has no root to draw")
    }
    let (width, height) = (size.width * scale, size.height * scale)
    guard scale > 0, width > 0, height > 0, width <= 30_000, height <= 30_000, width * height <= Self.maximumPixels
    else {
      throw Diagnostic(
        rule: "picture-size",
        message: "An image must have 1 to 30000 pixels per side and at most 64 million in total, found "
          + "\(TreeText.text(of: width))×\(TreeText.text(of: height))")
    }
    return size
  }

  private static func check(_ status: cairo_status_t) throws(Diagnostic) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw failure(String(cString: cairo_status_to_string(status)))
  }

  private static func failure(_ reason: String) -> Diagnostic {
    Diagnostic(rule: "drawing", message: "Cairo could not draw: \(reason)")
  }
}

/// Collects the bytes that Cairo writes.
private final class Output {
  var bytes: [UInt8] = []

  static let write: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
    output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
    return CAIRO_STATUS_SUCCESS
  }
}
