public import TesseraLayout
import TesseraValues

/// The four content priorities of a view, named as in Interface Builder's documents.
enum ContentPriority: String, CaseIterable {
  case horizontalHuggingPriority
  case verticalHuggingPriority
  case horizontalCompressionResistancePriority
  case verticalCompressionResistancePriority

  static func hugging(_ axis: LayoutAxis) -> Self {
    axis == .horizontal ? .horizontalHuggingPriority : .verticalHuggingPriority
  }

  static func resistance(_ axis: LayoutAxis) -> Self {
    axis == .horizontal ? .horizontalCompressionResistancePriority : .verticalCompressionResistancePriority
  }
}

extension ContentPriorities {
  /// Those that Interface Builder gives labels and images.
  static let ofTextsAndImages = ContentPriorities(hugging: 251)
}

extension View {
  /// Sets how strongly the view resists growing beyond its content size in a ``ConstraintView``.
  public func setContentHuggingPriority(_ priority: LayoutPriority, for axis: LayoutAxis) {
    set(priority.rawValue, as: .hugging(axis))
  }

  /// Sets how strongly the view resists shrinking below its content size in a ``ConstraintView``.
  public func setContentCompressionResistancePriority(_ priority: LayoutPriority, for axis: LayoutAxis) {
    set(priority.rawValue, as: .resistance(axis))
  }

  /// The priorities that take part in layout: those that were set, else the view's own.
  func contentPriorities(_ axis: LayoutAxis) -> ContentPriorities {
    let hugging = contentPriorities[.hugging(axis)]
    let resistance = contentPriorities[.resistance(axis)]
    var priorities = hugging == nil || resistance == nil ? defaultContentPriorities(axis) : ContentPriorities()
    if let hugging { priorities.hugging = LayoutPriority(hugging) }
    if let resistance { priorities.compressionResistance = LayoutPriority(resistance) }
    return priorities
  }

  private func set(_ priority: Double?, as name: ContentPriority) {
    guard contentPriorities[name] != priority else { return }
    contentPriorities[name] = priority
    parent?.childContentDidChange()
  }

  /// The properties of every view that set them.
  static let contentPriorityProperties: [Property<View>] = ContentPriority.allCases.map { name in
    let axis: LayoutAxis = name.rawValue.hasPrefix("horizontal") ? .horizontal : .vertical
    let isHugging = name == .hugging(axis)
    let length = axis == .horizontal ? "width" : "height"
    return .of(
      View.self, name.rawValue, .number,
      "How strongly it resists a \(length) \(isHugging ? "above" : "below") that of its content in a box with "
        + "constraints, from 1 to 1000.",
      get: { view in
        if let set = view.contentPriorities[name] { return .double(set) }
        let priorities = view.defaultContentPriorities(axis)
        return .double((isHugging ? priorities.hugging : priorities.compressionResistance).rawValue)
      }, set: { $0.set($1.number, as: name) })
  }
}
