public import TesseraLayout

/// A constraint between a ``ConstraintView`` and its children, created from their anchors.
///
/// A constraint has an effect while it is active. When one of its views leaves the container, the constraint becomes
/// inactive.
public final class ViewConstraint {
  struct Anchor {
    weak var view: View?
    var attribute: LayoutAttribute
    /// The guide of the view that has the attribute; nil for the view itself.
    var guide: Guide?
  }

  /// A rectangle inside a ``ConstraintView``.
  enum Guide: Hashable, CaseIterable {
    case margins
    case safeArea

    /// The name of the guide in reports.
    var name: String { self == .margins ? "margins" : "safeArea" }
  }

  /// The name of the constraint in reports.
  public var identifier: String?
  /// The reason why the last activation failed: `unknown` if the views are not a ``ConstraintView`` and its children.
  public private(set) var activationError: LayoutConstraintError?

  private let first: Anchor
  private let relation: LayoutRelation
  private let second: Anchor?
  private let multiplier: Double
  private weak var host: ConstraintView?
  private var active: LayoutConstraintID?

  init(
    _ first: Anchor, _ relation: LayoutRelation, _ second: Anchor?, multiplier: Double = 1, constant: Double
  ) {
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
  }

  /// The number added on the right-hand side, in points. A number that is not finite has no effect on an active
  /// constraint.
  public var constant: Double {
    didSet {
      guard let host, let active, constant != oldValue else { return }
      try? host.change { engine throws(LayoutConstraintError) in try engine.setConstant(constant, of: active) }
    }
  }

  /// The priority of the constraint.
  public var priority: LayoutPriority = .required {
    didSet {
      guard let host, let active, priority != oldValue else { return }
      try? host.change { engine throws(LayoutConstraintError) in try engine.setPriority(priority, of: active) }
    }
  }

  /// Whether the constraint has an effect. If activation fails, it remains false, and ``activationError`` contains
  /// the reason.
  public var isActive: Bool {
    get {
      guard let host, let active else { return false }
      return host.contains(active)
    }
    set { newValue ? activate() : deactivate() }
  }

  /// Activates constraints.
  public static func activate(_ constraints: [ViewConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Deactivates constraints.
  public static func deactivate(_ constraints: [ViewConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard !isActive else { return }
    do throws(LayoutConstraintError) {
      guard let host = commonHost(), let item = item(first, in: host) else { throw .unknown }
      var constraint = LayoutConstraint(
        item, first.attribute, relation, constant: constant, priority: priority, name: identifier)
      if let second {
        guard let other = self.item(second, in: host) else { throw .unknown }
        constraint.otherItem = other
        constraint.otherAttribute = second.attribute
        constraint.multiplier = multiplier
      }
      active = try host.change { engine throws(LayoutConstraintError) in try engine.add(constraint) }
      self.host = host
      activationError = nil
    } catch {
      activationError = error
    }
  }

  private func deactivate() {
    guard let host, let active else { return }
    try? host.change { engine throws(LayoutConstraintError) in engine.remove(active) }
    self.active = nil
    self.host = nil
  }

  /// Returns the view that places both sides: one of them, or the parent of both.
  private func commonHost() -> ConstraintView? {
    guard let view = first.view else { return nil }
    let candidates = [view.parent as? ConstraintView, view as? ConstraintView]
    return candidates.lazy.compactMap(\.self).first { host in
      guard let second = self.second else { return true }
      return second.view.map { $0 === host || $0.parent === host } ?? false
    }
  }

  private func item(_ anchor: Anchor, in host: ConstraintView) -> LayoutItemID? {
    guard let view = anchor.view else { return nil }
    guard let guide = anchor.guide else { return host.item(for: view) }
    return (view as? ConstraintView).flatMap { host.item(for: guide, of: $0) }
  }
}
