import Foundation
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// What a widget shows when, drawn ahead for the windows that it was looked at in.
struct PreparedTimeline: Sendable {
  /// What is shown from a date on.
  struct Entry: Sendable {
    var entry: TimelineEntry
    var drawings: [DrawingWindow: WidgetDrawing] = [:]
  }

  /// The entries by date.
  private(set) var entries: [Entry]
  /// About how many bytes the drawings take as text.
  private(set) var size = 0

  /// The most that drawings of one widget may take. What has no room is drawn when its date comes.
  static let maximumSize = 4 << 20

  init(_ entries: [TimelineEntry]) {
    // Of several at one date the last one counts.
    let last = Dictionary(entries.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    self.entries = last.values.sorted { $0.date < $1.date }.map { Entry(entry: $0) }
  }

  /// The place of what is shown at a date: the last entry that began, else the first one.
  func index(at date: Date) -> Int? { entries.lastIndex { $0.entry.date <= date } ?? entries.indices.first }

  /// The entry that is shown at a date.
  func entry(at date: Date) -> TimelineEntry? { index(at: date).map { entries[$0].entry } }

  /// Whether any entry says how much it matters.
  var hasRelevance: Bool { entries.contains { $0.entry.relevance != nil } }

  /// How much what is shown at a date matters, from 0 to 1: as a part of what matters most among the widget's own entries, because the
  /// scores of different widgets mean different things.
  func relevance(at date: Date) -> Double {
    guard let relevance = entry(at: date)?.relevance, relevance.score > 0, let start = entry(at: date)?.date,
      start <= date, relevance.duration <= 0 || date < start.addingTimeInterval(relevance.duration)
    else { return 0 }
    let most = entries.compactMap(\.entry.relevance?.score).max() ?? relevance.score
    return relevance.score / max(most, relevance.score)
  }

  /// When another entry is shown than at a date.
  func nextChange(after date: Date) -> Date? { entries.first { $0.entry.date > date }?.entry.date }

  /// Takes a drawing of an entry, if there is room for it.
  /// - Returns: whether there was.
  @discardableResult
  mutating func take(_ drawing: WidgetDrawing, at index: Int, in window: DrawingWindow) -> Bool {
    guard entries.indices.contains(index), entries[index].drawings[window] == nil else { return true }
    let bytes = drawing.tree.approximateSize
    guard size + bytes <= Self.maximumSize else { return false }
    size += bytes
    entries[index].drawings[window] = drawing
    return true
  }

  /// Forgets what was drawn for windows that nobody looks through any more.
  mutating func tidy(windows: [DrawingWindow]) {
    size = 0
    for index in entries.indices {
      entries[index].drawings = entries[index].drawings.filter { windows.contains($0.key) }
      size += entries[index].drawings.values.reduce(0) { $0 + $1.tree.approximateSize }
    }
  }

  /// Leaves out the entries of other dates than some.
  mutating func keep(at dates: Set<Date>) { entries.removeAll { !dates.contains($0.entry.date) } }

  /// Forgets all drawings: the documents are others.
  mutating func forgetDrawings() {
    for index in entries.indices { entries[index].drawings = [:] }
    size = 0
  }
}

// As JSON, for a restart.
extension PreparedTimeline {
  /// What is kept.
  var value: Value {
    .array(
      entries.map { entry in
        var members: [String: Value] = [
          "date": .double(entry.entry.date.timeIntervalSince1970),
          "content": Self.tagged(.dictionary(entry.entry.content)),
        ]
        if let relevance = entry.entry.relevance {
          members["relevance"] = [.double(relevance.score), .double(relevance.duration)]
        }
        members["drawings"] = .array(
          entry.drawings.map { window, drawing in
            [
              "window": Self.value(of: window), "changes": .bool(drawing.changesByItself),
              "tree": WireFormat.value(of: .tree(drawing.tree, revision: 0)),
            ]
          })
        return .dictionary(members)
      })
  }

  /// Reads what was kept. Drawings that cannot be read are made anew.
  init?(_ value: Value, kinds: [String: ViewKind]) {
    guard let list = value.array else { return nil }
    self.init([])
    for item in list {
      guard let date = item.value(at: "date").number else { return nil }
      let relevance = item.value(at: "relevance").array?.compactMap(\.number)
      var entry = Entry(
        entry: TimelineEntry(
          date: Date(timeIntervalSince1970: date),
          content: Self.untagged(item.value(at: "content")).dictionary ?? [:],
          relevance: relevance.flatMap { parts in
            parts.count == 2 ? TimelineEntry.Relevance(score: parts[0], duration: parts[1]) : nil
          }))
      for drawing in item.value(at: "drawings").array ?? [] {
        guard let window = Self.window(from: drawing.value(at: "window")),
          let tree = try? WireFormat.tree(from: drawing.value(at: "tree"), kinds: kinds)
        else { continue }
        entry.drawings[window] = WidgetDrawing(
          tree: tree, changesByItself: drawing.value(at: "changes").bool ?? false)
        size += tree.approximateSize
      }
      entries.append(entry)
    }
  }

  private static func value(of window: DrawingWindow) -> Value {
    var members: [String: Value] = [
      "size": [.double(window.size.width), .double(window.size.height)],
      "languages": .array(window.languages.map(Value.string)),
    ]
    if let place = window.place {
      members["cells"] = .array(
        ([place.cells] + place.fitting.sorted { ($0.columns, $0.rows) < ($1.columns, $1.rows) })
          .map { [.integer(Int64($0.columns)), .integer(Int64($0.rows))] })
    }
    return .dictionary(members)
  }

  private static func window(from value: Value) -> DrawingWindow? {
    let size = value.value(at: "size").array?.compactMap(\.number) ?? []
    guard size.count == 2 else { return nil }
    let cells = (value.value(at: "cells").array ?? []).compactMap { cells -> GridCells? in
      let counts = cells.array?.compactMap(\.integer) ?? []
      guard counts.count == 2 else { return nil }
      return GridCells(columns: Int(clamping: counts[0]), rows: Int(clamping: counts[1]))
    }
    return DrawingWindow(
      size: Size(width: size[0], height: size[1]),
      place: cells.first.map { GridPlace(cells: $0, fitting: Set(cells.dropFirst())) },
      languages: value.value(at: "languages").array?.compactMap(\.string) ?? [])
  }

  /// JSON has no dates: they stand as an object with one member that no attribute can be called.
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

extension ViewTree {
  /// About how many bytes it takes.
  var approximateSize: Int {
    nodes.values.reduce(0) { size, node in
      node.attributes.reduce(size + 120) { $0 + 24 + $1.value.textBytes }
    }
  }
}
