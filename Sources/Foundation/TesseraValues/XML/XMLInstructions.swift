/// Processing instructions of XML documents, such as `<?target content?>` (XML 1.0, section 2.6).
package enum XMLInstructions {
  /// Returns a document in which each instruction without content has a space in its place: on Linux, Foundation's parser
  /// accesses content that is not there, which ends the process.
  ///
  /// Comments and character data that look like such an instruction get the space, too. Lines stay the same.
  ///
  /// - Complexity: O(*n*) in the bytes of the document.
  package static func withContent(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    // The last byte that was copied.
    var copied = 0
    // The start of a target, behind `<?`, as long as no space followed.
    var target: Int?
    for index in bytes.indices.dropFirst() {
      switch (bytes[index - 1], bytes[index]) {
      case (UInt8(ascii: "<"), UInt8(ascii: "?")): target = index + 1
      case (UInt8(ascii: "?"), UInt8(ascii: ">")):
        // The question mark of the start is not that of an end.
        guard let start = target, start < index - 1 else { continue }
        result += bytes[copied..<index - 1]
        result.append(UInt8(ascii: " "))
        (copied, target) = (index - 1, nil)
      case (_, 0x20), (_, 0x09), (_, 0x0A), (_, 0x0D): target = nil
      default: continue
      }
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }
}
