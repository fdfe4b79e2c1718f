extension Optional {
  /// Returns the value. If there is none, it is made and stored first.
  mutating func orInsert(_ makeValue: @autoclosure () -> Wrapped) -> Wrapped {
    if let value = self { return value }
    let value = makeValue()
    self = value
    return value
  }
}
