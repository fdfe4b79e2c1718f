package import TesseraLayout
package import TesseraValues

/// An indicator of an activity in progress. It is hidden while it is not animating.
package final class ActivityIndicatorView: View {
  /// Creates an indicator that is not animating.
  package convenience init(in context: ViewContext) {
    self.init(.activityIndicator, in: context)
    isAnimating = false
  }

  /// Whether the indicator is animating.
  package var isAnimating: Bool {
    get { self[.animating] == true }
    set {
      self[.animating] = newValue ? true : .null
      isHidden = !newValue
    }
  }

  /// Whether the indicator is animating. Accepts Booleans and numbers.
  package override var value: Value {
    get { .bool(isAnimating) }
    set { isAnimating = (newValue.number ?? 0) != 0 }
  }

  package override var fieldValue: Value { .null }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(width: ControlMetrics.ActivityIndicator.size, height: ControlMetrics.ActivityIndicator.size)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.activityIndicator.properties }
}

extension ViewKind {
  /// An indicator of an activity in progress.
  package static let activityIndicator = ViewKind(
    "activityIndicator", defaults: ViewDefaults(color: .secondaryLabel),
    element: WebElement(attributes: ["role": "progressbar", "aria-label": "Loading"], parts: [.ring]),
    drawing: { node, box, canvas in
      if node[.animating].bool == true { canvas.drawRing(in: box, node.color(in: canvas.scheme)) }
    })
}

extension ComponentDefinition {
  /// An indicator of an activity in progress.
  package static let activityIndicator = ComponentDefinition(
    type: "activityIndicator", documentation: "An indicator of an activity in progress.",
    synonyms: ["spinner", "loader", "loading"],
    kind: .activityIndicator,
    properties: [
      .flag(ActivityIndicatorView.self, "value", "Whether the indicator is animating.", \.isAnimating),
      .flag(ActivityIndicatorView.self, "animating", "Whether the indicator is animating.", \.isAnimating),
    ],
    makeView: { ActivityIndicatorView(in: $0) })
}
