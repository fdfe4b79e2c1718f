public import TesseraLayout
public import TesseraValues

/// A sign that something goes on. It is not shown while it stands still.
public final class ActivityIndicatorView: View {
  /// Creates an indicator that stands still.
  public convenience init(in context: ViewContext) {
    self.init(.activityIndicator, in: context)
    isAnimating = false
  }

  /// Whether it turns.
  public var isAnimating: Bool {
    get { self[.animating] == true }
    set {
      self[.animating] = newValue ? true : .null
      isHidden = !newValue
    }
  }

  /// Whether it turns; truth values and numbers are understood.
  public override var value: Value {
    get { .bool(isAnimating) }
    set { isAnimating = (newValue.number ?? 0) != 0 }
  }

  public override var fieldValue: Value { .null }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(width: ControlMetrics.ActivityIndicator.size, height: ControlMetrics.ActivityIndicator.size)
  }

  public override class var properties: PropertyTable<View> { ViewProperties.activityIndicator }
}
