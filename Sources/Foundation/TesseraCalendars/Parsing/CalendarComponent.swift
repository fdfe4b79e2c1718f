/// A component of iCalendar (RFC 5545, section 3.6), such as an event, with what is in it.
struct CalendarComponent {
  /// The name in upper case, such as `VEVENT`.
  var name: String
  var lines: [ContentLine] = []
  var components: [CalendarComponent] = []
  /// Whether its end was found.
  var isEnded = false

  /// The maximum depth of components in a calendar file. What is deeper is left out.
  private static let maximumDepth = 8

  /// Reads the components of a file. Lines outside of them mean nothing, and what the end of the file leaves open, ends there.
  ///
  /// - Complexity: O(*n*).
  static func all(in bytes: [UInt8]) -> [CalendarComponent] {
    var root = CalendarComponent(name: "")
    var open: [CalendarComponent] = []
    var depthBeyond = 0
    func end(isEnded: Bool) {
      guard var component = open.popLast() else { return }
      component.isEnded = isEnded
      if open.isEmpty { root.components.append(component) } else { open[open.count - 1].components.append(component) }
    }
    for line in ContentLines(bytes) {
      switch line.name {
      case "BEGIN":
        if open.count >= maximumDepth { depthBeyond += 1 } else { open.append(CalendarComponent(name: line.keyword)) }
      case "END":
        if depthBeyond > 0 {
          depthBeyond -= 1
        } else if open.contains(where: { $0.name == line.keyword }) {
          // What is open in it ends as well.
          while open.last?.name != line.keyword { end(isEnded: false) }
          end(isEnded: true)
        }
      default: if depthBeyond == 0, !open.isEmpty { open[open.count - 1].lines.append(line) }
      }
    }
    while !open.isEmpty { end(isEnded: false) }
    return root.components
  }

  /// Returns the first line with a name.
  func line(_ name: String) -> ContentLine? { lines.first { $0.name == name } }

  /// Returns all lines with a name.
  func lines(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }

  /// Returns the text of the first line with a name; nil if it has none.
  func text(_ name: String) -> String? {
    guard let text = line(name)?.text, !text.isEmpty else { return nil }
    return text
  }
}

extension ContentLine {
  /// The value as a word in upper case.
  var keyword: String { value.uppercased().filter { !$0.isWhitespace } }
}
