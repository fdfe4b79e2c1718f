import CPango
import Foundation
import Testing

/// The pixels of a PNG file: premultiplied blue, green, red, alpha.
struct Pixels {
  var width: Int
  var height: Int
  private var bytes: [UInt8]

  init(_ png: Data) throws {
    final class Input {
      var rest: Data
      init(_ data: Data) { rest = data }
    }
    let input = Input(png)
    let read: cairo_read_func_t = { closure, target, length in
      guard let closure, let target else { return CAIRO_STATUS_READ_ERROR }
      let input = Unmanaged<Input>.fromOpaque(closure).takeUnretainedValue()
      guard input.rest.count >= Int(length) else { return CAIRO_STATUS_READ_ERROR }
      input.rest.copyBytes(to: target, count: Int(length))
      input.rest = input.rest.dropFirst(Int(length))
      return CAIRO_STATUS_SUCCESS
    }
    let surface = cairo_image_surface_create_from_png_stream(read, Unmanaged.passUnretained(input).toOpaque())
    defer { cairo_surface_destroy(surface) }
    try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let data = try #require(cairo_image_surface_get_data(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    bytes = []
    for row in 0..<height {
      bytes.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width * 4))
    }
    if isOpaque { for index in Swift.stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 } }
  }

  /// Returns red, green, blue and alpha of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return [bytes[start + 2], bytes[start + 1], bytes[start], bytes[start + 3]]
  }

  /// Returns the share of pixels that differ by more than one eighth in a channel.
  func shareOfDifferentPixels(from other: Pixels) -> Double {
    guard bytes.count == other.bytes.count, !bytes.isEmpty else { return 1 }
    var count = 0
    for start in Swift.stride(from: 0, to: bytes.count, by: 4) {
      let differs = (start..<start + 4).contains { abs(Int(bytes[$0]) - Int(other.bytes[$0])) > 32 }
      count += differs ? 1 : 0
    }
    return Double(count) / Double(bytes.count / 4)
  }
}
