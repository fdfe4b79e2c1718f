package import TesseraValues

/// The appearance of a stack of screens. The actions `present` and `replace` refer to one by `stack`. If screens are
/// replaced, the stack stays where it is, and its bars adopt the style.
///
/// It corresponds to a navigation controller in UIKit, and its name to `controllerId` in Beagle's navigation actions.
public struct StackStyle: Sendable, Hashable {
  /// The presentation of a stack above the others.
  public enum Presentation: String, Sendable, Hashable, CaseIterable {
    /// Covers the whole window.
    case full
    /// Slides up from the bottom and leaves a part of the window visible above it.
    case sheet
    /// Centred, in the size of a menu.
    case popover
  }

  /// The presentation above the other stacks.
  public var presentation: Presentation
  /// The theme style for the bars of screens that specify none themselves.
  public var barStyleId: String?
  /// The range of the style's name in the manifest.
  package var barStyleRange: SourceRange?

  /// Creates a style.
  public init(presentation: Presentation = .full, barStyleId: String? = nil) {
    self.presentation = presentation
    self.barStyleId = barStyleId
  }
}
