/// The syntax tree of a regular expression.
indirect enum RegularExpressionNode: Sendable {
  case empty
  case scalar(UInt32, ignoresCase: Bool)
  case set(ScalarSet, ignoresCase: Bool)
  case assertion(Assertion)
  case sequence([RegularExpressionNode])
  case alternatives([RegularExpressionNode])
  /// A repetition of at least `minimum` and at most `maximum` times, or without an upper limit; a lazy one prefers few.
  case repetition(RegularExpressionNode, minimum: Int, maximum: Int?, isLazy: Bool)
  /// A group whose text can be asked for, by its number from 1.
  case group(Int, RegularExpressionNode)

  /// Whether this is a condition, which cannot be repeated.
  var isAssertion: Bool {
    switch self {
    case .assertion: true
    case .group(_, let inner): inner.isAssertion
    default: false
    }
  }

  /// A condition on the position between two characters.
  enum Assertion: UInt32, Sendable, Hashable {
    case start
    case end
    /// The end of the text, or the position before a line terminator at the end.
    case endOrLastLineEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
  }
}
