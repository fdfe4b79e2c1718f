import TesseraBundles
import TesseraLayout
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// The events that a client sends in one request.
package struct EventBatch: Sendable, Hashable {
  /// The sender: a random text that a page generates when it loads.
  package var page: String
  /// The number of the batch, which increases with each batch of a page. A batch that is sent twice is handled once.
  package var number: Int
  /// The user's input, in order.
  package var events: [ViewEvent]
  /// What the page sends again, because it got no answer from a presentation that is gone; nil if all events are new.
  package var repetition: Repetition?

  /// The events of an earlier batch that a page sends again, at the end of another one.
  package struct Repetition: Sendable, Hashable {
    /// The number of the earlier batch.
    package var batch: Int
    /// The index of the first event of the earlier batch in this one.
    package var first: Int
  }
}

extension WireFormat {
  /// The maximum size of other request bodies of a page, in bytes. A larger one is answered with 413.
  package static let maximumBodySize = 256 << 10
  /// The maximum number of events in a batch. A larger batch is answered with 400.
  package static let maximumEvents = 100
  /// The maximum width and height of a window, in points. A larger one is answered with 400.
  static let maximumWindowLength = 16_384.0
  /// The maximum length of a page's name in a batch, in bytes. A longer one is answered with 400.
  static let maximumPageNameSize = 64

  /// Decodes `{"page", "batch", "events", "repeats"?: {"batch", "first"}}`.
  package static func batch(from bytes: some Sequence<UInt8>) throws(Diagnostic) -> EventBatch {
    let members = try object(from: bytes, names: ["page", "batch", "events", "repeats"])
    guard let page = members["page"]?.string, !page.isEmpty, page.utf8.count <= maximumPageNameSize else {
      throw wrong("'page' must be a string of 1 to \(maximumPageNameSize) bytes")
    }
    guard let number = members["batch"], case .integer(let count) = number, (1...Int64(1) << 53).contains(count) else {
      throw wrong("'batch' must be a positive integer")
    }
    guard let list = members["events"]?.array, !list.isEmpty, list.count <= maximumEvents else {
      throw wrong("'events' must be a list of 1 to \(maximumEvents) events")
    }
    var events: [ViewEvent] = []
    for item in list { events.append(try event(from: item)) }
    var batch = EventBatch(page: page, number: Int(count), events: events)
    if let value = members["repeats"] { batch.repetition = try repetition(from: value, in: batch) }
    return batch
  }

  private static func repetition(from value: Value, in batch: EventBatch) throws(Diagnostic) -> EventBatch.Repetition {
    guard case .integer(let number) = value.value(at: "batch"), case .integer(let first) = value.value(at: "first"),
      (1..<Int64(batch.number)).contains(number), (0..<Int64(batch.events.count)).contains(first)
    else { throw wrong("'repeats' must have an earlier 'batch', and the index of its 'first' event") }
    return EventBatch.Repetition(batch: Int(number), first: Int(first))
  }

  /// Decodes a window's size, its place on a grid, and what it shows:
  /// `{"width", "height", "cells"?: [columns, rows, fitting?, board?], "isForSettings"?}`.
  package static func window(
    from bytes: some Sequence<UInt8>, _ languages: [String] = []
  ) throws(Diagnostic) -> DrawingWindow {
    try window(from: try object(from: bytes, names: ["width", "height", "cells", "isForSettings"]), languages)
  }

  static func window(from members: [String: Value], _ languages: [String]) throws(Diagnostic) -> DrawingWindow {
    let size = Size(
      width: try windowLength(members["width"], "width"), height: try windowLength(members["height"], "height"))
    var window = DrawingWindow(size: size, languages: languages)
    window.isForSettings = members["isForSettings"]?.bool == true
    if let cells = members["cells"] {
      guard let parts = cells.array, (2...4).contains(parts.count) else {
        throw wrong("'cells' must be [columns, rows], or [columns, rows, fitting, board]")
      }
      window.place = try place(parts[...])
    }
    return window
  }

