package import TesseraValues

/// How a stack of screens looks: the actions `present` and `replace` name one by `stack`. Where screens are replaced, the stack stays
/// where it is, and its bars look so.
///
/// It is what a navigation controller is to UIKit, and the `controllerId` of Beagle's navigations is its name.
public struct StackStyle: Sendable, Hashable {
  /// How a stack stands over the others.
  public enum Presentation: String, Sendable, Hashable, CaseIterable {
    /// Over all of the window.
    case full
    /// From the bottom up, with a part of the window above it.
    case sheet
    /// In the middle, as large as something to choose from.
    case popover
  }

  /// How it stands over the others.
  public var presentation: Presentation
  /// The look of a theme that the bars of its screens have where these say nothing.
  public var barStyleId: String?
  /// Where the manifest names it.
  package var barStyleRange: SourceRange?

  /// Creates a style.
  public init(presentation: Presentation = .full, barStyleId: String? = nil) {
    self.presentation = presentation
    self.barStyleId = barStyleId
  }
}
