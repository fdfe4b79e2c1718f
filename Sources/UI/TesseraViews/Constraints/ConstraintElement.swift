public import TesseraValues

/// A named constraint of a document: `"drawer: panel.height = 0"` in the list `constraints` of a box.
///
/// Bindings and controllers change its constant, immediately or animated.
public final class ConstraintElement {
  /// The name of the constraint.
  package let identifier: String
  /// Called when the constant changes.
  package var didChange: (() -> Void)?
  private weak var root: View?
  private weak var box: ConstraintView?
  /// The duration of an animated change of the constant, in seconds.
  private var animationDuration = 0.0
  /// The delay of an animated change of the constant, in seconds.
  private var animationDelay = 0.0
  /// The constant to restore when ``isExpanded`` becomes true again.
  private var initialConstant: Double?

  /// - Parameter root: The view that contains the constrained box.
  package init(_ identifier: String, in root: View) {
    self.identifier = identifier
    self.root = root
  }

  private var view: ConstraintView? {
    if let box, box.formats.contains(where: { $0.name == identifier }) { return box }
    box = root?.descendants().lazy.compactMap { $0 as? ConstraintView }
      .first { $0.formats.contains { $0.name == self.identifier } }
    return box
  }

  /// The number added on the right-hand side, in points; 0 if there is currently no such constraint.
  package var constant: Double { view?.formats.first { $0.name == identifier }?.constant ?? 0 }

  /// Changes the constant. Several constraints with the same name change together.
  package func change(to constant: Double) {
    guard let view, constant.isFinite else { return }
    let constant = min(max(constant, -100_000), 100_000)
    guard view.formats.contains(where: { $0.name == identifier && $0.constant != constant }) else { return }
    if animationDuration > 0 || animationDelay > 0 {
      let transition: Value = ["duration": .double(animationDuration), "delay": .double(animationDelay)]
      // The change moves the children and the siblings of the box.
      for moved in view.children + [view] where moved[.transition].isNull { moved[.transition] = transition }
    }
    view.formats = view.formats.map { format in
      guard format.name == identifier else { return format }
      var changed = format
      changed.constant = constant
      return changed
    }
    didChange?()
  }

  /// Whether the constant is other than 0.
  package var isExpanded: Bool {
    get { constant != 0 }
    set {
      if !newValue, constant != 0 { initialConstant = constant }
      change(to: newValue ? initialConstant ?? constant : 0)
    }
  }

  /// The properties that documents can access.
  package static let properties = PropertyTable<ConstraintElement>(
    "constraint",
    [
      constant("constant", "The number that is added on the right side, in points."),
      constant("value", "The same as constant."),
      constant("animatedConstant", "The same as constant."),
      .number(
        ConstraintElement.self, "animationDuration",
        "The duration of a change of the constant, in seconds; 0 by default.",
        \.animationDuration, default: 0),
      .number(
        ConstraintElement.self, "animationDelay",
        "The delay before a change of the constant, in seconds; 0 by default.",
        \.animationDelay, default: 0),
      .of(
        ConstraintElement.self, "expanded", .bool,
        "Whether the constant is not 0. False sets it to 0, true restores its previous value.",
        get: { .bool($0.isExpanded) }, set: { $0.isExpanded = $1.isTrue }),
    ])

  private static func constant(_ name: String, _ documentation: String) -> Property<ConstraintElement> {
    .of(
      ConstraintElement.self, name, .scalar, documentation, get: { .double($0.constant) },
      // Text that is not a number is ignored, as in WidgetKit.
      set: { element, value in
        let number = value.number ?? value.string.flatMap { Double($0) }
        number.map { element.change(to: $0) }
      })
  }
}

extension ConstraintElement: ValueReading {
  /// Returns the value of a property.
  public func value(forKey key: String) -> Value? {
    Self.properties.value(forKey: View.canonicalKey(key), of: self)
  }
}
