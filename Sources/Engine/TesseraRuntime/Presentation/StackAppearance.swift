import TesseraBundles
import TesseraComponents
import TesseraValues
import TesseraViews

/// The appearance of a stack of screens.
struct StackAppearance: Sendable {
  /// How the stack is presented over the others.
  var presentation = StackStyle.Presentation.full
  /// The default style of the navigation bars of its screens.
  var bar: ThemedStyle?

  /// Creates the default appearance.
  init() {}

  /// - Parameter found: Receives the diagnostic of a missing style.
  init(_ style: StackStyle, in surroundings: ScreenSurroundings, _ found: inout Diagnostics) {
    presentation = style.presentation
    guard let name = style.barStyleId else { return }
    let session = surroundings.makeSession()
    let range = style.barStyleRange ?? SourceRange(.start)
    bar = session.look(
      JSONMember(name: "barStyleId", nameRange: range, value: JSONNode(.string(name), range: range)),
      of: .navigationBar)
    // An author cannot fix a missing style that the app refers to.
    guard style.barStyleRange != nil else { return }
    found.add(contentsOf: session.diagnostics.all.map { $0.inFile("widget.json") })
  }
}
