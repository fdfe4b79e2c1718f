package import TesseraLayout
package import TesseraValues

/// A control for choosing a number in a range by moving a thumb.
package final class Slider: NumberControl {
  /// The minimum of the range.
  override var defaultNumber: Double { range.minimum }

  /// Creates a slider from 0 to 1.
  package init(in context: ViewContext) { super.init(.slider, in: context) }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let natural = ControlMetrics.Slider.size
    return MeasuredSize(width: width.points ?? natural.width, height: natural.height)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.slider.properties }

  fileprivate static let rangeProperties = NumberRange.properties(of: NumberControl.self, \.range)
}

extension ViewKind {
  /// A track with a thumb.
  package static let slider = ViewKind(
    "slider", defaults: ViewDefaults(color: .accent),
    element: WebElement("input", attributes: ["type": "range"], isControl: true, behaviour: "input"),
    drawing: { node, box, canvas in
      typealias Metrics = ControlMetrics.Slider
      let (minimum, maximum) = (node[.minimum].number ?? 0, node[.maximum].number ?? 1)
      let fraction = maximum > minimum ? ((node[.value].number ?? minimum) - minimum) / (maximum - minimum) : 0
      let size = min(Metrics.thumbSize, box.height)
      let position = min(max(fraction, 0), 1) * max(0, box.width - size) + size / 2
      let middle = node.isRightToLeft ? box.maxX - position : box.minX + position
      let track = Rect(
        x: box.minX, y: box.midY - Metrics.trackHeight / 2, width: box.width, height: Metrics.trackHeight)
      canvas.fill(RoundedBox(track, radius: Metrics.trackHeight / 2), canvas.color(.separator))
      var filled = track
      filled.x = node.isRightToLeft ? middle : box.minX
      filled.width = position
      let color = node.color(in: canvas.scheme)
      canvas.fill(RoundedBox(filled, radius: Metrics.trackHeight / 2), color)
      canvas.fill(
        RoundedBox(Rect(x: middle - size / 2, y: box.midY - size / 2, width: size, height: size), radius: size / 2),
        color)
    })
}

extension ComponentDefinition {
  /// A control for choosing a number in a range by moving a thumb.
  package static let slider = ComponentDefinition(
    type: "slider", documentation: "A control for choosing a number in a range by moving a thumb.",
    synonyms: ["range", "uislider", "seekBar"], kind: .slider,
    properties: [
      .of(
        Slider.self, "value", .number, "The number; the minimum by default.", get: { $0.value },
        set: { $0.value = $1 })
    ] + Slider.rangeProperties + Property.validation,
    events: [.change(.number, "the number")], makeView: { Slider(in: $0) }
  ).checked(by: Validation.check)
}
