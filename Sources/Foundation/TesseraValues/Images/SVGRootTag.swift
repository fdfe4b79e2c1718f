/// The root tag of an SVG document. An XML declaration, comments and a document type may precede the `svg` element.
struct SVGRootTag {
  /// The length within which the root tag of an SVG file must begin and end, in bytes. Otherwise the file is not
  /// recognized as SVG.
  static let maximumLength = 16 << 10

  private var attributes: [String: Substring] = [:]

  /// Reads the tag. Returns nil if the root element is missing or is not `svg`.
  init?(_ bytes: [UInt8]) {
    // Skips binary data early, without decoding it.
    guard bytes.prefix(64).contains(UInt8(ascii: "<")) else { return nil }
    var head = String(decoding: bytes.prefix(Self.maximumLength), as: UTF8.self)[...]
    if head.hasPrefix("\u{FEFF}") { head = head.dropFirst() }
    while true {
      head = head.drop { $0.isWhitespace }
      if head.hasPrefix("<svg") { break }
      let end: String
      if head.hasPrefix("<?") {
        end = "?>"
      } else if head.hasPrefix("<!--") {
        end = "-->"
      } else if head.hasPrefix("<!DOCTYPE svg") {
        // Drawing programs declare entities in brackets, and their values may contain `>`.
        end = head.prefix { $0 != ">" }.contains("[") ? "]>" : ">"
      } else {
        return nil
      }
      guard let range = head.firstRange(of: end) else { return nil }
      head = head[range.upperBound...]
    }
    head = head.dropFirst(4)
    guard let next = head.first, next.isWhitespace || next == ">" || next == "/" else { return nil }
    while let name = head.firstIndex(where: { !$0.isWhitespace }), head[name].isLetter || head[name] == "_" {
      guard let equals = head[name...].firstIndex(of: "="),
        let quote = head[equals...].dropFirst().firstIndex(where: { !$0.isWhitespace }),
        head[quote] == "\"" || head[quote] == "'",
        let end = head[quote...].dropFirst().firstIndex(of: head[quote])
      else { return }
      let key = head[name..<equals].reversed().drop { $0.isWhitespace }.reversed()
      attributes[String(key)] = head[quote..<end].dropFirst()
      head = head[end...].dropFirst()
    }
  }

  /// The intrinsic size (SVG 2, section 8.2, and CSS Images 3, section 4): width and height, one of which may be
  /// derived from the other by the aspect ratio of the view box, or else the size of the view box.
  var size: (width: Int?, height: Int?) {
    let width = attributes["width"].flatMap(Self.length)
    let height = attributes["height"].flatMap(Self.length)
    let box = (attributes["viewBox"] ?? "").split { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }
      .compactMap { Double($0) }
    guard box.count == 4, box[2] > 0, box[3] > 0, box[2].isFinite, box[3].isFinite else {
      return Self.whole(width, height)
    }
    switch (width, height) {
    case (let width?, nil): return Self.whole(width, width * box[3] / box[2])
    case (nil, let height?): return Self.whole(height * box[2] / box[3], height)
    case (nil, nil): return Self.whole(box[2], box[3])
    default: return Self.whole(width, height)
    }
  }

  private static func whole(_ width: Double?, _ height: Double?) -> (width: Int?, height: Int?) {
    guard let width, let height, width < 1e6, height < 1e6 else { return (nil, nil) }
    return (max(1, Int(width.rounded())), max(1, Int(height.rounded())))
  }

  /// Returns a length in CSS pixels, or nil for percentages and invalid lengths.
  private static func length(_ text: Substring) -> Double? {
    let units: [(String, Double)] = [
      ("px", 1), ("pt", 4.0 / 3), ("pc", 16), ("in", 96), ("cm", 96 / 2.54), ("mm", 9.6 / 2.54),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).flatMap { $0 > 0 ? $0 * factor : nil }
    }
    return Double(text).flatMap { $0 > 0 ? $0 : nil }
  }
}
