public import TesseraLayout
public import TesseraValues

/// A view that places its children one after the other, as UIKit's `UIStackView` does. Hidden children take no space,
/// and neither does the spacing before them.
///
/// Constraints between the children apply in addition.
public final class StackView: ConstraintView {
  /// How the children follow each other.
  public var arrangement = StackArrangement() { didSet { if arrangement != oldValue { invalidate() } } }

  override var stack: StackArrangement? { arrangement }

  public override class var properties: PropertyTable<View> { ComponentDefinition.stackContainer.properties }
}
