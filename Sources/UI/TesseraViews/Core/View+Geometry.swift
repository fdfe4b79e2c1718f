package import TesseraLayout

extension View {
  /// The layout direction of the view: its own, or that of the nearest ancestor that has one.
  package var layoutDirection: Direction {
    sequence(first: self, next: \.parent).lazy.map(\.style.direction).first { $0 != .inherit } ?? .ltr
  }

  /// The padding in points, as of the last layout.
  package var paddingInsets: EdgeInsets {
    let padding = context.layout.style(of: node).padding
    let isRightToLeft = layoutDirection == .rtl
    func side(_ logical: Dimension, _ physical: Dimension) -> Double {
      (logical == .unset ? physical : logical).resolved(against: frame.width)
    }
    return EdgeInsets(
      top: padding.top.resolved(against: frame.width),
      left: side(isRightToLeft ? padding.end : padding.start, padding.left),
      bottom: padding.bottom.resolved(against: frame.width),
      right: side(isRightToLeft ? padding.start : padding.end, padding.right))
  }
}
