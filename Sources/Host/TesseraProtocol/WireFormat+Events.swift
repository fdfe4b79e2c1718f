import TesseraLayout
package import TesseraValues
package import TesseraViews

// Events in the form in which clients send them.
extension WireFormat {
  /// Encodes an event as a list that begins with its name.
  package static func value(of event: ViewEvent) -> Value {
    switch event {
    case .press(let view): ["press", id(view)]
    case .longPress(let view): ["longPress", id(view)]
    case .input(let view, let text): ["input", id(view), .string(text)]
    case .pointer(let view, let pointer, let phase):
      [
        "pointer", id(view), .string(phase.rawValue), .string(pointer.kind.rawValue), .integer(Int64(pointer.id)),
        .double(pointer.location.x), .double(pointer.location.y),
      ]
    case .key(let view, let key): ["key", id(view), .string(key.name), .bool(key.isShifted)]
    case .change(let view, let value): ["change", id(view), value]
    case .search(let view, let text): ["search", id(view), .string(text)]
    case .submit(let view): ["submit", id(view)]
    case .focus(let view): ["focus", id(view)]
    case .blur(let view): ["blur", id(view)]
    case .scroll(let view, let offset): ["scroll", id(view), .double(offset)]
    case .move(let view, let from, let to): ["move", id(view), .integer(Int64(from)), .integer(Int64(to))]
    case .choose(let view, let index): ["choose", id(view), .integer(Int64(index))]
    case .refresh(let view): ["refresh", id(view)]
    case .answer(let view, let index): ["answer", id(view), .integer(Int64(index))]
    case .back: ["back"]
    case .resize(let size): ["resize", .double(size.width), .double(size.height)]
    case .grid(let place): .array(["grid"] + parts(of: place))
    case .accessory(let type): ["accessory", .string(type.rawValue)]
    }
  }
}