  /// Decodes a list of widgets with their windows: `[{"widget", "width", "height", "cells"?}]`.
  package static func windows(
    from bytes: some Sequence<UInt8>, _ languages: [String], maximum: Int
  ) throws(Diagnostic) -> [(widget: String, window: DrawingWindow)] {
    let limits = JSONLimits(bytes: maximumBodySize, depth: 8, nodes: maximumBodySize / 2)
    guard let list = try Value.parseJSON(bytes, limits: limits).array, !list.isEmpty, list.count <= maximum else {
      throw wrong("The body must be a list of 1 to \(maximum) windows")
    }
    var windows: [(widget: String, window: DrawingWindow)] = []
    for item in list {
      guard let members = item.dictionary, let widget = members["widget"]?.string else {
        throw wrong("A window must be an object with 'widget', 'width' and 'height'")
      }
      windows.append((widget, try window(from: members, languages)))
    }
    return windows
  }

  /// Decodes columns, rows, and optionally the other sizes that fit, or null, and the board.
  private static func place(_ parts: ArraySlice<Value>) throws(Diagnostic) -> GridPlace {
    var place = GridPlace(cells: try cells(parts))
    place.board = try parts.dropFirst(3).first.map { value throws(Diagnostic) in try surroundings(from: value) }
    guard let fitting = parts.dropFirst(2).first, !fitting.isNull else { return place }
    guard let list = fitting.array, list.count <= maximumFitting else {
      throw wrong("The sizes that fit must be a list of at most \(maximumFitting) [columns, rows] pairs")
    }
    for size in list { place.fitting.insert(try cells((size.array ?? [])[...])) }
    return place
  }

  /// Decodes `{"page": [columns, rows], "cell": [width, height], "gap": [width, height], "isEditing"?, "isConfigured"?}`.
  private static func surroundings(from value: Value) throws(Diagnostic) -> BoardSurroundings {
    let members = value.dictionary ?? [:]
    func lengths(_ name: String) throws(Diagnostic) -> Size {
      guard let lengths = members[name]?.array, lengths.count == 2 else {
        throw wrong("'\(name)' must be [width, height]")
      }
      return Size(width: try windowLength(lengths[0], name), height: try windowLength(lengths[1], name))
    }
    return BoardSurroundings(
      page: try cells((members["page"]?.array ?? [])[...]), cell: try lengths("cell"), gap: try lengths("gap"),
      isEditing: members["isEditing"]?.bool == true,
      isConfigured: members["isConfigured"]?.bool == true)
  }

  /// Decodes columns and rows.
  package static func cells(_ parts: ArraySlice<Value>) throws(Diagnostic) -> GridSize {
    guard let columns = parts.first, let rows = parts.dropFirst().first else {
      throw wrong("Cells must be [columns, rows]")
    }
    return GridSize(columns: try cellCount(columns), rows: try cellCount(rows))
  }

  /// The maximum number of other sizes that a widget could have on a board. A longer list is answered with 400.
  static let maximumFitting = 512

  private static func cellCount(_ value: Value) throws(Diagnostic) -> Int {
    guard case .integer(let count) = value, (1...Int64(GridSize.maximumSpan)).contains(count) else {
      throw wrong("Columns and rows must be from 1 to \(GridSize.maximumSpan)")
    }
    return Int(count)
  }

