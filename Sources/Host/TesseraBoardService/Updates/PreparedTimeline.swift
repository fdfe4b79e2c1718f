import Foundation
import TesseraLayout
import TesseraProtocol
import TesseraRuntime
import TesseraValues
package import TesseraViews

/// What a widget shows when, drawn ahead for the windows that it was looked at in.
struct PreparedTimeline: Sendable {
  /// What is shown from a date on.
  package struct Entry: Sendable {
    package var entry: TimelineEntry
    package var drawings: [DrawingWindow: WidgetDrawing] = [:]

    /// The drawing for another window that suits one best: the largest of those that fit in it, else the one that sticks out least.
    /// Those in the same languages come first.
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
  /// About how many bytes the drawings take as text.
  private(set) var size = 0

  /// The most that drawings of one widget may take. What has no room is drawn when its date comes.
  package static let maximumSize = 4 << 20

  package init(_ entries: [TimelineEntry]) {
    // Of several at one date the last one counts.
    let last = Dictionary(entries.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    self.entries = last.values.sorted { $0.date < $1.date }.map { Entry(entry: $0) }
  }

  /// The place of what is shown at a date: the last entry that began, else the first one.
  package func index(at date: Date) -> Int? { entries.lastIndex { $0.entry.date <= date } ?? entries.indices.first }

  /// The entry that is shown at a date.
  package func entry(at date: Date) -> TimelineEntry? { index(at: date).map { entries[$0].entry } }

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

  /// Takes a drawing of an entry, if there is room for it.
  /// - Returns: whether there was.
  @discardableResult
  package mutating func store(_ drawing: WidgetDrawing, at index: Int, in window: DrawingWindow) -> Bool {
    guard entries.indices.contains(index), entries[index].drawings[window] == nil else { return true }
    let bytes = drawing.tree.approximateSize
    guard size + bytes <= Self.maximumSize else { return false }
    size += bytes
    entries[index].drawings[window] = drawing
    return true
  }

  /// Forgets what was drawn for windows that nobody looks through any more.
  package mutating func removeDrawings(exceptFor windows: [DrawingWindow]) {
    size = 0
    for index in entries.indices {
      entries[index].drawings = entries[index].drawings.filter { windows.contains($0.key) }
      size += entries[index].drawings.values.reduce(0) { $0 + $1.tree.approximateSize }
    }
  }

  /// Leaves out the entries of other dates than some.
  package mutating func removeEntries(exceptAt dates: Set<Date>) {
    entries.removeAll { !dates.contains($0.entry.date) }
  }

  /// Forgets all drawings: the documents are others.
  mutating func removeDrawings() {
    for index in entries.indices { entries[index].drawings = [:] }
    size = 0
  }
}

// As JSON, for a restart.
extension PreparedTimeline {
  /// What is kept.
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

  /// Reads what was kept. Drawings that cannot be read are made anew.
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
  /// About how many bytes it takes.
  package var approximateSize: Int {
    nodes.values.reduce(0) { $0 + 120 + $1.attributes.approximateSize }
  }
}

extension ViewPatch {
  /// About how many bytes it adds to a tree at most.
  package var addedSize: Int {
    switch self {
    case .insert(let node, _, _): 120 + node.attributes.approximateSize
    case .attributes(_, let changes): changes.approximateSize
    case .remove, .move, .frame, .effect: 0
    }
  }
}

extension [ViewAttribute: Value] {
  /// About how many bytes they take.
  fileprivate var approximateSize: Int { reduce(0) { $0 + 24 + $1.value.approximateSize } }
}

extension Value {
  /// About how many bytes it takes.
  fileprivate var approximateSize: Int {
    switch self {
    case .array(let list): list.reduce(16) { $0 + $1.approximateSize }
    case .dictionary(let members): members.reduce(32) { $0 + 32 + $1.key.utf8.count + $1.value.approximateSize }
    default: 16 + textBytes
    }
  }
}
