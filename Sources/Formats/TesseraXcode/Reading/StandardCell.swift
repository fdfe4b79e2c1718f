/// A row of one of UIKit's standard styles, which places its texts and its picture itself.
///
/// Interface Builder stores where they are at the width of its canvas only. This gives them the constraints that UIKit's
/// layout amounts to.
struct StandardCell {
  /// The words of Interface Builder: `IBUITableViewCellStyleDefault`, `…Value1`, `…Value2` and `…Subtitle`; `nil` if the
  /// style follows from the places of the texts.
  var style: String?
  var text: StoryboardDocument.ObjectID?
  var detail: StoryboardDocument.ObjectID?
  var image: StoryboardDocument.ObjectID?

  /// The distance of the content from the edges of the row, and between picture and text, in points.
  private static let margin = 16.0
  /// The distance of the content from the sign at the end of the row, in points.
  private static let signSpace = 8.0
  /// The space between two texts side by side, and the least one above and below a text, in points.
  private static let textSpace = 6.0
  private static let verticalSpace = 11.0
  /// The width of the first text in the style with two columns, in points.
  private static let columnWidth = 91.0
  /// How far below the middle of the row its second line begins, in points.
  private static let lineShift = 3.0

  /// Constrains the content of a row, if it has a standard style.
  func constrain(_ cell: inout StoryboardView) {
    guard style != "IBUITableViewCellStyleCustom", var content = cell.parts["contentView"],
      let label = content.subviews.first(where: { $0.id == text })
    else { return }
    let second = content.subviews.first { $0.id == detail }
    var builder = Builder(content: content.id)
    var leading = (item: content.id, attribute: StoryboardConstraint.Attribute.leading)
    if let picture = content.subviews.first(where: { $0.id == image }) {
      builder.add(picture.id, .leading, to: leading, Self.margin)
      builder.add(picture.id, .centerY, to: (content.id, .centerY))
      leading = (picture.id, .trailing)
    }
    builder.add(label.id, .leading, to: leading, Self.margin)
    let hasSign = cell.properties["accessoryType"]?.string.map { $0 != "none" } ?? false
    let end = -(hasSign ? Self.signSpace : Self.margin)
    let trailing = (content.id, StoryboardConstraint.Attribute.trailing)
    switch (kind(label, second), second) {
    case (.subtitle, let second?):
      builder.add(label.id, .trailing, .lessThanOrEqual, to: trailing, end)
      builder.add(label.id, .bottom, to: (content.id, .centerY), Self.lineShift)
      builder.add(second.id, .leading, to: (label.id, .leading))
      builder.add(second.id, .trailing, .lessThanOrEqual, to: trailing, end)
      builder.add(second.id, .top, to: (content.id, .centerY), Self.lineShift)
    case (.columns, let second?):
      builder.add(label.id, .width, Self.columnWidth)
      builder.add(second.id, .leading, to: (label.id, .trailing), Self.textSpace)
      builder.add(second.id, .trailing, .lessThanOrEqual, to: trailing, end)
      builder.center([label.id, second.id])
    case (.ends, let second?):
      builder.add(second.id, .trailing, to: trailing, end)
      builder.add(second.id, .leading, .greaterThanOrEqual, to: (label.id, .trailing), Self.textSpace)
      builder.center([label.id, second.id])
    default:
      builder.add(label.id, .trailing, to: trailing, end)
      builder.center([label.id])
    }
    content.constraints += builder.constraints
    let placed = Set([text, detail, image].compactMap(\.self))
    for index in content.subviews.indices where placed.contains(content.subviews[index].id) {
      content.subviews[index].usesAutoresizing = false
    }
    cell.parts["contentView"] = content
    if let index = cell.subviews.firstIndex(where: { $0.id == content.id }) { cell.subviews[index] = content }
  }

  private enum Kind {
    case plain
    /// The second text is at the other end.
    case ends
    /// The first text is a narrow column.
    case columns
    /// The second text is below the first one.
    case subtitle
  }

  private func kind(_ label: StoryboardView, _ second: StoryboardView?) -> Kind {
    guard let second else { return .plain }
    switch style {
    case "IBUITableViewCellStyleValue1": return .ends
    case "IBUITableViewCellStyleValue2": return .columns
    case "IBUITableViewCellStyleSubtitle": return .subtitle
    case "IBUITableViewCellStyleDefault": return .plain
    default: break
    }
    if second.frame.y >= label.frame.y + label.frame.height / 2 { return .subtitle }
    return abs(label.frame.width - Self.columnWidth) < 1 ? .columns : .ends
  }

  /// Collects constraints of one content.
  private struct Builder {
    typealias Attribute = StoryboardConstraint.Attribute
    typealias Anchor = (item: StoryboardDocument.ObjectID, attribute: Attribute)

    let content: StoryboardDocument.ObjectID
    private(set) var constraints: [StoryboardConstraint] = []

    init(content: StoryboardDocument.ObjectID) { self.content = content }

    mutating func add(
      _ item: StoryboardDocument.ObjectID, _ attribute: Attribute,
      _ relation: StoryboardConstraint.Relation = .equal, to other: Anchor, _ constant: Double = 0,
      priority: Double = 1000
    ) {
      var constraint = constraint(item, attribute)
      (constraint.relation, constraint.constant, constraint.priority) = (relation, constant, priority)
      (constraint.second, constraint.secondAttribute) = (.view(other.item), other.attribute)
      constraints.append(constraint)
    }

    mutating func add(_ item: StoryboardDocument.ObjectID, _ attribute: Attribute, _ constant: Double) {
      var constraint = constraint(item, attribute)
      constraint.constant = constant
      constraints.append(constraint)
    }

    /// Places texts in the middle. A row without a height of its own has space above and below them.
    mutating func center(_ items: [StoryboardDocument.ObjectID]) {
      for item in items {
        add(item, .centerY, to: (content, .centerY))
        // A fixed height outweighs the space, which outweighs the size of the content.
        add(item, .top, .greaterThanOrEqual, to: (content, .top), StandardCell.verticalSpace, priority: 700)
      }
    }

    private func constraint(_ item: StoryboardDocument.ObjectID, _ attribute: Attribute) -> StoryboardConstraint {
      StoryboardConstraint(
        id: "\(content) standard \(constraints.count)", first: .view(item), firstAttribute: attribute)
    }
  }
}
