@testable import TesseraXcodeFiles

/// A listing for people who write or check a translation.
extension ArchivedObjects {
  /// Lists all objects, a line for each object and each value.
  ///
  /// Strings and numbers are shown where they are used; their own objects are left out. Nested nibs are listed below the
  /// value that holds them, indented, at most eight levels deep.
  func listing(indentation: String = "") -> String {
    var lines: [String] = []
    for (index, object) in objects.enumerated() where !isWrapper(index) {
      let fallbacks = object.fallbackClassNames.isEmpty ? "" : " : " + object.fallbackClassNames.joined(separator: ", ")
      lines.append("\(indentation)#\(index) \(object.className)\(fallbacks)")
      for (key, value) in object.values {
        let name = key == "UINibEncoderEmptyKey" ? "-" : key + ":"
        lines.append("\(indentation)  \(name) \(words(for: value))")
        guard indentation.count < 32, case .data(let bytes) = unwrapped(value), NIBArchiveReader.isNIBArchive(bytes)
        else { continue }
        do throws(XcodeFileError) {
          lines.append(try NIBArchiveReader.objects(of: bytes).listing(indentation: indentation + "    "))
        } catch {
          lines.append("\(indentation)    \(error)")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private func isWrapper(_ index: Int) -> Bool {
    if case .reference = unwrapped(.reference(index)) { return false }
    return index != root
  }

  private func words(for value: ArchivedValue) -> String {
    if case .reference(let index) = value {
      let name = self[index]?.className ?? "missing"
      if let text = string(value) {
        // A localizable text has the key of its translation too.
        let key = string(of: "NSKey", in: index).map { " key \($0)" } ?? ""
        return text.debugDescription + (name == "NSString" ? "" : " (\(name)\(key))")
      }
      if let number = number(value) { return "\(number) (\(name))" }
      if case .data(let bytes) = unwrapped(value) { return words(forData: bytes) + " (\(name))" }
      return "#\(index) \(name)"
    }
    switch value {
    case .none: return "nil"
    case .boolean(let flag): return "\(flag)"
    case .integer(let integer): return "\(integer)"
    case .number(let number): return "\(number)"
    case .data(let bytes): return words(forData: bytes)
    case .string(let text): return text.debugDescription
    case .date(let seconds): return "date \(seconds)"
    case .reference(let index): return "#\(index)"
    case .array(let elements): return "[" + elements.map(words).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      return "{" + entries.map { "\($0.key): \(words(for: $0.value))" }.joined(separator: ", ") + "}"
    }
  }

  private func words(forData bytes: [UInt8]) -> String {
    if let numbers = Self.numbers(ofGeometry: bytes) {
      return "(" + numbers.map { "\($0)" }.joined(separator: " ") + ")"
    }
    if NIBArchiveReader.isNIBArchive(bytes) { return "\(bytes.count) bytes of a nib:" }
    let shown = bytes.prefix(24).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    return "\(bytes.count) bytes \(shown)" + (bytes.count > 24 ? "…" : "")
  }
}
