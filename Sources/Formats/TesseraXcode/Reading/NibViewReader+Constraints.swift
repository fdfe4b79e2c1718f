import TesseraXcodeFiles

/// Constraints and layout guides.
extension NibViewReader {
  /// `NSLayoutAttribute`, and whether it is that of the margins.
  private static let layoutAttributes: [Int64: (StoryboardConstraint.Attribute, Bool)] = [
    1: (.left, false), 2: (.right, false), 3: (.top, false), 4: (.bottom, false), 5: (.leading, false),
    6: (.trailing, false), 7: (.width, false), 8: (.height, false), 9: (.centerX, false), 10: (.centerY, false),
    11: (.lastBaseline, false), 12: (.firstBaseline, false), 13: (.left, true), 14: (.right, true), 15: (.top, true),
    16: (.bottom, true), 17: (.leading, true), 18: (.trailing, true), 19: (.centerX, true), 20: (.centerY, true),
  ]

  func constraint(_ index: Int) -> StoryboardConstraint? {
    // It gives a layout guide its size.
    guard nib.className(of: index).base != "_UILayoutSupportConstraint" else { return nil }
    guard nib.boolean("UIPlaceholder", of: index) != true, nib.boolean("NSPlaceholder", of: index) != true,
      let first = nib.reference("NSFirstItem", of: index),
      let (firstAttribute, isFirstMargin) = layoutAttribute("NSFirstAttribute", of: index)
    else { return nil }
    var constraint = StoryboardConstraint(
      id: nib.id(index), first: item(first, isMargin: isFirstMargin), firstAttribute: firstAttribute)
    switch nib.integer("NSRelation", of: index) ?? 0 {
    case -1: constraint.relation = .lessThanOrEqual
    case 1: constraint.relation = .greaterThanOrEqual
    default: constraint.relation = .equal
    }
    if let second = nib.reference("NSSecondItem", of: index),
      let (secondAttribute, isSecondMargin) = layoutAttribute("NSSecondAttribute", of: index)
    {
      constraint.second = item(second, isMargin: isSecondMargin)
      constraint.secondAttribute = secondAttribute
    }
    constraint.multiplier = nib.number("NSMultiplier", of: index) ?? 1
    constraint.constant = nib.number("NSConstantV2", of: index) ?? nib.number("NSConstant", of: index) ?? 0
    constraint.hasStandardConstant = nib.value("NSSymbolicConstant", of: index) != nil
    constraint.priority = nib.number("NSPriority", of: index) ?? 1000
    constraint.attributes = attributes(of: index)
    return constraint
  }

  private func layoutAttribute(_ key: String, of index: Int) -> (StoryboardConstraint.Attribute, Bool)? {
    (nib.integer(key + "V2", of: index) ?? nib.integer(key, of: index)).flatMap { Self.layoutAttributes[$0] }
  }

  private func item(_ index: Int, isMargin: Bool) -> StoryboardConstraint.Item {
    let className = nib.archivedClass(of: index)
    guard className.hasSuffix("LayoutGuide") else {
      return isMargin ? .margins(of: nib.id(index)) : .view(nib.id(index))
    }
    let name = nib.text("_UILayoutGuideIdentifier", of: index) ?? nib.text("UILayoutGuideIdentifier", of: index) ?? ""
    let owner = (nib.reference("UIOwningView", of: index) ?? nib.reference("_UIOwningView", of: index)).map(nib.id)
    return switch name {
    case "_UIViewControllerTop": .topGuide
    case "_UIViewControllerBottom": .bottomGuide
    case let name where name.contains("Margin"): .margins(of: owner)
    case let name where name.contains("Content"): .scrollContent(of: owner)
    case let name where name.contains("Frame"): .scrollFrame(of: owner)
    default: .safeArea(of: owner)
    }
  }
}
