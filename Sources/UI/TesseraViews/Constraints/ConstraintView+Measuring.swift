import TesseraLayout

extension ConstraintView {
  /// The size and insets that the style of a child adds to its measured content.
  struct PreferredSize: Equatable {
    var width: Double?
    var height: Double?
    /// The sums of padding and border, horizontally and vertically.
    var insets = Size.zero
    /// The padding and border at the top.
    var top = 0.0

    init() {}

    init(_ style: LayoutStyle, isRightToLeft: Bool) {
      width = style.width.points
      height = style.height.points
      // Percentages of an unknown width count as zero.
      for edges in [style.padding, style.border] {
        let lengths = edges.insets(0, isRightToLeft)
        insets.width += lengths.left + lengths.right
        insets.height += lengths.top + lengths.bottom
        top += lengths.top
      }
    }

    /// Returns the space that remains for content.
    func inside(_ width: AvailableSpace, _ height: AvailableSpace) -> (AvailableSpace, AvailableSpace) {
      func less(_ space: AvailableSpace, _ points: Double) -> AvailableSpace {
        if case .definite(let whole) = space { .definite(max(0, whole - points)) } else { space }
      }
      return (less(width, insets.width), less(height, insets.height))
    }

    func outside(_ content: MeasuredSize) -> MeasuredSize {
      MeasuredSize(
        width: width ?? content.size.width + insets.width, height: height ?? content.size.height + insets.height,
        firstBaseline: content.firstBaseline.map { $0 + top })
    }
  }

  struct ContentMeasuring: ConstraintMeasuring {
    let view: ConstraintView
    let childrenByItem: [LayoutItemID: View]

    init(_ view: ConstraintView) {
      self.view = view
      childrenByItem = Dictionary(uniqueKeysWithValues: view.measuredChildren.map { ($0.1, $0.0) })
    }

    func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent {
      guard let child = childrenByItem[item] else { return .none }
      let liked = view.likedSizes[item] ?? PreferredSize()
      guard child.measuresContent else {
        return view.flexContents[item] ?? IntrinsicContent(width: liked.width, height: liked.height)
      }
      let (innerWidth, innerHeight) = liked.inside(width, height)
      return IntrinsicContent(liked.outside(child.measureContent(width: innerWidth, height: innerHeight)))
    }
  }
}

extension Dimension {
  /// The length in points, if it is an absolute length.
  fileprivate var points: Double? { if case .points(let points) = kind { points } else { nil } }
}
