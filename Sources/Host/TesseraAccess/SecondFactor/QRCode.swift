import CQRencode

/// A QR code (ISO/IEC 18004), which apps read with the camera.
struct QRCode: Sendable, Hashable {
  /// The number of modules of each side.
  let size: Int
  /// Whether the modules are dark, row by row.
  let modules: [Bool]

  /// The maximum size of the content of a QR code, in bytes. A longer one has none.
  static let maximumBytes = 512
  /// The width of the light border that readers need, in modules (section 6.3.8).
  static let border = 4

  /// Encodes a text in UTF-8, so that a code of which 15 % cannot be read still can; returns nil if it is empty or too long.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.maximumBytes).contains(bytes.count),
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    guard let data = code.pointee.data else { return nil }
    size = Int(code.pointee.width)
    modules = UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 }
  }

  /// A picture, dark on light in any color scheme, because many readers know no other. It has no styles.
  var svg: String {
    let side = size + 2 * Self.border
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        guard modules[row * size + column] else {
          column += 1
          continue
        }
        let start = column
        while column < size, modules[row * size + column] { column += 1 }
        path += "M\(start + Self.border) \(row + Self.border)h\(column - start)v1H\(start + Self.border)z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" d="\(path)"/></svg>
      """
  }
}
