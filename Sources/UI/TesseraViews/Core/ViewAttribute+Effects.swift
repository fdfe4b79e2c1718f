package import TesseraValues

extension Value {
  /// The value, or nil if it is null. `isNull ? nil : self` is not equivalent: there, `nil` is read as the null
  /// value.
  package var unlessNull: Value? {
    if case .null = self { Optional.none } else { self }
  }
}

extension ViewAttribute {
  /// Whether only layout sets the attribute. Such attributes cannot be observed, because an observer could change the
  /// layout in progress.
  var isMadeByLayout: Bool {
    switch self {
    case .contentWidth, .contentHeight, .rowIndex, .scrollOffset, .stickyUntil, .displayList, .drawing: true
    default: false
    }
  }

  /// Whether the size of a view that measures its content can depend on the attribute.
  var affectsMeasuring: Bool {
    switch self {
    case .text, .placeholder, .image, .content, .fontSize, .fontWeight, .italic, .lineHeight, .maximumLines,
      .spans:
      true
    default: false
    }
  }
}

extension Value {
  /// The approximate number of bytes of text in the value. Text nested deeper than in a list of attributes is not
  /// counted.
  package var textBytes: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(0) { $0 + ($1.string?.utf8.count ?? $1.textBytesOfMembers) }
    case .dictionary: textBytesOfMembers
    default: 0
    }
  }

  private var textBytesOfMembers: Int {
    dictionary?.values.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) } ?? 0
  }
}
