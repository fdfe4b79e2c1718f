package import TesseraValues

/// A control for a number in a range.
package class NumberControl: View {
  /// The range of numbers.
  var range: NumberRange { didSet { update() } }
  private var wanted: Double? { didSet { update() } }

  /// Creates a control. Its range is shown from the first change on.
  init(_ kind: ViewKind, range: NumberRange = NumberRange(), in context: ViewContext) {
    self.range = range
    super.init(kind, in: context)
  }

  /// The number shown before a value is set, adjusted to the range.
  var defaultNumber: Double { 0 }

  /// The current number.
  final var number: Double { range.clamped(wanted ?? defaultNumber) }

  /// The number. Null restores the default.
  package override var value: Value {
    get { .double(number) }
    set { wanted = newValue.number }
  }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    guard let number = value.number, number.isFinite else { return }
    wanted = number
    emitChange()
  }

  /// Updates the attributes for the number and its range.
  func update() {
    range.show(at: self)
    self[.value] = value
  }
}

/// A range of numbers with an optional step.
struct NumberRange: Sendable, Hashable {
  var minimum = 0.0
  var maximum = 1.0
  /// The distance between two numbers; nil for any number.
  var step: Double?

  /// Returns the valid number that is nearest to a number.
  func clamped(_ number: Double) -> Double {
    let most = max(minimum, maximum)
    let inside = min(max(number, minimum), most)
    guard let step, step > 0 else { return inside }
    // Adding many steps to a start is not exact, so the result is rounded to nine decimals.
    let stepped = minimum + ((inside - minimum) / step).rounded() * step
    return min(max((stepped * 1e9).rounded() / 1e9, minimum), most)
  }

  /// Sets the attributes of a view that describe the range.
  func show(at view: View) {
    view[.minimum] = .double(minimum)
    view[.maximum] = .double(max(minimum, maximum))
    view[.step] = step.map(Value.double) ?? .null
  }

  /// Returns the properties of a range in documents.
  static func properties<V: View>(
    of type: V.Type, _ path: any (ReferenceWritableKeyPath<V, NumberRange> & Sendable), maximum: Double = 1,
    step: Double? = nil
  ) -> [Property<View>] {
    @Sendable func usable(_ value: Value) -> Double? { value.number.flatMap { abs($0) <= 1e15 ? $0 : nil } }
    return [
      .of(
        V.self, "minimum", .number, "The minimum value; 0 by default.", get: { .double($0[keyPath: path].minimum) },
        set: { (view: V, value) in view[keyPath: path].minimum = usable(value) ?? 0 }),
      .of(
        V.self, "maximum", .number, "The maximum value; \(Value.double(maximum)) by default.",
        get: { .double($0[keyPath: path].maximum) },
        set: { (view: V, value) in view[keyPath: path].maximum = usable(value) ?? maximum }),
      .of(
        V.self, "step", .number,
        step.map { "The step between two values; \(Value.double($0)) by default." }
          ?? "The step between two values; by default, any value is possible.",
        get: { $0[keyPath: path].step.map(Value.double) ?? .null },
        set: { (view: V, value) in view[keyPath: path].step = usable(value).flatMap { $0 > 0 ? $0 : nil } ?? step }),
    ]
  }
}
