import Foundation
import TesseraLayout
import TesseraProtocol
import TesseraRuntime
import TesseraValues
package import TesseraViews

/// The timeline of a widget, with drawings for the windows in which the widget was viewed.
struct PreparedTimeline: Sendable {
  /// A timeline entry and its drawings.
  package struct Entry: Sendable {
    package var entry: TimelineEntry
    package var drawings: [DrawingWindow: WidgetDrawing] = [:]

    /// Returns the best drawing from another window: the largest one that fits into the window, or else the one that
    /// exceeds it least. Drawings in the same languages are preferred.
    func bestFit(for window: DrawingWindow) -> WidgetDrawing? {
      func overhang(_ other: DrawingWindow) -> Double {
        max(0, other.size.width - window.size.width) + max(0, other.size.height - window.size.height)
      }
      func rank(_ other: DrawingWindow) -> (Int, Double, Double) {
        (other.languages == window.languages ? 0 : 1, overhang(other), -other.size.width * other.size.height)
      }
      return drawings.min { rank($0.key) < rank($1.key) }?.value
    }
  }

  /// The entries by date.
  private(set) var entries: [Entry]
  /// The approximate size of all drawings, in bytes.
  private(set) var size = 0

  /// The maximum size of a widget's prepared drawings, in bytes. Entries beyond it are drawn when their dates come.
  package static let maximumSize = 4 << 20

  package init(_ entries: [TimelineEntry]) {
    // Of several entries with the same date, the last one counts.
    let last = Dictionary(entries.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    self.entries = last.values.sorted { $0.date < $1.date }.map { Entry(entry: $0) }
  }

  /// Returns the index of the entry that is current at a date: the last one that has begun, or else the first one.
  package func index(at date: Date) -> Int? { entries.lastIndex { $0.entry.date <= date } ?? entries.indices.first }

  /// Returns the entry that is current at a date.
  package func entry(at date: Date) -> TimelineEntry? { index(at: date).map { entries[$0].entry } }

  /// Whether any entry has a relevance.
  var hasRelevance: Bool { entries.contains { $0.entry.relevance != nil } }

  /// Returns the relevance at a date, from 0 to 1. It is relative to the highest score of the widget's own entries,
  /// because scores of different widgets are not comparable.
  func relevance(at date: Date) -> Double {
    guard let relevance = entry(at: date)?.relevance, relevance.score > 0, let start = entry(at: date)?.date,
      start <= date, relevance.duration <= 0 || date < start.addingTimeInterval(relevance.duration)
    else { return 0 }
    let most = entries.compactMap(\.entry.relevance?.score).max() ?? relevance.score
    return relevance.score / max(most, relevance.score)
  }

  /// Stores a drawing of an entry if there is room for it.
  /// - Returns: Whether there was room.
  @discardableResult
  package mutating func store(_ drawing: WidgetDrawing, at index: Int, in window: DrawingWindow) -> Bool {
    guard entries.indices.contains(index), entries[index].drawings[window] == nil else { return true }
    let bytes = drawing.tree.approximateSize
    guard size + bytes <= Self.maximumSize else { return false }
    size += bytes
    entries[index].drawings[window] = drawing
    return true
  }

  /// Removes the drawings for windows that are no longer viewed.
  package mutating func removeDrawings(exceptFor windows: [DrawingWindow]) {
    size = 0
    for index in entries.indices {
      entries[index].drawings = entries[index].drawings.filter { windows.contains($0.key) }
      size += entries[index].drawings.values.reduce(0) { $0 + $1.tree.approximateSize }
    }
  }

  /// Removes all entries except those at certain dates.
  package mutating func removeEntries(exceptAt dates: Set<Date>) {
    entries.removeAll { !dates.contains($0.entry.date) }
  }

  /// Removes all drawings, because the documents have changed.
  mutating func removeDrawings() {
    for index in entries.indices { entries[index].drawings = [:] }
    size = 0
  }
}

// The stored form, for a restart.
extension PreparedTimeline {
  /// The timeline as JSON.
  package var value: Value {
    .array(
      entries.map { entry in
        var members = WireFormat.value(of: entry.entry).dictionary ?? [:]
        members["drawings"] = .array(
          entry.drawings.map { window, drawing in
            [
              "window": WireFormat.value(of: window), "changes": .bool(drawing.changesByItself),
              "tree": WireFormat.value(of: drawing.tree, for: .host),
            ]
          })
        return .dictionary(members)
      })
  }

  /// Decodes a stored timeline. Drawings that cannot be decoded are omitted, and drawn again later.
  package init?(_ value: Value, kinds: [String: ViewKind]) {
    guard let list = value.array else { return nil }
    self.init([])
    for item in list {
      guard let read = try? WireFormat.entry(from: item) else { return nil }
      var entry = Entry(entry: read)
      for drawing in item.value(at: "drawings").array ?? [] {
        guard let window = try? WireFormat.drawingWindow(from: drawing.value(at: "window")),
          let tree = try? WireFormat.tree(from: drawing.value(at: "tree"), kinds: kinds)
        else { continue }
        entry.drawings[window] = WidgetDrawing(
          tree: tree, changesByItself: drawing.value(at: "changes").bool ?? false)
        size += tree.approximateSize
      }
      entries.append(entry)
    }
  }
}

extension ViewTree {
  /// The approximate size in bytes.
  package var approximateSize: Int {
    nodes.values.reduce(0) { $0 + 120 + $1.attributes.approximateSize }
  }
}

extension ViewPatch {
  /// The approximate number of bytes that the patch adds to a tree, without deductions for replaced content.
  package var addedSize: Int {
    switch self {
    case .insert(let node, _, _): 120 + node.attributes.approximateSize
    case .attributes(_, let changes): changes.approximateSize
    case .remove, .move, .frame, .effect: 0
    }
  }
}

extension [ViewAttribute: Value] {
  /// The approximate size in bytes.
  fileprivate var approximateSize: Int { reduce(0) { $0 + 24 + $1.value.approximateSize } }
}

extension Value {
  /// The approximate size in bytes.
  fileprivate var approximateSize: Int {
    switch self {
    case .array(let list): list.reduce(16) { $0 + $1.approximateSize }
    case .dictionary(let members): members.reduce(32) { $0 + 32 + $1.key.utf8.count + $1.value.approximateSize }
    default: 16 + textBytes
    }
  }
}
