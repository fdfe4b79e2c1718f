import Foundation
import TesseraLayout
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

// Windows, entries and answers of widgets, for storage and for messages between processes. Dates are seconds since
// 1970.
extension WireFormat {
  // MARK: Windows

  /// Encodes a window: `{"width", "height", "cells"?, "languages", "isForSettings"?}`.
  package static func value(of window: DrawingWindow) -> Value {
    var members: [String: Value] = [
      "width": .double(window.size.width), "height": .double(window.size.height),
      "languages": .array(window.languages.map(Value.string)),
    ]
    if let place = window.place { members["cells"] = .array(parts(of: place)) }
    if window.isForSettings { members["isForSettings"] = true }
    return .dictionary(members)
  }

  /// Encodes columns, rows, and optionally the other sizes that fit, or null, and the board.
  package static func parts(of place: GridPlace) -> [Value] {
    func pair(_ cells: GridSize) -> [Value] { [.integer(Int64(cells.columns)), .integer(Int64(cells.rows))] }
    guard !place.fitting.isEmpty || place.board != nil else { return pair(place.cells) }
    let fitting = place.fitting.sorted { ($0.columns, $0.rows) < ($1.columns, $1.rows) }
    let parts = pair(place.cells) + [fitting.isEmpty ? .null : .array(fitting.map { .array(pair($0)) })]
    guard let board = place.board else { return parts }
    var members: [String: Value] = [
      "page": .array(pair(board.page)), "cell": [.double(board.cell.width), .double(board.cell.height)],
      "gap": [.double(board.gap.width), .double(board.gap.height)],
    ]
    if board.isEditing { members["isEditing"] = true }
    if board.isConfigured { members["isConfigured"] = true }
    return parts + [.dictionary(members)]
  }

  /// Decodes a window.
  package static func drawingWindow(from value: Value) throws(Diagnostic) -> DrawingWindow {
    try window(
      from: value.dictionary ?? [:], value.value(at: "languages").array?.compactMap(\.string) ?? [])
  }

  // MARK: Entries

  /// Encodes an entry: `{"date", "content", "relevance"?: [score, duration]}`.
  package static func value(of entry: TimelineEntry) -> Value {
    var members: [String: Value] = [
      "date": .double(entry.date.timeIntervalSince1970), "content": tagged(.dictionary(entry.content)),
    ]
    if let relevance = entry.relevance {
      members["relevance"] = [.double(relevance.score), .double(relevance.duration)]
    }
    return .dictionary(members)
  }

  /// Decodes an entry.
  package static func entry(from value: Value) throws(Diagnostic) -> TimelineEntry {
    guard let date = value.value(at: "date").number, date.isFinite else {
      throw wrong("'date' must be a number of seconds since 1970")
    }
    let relevance = value.value(at: "relevance").array?.compactMap(\.number) ?? []
    return TimelineEntry(
      date: Date(timeIntervalSince1970: date),
      content: untagged(value.value(at: "content")).dictionary ?? [:],
      relevance: relevance.count == 2 ? TimelineEntry.Relevance(score: relevance[0], duration: relevance[1]) : nil)
  }

  // MARK: Answers

  /// Encodes a widget's answer to an update: `{"result", "entries"?, "policy"?, "reason"?}`.
  package static func value(of answer: ProviderAnswer) -> Value {
    switch answer {
    case .newData: ["result": "newData"]
    case .noData: ["result": "noData"]
    case .skipped: ["result": "skipped"]
    case .failed(let reason): ["result": "failed", "reason": .string(reason)]
    case .timeline(let entries, let policy):
      [
        "result": "timeline", "entries": .array(entries.map { value(of: $0) }), "policy": value(of: policy),
      ]
    }
  }

  private static func value(of policy: ReloadPolicy) -> Value {
    switch policy {
    case .atEnd: "atEnd"
    case .never: "never"
    case .after(let date): ["after": .double(date.timeIntervalSince1970)]
    }
  }

  /// The maximum number of timeline entries in an answer of a widget's process. An answer with more is refused.
  private static let maximumEntries = 100_000

  /// Decodes an answer.
  package static func answer(from value: Value) throws(Diagnostic) -> ProviderAnswer {
    switch value.value(at: "result") {
    case "newData": return .newData
    case "noData": return .noData
    case "skipped": return .skipped
    case "failed": return .failed(value.value(at: "reason").string ?? "")
    case "timeline":
      guard let list = value.value(at: "entries").array, list.count <= maximumEntries else {
        throw wrong("'entries' must be a list of at most \(maximumEntries) entries")
      }
      var entries: [TimelineEntry] = []
      for item in list { entries.append(try entry(from: item)) }
      return .timeline(entries, try policy(from: value.value(at: "policy")))
    default: throw wrong("'result' must be 'newData', 'noData', 'skipped', 'failed' or 'timeline'")
    }
  }

  private static func policy(from value: Value) throws(Diagnostic) -> ReloadPolicy {
    switch value {
    case "atEnd": return .atEnd
    case "never": return .never
    default:
      guard let date = value.value(at: "after").number, date.isFinite else {
        throw wrong("'policy' must be atEnd, never, or {\"after\": seconds since 1970}")
      }
      return .after(Date(timeIntervalSince1970: date))
    }
  }

  // MARK: Values

  /// The only member of an object that represents a date, which JSON does not have. No attribute can have this name.
  private static let dateKey = "$date"

  private static func tagged(_ value: Value) -> Value {
    switch value {
    case .date(let date): [dateKey: .double(date.timeIntervalSince1970)]
    case .array(let list): .array(list.map(tagged))
    case .dictionary(let members): .dictionary(members.mapValues(tagged))
    case .object: .null
    default: value
    }
  }

  private static func untagged(_ value: Value) -> Value {
    switch value {
    case .array(let list): return .array(list.map(untagged))
    case .dictionary(let members):
      if members.count == 1, let seconds = members[dateKey]?.number {
        return .date(Date(timeIntervalSince1970: seconds))
      }
      return .dictionary(members.mapValues(untagged))
    default: return value
    }
  }
}
