import TesseraData
import TesseraValues

extension EventMark {
  /// The mark in a message to the program of a widget.
  var value: Value {
    ["page": .string(page), "batch": .integer(Int64(batch)), "isRepeated": .bool(isRepeated)]
  }

  /// Reads a mark; nil if there is none.
  init?(_ value: Value) {
    guard let page = value.value(at: "page").string, let batch = value.value(at: "batch").integer else { return nil }
    self.init(
      page: page, batch: Int(clamping: batch), isRepeated: value.value(at: "isRepeated").bool ?? false)
  }
}