  /// Decodes one event.
  package static func event(from value: Value) throws(Diagnostic) -> ViewEvent {
    guard let parts = value.array, let name = parts.first?.string else {
      throw wrong("An event must be a list that begins with its name")
    }
    func expect(_ count: Int) throws(Diagnostic) {
      guard parts.count == count else {
        throw wrong("The event '\(name)' must have \(count - 1) parts after its name, not \(parts.count - 1)")
      }
    }
    func view() throws(Diagnostic) -> ViewID {
      guard case .integer(let number) = parts[1], (1...Int64(Int32.max)).contains(number) else {
        throw wrong("The second part of '\(name)' must be the number of a view")
      }
      return ViewID(Int(number))
    }
    switch name {
    case "press", "longPress", "submit", "focus", "blur", "refresh":
      try expect(2)
      let id = try view()
      switch name {
      case "press": return .press(id)
      case "longPress": return .longPress(id)
      case "submit": return .submit(id)
      case "focus": return .focus(id)
      case "blur": return .blur(id)
      default: return .refresh(id)
      }
    case "pointer":
      try expect(7)
      guard let phase = parts[2].string.flatMap(Pointer.Phase.init(rawValue:)),
        let kind = parts[3].string.flatMap(Pointer.Kind.init(rawValue:)), case .integer(let number) = parts[4],
        !isFlag(parts[5]), !isFlag(parts[6]), let x = parts[5].number, let y = parts[6].number,
        abs(x) <= 1e6, abs(y) <= 1e6
      else { throw wrong("'pointer' must have a view, a phase, a kind, a number, and a location in points") }
      let location = Point(x: x, y: y)
      return .pointer(try view(), Pointer(id: Int(clamping: number), location: location, kind: kind), phase)
    case "key":
      try expect(4)
      guard let key = parts[2].string, (1...32).contains(key.utf8.count), let isShifted = parts[3].bool else {
        throw wrong("'key' must have a view, the name of a key, and whether Shift was pressed")
      }
      return .key(try view(), Key(key, isShifted: isShifted))
    case "input", "search":
      try expect(3)
      guard let text = parts[2].string, text.utf8.count <= TextLimits.maximumLength else {
        throw wrong("The third part of '\(name)' must be a string of at most \(TextLimits.maximumLength) bytes")
      }
      return name == "input" ? .input(try view(), text: text) : .search(try view(), text: text)
    case "change":
      try expect(3)
      return .change(try view(), value: parts[2])
    case "scroll":
      try expect(3)
      guard !isFlag(parts[2]), let offset = parts[2].number, offset.isFinite, abs(offset) <= 1e9 else {
        throw wrong("The third part of 'scroll' must be a number of points")
      }
      return .scroll(try view(), offset: offset)
    case "move":
      try expect(4)
      guard case .integer(let from) = parts[2], case .integer(let to) = parts[3], (0..<1_000_000_000).contains(from),
        (0..<1_000_000_000).contains(to)
      else { throw wrong("The third and fourth parts of 'move' must be row indices") }
      return .move(try view(), from: Int(from), to: Int(to))
    case "answer", "choose":
      try expect(3)
      guard case .integer(let index) = parts[2], (0..<1000).contains(index) else {
        throw wrong("The third part of '\(name)' must be an index from 0 to 999")
      }
      return name == "answer" ? .answer(try view(), index: Int(index)) : .choose(try view(), index: Int(index))
    case "back":
      try expect(1)
      return .back
    case "resize":
      try expect(3)
      return .resize(
        Size(width: try windowLength(parts[1], "width"), height: try windowLength(parts[2], "height")))
    case "grid":
      guard (3...5).contains(parts.count) else {
        throw wrong("'grid' must have columns, rows, and optionally the sizes that fit and the board")
      }
      return .grid(try place(parts.dropFirst()))
    case "accessory":
      try expect(2)
      guard let type = parts[1].string.flatMap(AccessoryType.init(rawValue:)) else {
        throw wrong("The second part of 'accessory' must be 'expand', 'shrink' or 'settings'")
      }
      return .accessory(type)
    default:
      throw wrong("Unknown event '\(name.prefix(40))'")
    }
  }

  /// Parses an object that has no other members than the given ones.
  package static func object(
    from bytes: some Sequence<UInt8>, names: Set<String>, nodes: Int = 8 * maximumEvents + 4 * maximumFitting
  ) throws(Diagnostic) -> [String: Value] {
    let limits = JSONLimits(bytes: maximumBodySize, depth: 8, nodes: nodes)
    guard let members = try Value.parseJSON(bytes, limits: limits).dictionary else {
      throw wrong("The body must be an object")
    }
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw wrong("Unknown member '\(unknown.prefix(40))'")
    }
    return members
  }

  private static func windowLength(_ value: Value?, _ name: String) throws(Diagnostic) -> Double {
    guard let value, !isFlag(value), let length = value.number, length >= 1, length <= maximumWindowLength else {
      throw wrong("The \(name) must be from 1 to \(Int(maximumWindowLength)) points")
    }
    return length
  }

  /// Booleans convert to numbers elsewhere, but not in messages.
  private static func isFlag(_ value: Value) -> Bool { value.bool != nil }

  package static func wrong(_ message: String) -> Diagnostic { Diagnostic(rule: "wire-format", message: message) }
}
