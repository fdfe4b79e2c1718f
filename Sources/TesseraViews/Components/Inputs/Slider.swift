package import TesseraLayout
package import TesseraValues

/// A number between two others, chosen by moving a thumb.
package final class Slider: View {
  /// The number; before anything is said, the least one.
  package var number: Double { range.clamped(wanted ?? range.minimum) }

  /// Which numbers there are.
  private var range = NumberRange() { didSet { update() } }
  private var wanted: Double? { didSet { update() } }

  /// The number. Null asks for the least one.
  package override var value: Value {
    get { .double(number) }
    set { wanted = newValue.number }
  }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    guard let number = value.number, number.isFinite else { return }
    wanted = number
    emit(.change, ["value": self.value])
  }

  private func update() {
    range.show(at: self)
    self[.value] = value
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let natural = ControlMetrics.Slider.size
    return MeasuredSize(width: width.points ?? natural.width, height: natural.height)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.slider.properties }

  fileprivate static let rangeProperties = NumberRange.properties(of: Slider.self, \.range)
}

/// Numbers from one to another in steps.
struct NumberRange: Sendable, Hashable {
  var minimum = 0.0
  var maximum = 1.0
  /// Nil for all numbers between.
  var step: Double?

  /// The number nearest to another one that there is.
  func clamped(_ number: Double) -> Double {
    let most = max(minimum, maximum)
    let inside = min(max(number, minimum), most)
    guard let step, step > 0 else { return inside }
    // The sum of a start and many steps is not exact; nobody means the twelfth digit.
    let stepped = minimum + ((inside - minimum) / step).rounded() * step
    return min(max((stepped * 1e9).rounded() / 1e9, minimum), most)
  }

  /// Tells a host.
  func show(at view: View) {
    view[.minimum] = .double(minimum)
    view[.maximum] = .double(max(minimum, maximum))
    view[.step] = step.map(Value.double) ?? .null
  }

  /// How documents say it.
  static func properties<V: View>(
    of type: V.Type, _ path: any (ReferenceWritableKeyPath<V, NumberRange> & Sendable), maximum: Double = 1,
    step: Double? = nil
  ) -> [Property<View>] {
    @Sendable func usable(_ value: Value) -> Double? { value.number.flatMap { abs($0) <= 1e15 ? $0 : nil } }
    return [
      .of(
        V.self, "minimum", .number, "The least value; 0 by default.", get: { .double($0[keyPath: path].minimum) },
        set: { (view: V, value) in view[keyPath: path].minimum = usable(value) ?? 0 }),
      .of(
        V.self, "maximum", .number, "The greatest value; \(Value.double(maximum)) by default.",
        get: { .double($0[keyPath: path].maximum) },
        set: { (view: V, value) in view[keyPath: path].maximum = usable(value) ?? maximum }),
      .of(
        V.self, "step", .number,
        step.map { "Between two values; \(Value.double($0)) by default." }
          ?? "Between two values; by default there is any value.",
        get: { $0[keyPath: path].step.map(Value.double) ?? .null },
        set: { (view: V, value) in view[keyPath: path].step = usable(value).flatMap { $0 > 0 ? $0 : nil } ?? step }),
    ]
  }
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
  /// A number between two others, chosen by moving a thumb.
  package static let slider = ComponentDefinition(
    type: "slider", documentation: "A number between two others, chosen by moving a thumb.",
    synonyms: ["range", "uislider", "seekBar"], kind: .slider,
    properties: [
      .of(
        Slider.self, "value", .number, "The number; the least one by default.", get: { $0.value },
        set: { $0.value = $1 })
    ] + Slider.rangeProperties + Property.validation,
    events: [.change(.number, "the number")], makeView: { Slider(.slider, in: $0) }
  ).checked(by: Validation.check)
}
